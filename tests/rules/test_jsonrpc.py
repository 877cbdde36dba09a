"""The frame of the engine protocol, on a tiny game: JSON-RPC to the letter, and nothing ends the process."""

import io
import json

import pytest

from companion.engine import serve
from companion.jsonrpc import MAX_LINE_BYTES
from tests.rules.fake_game import Game

# --- JSON-RPC ---


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"\xff\xfe",
        b'{"jsonrpc":"2.0","id":"\xc3","method":"state"}',
        b"{",
        b"nonsense",
        b'{"jsonrpc":"2.0","id":NaN,"method":"state"}',
        b'{"jsonrpc":"2.0","id":1,"method":"new","params":{"seed":Infinity}}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b'["\t"]',
        b"\xef\xbb\xbf{}",
    ],
)
def test_what_is_no_json_is_a_parse_error(racing, line):
    answer = racing.line(line)
    assert answer["error"]["code"] == -32700
    assert answer["id"] is None
    assert racing.result("state")["state"]["turn"] == 0


@pytest.mark.parametrize(
    "request_",
    [
        1,
        "state",
        None,
        True,
        {},
        {"jsonrpc": "2.0"},
        {"jsonrpc": "2.0", "method": 1},
        {"jsonrpc": "2.0", "method": None, "id": 1},
        {"jsonrpc": "2.0", "method": "state", "params": 5, "id": 1},
        {"jsonrpc": "2.0", "method": "state", "params": "x", "id": 1},
        {"jsonrpc": "1.0", "method": "state", "id": 1},
        {"jsonrpc": 2.0, "method": "state", "id": 1},
        {"method": "state", "id": 1},
    ],
)
def test_what_is_no_request_is_an_invalid_request(racing, request_):
    answer = racing.send(request_)
    assert answer["error"]["code"] == -32600
    assert answer["id"] == (request_.get("id") if isinstance(request_, dict) else None)


@pytest.mark.parametrize("key", [True, [1], {"a": 1}])
def test_an_id_that_is_none_is_an_invalid_request_and_not_echoed(racing, key):
    answer = racing.send({"jsonrpc": "2.0", "id": key, "method": "state"})
    assert answer["error"]["code"] == -32600
    assert answer["id"] is None


@pytest.mark.parametrize("key", [0, -1, "a", "", None, 1.5, 2**64, 10**400, "\ud800", "日本"])
def test_an_id_comes_back_as_it_was(racing, key):
    assert racing.send({"jsonrpc": "2.0", "id": key, "method": "ranking"})["id"] == key
    assert racing.send({"jsonrpc": "2.0", "id": key, "method": "nothing"})["id"] == key


@pytest.mark.parametrize("number", ["1" + "0" * 5000, "-1" + "0" * 5000, "1e999"])
def test_a_number_beyond_the_machine_is_no_id_and_no_parameter(racing, number):
    answer = racing.line(f'{{"jsonrpc":"2.0","id":{number},"method":"state"}}')
    assert answer["id"] is None
    assert answer["error"]["code"] == -32600
    for params in ('{"actions":%s}', '{"actions":1,"x":%s}'):
        answer = racing.line(f'{{"jsonrpc":"2.0","id":3,"method":"undo","params":{params % number}}}')
        assert answer["id"] == 3
        assert answer["error"]["code"] == -32602


def test_a_notification_gets_no_answer_and_is_carried_out(racing):
    assert racing.send({"jsonrpc": "2.0", "method": "apply", "params": {"action": {"type": "die", "pips": 2}}}) is None
    assert racing.result("state")["state"]["pips"] == 2
    for method, params in (("nothing", {}), ("undo", {}), ("undo", [1]), ("apply", {"action": {"type": "step"}})):
        assert racing.send({"jsonrpc": "2.0", "method": method, "params": params}) is None


def test_a_batch_is_answered_in_order_without_its_notifications(racing):
    def request(key, method, **params):
        return {"jsonrpc": "2.0", "id": key, "method": method, "params": params}

    note = {"jsonrpc": "2.0", "method": "apply", "params": {"action": {"type": "die", "pips": 3}}}
    answers = racing.send([request(1, "state"), note, request(2, "state"), 5, request("x", "nothing")])
    assert [answer["id"] for answer in answers] == [1, 2, None, "x"]
    assert [answers[i]["result"]["state"]["pips"] for i in (0, 1)] == [None, 3]
    assert [answers[i]["error"]["code"] for i in (2, 3)] == [-32600, -32601]


def test_an_empty_batch_is_one_invalid_request(racing):
    answer = racing.send([])
    assert answer["error"]["code"] == -32600
    assert answer["id"] is None


def test_a_batch_of_notifications_gets_no_answer(racing):
    assert racing.send([{"jsonrpc": "2.0", "method": "state"}] * 2) is None


def test_an_unknown_method_is_named_so(racing):
    for method in ("", "New", "call", "_position", "__init__", "x" * 1000):
        assert racing.error(method)["code"] == -32601


def test_params_go_by_name(racing):
    assert racing.send({"jsonrpc": "2.0", "id": 1, "method": "state", "params": []})["result"]
    assert racing.send({"jsonrpc": "2.0", "id": 1, "method": "undo", "params": [1]})["error"]["code"] == -32602


def test_of_a_name_given_twice_the_last_counts(racing):
    line = '{"jsonrpc":"2.0","id":1,"method":"nothing","method":"new","params":{"options":{"goal":1,"goal":5}}}'
    assert racing.line(line)["result"]["state"]["goal"] == 5


def test_unknown_params_are_ignored(racing):
    assert "state" in racing.result("state", colour="red")


# --- lines ---


def served(data):
    out = io.BytesIO()
    serve(Game(), io.BytesIO(data), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_each_line_gets_one_answer_and_the_last_needs_no_line_feed():
    request = b'{"jsonrpc":"2.0","id":%d,"method":"new"}'
    assert [answer["id"] for answer in served(request % 1 + b"\r\n" + request % 2)] == [1, 2]


def test_a_line_too_long_is_refused_and_the_next_is_read():
    request = b'{"jsonrpc":"2.0","id":1,"method":"new"}\n'
    answers = served(b'"' + b"x" * (2 * MAX_LINE_BYTES) + b'"\n' + request)
    assert answers[0]["error"]["code"] == -32700
    assert answers[1]["id"] == 1
    assert len(answers) == 2


def test_nobody_reading_ends_quietly():
    class Gone(io.BytesIO):
        def write(self, data):
            raise BrokenPipeError

    serve(Game(), io.BytesIO(b'{"jsonrpc":"2.0","id":1,"method":"new"}\n'), Gone())
