"""Where pieces lie on sheets: rows of equal pieces, and the backs behind them. Millimetres from the top left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.kit.errors import N_, KitError
from companion.kit.options import Backs, KitOptions
from companion.kit.paper import Area, Page, pages, turns_upside_down
from companion.kit.pieces import Face, Piece
from companion.kit.shapes import Hexagon, Point, Shape, clipped

RIM = 1.0
"""The least bleed round the outermost pieces of a sheet."""
HEAD = 6.0
"""The most that is left empty above the first row, so that what a sheet has left over is in one piece."""
BETWEEN_KINDS = 8.0
"""Between rows of different shapes on a sheet."""
FOLD_GAP = 3.0
"""The least between pieces and the fold in the middle of a sheet that is folded over."""

Fold = Literal["", "upright", "level"]


@dataclass(frozen=True)
class Slot:
    """One piece on a sheet, by its centre; `cell` is what its bleed may fill, and `hull` what of that is no other's."""

    piece: Piece
    face: Face
    bleed: float
    x: float
    y: float
    cell: Area
    upside_down: bool = False
    hull: tuple[Point, ...] = ()

    @property
    def shape(self) -> Shape:
        """The outline to cut."""
        return self.piece.shape


@dataclass(frozen=True)
class Block:
    """Rows of pieces of one shape: they share their cut lines. `reach` is how far these may run.

    `straight` tells that hexes lie tip to tip, so that every edge is part of a cut right across.
    """

    slots: tuple[Slot, ...]
    reach: Area
    straight: bool = False


@dataclass(frozen=True)
class Sheet:
    """One side of a piece of paper with pieces on it; with a `fold` they lie on the left or upper half only."""

    page: Page
    area: Area
    """What pieces and their bleed may fill."""
    blocks: tuple[Block, ...]
    gap: float
    fold: Fold = ""

    @property
    def slots(self) -> tuple[Slot, ...]:
        """All pieces."""
        return tuple(slot for block in self.blocks for slot in block.slots)


@dataclass
class _Shelf:
    """A row that is being filled. `indent`: how far it is shifted to the right; `room`: how many pieces it holds."""

    shape: Shape
    top: float
    indent: float
    room: int
    pieces: list[Piece] = field(default_factory=list)

    @property
    def bottom(self) -> float:
        return self.top + self.shape.size[1]


