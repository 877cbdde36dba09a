"""What is printed round the pieces: cut lines, fold lines, and what a cutting machine looks for."""

from __future__ import annotations

from companion.kit import cutting
from companion.kit.canvas import BLACK, GREY, WHITE, Canvas
from companion.kit.cutting import Line
from companion.kit.layout import Sheet
from companion.kit.options import Lines, Registration
from companion.kit.paper import REGISTRATION, Area, Page

HAIR = 0.1
HALO = 0.35
"""Widths of a cut line and of the white round it, which keeps it visible on dark bleed."""
DASHES = (1.6, 1.2)
FOLD = (3.0, 1.0, 0.4, 1.0)
"""Dashes of cuts and of folds, which are told apart by them."""
THICK = 1.0
"""Width of the strokes of a registration mark."""


def draw_cuts(canvas: Canvas, sheet: Sheet, style: Lines) -> None:
    """Where to cut: every outline, and lines through all gaps, of which each cut leaves the other halves."""
    if style == "none":
        return
    dash = DASHES if style == "dashed" else ()
    for block in sheet.blocks:
        lines = cutting.guides(block, sheet.gap)
        if style == "corners":
            lines = cutting.corners(block, lines)
        canvas.lines(lines, WHITE, HALO)
        canvas.lines(lines, BLACK, HAIR, dash)
        for slot in block.slots:
            if style != "corners" or not cutting.is_marked(slot.shape, sheet.gap, block.straight):
                canvas.outline(*slot.shape.outline(), slot.x, slot.y, GREY, HAIR, dash)


def draw_folds(canvas: Canvas, sheet: Sheet) -> None:
    """Where to fold."""
    lines = list(cutting.folds(sheet))
    canvas.lines(lines, WHITE, HALO)
    canvas.lines(lines, BLACK, HAIR, FOLD)


def registration(page: Page, kind: Registration) -> tuple[Area, ...]:
    """The strokes of the marks that a Silhouette looks for: three, of which the first is a square, or four corners."""
    near, size = page.inset, REGISTRATION
    left, top, right, bottom = near, near, page.width - near, page.height - near

    def corner(x: float, y: float) -> tuple[Area, Area]:
        across = Area(x if x == left else x - size, y if y == top else y - THICK, size, THICK)
        down = Area(x if x == left else x - THICK, y if y == top else y - size, THICK, size)
        return across, down

    if kind == "silhouette-3":
        return Area(left, top, size, size), *corner(right, top), *corner(left, bottom)
    if kind == "silhouette-4":
        return *corner(left, top), *corner(right, top), *corner(left, bottom), *corner(right, bottom)
    return ()


def draw_registration(canvas: Canvas, page: Page, kind: Registration) -> None:
    """Print the marks for a cutting machine."""
    for stroke in registration(page, kind):
        canvas.fill(stroke, BLACK)


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
