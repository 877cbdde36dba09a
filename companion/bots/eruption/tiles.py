"""Where to lay a tile, which one to take, which one to put in place of another."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.bots.eruption.best import Best
from companion.bots.eruption.outlook import Outlook
from companion.bots.eruption.stakes import foremost
from companion.games.eruption import placement
from companion.games.eruption.actions import DrawTile, Pass, PlaceTile
from companion.games.eruption.data import CELL_INDEX, ERUPTION, FITS, LAVA_TILES, MASKS
from companion.games.hexes import directions_of

BAD_CELLS = 3
"""A Quake is judged by what it could do to so many hexes."""


def place(look: Outlook) -> Best:
    """The drawn tile: away from the own village, towards the leaders."""
    return _laid(look, placement.placements(look.state), look.state.drawn)


def erupt(look: Outlook) -> Best:
    """An eruption tile."""
    return _laid(look, placement.eruptions(look.state), ERUPTION)


def _laid(look: Outlook, actions: list[Any], tile: int) -> Best:
    best = Best()
    for action in foremost(look, actions):
        rotation = action.rotation if type(action) is PlaceTile else 0
        best.offer(look.laying(CELL_INDEX[action.hex], tile, MASKS[tile][rotation]), action)
    return best


def replace(look: Outlook) -> Best:
    """The tile of a Quake."""
    best = Best()
    for action in foremost(look, placement.replacements(look.state)):
        best.offer(look.turning(CELL_INDEX[action.hex], MASKS[look.state.drawn][action.rotation]), action)
    return best


def draw(look: Outlook, actions: list[DrawTile]) -> Best:
    """With the forecast: the top that does the most good."""
    state, best, weigh = look.state, Best(), replace if look.state.quaking else place
    drawn = state.drawn
    assert state.stacks is not None
    for action in actions:
        state.drawn = state.stacks[action.stack or 0][0]
        best.offer(weigh(look).worth, action)
    state.drawn = drawn
    return best


def take_another(look: Outlook, actions: list[Any], rng: Random) -> Any:
    """The optional tile of zone 3: a chance to steer the lava, unless it is the last one and this seat would lose."""
    state = look.state
    draws = [action for action in actions if type(action) is not Pass]
    if sum(state.stack) == 1 and not look.leads and not state.options.last_standing:
        return next(action for action in actions if type(action) is Pass)
    return draw(look, draws).pick(rng) if state.stacks is not None else draws[0]


def aftershock(look: Outlook) -> Best:
    """The best Aftershock."""
    state, best = look.state, Best()
    for action in foremost(look, placement.aftershocks(state)):
        cell = CELL_INDEX[action.hex]
        best.offer(look.turning(cell, MASKS[state.tile[cell]][action.rotation]), action)
    return best


def sinkhole(look: Outlook) -> Best:
    """The best Sinkhole."""
    best = Best()
    for action in foremost(look, placement.sinkholes(look.state)):
        best.offer(look.change(CELL_INDEX[action.hex], None), action)
    return best


def quake(look: Outlook) -> float:
    """What the tiles of the stack could do, on average, for the hexes from which lava runs into the own village."""
    state = look.state
    cells = sorted({side // 6 for side in look.own_sides() if state.mask(side // 6) >> side % 6 & 1})[:BAD_CELLS]
    total = sum(state.stack)
    worth = 0.0
    for tile in LAVA_TILES:
        if state.stack[tile]:
            helped = [
                look.turning(cell, MASKS[tile][rotation])
                for cell in cells
                if state.tile[cell] != ERUPTION
                for rotation in directions_of(FITS[tile][state.key[cell]])
            ]
            worth += state.stack[tile] / total * max(0.0, *helped, 0.0)
    return worth
