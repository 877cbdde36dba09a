"""A board larger than the paper: windows that overlap, the seams between them, and how the pages go together."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from companion.kit.paper import Area, Page, orientations

OVERLAP = 10.0
"""What two neighbouring pages both show: half of it is cut off one page, half is the flap of the other to glue on."""
MARGIN = 2.5
"""Round a window, for the marks at the ends of the seams."""


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


@dataclass(frozen=True)
class Poster:
    """A board on several pages of the same paper, row by row."""

    page: Page
    rows: int
    columns: int
    windows: tuple[Window, ...]

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


def poster(width: float, height: float, paper: str) -> Poster:
    """Cut a board of `width` x `height` mm into pages of equal windows, the paper turned so that fewest are needed."""
    portrait, landscape = (_cut(width, height, page) for page in orientations(paper))
    return landscape if len(landscape.windows) < len(portrait.windows) else portrait


def _cut(width: float, height: float, page: Page) -> Poster:
    content = page.content
    columns, wide = _windows(width, content.width - 2 * MARGIN)
    rows, high = _windows(height, content.height - 2 * MARGIN)
    left, top = content.left + (content.width - wide) / 2, content.top + (content.height - high) / 2
    return Poster(
        page,
        rows,
        columns,
        tuple(
            Window(
                row,
                column,
                Area(column * (wide - OVERLAP), row * (high - OVERLAP), wide, high),
                Area(left, top, wide, high),
            )
            for row in range(rows)
            for column in range(columns)
        ),
    )


def _windows(length: float, most: float) -> tuple[int, float]:
    """How many windows of at most `most` mm cover `length`, and how long each is."""
    count = max(1, ceil((length - OVERLAP) / (most - OVERLAP) - 1e-9))
    return count, (length + (count - 1) * OVERLAP) / count
