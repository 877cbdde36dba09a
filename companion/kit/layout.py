"""Where pieces lie on sheets: rows of equal pieces, and the backs behind them. Millimetres from the top left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from companion.kit.options import Backs
from companion.kit.paper import Area, Page, orientations, turns_upside_down
from companion.kit.pieces import Face, Piece
from companion.kit.shapes import Shape

GAP = 3.0
"""Between two pieces: each bleeds into its half, and a cut in the middle of it spoils neither."""
RIM = 1.0
"""The least bleed round the outermost pieces of a sheet."""
HEAD = 6.0
"""The most that is left empty above the first row, so that what a sheet has left over is in one piece."""
BETWEEN_KINDS = 8.0
"""Between rows of different shapes on a sheet."""


@dataclass(frozen=True)
class Slot:
    """One piece on a sheet, by its centre; `cell` is what its bleed may fill."""

    piece: Piece
    face: Face
    bleed: float
    x: float
    y: float
    cell: Area
    upside_down: bool = False

    @property
    def shape(self) -> Shape:
        """The outline to cut."""
        return self.piece.shape


@dataclass(frozen=True)
class Block:
    """Rows of pieces of one shape: they share their cut lines. `reach` is how far these may run."""

    slots: tuple[Slot, ...]
    reach: Area


@dataclass(frozen=True)
class Sheet:
    """One side of a piece of paper with pieces on it."""

    page: Page
    blocks: tuple[Block, ...]

    @property
    def slots(self) -> tuple[Slot, ...]:
        """All pieces."""
        return tuple(slot for block in self.blocks for slot in block.slots)


@dataclass
class _Shelf:
    """A row that is being filled."""

    shape: Shape
    top: float
    pieces: list[Piece] = field(default_factory=list)

    @property
    def bottom(self) -> float:
        return self.top + self.shape.size[1]


def sheets(pieces: Sequence[Piece], paper: str) -> tuple[Sheet, ...]:
    """Lay the pieces out in their order, on paper turned so that fewest sheets are needed."""
    portrait, landscape = (_lay_out(pieces, page) for page in orientations(paper))
    return landscape if len(landscape) < len(portrait) else portrait


def back(sheet: Sheet, backs: Backs) -> Sheet | None:
    """The other side of a sheet of fronts; None when nothing there has a back.

    Blocks stay in their order and so do the slots in them: the n-th slot of the back is the n-th of the front.
    """
    over = turns_upside_down(sheet.page, backs)
    blocks = []
    for block in sheet.blocks:
        slots = tuple(
            Slot(
                slot.piece,
                slot.piece.back,
                slot.piece.back_bleed,
                *_mirrored(slot.x, slot.y, sheet.page, over),
                _mirrored_area(slot.cell, sheet.page, over),
                over,
            )
            for slot in block.slots
            if slot.piece.back
        )
        if slots:
            blocks.append(Block(slots, _mirrored_area(block.reach, sheet.page, over)))
    return Sheet(sheet.page, tuple(blocks)) if blocks else None


def _mirrored(x: float, y: float, page: Page, over: bool) -> tuple[float, float]:
    return (x, page.height - y) if over else (page.width - x, y)


def _mirrored_area(area: Area, page: Page, over: bool) -> Area:
    left, top = (area.left, page.height - area.bottom) if over else (page.width - area.right, area.top)
    return Area(left, top, area.width, area.height)


def _lay_out(pieces: Iterable[Piece], page: Page) -> tuple[Sheet, ...]:
    content = page.content
    full: list[list[_Shelf]] = [[]]
    for piece in pieces:
        width, height = piece.shape.size
        room = int((content.width - 2 * RIM + GAP + 1e-6) // (width + GAP))
        for _ in range(piece.count):
            shelf = full[-1][-1] if full[-1] else None
            if shelf is None or shelf.shape != piece.shape or len(shelf.pieces) == room:
                top = RIM if shelf is None else shelf.bottom + (GAP if shelf.shape == piece.shape else BETWEEN_KINDS)
                if shelf is not None and top + height + RIM > content.height + 1e-6:
                    full.append([])
                    top = RIM
                shelf = _Shelf(piece.shape, top)
                full[-1].append(shelf)
            shelf.pieces.append(piece)
    return tuple(_sheet(page, shelves) for shelves in full if shelves)


def _sheet(page: Page, shelves: list[_Shelf]) -> Sheet:
    """Put the rows in the middle of the page's width, near its top, and cut the page's content into cells."""
    content = page.content
    down = content.top + min((content.height - shelves[-1].bottom - RIM) / 2, HEAD)
    blocks: list[Block] = []
    for first, last in _runs(shelves):
        run = shelves[first : last + 1]
        above = content.top if first == 0 else down + run[0].top - BETWEEN_KINDS / 2
        below = content.bottom if last == len(shelves) - 1 else down + run[-1].bottom + BETWEEN_KINDS / 2
        width = run[0].shape.size[0]
        columns = max(len(shelf.pieces) for shelf in run)
        left = content.left + (content.width - columns * (width + GAP) + GAP) / 2
        slots = []
        for row, shelf in enumerate(run):
            top = above if row == 0 else down + shelf.top - GAP / 2
            bottom = below if row == len(run) - 1 else down + shelf.bottom + GAP / 2
            for column, piece in enumerate(shelf.pieces):
                x = left + column * (width + GAP) + width / 2
                start = content.left if column == 0 else x - (width + GAP) / 2
                end = content.right if column == len(shelf.pieces) - 1 else x + (width + GAP) / 2
                y = down + shelf.top + shelf.shape.size[1] / 2
                slots.append(Slot(piece, piece.front, piece.bleed, x, y, Area(start, top, end - start, bottom - top)))
        blocks.append(Block(tuple(slots), Area(content.left, above, content.width, below - above)))
    return Sheet(page, tuple(blocks))


def _runs(shelves: list[_Shelf]) -> list[tuple[int, int]]:
    """First and last of each run of shelves of one shape."""
    starts = [i for i, shelf in enumerate(shelves) if i == 0 or shelf.shape != shelves[i - 1].shape]
    return list(zip(starts, [start - 1 for start in starts[1:]] + [len(shelves) - 1], strict=True))
