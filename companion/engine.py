"""The engine protocol: the rules of a game for any program. After an error the game is what it was."""

from __future__ import annotations

import hashlib
import importlib
import logging
import os
import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO

from companion import jsonrpc
from companion.games.contract import BadAction, BadState, Game, IllegalAction, Position, Problem, Wire
from companion.games.sampling import pick
from companion.jsonrpc import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, RpcError

log = logging.getLogger(__name__)

ILLEGAL_ACTION, INVALID_STATE, NO_GAME = -32000, -32001, -32002

SNAPSHOT_EVERY = 64
"""Actions between two kept copies of the position; an undo replays at most as many."""

Sentence = Callable[[Problem], str]


def sentences(slug: str) -> Sentence:
    """What turns a game's problems into English sentences; without words for the game, the slug itself."""
    try:
        words = importlib.import_module(f"companion.words.{slug}")
    except ModuleNotFoundError:
        return lambda problem: problem.slug.replace("_", " ").capitalize() + "."
    sentence: Sentence = words.problem
    return sentence


class History:
    """The actions since `new` or `load`, and a copy of the position every so many of them."""

    def __init__(self, start: Position) -> None:
        self._actions: list[Any] = []
        self._draws: list[int] = []  # how many outcomes had been sampled before each action
        self._copies = [start.copy()]

    def __len__(self) -> int:
        return len(self._actions)

    def add(self, action: object, draws: int, after: Position) -> None:
        """Note an action that led to the position `after`; `draws` outcomes had been sampled before it."""
        self._actions.append(action)
        self._draws.append(draws)
        if len(self._actions) % SNAPSHOT_EVERY == 0:
            self._copies.append(after.copy())

    def back(self, length: int) -> tuple[Position, int | None]:
        """Forget all but the first `length` actions: the position after them, and the draws if any were forgotten."""
        draws = self._draws[length] if length < len(self._draws) else None
        copies = length // SNAPSHOT_EVERY
        position = self._copies[copies].copy()
        for action in self._actions[copies * SNAPSHOT_EVERY : length]:
            position.apply(action)
        del self._actions[length:], self._draws[length:], self._copies[copies + 1 :]
        return position, draws


