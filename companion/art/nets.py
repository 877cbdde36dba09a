"""Flat pieces that are folded after the cut: outline, folds, and the panels on which art lies.

Millimetres round 0, 0, the middle of the bounds, y downwards. The printed side is the outside of what is folded.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin

import msgspec

from companion.art.pen import Point, middle

Line = tuple[Point, Point]
SLOPE = 0.6
"""How far a flap's slanted ends run in for each mm of its depth: neighbours then fold in without meeting."""
EASE = 0.5
"""How much narrower a tongue is on each side than the slit that it goes into."""


class Panel(msgspec.Struct, frozen=True):
    """A flat part between folds. `turn`: how many degrees clockwise what is on it is turned."""

    name: str
    middle: Point
    width: float
    height: float
    turn: int = 0


class Net(msgspec.Struct, frozen=True):
    """What is cut out."""

    outline: tuple[Point, ...]
    """Corners, clockwise."""
    folds: tuple[Line, ...]
    panels: tuple[Panel, ...]
    """What is seen when it is folded, and flaps that are only tucked in; those are named `flap`."""
    glued: tuple[Panel, ...]
    """The flaps to glue, as bounds."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the bounds."""
        xs, ys = zip(*self.outline, strict=True)
        return max(xs) - min(xs), max(ys) - min(ys)

    def panel(self, name: str) -> Panel:
        """The panel of that name."""
        return next(panel for panel in self.panels if panel.name == name)


def tent(width: float, height: float, depth: float, flap: float) -> Net:
    """A prism that stands on `width` x `depth`: two sides that meet in a ridge, a foot, a flap to glue to the foot."""
    x, y = width / 2, flap
    ridge, edge, end = y + height, y + 2 * height, y + 2 * height + depth
    outline = [*_flap((-x, y), (x, y), flap), (x, end), (-x, end)]
    folds = [((-x, level), (x, level)) for level in (y, ridge, edge)]
    panels = (
        Panel("back", (0, y + height / 2), width, height, 180),
        Panel("front", (0, ridge + height / 2), width, height),
        Panel("foot", (0, edge + depth / 2), width, depth),
    )
    return _centred(outline, folds, panels, [Panel("flap", (0, flap / 2), width, flap)])


CUBE = {"3": (0, 0), "1": (0, 1), "4": (0, 2), "6": (0, 3), "5": (-1, 1), "2": (1, 1)}
"""Column and row of a die's faces in its cross: opposite faces make seven, and 1, 2, 3 run against the clock."""


def cube(side: float, flap: float) -> Net:
    """A die: a cross of six squares, with seven flaps on its upright part."""
    a, h = side, side / 2

    def corner(x: float, y: float) -> Point:
        return x * h, y * a

    upright = [((1, 0), (1, 1)), ((1, 2), (1, 3)), ((1, 3), (1, 4)), ((-1, 4), (-1, 3)), ((-1, 3), (-1, 2))]
    left = ((-1, 1), (-1, 0))
    top = ((-1, 0), (1, 0))
    outline: list[Point] = []
    for one, other in [top, upright[0]]:
        outline += _flap(corner(*one), corner(*other), flap)
    outline += [corner(3, 1), corner(3, 2)]
    for one, other in upright[1:]:
        outline += _flap(corner(*one), corner(*other), flap)
        if (one, other) == ((1, 3), (1, 4)):
            outline += [corner(1, 4), corner(-1, 4)]
    outline += [corner(-3, 2), corner(-3, 1)]
    outline += _flap(corner(*left[0]), corner(*left[1]), flap)
    folds = [(corner(*one), corner(*other)) for one, other in [top, *upright, left]]
    folds += [(corner(-1, row), corner(1, row)) for row in (1, 2, 3)]
    folds += [(corner(x, 1), corner(x, 2)) for x in (-1, 1)]
    panels = tuple(Panel(pips, (column * a, (row + 0.5) * a), a, a) for pips, (column, row) in CUBE.items())
    beside = h + flap / 2
    glued = [Panel("flap", (0, -flap / 2), a, flap)]
    glued += [Panel("flap", (x, (row + 0.5) * a), flap, a) for x in (-beside, beside) for row in (0, 2, 3)]
    return _centred(_without_doubles(outline), folds, panels, glued)


