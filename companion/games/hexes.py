"""Axial hexes `(x, y)` of flat-top boards: neighbours, directions, centres and corners.

Directions are numbered clockwise from straight up: 0 N, 1 NE, 2 SE, 3 S, 4 SW, 5 NW. A set of edges is a 6-bit mask,
bit d for direction d. Source of the formulas: Red Blob Games' hexagon guide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, pi, sin, sqrt

Hex = tuple[int, int]

STEPS: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
ALL_EDGES = 0b111111


def neighbour(hex_: Hex, direction: int) -> Hex:
    """The hex across the edge in `direction` (0 to 5)."""
    dx, dy = STEPS[direction]
    return hex_[0] + dx, hex_[1] + dy


def opposite(direction: int) -> int:
    """The direction that looks back."""
    return (direction + 3) % 6


def mask_of(directions: Iterable[int]) -> int:
    """The 6-bit mask of some directions."""
    mask = 0
    for direction in directions:
        mask |= 1 << direction
    return mask


def directions_of(mask: int) -> Iterator[int]:
    """The directions of a mask, clockwise from north."""
    return (d for d in range(6) if mask >> d & 1)


def rotated(mask: int, rotation: int) -> int:
    """`mask` turned clockwise by `rotation` times 60 degrees: bit d moves to bit d + rotation, modulo 6."""
    return (mask << rotation | mask >> (6 - rotation)) & ALL_EDGES


def centre(hex_: Hex, origin: Hex, flat_width: float) -> tuple[float, float]:
    """Centre of `hex_` relative to the centre of `origin`, y downwards, in the unit of `flat_width` (flat to flat)."""
    q, r = hex_[0] - origin[0], hex_[1] - origin[1]
    radius = flat_width / sqrt(3)
    return 1.5 * radius * q, flat_width * (r + q / 2)


def corners(flat_width: float) -> tuple[tuple[float, float], ...]:
    """The six corners round a centre at 0, 0, y downwards; edge d runs from corner d to corner d + 1, modulo 6."""
    radius = flat_width / sqrt(3)
    return tuple((radius * cos(pi * (d - 2) / 3), radius * sin(pi * (d - 2) / 3)) for d in range(6))


def edge_middle(direction: int, flat_width: float) -> tuple[float, float]:
    """The middle of an edge relative to the hex's centre, y downwards."""
    angle = pi * direction / 3
    return flat_width / 2 * sin(angle), -flat_width / 2 * cos(angle)
