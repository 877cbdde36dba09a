"""A tiny game for the tests of the protocol: two seats race; a die says how far the seat that is on turn may step."""

import copy
from typing import ClassVar

import msgspec

from companion.games.contract import (
    Action,
    BadAction,
    BadState,
    Decision,
    Event,
    IllegalAction,
    Problem,
)

GOAL = 10


class Die(Action, tag="die"):
    pips: int


class Step(Action, tag="step"):
    steps: int


class Correct(Action, tag="correct"):
    set: dict


class Crash(Action, tag="crash"):
    """Fails half way, as only a mistake in a game's code could."""


class Stepped(Event, tag="stepped"):
    seat: int
    steps: int


class Race:
    def __init__(self, at, goal):
        self.at, self.goal, self.pips = list(at), goal, None
        self.turn = 0

    def decision(self):
        if max(self.at) >= self.goal:
            return None
        seat = self.turn % 2
        return Decision("chance", "die") if self.pips is None else Decision("seat", "step", seat)

    def legal(self):
        return [Step(n) for n in range(self.pips + 1)] if self.decision() and self.pips is not None else []

    def outcomes(self):
        return [(Die(n), n) for n in range(1, 4)] if self.decision() and self.pips is None else []

    def check(self, action):
        match action:
            case Die() if self.pips is not None:
                return Problem("wrong_decision")
            case Step(steps) if self.pips is None or steps > self.pips:
                return Problem("too_far", {"steps": steps}, [[0, 1]])
        return None

    def apply(self, action):
        if problem := self.check(action):
            raise IllegalAction(problem)
        match action:
            case Die(pips):
                self.pips = pips
            case Step(steps):
                self.at[self.turn % 2] += steps
                self.turn, self.pips = self.turn + 1, None
                return [Stepped((self.turn - 1) % 2, steps)]
            case Correct(changes):
                self.__dict__.update(Game().load(changes)[0].__dict__)
            case Crash():
                self.at[0] = 99
                raise RuntimeError("a mistake in the game")
        return []

    def view(self, seat=None):
        return {"at": list(self.at), "goal": self.goal, "turn": self.turn, "pips": self.pips, "seen_by": seat}

    def ranking(self):
        return [{"seat": s, "place": 1 + sum(a > self.at[s] for a in self.at)} for s in (0, 1)]

    def copy(self):
        return copy.deepcopy(self)


class Game:
    slug: ClassVar[str] = "race"

    def new(self, options=None):
        goal = (options or {}).get("goal", GOAL)
        if not isinstance(goal, int) or goal < 1:
            raise BadState("options.goal", Problem("bad_option"))
        return Race([0, 0], goal), []

    def load(self, state):
        at = state.get("at", [0, 0])
        if not isinstance(at, list) or [type(a) for a in at] != [int, int]:
            raise BadState("at", Problem("bad_state"))
        if "crash" in state:
            raise RuntimeError("a mistake in the game")
        return Race(at, state.get("goal", GOAL)), []

    def action(self, wire):
        try:
            return msgspec.convert(wire, Die | Step | Correct | Crash)
        except msgspec.ValidationError as error:
            raise BadAction(str(error)) from None

    def schema(self):
        return {"$defs": {}}
