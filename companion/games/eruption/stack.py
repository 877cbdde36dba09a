"""The stack of lava tiles: whether a draw makes sense, refilling, throwing away, giving back (rules 4.4, 7.3, 8)."""

from __future__ import annotations

from typing import Any

from companion.games.eruption import placement
from companion.games.eruption.data import LAVA_TILES, RULES, TILE_SLUGS
from companion.games.eruption.events import NoTileFits, StackDiscarded, StackReshuffled, TileReturned
from companion.games.eruption.state import State, counts


def prepare_draw(state: State, events: list[Any]) -> bool:
    """Refill the stack where that is played, and see whether any of its tiles fits; what becomes of a dead stack."""
    if not any(state.stack):
        refill(state, events)
        if not any(state.stack):
            return False
    if placement.stack_fits(state):
        return True
    events.append(NoTileFits())
    if state.quaking or state.options.dead_stack == "skip":
        return False
    discard_stack(state, "dead_stack", events)
    refill(state, events)
    return placement.stack_fits(state)


def refill(state: State, events: list[Any]) -> None:
    """Last one standing: the discarded lava tiles become the stack when it is empty. Source: rules 7.3."""
    if not state.options.last_standing or any(state.stack):
        return
    if any(state.tile_discard[kind] for kind in LAVA_TILES):
        for kind in LAVA_TILES:
            state.stack[kind], state.tile_discard[kind] = state.tile_discard[kind], 0
        if state.stacks is not None:
            state.stacks = split(sum(state.stack))
        events.append(StackReshuffled(counts(state.stack, TILE_SLUGS)))


def split(tiles: int) -> list[list[int]]:
    """The three stacks of the forecast, none turned up, as even as can be, the first being the larger."""
    number = RULES.turn.stacks
    return [[-1, (tiles + number - 1 - i) // number] for i in range(number)]


def discard_stack(state: State, reason: str, events: list[Any]) -> None:
    """The rest of the stack leaves the game."""
    if any(state.stack):
        events.append(StackDiscarded(counts(state.stack, TILE_SLUGS), reason))
    for kind in LAVA_TILES:
        state.tile_discard[kind] += state.stack[kind]
        state.stack[kind] = 0
    if state.stacks is not None:
        state.stacks = [[-1, 0] for _ in state.stacks]


def give_back(state: State, reason: str, events: list[Any]) -> None:
    """The drawn tile goes back into the stack: with the forecast under the top of the stack that it came from."""
    events.append(TileReturned(TILE_SLUGS[state.drawn], reason))
    state.stack[state.drawn] += 1
    if state.stacks is not None:
        # A state loaded with a tile in hand does not say from where: then it is the first stack's.
        stack = state.stacks[max(state.drawn_from, 0)]
        if not stack[1]:
            stack[0] = state.drawn
        stack[1] += 1
    state.drawn = state.drawn_from = -1
