"""The outlines of pieces in millimetres, round a centre at 0, 0, y downwards."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from companion.games.hexes import corners

Point = tuple[float, float]
Segment = tuple[Point, ...]
"""One point: a line to it. Three points: a Bezier curve with two handles."""

ARC = 0.5522847498
"""Length of a handle with which a Bezier curve follows a quarter of a circle of radius 1."""


@dataclass(frozen=True)
class Rectangle:
    """A card or a counter, with round corners where `corner` is more than 0."""

    width: float
    height: float
    corner: float = 0.0

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the bounds."""
        return self.width, self.height

    def scaled(self, scale: float) -> Rectangle:
        """The same, larger or smaller."""
        return Rectangle(self.width * scale, self.height * scale, self.corner * scale)

    def outline(self, grow: float = 0.0) -> tuple[Point, tuple[Segment, ...]]:
        """Start and segments of the closed outline, `grow` mm outside the edge: then with sharp corners."""
        x, y, r = self.width / 2 + grow, self.height / 2 + grow, 0.0 if grow else self.corner
        if not r:
            return (-x, -y), (((x, -y),), ((x, y),), ((-x, y),))
        k = r * (1 - ARC)
        return (r - x, -y), (
            ((x - r, -y),),
            ((x - k, -y), (x, k - y), (x, r - y)),
            ((x, y - r),),
            ((x, y - k), (x - k, y), (x - r, y)),
            ((r - x, y),),
            ((k - x, y), (-x, y - k), (-x, y - r)),
            ((-x, r - y),),
            ((-x, k - y), (k - x, -y), (r - x, -y)),
        )


@dataclass(frozen=True)
class Hexagon:
    """A flat-top tile; `flat` is its width from flat to flat, so its height on paper."""

    flat: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the bounds."""
        return self.flat * 2 / sqrt(3), self.flat

    def scaled(self, scale: float) -> Hexagon:
        """The same, larger or smaller."""
        return Hexagon(self.flat * scale)

    def outline(self, grow: float = 0.0) -> tuple[Point, tuple[Segment, ...]]:
        """Start and segments of the closed outline, every edge moved `grow` mm outwards."""
        points = corners(self.flat + 2 * grow)
        return points[0], tuple((point,) for point in points[1:])


@dataclass(frozen=True)
class Disc:
    """A round marker."""

    diameter: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the bounds."""
        return self.diameter, self.diameter

    def scaled(self, scale: float) -> Disc:
        """The same, larger or smaller."""
        return Disc(self.diameter * scale)

    def outline(self, grow: float = 0.0) -> tuple[Point, tuple[Segment, ...]]:
        """Start and segments of the closed outline, `grow` mm outside the edge."""
        r = self.diameter / 2 + grow
        k = r * ARC
        return (r, 0.0), (
            ((r, k), (k, r), (0.0, r)),
            ((-k, r), (-r, k), (-r, 0.0)),
            ((-r, -k), (-k, -r), (0.0, -r)),
            ((k, -r), (r, -k), (r, 0.0)),
        )


@dataclass(frozen=True)
class Outline:
    """What is cut out and folded: a box, a die, a wall that stands. Corners clockwise; folds are lines between two."""

    points: tuple[Point, ...]
    folds: tuple[tuple[Point, Point], ...] = ()

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the bounds, whose middle is 0, 0."""
        xs, ys = zip(*self.points, strict=True)
        return max(xs) - min(xs), max(ys) - min(ys)

    def outline(self, grow: float = 0.0) -> tuple[Point, tuple[Segment, ...]]:
        """Start and segments of the closed outline, every edge moved `grow` mm outwards."""
        points = tuple(_corner_between(edges, grow) for edges in _corners(self.points)) if grow else self.points
        return points[0], tuple((point,) for point in points[1:])

    def scaled(self, scale: float) -> Outline:
        """The same, larger or smaller."""
        return Outline(
            tuple((x * scale, y * scale) for x, y in self.points),
            tuple(((ax * scale, ay * scale), (bx * scale, by * scale)) for (ax, ay), (bx, by) in self.folds),
        )


def _corners(points: tuple[Point, ...]) -> list[tuple[Point, Point, Point]]:
    """Each corner between its neighbours."""
    return list(zip(points[-1:] + points[:-1], points, points[1:] + points[:1], strict=True))


def _corner_between(corner: tuple[Point, Point, Point], grow: float) -> Point:
    """Where a corner comes to lie when both its edges move outwards; a sharp one is blunted to thrice the distance."""
    before, at, after = corner
    a, b = _outwards(before, at), _outwards(at, after)
    x, y = a[0] + b[0], a[1] + b[1]
    length = x * x + y * y
    if length < 1e-9:
        return at[0] + a[0] * grow, at[1] + a[1] * grow
    factor = min(2 * grow / length, 3 * grow / sqrt(length))
    return at[0] + x * factor, at[1] + y * factor


def _outwards(a: Point, b: Point) -> Point:
    """The direction out of a shape whose edge runs from a to b, clockwise as seen with y downwards."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = sqrt(dx * dx + dy * dy)
    return dy / length, -dx / length


Shape = Rectangle | Hexagon | Disc | Outline


def clipped(points: list[Point], own: Point, other: Point) -> list[Point]:
    """What of a convex shape is nearer to `own` than to `other`."""
    (ax, ay), (bx, by) = own, other
    nx, ny = bx - ax, by - ay
    limit = (nx * (ax + bx) + ny * (ay + by)) / 2
    beyond = [x * nx + y * ny - limit for x, y in points]
    kept: list[Point] = []
    for i, (x, y) in enumerate(points):
        before, now = beyond[i - 1], beyond[i]
        if before * now < 0:
            share = before / (before - now)
            px, py = points[i - 1]
            kept.append((px + (x - px) * share, py + (y - py) * share))
        if now <= 0:
            kept.append((x, y))
    return kept
