"""Path data: the few strokes that everything is drawn with. Points are (x, y), y downwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, hypot, radians, sin

Point = tuple[float, float]


def number(value: float, decimals: int = 1) -> str:
    """A coordinate, as short as it can be written."""
    text = f"{value:.{decimals}f}"
    text = text.rstrip("0").rstrip(".") if decimals else text
    sign, digits = ("-", text[1:]) if text.startswith("-") else ("", text)
    digits = digits.removeprefix("0") or "0"
    return digits if digits == "0" else sign + digits


def at(point: Point, decimals: int = 1) -> str:
    """A point within path data."""
    return f"{number(point[0], decimals)} {number(point[1], decimals)}".replace(" -", "-")


def polyline(points: Iterable[Point], decimals: int = 1) -> str:
    """An open path through the points, written as steps from one rounded point to the next."""
    corners = [(round(x, decimals), round(y, decimals)) for x, y in points]
    steps = (at((b[0] - a[0], b[1] - a[1]), decimals) for a, b in pairwise(corners))
    return f"M{at(corners[0], decimals)}l" + " ".join(steps).replace(" -", "-")


def polygon(points: Iterable[Point], decimals: int = 1) -> str:
    """A closed path through the points."""
    return polyline(points, decimals) + "z"


def circle(centre: Point, radius: float) -> str:
    """A circle as path data, so that many circles are one path."""
    x, y = centre
    r = number(radius)
    return f"M{at((x - radius, y))}a{r} {r} 0 1 0 {number(2 * radius)} 0a{r} {r} 0 1 0 {number(-2 * radius)} 0z"


def rounded(points: list[Point], radius: float) -> str:
    """A closed polygon whose corners are rounded, each by at most half of its shorter side."""
    out = []
    for i, corner in enumerate(points):
        before, after = points[i - 1], points[(i + 1) % len(points)]
        reach = min(radius, distance(before, corner) / 2, distance(corner, after) / 2)
        start, end = towards(corner, before, reach), towards(corner, after, reach)
        out.append(f"{'L' if i else 'M'}{at(start)}Q{at(corner)} {at(end)}")
    return "".join(out) + "Z"


def smooth(points: Sequence[Point], decimals: int = 1) -> str:
    """A closed curve that is led by the points."""
    ends = [middle(point, points[(i + 1) % len(points)]) for i, point in enumerate(points)]
    pairs = ((at(lead, decimals), at(end, decimals)) for lead, end in zip(points, ends, strict=True))
    return f"M{at(ends[-1], decimals)}" + "".join(f"Q{lead} {end}" for lead, end in pairs) + "Z"


def distance(a: Point, b: Point) -> float:
    """Distance of two points."""
    return hypot(b[0] - a[0], b[1] - a[1])


def towards(a: Point, b: Point, length: float) -> Point:
    """The point `length` away from `a` on the way to `b`."""
    share = length / distance(a, b)
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def middle(a: Point, b: Point) -> Point:
    """Half-way between two points."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def turned(point: Point, degrees: float, scale: float = 1, to: Point = (0, 0)) -> Point:
    """`point` scaled and turned clockwise round the origin, then moved by `to`."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    x, y = point[0] * scale, point[1] * scale
    return to[0] + x * c - y * s, to[1] + x * s + y * c
