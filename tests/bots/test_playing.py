"""Bots play whole games: legal always, the sensible one far better than chance, within bounds."""

import random

import pytest

from companion.bots.eruption.outlook import Outlook
from companion.bots.eruption.sight import seen_by
from companion.games.contract import to_wire
from tests.bots.games import ANY, GAME, SENSIBLE, decisions, moves, played
from tests.rules import invariants
from tests.rules.players import options

MOST_LOOKS = 400
"""Changes weighed for one choice: at three microseconds each, a little over a millisecond."""


@pytest.mark.parametrize("bot", [SENSIBLE, ANY], ids=["sensible", "random"])
def test_every_action_is_legal_under_any_options(bot):
    seen = set()
    for seed in range(60):
        rng = random.Random(seed)
        chosen = options(rng)
        for position, action in moves([bot] * 6, chosen, rng):
            decision = position.decision()
            if decision.by == "seat":
                seen.add((decision.kind, to_wire(action)["type"]))
                assert position.check(action) is None, (seed, action)
                assert action in position.legal(), (seed, action)
        invariants.check(position.view())
    assert {kind for kind, _ in seen} >= {
        *("place_tile", "place_eruption", "extra_tile", "replace_tile", "draw", "cards", "discard", "walls")
    }
    assert {what for _, what in seen} >= {"play", "trade", "trade_two", "build_wall", "pass", "draw_tile", "discard"}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1400))
def test_every_action_is_legal_in_many_more_games(seed):
    rng = random.Random(seed)
    for position, action in moves([SENSIBLE] * 6, options(rng), rng):
        if position.decision().by == "seat":
            assert position.check(action) is None, action
    invariants.check(position.view())


def wins_against_random(games, players=4):
    won = 0
    for seed in range(games):
        seat = seed % players
        rivals = [SENSIBLE if i == seat else ANY for i in range(players)]
        won += played(rivals, {"players": players}, seed)[seat]["place"] == 1
    return won / games


def test_it_beats_three_random_players_far_more_often_than_they_beat_each_other():
    assert wins_against_random(60) >= 0.75


@pytest.mark.slow
@pytest.mark.parametrize(("players", "least"), [(2, 0.9), (3, 0.85), (4, 0.8), (5, 0.75), (6, 0.75)])
def test_it_beats_random_players_at_tables_of_every_size(players, least):
    assert wins_against_random(400, players) >= least


def test_the_same_position_and_seed_give_the_same_action():
    for position in decisions([SENSIBLE] * 4, {"players": 4}, 3):
        seat = position.decision().seat
        again, _ = GAME.load(position.view())  # the same board, come about another way
        for bot in (SENSIBLE, ANY):
            chosen = [bot.choose(p, seat, random.Random(5)) for p in (position, position, again)]
            assert chosen[0] == chosen[1] == chosen[2]


def test_choosing_leaves_the_position_as_it_was():
    for position in decisions([SENSIBLE] * 3, {"players": 3, "forecast": True}, 4):
        before = position.view()
        SENSIBLE.choose(position, position.decision().seat, random.Random(0))
        assert position.view() == before


def test_a_choice_weighs_no_more_than_so_many_changes():
    most = 0
    for seed in range(15):
        rng = random.Random(seed)
        for position in decisions([SENSIBLE] * 6, options(rng), seed):
            seat = position.decision().seat
            look = Outlook(seen_by(position.state, seat), seat)
            SENSIBLE.weigh(look, random.Random(0))
            most = max(most, look.looked)
    assert 40 < most <= MOST_LOOKS


def test_a_full_hand_of_cards_that_turn_tiles_is_weighed_within_bounds_too():
    """The worst case: an island full of tiles, and every kind of card that can do something anywhere."""
    for seed in range(5):
        full = max(decisions([ANY] * 4, {"players": 4}, seed), key=lambda position: len(position.view()["tiles"]))
        state = full.view()
        hands = [{"aftershock": 1, "sinkhole": 1, "volcanic_bomb": 1, "quake": 1, "reinforce": 1}] + [{}] * 3
        seats = [{**seat, "hand": hand} for seat, hand in zip(state["seats"], hands, strict=True)]
        decision = {"by": "seat", "kind": "cards", "seat": 0}
        position, _ = GAME.load(
            {**state, "seats": seats, "active": 0, "phase": "cards", "decision": decision, "drawn": None, "deck": None,
             "card_discard": {}, "stack": None, "quaking": False, "placing": None, "cards_due": []}
        )  # fmt: skip
        assert position.decision().kind == "cards"
        look = Outlook(seen_by(position.state, 0), 0)
        assert SENSIBLE.weigh(look, random.Random(0)) in position.legal()
        assert look.looked <= MOST_LOOKS


def test_with_cards_on_the_table_it_passes_and_leaves_to_people_what_only_they_can_see():
    left = 0
    for seed in range(10):
        for position in decisions([SENSIBLE] * 4, {"players": 4, "cards": "table"}, seed):
            decision = position.decision()
            if decision.kind in ("cards", "discard"):
                action = SENSIBLE.choose(position, decision.seat, random.Random(0))
                left += action is None
                assert (action is None) is (decision.kind == "discard")
                assert action is None or to_wire(action)["type"] == "pass"
    assert left
