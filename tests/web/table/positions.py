"""Positions that several tests begin with, as members of a state.

A first channel: out of the volcano to the north-east, by 6,3 to 6,2, whose lava goes on to 6,1 (behind a wooden wall,
with two gates of the orange village beyond) and to 7,1 (a hex with a stone wall on it).
"""

from __future__ import annotations

from typing import Any

CHANNEL: list[dict[str, Any]] = [
    {"hex": [6, 3], "tile": "wide_bend", "rotation": 1},
    {"hex": [6, 2], "tile": "branch_right", "rotation": 0},
]
FACING_VILLAGE = {"hex": [6, 2], "edge": "N", "wall": "wood"}
AT_GATE = {"hex": [7, 0], "edge": "NW", "wall": "straw"}


def seats(players: int = 3, **first: Any) -> list[dict[str, Any]]:
    """Seats as at the start but for the first one's members."""
    return [first, *({} for _ in range(players - 1))]
