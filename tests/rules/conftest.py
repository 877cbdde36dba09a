"""A program on the other side of the engine protocol, on a tiny game."""

import json

import pytest

from companion.engine import Session
from companion.jsonrpc import answer_line
from tests.rules.fake_game import Game


class Client:
    """Sends requests to a session and gives results or errors."""

    def __init__(self):
        self.session = Session(Game())

    def line(self, line):
        answer = answer_line(self.session.call, line if isinstance(line, bytes) else line.encode())
        if answer is None:
            return None
        assert b"\n" not in answer
        return json.loads(answer, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))

    def send(self, message):
        return self.line(json.dumps(message))

    def call(self, method, **params):
        answer = self.send({"jsonrpc": "2.0", "id": 7, "method": method, "params": params})
        assert answer["jsonrpc"] == "2.0"
        assert answer["id"] == 7
        assert set(answer) in ({"jsonrpc", "id", "result"}, {"jsonrpc", "id", "error"})
        return answer

    def result(self, method, **params):
        return self.call(method, **params)["result"]

    def error(self, method, **params):
        return self.call(method, **params)["error"]


@pytest.fixture
def client():
    return Client()


@pytest.fixture
def racing(client):
    client.result("new", seed=7)
    return client
