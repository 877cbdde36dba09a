"""Who answers a decision of chance at a table, and the app's answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from companion.games.contract import Game, Position
from companion.tables import chance

Counts = Mapping[str, int]
"""How many outcomes of each kind the app has given on a line."""

Asks = Literal["seat", "app", "roll", "tap"]
"""Who must act: a seat; the app at once; the app when somebody asks it to roll; somebody who taps what came."""


class Kit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose dice and whose tiles are used: the app's, or those on the table. Cards are an option of the game."""

    dice: Literal["app", "table"] = "app"
    tiles: Literal["app", "table"] = "app"


class Mark(NamedTuple):
    """A position, never to be changed, and how many outcomes of each kind the app has given till then."""

    position: Position
    counts: Counts


def asks(game: Game, kit: Kit, position: Position) -> Asks | None:
    """Who must act now; None when the game is over.

    A game's `chance_kinds` says for each kind of decision of chance whether it is of the kit's `dice` or `tiles`; any
    other kind is the app's. What can come out in one way only needs nobody. The app's dice wait until somebody rolls
    them; all else that is the app's it does at once.
    """
    decision = position.decision()
    if decision is None:
        return None
    if decision.by == "seat":
        return "seat"
    if len(position.outcomes()) == 1:
        return "app"
    match game.chance_kinds.get(decision.kind):
        case "dice":
            return "roll" if kit.dice == "app" else "tap"
        case "tiles" if kit.tiles == "table":
            return "tap"
        case _:
            return "app"


class Run:
    """Some actions carried out on a copy of a marked position: what they were, who answered, what happened."""

    def __init__(self, game: Game, kit: Kit, seed: bytes, start: Mark) -> None:
        self._game = game
        self._kit = kit
        self._seed = seed
        self.position = start.position.copy()
        self.counts = dict(start.counts)
        self.actions: list[Any] = []
        self.sampled: list[bool] = []
        self.events: list[Any] = []

    @property
    def mark(self) -> Mark:
        """Where the run has come to."""
        return Mark(self.position, self.counts)

    def act(self, action: object) -> None:
        """Carry out somebody's action. Raises IllegalAction, BadState."""
        self.events += self.position.apply(action)
        self.actions.append(action)
        self.sampled.append(False)

    def answer(self) -> None:
        """Answer the decision of chance that waits."""
        decision = self.position.decision()
        assert decision is not None, "no chance waits"
        n = self.counts.get(decision.kind, 0)
        action = chance.outcome(self._seed, decision.kind, n, self.position.outcomes())
        self.events += self.position.apply(action)
        self.counts[decision.kind] = n + 1
        self.actions.append(action)
        self.sampled.append(True)

    def settle(self) -> None:
        """Answer all that the app answers at once."""
        while asks(self._game, self._kit, self.position) == "app":
            self.answer()
