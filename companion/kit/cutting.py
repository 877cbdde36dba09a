"""Where to cut and where to fold: one geometry for the lines on the sheets and for the files of cutting machines.

Millimetres from the top left of the paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin

from companion.kit.layout import Block, Sheet, Slot
from companion.kit.paper import Area
from companion.kit.shapes import Hexagon, Outline, Point, Rectangle, Segment

MARK = 5.0
"""How far a cut line runs on beyond the outermost pieces, where there is room."""
TICK = 1.5
"""How far a mark at a corner reaches, and how far the slanted edges of a hex are drawn out beyond its corners."""

Line = tuple[Point, Point]


@dataclass(frozen=True)
class Closed:
    """The outline of a piece on the paper."""

    start: Point
    segments: tuple[Segment, ...]


@dataclass(frozen=True)
class Cuts:
    """What is cut out of a sheet, and where it is folded."""

    width: float
    height: float
    outlines: tuple[Closed, ...]
    lines: tuple[Line, ...]
    """Cuts that two pieces share, and that run on."""
    folds: tuple[Line, ...]


def cuts(sheet: Sheet) -> Cuts:
    """What a machine cuts: every outline once, a side that two pieces share once, all folds."""
    outlines: list[Closed] = []
    shared: list[Line] = []
    for block in sheet.blocks:
        shape = block.slots[0].shape
        if sheet.gap == 0 and isinstance(shape, Rectangle) and not shape.corner:
            shared += _merged(side for slot in block.slots for side in _sides(slot))
        else:
            outlines += [outline(slot) for slot in block.slots]
    return Cuts(sheet.page.width, sheet.page.height, tuple(outlines), tuple(shared), tuple(folds(sheet)))


def outline(slot: Slot) -> Closed:
    """The outline of a piece where it lies."""
    start, segments = slot.shape.outline()
    return Closed(
        (slot.x + start[0], slot.y + start[1]),
        tuple(tuple((slot.x + x, slot.y + y) for x, y in segment) for segment in segments),
    )


def folds(sheet: Sheet) -> Iterator[Line]:
    """Every fold: of nets, and the one in the middle of a sheet that is folded over."""
    page, area = sheet.page, sheet.page.content
    if sheet.fold == "upright":
        yield (page.width / 2, area.top), (page.width / 2, area.bottom)
    elif sheet.fold == "level":
        yield (area.left, page.height / 2), (area.right, page.height / 2)
    for slot in sheet.slots:
        if isinstance(slot.shape, Outline):
            for (ax, ay), (bx, by) in slot.shape.folds:
                yield (slot.x + ax, slot.y + ay), (slot.x + bx, slot.y + by)


def guides(block: Block, gap: float) -> list[Line]:
    """Lines that lead a ruler along straight edges from one end of a block to the other, but never over a piece."""
    if block.straight:
        return _right_across(block)
    return [*_across(block), *(line for slot in block.slots for line in _ticks(slot, min(TICK, gap / 2)))]


def corners(block: Block, lines: Iterable[Line]) -> list[Line]:
    """What of such lines is kept when only the corners are marked: both ends of each, and all of what sticks out."""
    kept: list[Line] = []
    for a, b in lines:
        length = hypot(b[0] - a[0], b[1] - a[1])
        if block.straight:
            # The ends beyond the outermost tips.
            ends = [_part(a, b, 0, MARK), _part(a, b, length - MARK, length)] if length > 2 * MARK else [(a, b)]
        elif length <= MARK + 1e-6 or length <= 2 * TICK:
            ends = [(a, b)]
        else:
            ends = [_part(a, b, 0, TICK), _part(a, b, length - TICK, length)]
        kept += ends
    return kept


def _part(a: Point, b: Point, start: float, end: float) -> Line:
    """The part of a line from `start` to `end` mm after its beginning."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    return (a[0] + dx * start, a[1] + dy * start), (a[0] + dx * end, a[1] + dy * end)


def _across(block: Block) -> Iterable[Line]:
    """Level and upright lines along straight edges."""
    shape = block.slots[0].shape
    if not isinstance(shape, Rectangle | Hexagon):
        return
    width, height = shape.size
    boxes = [Area(slot.x - width / 2, slot.y - height / 2, width, height) for slot in block.slots]
    left = max(block.reach.left, min(box.left for box in boxes) - MARK)
    right = min(block.reach.right, max(box.right for box in boxes) + MARK)
    top = max(block.reach.top, min(box.top for box in boxes) - MARK)
    bottom = min(block.reach.bottom, max(box.bottom for box in boxes) + MARK)
    for y in sorted({round(edge, 6) for box in boxes for edge in (box.top, box.bottom)}):
        over = [_crossing(slot, y) for slot in block.slots if abs(slot.y - y) <= height / 2 + 1e-6]
        yield from (((a, y), (b, y)) for a, b in _outside(left, right, over))
    if isinstance(shape, Rectangle):
        for x in sorted({round(edge, 6) for box in boxes for edge in (box.left, box.right)}):
            over = [(box.top, box.bottom) for box in boxes if box.left - 1e-6 <= x <= box.right + 1e-6]
            yield from (((x, a), (x, b)) for a, b in _outside(top, bottom, over))


