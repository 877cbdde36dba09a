"""What is printed round the pieces: cut lines, the ruler, the lines of text, the map of a poster's pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot

from companion.kit.canvas import BLACK, GREY, WHITE, Canvas
from companion.kit.layout import Block, Slot
from companion.kit.lettering import Lettering
from companion.kit.paper import Area, Page
from companion.kit.poster import Poster, Window
from companion.kit.shapes import Hexagon, Point, Rectangle

HAIR = 0.1
HALO = 0.35
"""Widths of a cut line and of the white round it, which keeps it visible on dark bleed."""
MARK = 5.0
"""How far a cut line runs on beyond the outermost pieces, where there is room."""
TICK = 1.5
"""How far the slanted edges of a hex are drawn out beyond its corners."""
TEXT, SMALL = 2.6, 2.1
"""Heights of letters: their em in mm."""
RULER = 100.0

Line = tuple[Point, Point]


@dataclass(frozen=True)
class Labels:
    """The words on one side of a sheet, translated."""

    title: str
    """What is on it, in bold."""
    sheet: str
    """Sheet n of m, and which side."""
    names: str
    """The pieces, or how to put the pages of the board together."""
    scale: str
    """How to print."""
    ruler: str
    """What the ruler measures."""


def draw_labels(canvas: Canvas, page: Page, labels: Labels, lettering: Lettering) -> None:
    """The strip at the top (what this is) and the strip at the bottom (the ruler, and how to print)."""
    area = page.printable
    sheet_width = lettering.width(labels.sheet, TEXT)
    canvas.text(lettering, labels.title, area.left, area.top + 2.4, TEXT, bold=True)
    canvas.text(lettering, labels.sheet, area.right - sheet_width, area.top + 2.4, TEXT)
    if labels.names:
        size = min(SMALL, SMALL * area.width / lettering.width(labels.names, SMALL))
        canvas.text(lettering, labels.names, area.left, area.top + 5.2, size, ink=GREY)
    _draw_ruler(canvas, area, labels, lettering)


def _draw_ruler(canvas: Canvas, area: Area, labels: Labels, lettering: Lettering) -> None:
    """A bar of exactly 100 mm in centimetres: filled, so that its ends are edges and not the caps of lines."""
    bar = Area(area.left, area.bottom - 1.6, RULER, 1.2)
    canvas.fill(bar, BLACK)
    for centimetre in range(1, 10, 2):
        canvas.fill(Area(bar.left + 10 * centimetre, bar.top + 0.3, 10, bar.height - 0.6), WHITE)
    canvas.text(lettering, labels.ruler, bar.left, bar.top - 0.8, SMALL)
    width = lettering.width(labels.scale, TEXT, bold=True)
    canvas.text(lettering, labels.scale, area.right - width, area.bottom - 0.6, TEXT, bold=True)


def draw_cuts(canvas: Canvas, block: Block) -> None:
    """Cut lines of the fronts: every outline, and lines through all gaps, of which each cut leaves the other halves."""
    lines = list(_across(block)) + [line for slot in block.slots for line in _ticks(slot)]
    canvas.lines(lines, WHITE, HALO)
    canvas.lines(lines, BLACK, HAIR)
    for slot in block.slots:
        canvas.outline(*slot.shape.outline(), slot.x, slot.y, GREY, HAIR)


def _across(block: Block) -> Iterable[Line]:
    """Level and upright lines along straight edges from one end of the block to the other, but never over a piece."""
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


def _ticks(slot: Slot) -> Iterable[Line]:
    """The slanted edges of a hex, drawn out a little beyond both corners."""
    if not isinstance(slot.shape, Hexagon):
        return
    start, segments = slot.shape.outline()
    points = [start, *(segment[0] for segment in segments)]
    for a, b in zip(points, points[1:] + points[:1], strict=True):
        if abs(a[1] - b[1]) < 1e-6:
            continue
        length = hypot(b[0] - a[0], b[1] - a[1])
        dx, dy = (b[0] - a[0]) / length * TICK, (b[1] - a[1]) / length * TICK
        yield (slot.x + a[0] - dx, slot.y + a[1] - dy), (slot.x + a[0], slot.y + a[1])
        yield (slot.x + b[0], slot.y + b[1]), (slot.x + b[0] + dx, slot.y + b[1] + dy)


def draw_seams(canvas: Canvas, sheet: Poster, window: Window) -> None:
    """Marks in the margin at both ends of every seam; a dashed line over the picture where this page is cut."""
    place = window.place
    cut_x, cut_y = sheet.seams_to_cut(window)
    cover_x, cover_y = sheet.seams_to_cover(window)
    marks: list[Line] = []
    for x in (cut_x, cover_x):
        if x is not None:
            marks += [((x, place.top - 2.5), (x, place.top - 0.3)), ((x, place.bottom + 0.3), (x, place.bottom + 2.5))]
    for y in (cut_y, cover_y):
        if y is not None:
            marks += [((place.left - 2.5, y), (place.left - 0.3, y)), ((place.right + 0.3, y), (place.right + 2.5, y))]
    canvas.lines(marks, BLACK, 0.2)
    cuts: list[Line] = []
    if cut_x is not None:
        cuts.append(((cut_x, place.top), (cut_x, place.bottom)))
    if cut_y is not None:
        cuts.append(((place.left, cut_y), (place.right, cut_y)))
    canvas.lines(cuts, WHITE, HALO)
    canvas.lines(cuts, BLACK, HAIR, (2.0, 2.0))


def draw_corners(canvas: Canvas, place: Area) -> None:
    """Marks at the corners of a picture that is trimmed all round."""
    lines: list[Line] = []
    for x, out in ((place.left, -1), (place.right, 1)):
        for y in (place.top, place.bottom):
            lines.append(((x + 0.5 * out, y), (x + 3.5 * out, y)))
    for y, out in ((place.top, -1), (place.bottom, 1)):
        for x in (place.left, place.right):
            lines.append(((x, y + 0.5 * out), (x, y + 3.5 * out)))
    canvas.lines(lines, BLACK, HAIR)


def draw_map(canvas: Canvas, page: Page, poster: Poster, window: Window) -> None:
    """A small map of the poster's pages in the lower strip, with this one filled."""
    area = page.printable
    height = 5.0 / poster.rows
    width = height * page.width / page.height
    left, top = area.left + RULER + 6, area.bottom - 5.4
    for other in poster.windows:
        cell = Area(left + other.column * width, top + other.row * height, width, height)
        if other == window:
            canvas.fill(cell, BLACK)
        canvas.frame(cell, BLACK, HAIR)
