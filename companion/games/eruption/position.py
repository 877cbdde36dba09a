"""Eruption behind the contract: positions that check, apply and list actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, cast

from companion.games.contract import BadAction, IllegalAction, Problem, Wire
from companion.games.eruption import cards, load, placement, schema, scoring, turn, view, walls
from companion.games.eruption.actions import (
    HIDDEN,
    AnyAction,
    BuildWall,
    CardOutcome,
    Correct,
    Discard,
    DrawTile,
    Give,
    Pass,
    PlaceEruption,
    PlaceTile,
    Play,
    ReplaceTile,
    Roll,
    TileOutcome,
    Trade,
    TradeTwo,
    read_action,
)
from companion.games.eruption.data import (
    CARD_INDEX,
    CARD_SLUGS,
    RULES,
    TILE_INDEX,
    TILE_SLUGS,
)
from companion.games.eruption.decision import Decision
from companion.games.eruption.effects import EFFECTS
from companion.games.eruption.events import Corrected
from companion.games.eruption.options import read_options
from companion.games.eruption.state import State
from companion.games.patch import merge_patch

_ROLLS = tuple(
    (Roll(white=white, orange=orange), 1)
    for white in range(1, RULES.dice.sides + 1)
    for orange in range(1, RULES.dice.sides + 1)
)
_TILES = tuple(TileOutcome(tile=slug) for slug in TILE_SLUGS)
_CARDS = tuple(CardOutcome(card=slug) for slug in CARD_SLUGS)
_HIDDEN_CARD = CardOutcome(card=HIDDEN)
_DRAW = DrawTile()
_DRAWS = tuple(DrawTile(stack=i) for i in range(RULES.turn.stacks))

# Which decisions an action may answer.
_ANSWERS: dict[type, tuple[str, ...]] = {
    PlaceTile: ("place_tile",),
    PlaceEruption: ("place_eruption",),
    ReplaceTile: ("replace_tile",),
    DrawTile: ("draw", "extra_tile"),
    Play: ("cards",),
    Trade: ("cards",),
    TradeTwo: ("cards",),
    Give: ("cards",),
    Discard: ("discard",),
    BuildWall: ("walls",),
    Pass: ("extra_tile", "cards", "walls"),
    TileOutcome: ("tile",),
    CardOutcome: ("card",),
    Roll: ("duel",),
}


class EruptionPosition:
    """A position of Eruption."""

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        self.state = state

    def decision(self) -> Decision | None:
        """The decision that the game waits for; None when it is over."""
        return self.state.decision()

    def copy(self) -> EruptionPosition:
        """An independent copy."""
        return EruptionPosition(self.state.copy())

    def view(self, seat: int | None = None) -> Wire:
        """The state on the wire; with a seat, only what that seat may see."""
        return view.view(self.state, seat)

    def secret(self) -> bool:
        """Whether the app holds hands: real cards it does not know itself."""
        return not self.state.options.real_cards

    def hand(self, seat: int) -> Wire:
        """The cards of a seat, as its view has them."""
        return view.hand(self.state, seat)

    def ranking(self) -> list[Wire]:
        """Seats by place with their reasons, as if the game ended now."""
        return scoring.ranking(self.state)

    def legal(self) -> list[Any]:
        """The legal actions of the seat that decides; empty at a chance decision and at the end."""
        legal = _LEGAL.get(self.state.kind)
        return [] if legal is None else legal(self.state)

    def outcomes(self) -> list[tuple[Any, int]]:
        """The outcomes of a chance decision with their weights; empty when no chance decides."""
        state = self.state
        match state.kind:
            case "tile":
                return [(tile, n) for tile, n in zip(_TILES, self._pool(), strict=True) if n]
            case "card":
                if state.options.real_cards:
                    return [(_HIDDEN_CARD, state.deck_hidden)]
                return [(card, n) for card, n in zip(_CARDS, state.deck, strict=True) if n]
            case "duel":
                return list(_ROLLS)
        return []

    def _pool(self) -> list[int]:
        """The tiles that may come off the stack: with the forecast those that are no tops."""
        if self.state.stacks is None:
            return self.state.stack
        pool = self.state.stack[:]
        for top, _ in self.state.stacks:
            if top >= 0:
                pool[top] -= 1
        return pool

    def check(self, action: AnyAction) -> Problem | None:
        """The rule that `action` would break now, or None when it is legal.

        Raises:
            BadAction: with the forecast, a draw that names no stack.
            BadState: a correction whose result cannot be.
        """
        kind = type(action)
        if kind is Correct:
            self._corrected(cast(Correct, action))
            return None
        state = self.state
        if state.kind is None:
            return Problem("game_over")
        if action.seat is not None:
            decision = state.decision()
            if decision is not None and decision.seat is not None and decision.seat != action.seat:
                return Problem("out_of_turn", {"seat": decision.seat})
        if state.kind not in _ANSWERS[kind]:
            return Problem("wrong_decision", {"kind": state.kind})
        check = _CHECKS.get(kind)
        return None if check is None else check(self, action)

    def apply(self, action: AnyAction) -> list[Any]:
        """Carry `action` out and run on to the next decision; the events in order.

        Raises:
            IllegalAction, BadAction, BadState: it is refused, and nothing has changed.
        """
        if type(action) is Correct:
            self.state, step = self._corrected(action)
            events: list[Any] = [Corrected(sorted(action.set))]
            turn.run(self.state, events, step)
            return events
        if (problem := self.check(action)) is not None:
            raise IllegalAction(problem)
        return self.push(action)

    def push(self, action: AnyAction) -> list[Any]:
        """Carry out an action that `legal` or `outcomes` has just listed, unchecked; the events in order."""
        events: list[Any] = []
        state = self.state
        step = EFFECTS[type(action)](state, action, events)
        while step is not None:
            step = step(state, events)
        return events

    def _corrected(self, action: Correct) -> tuple[State, turn.Step | None]:
        return load.load_state(merge_patch(view.view(self.state), action.set))

    # --- checks of single actions ---

    def _check_draw(self, action: DrawTile) -> Problem | None:
        stacks = self.state.stacks
        if stacks is None:
            return None
        if action.stack is None:
            raise BadAction("With the forecast a draw names its `stack`")
        return None if stacks[action.stack][1] else Problem("stack_empty", {"stack": action.stack})

    def _check_tile(self, action: TileOutcome) -> Problem | None:
        return None if self._pool()[TILE_INDEX[action.tile]] > 0 else Problem("no_such_tile", {"tile": action.tile})

    def _check_card(self, action: CardOutcome) -> Problem | None:
        if self.state.options.real_cards or action.card == HIDDEN:
            known = self.state.options.real_cards and action.card == HIDDEN
        else:
            known = self.state.deck[CARD_INDEX[action.card]] > 0
        return None if known else Problem("no_such_card", {"card": action.card})

    def _check_pass(self, action: Pass) -> Problem | None:
        return cards.check_pass(self.state) if self.state.kind == "cards" else None


def _builds(state: State) -> list[Any]:
    actions = walls.builds(state, state.player)
    actions.append(cards.PASS)
    return actions


def _draws(state: State) -> list[Any]:
    return [_DRAWS[i] for i, (_, size) in enumerate(state.stacks or ()) if size]


def _extra_tile(state: State) -> list[Any]:
    return [*(_draws(state) if state.stacks is not None else [_DRAW]), cards.PASS]


_LEGAL: dict[str | None, Callable[[State], list[Any]]] = {
    "place_eruption": placement.eruptions,
    "place_tile": placement.placements,
    "extra_tile": _extra_tile,
    "replace_tile": placement.replacements,
    "draw": _draws,
    "cards": cards.legal,
    "discard": cards.discards,
    "walls": _builds,
}
"""What a seat may do at each kind of decision."""

_CHECKS: dict[type, Callable[[EruptionPosition, Any], Problem | None]] = {
    PlaceTile: lambda position, action: placement.check_place(position.state, action),
    PlaceEruption: lambda position, action: placement.check_eruption(position.state, action),
    ReplaceTile: lambda position, action: placement.check_replace(position.state, action),
    DrawTile: EruptionPosition._check_draw,
    Play: lambda position, action: cards.check_play(position.state, action),
    Trade: lambda position, action: cards.check_trade(position.state, action),
    TradeTwo: lambda position, action: cards.check_trade_two(position.state, action),
    Give: lambda position, action: cards.check_give(position.state, action),
    Discard: lambda position, action: cards.check_trade(position.state, action),
    BuildWall: lambda position, action: walls.check_build(position.state, position.state.player, action),
    Pass: EruptionPosition._check_pass,
    TileOutcome: EruptionPosition._check_tile,
    CardOutcome: EruptionPosition._check_card,
}


class Eruption:
    """The game behind the contract."""

    slug: ClassVar[str] = RULES.game.slug
    name: ClassVar[str] = RULES.game.name
    rules_version: ClassVar[int] = RULES.game.rules_version
    chance_kinds: ClassVar[Mapping[str, str]] = {"tile": "tiles", "card": "cards", "duel": "dice"}
    start_roll: ClassVar[tuple[str, int] | None] = ("start", RULES.dice.sides)

    def new(self, options: Mapping[str, Any] | None = None) -> tuple[EruptionPosition, list[Any]]:
        """A game from its set-up, at the first card to be dealt. Raises BadState."""
        return self._begin(load.new_state(read_options(options)), turn.deal)

    def load(self, state: Mapping[str, Any]) -> tuple[EruptionPosition, list[Any]]:
        """A game from a state that may be partial. Raises BadState."""
        return self._begin(*load.load_state(state))

    def _begin(self, state: State, step: turn.Step | None) -> tuple[EruptionPosition, list[Any]]:
        events: list[Any] = []
        turn.run(state, events, step)
        return EruptionPosition(state), events

    def action(self, wire: object) -> AnyAction:
        """Read an action. Raises BadAction."""
        return read_action(wire)

    def schema(self) -> Wire:
        """JSON Schema (2020-12) of options, state, actions and events."""
        return schema.schema()


ERUPTION = Eruption()
