"""The board as it was after a step: look, change nothing, and take back to here if that is wanted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.games.contract import Position
from companion.games.eruption.data import DIRECTION_INDEX
from companion.tables.play import Entry, Table
from companion.web.table import history, island, strip, telling
from companion.web.table.moment import NOBODY


@dataclass(frozen=True)
class Past:
    """The page of a step: pieces of the board, its words, and where it stands among the steps."""

    pieces: dict[str, str]
    lines: list[telling.Line]
    n: int
    before: int | None
    after: int | None
    steps: int | None
    """How many steps an undo takes back to come here; None where that is not possible."""
    version: int


def past(table: Table, position: Position, entries: list[Entry], n: int) -> Past:
    """The page of entry n."""
    state = position.view(NOBODY)
    over = position.decision() is None
    line = [entry.n for entry in entries if entry.line]
    steps = sum(other > n for other in line) if n in line else None
    told = telling.tell(entries[n].events, table.names, quiet=history.QUIET)
    return Past(
        {
            "turn": strip.turn(state, table.names, over),
            "heat": strip.heat(state, table.names, over),
            "b-tiles": island.layer("b-tiles", tiles(state)),
            "b-walls": island.layer("b-walls", walls(state)),
        },
        told[:6],
        n,
        max((other for other in line if other < n), default=None),
        min((other for other in line if other > n), default=None),
        steps,
        table.version,
    )


def tiles(state: dict[str, Any]) -> list[str]:
    """The tiles of a state, drawn."""
    return [island.tile((t["hex"][0], t["hex"][1]), t["tile"], t["rotation"]) for t in state["tiles"]]


def walls(state: dict[str, Any]) -> list[str]:
    """The walls of a state, drawn."""
    return [island.wall((w["hex"][0], w["hex"][1], DIRECTION_INDEX[w["edge"]]), w["wall"]) for w in state["walls"]]
