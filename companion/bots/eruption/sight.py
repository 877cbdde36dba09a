"""What one seat may see of a game, as a state of the game: a copy in which everything else is face down."""

from __future__ import annotations

from companion.games.eruption.state import N_CARDS, State


def seen_by(state: State, seat: int) -> State:
    """A copy of `state` in which the other hands and the deck are so many cards and no more.

    A bot thinks about such a copy alone, so that it cannot know by accident what its seat may not see.
    """
    seen = state.copy()
    for index, other in enumerate(seen.seats):
        if index != seat:
            other.hidden, other.hand = other.cards, [0] * N_CARDS
    seen.deck_hidden, seen.deck = state.deck_hidden + sum(state.deck), [0] * N_CARDS
    return seen