class Session:
    """One game, its history and its seed. The public methods are those of the protocol, each from params to result."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._sentence = sentences(game.slug)
        self._seed: int | None = None
        self._draws = 0
        self._current: Position | None = None
        self._history: History | None = None
        self._methods: dict[str, Callable[[Wire], Wire]] = {
            method.__name__: method
            for method in (
                self.new, self.load, self.state, self.legal, self.apply,
                self.sample, self.undo, self.ranking, self.explain, self.schema,
            )
        }  # fmt: skip

    def call(self, method: str, params: Wire) -> Wire:
        """Carry a method out.

        Raises:
            RpcError: it was refused or failed; the game is what it was.
        """
        carry_out = self._methods.get(method)
        if carry_out is None:
            raise RpcError(METHOD_NOT_FOUND, f"There is no such method. The methods are {', '.join(self._methods)}.")
        before = (self._current, self._history, self._seed, self._draws)
        length = len(self._history) if self._history else 0
        try:
            return carry_out(params)
        except RpcError:
            raise
        except IllegalAction as refusal:
            data = self._explained(refusal.problem)
            raise RpcError(ILLEGAL_ACTION, data["message"], data) from None
        except BadState as refusal:
            message = self._sentence(refusal.problem)
            raise RpcError(INVALID_STATE, message, {"path": refusal.path, "message": message}) from None
        except BadAction as refusal:
            raise RpcError(INVALID_PARAMS, refusal.reason) from None
        except Exception as failure:
            self._current, self._history, self._seed, self._draws = before
            self._go_back(length)
            if isinstance(failure, RecursionError):
                raise RpcError(INVALID_PARAMS, "The params are nested too deeply.") from None
            if isinstance(failure, UnicodeError):
                raise RpcError(INVALID_PARAMS, "The params hold half a surrogate pair, which is no text.") from None
            log.exception("method %s failed", method)
            message = "The engine failed here; the game is as it was, and the details are in the log."
            raise RpcError(INTERNAL_ERROR, message) from failure

    def new(self, params: Wire) -> Wire:
        """Start a game from its set-up."""
        options = _member(params, "options", dict, {})
        seed = _member(params, "seed", int, None)
        position, events = self._game.new(options)
        self._begin(position, seed)
        return self._after(events)

    def load(self, params: Wire) -> Wire:
        """Start a game from a state, which may be partial. Without a `seed` the last one stays."""
        state = _member(params, "state", dict)
        seed = _member(params, "seed", int, self._seed)
        position, events = self._game.load(state)
        self._begin(position, seed)
        return self._after(events)

    def state(self, params: Wire) -> Wire:
        """The state; with a seat, what that seat may see of it."""
        position = self._position()
        seat = _member(params, "seat", int, None)
        if seat is not None and seat not in (entry["seat"] for entry in position.ranking()):
            raise RpcError(INVALID_PARAMS, "There is no such seat in this game.")
        return {"state": position.view(seat)}

    def legal(self, params: Wire) -> Wire:
        """The legal actions of the seat that decides, or the outcomes of chance."""
        position = self._position()
        decision = position.decision()
        if decision is not None and decision.by == "chance":
            return {"outcomes": [{"action": action, "weight": weight} for action, weight in position.outcomes()]}
        return {"actions": position.legal()}

    def apply(self, params: Wire) -> Wire:
        """Carry an action out."""
        position = self._position()
        action = self._game.action(_member(params, "action", dict))
        return self._after(self._act(position, action))

    def sample(self, params: Wire) -> Wire:
        """Answer chance decisions from the seed until a seat must act or the game is over."""
        position = self._position()
        actions: list[Any] = []
        events: list[Any] = []
        while (decision := position.decision()) is not None and decision.by == "chance":
            action = pick(position.outcomes(), self._number(self._draws))
            events += self._act(position, action)
            actions.append(action)
            self._draws += 1
        return {"actions": actions, **self._after(events)}

    def undo(self, params: Wire) -> Wire:
        """Take actions back, chance included. What is sampled anew afterwards comes out as before."""
        self._position()
        count = _member(params, "actions", int)
        length = len(self._history or ())
        if count < 1:
            raise RpcError(INVALID_PARAMS, "The number of actions to undo must be 1 or more.")
        if count > length:
            raise RpcError(INVALID_PARAMS, f"Only {length} actions have been applied since the game was set up.")
        self._go_back(length - count)
        return {"state": self._position().view()}

    def ranking(self, params: Wire) -> Wire:
        """The seats by place, as if the game ended now."""
        return {"ranking": self._position().ranking()}

    def explain(self, params: Wire) -> Wire:
        """Whether an action is legal now, and if not, which rule it breaks and where."""
        position = self._position()
        problem = position.check(self._game.action(_member(params, "action", dict)))
        return {"legal": True} if problem is None else {"legal": False, **self._explained(problem)}

    def schema(self, params: Wire) -> Wire:
        """JSON Schema of options, state, actions and events."""
        return self._game.schema()

    def _position(self) -> Position:
        if self._current is None:
            raise RpcError(NO_GAME, "There is no game yet: call new or load first.")
        return self._current

    def _begin(self, position: Position, seed: int | None) -> None:
        seed = secrets.randbits(64) if seed is None else seed
        self._current, self._history, self._seed, self._draws = position, History(position), seed, 0

    def _act(self, position: Position, action: object) -> list[Any]:
        events = position.apply(action)
        if self._history is not None:
            self._history.add(action, self._draws, position)
        return events

    def _go_back(self, length: int) -> None:
        if self._history is not None:
            self._current, draws = self._history.back(length)
            self._draws = self._draws if draws is None else draws

    def _after(self, events: list[Any]) -> Wire:
        return {"events": events, "state": self._position().view()}

    def _explained(self, problem: Problem) -> Wire:
        return {"rule": problem.slug, "message": self._sentence(problem), "where": list(problem.where)}

    def _number(self, n: int) -> int:
        """The uniform 64-bit number of the n-th sampled outcome."""
        digest = hashlib.sha256(f"{self._seed or 0:x} {n}".encode()).digest()
        return int.from_bytes(digest[:8], "big")


_MISSING = object()


def _member(params: Wire, name: str, kind: type, default: object = _MISSING) -> Any:
    """A member of the params, checked; `default` where it is left out or null, if there is one."""
    value = params.get(name)
    if value is None and default is not _MISSING:
        return default
    if not isinstance(value, kind) or isinstance(value, bool):
        what = "an object" if kind is dict else "a whole number"
        raise RpcError(INVALID_PARAMS, f"The params need a member {name}, {what}.")
    return value


def serve(game: Game, stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Serve a game to the program at the other end, until the input ends or nobody reads the answers any more."""
    with suppress(BrokenPipeError):
        jsonrpc.serve(Session(game).call, stdin, stdout)


def main(slug: str) -> int:
    """Serve a game on stdin and stdout; the exit status. Log lines go to stderr."""
    from companion.games.registry import games

    if not logging.getLogger().handlers:
        logging.basicConfig(stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")
    game = games().get(slug)
    if game is None:
        print(f"There is no game {slug!r}. The games are: {', '.join(games())}.", file=sys.stderr)
        return 2
    with suppress(KeyboardInterrupt):
        serve(game, sys.stdin.buffer, sys.stdout.buffer)
    try:
        sys.stdout.flush()
    except BrokenPipeError:  # Python flushes once more on its way out: there must be something to flush to
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Usage: python -m companion.engine GAME")
    sys.exit(main(sys.argv[1]))
