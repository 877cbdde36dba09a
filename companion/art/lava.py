"""Lava channels of a tile: outlines of constant width that meet each edge at its middle, whatever the pattern.

The unit is a hundredth of the hex's flat width. A channel is three outlines of the same course, one within the other:
crust, lava and core. Two-edge patterns run along an arc, so that their width is the same all the way; patterns of three
edges and more are straight arms whose inner corners are rounded.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, pi, sin, sqrt, tan

import msgspec

from companion.art.pen import Point, at, number
from companion.games.hexes import directions_of

FLAT_WIDTH = 100.0
APOTHEM = FLAT_WIDTH / 2
RADIUS = FLAT_WIDTH / sqrt(3)

DECIMALS = 2
"""A channel is written to a hundredth of a unit, 0.003 mm on a tile: neighbours meet without a step."""
SEAM = 0.6
"""How far a channel runs on over the edge, so that no hairline shows between two tiles."""


class Bank(msgspec.Struct, frozen=True):
    """One of the outlines: half its width, and how far from an inner corner the rounding begins."""

    half_width: float
    rounding: float

    def scaled(self, scale: float) -> Bank:
        """The same outline, narrower or wider."""
        return Bank(self.half_width * scale, self.rounding)


BANKS = (Bank(16.0, 10.0), Bank(11.5, 12.0), Bank(4.6, 8.0))
"""Crust, lava, core."""


def mouth(direction: int, along: float, across: float = 0, middle: Point = (0, 0)) -> Point:
    """The point `along` from the centre outwards to an edge's middle, and `across` clockwise of that line."""
    angle = pi * direction / 3
    return middle[0] + along * sin(angle) + across * cos(angle), middle[1] + across * sin(angle) - along * cos(angle)


def channel(mask: int, bank: Bank, beyond: float = SEAM, middle: Point = (0, 0)) -> str:
    """Outline of the channels of an edge mask as path data, running `beyond` the edges round the hex's `middle`."""
    edges, reach, h = list(directions_of(mask)), APOTHEM + beyond, bank.half_width
    path = ""
    for a, b in pairwise([*edges, edges[0]]):
        path += f"L{_at(mouth(a, reach, -h, middle))}L{_at(mouth(a, reach, h, middle))}"
        path += _shore(a, (b - a) % 6 or 6, bank, len(edges), middle)
    return "M" + path[1:] + "Z"


def channels(mask: int, beyond: float = SEAM, middle: Point = (0, 0), scale: float = 1) -> tuple[str, str, str]:
    """Crust, lava and core of an edge mask; `scale` makes the channels narrower or wider, not the hex."""
    crust, lava, core = (channel(mask, bank.scaled(scale), beyond, middle) for bank in BANKS)
    return crust, lava, core


def tips(mask: int, middle: Point = (0, 0), scale: float = 1) -> tuple[str, str, str]:
    """Round ends of crust, lava and core where channels stop at the edges of `mask`, for a tile to cover."""
    crust, lava, core = (
        "".join(_tip(d, bank.half_width * scale, middle) for d in directions_of(mask)) for bank in BANKS
    )
    return crust, lava, core


def _tip(direction: int, h: float, middle: Point) -> str:
    left, right = mouth(direction, APOTHEM - 0.5, -h, middle), mouth(direction, APOTHEM - 0.5, h, middle)
    radii = f"{number(h, DECIMALS)} {number(h * 0.7, DECIMALS)} {60 * direction}"
    return f"M{_at(left)}A{radii} 0 1 {_at(right)}Z"


def _shore(a: int, gap: int, bank: Bank, arms: int, middle: Point) -> str:
    """The shore from arm `a` to the next one, `gap` sixths of a turn clockwise."""
    b, h = (a + gap) % 6, bank.half_width
    if gap == 3:
        return ""
    if arms == 1:
        return f"L{_at(mouth(a, 0, h, middle))}{_arc(h, 1)}{_at(mouth(a, 0, -h, middle))}"
    if arms == 2:
        inner = gap < 3
        bend = RADIUS / 2 if gap in (1, 5) else 1.5 * RADIUS
        start, end = mouth(a, APOTHEM, h, middle), mouth(b, APOTHEM, -h, middle)
        return f"L{_at(start)}{_arc(bend - h if inner else bend + h, 0 if inner else 1)}{_at(end)}"
    corner = h / tan(pi * gap / 6)
    turn = corner + (bank.rounding if gap < 3 else RADIUS / 2 + h)
    start, end = mouth(a, turn, h, middle), mouth(b, turn, -h, middle)
    return f"L{_at(start)}Q{_at(mouth(a, corner, h, middle))} {_at(end)}"


def _arc(radius: float, sweep: int) -> str:
    return f"A{number(radius, DECIMALS)} {number(radius, DECIMALS)} 0 0 {sweep} "


def _at(point: Point) -> str:
    return at(point, DECIMALS)
