"""Who won, and why (rules 7.2, 7.3)."""

from __future__ import annotations

from typing import Any

from companion.games.contract import Wire
from companion.games.eruption.data import RULES, VILLAGE_SIDES, WALL_SLUGS
from companion.games.eruption.state import Seat, State


def tiebreak(state: State, seat: Seat) -> tuple[list[int], int]:
    """The walls of a seat by material, in its village and its stockpile, and how many flows touch its village.

    The tie-break is the sum of the walls' values less the flows. Source: rules 7.2.
    """
    walls = seat.stockpile[:]
    for side in VILLAGE_SIDES[seat.village]:
        if side in state.walls:
            walls[state.walls[side]] += 1
    return walls, len(state.flows(seat))


def ranking(state: State) -> list[Wire]:
    """Seats by place, then number; each with temperature, the tie-break and its parts. Lower temperatures win.

    With clans the team's averages count, team mates share a place, and teams are counted, not seats.
    """
    rows: list[Wire] = []
    for index, seat in enumerate(state.seats):
        walls, flows = tiebreak(state, seat)
        value = sum(wall.tiebreak * n for wall, n in zip(RULES.walls, walls, strict=True)) - flows
        row: Wire = {
            "seat": index,
            "place": 0,
            "temperature": seat.temperature,
            "tiebreak": value,
            "walls": dict(zip(WALL_SLUGS, walls, strict=True)),
            "flows": flows,
        }
        if state.options.clans is not None:
            row["team"] = state.options.team(index)
        if state.options.last_standing:
            row["burnt"] = seat.burnt
        rows.append(row)
    teams: dict[int, list[Wire]] = {}
    for row in rows:
        teams.setdefault(state.options.team(row["seat"]), []).append(row)
    results = {team: _result(members) for team, members in teams.items()}
    for team, members in teams.items():
        place = 1 + sum(result < results[team] for result in results.values())
        for row in members:
            row["place"] = place
    return sorted(rows, key=lambda row: (row["place"], row["seat"]))


def _result(members: list[Wire]) -> tuple[Any, ...]:
    """What a team is compared by: the smallest wins. Teams are of one size, so sums stand for averages."""
    return (
        all(row.get("burnt", False) for row in members),
        sum(row["temperature"] for row in members),
        -sum(row["tiebreak"] for row in members),
    )