def tuck_box(width: float, height: float, depth: float, tongue: float, flap: float) -> Net:
    """A box that opens at the top: front, side, back, side and a glue flap in a row; lid and bottom on the back."""
    w, h, d = width, height, depth
    dust = min(d * 0.8, w / 2 - 1, d + tongue - 3)
    a, b, c, e = w, w + d, 2 * w + d, 2 * (w + d)
    notch = min(9.0, w / 5, h / 6)
    outline: list[Point] = [(0, 0), *_notch(w / 2, notch), (a, 0)]
    outline += _dust(a, b, 0, -dust)
    outline += _lid(b, c, 0, -d, -tongue)
    outline += _dust(c, e, 0, -dust)
    run = min(SLOPE * flap, h / 3)
    outline += [(e, 0), (e + flap, run), (e + flap, h - run), (e, h)]
    outline += [(x, y) for x, y in reversed(_dust(c, e, h, dust))]
    outline += [(x, y) for x, y in reversed(_lid(b, c, h, d, tongue))]
    outline += [(x, y) for x, y in reversed(_dust(a, b, h, dust))]
    outline += [(a, h), (0, h)]
    folds = [((x, 0.0), (x, h)) for x in (a, b, c, e)]
    for y, out in ((0.0, -1), (h, 1)):
        folds += [((one, y), (other, y)) for one, other in ((a, b), (b, c), (c, e))]
        folds.append(((b + EASE, y + out * d), (c - EASE, y + out * d)))
    panels = (
        Panel("front", (w / 2, h / 2), w, h),
        Panel("side", (a + d / 2, h / 2), d, h),
        Panel("back", (b + w / 2, h / 2), w, h),
        Panel("other side", (c + d / 2, h / 2), d, h),
        Panel("lid", (b + w / 2, -d / 2), w, d, 180),
        Panel("bottom", (b + w / 2, h + d / 2), w, d),
        Panel("flap", (b + w / 2, -d - tongue / 2), w, tongue),
        Panel("flap", (b + w / 2, h + d + tongue / 2), w, tongue),
        *(Panel("flap", (x, y), d, dust) for x in (a + d / 2, c + d / 2) for y in (-dust / 2, h + dust / 2)),
    )
    glued = [Panel("flap", (e + flap / 2, h / 2), flap, h)]
    return _centred(_without_doubles(outline), folds, panels, glued)


def _flap(start: Point, end: Point, depth: float) -> list[Point]:
    """A glue flap on the edge from start to end, to the left of that way: on the outside of a clockwise outline."""
    (ax, ay), (bx, by) = start, end
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    ux, uy = (bx - ax) / length, (by - ay) / length
    run = min(SLOPE * depth, length / 4)
    return [
        start,
        (ax + ux * run + uy * depth, ay + uy * run - ux * depth),
        (bx - ux * run + uy * depth, by - uy * run - ux * depth),
        end,
    ]


def _notch(x: float, radius: float) -> list[Point]:
    """A half circle for the thumb, cut down into the edge at y = 0, from left to right."""
    steps = 12
    return [(x - radius * cos(pi * k / steps), radius * 0.8 * sin(pi * k / steps)) for k in range(steps + 1)]


def _dust(left: float, right: float, y: float, out: float) -> list[Point]:
    """A flap below the lid, `out` upwards (less than 0) or downwards, from left to right."""
    run = min(abs(out) * 0.2, (right - left) / 5)
    return [(left, y), (left + run, y + out * 0.9), (left + 2 * run, y + out), (right - 2 * run, y + out),
            (right - run, y + out * 0.9), (right, y)]  # fmt: skip


def _lid(left: float, right: float, y: float, depth: float, tongue: float) -> list[Point]:
    """A lid of `depth` and the tongue at its end, from left to right."""
    far, end = y + depth, y + depth + tongue
    run, shoulder = min(abs(tongue) * 0.7, (right - left) / 5), far + tongue * 0.25
    return [
        (left, y),
        (left, far),
        (left + EASE, far),
        (left + EASE, shoulder),
        (left + EASE + run * 0.3, end - tongue * 0.2),
        (left + EASE + run, end),
        (right - EASE - run, end),
        (right - EASE - run * 0.3, end - tongue * 0.2),
        (right - EASE, shoulder),
        (right - EASE, far),
        (right, far),
        (right, y),
    ]


def _without_doubles(points: Iterable[Point]) -> list[Point]:
    """The points without those that repeat the one before them."""
    kept: list[Point] = []
    for x, y in points:
        if not kept or abs(x - kept[-1][0]) + abs(y - kept[-1][1]) > 1e-6:
            kept.append((x, y))
    if abs(kept[0][0] - kept[-1][0]) + abs(kept[0][1] - kept[-1][1]) < 1e-6:
        kept.pop()
    return kept


def _centred(outline: Iterable[Point], folds: Iterable[Line], panels: Iterable[Panel], glued: Iterable[Panel]) -> Net:
    """All moved so that the middle of the bounds is 0, 0."""
    corners = list(outline)
    xs, ys = zip(*corners, strict=True)
    x, y = middle((min(xs), min(ys)), (max(xs), max(ys)))

    def moved(panel: Panel) -> Panel:
        return Panel(panel.name, (panel.middle[0] - x, panel.middle[1] - y), panel.width, panel.height, panel.turn)

    return Net(
        tuple((px - x, py - y) for px, py in corners),
        tuple(((ax - x, ay - y), (bx - x, by - y)) for (ax, ay), (bx, by) in folds),
        tuple(map(moved, panels)),
        tuple(map(moved, glued)),
    )
