"""The best carry: against a search that plays every order of every card through the rules themselves."""

import random
from collections import Counter

import pytest

from companion.games.abduction import carrying
from tests.rules.abduction import players, slow

GAME = players.GAME


def load(score, **more):
    state = {"phase": "carry", "hand": {"red": 1}, "score": score, **more}
    return GAME.load(state)[0]


def ends(position, seen=None):
    """Every total that carrying can come to, by playing on in every way."""
    seen = {} if seen is None else seen
    view = position.view()
    if view["phase"] != "carry":
        return {slow.points(view["score"])}
    key = (view["digit"], tuple(tuple(sorted(digit.items())) for digit in view["score"]))
    if key not in seen:
        seen[key] = set()
        for action in position.legal():
            after = position.copy()
            after.apply(action)
            seen[key] |= ends(after, seen)
    return seen[key]


def scores(rng, most, digits=3):
    """Random scores of the cards that there are, seldom all below ten."""
    left = Counter({card: n for card, n in slow.BOX.items() if card in players.COWS or card == players.DECOY})
    score = [{} for _ in range(rng.randrange(1, digits + 1))]
    for _ in range(rng.randrange(3, most)):
        card = rng.choice([card for card, n in left.items() if n])
        left[card] -= 1
        digit = rng.choice(score)
        digit[card] = digit.get(card, 0) + 1
    return score


@pytest.mark.parametrize("options", [{}, {"carry": "may"}], ids=["must", "may"])
@pytest.mark.parametrize("seed", range(6))
def test_each_way_leads_to_the_totals_that_playing_on_in_every_way_finds(seed, options):
    rng = random.Random(seed)
    for _ in range(10):
        position = load(scores(rng, 9), options=options)
        ways = carrying.ways(position.state)
        carries = [action for action in position.legal() if hasattr(action, "card")]
        if position.view()["phase"] != "carry":
            assert ways == []
            continue
        assert {way.card for way in ways} == {action.card for action in carries}
        found = {}
        for action in carries:
            after = position.copy()
            after.apply(action)
            found[action.card] = ends(after)
        for way in ways:
            assert (way.best, way.worst, way.sure) == (max(found[way.card]), min(found[way.card]), True)
        assert [way.best for way in ways] == sorted((way.best for way in ways), reverse=True)
        stay = ends(position)
        assert carrying.best_total(position.state) == max(stay)


@pytest.mark.parametrize(
    ("score", "best", "worst"),
    [
        (["543"], 57, 39),
        (["5555"], 5555, 5555),
        (["22222"], 28, 28),
        (["54", "3"], 39, 39),
        (["55", "54"], 955, 595),
        (["54432"], 585, 99),
        (["1111111111"], 19, 19),
    ],
)
def test_the_cases_worked_by_hand(score, best, worst):
    digits = [Counter(int(value) for value in digit) for digit in score]
    held = tuple(tuple(digit[value] for value in range(6)) for digit in digits)
    assert carrying.reach(held, 0) == (best, worst, True)


def test_the_largest_card_first_is_not_the_best_rule():
    position = load([{"cow_5": 2}, {"cow_5": 1, "cow_4": 1}])
    assert [(way.card, way.best) for way in carrying.ways(position.state)] == [("cow_4", 955), ("cow_5", 595)]


@pytest.mark.parametrize("options", [{}, {"carry": "may"}], ids=["must", "may"])
def test_a_heap_of_all_cows_is_searched_as_far_as_that_can_be(options):
    position = load([{**dict.fromkeys(players.COWS, 5), players.DECOY: 4}], options=options)
    best = carrying.ways(position.state)[0]
    assert best.best >= 10**9
    assert not best.sure
