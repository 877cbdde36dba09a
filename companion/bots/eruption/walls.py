"""Where to build a wall, and how to stand those of the own village."""

from __future__ import annotations

from typing import Any

from companion.bots.eruption.best import Best
from companion.bots.eruption.outlook import LAST_WALL, Outlook
from companion.bots.eruption.stakes import foremost
from companion.games.eruption import walls as rules
from companion.games.eruption.actions import Play
from companion.games.eruption.data import VILLAGE_OF_SIDE, WALL_INDEX

LATER = (1.0, 2.0, 3.0)
"""What a wall is worth by material while it waits in the stockpile for a worse moment at the own village."""
ON_A_FLOW = (2.0, 5.0, 8.0)
"""What it has to do at least out on a flow, where the next tile may take it away, and where it counts for nobody."""


def build(look: Outlook) -> Best:
    """The best wall of the wall phase; its worth is what it does beyond waiting."""
    return _best(look, rules.builds(look.state, look.me))


def reinforce(look: Outlook) -> Best:
    """The best wall of a Reinforce."""
    return _best(look, rules.reinforcements(look.state, look.me))


def _best(look: Outlook, actions: list[Any]) -> Best:
    best = Best()
    for action in foremost(look, actions):
        wall = WALL_INDEX[action.wall]
        side = rules.side_of(action)
        waiting = LATER if side in VILLAGE_OF_SIDE else ON_A_FLOW
        best.offer(look.shutting(side, wall) - (LAST_WALL if look.last_turn else waiting)[wall], action)
    return best


def relocate(look: Outlook) -> Best:
    """The strongest walls where lava is, or is most likely to come."""
    best, now = Best(), rules.own_walls(look.state, look.me)
    free, chosen = list(look.own_sides()), {}
    for wall in sorted((wall for _, wall in now), reverse=True):
        side = max(free, key=lambda side: look.saves(side, wall))
        free.remove(side)
        chosen[side] = wall
    if chosen != dict(now):
        gained = sum(look.saves(side, wall) for side, wall in chosen.items())
        gained -= sum(look.saves(side, wall) for side, wall in now)
        order = [side for side in look.own_sides() if side in chosen]
        action = Play(card="relocate", walls=tuple(rules.wall_at(side, chosen[side]) for side in order))
        best.offer(gained, action)
    return best


def bomb(look: Outlook) -> Best:
    """The wall that a Volcanic Bomb hits best."""
    best = Best()
    for action in foremost(look, rules.bombs(look.state)):
        best.offer(look.bombing(rules.side_of(action)), action)
    return best
