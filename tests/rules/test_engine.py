"""The engine process: Eruption from another program's side, and that no input ends it."""

import io
import json
import random
import subprocess
import sys
import tracemalloc

import pytest
from jsonschema import Draft202012Validator

from companion.engine import Session, serve
from companion.jsonrpc import answer_line
from tests.rules import players
from tests.rules.drivers import Engine


@pytest.fixture(scope="module")
def engine():
    with Engine("eruption") as engine:
        yield engine


def test_a_game_can_be_played_from_the_deal_to_the_ranking(engine):
    rng = random.Random(5)
    engine.result("new", options={"players": 3}, seed=5)
    while True:
        sampled = engine.result("sample")
        assert sampled["state"] == engine.state()
        if sampled["state"]["decision"] is None:
            break
        assert sampled["state"]["decision"]["by"] == "seat"
        actions = engine.result("legal")["actions"]
        action = rng.choice(actions)
        assert engine.result("explain", action=action) == {"legal": True}
        engine.result("apply", action=action)
    ranking = engine.result("ranking")["ranking"]
    assert [entry["place"] for entry in ranking] == sorted(entry["place"] for entry in ranking)
    assert engine.result("legal") == {"actions": []}


def test_new_stops_at_the_first_card_of_the_deal(engine):
    state = engine.result("new", options={"players": 4, "start": 2})["state"]
    assert state["phase"] == "deal"
    assert state["decision"] == {"by": "chance", "kind": "card", "seat": 2}
    assert "outcomes" in engine.result("legal")


def test_the_deal_is_three_cards_each_beginning_with_the_starting_seat(engine):
    engine.result("new", options={"players": 3, "start": 1})
    for seat in (1, 1, 1, 2, 2, 2, 0, 0, 0):
        assert engine.state()["decision"] == {"by": "chance", "kind": "card", "seat": seat}
        engine.apply({"type": "card", "card": "reinforce" if seat == 1 else "quake" if seat == 2 else "relocate"})
    state = engine.state()
    assert state["phase"] == "tile"
    assert state["active"] == 1


def test_real_cards_are_dealt_hidden(engine):
    engine.result("new", options={"players": 2, "cards": "table"})
    assert [outcome["action"] for outcome in engine.result("legal")["outcomes"]] == [{"type": "card", "card": "hidden"}]
    state = engine.result("sample")["state"]
    assert [seat["hand"] for seat in state["seats"]] == [{"hidden": 3}, {"hidden": 3}]
    assert state["deck"] == {"hidden": 30}


def test_a_game_from_the_same_seed_and_actions_is_the_same(engine):
    first = engine.result("new", seed=11)
    sampled = engine.result("sample")
    assert engine.result("new", seed=11) == first
    assert engine.result("sample") == sampled
    engine.result("new", seed=12)
    assert engine.result("sample")["actions"] != sampled["actions"]


def test_undo_over_dice_and_draws_brings_the_same_ones_back(engine):
    engine.result("new", seed=3)
    first = engine.result("sample")
    assert len(first["actions"]) == 10
    engine.result("undo", actions=4)
    assert engine.result("sample")["actions"] == first["actions"][6:]
    assert engine.state() == first["state"]


def test_a_seat_sees_its_hand_and_the_sizes_of_the_others(engine):
    engine.result("new", seed=3)
    engine.result("sample")
    whole = engine.state()
    seen = engine.result("state", seat=1)["state"]
    assert seen["seats"][1]["hand"] == whole["seats"][1]["hand"]
    assert seen["seats"][0]["hand"] == {"hidden": 3}
    assert seen["deck"] == {"hidden": 27}
    assert engine.call("state", seat=3)["error"]["code"] == -32602


def test_an_illegal_action_is_explained_as_it_is_refused(engine):
    engine.result("load", state={"phase": "tile", "drawn": "straight"})
    wrong = {"type": "place_tile", "hex": [5, 3], "rotation": 0}
    error = engine.call("apply", action=wrong)["error"]
    assert error["code"] == -32000
    assert engine.result("explain", action=wrong) == {"legal": False, **error["data"]}
    assert error["data"]["rule"] == "edge_mismatch"
    assert error["data"]["where"] == [{"hex": [5, 3], "edge": "S"}]
    assert error["data"]["message"].endswith(".")


# --- the schema ---


def defined(schema, name):
    return Draft202012Validator({"$defs": schema["$defs"], **schema["properties"][name]})


def test_the_schema_is_one_and_describes_what_the_engine_says_and_takes(engine):
    schema = engine.result("schema")
    Draft202012Validator.check_schema(schema)
    states, actions, events, options = (defined(schema, name) for name in ("state", "action", "event", "options"))
    rng = random.Random(9)
    for _ in range(6):
        chosen = players.options(rng)
        options.validate(chosen)
        for n, (position, action, happened) in enumerate(players.game(rng, chosen)):
            if n % 5 == 0:
                for event in happened:
                    events.validate(event)
                if action is not None:
                    actions.validate(players.to_wire(action))
            if n % 50 == 0:
                states.validate(position.view())
                states.validate(position.view(0))


