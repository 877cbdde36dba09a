"""Two ways to play a game in the tests: its objects in this process, and a real engine process."""

import json
import subprocess
import sys

from companion.games.contract import BadAction, BadState, IllegalAction, to_wire
from tests.rules.cases import Refused


class InProcess:
    """Plays through the contract of the games."""

    def __init__(self, game):
        self.game = game
        self.position = None

    def load(self, state):
        return self._begin(self.game.load, state)

    def new(self, options):
        return self._begin(self.game.new, options)

    def _begin(self, start, value):
        try:
            self.position, events = start(value)
        except BadState as refusal:
            raise Refused(-32001, path=refusal.path) from None
        return to_wire(events)

    def apply(self, action):
        try:
            return to_wire(self.position.apply(self.game.action(action)))
        except IllegalAction as refusal:
            raise Refused(-32000, slug=refusal.problem.slug) from None
        except BadAction:
            raise Refused(-32602) from None
        except BadState as refusal:
            raise Refused(-32001, path=refusal.path) from None

    def state(self):
        return json.loads(json.dumps(self.position.view()))

    def legal(self):
        outcomes = self.position.outcomes()
        if outcomes:
            return [{"action": to_wire(action), "weight": weight} for action, weight in outcomes]
        return to_wire(self.position.legal())


class Engine:
    """Plays through `python -m companion.engine`."""

    def __init__(self, slug, errors=None):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion.engine", slug],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
        )
        self.n = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        try:
            assert self.process.wait(timeout=20) == 0
        finally:
            self.process.kill()
            self.process.stdout.close()

    def call(self, method, **params):
        """The whole answer."""
        self.n += 1
        self.write(json.dumps({"jsonrpc": "2.0", "id": self.n, "method": method, "params": params}).encode())
        answer = self.read()
        assert answer["id"] == self.n
        return answer

    def write(self, line):
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def read(self):
        return json.loads(self.process.stdout.readline())

    def result(self, method, **params):
        answer = self.call(method, **params)
        if "error" not in answer:
            return answer["result"]
        data = answer["error"].get("data", {})
        raise Refused(answer["error"]["code"], data.get("rule"), data.get("path"))

    def load(self, state):
        return self.result("load", state=state)["events"]

    def new(self, options):
        return self.result("new", options=options)["events"]

    def apply(self, action):
        return self.result("apply", action=action)["events"]

    def state(self):
        return self.result("state")["state"]

    def legal(self):
        result = self.result("legal")
        return result.get("outcomes", result.get("actions"))
