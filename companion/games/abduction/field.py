"""The field: saucers that stack, the effects of their colours, and what becomes of the rest (rules 4, 5.3, 5.5)."""

from __future__ import annotations

from typing import Any

from companion.games.abduction.data import CARD_SLUGS, DECOY_CARD, RULES, UFOS
from companion.games.abduction.events import (
    DecoysCleared,
    Effect,
    FieldCleared,
    HangarGrew,
    Herded,
    SaucerDiscarded,
    SaucerTaken,
    Stacked,
)
from companion.games.abduction.state import State

Events = list[Any]


def landed(state: State) -> bool:
    """Whether the saucer that was placed last lies beside its like."""
    ufos = state.ufos
    return len(ufos) > 1 and ufos[-1][0] == ufos[-2][0]


def neighbours(state: State) -> int | None:
    """The leftmost column whose right neighbour has the same colour."""
    ufos = state.ufos
    return next((i for i in range(len(ufos) - 1) if ufos[i][0] == ufos[i + 1][0]), None)


def merge(state: State, events: Events, column: int) -> int:
    """Put the right neighbour of a column on top of it; the card."""
    card, size = state.ufos.pop(column + 1)
    state.ufos[column][1] += size
    events.append(Stacked(CARD_SLUGS[card], column, state.ufos[column][1]))
    return card


def effect(state: State, events: Events, card: int) -> bool:
    """The effect of a saucer's colour; True where the player must choose."""
    name = RULES.cards[card].effect
    match name:
        case "clear_decoys":
            return _clear_decoys(state, events)
        case "herd":
            return _herd(state, events)
    idle = not state.ufos and not any(state.discard[i] for i in UFOS)
    events.append(Effect(name, idle))
    return not idle


def _clear_decoys(state: State, events: Events) -> bool:
    found = sum(column.count(DECOY_CARD) for column in state.cows)
    events.append(Effect("clear_decoys", not found))
    if found:
        columns = ([card for card in column if card != DECOY_CARD] for column in state.cows)
        state.cows = [column for column in columns if column]
        state.discard[DECOY_CARD] += found
        events.append(DecoysCleared(found))
    return False


def _herd(state: State, events: Events) -> bool:
    events.append(Effect("herd", len(state.cows) < 2))
    while len(state.cows) > 1:
        state.cows[0] += state.cows.pop(1)
        events.append(Herded(len(state.cows[0])))
        if not state.options.herd_again:
            break
    return False


def clears(state: State, events: Events) -> bool:
    """The effect of a decoy that is turned up; True where there is a decoy to discard."""
    found = state.hangar > 0 or state.score_decoys > 0
    events.append(Effect("clear_one_decoy", not found))
    return found


def discard(state: State, events: Events, column: int) -> bool:
    """Discard a saucer of a column; whether the column is gone, so that others close up."""
    card = state.ufos[column][0]
    state.ufos[column][1] -= 1
    state.discard[card] += 1
    events.append(SaucerDiscarded(CARD_SLUGS[card], column))
    if state.ufos[column][1]:
        return False
    del state.ufos[column]
    return True


def take(state: State, events: Events, card: int) -> None:
    """Take a saucer from the discard pile."""
    state.discard[card] -= 1
    state.hand[card] += 1
    if state.phase == "play" and state.playing == "ufo" and state.options.taken_saucer == "place":
        state.to_place[card] += 1
    events.append(SaucerTaken(CARD_SLUGS[card]))


def sweep(state: State, events: Events, cause: str) -> bool:
    """Clear the field: its cards leave the game, decoys go to the hangar. Whether that loses the game (rules 5.8)."""
    cards = decoys = 0
    for card, size in state.ufos:
        state.removed[card] += size
        cards += size
    for column in state.cows:
        for card in column:
            if card == DECOY_CARD:
                decoys += 1
            else:
                state.removed[card] += 1
                cards += 1
    state.ufos, state.cows = [], []
    state.hangar += decoys
    if cards or decoys:
        events.append(FieldCleared(cards, decoys, cause))
    if decoys:
        events.append(HangarGrew(state.hangar))
    return state.hangar >= RULES.turn.hangar
