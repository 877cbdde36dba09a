"""Abductions: the counter-attack of part two, cows into digits, what escapes, and carrying (rules 5.5, 5.6, 7.2)."""

from __future__ import annotations

from typing import Any

from companion.games.abduction.data import CARD_SLUGS, DECOY_CARD, RULES
from companion.games.abduction.events import Abducted, Carried, DecoyDiscarded, Released, Shot
from companion.games.abduction.state import State

Events = list[Any]


def columns(state: State, by_cow: bool) -> int:
    """How many columns of cows go up, from the left: those under saucers; or all, by the option for a cow turned up."""
    return len(state.cows) if by_cow and state.options.cow_effect == "all" else state.matched


def shoot(state: State, events: Events) -> None:
    """The counter-attack: in each column with both, or by the option in the first, saucers are shot down from below."""
    targets = state.matched if state.options.counter_attack == "columns" else min(state.matched, 1)
    for column in range(targets):
        card = state.ufos[column][0]
        for _ in range(min(RULES.turn.counter, state.ufos[column][1])):
            state.ufos[column][1] -= 1
            state.removed[card] += 1
            events.append(Shot(CARD_SLUGS[card], column))
    state.ufos = [column for column in state.ufos if column[1]]


def take(state: State, events: Events, count: int) -> None:
    """The cows of the first `count` columns go to the digits of their levels; new decoys release nothing yet."""
    for column in state.cows[:count]:
        for level, card in enumerate(column):
            state.gain(card, level)
            state.fresh += card == DECOY_CARD
            events.append(Abducted(CARD_SLUGS[card], level))
    del state.cows[:count]


def escapes(state: State) -> list[tuple[int, int]]:
    """What may escape: digits and cards of the score that are no decoys."""
    return [
        (place, card)
        for place, digit in enumerate(state.score)
        for card, n in enumerate(digit)
        if n and card != DECOY_CARD
    ]


def release(state: State, events: Events, place: int, card: int) -> None:
    """A card of the score escapes to the discard pile."""
    state.score[place][card] -= 1
    state.discard[card] += 1
    _trim(state)
    events.append(Released(CARD_SLUGS[card], place))


def discard_decoy(state: State, events: Events, place: int | None) -> None:
    """Discard a decoy of the hangar, or of a digit of the score; one of an earlier turn before one of this turn."""
    if place is None:
        state.hangar -= 1
    else:
        state.score[place][DECOY_CARD] -= 1
        state.fresh = min(state.fresh, state.score_decoys)
        _trim(state)
    state.discard[DECOY_CARD] += 1
    events.append(DecoyDiscarded(place))


def move_up(state: State, events: Events, card: int) -> None:
    """Move a card of the digit looked at to the next one."""
    state.score[state.digit][card] -= 1
    state.gain(card, state.digit + 1)
    events.append(Carried(CARD_SLUGS[card], state.digit + 1))


def _trim(state: State) -> None:
    while state.score and not any(state.score[-1]):
        state.score.pop()