@dataclass(frozen=True)
class _Ground:
    """What a layout may fill: the content of a page, or one half of it."""

    page: Page
    content: Area
    gap: float
    rows: bool
    """Whether hexes lie in rows, tip to tip."""
    fold: Fold = ""

    def pitch(self, shape: Shape) -> tuple[float, float]:
        """From one piece to the next, across and down."""
        width, height = shape.size
        gap = 0.0 if self.straight(shape) else self.gap
        return width + gap, height + gap

    def straight(self, shape: Shape) -> bool:
        """Whether a shape lies in rows with straight cuts."""
        return self.rows and isinstance(shape, Hexagon)

    def room(self, shape: Shape, indent: float) -> int:
        """How many pieces a row holds."""
        width, across = shape.size[0], self.pitch(shape)[0]
        return int((self.content.width - 2 * RIM - indent - width + 1e-6) // across) + 1

    def holds(self, shape: Shape) -> bool:
        """Whether one piece fits."""
        width, height = shape.size
        return width + 2 * RIM <= self.content.width + 1e-6 and height + 2 * RIM <= self.content.height + 1e-6


def sheets(pieces: Sequence[Piece], options: KitOptions) -> tuple[Sheet, ...]:
    """Lay the pieces out in their order, on paper turned (and folded) so that fewest sheets are needed.

    Raises:
        KitError: `too_large`, when a piece does not fit the paper.
    """
    found = _fewest(pieces, options)
    if found is None and len({piece.shape for piece in pieces}) > 1:
        # Some fit only upright and some only across: each goes on sheets of its own.
        parts = [_fewest([piece], options) for piece in pieces]
        if all(part is not None for part in parts):
            return tuple(sheet for part in parts for sheet in part or ())
    if found is None:
        raise _too_large(pieces, options)
    return found


def _fewest(pieces: Sequence[Piece], options: KitOptions) -> tuple[Sheet, ...] | None:
    layouts = [
        _lay_out(pieces, ground) for ground in _grounds(options) if all(ground.holds(piece.shape) for piece in pieces)
    ]
    return min(layouts, key=len, default=None)


def _grounds(options: KitOptions) -> Iterable[_Ground]:
    gap, rows = options.gutter, options.hexes == "rows"
    for page, area in ((p, area) for p in pages(options, marked=True) for area in p.contents):
        if options.backs == "fold":
            aside = max(FOLD_GAP, gap / 2) - RIM
            width, height = page.width / 2 - area.left - aside, page.height / 2 - area.top - aside
            yield _Ground(page, Area(area.left, area.top, width, area.height), gap, rows, "upright")
            yield _Ground(page, Area(area.left, area.top, area.width, height), gap, rows, "level")
        else:
            yield _Ground(page, area, gap, rows)


def _too_large(pieces: Sequence[Piece], options: KitOptions) -> KitError:
    grounds = list(_grounds(options))
    piece = next(piece for piece in pieces if not any(ground.holds(piece.shape) for ground in grounds))
    width, height = piece.shape.size
    return KitError(
        "too_large",
        N_("%(piece)s (%(width).0f × %(height).0f mm) does not fit the paper: choose larger paper or smaller tiles."),
        piece=piece.name,
        width=width,
        height=height,
    )


def back(sheet: Sheet, backs: Backs) -> Sheet | None:
    """The other side of a sheet of fronts, or its other half; None when nothing there has a back.

    Blocks stay in their order and so do the slots in them: the n-th slot of the back is the n-th of the front.
    """
    over = sheet.fold == "level" if sheet.fold else turns_upside_down(sheet.page, backs)
    blocks = []
    for block in sheet.blocks:
        slots = tuple(
            replace(
                slot,
                face=slot.piece.back,
                bleed=slot.piece.back_bleed,
                x=_mirrored(slot.x, slot.y, sheet.page, over)[0],
                y=_mirrored(slot.x, slot.y, sheet.page, over)[1],
                cell=_mirrored_area(slot.cell, sheet.page, over),
                upside_down=over,
                hull=tuple(_mirrored(x, y, sheet.page, over) for x, y in slot.hull),
            )
            for slot in block.slots
            if slot.piece.back
        )
        if slots:
            blocks.append(replace(block, slots=slots, reach=_mirrored_area(block.reach, sheet.page, over)))
    area = _mirrored_area(sheet.area, sheet.page, over)
    return replace(sheet, area=area, blocks=tuple(blocks)) if blocks else None


def _mirrored(x: float, y: float, page: Page, over: bool) -> tuple[float, float]:
    return (x, page.height - y) if over else (page.width - x, y)


def _mirrored_area(area: Area, page: Page, over: bool) -> Area:
    left, top = (area.left, page.height - area.bottom) if over else (page.width - area.right, area.top)
    return Area(left, top, area.width, area.height)


def _lay_out(pieces: Iterable[Piece], ground: _Ground) -> tuple[Sheet, ...]:
    content = ground.content
    full: list[list[_Shelf]] = [[]]
    for piece in pieces:
        shape = piece.shape
        height, gap = shape.size[1], ground.pitch(shape)[1] - shape.size[1]
        for _ in range(piece.count):
            shelf = full[-1][-1] if full[-1] else None
            if shelf is None or shelf.shape != shape or len(shelf.pieces) == shelf.room:
                top = RIM if shelf is None else shelf.bottom + (gap if shelf.shape == shape else BETWEEN_KINDS)
                if shelf is not None and top + height + RIM > content.height + 1e-6:
                    full.append([])
                    shelf, top = None, RIM
                indent = 0.0
                if ground.straight(shape) and shelf is not None and shelf.shape == shape and not shelf.indent:
                    indent = shape.size[0] / 2
                shelf = _Shelf(shape, top, indent, max(1, ground.room(shape, indent)))
                full[-1].append(shelf)
            shelf.pieces.append(piece)
    return tuple(_sheet(ground, shelves) for shelves in full if shelves)


def _sheet(ground: _Ground, shelves: list[_Shelf]) -> Sheet:
    """Put the rows in the middle of the page's width, near its top, and cut the page's content into cells."""
    content = ground.content
    down = content.top + min((content.height - shelves[-1].bottom - RIM) / 2, HEAD)
    blocks: list[Block] = []
    for first, last in _runs(shelves):
        run = shelves[first : last + 1]
        above = content.top if first == 0 else down + run[0].top - BETWEEN_KINDS / 2
        below = content.bottom if last == len(shelves) - 1 else down + run[-1].bottom + BETWEEN_KINDS / 2
        shape = run[0].shape
        width, across = shape.size[0], ground.pitch(shape)[0]
        gap = across - width
        wide = max(shelf.indent + len(shelf.pieces) * across - gap for shelf in run)
        left = content.left + (content.width - wide) / 2
        slots = []
        for row, shelf in enumerate(run):
            top = above if row == 0 else down + shelf.top - gap / 2
            bottom = below if row == len(run) - 1 else down + shelf.bottom + gap / 2
            for column, piece in enumerate(shelf.pieces):
                x = left + shelf.indent + column * across + width / 2
                y = down + shelf.top + shape.size[1] / 2
                start = content.left if column == 0 else x - across / 2
                end = content.right if column == len(shelf.pieces) - 1 else x + across / 2
                cell = Area(start, top, end - start, bottom - top)
                slots.append(Slot(piece, piece.front, piece.bleed, x, y, cell))
        reach = Area(content.left, above, content.width, below - above)
        straight = ground.straight(shape)
        if straight:
            slots = [replace(slot, cell=reach, hull=_hull(slot, slots)) for slot in slots]
        blocks.append(Block(tuple(slots), reach, straight))
    return Sheet(ground.page, content, tuple(blocks), ground.gap, ground.fold)


def _hull(slot: Slot, others: Sequence[Slot]) -> tuple[Point, ...]:
    """The outline of a hex with the whole of its bleed, but for what is nearer to another."""
    bleed = max(slot.piece.bleed, slot.piece.back_bleed)
    start, segments = slot.shape.outline(bleed)
    points = [(slot.x + x, slot.y + y) for x, y in (start, *(segment[0] for segment in segments))]
    near = 1.5 * slot.shape.size[0]
    for other in others:
        if other is not slot and abs(other.x - slot.x) < near and abs(other.y - slot.y) < near:
            points = clipped(points, (slot.x, slot.y), (other.x, other.y))
    return tuple(points)


def _runs(shelves: list[_Shelf]) -> list[tuple[int, int]]:
    """First and last of each run of shelves of one shape."""
    starts = [i for i, shelf in enumerate(shelves) if i == 0 or shelf.shape != shelves[i - 1].shape]
    return list(zip(starts, [start - 1 for start in starts[1:]] + [len(shelves) - 1], strict=True))
