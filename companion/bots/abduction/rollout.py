"""A player that plays on many times over, some turns far, and does what left it best off.

What comes is played by rule of thumb, with cards drawn as likely as they are: nothing is known but what lies open. All
actions meet the same luck. What did badly is tried no more, so that the work goes where it decides something. For a
hint some games are played to their end beside that, which says what score may be expected.
"""

from __future__ import annotations

from math import log10
from random import Random
from typing import Any, ClassVar, cast

import msgspec

from companion.bots.abduction import policy
from companion.bots.abduction.sensible import worth
from companion.bots.chance import name
from companion.games.abduction.data import RULES
from companion.games.abduction.legal import LEGAL
from companion.games.abduction.position import AbductionPosition
from companion.games.abduction.state import State
from companion.games.contract import Position

WORK = 20_000
"""Actions that are played on for one choice; a slow machine plays 50,000 a second."""
GAMES = 15_000
"""And so many more for the scores of a hint."""
QUICK = 4_000
"""Actions for a choice of a bot that nobody waits for at every move: a game takes hundreds of choices."""
AHEAD = 4
"""Turns that are looked ahead."""
LONGEST = 1_500
"""More actions than a game has."""
FIRST = 8
"""So often each action is tried before any is given up."""
CHANCE = ("card", "face_down")


class Hint(msgspec.Struct, frozen=True):
    """What came of an action: `worth`, by which actions are compared, is about how many digits the score will have.

    Of games played to their end: `score` is the mean of their scores, `lost` the share of those that were lost. Scores
    differ by powers of ten, so their mean is made by a few lucky games; `digits` is the mean of their logarithms: 0 for
    a game that is lost, 2 for a score of 99.
    """

    action: Any
    worth: float
    score: float
    digits: float
    lost: float
    games: int


class _Tried:
    """An action and what came of it so far."""

    def __init__(self, action: Any) -> None:
        self.action = action
        self.tries = self.games = self.lost = self.score = 0
        self.sum = self.digits = 0.0

    @property
    def worth(self) -> float:
        return self.sum / self.tries if self.tries else 0.0

    def ahead(self, state: State, rng: Random) -> int:
        """Play some turns on from the action; how many actions that took."""
        twin = state.copy()
        policy.carry_out(twin, self.action)
        last, played = twin.turn + AHEAD, 3  # to copy and to weigh a state takes as long as three actions
        while twin.kind is not None and not (twin.turn >= last and twin.kind in ("card", "discard")):
            policy.carry_out(twin, policy.draw(twin, rng) if twin.kind in CHANCE else policy.choose(twin))
            played += 1
        self.sum += worth(twin)
        self.tries += 1
        return played

    def to_the_end(self, state: State, rng: Random) -> int:
        """Play a game on from the action; how many actions that took."""
        twin = state.copy()
        policy.carry_out(twin, self.action)
        played = policy.play_on(twin, rng, LONGEST)
        self.games += 1
        self.score += twin.points
        self.digits += log10(1 + twin.points)
        self.lost += twin.lost
        return 1 + played

    def hint(self) -> Hint:
        n = max(1, self.games)
        return Hint(self.action, self.worth, self.score / n, self.digits / n, self.lost / n, self.games)


def hints(position: Position, seed: int | str, work: int = WORK, games: int = GAMES) -> list[Hint]:
    """Every legal action with what came of it, the best first; empty where the player has nothing to decide.

    The same position, seed and amount of work give the same hints. Each action is tried once at least, and one game is
    played with it; apart from that no more than `work` and `games` actions are played.
    """
    state = cast(AbductionPosition, position).state
    tried = _search(state, seed, work)
    left, number = games, 0
    while tried and left > 0:
        for one in tried:
            if left > 0 or not one.games:
                left -= one.to_the_end(state, Random(f"{seed} game {number}"))
        number += 1
    return [one.hint() for one in tried]


def _search(state: State, seed: int | str, work: int) -> list[_Tried]:
    """All actions, tried as often as the work allows, the best first."""
    legal = LEGAL.get(state.kind)
    tried = [] if legal is None else [_Tried(action) for action in sorted(legal(state), key=name)]
    left, number, running = 0 if state.kind == "carry" else work, 0, tried
    while tried and (not number or (left > 0 and len(tried) > 1)):
        for one in running:
            if left > 0 or not one.tries:
                left -= one.ahead(state, Random(f"{seed} {number}"))
        number += 1
        if number >= FIRST and len(running) > 2 and not number & (number - 1):  # at 8, 16, 32 … half are given up
            running = sorted(running, key=lambda one: -one.worth)[: (len(running) + 1) // 2]
    if state.kind == "carry":  # an exhaustive search knows better
        best = policy.best_carry(state)
        return sorted(tried, key=lambda one: (one.action != best, -one.worth))
    return sorted(tried, key=lambda one: (one not in running, -one.worth))


class RolloutBot:
    """Does what left it best off; some hundredths of a second for a choice."""

    game: ClassVar[str] = RULES.game.slug

    def __init__(self, work: int = QUICK) -> None:
        self.work = work

    def choose(self, position: Position, seat: int, rng: Random) -> Any:
        """A legal action; None where there is nothing to decide."""
        state = cast(AbductionPosition, position).state
        if state.kind == "carry":
            return policy.best_carry(state)
        tried = _search(state, rng.getrandbits(64), self.work)
        return tried[0].action if tried else None
