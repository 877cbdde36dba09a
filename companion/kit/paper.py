"""Paper in millimetres: what home printers can reach, and where the back of a spot on the front is."""

from __future__ import annotations

from dataclasses import dataclass

from companion.kit.formats import paper_size
from companion.kit.options import Backs, KitOptions

UNREACHABLE = 5.0
"""The border that a home printer may leave blank."""
STRIP = 6.5
"""Height of the lines of text at the top and at the bottom of every sheet."""
TALL_STRIP = 10.5
"""The same where two lines are in large print."""
REGISTRATION = 5.0
"""Size of the marks that a cutting machine looks for."""
CLEAR = 2.0
"""What stays white round them."""


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

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return self.left + self.width / 2, self.top + self.height / 2

    def grown(self, by: float, within: Area) -> Area:
        """This rectangle `by` mm larger on every side, but not beyond `within`."""
        left, top = max(within.left, self.left - by), max(within.top, self.top - by)
        right, bottom = min(within.right, self.right + by), min(within.bottom, self.bottom + by)
        return Area(left, top, right - left, bottom - top)


@dataclass(frozen=True)
class Page:
    """A blank side of a sheet. `inset` is how far inside the marks for a cutting machine lie; 0 means none."""

    width: float
    height: float
    margin: float = UNREACHABLE
    inset: float = 0.0
    strip: float = STRIP

    @property
    def printable(self) -> Area:
        """What a printer can reach."""
        return Area(self.margin, self.margin, self.width - 2 * self.margin, self.height - 2 * self.margin)

    @property
    def labels(self) -> Area:
        """Where the lines of text lie: at its top and at its bottom, clear of the marks for a cutting machine."""
        aside = max(self.margin, self.inset + REGISTRATION + CLEAR) if self.inset else self.margin
        return Area(aside, self.margin, self.width - 2 * aside, self.height - 2 * self.margin)

    @property
    def content(self) -> Area:
        """The printable area between the two strips of text."""
        return self._inside(self.margin, self.margin + self.strip)

    @property
    def contents(self) -> tuple[Area, ...]:
        """What pieces may fill: the content, or what of it lies between the marks for a cutting machine, which stand in
        the corners. A machine reaches no further than they do."""
        if not self.inset:
            return (self.content,)
        between = self.inset + REGISTRATION + CLEAR
        return (
            self._inside(max(self.margin, self.inset), max(self.margin + self.strip, between)),
            self._inside(max(self.margin, between), max(self.margin + self.strip, self.inset)),
        )

    def _inside(self, aside: float, above: float) -> Area:
        return Area(aside, above, self.width - 2 * aside, self.height - 2 * above)


def pages(options: KitOptions, marked: bool = False, told: bool = False) -> tuple[Page, ...]:
    """The ways in which the paper may lie: one, or the upright one and the one across.

    `marked`: for a cutting machine. `told`: with a line that says what to do, which large print needs room for.
    What was measured for a calibration holds for paper that lies the same way, so such backs are never turned.
    """
    short, long = sorted(paper_size(options.paper))
    inset = options.mark_inset if marked and options.registration != "none" else 0.0
    strip = TALL_STRIP if told and options.large_print else STRIP
    portrait, landscape = (Page(*size, options.margin, inset, strip) for size in ((short, long), (long, short)))
    if options.orientation == "landscape":
        return (landscape,)
    if options.orientation == "portrait" or (options.calibration and options.backs in ("duplex-long", "duplex-short")):
        return (portrait,)
    return portrait, landscape


def turns_upside_down(page: Page, backs: Backs) -> bool:
    """Whether the back has its top where the front has its foot: true when the paper turns over a level edge.

    Over an upright edge a back lies mirrored left to right. Over a level one it lies mirrored top to bottom, and must
    be drawn upside down so that a piece that is cut out and turned like a page of a book has both tops at the same end.
    By hand a stack is turned over its long edge.
    """
    level_is_long = page.width > page.height
    return not level_is_long if backs == "duplex-short" else level_is_long