def _crossing(slot: Slot, y: float) -> tuple[float, float]:
    """The part of a level line at `y` that lies on a piece."""
    width, height = slot.shape.size
    half = width / 2
    if isinstance(slot.shape, Hexagon):
        half -= abs(y - slot.y) / height * width / 2
    return slot.x - half, slot.x + half


def _outside(start: float, end: float, taken: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """What is left of start to end outside the taken stretches."""
    free, at = [], start
    for a, b in sorted(taken):
        if a > at + 1e-6:
            free.append((at, a))
        at = max(at, b)
    return [*free, (at, end)] if end > at + 1e-6 else free


def _ticks(slot: Slot, tick: float) -> Iterable[Line]:
    """The slanted edges of a hex, drawn out a little beyond both corners."""
    if not isinstance(slot.shape, Hexagon) or not tick:
        return
    for a, b in _sides(slot):
        if abs(a[1] - b[1]) > 1e-6:
            length = hypot(b[0] - a[0], b[1] - a[1])
            yield _part(a, b, -tick, 0)
            yield _part(a, b, length, length + tick)


def _sides(slot: Slot) -> list[Line]:
    """The straight sides of a piece that has no others."""
    closed = outline(slot)
    points = [closed.start, *(segment[-1] for segment in closed.segments)]
    return list(zip(points, points[1:] + points[:1], strict=True))


def _right_across(block: Block) -> list[Line]:
    """The straight cuts through hexes that lie tip to tip: every side, drawn out to the next and beyond the last."""
    found: list[Line] = []
    for a, b in _merged((side for slot in block.slots for side in _sides(slot)), join=True):
        length = hypot(b[0] - a[0], b[1] - a[1])
        line = _within(_part(a, b, -MARK, length + MARK), block.reach)
        if line:
            found.append(line)
    return found


def _merged(sides: Iterable[Line], join: bool = False) -> list[Line]:
    """Sides that lie on one line, as few lines; with `join` over what lies between them too."""
    families: dict[tuple[int, int], list[tuple[float, float]]] = {}
    exact: dict[tuple[int, int], tuple[float, float]] = {}
    for a, b in sides:
        angle = atan2(b[1] - a[1], b[0] - a[0]) % pi
        if pi - angle < 1e-6:
            angle = 0.0
        dx, dy = cos(angle), sin(angle)
        offset = a[1] * dx - a[0] * dy
        key = round(angle * 1e4), round(offset * 1e3)
        exact.setdefault(key, (angle, offset))
        families.setdefault(key, []).append(tuple(sorted(p[0] * dx + p[1] * dy for p in (a, b))))  # type: ignore[arg-type]
    found: list[Line] = []
    for key, spans in sorted(families.items()):
        angle, offset = exact[key]
        dx, dy = cos(angle), sin(angle)
        spans.sort()
        if join:
            spans = [(spans[0][0], max(end for _, end in spans))]
        for start, end in _united(spans):
            found.append(
                ((start * dx - offset * dy, start * dy + offset * dx), (end * dx - offset * dy, end * dy + offset * dx))
            )
    return found


def _united(spans: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Sorted stretches, those that touch made one."""
    found: list[tuple[float, float]] = []
    for start, end in spans:
        if found and start <= found[-1][1] + 1e-3:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((start, end))
    return found


def _within(line: Line, area: Area) -> Line | None:
    """What of a line lies in a rectangle."""
    (ax, ay), (bx, by) = line
    start, end = 0.0, 1.0
    for at, by_, low, high in ((ax, bx - ax, area.left, area.right), (ay, by - ay, area.top, area.bottom)):
        if abs(by_) < 1e-9:
            if not low - 1e-9 <= at <= high + 1e-9:
                return None
            continue
        first, second = sorted(((low - at) / by_, (high - at) / by_))
        start, end = max(start, first), min(end, second)
    if start >= end:
        return None
    return (ax + (bx - ax) * start, ay + (by - ay) * start), (ax + (bx - ax) * end, ay + (by - ay) * end)


def is_marked(shape: object, gap: float, straight: bool) -> bool:
    """Whether marks at its corners are enough to cut a piece out with a ruler.

    Between hexes without a gap there is no room for marks at the slanted edges, unless these lead right across.
    """
    return isinstance(shape, Rectangle) or (isinstance(shape, Hexagon) and (straight or gap >= TICK))
