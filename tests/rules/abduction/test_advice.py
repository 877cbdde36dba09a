"""What a player may want to know: chances counted out, what must be played, and what would go wrong."""

import itertools
import random
from fractions import Fraction

import pytest

from companion.games.abduction import advice
from companion.words import abduction as words
from tests.rules.abduction import players, slow

GAME = players.GAME


def state(**members):
    return GAME.load(members)[0].state


@pytest.mark.parametrize(
    ("deck", "draws"),
    [({"decoy": 1, "red": 4}, 3), ({"decoy": 2, "red": 2, "cow_5": 3}, 3), ({"decoy": 1, "red": 1}, 1)],
)
def test_the_chances_are_those_of_all_draws_counted_out(deck, draws):
    found = advice.chances(state(phase="draw", drawing=draws, deck=deck))
    assert found.left == deck
    assert found.draws == draws
    cards = [card for card, n in deck.items() for _ in range(n)]
    every = list(itertools.combinations(range(len(cards)), draws))
    for card in deck:
        with_it = sum(any(cards[i] == card for i in draw) for draw in every)
        assert found.one[card] == pytest.approx(float(Fraction(with_it, len(every))))
    assert found.decoy == found.one["decoy"]


def test_between_draws_they_are_those_of_the_next_turn():
    found = advice.chances(state(phase="discard", hand={"red": 1}, deck={"decoy": 1, "red": 5}))
    assert (found.draws, found.reshuffled) == (3, False)
    assert found.decoy == pytest.approx(0.5)


def test_before_part_two_they_are_those_of_what_will_be_shuffled():
    used = {"used": True, "card": "red"}
    found = advice.chances(
        state(phase="discard", face_down=used, hand={"red": 1}, deck={}, discard={"blue": 2}, score=[{"decoy": 1}])
    )
    assert found.left == {"blue": 2, "decoy": 1}
    assert (found.draws, found.reshuffled, found.decoy) == (3, True, 1.0)


def test_where_the_game_ends_instead_of_a_draw_nothing_comes():
    used = {"used": True, "card": "red"}
    found = advice.chances(state(part=2, phase="discard", face_down=used, hand={"red": 1}, deck={"decoy": 2}))
    assert (found.draws, found.decoy) == (0, 0.0)


@pytest.mark.parametrize(
    ("hand", "kinds", "why"),
    [
        ({"red": 5, "decoy": 1}, ("cow",), "decoy"),
        ({"red": 4, "cow_1": 4}, ("ufo",), "equal"),
        ({"red": 4, "cow_1": 3}, ("ufo",), "many"),
        ({"red": 3, "cow_1": 4}, ("cow",), "many"),
        ({"red": 3, "cow_1": 3}, ("ufo", "cow"), "choice"),
        ({"red": 3}, ("ufo",), "choice"),
        ({}, (), "choice"),
    ],
)
def test_what_must_be_played_is_told_with_its_reason(hand, kinds, why):
    found = advice.kind(state(phase="play", hand=hand))
    assert (found.kinds, found.why) == (kinds, why)
    for kind in found.kinds:
        assert words.kind_reason(kind, found.why).endswith(".")


def ufos(*columns):
    return [{"card": card, "size": size} for card, size in columns]


THREE = ufos(("red", 1), ("blue", 1), ("red", 1))
USED = {"used": True, "card": "cow_1"}


@pytest.mark.parametrize(
    ("members", "slugs"),
    [
        ({"phase": "play", "hand": {"cow_1": 1}, "cows": [["cow_1"], ["cow_2"]]}, set()),
        ({"phase": "play", "hand": {"cow_1": 1}, "cows": [["cow_1"], ["cow_2"], ["cow_3"]]}, {"overflow"}),
        ({"phase": "play", "hand": {"decoy": 1, "red": 2}, "hangar": 2, "cows": [["decoy"], ["decoy"], ["cow_3"]],
          "face_down": USED}, {"overflow_loses"}),
        ({"phase": "play", "hand": {"red": 1}, "ufos": THREE}, set()),
        ({"phase": "play", "hand": {"blue": 1}, "ufos": THREE}, {"overflow"}),
        ({"phase": "play", "hand": {"red": 1}, "hangar": 4, "cows": [["decoy"]]}, {"turn_up_loses", "last_decoy"}),
        ({"phase": "play", "hand": {"red": 1}, "hangar": 3, "cows": [["decoy"]]}, set()),
        ({"phase": "process", "ufos": ufos(("red", 1)), "cows": [["cow_1"]]}, set()),
        ({"phase": "process", "ufos": ufos(("red", 1)), "cows": [["cow_1"], ["decoy"]]}, {"abduct_decoys"}),
        ({"phase": "process", "hangar": 4, "ufos": ufos(("red", 1)), "cows": [["cow_1"], ["decoy"]]},
         {"abduct_loses", "last_decoy"}),
        ({"phase": "process", "hangar": 4, "ufos": ufos(("red", 1)), "cows": [["cow_1"], ["decoy"]],
          "score": [{"decoy": 1}]}, {"abduct_loses", "abduct_releases", "last_decoy"}),
        ({"phase": "process", "part": 2, "ufos": ufos(("red", 1)), "cows": [["cow_1"]]}, {"abduct_nothing"}),
        ({"phase": "process", "part": 2, "ufos": ufos(("red", 2)), "cows": [["cow_1"]]}, set()),
        ({"phase": "process", "ufos": ufos(("red", 1)), "cows": [["cow_1"]], "score": [{"decoy": 1}]},
         {"abduct_releases"}),
    ],
)  # fmt: skip
def test_what_would_go_wrong_is_said_before(members, slugs):
    found = advice.cautions(state(**members))
    assert {caution.slug for caution in found} == slugs


def test_the_chance_to_lose_by_turning_up_is_that_of_a_cow():
    deck = {"red": 2, "cow_1": 1, "cow_5": 1}
    found = advice.cautions(state(phase="play", hand={"red": 1}, hangar=4, cows=[["decoy"]], deck=deck))
    assert next(caution.about["chance"] for caution in found if caution.slug == "turn_up_loses") == 0.5


def test_advice_can_be_had_at_any_moment_and_changes_nothing():
    rng = random.Random(3)
    for _ in range(40):
        for position, _, _ in players.game(rng):
            before = position.view()
            advice.cautions(position.state)
            found = advice.chances(position.state)
            assert sum(found.left.values()) >= found.draws
            assert all(0 < chance <= 1 or not found.draws for chance in found.one.values())
            told = advice.kind(position.state)
            assert all(words.kind_reason(kind, told.why) for kind in told.kinds)
            ways = advice.ways(position.state)
            assert bool(ways) == (before["decision"] is not None and before["decision"]["kind"] == "carry")
            assert position.view() == before


def test_a_loss_by_abducting_is_always_announced():
    rng = random.Random(5)
    seen = 0
    while seen < 8:
        for position, _, _ in players.game(rng, {}):
            decision = position.decision()
            if decision is None or decision.kind != "process":
                continue
            after = position.copy()
            after.apply(GAME.action({"type": "abduct"}))
            while after.decision() is not None and after.decision().kind == "release":
                after.apply(after.legal()[0])
            slugs = {caution.slug for caution in advice.cautions(position.state)}
            assert ("abduct_loses" in slugs) == after.state.lost
            seen += after.state.lost
            slow.check(position.view())
