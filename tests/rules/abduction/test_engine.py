"""The engine process: Abduction from another program's side, and that no input ends it."""

import json
import random
import subprocess

import pytest

from tests.rules.abduction import players
from tests.rules.drivers import Engine


@pytest.fixture(scope="module")
def engine():
    with Engine("abduction") as engine:
        yield engine


def test_a_game_can_be_played_from_the_first_draw_to_the_ranking(engine):
    rng = random.Random(5)
    engine.result("new", seed=5)
    while True:
        sampled = engine.result("sample")
        assert sampled["state"] == engine.state()
        if sampled["state"]["decision"] is None:
            break
        action = rng.choice(engine.result("legal")["actions"])
        assert engine.result("explain", action=action) == {"legal": True}
        engine.result("apply", action=action)
    state = sampled["state"]
    assert engine.result("ranking")["ranking"] == [{"seat": 0, "place": 1, **state["seats"][0]}]
    assert engine.result("legal") == {"actions": []}


def test_new_stops_at_the_first_card(engine):
    result = engine.result("new")
    assert result["events"] == [{"type": "turn_started", "part": 1, "turn": 1}]
    assert result["state"]["decision"] == {"by": "chance", "kind": "card", "seat": 0}
    assert sum(outcome["weight"] for outcome in engine.result("legal")["outcomes"]) == 58


def test_a_game_from_the_same_seed_is_the_same_and_undo_brings_the_same_cards_back(engine):
    engine.result("new", seed=11)
    first = engine.result("sample")
    engine.result("undo", actions=2)
    assert engine.result("sample")["actions"] == first["actions"][1:]
    assert engine.state() == first["state"]
    engine.result("new", seed=12)
    assert engine.result("sample")["actions"] != first["actions"]


def test_the_player_sees_all_that_anybody_sees(engine):
    engine.result("new", seed=3)
    engine.result("sample")
    assert engine.result("state", seat=0)["state"] == engine.state()
    assert engine.call("state", seat=1)["error"]["code"] == -32602


def test_an_illegal_action_is_explained_as_it_is_refused(engine):
    engine.result("load", state={"phase": "play", "hand": {"decoy": 1, "red": 2}})
    wrong = {"type": "place", "card": "red"}
    error = engine.call("apply", action=wrong)["error"]
    assert error["code"] == -32000
    assert engine.result("explain", action=wrong) == {"legal": False, **error["data"]}
    assert error["data"]["rule"] == "wrong_kind"
    assert error["data"]["message"] == "Only cows may be placed in this turn: choose one of them."


def garbage(rng, state):
    """A request with something wrong in it, or a line that is none."""
    wire = rng.choice(list(players.every_action(state)))
    nonsense = rng.choice([None, True, -1, 10**30, 0.5, "x", "\ud800", [], {}, [[]], [None], {"a": 1}])
    member = rng.choice([*state, "nothing"])
    method, params = rng.choice(
        [
            ("explain", {"action": wire}),
            ("apply", {"action": {**wire, rng.choice(list(wire)): nonsense}}),
            ("apply", {"action": {**wire, "seat": 17}}),
            ("apply", {"action": {"type": "correct", "set": {member: nonsense}}}),
            ("load", {"state": {member: nonsense, "turn": -1}}),
            ("new", {"options": {rng.choice(["carry", "players", "lava"]): nonsense or "x"}}),
            ("undo", {"actions": nonsense}),
            ("state", {"seat": nonsense if nonsense is not None else 5}),
        ]
    )
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
    return line if rng.random() < 0.8 else line[: rng.randrange(1, len(line))]


def test_garbage_neither_ends_the_process_nor_changes_the_game():
    rng = random.Random(1)
    with Engine("abduction", errors=subprocess.DEVNULL) as engine:
        for stop in (3, 40, 120):
            engine.result("new", seed=stop)
            for _ in range(stop):
                engine.result("sample")
                if actions := engine.result("legal")["actions"]:
                    engine.result("apply", action=rng.choice(actions))
            before = engine.state()
            for _ in range(400):
                line = garbage(rng, before)
                engine.write(line)
                answer = engine.read()
                assert answer.get("error", {}).get("code") != -32603, line
                if "error" not in answer and b'"explain"' not in line and b'"state"' not in line[:60]:
                    engine.result("load", state=before)  # it happened to be right
            assert engine.state() == before
