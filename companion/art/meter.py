"""The burn meter printed below the island: one row of spaces for each hundred degrees, so a column is a ten.

A space holds a marker of every village side by side, two columns of three. Behind the spaces lava rises from the first
to the last, so that heat can be read without a colour.
"""

from __future__ import annotations

import msgspec

from companion.art import pen
from companion.art.pen import Point
from companion.games.eruption.data import RULES, zone_of

COLUMNS = 100 // RULES.meter.step
GRANTS = {"walls": "wall", "free_cards": "card", "extra_tiles": "tile"}
"""The lists of the turn's rules that a zone can raise, with the symbol of what it then grants."""
ROOM_MM = 4.0
"""Room on either side of two markers."""
WAVE_MM = 1.1


class Space(msgspec.Struct, frozen=True):
    """A space of the meter; millimetres from the meter's top left corner."""

    degrees: int
    zone: int
    x: float
    y: float
    grants: str
    """What the zone that begins here adds: wall, card or tile; empty elsewhere."""
    last: bool


class Meter(msgspec.Struct, frozen=True):
    """The spaces and their common size, in millimetres, and path data of what lies behind them."""

    spaces: tuple[Space, ...]
    space_width: float
    space_height: float
    width: float
    height: float
    lava: tuple[str, ...]
    """The rising lava, by zone."""
    surface: str
    marks: tuple[str, ...]
    """What drifts in the lava, by zone: nothing, ripples, bubbles, flames."""


RIPPLE = "q2-1.6 4 0t4 0"
BUBBLE = "a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0-2.8 0z"
FLICKER = "c-3-1-2.6-4-1.2-5.2.1 1 .5 1.6 1 2 .5-1.2.4-2.6 0-3.8 2 1 3.2 5.6.2 7z"
MARKS = ("", RIPPLE, BUBBLE, FLICKER)
"""Shapes as the rest of a path that has just moved to where they drift."""


def meter() -> Meter:
    """The layout of the printed meter."""
    width, height = 2 * RULES.print.marker_mm + 2 * ROOM_MM, 3 * RULES.print.marker_mm + ROOM_MM / 2
    spaces = tuple(_space(degrees, width, height) for degrees in range(0, RULES.meter.max + 1, RULES.meter.step))
    levels = {space: _surface(space, width, height) for space in spaces}
    zones = range(len(RULES.meter.zones) + 1)
    return Meter(
        spaces=spaces,
        space_width=width,
        space_height=height,
        width=COLUMNS * width,
        height=-(-len(spaces) // COLUMNS) * height,
        lava=tuple(
            "".join(_below(levels[space], space.y + height) for space in spaces if space.zone == zone) for zone in zones
        ),
        surface="".join(pen.polyline(levels[space], 2) for space in spaces),
        marks=tuple(
            "".join(_drifting(space, levels[space], height) for space in spaces if space.zone == z) for z in zones
        ),
    )


def _space(degrees: int, width: float, height: float) -> Space:
    row, column = divmod(degrees // RULES.meter.step, COLUMNS)
    return Space(
        degrees=degrees,
        zone=zone_of(degrees),
        x=column * width,
        y=row * height,
        grants=_grants(zone_of(degrees)) if degrees in RULES.meter.zones else "",
        last=degrees == RULES.meter.max,
    )


def _grants(zone: int) -> str:
    """The symbol of what a zone adds to the one before it."""
    for name, symbol in GRANTS.items():
        by_zone: tuple[int, ...] = getattr(RULES.turn, name)
        if by_zone[zone] > by_zone[zone - 1]:
            return symbol
    return ""


def _surface(space: Space, width: float, height: float) -> list[Point]:
    """The lava's waves in a space, from left to right: two of them, higher by the heat."""
    points = []
    for k in range(9):
        share = (space.degrees + RULES.meter.step * k / 8) / (RULES.meter.max + RULES.meter.step)
        wave = (0, 0.8, 1, 0.8, 0, -0.8, -1, -0.8)[k % 8] * WAVE_MM
        points.append((space.x + width * k / 8, space.y + height * (0.9 - 0.82 * share) - wave))
    return points


def _drifting(space: Space, surface: list[Point], height: float) -> str:
    """Marks in the lava of a space, in staggered rows from the bottom up to well below the surface."""
    if not MARKS[space.zone] or space.grants or space.last:
        return ""
    top = max(y for _, y in surface) + 5
    rows = [space.y + height - 5 - 8 * row for row in range(3)]
    return "".join(
        f"M{pen.at((space.x + 4 + 10 * k + 5 * (row % 2), y))}{MARKS[space.zone]}"
        for row, y in enumerate(rows)
        for k in range(3)
        if y > top
    )


def _below(surface: list[Point], bottom: float) -> str:
    return pen.polygon([*surface, (surface[-1][0], bottom), (surface[0][0], bottom)], 2)
