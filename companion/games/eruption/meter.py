"""The burn meter: markers that move, and the eruption tiles of the zones that they reach (rules 2.4, 4.2, 4.3)."""

from __future__ import annotations

from typing import Any

from companion.games.eruption.data import ERUPTION, RULES, zone_of
from companion.games.eruption.events import EruptionClaimed, Temperature, ZoneEntered
from companion.games.eruption.state import State


def heat(state: State, index: int, degrees: int, cause: str, events: list[Any]) -> None:
    """Move a marker up, not beyond the last space, or down, not below START; tell the zones that it enters."""
    seat = state.seats[index]
    before = seat.temperature
    after = before + degrees
    if after > RULES.meter.max:
        after = RULES.meter.max
    elif after < 0:
        after = 0
    if after == before:
        return
    seat.temperature = after
    events.append(Temperature(index, before, after, cause))
    for zone in range(zone_of(before) + 1, zone_of(after) + 1):
        events.append(ZoneEntered(index, zone))


def claim(state: State, index: int, events: list[Any], before: int = 0) -> None:
    """The seat takes the unclaimed eruption tile of every zone that it has reached. Source: rules 4.2 (5), 4.3.

    An eruption's push gives only the zones that it crosses: those above the temperature `before`.
    """
    seat = state.seats[index]
    if not seat.zone:
        return
    for zone in range(zone_of(before) + 1, seat.zone + 1):
        if state.claims[zone - 1] is None and _eruption_tiles_left(state):
            state.claims[zone - 1] = index
            seat.eruption_tiles.append(zone)
            events.append(EruptionClaimed(index, zone))


def _eruption_tiles_left(state: State) -> bool:
    """Whether a tile lies beside the board: a loaded state may have laid more than were claimed."""
    used = state.tile.count(ERUPTION) + state.tile_discard[ERUPTION]
    used += sum(len(seat.eruption_tiles) for seat in state.seats)
    return state.free_setup or used < RULES.tiles[ERUPTION].count
