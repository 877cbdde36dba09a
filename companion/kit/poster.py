"""A board larger than the paper: windows that overlap, the seams between them, and how the pages go together."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from companion.kit.options import KitOptions
from companion.kit.paper import Area, Page, pages

OVERLAP = 10.0
"""What two neighbouring pages both show: half of it is cut off one page, half is the flap of the other to glue on."""
MARGIN = 2.5
"""Round a window, for the marks at the ends of the seams."""
BEYOND = 3.0
"""How much more of the picture a quarter of a folding board shows where it is trimmed."""


@dataclass(frozen=True)
class Window:
    """One page of a poster.

    `picture` is the part of the board that it shows, `place` where that lies on the page. Rows and columns begin at 0.
    """

    row: int
    column: int
    picture: Area
    place: Area

    @property
    def label(self) -> str:
        """A letter for the row and a number for the column, as on a map."""
        return f"{chr(ord('A') + self.row)}{self.column + 1}"

    def on_page(self, x: float, y: float) -> tuple[float, float]:
        """Where a spot of the board lies on the page."""
        return x - self.picture.left + self.place.left, y - self.picture.top + self.place.top


@dataclass(frozen=True)
class Poster:
    """A board, or a quarter of one, on several pages of the same paper, row by row.

    `trim` is what is left of the picture when it is cut out; the picture itself may be larger. `quarter` counts from 1,
    the upper left one, row by row; 0 is the whole board.
    """

    page: Page
    rows: int
    columns: int
    windows: tuple[Window, ...]
    trim: Area
    quarter: int = 0

    def seams_to_cut(self, window: Window) -> tuple[float | None, float | None]:
        """Where on the page to cut: the x of the left seam and the y of the upper one, None at the rim of the board."""
        half = OVERLAP / 2
        return (
            window.place.left + half if window.column else None,
            window.place.top + half if window.row else None,
        )

    def seams_to_cover(self, window: Window) -> tuple[float | None, float | None]:
        """Where the neighbour's cut edge comes to lie: the x of the right seam and the y of the lower one."""
        half = OVERLAP / 2
        return (
            window.place.right - half if window.column < self.columns - 1 else None,
            window.place.bottom - half if window.row < self.rows - 1 else None,
        )

    def flaps(self, window: Window) -> tuple[Area, ...]:
        """What of a page lies under its neighbours when they are glued on: at its right and at its foot."""
        place = window.place
        x, y = self.seams_to_cover(window)
        flaps = []
        if x is not None:
            flaps.append(Area(x, place.top, place.right - x, place.height))
        if y is not None:
            flaps.append(Area(place.left, y, (x or place.right) - place.left, place.bottom - y))
        return tuple(flaps)

    def trims(self, window: Window) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Where on the page the picture is trimmed inside its own edges: the x and the y of its lines."""
        left, top = window.on_page(self.trim.left, self.trim.top)
        right, bottom = window.on_page(self.trim.right, self.trim.bottom)
        place = window.place
        return (
            tuple(x for x in (left, right) if place.left + 0.01 < x < place.right - 0.01),
            tuple(y for y in (top, bottom) if place.top + 0.01 < y < place.bottom - 0.01),
        )


def poster(width: float, height: float, options: KitOptions) -> Poster:
    """Cut a board of `width` x `height` mm into pages of equal windows, the paper turned so that fewest are needed."""
    whole = Area(0, 0, width, height)
    return min((_cut(whole, whole, page) for page in pages(options, told=True)), key=lambda found: len(found.windows))


def quarters(width: float, height: float, options: KitOptions) -> tuple[Poster, ...]:
    """A board that folds to a quarter of its size, as its four quarters, each on one page or on several."""
    whole = Area(0, 0, width, height)
    trims = [
        Area(column * width / 2, row * height / 2, width / 2, height / 2) for row in range(2) for column in range(2)
    ]
    return min(
        (
            tuple(_cut(trim.grown(BEYOND, whole), trim, page, n) for n, trim in enumerate(trims, 1))
            for page in pages(options, told=True)
        ),
        key=lambda found: sum(len(quarter.windows) for quarter in found),
    )


def _cut(picture: Area, trim: Area, page: Page, quarter: int = 0) -> Poster:
    content = page.content
    columns, wide = _windows(picture.width, content.width - 2 * MARGIN)
    rows, high = _windows(picture.height, content.height - 2 * MARGIN)
    left, top = content.left + (content.width - wide) / 2, content.top + (content.height - high) / 2
    windows = tuple(
        Window(
            row,
            column,
            Area(picture.left + column * (wide - OVERLAP), picture.top + row * (high - OVERLAP), wide, high),
            Area(left, top, wide, high),
        )
        for row in range(rows)
        for column in range(columns)
    )
    return Poster(page, rows, columns, windows, trim, quarter)


def _windows(length: float, most: float) -> tuple[int, float]:
    """How many windows of at most `most` mm cover `length`, and how long each is."""
    count = max(1, ceil((length - OVERLAP) / (most - OVERLAP) - 1e-9))
    return count, (length + (count - 1) * OVERLAP) / count
