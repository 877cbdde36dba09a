"""Small drawings for the first page: measuring, turning the paper, folding, cutting. Black lines only."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from math import cos, pi, sin

from companion.kit.canvas import BLACK, GREY, WHITE, Canvas, Ink
from companion.kit.cutting import Line
from companion.kit.marks import FOLD
from companion.kit.paper import Area
from companion.kit.shapes import Disc, Point

Picture = Callable[[Canvas, float, float, float], None]
"""Draws from a left, a top and a width; the height is three quarters of that."""
PEN = 0.35
PALE: Ink = (0.9, 0.9, 0.9)
MIDDLE: Ink = (0.7, 0.7, 0.7)


def draw_measuring(canvas: Canvas, left: float, top: float, width: float) -> None:
    """A bar with a ruler under it."""
    u = width / 40
    sheet = Area(left + 4 * u, top, 32 * u, 26 * u)
    _paper(canvas, sheet)
    for n in range(4):
        canvas.lines(
            [((sheet.left + 4 * u, top + (4 + 2.5 * n) * u), (sheet.right - 4 * u, top + (4 + 2.5 * n) * u))],
            MIDDLE,
            PEN,
        )
    bar = Area(left + 8 * u, top + 16 * u, 24 * u, 1.6 * u)
    canvas.fill(bar, BLACK)
    for n in range(1, 6, 2):
        canvas.fill(Area(bar.left + 4 * u * n, bar.top + 0.4 * u, 4 * u, 0.8 * u), WHITE)
    ruler = Area(left + 6 * u, top + 18.2 * u, 28 * u, 5 * u)
    canvas.fill(ruler, PALE)
    canvas.frame(ruler, BLACK, PEN)
    ticks: list[Line] = []
    for n in range(13):
        x = bar.left + 2 * u * n
        ticks.append(((x, ruler.top), (x, ruler.top + (2.4 if n % 6 == 0 else 1.4) * u)))
    canvas.lines(ticks, BLACK, PEN)


def draw_long_edge(canvas: Canvas, left: float, top: float, width: float) -> None:
    """Paper that turns over its long edge, like a page of a book."""
    u = width / 40
    front, back = Area(left + 3 * u, top + 6.5 * u, 15 * u, 21 * u), Area(left + 22 * u, top + 6.5 * u, 15 * u, 21 * u)
    _side(canvas, front, "front", u)
    _side(canvas, back, "back", u)
    edge = left + 20 * u
    canvas.lines([((edge, top + 4.5 * u), (edge, top + 28.5 * u))], GREY, PEN, FOLD)
    _arc(canvas, (edge, top + 8.5 * u), 9 * u, 200, 340)


def draw_short_edge(canvas: Canvas, left: float, top: float, width: float) -> None:
    """Paper that turns over its short edge, like a page of a calendar."""
    u = width / 40
    front, back = Area(left + 8 * u, top + 0.5 * u, 17 * u, 12 * u), Area(left + 8 * u, top + 16.5 * u, 17 * u, 12 * u)
    _side(canvas, front, "front", u)
    _side(canvas, back, "back", u)
    edge = top + 14.5 * u
    canvas.lines([((left + 5 * u, edge), (left + 28 * u, edge))], GREY, PEN, FOLD)
    _arc(canvas, (left + 25 * u, edge), 8 * u, 290, 430)


def draw_stack(canvas: Canvas, left: float, top: float, width: float) -> None:
    """A stack of fronts, turned over its long edge as a whole: then the empty sides look at you."""
    u = width / 40
    for n in range(4, -1, -1):
        _paper(canvas, Area(left + (1 + 0.7 * n) * u, top + (6 - 0.7 * n) * u, 14 * u, 19 * u))
    front = Area(left + u, top + 6 * u, 14 * u, 19 * u)
    _side(canvas, front, "front", u)
    for n in range(4, -1, -1):
        _paper(canvas, Area(left + (22 + 0.7 * n) * u, top + (6 - 0.7 * n) * u, 14 * u, 19 * u))
    edge = left + 20.2 * u
    canvas.lines([((edge, top + 2 * u), (edge, top + 27 * u))], GREY, PEN, FOLD)
    _arc(canvas, (edge, top + 7 * u), 9 * u, 205, 335)


def draw_folding(canvas: Canvas, left: float, top: float, width: float) -> None:
    """A sheet whose halves meet back to back."""
    u = width / 40
    sheet = Area(left + 4 * u, top + 10.5 * u, 32 * u, 18 * u)
    _paper(canvas, sheet)
    for n, x in enumerate((9, 22)):
        piece = Area(left + x * u, top + 14 * u, 9 * u, 11 * u)
        canvas.fill(piece, WHITE if n == 0 else MIDDLE)
        canvas.frame(piece, BLACK, PEN)
    _sign(canvas, (left + 13.5 * u, top + 19.5 * u), 2.6 * u)
    middle = left + 20 * u
    canvas.lines([((middle, top + 8 * u), (middle, top + 28.5 * u))], BLACK, PEN, FOLD)
    _arc(canvas, (middle, top + 12 * u), 12 * u, 205, 262)
    _arc(canvas, (middle, top + 12 * u), 12 * u, 335, 278)


def draw_single(canvas: Canvas, left: float, top: float, width: float) -> None:
    """One side of one sheet."""
    u = width / 40
    _side(canvas, Area(left + 12 * u, top + 3 * u, 16 * u, 22 * u), "front", u)


def draw_cutting(canvas: Canvas, left: float, top: float, width: float) -> None:
    """A knife along a ruler."""
    u = width / 40
    sheet = Area(left + 4 * u, top + 2 * u, 32 * u, 24 * u)
    _paper(canvas, sheet)
    for n in range(2):
        piece = Area(left + (8 + 13 * n) * u, top + 6 * u, 11 * u, 15 * u)
        canvas.fill(piece, MIDDLE)
        canvas.frame(piece, BLACK, PEN)
    ruler = Area(left + 8 * u, top + 21 * u, 27 * u, 4 * u)
    canvas.fill(ruler, PALE)
    canvas.frame(ruler, BLACK, PEN)
    tip = (left + 30 * u, top + 21 * u)
    blade = [tip, (tip[0] + 1.2 * u, tip[1] - 4 * u), (tip[0] + 3.2 * u, tip[1] - 3.6 * u)]
    handle = [blade[1], (tip[0] + 5 * u, tip[1] - 15 * u), (tip[0] + 8 * u, tip[1] - 14.4 * u), blade[2]]
    canvas.shape(handle, GREY)
    canvas.shape(blade, BLACK)


def draw_ring(canvas: Canvas, x: float, y: float) -> None:
    """A ring of 1 mm, with lines that lead to it: what the cross on the other side belongs into."""
    canvas.outline(*Disc(2.0).outline(), x, y, BLACK, 0.15)
    canvas.lines([((x + dx * 2, y + dy * 2), (x + dx * 7, y + dy * 7)) for dx, dy in _FOUR], BLACK, 0.15)


def draw_cross(canvas: Canvas, x: float, y: float) -> None:
    """A cross that shows through the paper."""
    canvas.lines([((x, y), (x + dx * 6, y + dy * 6)) for dx, dy in _FOUR], BLACK, 0.3)


_FOUR = ((1, 0), (0, 1), (-1, 0), (0, -1))


def _paper(canvas: Canvas, sheet: Area) -> None:
    canvas.fill(sheet, WHITE)
    canvas.frame(sheet, BLACK, PEN)


def _side(canvas: Canvas, sheet: Area, which: str, u: float) -> None:
    """A side of a sheet with a piece on it: a sun on the front, a ground on the back."""
    _paper(canvas, sheet)
    piece = Area(sheet.left + 3 * u, sheet.top + 3 * u, sheet.width - 6 * u, sheet.height - 6 * u)
    if which == "back":
        canvas.fill(piece, MIDDLE)
    canvas.frame(piece, BLACK, PEN)
    if which == "front":
        _sign(canvas, piece.middle, 2.6 * u)


def _sign(canvas: Canvas, middle: Point, size: float) -> None:
    """An arrow that points up: a picture has a top."""
    x, y = middle
    canvas.shape([(x, y - size), (x + size * 0.8, y), (x - size * 0.8, y)], BLACK)
    canvas.fill(Area(x - size * 0.3, y, size * 0.6, size), BLACK)


def _arc(canvas: Canvas, middle: Point, radius: float, start: float, end: float) -> None:
    """Part of a circle, clockwise from the right in degrees, with the head of an arrow at its end."""
    steps = 16
    points = [
        (middle[0] + radius * cos(pi * angle / 180), middle[1] + radius * sin(pi * angle / 180))
        for angle in (start + (end - start) * n / steps for n in range(steps + 1))
    ]
    canvas.lines(list(itertools.pairwise(points)), BLACK, PEN * 1.6)
    (ax, ay), (bx, by) = points[-2], points[-1]
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    dx, dy = (bx - ax) / length, (by - ay) / length
    head = radius * 0.22
    canvas.shape(
        [
            (bx + dx * head * 0.6, by + dy * head * 0.6),
            (bx - dx * head * 0.6 - dy * head * 0.6, by - dy * head * 0.6 + dx * head * 0.6),
            (bx - dx * head * 0.6 + dy * head * 0.6, by - dy * head * 0.6 - dx * head * 0.6),
        ],
        BLACK,
    )
