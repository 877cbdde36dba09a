"""Paper in millimetres: what home printers can reach, and where the back of a spot on the front is."""

from __future__ import annotations

from dataclasses import dataclass

from companion.kit.formats import paper_size
from companion.kit.options import Backs

UNREACHABLE = 5.0
"""The border that a home printer may leave blank."""
STRIP = 6.5
"""Height of the lines of text at the top and at the bottom of every sheet."""


@dataclass(frozen=True)
class Area:
    """A rectangle from its left and top, y downwards."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of its right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The y of its lower edge."""
        return self.top + self.height

    def grown(self, by: float, within: Area) -> Area:
        """This rectangle `by` mm larger on every side, but not beyond `within`."""
        left, top = max(within.left, self.left - by), max(within.top, self.top - by)
        right, bottom = min(within.right, self.right + by), min(within.bottom, self.bottom + by)
        return Area(left, top, right - left, bottom - top)


@dataclass(frozen=True)
class Page:
    """A blank side of a sheet."""

    width: float
    height: float

    @property
    def printable(self) -> Area:
        """What a printer can reach."""
        return Area(UNREACHABLE, UNREACHABLE, self.width - 2 * UNREACHABLE, self.height - 2 * UNREACHABLE)

    @property
    def content(self) -> Area:
        """The printable area between the two strips of text."""
        area = self.printable
        return Area(area.left, area.top + STRIP, area.width, area.height - 2 * STRIP)


def orientations(paper: str) -> tuple[Page, Page]:
    """Portrait and landscape."""
    width, height = paper_size(paper)
    return Page(width, height), Page(height, width)


def turns_upside_down(page: Page, backs: Backs) -> bool:
    """Whether the back has its top where the front has its foot: true when the paper turns over a level edge.

    Over an upright edge a back lies mirrored left to right. Over a level one it lies mirrored top to bottom, and must
    be drawn upside down so that a piece that is cut out and turned like a page of a book has both tops at the same end.
    """
    level_is_long = page.width > page.height
    return level_is_long if backs == "duplex-long" else not level_is_long
