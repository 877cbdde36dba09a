"""Passing the turn of somebody who is away: a correction that ends the turn where it stands, by the rules.

It goes to the end of the turn and lets the rules do what they do there: begin the final round, take its turns in order,
end the game, start the next turn with its damage. A tile in hand goes back into the stack, a placement that was being
rolled for is off, an eruption tile and the cards stay with their seat for its next turn.
"""

from __future__ import annotations

from typing import Any

from companion.games.eruption.data import RULES
from companion.tables.errors import Over
from companion.tables.play import Table
from companion.web.errors import Refused
from companion.web.table.speech import gettext as _

Wire = dict[str, Any]
_ALL_BUILT = max(RULES.turn.walls)
"""So many walls built leave none to build, in whatever zone."""


def pass_turn(table: Table) -> Wire:
    """The patch (RFC 7396) on the state for `Tables.correct`, which passes the turn of the seat whose turn it is.

    Raises:
        Over: there is no turn any more.
        Refused: walls of the village are being tested; damage passes nobody by, so the dice are rolled first.
    """
    if table.over:
        raise Over(table)
    state = table.position.view()
    if tested(state):
        name = table.names[state["active"]]
        raise Refused("roll_first", _("Roll the dice for %(name)s's walls first, then pass the turn.", name=name), 409)
    return patch(state)


def tested(state: Wire) -> bool:
    """Whether the walls of the village are being tested in the damage phase."""
    decision = state["decision"]
    return bool(state["phase"] == "damage" and decision and decision["kind"] == "duel")


def patch(state: Wire) -> Wire:
    """The patch for a state that is at no damage; `state` is the whole state on the wire."""
    made: Wire = {"phase": "walls", "decision": None, "progress": {"walls_built": _ALL_BUILT}}
    made |= {"placing": None, "quaking": None, "barred": None, "cards_due": None}
    if "stacks" in state:
        made["resume"] = None
    if (tile := state["drawn"]) is not None:
        made |= {"drawn": None, "stack": {tile: state["stack"].get(tile, 0) + 1}}
        if "stacks" in state:
            made |= {"drawn_from": None, "stacks": _given_back(state, tile)}
    return made


def _given_back(state: Wire, tile: str) -> list[Wire]:
    """The stacks of the forecast with the drawn tile under the top of its own, or as its top where none is left."""
    source = state["drawn_from"] or 0
    return [
        {"size": stack["size"] + 1, "top": stack["top"] if stack["size"] else tile} if i == source else stack
        for i, stack in enumerate(state["stacks"])
    ]
