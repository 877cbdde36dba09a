"""Abduction behind the contract: positions that check, apply and list actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, cast

from companion.games.abduction import abduct, field, load, schema, turn
from companion.games.abduction.actions import (
    Abduct,
    AnyAction,
    CardOutcome,
    Carry,
    Choose,
    Clear,
    Correct,
    Discard,
    Leave,
    Pass,
    Place,
    Release,
    Remove,
    Take,
    TurnUp,
    read_action,
)
from companion.games.abduction.data import BOX, CARD_INDEX, CARD_SLUGS, DECOY_CARD, RULES, UFOS
from companion.games.abduction.events import CardDiscarded, CardDrawn, CardPlaced, Corrected, TurnedUp
from companion.games.abduction.load import Step
from companion.games.abduction.options import read_options
from companion.games.abduction.state import State
from companion.games.contract import Decision, IllegalAction, Problem, Wire

_PASS, _TURN_UP, _ABDUCT, _LEAVE = Pass(), TurnUp(), Abduct(), Leave()
_PLACES = tuple(Place(card=slug) for slug in CARD_SLUGS)
_DISCARDS = tuple(Discard(card=slug) for slug in CARD_SLUGS)
_CARRIES = tuple(Carry(card=slug) for slug in CARD_SLUGS)
_CARDS = tuple(CardOutcome(card=slug) for slug in CARD_SLUGS)

# Which decisions an action may answer.
_ANSWERS: dict[type, tuple[str, ...]] = {
    Choose: ("choose",),
    Place: ("play",),
    TurnUp: ("choose", "play"),
    Pass: ("choose", "play", "blue", "carry", "discard"),
    Remove: ("blue",),
    Take: ("blue",),
    Clear: ("clear",),
    Abduct: ("process",),
    Leave: ("process",),
    Release: ("release",),
    Carry: ("carry",),
    Discard: ("discard",),
    CardOutcome: ("card", "face_down"),
}


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

    def ranking(self) -> list[Wire]:
        """The one seat with its score, as if the game ended now."""
        return [{"seat": 0, "place": 1, "score": self.state.points, "lost": self.state.lost}]

    def legal(self) -> list[Any]:
        """The legal actions of the player; empty at a chance decision and at the end."""
        legal = _LEGAL.get(self.state.kind)
        return [] if legal is None else legal(self.state)

    def outcomes(self) -> list[tuple[Any, int]]:
        """The outcomes of a chance decision with their weights; empty when no chance decides."""
        state = self.state
        if state.kind == "face_down" and state.face_down >= 0:
            return [(_CARDS[state.face_down], 1)]
        if state.kind in ("card", "face_down"):
            return [(card, n) for card, n in zip(_CARDS, state.deck, strict=True) if n]
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
        if state.kind not in _ANSWERS[kind]:
            return Problem("wrong_decision", {"kind": state.kind})
        return _CHECKS[kind](state, action)

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
        _EFFECTS[type(action)](self.state, action, events)
        return events

    def _corrected(self, action: Correct) -> tuple[State, Step]:
        return load.load_state(load.merge_patch(self.state.view(), action.set))


# --- what is legal ----------------------------------------------------------------------------------------------------


def _choices(state: State) -> list[Any]:
    actions: list[Any] = [Choose(kind=group) for group in turn.groups(state)]
    return actions + _maybe(turn.can_turn_up(state), _TURN_UP) + _maybe(state.options.pass_, _PASS)


def _plays(state: State) -> list[Any]:
    actions: list[Any] = [_PLACES[card] for card in turn.placeable(state)]
    return actions + _maybe(turn.can_turn_up(state), _TURN_UP) + _maybe(turn.can_pass(state), _PASS)


def _blues(state: State) -> list[Any]:
    actions: list[Any] = [Remove(column=column) for column in range(len(state.ufos))]
    actions += [Take(card=CARD_SLUGS[card]) for card in UFOS if state.discard[card]]
    return actions + _maybe(state.options.blue_optional, _PASS)


def _clears(state: State) -> list[Any]:
    digits = [Clear(digit=place) for place, digit in enumerate(state.score) if digit[DECOY_CARD]]
    return [*_maybe(state.hangar, Clear()), *digits]


def _processes(state: State) -> list[Any]:
    return [_ABDUCT, _LEAVE]


def _releases(state: State) -> list[Any]:
    return [Release(digit=place, card=CARD_SLUGS[card]) for place, card in abduct.escapes(state)]


def _carries(state: State) -> list[Any]:
    actions: list[Any] = [_CARRIES[card] for card, n in enumerate(state.score[state.digit]) if n]
    return actions + _maybe(state.options.carry == "may", _PASS)


def _discards(state: State) -> list[Any]:
    return [*(_DISCARDS[card] for card, n in enumerate(state.hand) if n), _PASS]


def _maybe(condition: object, action: Any) -> list[Any]:
    return [action] if condition else []


_LEGAL: dict[str | None, Callable[[State], list[Any]]] = {
    "choose": _choices,
    "play": _plays,
    "blue": _blues,
    "clear": _clears,
    "process": _processes,
    "release": _releases,
    "carry": _carries,
    "discard": _discards,
}


# --- why something is not ---------------------------------------------------------------------------------------------


def _check_choose(state: State, action: Choose) -> Problem | None:
    return None if action.kind in turn.groups(state) else Problem("no_such_card", {"group": action.kind})


def _check_place(state: State, action: Place) -> Problem | None:
    card = CARD_INDEX[action.card]
    if not state.hand[card]:
        return Problem("no_such_card", {"card": action.card})
    if card in turn.placeable(state):
        return None
    group = state.playing
    why = "settled"
    if group is None:
        group, why = turn.forced(state)
    if group == turn.GROUP[card]:
        return Problem("all_placed", {"group": group})
    return Problem("wrong_kind", {"group": group, "why": why})


def _check_turn_up(state: State, action: TurnUp) -> Problem | None:
    if turn.can_turn_up(state):
        return None
    return Problem("turned_up") if state.used else Problem("deck_empty")


def _check_pass(state: State, action: Pass) -> Problem | None:
    match state.kind:
        case "choose":
            allowed = state.options.pass_
        case "play":
            allowed = turn.can_pass(state)
        case "blue":
            allowed = state.options.blue_optional
        case "carry":
            allowed = state.options.carry == "may"
        case _:
            allowed = True
    return None if allowed else Problem("no_pass", {"kind": state.kind})


def _check_remove(state: State, action: Remove) -> Problem | None:
    return None if action.column < len(state.ufos) else Problem("no_target", {"column": action.column})


def _check_take(state: State, action: Take) -> Problem | None:
    return None if state.discard[CARD_INDEX[action.card]] else Problem("no_such_card", {"card": action.card})


def _check_clear(state: State, action: Clear) -> Problem | None:
    if action.digit is None:
        return None if state.hangar else Problem("no_target")
    there = action.digit < len(state.score) and state.score[action.digit][DECOY_CARD]
    return None if there else Problem("no_target", {"digit": action.digit})


def _check_abduct(state: State, action: Abduct | Leave) -> Problem | None:
    return None  # the decision is asked where it may be made


def _check_release(state: State, action: Release) -> Problem | None:
    card = CARD_INDEX[action.card]
    if card == DECOY_CARD:
        return Problem("no_target", {"card": action.card})
    there = action.digit < len(state.score) and state.score[action.digit][card]
    return None if there else Problem("no_such_card", {"card": action.card})


def _check_carry(state: State, action: Carry) -> Problem | None:
    there = state.score[state.digit][CARD_INDEX[action.card]]
    return None if there else Problem("no_such_card", {"card": action.card})


def _check_discard(state: State, action: Discard) -> Problem | None:
    return None if state.hand[CARD_INDEX[action.card]] else Problem("no_such_card", {"card": action.card})


def _check_outcome(state: State, action: CardOutcome) -> Problem | None:
    card = CARD_INDEX[action.card]
    known = state.kind == "face_down" and state.face_down >= 0
    there = card == state.face_down if known else state.deck[card]
    return None if there else Problem("no_such_card", {"card": action.card})


_CHECKS: dict[type, Callable[[State, Any], Problem | None]] = {
    Choose: _check_choose,
    Place: _check_place,
    TurnUp: _check_turn_up,
    Pass: _check_pass,
    Remove: _check_remove,
    Take: _check_take,
    Clear: _check_clear,
    Abduct: _check_abduct,
    Leave: _check_abduct,
    Release: _check_release,
    Carry: _check_carry,
    Discard: _check_discard,
    CardOutcome: _check_outcome,
}


# --- what they do -----------------------------------------------------------------------------------------------------


def _choose(state: State, action: Choose, events: list[Any]) -> None:
    turn.settle(state, events, action.kind, "choice")
    turn.play(state, events)


def _place(state: State, action: Place, events: list[Any]) -> None:
    card = CARD_INDEX[action.card]
    if state.playing is None:
        group, why = turn.forced(state)
        turn.settle(state, events, group or turn.GROUP[card], why)
    state.hand[card] -= 1
    state.to_place[card] -= 1
    if card not in UFOS:
        state.cows.append([card])
        events.append(CardPlaced(action.card, len(state.cows) - 1))
        turn.play(state, events)
        return
    state.ufos.append([card, 1])
    events.append(CardPlaced(action.card, len(state.ufos) - 1))
    state.resume = "play"
    if state.options.packed_stack or field.neighbours(state) == len(state.ufos) - 2:
        turn.stack(state, events)
    else:
        turn.play(state, events)


def _turn_up(state: State, action: TurnUp, events: list[Any]) -> None:
    state.kind = "face_down"


def _pass(state: State, action: Pass, events: list[Any]) -> None:
    match state.kind:
        case "carry":
            state.digit += 1
            turn.carry(state, events)
        case "discard":
            turn.next_turn(state, events)
        case "blue":
            turn.restack(state, events)
        case _:
            turn.process(state, events)


def _remove(state: State, action: Remove, events: list[Any]) -> None:
    field.discard(state, events, action.column)
    turn.restack(state, events)


def _take(state: State, action: Take, events: list[Any]) -> None:
    field.take(state, events, CARD_INDEX[action.card])
    turn.restack(state, events)


def _clear(state: State, action: Clear, events: list[Any]) -> None:
    abduct.discard_decoy(state, events, action.digit)
    turn.play(state, events)


def _abduct(state: State, action: Abduct, events: list[Any]) -> None:
    turn.attack(state, events, "discard")


def _leave(state: State, action: Leave, events: list[Any]) -> None:
    turn.end(state, events)


def _release(state: State, action: Release, events: list[Any]) -> None:
    abduct.release(state, events, action.digit, CARD_INDEX[action.card])
    turn.cleared(state, events)


def _carry(state: State, action: Carry, events: list[Any]) -> None:
    abduct.move_up(state, events, CARD_INDEX[action.card])
    turn.carry(state, events)


def _discard(state: State, action: Discard, events: list[Any]) -> None:
    card = CARD_INDEX[action.card]
    state.hand[card] -= 1
    state.discard[card] += 1
    events.append(CardDiscarded(action.card))
    turn.end(state, events)


def _outcome(state: State, action: CardOutcome, events: list[Any]) -> None:
    card = CARD_INDEX[action.card]
    if state.drawing:
        state.deck[card] -= 1
        state.deck_size -= 1
        state.hand[card] += 1
        state.drawing -= 1
        events.append(CardDrawn(action.card))
        turn.draw(state, events)
        return
    if state.face_down < 0:
        state.deck[card] -= 1
        state.face_down = card
    state.used = True
    events.append(TurnedUp(action.card))
    turn.turned_up(state, events, card)


_EFFECTS: dict[type, Callable[[State, Any, list[Any]], None]] = {
    Choose: _choose,
    Place: _place,
    TurnUp: _turn_up,
    Pass: _pass,
    Remove: _remove,
    Take: _take,
    Clear: _clear,
    Abduct: _abduct,
    Leave: _leave,
    Release: _release,
    Carry: _carry,
    Discard: _discard,
    CardOutcome: _outcome,
}


class Abduction:
    """The game behind the contract."""

    slug: ClassVar[str] = RULES.game.slug
    rules_version: ClassVar[int] = RULES.game.rules_version
    chance_kinds: ClassVar[dict[str, str]] = {"card": "tiles", "face_down": "tiles"}

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
