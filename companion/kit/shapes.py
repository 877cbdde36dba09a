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


Shape = Rectangle | Hexagon | Disc
