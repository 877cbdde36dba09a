"""Which actions are worth a look where there are too many: those at the hexes where most is at stake."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.bots.chance import name
from companion.bots.eruption.outlook import Outlook
from companion.games.eruption.data import CELL_INDEX, LINKS, VILLAGE_OF_SIDE
from companion.games.hexes import ALL_EDGES

MOST = 80
"""So many actions of one kind are weighed at most."""


def foremost(look: Outlook, actions: Sequence[Any]) -> Sequence[Any]:
    """At most MOST of some actions at hexes; the same ones in whatever order they are listed."""
    if len(actions) <= MOST:
        return actions
    at = {hex_: _stake(look, CELL_INDEX[hex_]) for hex_ in {action.hex for action in actions}}
    return sorted(actions, key=lambda action: (-at[action.hex], name(action)))[:MOST]


def _stake(look: Outlook, cell: int) -> float:
    """How much is at stake at a hex: flows into it and into those around, villages that it touches."""
    stake = sum(abs(look.tip[other]) for other in LINKS[cell][ALL_EDGES]) / 4
    if cell < len(look.tip):  # the volcano's have no tips
        stake += abs(look.tip[cell])
    villages = (VILLAGE_OF_SIDE.get(side) for side in range(cell * 6, cell * 6 + 6))
    return stake + sum(10 * abs(look.price[village]) for village in villages if village is not None)