def test_the_schema_refuses_what_the_engine_refuses(engine):
    schema = engine.result("schema")
    actions, options = defined(schema, "action"), defined(schema, "options")
    for wrong in (
        {},
        {"type": "fly"},
        {"type": "place_tile", "hex": [6, 3]},
        {"type": "place_tile", "hex": [6, 3], "rotation": 6},
        {"type": "roll", "white": 7, "orange": 1},
        {"type": "trade", "card": "chest"},
        {"type": "build_wall", "hex": [4, 2], "edge": "E", "wall": "straw"},
    ):
        assert not actions.is_valid(wrong), wrong
    assert not options.is_valid({"lava_flood": True})
    assert not options.is_valid({"claim": "first"})


# --- nothing ends the process ---


def garbage(rng):
    """A line that is nothing, nearly something, or well-formed and refused."""
    number = rng.choice(["1e999", "9" * 5000, "-" + "9" * 400, "1.5", "-0", "NaN", "Infinity", "true", "null", '""'])
    wire = players.anything(rng)
    members = rng.choice(list(wire))
    method = rng.choice(["apply", "explain"])
    kinds = [
        lambda: rng.randbytes(rng.randrange(200)).replace(b"\n", b" "),
        lambda: rng.choice([b"[", b'{"a":', b'[{"a":']) * rng.randrange(1, 3000),
        lambda: b"[" * 500 + b"]" * 500,
        lambda: request(method, {"action": {**wire, members: rng.choice(NONSENSE)}}),
        lambda: request(method, {"action": wire, "action ": 1})[: rng.randrange(5, 120)],
        lambda: request("explain", {"action": wire}),
        lambda: request("apply", {"action": {**wire, "seat": 17}}),
        lambda: request("apply", {"action": {"type": "correct", "set": {rng.choice(MEMBERS): rng.choice(NONSENSE)}}}),
        lambda: request("load", {"state": {rng.choice(MEMBERS): rng.choice(NONSENSE), "turn": 0}}),
        lambda: request(
            "new", {"options": {rng.choice(["players", "lava", "villages"]): rng.choice(NONSENSE_OPTIONS)}}
        ),
        lambda: request(rng.choice(["undo", "state"]), {rng.choice(["actions", "seat"]): rng.choice(NONSENSE_COUNTS)}),
        lambda: request(rng.choice(NONSENSE_NAMES), {}),
        lambda: b'{"jsonrpc":"2.0","id":%s,"method":"state"}' % number.encode(),
        lambda: b'{"jsonrpc":"2.0","id":1,"method":"undo","params":{"actions":%s}}' % (number + "0").encode(),
        lambda: b'{"jsonrpc":"2.0","id":"\\ud800","method":"\\ud800","params":{"\\udfff":"\\ud800"}}',
        lambda: b'{"jsonrpc":"2.0","method":"apply","params":{"action":{"type":"\xff"}}}',
        lambda: b"[" + b",".join(garbage(rng) for _ in range(3)) + b"]",
        lambda: b"[%s]" % request("explain", {"action": wire}),
        lambda: b'{"jsonrpc":"2.0","id":1,"id":2,"method":"state","method":"nothing","params":{},"params":[]}',
        lambda: b"",
        lambda: b"x" * rng.randrange(100_000) if rng.random() < 0.01 else b"  \t ",
    ]
    return rng.choice(kinds)()


DEEP = {}
for _ in range(300):
    DEEP = {"tiles": [DEEP]}
NONSENSE = [None, True, 1, -1, 6, 10**30, 0.5, "", "x", "\ud800", [], {}, [[]], [None], {"a": 1}, [1e308] * 3, DEEP]
NONSENSE_OPTIONS = [True, 1, 7, -1, 10**30, 0.5, "", "x", "\ud800", {}, ["red"], [[]], ["red", "red"]]
NONSENSE_COUNTS = [True, -1, 0, 10**30, 0.5, "", "x", [], {}, 10**9]
NONSENSE_NAMES = ["", "x", "States", "\ud800", "__class__", "call", "a" * 5000]
MEMBERS = [*players.GAME.load({})[0].view(), "stacks", "resume", "drawn_from", "free_setup"]


def request(method, params):
    """A request, as bytes; with an id that is sometimes missing."""
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()


POSITION = {
    "phase": "cards",
    "seats": [{"hand": {"rain": 1, "aftershock": 1, "quake": 1}}, {}, {}],
    "tiles": [{"hex": [4, 4], "tile": "wide_bend", "rotation": 3}, {"hex": [4, 3], "tile": "straight", "rotation": 0}],
}


