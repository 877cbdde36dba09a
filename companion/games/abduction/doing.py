"""What each action does, once it is known to be legal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.abduction import abduct, field, turn
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
from companion.games.abduction.data import CARD_INDEX, UFOS
from companion.games.abduction.events import CardDiscarded, CardDrawn, CardPlaced, TurnedUp
from companion.games.abduction.state import State


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
    turn.land(state, events)


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


EFFECTS: dict[type, Callable[[State, Any, list[Any]], None]] = {
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
