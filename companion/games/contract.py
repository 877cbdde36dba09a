"""What a game offers to the rest of the house: positions, decisions, actions, events, refusals.

A position waits for one decision: a seat must act, or chance must. An action answers it. Chance is answered by an
action too, so the rules never roll dice and a log of actions replays to the same position, always.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Literal, Protocol

import msgspec

Wire = dict[str, Any]
"""A JSON object as `json.loads` gives it."""


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is wrong, for programs and for the sentence that a person gets.

    `slug` is stable; `about` holds the values that the sentence names (slugs, numbers); `where` the places at fault, in
    the game's own words, for a page to draw.
    """

    slug: str
    about: Wire = {}
    where: Sequence[Any] = ()


class IllegalAction(Exception):
    """A well-formed action that the rules do not allow now. The position is as it was."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.slug)
        self.problem = problem


class BadAction(ValueError):
    """Something that is no action of the game at all: an unknown type or name, a missing or wrong member."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class BadState(ValueError):
    """A state or an option that cannot be. `path` is written like `seats[0].temperature`."""

    def __init__(self, path: str, problem: Problem) -> None:
        super().__init__(f"{path}: {problem.slug}")
        self.path = path
        self.problem = problem


class Decision(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the game waits for. `seat` is set when a seat acts, or gets what chance gives.

    A game whose decisions say more has a class of its own, under this one.
    """

    by: Literal["seat", "chance"]
    kind: str
    seat: int | None = None


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="type"):
    """One thing that happened, with the fields that a person would need to retell it."""


class Action(msgspec.Struct, frozen=True, gc=False, tag_field="type", omit_defaults=True):
    """One answer to a decision. Every action of a seat may name the `seat` that acts."""


class Position(Protocol):
    """A position of a game: changed in place by `apply`, copied cheaply by `copy`."""

    def decision(self) -> Decision | None:
        """The decision that the game waits for; None when it is over."""

    def legal(self) -> list[Any]:
        """The legal actions of the seat that decides; empty at a chance decision and at the end."""

    def outcomes(self) -> list[tuple[Any, int]]:
        """The outcomes of a chance decision with their integer weights; empty when no chance decides."""

    def check(self, action: Any) -> Problem | None:
        """The rule that `action` would break now, or None when it is legal."""

    def apply(self, action: Any) -> list[Any]:
        """Carry `action` out and run on to the next decision; the events in order.

        Raises:
            IllegalAction: a rule forbids it; nothing has changed.
            BadState: a correction whose result cannot be; nothing has changed.
        """

    def push(self, action: Any) -> list[Any]:
        """Carry out an action that `legal` or `outcomes` has just listed, unchecked; the events as from `apply`."""

    def view(self, seat: int | None = None) -> Wire:
        """The state on the wire; with a seat, only what that seat may see; with -1 what everybody may.

        Of any game it has `options`, `seats` (one each), `active` (the seat whose turn it is), `phase` and `decision`.
        """

    def secret(self) -> bool:
        """Whether the state holds what some seat may not see, as hands of cards."""

    def ranking(self) -> list[Wire]:
        """Seats by place, ties sharing one, each with the reasons: at any moment, as if the game ended now."""

    def copy(self) -> Position:
        """An independent copy."""


class Game(Protocol):
    """The rules of one game."""

    slug: ClassVar[str]
    name: ClassVar[str]
    """What it is called, in English; translated where people read it."""
    rules_version: ClassVar[int]
    """Grows when the same actions lead elsewhere than before; positions and events of two versions are not compared."""
    chance_kinds: ClassVar[Mapping[str, str]]
    """What each kind of decision of chance is taken from: `dice` or `tiles` (whatever is drawn from a stack), which may
    be the app's or lie on the table; anything else is always the app's."""
    start_roll: ClassVar[tuple[str, int] | None]
    """The option for the seat that starts and the sides of the dice that may choose it; None where none do."""

    def new(self, options: Mapping[str, Any] | None = None) -> tuple[Position, list[Any]]:
        """A game from its set-up. Raises BadState for an unknown or wrong option."""

    def load(self, state: Mapping[str, Any]) -> tuple[Position, list[Any]]:
        """A game from a state that may be partial. Raises BadState where it cannot be."""

    def action(self, wire: object) -> Any:
        """Read an action. Raises BadAction."""

    def schema(self) -> Wire:
        """JSON Schema (2020-12) with `$defs` and the properties options, state, action, event."""


class Bot(Protocol):
    """A player without a person."""

    def choose(self, position: Position, seat: int, rng: Random) -> Any:
        """A legal action for `seat`, whose decision it is; None where only people can know what is possible.

        Nothing that the seat may not see has a part in it, and `position` stays as it is. The same position, seat and
        state of `rng` give the same action.
        """


def to_wire(value: Any) -> Any:
    """An action, event, decision or problem just as `json.loads` would give it, lists for tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))
