"""Which sheets a kit has and what lies on each: known before anything is drawn, so that the sheets can be counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Literal

import msgspec

from companion.kit import layout
from companion.kit.errors import Gettext
from companion.kit.imposition import Spread, folded, in_order
from companion.kit.options import KitOptions
from companion.kit.paper import STRIP, TALL_STRIP, UNREACHABLE, Area, Page, pages
from companion.kit.pieces import Booklet, Kit, Section
from companion.kit.poster import Poster, Window, poster, quarters

TURNED = ("duplex-long", "duplex-short")
"""Backs that a printer prints: there every front has a back, if only an empty one."""


@dataclass(frozen=True)
class Fronts:
    """Pieces, and on a sheet that is folded over their backs too."""

    sheet: layout.Sheet
    backs: layout.Sheet | None = None


@dataclass(frozen=True)
class Backs:
    """The backs of pieces."""

    sheet: layout.Sheet


@dataclass(frozen=True)
class Part:
    """A page of a board."""

    poster: Poster
    window: Window


@dataclass(frozen=True)
class Whole:
    """The board in one piece."""

    place: Area


@dataclass(frozen=True)
class Guide:
    """The first page, or the mark on its back."""

    back: bool = False


Content = Fronts | Backs | Part | Whole | Spread | Guide | None


@dataclass(frozen=True)
class Side:
    """One side of a sheet: what is on it, and in words. A bookmark leads to it if it has one."""

    page: Page
    content: Content
    title: str = ""
    names: str = ""
    bookmark: str = ""


@dataclass(frozen=True)
class Leaf:
    """A piece of paper: front and back. `home` is false for paper that no home printer takes."""

    front: Side
    back: Side | None = None
    home: bool = True
    section: str = ""


@dataclass(frozen=True)
class Printed:
    """One page of the file: a side, the number of its sheet, and which side of it that is."""

    side: Side
    number: int
    which: Literal["only", "front", "back"]
    home: bool


@dataclass
class Plan:
    """All sheets of a kit, in the order in which they are printed."""

    kit: Kit
    options: KitOptions
    leaves: list[Leaf] = field(default_factory=list)

    @property
    def sheets(self) -> int:
        """How many pieces of paper a home printer needs."""
        return sum(leaf.home for leaf in self.leaves)

    @property
    def sections(self) -> dict[str, int]:
        """How many of them each section needs."""
        counts: dict[str, int] = {}
        for leaf in self.leaves:
            if leaf.home:
                counts[leaf.section] = counts.get(leaf.section, 0) + 1
        return counts

    def printed(self) -> list[Printed]:
        """The pages of the file. By hand all fronts come before all backs; else each back comes after its front."""
        numbered = list(enumerate(self.leaves, 1))
        fronts = [
            Printed(leaf.front, n, "front" if self.options.backs != "none" and leaf.back else "only", leaf.home)
            for n, leaf in numbered
        ]
        backs = {n: Printed(leaf.back, n, "back", leaf.home) for n, leaf in numbered if leaf.back}
        if self.options.backs == "by-hand":
            home = [page for page in fronts if page.home]
            return [*home, *backs.values(), *(page for page in fronts if not page.home)]
        return [page for front in fronts for page in (front, backs.get(front.number)) if page]

    def hand(self) -> tuple[range, range, range]:
        """By hand: the pages that have no back, the fronts of the others, and their backs, numbered from 1."""
        home = [leaf for leaf in self.leaves if leaf.home]
        backs = sum(leaf.back is not None for leaf in home)
        single = len(home) - backs
        return range(1, single + 1), range(single + 1, len(home) + 1), range(len(home) + 1, len(home) + backs + 1)


def plan(kit: Kit, options: KitOptions, say: Gettext) -> Plan:
    """The sheets of a kit whose pieces are chosen already.

    Raises:
        KitError: `too_large`, when a piece does not fit the paper.
    """
    if options.export == "calibration":
        page = pages(options)[0]
        return Plan(kit, options, [Leaf(Side(page, None), Side(page, None), section=say("Calibration sheet"))])
    return Plan(kit, options, _Planner(kit, options, say).leaves())


class _Planner:
    """Lays a kit out."""

    def __init__(self, kit: Kit, options: KitOptions, say: Gettext) -> None:
        self._kit = kit
        self._options = options
        self._say = say

    def leaves(self) -> list[Leaf]:
        """All sheets."""
        leaves = [self._guide()] if self._options.guide else []
        if self._kit.board and self._options.board in ("poster", "both"):
            leaves += self._poster()
        if self._kit.board and self._options.board == "quad":
            leaves += self._quarters()
        for section in self._kit.sections:
            leaves += self._section(section)
        for booklet in self._kit.booklets:
            leaves += self._booklet(booklet)
        if self._options.backs == "by-hand":  # what is printed on one side only is out of the way first
            leaves.sort(key=lambda leaf: leaf.back is not None)
        if self._kit.board and self._options.board in ("single", "both"):
            leaves.append(self._whole_board())
        return leaves

    def _guide(self) -> Leaf:
        title = self._say("How to print this kit")
        page = pages(self._options)[0]
        back = None
        if self._options.backs in (*TURNED, "by-hand"):
            back = Side(page, Guide(back=True), self._say("The back of the first page"))
        if self._options.backs == "by-hand":
            back = None
        return Leaf(Side(page, Guide(), title, bookmark=title), back, section=title)

    def _section(self, section: Section) -> Iterator[Leaf]:
        title = section.title
        for n, sheet in enumerate(self._laid_out(section)):
            behind = layout.back(sheet, self._options.backs) if self._options.backs != "none" else None
            bookmark = "" if n else title
            if sheet.fold:
                words = self._say("%(pieces)s, to fold along the middle") % {"pieces": title}
                yield Leaf(Side(sheet.page, Fronts(sheet, behind), words, names(sheet), bookmark), section=title)
                continue
            back = Side(sheet.page, Backs(behind), title, self._say("Backs")) if behind else self._empty(sheet.page)
            yield Leaf(Side(sheet.page, Fronts(sheet), title, names(sheet), bookmark), back, section=title)

    def _laid_out(self, section: Section) -> tuple[layout.Sheet, ...]:
        """The sheets of a section. Where backs are folded over, what has none lies on sheets of its own, unfolded."""
        if self._options.backs != "fold":
            return layout.sheets(section.pieces, self._options)
        flat = msgspec.structs.replace(self._options, backs="none")
        single = [piece for piece in section.pieces if not piece.back]
        double = [piece for piece in section.pieces if piece.back]
        return (
            *(layout.sheets(double, self._options) if double else ()),
            *(layout.sheets(single, flat) if single else ()),
        )

    def _poster(self) -> Iterator[Leaf]:
        assert self._kit.board
        title = self._kit.names[self._kit.board.group]
        sheet = poster(*self._kit.board_mm, self._options)
        for n, window in enumerate(sheet.windows):
            names = self._how_to_glue(window) if len(sheet.windows) > 1 else ""
            front = Side(sheet.page, Part(sheet, window), f"{title} {window.label}", names, "" if n else title)
            yield Leaf(front, self._empty(sheet.page), section=title)

    def _quarters(self) -> Iterator[Leaf]:
        assert self._kit.board
        title = self._kit.names[self._kit.board.group]
        first = True
        for sheet in quarters(*self._kit.board_mm, self._options):
            for window in sheet.windows:
                name = self._say("%(board)s, quarter %(n)d of 4") % {"board": title, "n": sheet.quarter}
                names = self._say(
                    "Trim along the dashed lines. Tape the upper quarters to the lower ones on the back, and the lower "
                    "two to each other on the front; the upper two stay apart."
                )
                if len(sheet.windows) > 1:
                    name, names = f"{name} {window.label}", self._how_to_glue(window)
                yield Leaf(
                    Side(sheet.page, Part(sheet, window), name, names, title if first else ""),
                    self._empty(sheet.page),
                    section=title,
                )
                first = False

    def _how_to_glue(self, window: Window) -> str:
        if not window.row and not window.column:
            return self._say("Leave this page whole: its neighbours are glued onto its hatched flaps, mark on mark.")
        return self._say("Cut along the dashed lines and glue onto the hatched flaps of the neighbours, mark on mark.")

    def _whole_board(self) -> Leaf:
        assert self._kit.board
        width, height = self._kit.board_mm
        border = 2 * UNREACHABLE
        strip = TALL_STRIP if self._options.large_print else STRIP
        page = Page(width + 2 * border, height + 2 * (border + strip), strip=strip)
        title = self._say("%(board)s in one piece") % {"board": self._kit.names[self._kit.board.group]}
        words = self._say("%(width)d × %(height)d mm, for a copy shop: leave it out at home.") % {
            "width": round(page.width),
            "height": round(page.height),
        }
        place = Area((page.width - width) / 2, (page.height - height) / 2, width, height)
        return Leaf(Side(page, Whole(place), title, words, title), None, False, title)

    def _booklet(self, booklet: Booklet) -> Iterator[Leaf]:
        backs = self._options.backs
        if self._options.booklet == "fold" and backs not in ("none", "fold"):
            leaves: list[tuple[Spread, Spread | None]] = [*folded(booklet, self._options)]
        else:
            sides = in_order(booklet, self._options)
            leaves = [*zip_longest(sides[::2], sides[1::2])] if backs in TURNED else [(side, None) for side in sides]
        for n, (front, back) in enumerate(leaves):
            yield Leaf(
                Side(front.page, front, booklet.title, bookmark="" if n else booklet.title),
                Side(back.page, back, booklet.title) if back else self._empty(front.page),
                section=booklet.title,
            )

    def _empty(self, page: Page) -> Side | None:
        """The back of a sheet without backs: where a printer turns the paper it must be there, or the next front is."""
        if self._options.backs not in TURNED:
            return None
        return Side(page, None, self._say("This side stays empty."))


def names(sheet: layout.Sheet) -> str:
    """The pieces of a sheet, with how many of each."""
    counts: dict[str, int] = {}
    for slot in sheet.slots:
        counts[slot.piece.name] = counts.get(slot.piece.name, 0) + 1
    return " · ".join(f"{count} × {name}" for name, count in counts.items())
