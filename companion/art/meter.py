"""The burn meter printed below the island: one row of spaces for each hundred degrees, so a column is a ten.

A space holds a marker of every village side by side: two columns of three.
"""

from __future__ import annotations

import msgspec

from companion.games.eruption.data import RULES, zone_of

COLUMNS = 100 // RULES.meter.step
GRANTS = ("walls", "free_cards", "extra_tiles")
"""The lists of the turn's rules that a zone can raise, with the symbol that shows each."""
SYMBOLS = {"walls": "wall", "free_cards": "card", "extra_tiles": "tile"}
ROOM_MM = 4.0
"""Room beside two markers on either side."""


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
    """The spaces and their common size, in millimetres."""

    spaces: tuple[Space, ...]
    space_width: float
    space_height: float
    width: float
    height: float


def meter() -> Meter:
    """The layout of the printed meter."""
    width, height = 2 * RULES.print.marker_mm + 2 * ROOM_MM, 3 * RULES.print.marker_mm + ROOM_MM / 2
    spaces = tuple(
        Space(
            degrees=degrees,
            zone=zone_of(degrees),
            x=degrees // RULES.meter.step % COLUMNS * width,
            y=degrees // RULES.meter.step // COLUMNS * height,
            grants=_grants(zone_of(degrees)) if degrees in RULES.meter.zones else "",
            last=degrees == RULES.meter.max,
        )
        for degrees in range(0, RULES.meter.max + 1, RULES.meter.step)
    )
    rows = -(-len(spaces) // COLUMNS)
    return Meter(spaces, width, height, COLUMNS * width, rows * height)


def _grants(zone: int) -> str:
    """The symbol of what a zone adds to the one before it."""
    for name in GRANTS:
        by_zone = getattr(RULES.turn, name)
        if by_zone[zone] > by_zone[zone - 1]:
            return SYMBOLS[name]
    return ""
