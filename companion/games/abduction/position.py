"""Abduction behind the contract: positions that check, apply and list actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, cast

from companion.games.abduction import load, schema, turn
from companion.games.abduction.actions import AnyAction, Correct, read_action
from companion.games.abduction.data import BOX, RULES
from companion.games.abduction.doing import EFFECTS
from companion.games.abduction.events import Corrected
from companion.games.abduction.legal import ANSWERS, CARDS, CHECKS, LEGAL
from companion.games.abduction.load import Step
from companion.games.abduction.options import read_options
from companion.games.abduction.state import State
from companion.games.contract import Decision, IllegalAction, Problem, Wire


class AbductionPosition:
    """A position of Abduction."""

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        self.state = state

    def decision(self) -> Decision | None:
        """The decision that the game waits for; None when it is over."""
        return self.state.decision()

    def copy(self) -> AbductionPosition:
        """An independent copy."""
        return AbductionPosition(self.state.copy())

    def view(self, seat: int | None = None) -> Wire:
        """The state on the wire; a player alone has nobody to hide anything from."""
        return self.state.view()

    def secret(self) -> bool:
        """Nothing is hidden from a player alone but the order of the deck, which no state has."""
        return False

    def ranking(self) -> list[Wire]:
        """The one seat with its score, as if the game ended now."""
        return [{"seat": 0, "place": 1, "score": self.state.points, "lost": self.state.lost}]

    def legal(self) -> list[Any]:
        """The legal actions of the player; empty at a chance decision and at the end."""
        legal = LEGAL.get(self.state.kind)
        return [] if legal is None else legal(self.state)

    def outcomes(self) -> list[tuple[Any, int]]:
        """The outcomes of a chance decision with their weights; empty when no chance decides."""
        state = self.state
        if state.kind == "face_down" and state.face_down >= 0:
            return [(CARDS[state.face_down], 1)]
        if state.kind in ("card", "face_down"):
            return [(card, n) for card, n in zip(CARDS, state.deck, strict=True) if n]
        return []

    def check(self, action: AnyAction) -> Problem | None:
        """The rule that `action` would break now, or None when it is legal.

        Raises:
            BadState: a correction whose result cannot be.
        """
        kind = type(action)
        if kind is Correct:
            self._corrected(cast(Correct, action))
            return None
        state = self.state
        if state.kind is None:
            return Problem("game_over")
        if action.seat:
            return Problem("out_of_turn", {"seat": 0})
        if state.kind not in ANSWERS[kind]:
            return Problem("wrong_decision", {"kind": state.kind})
        return CHECKS[kind](state, action)

    def apply(self, action: AnyAction) -> list[Any]:
        """Carry `action` out and run on to the next decision; the events in order.

        Raises:
            IllegalAction, BadState: it is refused, and nothing has changed.
        """
        if type(action) is Correct:
            self.state, step = self._corrected(action)
            events: list[Any] = [Corrected(sorted(action.set))]
            step(self.state, events)
            return events
        if (problem := self.check(action)) is not None:
            raise IllegalAction(problem)
        return self.push(action)

    def push(self, action: AnyAction) -> list[Any]:
        """Carry out an action that `legal` or `outcomes` has just listed, unchecked; the events in order."""
        events: list[Any] = []
        EFFECTS[type(action)](self.state, action, events)
        return events

    def _corrected(self, action: Correct) -> tuple[State, Step]:
        return load.load_state(load.corrected(self.state.view(), action.set))


class Abduction:
    """The game behind the contract."""

    slug: ClassVar[str] = RULES.game.slug
    name: ClassVar[str] = RULES.game.name
    rules_version: ClassVar[int] = RULES.game.rules_version
    chance_kinds: ClassVar[Mapping[str, str]] = {"card": "tiles", "face_down": "tiles"}
    start_roll: ClassVar[tuple[str, int] | None] = None

    def new(self, options: Mapping[str, Any] | None = None) -> tuple[AbductionPosition, list[Any]]:
        """A game from its set-up, at the first card to be drawn. Raises BadState."""
        state = State(read_options(options))
        state.deck = list(BOX)
        state.deck_size = sum(BOX) - 1  # the face-down card is one of those that nobody has seen
        return self._begin(state, turn.start)

    def load(self, state: Mapping[str, Any]) -> tuple[AbductionPosition, list[Any]]:
        """A game from a state that may be partial. Raises BadState."""
        return self._begin(*load.load_state(state))

    def _begin(self, state: State, step: Step) -> tuple[AbductionPosition, list[Any]]:
        events: list[Any] = []
        step(state, events)
        return AbductionPosition(state), events

    def action(self, wire: object) -> AnyAction:
        """Read an action. Raises BadAction."""
        return read_action(wire)

    def schema(self) -> Wire:
        """JSON Schema (2020-12) of options, state, actions and events."""
        return schema.schema()


ABDUCTION = Abduction()
