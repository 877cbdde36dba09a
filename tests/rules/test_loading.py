"""Whatever state is accepted can be played on: by partial loads and corrections nearly anything may come."""

import copy
import random

import pytest

from companion.games.contract import BadState
from tests.rules import players, slow

KINDS = ["place_eruption", "place_tile", "extra_tile", "replace_tile", "cards", "walls", "discard", "draw"]
CHANCES = ["tile", "card", "duel"]
TILES, CARDS, WALLS, HEXES = list(slow.TILE), list(slow.CARD), list(slow.BOX_WALLS), sorted(slow.ISLAND)


def some(rng, names, most):
    return {name: rng.randrange(most) for name in names if rng.random() < 0.4}


def decision(rng, n):
    by_seat = {"by": "seat", "seat": rng.randrange(n), "kind": rng.choice(KINDS)}
    return rng.choice([None, by_seat, {"by": "chance", "kind": rng.choice(CHANCES)}])


OF_STATE = {
    "phase": lambda rng, n: rng.choice([*slow.RULES["phases"], None]),
    "decision": decision,
    "resume": decision,
    "drawn": lambda rng, n: rng.choice([*TILES, None]),
    "quaking": lambda rng, n: rng.random() < 0.7,
    "barred": lambda rng, n: [list(hex_) for hex_ in rng.sample(HEXES, rng.randrange(60))],
    "cards_due": lambda rng, n: rng.choices(["zone", "contact"], k=rng.randrange(4)),
    "placing": lambda rng, n: {
        "hex": list(rng.choice(HEXES)),
        "rotation": rng.randrange(6),
        "lost": rng.random() < 0.5,
    },
    "final_round": lambda rng, n: {"reason": "stack_out", "to_play": rng.sample(range(n), rng.randrange(n + 1))},
    "stack": lambda rng, n: rng.choice([None, {}, some(rng, TILES[:12], 2)]),
    "stacks": lambda rng, n: [{"top": rng.choice([*TILES, None]), "size": rng.randrange(4)} for _ in range(3)],
    "tile_discard": lambda rng, n: rng.choice([None, {}, some(rng, TILES, 3)]),
    "deck": lambda rng, n: rng.choice([None, {}, some(rng, CARDS, 2), {"hidden": rng.randrange(5)}]),
    "card_discard": lambda rng, n: rng.choice([None, {}, some(rng, CARDS, 3)]),
    "supply": lambda rng, n: rng.choice([None, {}, some(rng, WALLS, 6)]),
    "eruption_claims": lambda rng, n: [rng.choice([None, *range(n)]) for _ in range(3)],
    "active": lambda rng, n: rng.randrange(n),
    "progress": lambda rng, n: {"zone_card": rng.random() < 0.5, "walls_built": rng.randrange(4)},
    "free_setup": lambda rng, n: True,
}
OF_SEAT = {
    "temperature": lambda rng: rng.choice([0, 50, 120, 190, 200, 280, 290]),
    "hand": lambda rng: rng.choice([{}, some(rng, CARDS, 3), {"hidden": rng.randrange(6)}]),
    "eruption_tiles": lambda rng: rng.sample([1, 2, 3], rng.randrange(3)),
    "burnt": lambda rng: rng.random() < 0.8,
    "stockpile": lambda rng: rng.choice([{}, {"straw": 3}]),
}


def changed(rng, state):
    """The state with a few members dropped or given other values."""
    state = copy.deepcopy(state)
    n = len(state["seats"])
    for _ in range(rng.randrange(1, 5)):
        match rng.randrange(5):
            case 0:
                state.pop(rng.choice(list(state)), None)
            case 1 if state.get("seats"):
                name = rng.choice(list(OF_SEAT))
                rng.choice(state["seats"])[name] = OF_SEAT[name](rng)
            case 2:
                name = rng.choice(list(players.CHOICES))
                state["options"] = {**state.get("options", {}), name: rng.choice(players.CHOICES[name])}
            case 3 if state.get("tiles") and state.get("walls"):
                name = rng.choice(["tiles", "walls"])
                state[name] = rng.sample(state[name], rng.randrange(len(state[name]) + 1))
            case _:
                name = rng.choice(list(OF_STATE))
                state[name] = OF_STATE[name](rng, n)
    return state


def negative(value):
    """Whether a count somewhere is below 0."""
    if isinstance(value, dict):
        return any(negative(inner) for name, inner in value.items() if name not in ("hex", "to"))
    if isinstance(value, list):
        return any(negative(inner) for inner in value)
    return isinstance(value, int) and value < 0


def play_on(state, rng):
    """Load a state and play; False if it was refused."""
    try:
        position, _ = players.GAME.load(state)
    except BadState:
        return False
    for _ in range(30):
        view = position.view()
        assert not negative({name: value for name, value in view.items() if name != "drawn_from"})
        assert players.GAME.load(view)[0].view() == view
        action = players.move(position, rng)
        if action is None:
            assert view["decision"] is None, "a decision without an answer"
            break
        position.apply(action)
    return True


def explore(seeds, loads):
    accepted = 0
    for seed in seeds:
        rng = random.Random(seed)
        position = next(players.positions(rng, 1))
        for _ in range(loads):
            accepted += play_on(changed(rng, position.view()), rng)
    assert accepted > len(seeds) * loads / 4


def test_what_is_accepted_can_be_played_on():
    explore(range(15), 20)


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(8))
def test_thousands_of_accepted_states_can_be_played_on(hundred):
    explore(range(1000 + 100 * hundred, 1100 + 100 * hundred), 15)
