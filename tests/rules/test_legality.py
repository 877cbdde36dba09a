"""The fast lists of legal actions agree with the slow opinion that scans the whole board, and with check()."""

import random

import pytest

from companion.games.contract import BadAction, to_wire
from tests.rules import players, slow
from tests.rules.cases import canonical


def same_lists(fast, slowly, state):
    fast, slowly = [canonical(action) for action in fast], [canonical(action) for action in slowly]
    assert len(set(fast)) == len(fast), "an action is listed twice"
    assert set(fast) == set(slowly), (
        f"only fast: {sorted(set(fast) - set(slowly))[:5]}, only slow: {sorted(set(slowly) - set(fast))[:5]}, {state}"
    )


def compare(seed, count):
    for position in players.positions(random.Random(seed), count):
        state = position.view()
        same_lists(to_wire(position.legal()), slow.legal(state), state)


@pytest.mark.parametrize("seed", range(8))
def test_legal_actions_are_those_of_the_slow_opinion(seed):
    compare(seed, 40)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 112))
def test_legal_actions_are_those_of_the_slow_opinion_in_thousands_of_positions(seed):
    compare(seed, 150)


def boards(seed, count):
    """States of random games, the island filled to any degree."""
    rng = random.Random(seed)
    for position in players.positions(rng, count):
        yield position, position.view()


def load(state, **changes):
    """The same island under another decision."""
    plain = {"options": {"players": 3, "unlimited_walls": True, **changes.pop("options", {})}, "free_setup": True}
    return players.GAME.load({**plain, "tiles": state["tiles"], **changes})[0]


def compare_boards(seed, count):
    """Every kind of question about the same island."""
    rng = random.Random(seed)
    lava = [slug for slug, tile in slow.TILE.items() if not tile.get("source")]
    for _, state in boards(seed, count):
        tile = rng.choice(lava)
        claims = [0, None, None]
        asked = [
            load(state, phase="tile", drawn=tile, stack={tile: 1}, eruption_claims=claims),
            load(state, phase="cards", drawn=tile, quaking=True, stack={tile: 1}, eruption_claims=claims),
            load(state, phase="eruption", seats=[{"eruption_tiles": [1]}, {}, {}], eruption_claims=claims),
            load(
                state,
                phase="cards",
                options={"aftershock_must_change_edges": rng.random() < 0.5},
                seats=[{"hand": {"aftershock": 1, "sinkhole": 1, "quake": 1}}, {}, {}],
                eruption_claims=claims,
            ),
            load(state, phase="walls", walls=_some_walls(state, rng), eruption_claims=claims),
        ]
        for position in asked:
            view = position.view()
            if view["decision"] and view["decision"]["by"] == "seat":
                same_lists(to_wire(position.legal()), slow.legal(view), view)


def _some_walls(state, rng):
    sites = sorted(slow.flow_sites({"tiles": state["tiles"]}))
    return [
        {"hex": list(hex_), "edge": edge, "wall": rng.choice(list(slow.BOX_WALLS))}
        for hex_, edge in rng.sample(sites, rng.randrange(len(sites) + 1))
    ]


@pytest.mark.parametrize("seed", range(4))
def test_every_question_about_an_island_has_the_slow_answer(seed):
    compare_boards(seed, 10)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200, 212))
def test_every_question_about_thousands_of_islands_has_the_slow_answer(seed):
    compare_boards(seed, 80)


@pytest.mark.parametrize("seed", range(10))
def test_listed_actions_are_those_that_check_allows(seed):
    rng = random.Random(seed)
    for position in players.positions(rng, 20):
        view = position.view()
        listed = {canonical(action) for action in to_wire(position.legal())}
        for action in position.legal():
            assert position.check(action) is None
        for _ in range(100):
            wire = players.anything(rng)
            if wire["type"] == "draw_tile" and not view["options"].get("forecast"):
                del wire["stack"]
            try:
                problem = position.check(players.GAME.action(wire))
            except BadAction:
                continue
            assert (problem is None) == (canonical(wire) in listed), (wire, problem, view)


@pytest.mark.parametrize("seed", range(5))
def test_outcomes_of_chance_are_those_that_check_allows(seed):
    rng = random.Random(seed)
    for position, _, _ in players.game(rng):
        outcomes = position.outcomes()
        assert all(weight > 0 for _, weight in outcomes)
        if outcomes:
            listed = {canonical(to_wire(action)) for action, _ in outcomes}
            assert len(listed) == len(outcomes)
            for _ in range(20):
                wire = players.anything(rng)
                try:
                    problem = position.check(players.GAME.action(wire))
                except BadAction:
                    continue
                assert (problem is None) == (canonical(wire) in listed), (wire, problem)
