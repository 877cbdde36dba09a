"""A player that looks at each thing it may do, plays the turn to its end by rule of thumb, and takes the best end."""

from __future__ import annotations

from math import log10
from random import Random
from typing import Any, ClassVar, cast

from companion.bots.abduction import policy
from companion.bots.chance import name
from companion.games.abduction.carrying import best_total
from companion.games.abduction.data import DECOY_CARD, RULES, UFOS
from companion.games.abduction.legal import LEGAL
from companion.games.abduction.position import AbductionPosition
from companion.games.abduction.state import State
from companion.games.contract import Position

ENDS = (None, "card", "discard")
"""Where a look ahead ends: the turn is over but for the discards."""
STEPS = 60
"""More actions than a turn takes."""
SURVIVES = (1.0, 0.9, 0.75, 0.5, 0.25, 0.0, 0.0)
"""What is left of the worth of a score with so many decoys in the hangar."""
PROMISE = 0.6
"""What points that lie in line in the field are worth, of those that are in the score."""
LOOSE = 0.1
"""What each decoy in the field costs, more with each in the hangar."""
TURNED_UP = 0.3
"""What the face-down card is worth for a later moment."""
HELD = 0.02
"""What each card of the hand costs that will be too many soon."""
FREE = 5
"""So many cards of a kind in the hand are not too many."""
FULL = 0.05
"""What a row without room costs, more with decoys in the field."""
LONGER = 0.1
"""What each discarded card costs that makes part two longer."""
NEXT = 0.5
"""What a decoy in the score costs, which lets a cow go with each abduction."""


class SensibleBot:
    """Weighs how the turn would end; a fraction of a millisecond for a choice."""

    game: ClassVar[str] = RULES.game.slug

    def choose(self, position: Position, seat: int, rng: Random) -> Any:
        """A legal action; the same one in the same position."""
        state = cast(AbductionPosition, position).state
        legal = LEGAL.get(state.kind)
        if legal is None:
            return None
        if state.kind == "carry":
            return policy.best_carry(state)
        actions = legal(state)
        return (
            actions[0] if len(actions) == 1 else max(actions, key=lambda action: (after(state, action), name(action)))
        )


def after(state: State, action: Any) -> float:
    """What a state is worth after an action, the turn played to its end; the mean over what chance may bring."""
    twin = state.copy()
    policy.carry_out(twin, action)
    if twin.kind != "face_down":
        return worth(_to_the_end(twin))
    total = 0.0
    outcomes = AbductionPosition(twin).outcomes()
    for outcome, weight in outcomes:
        shown = twin.copy()
        policy.carry_out(shown, outcome)
        total += weight * worth(_to_the_end(shown))
    return total / sum(weight for _, weight in outcomes) - TURNED_UP


def _to_the_end(state: State) -> State:
    for _ in range(STEPS):
        if state.kind in ENDS:
            break
        policy.carry_out(state, policy.choose(state))
    return state


def worth(state: State) -> float:
    """What the end of a turn is worth: digits of the score, with what the field promises and threatens."""
    if state.lost:
        return -1.0
    points = log10(1 + (state.points if state.phase == "over" else best_total(state)))
    if state.phase == "over":
        return points
    value = points
    matched = state.matched
    if state.part == 2:
        matched = sum(size > 1 for _, size in state.ufos[:matched])
    if state.cows and not state.overflow:
        sums = [0.0] * max(map(len, state.cows))
        for i, column in enumerate(state.cows):
            share = 1.0 if i < matched else 0.5 if state.part == 1 else 0.2
            for level, card in enumerate(column):
                sums[level] += share * RULES.cards[card].value
        field = sum(total * 10**level for level, total in enumerate(sums))
        value += PROMISE * (log10(1 + 10**points + field) - points)
    decoys = sum(column.count(DECOY_CARD) for column in state.cows)
    value -= LOOSE * decoys * (1 + state.hangar)
    if state.part == 1:
        value -= NEXT * (state.score_decoys > 0)
    cows = sum(n for card, n in enumerate(state.hand) if card not in UFOS)
    value -= HELD * max(0, cows + len(state.cows) - FREE)
    rows = max(len(state.cows), len(state.ufos))
    if rows >= RULES.turn.columns:
        value -= FULL * (1 + decoys)
    if state.part == 1:
        value -= LONGER * sum(state.discard)
    return value * SURVIVES[state.hangar]
