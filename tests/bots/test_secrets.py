"""A bot knows what its seat may see, and nothing more: what is face down does not change what it does."""

import random

import pytest

from companion.bots.eruption.sight import seen_by
from tests.bots.games import ANY, GAME, SENSIBLE, decisions
from tests.rules.players import options


def dealt_anew(position, seat, rng):
    """The same game with the other hands and the deck shuffled among each other."""
    state = position.view()
    counts = [hand["hand"] for i, hand in enumerate(state["seats"]) if i != seat] + [state["deck"]]
    cards = [card for part in counts for card, n in part.items() for _ in range(n)]
    rng.shuffle(cards)
    parts = []
    for part in counts:
        size = sum(part.values())
        parts.append({card: cards[:size].count(card) for card in cards[:size]})
        del cards[:size]
    hands = iter(parts)
    seats = [one if i == seat else {**one, "hand": next(hands)} for i, one in enumerate(state["seats"])]
    return GAME.load({**state, "seats": seats, "deck": next(hands)})[0]


@pytest.mark.parametrize("bot", [SENSIBLE, ANY], ids=["sensible", "random"])
def test_other_hands_and_the_deck_do_not_change_the_choice(bot):
    differed = 0
    for seed in range(8):
        rng = random.Random(seed)
        chosen = {**options(rng), "cards": "app"}
        for position in decisions([SENSIBLE] * 6, chosen, seed):
            seat = position.decision().seat
            other = dealt_anew(position, seat, rng)
            assert other.view(seat) == position.view(seat)
            differed += other.view() != position.view()
            assert bot.choose(other, seat, random.Random(1)) == bot.choose(position, seat, random.Random(1))
    assert differed > 300  # or the test has shown nothing


def test_what_a_bot_thinks_about_holds_no_card_of_anybody_else():
    for position in decisions([SENSIBLE] * 4, {"players": 4}, 1):
        seat = position.decision().seat
        seen = seen_by(position.state, seat)
        assert sum(seen.deck) == 0
        for index, (blind, open_) in enumerate(zip(seen.seats, position.state.seats, strict=True)):
            assert blind.cards == open_.cards
            assert blind.hand == open_.hand if index == seat else sum(blind.hand) == 0
