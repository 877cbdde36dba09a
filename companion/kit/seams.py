"""What is printed on the pages of a board: where to cut and to glue, and a small map of how they go together."""

from __future__ import annotations

from math import ceil

from companion.kit.canvas import BLACK, WHITE, Canvas, Ink
from companion.kit.cutting import Line
from companion.kit.labels import RULER
from companion.kit.marks import FOLD, HAIR, HALO
from companion.kit.paper import Area, Page
from companion.kit.poster import Poster, Window

DASHES = (2.0, 2.0)
HATCH = 4.0
"""Between the slanted lines that mark a flap."""
PALE: Ink = (0.82, 0.82, 0.82)
MAP = 5.0
"""Height of the map."""


def draw_seams(canvas: Canvas, sheet: Poster, window: Window) -> None:
    """Marks in the margin at both ends of every cut; over the picture a dashed line where this page is cut, and a hatch
    where its neighbours are glued on."""
    place = window.place
    for flap in sheet.flaps(window):
        _draw_flap(canvas, flap)
    cut_x, cut_y = sheet.seams_to_cut(window)
    cover_x, cover_y = sheet.seams_to_cover(window)
    trim_x, trim_y = sheet.trims(window)
    marks: list[Line] = []
    for x in (cut_x, cover_x, *trim_x):
        if x is not None:
            marks += [((x, place.top - 2.5), (x, place.top - 0.3)), ((x, place.bottom + 0.3), (x, place.bottom + 2.5))]
    for y in (cut_y, cover_y, *trim_y):
        if y is not None:
            marks += [((place.left - 2.5, y), (place.left - 0.3, y)), ((place.right + 0.3, y), (place.right + 2.5, y))]
    canvas.lines(marks, BLACK, 0.2)
    cuts: list[Line] = [((x, place.top), (x, place.bottom)) for x in (cut_x, *trim_x) if x is not None]
    cuts += [((place.left, y), (place.right, y)) for y in (cut_y, *trim_y) if y is not None]
    canvas.lines(cuts, WHITE, HALO)
    canvas.lines(cuts, BLACK, HAIR, DASHES)


def _draw_flap(canvas: Canvas, flap: Area) -> None:
    """Slanted lines over what will be hidden."""
    lines: list[Line] = []
    for step in range(1, ceil((flap.width + flap.height) / HATCH)):
        along = step * HATCH
        start = (flap.left + min(along, flap.width), flap.top + max(0.0, along - flap.width))
        end = (flap.left + max(0.0, along - flap.height), flap.top + min(along, flap.height))
        lines.append((start, end))
    canvas.lines(lines, WHITE, HALO)
    canvas.lines(lines, PALE, HAIR * 2)


def draw_map(canvas: Canvas, page: Page, poster: Poster, window: Window) -> None:
    """A small map of the pages in the lower strip, this one filled; of a folding board with its folds and its slit."""
    area = page.labels
    left, top = area.left + RULER + 6, area.bottom - MAP - 0.4
    if poster.quarter:
        left = _draw_quarters(canvas, left, top, poster) + 4
    if len(poster.windows) == 1:
        return
    height = MAP / poster.rows
    width = height * page.width / page.height
    for other in poster.windows:
        cell = Area(left + other.column * width, top + other.row * height, width, height)
        if other == window:
            canvas.fill(cell, BLACK)
        canvas.frame(cell, BLACK, HAIR)


def _draw_quarters(canvas: Canvas, left: float, top: float, poster: Poster) -> float:
    """The four quarters: folds as on nets, and the slit, which stays open, as a double line; where they end."""
    height = MAP
    width = height * poster.trim.width / poster.trim.height
    row, column = divmod(poster.quarter - 1, 2)
    canvas.fill(Area(left + column * width / 2, top + row * height / 2, width / 2, height / 2), BLACK)
    canvas.frame(Area(left, top, width, height), BLACK, HAIR)
    middle, across = left + width / 2, top + height / 2
    folds = [((left, across), (left + width, across)), ((middle, across), (middle, top + height))]
    canvas.lines(folds, WHITE, HALO)
    canvas.lines(folds, BLACK, HAIR, tuple(part / 4 for part in FOLD))
    canvas.fill(Area(middle - 0.3, top, 0.6, height / 2), WHITE)
    canvas.lines([((x, top), (x, across)) for x in (middle - 0.3, middle + 0.3)], BLACK, HAIR)
    return left + width