def fuzz(lines, seed):
    """Send garbage to a real engine: no line ends it or fails inside it, and what is refused changes nothing."""
    rng = random.Random(seed)
    with Engine("eruption", errors=subprocess.DEVNULL) as engine:
        for position in (POSITION, {}, {"phase": "tile", "drawn": "cross"}):
            engine.load(position)
            before = engine.result("state")
            for _ in range(lines // 3):
                line = garbage(rng)
                answers = exchange(engine, line)
                assert all(answer.get("error", {}).get("code") != -32603 for answer in answers), line
                if all("error" in answer for answer in answers):
                    assert rng.random() < 0.9 or engine.result("state") == before, line
                elif not is_question(line):  # it happened to be right
                    engine.load(position)
            assert engine.result("state") == before


def exchange(engine, line):
    """The answers to one line. It may get none, so a question behind it tells where we are."""
    engine.write(line)
    engine.write(request("ranking", {}).replace(b'"id": 1', b'"id": "here"'))
    answers = []
    while not (isinstance(answer := engine.read(), dict) and answer["id"] == "here"):
        answers += answer if isinstance(answer, list) else [answer]
    return answers


def is_question(line):
    """Whether a line cannot change the game, even where it happens to be right."""
    return not any(word in line for word in (b'"apply"', b'"load"', b'"new"', b'"undo"'))


def test_garbage_neither_ends_the_process_nor_changes_the_game():
    fuzz(5_000, 1)


@pytest.mark.slow
def test_100_000_lines_of_garbage_neither_end_the_process_nor_change_the_game():
    fuzz(100_000, 2)


def applied(session, rng, count):
    """Apply so many actions through the protocol, game after game within one history; the state after each."""
    members = players.GAME.load({})[0].view()
    again = {"type": "correct", "set": {name: None for name in members if name != "options"}}
    while count:
        found = session.call("legal", {})
        actions = found.get("actions") or [outcome["action"] for outcome in found.get("outcomes", ())] or [again]
        yield session.call("apply", {"action": players.to_wire(rng.choice(actions))})["state"]
        count -= 1


def test_thousands_of_actions_can_be_undone():
    session, rng = Session(players.GAME), random.Random(4)
    states = [session.call("new", {"seed": 1, "options": {"last_standing": True}})["state"]]
    states += applied(session, rng, 2000)
    left = 2000
    while left:
        back = min(left, rng.randrange(1, 150))
        left -= back
        assert session.call("undo", {"actions": back})["state"] == states[left]


@pytest.mark.slow
def test_a_hundred_thousand_actions_take_a_moderate_memory_and_can_be_undone():
    session, rng = Session(players.GAME), random.Random(5)
    start = session.call("new", {"seed": 1, "options": {"last_standing": True}})["state"]
    tracemalloc.start()
    for _ in applied(session, rng, 100_000):
        pass
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < 64 << 20
    assert session.call("undo", {"actions": 100_000})["state"] == start


# --- the process ---


def run(*arguments, data=b"", **keywords):
    command = [sys.executable, "-m", "companion.engine", *arguments]
    return subprocess.run(command, input=data, capture_output=True, timeout=60, **keywords)


def test_the_end_of_the_input_ends_the_process_quietly():
    done = run("eruption", data=b'{"jsonrpc":"2.0","id":1,"method":"new"}\n{"jsonrpc":"2.0","id":2,"method":"state"}')
    assert done.returncode == 0
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, 2]
    assert done.stderr == b""


def test_an_unknown_game_is_named_with_those_there_are():
    done = run("chess")
    assert done.returncode == 2
    assert b"eruption" in done.stderr
    assert b"Traceback" not in done.stderr
    assert done.stdout == b""


def test_a_reader_that_goes_away_ends_the_process_quietly():
    process = subprocess.Popen(
        [sys.executable, "-m", "companion.engine", "eruption"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.close()
    try:
        for _ in range(200):
            process.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"new"}\n')
        process.stdin.close()
    except BrokenPipeError:
        pass
    assert process.wait(timeout=30) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


def test_answers_are_utf_8_lines_each_at_once():
    out = io.BytesIO()
    serve(players.GAME, io.BytesIO(request("new", {}) + b"\n" + b"\xff\n"), out)
    lines = out.getvalue().split(b"\n")
    assert len(lines) == 3
    assert lines[2] == b""
    assert all(json.loads(line.decode("utf-8")) for line in lines[:2])


def test_one_answer_per_request_whatever_the_order_of_its_members():
    session = Session(players.GAME)
    line = b'{"params": {"options": {"players": 2}}, "method": "new", "id": 9, "jsonrpc": "2.0"}\r\n'
    assert json.loads(answer_line(session.call, line))["id"] == 9
