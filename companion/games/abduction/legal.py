"""What may be done at a decision, and why all else may not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.abduction import abduct, turn
from companion.games.abduction.actions import (
    Abduct,
    CardOutcome,
    Carry,
    Choose,
    Clear,
    Discard,
    Leave,
    Pass,
    Place,
    Release,
    Remove,
    Take,
    TurnUp,
)
from companion.games.abduction.data import CARD_INDEX, CARD_SLUGS, DECOY_CARD, UFOS
from companion.games.abduction.state import State
from companion.games.contract import Problem

_PASS, _TURN_UP, _ABDUCT, _LEAVE = Pass(), TurnUp(), Abduct(), Leave()
_PLACES = tuple(Place(card=slug) for slug in CARD_SLUGS)
_DISCARDS = tuple(Discard(card=slug) for slug in CARD_SLUGS)
_CARRIES = tuple(Carry(card=slug) for slug in CARD_SLUGS)
CARDS = tuple(CardOutcome(card=slug) for slug in CARD_SLUGS)


def _choices(state: State) -> list[Any]:
    return [Choose(kind=group) for group in turn.groups(state)]


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


LEGAL: dict[str | None, Callable[[State], list[Any]]] = {
    "choose": _choices,
    "play": _plays,
    "blue": _blues,
    "clear": _clears,
    "process": _processes,
    "release": _releases,
    "carry": _carries,
    "discard": _discards,
}


# --- why something is not --------------------------------------------------------------------------------------------

# Which decisions an action may answer.
ANSWERS: dict[type, tuple[str, ...]] = {
    Choose: ("choose",),
    Place: ("play",),
    TurnUp: ("play",),
    Pass: ("play", "blue", "carry", "discard"),
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


def _check_choose(state: State, action: Choose) -> Problem | None:
    return None if action.kind in turn.groups(state) else Problem("no_such_kind", {"group": action.kind})


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


CHECKS: dict[type, Callable[[State, Any], Problem | None]] = {
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
