"""Whatever state of Abduction is accepted can be played on: partial loads and corrections bring nearly anything."""

import copy
import random

import pytest

from companion.games.contract import BadState
from tests.rules.abduction import players, slow

GAME = players.GAME
KINDS = ["card", "face_down", "choose", "play", "blue", "clear", "process", "release", "carry", "discard"]
CARDS = list(players.CARDS)


def some(rng, most):
    return {card: rng.randrange(most) for card in CARDS if rng.random() < 0.3}


def columns(rng):
    return [{"card": rng.choice(players.UFOS), "size": rng.randrange(1, 3)} for _ in range(rng.randrange(5))]


def herd(rng):
    cows = [*players.COWS, players.DECOY]
    return [[rng.choice(cows) for _ in range(1 if i else rng.randrange(1, 4))] for i in range(rng.randrange(5))]


MEMBERS = {
    "phase": lambda rng: rng.choice([*players.RULES["phases"], None]),
    "decision": lambda rng: rng.choice([None, {"by": "seat", "seat": 0, "kind": rng.choice(KINDS)}]),
    "part": lambda rng: rng.choice([1, 2]),
    "turn": lambda rng: rng.randrange(30),
    "hand": lambda rng: some(rng, 3),
    "discard": lambda rng: some(rng, 3),
    "removed": lambda rng: rng.choice([None, some(rng, 3)]),
    "deck": lambda rng: rng.choice([None, None, {}, some(rng, 3)]),
    "deck_size": lambda rng: rng.choice([None, rng.randrange(58)]),
    "ufos": columns,
    "cows": herd,
    "score": lambda rng: [some(rng, 3) for _ in range(rng.randrange(4))],
    "fresh_decoys": lambda rng: rng.randrange(3),
    "hangar": lambda rng: rng.randrange(6),
    "face_down": lambda rng: {"used": rng.choice([None, True, False]), "card": rng.choice([None, *CARDS])},
    "drawing": lambda rng: rng.randrange(4),
    "playing": lambda rng: rng.choice([None, "ufo", "cow"]),
    "to_place": lambda rng: rng.choice([None, {}, some(rng, 2)]),
    "resume": lambda rng: rng.choice(["play", "abduct"]),
    "then": lambda rng: rng.choice(["play", "discard", "end"]),
    "digit": lambda rng: rng.randrange(4),
}


def changed(rng, state):
    """The state with a few members dropped or given other values."""
    state = copy.deepcopy(state)
    for name in rng.sample(list(MEMBERS), rng.randrange(1, 4)):
        if rng.random() < 0.3:
            state.pop(name, None)
        else:
            state[name] = MEMBERS[name](rng)
    if rng.random() < 0.7:  # cards that moved come from the deck
        state.pop("deck", None)
        state.pop("deck_size", None)
    if rng.random() < 0.3:
        slug = rng.choice(list(players.CHOICES))
        state["options"] = {**state.get("options", {}), slug: rng.choice(players.CHOICES[slug])}
    return state


def play_on(state, rng):
    """Load a state and play; False if it was refused."""
    try:
        position, _ = GAME.load(state)
    except BadState:
        return False
    for _ in range(40):
        view = position.view()
        assert slow.zones(view) == slow.BOX
        assert GAME.load(view)[0].view() == view
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
        stop = rng.randrange(200)
        for n, (position, _, _) in enumerate(players.game(rng)):  # noqa: B007 (the last of them)
            if n == stop:
                break
        for _ in range(loads):
            accepted += play_on(changed(rng, position.view()), rng)
    assert accepted > len(seeds) * loads / 5


def test_what_is_accepted_can_be_played_on():
    explore(range(40), 20)


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(8))
def test_thousands_of_accepted_states_can_be_played_on(hundred):
    explore(range(1000 + 100 * hundred, 1100 + 100 * hundred), 40)


@pytest.mark.parametrize("path", ["hand", "score", "ufos", "face_down", "decision", "deck", "options", "phase", "turn"])
@pytest.mark.parametrize("nonsense", [True, -1, 10**30, 0.5, "x", [[]], [None], {"kind": 1, "used": 1}], ids=repr)
def test_nonsense_is_refused_in_its_place(path, nonsense):
    with pytest.raises(BadState) as refusal:
        GAME.load({path: nonsense, "playing": None})
    assert refusal.value.path.startswith(path)
