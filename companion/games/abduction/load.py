"""A state from the wire, checked: whole, or partial with what is usual in place of what is missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.abduction import field, reading, turn
from companion.games.abduction.data import (
    BOX,
    CARD_SLUGS,
    COW_SIDE,
    DECOY_CARD,
    N_CARDS,
    RULES,
    UFOS,
)
from companion.games.abduction.options import read_options
from companion.games.abduction.state import State, total
from companion.games.patch import merge_patch

Step = Callable[[State, list[Any]], None]
KINDS = ("card", "face_down", "choose", "play", "blue", "clear", "process", "release", "carry", "discard")


def load_state(wire: Mapping[str, Any]) -> tuple[State, Step]:
    """A state and the step that runs on to its decision.

    Missing counts are 0. A missing deck is the box less what lies elsewhere, the face-down card among it; with a deck,
    what is missing elsewhere has been removed from the game if `removed` is not given.

    Raises:
        BadState: it cannot be.
    """
    if not isinstance(wire, Mapping):
        raise reading.bad("state", "not_an_object")
    if wire.get("game") not in (None, RULES.game.slug):
        raise reading.bad("game", "wrong_game", game=RULES.game.slug)
    state = State(read_options(wire.get("options")))
    state.part = reading.integer(wire, "part", 1, 1, 2)
    state.turn = reading.integer(wire, "turn", 1, 0, reading.MOST)
    state.hand = reading.counts(wire.get("hand"), "hand")
    state.discard, state.removed = (
        reading.counts(wire.get("discard"), "discard"),
        reading.counts(wire.get("removed"), "removed"),
    )
    state.hangar = reading.integer(wire, "hangar", 0, 0, BOX[DECOY_CARD])
    state.ufos, state.cows = _ufos(wire.get("ufos")), _cows(wire.get("cows"))
    state.score = [
        reading.counts(reading.mapping(digit, f"score[{i}]"), f"score[{i}]")
        for i, digit in enumerate(reading.items(wire.get("score"), "score"))
    ]
    while state.score and not any(state.score[-1]):
        state.score.pop()
    state.fresh = reading.integer(wire, "fresh_decoys", 0, 0, state.score_decoys)
    _deck(state, wire)
    state.lost = state.hangar >= RULES.turn.hangar
    step = _step(state, wire)
    _sound(state, wire)
    return state, step


def _sound(state: State, wire: Mapping[str, Any]) -> None:
    """See that the field and the score are such as the rules can lead to."""
    if any(len(column) > 1 for column in state.cows[1:]):
        raise reading.bad("cows", "too_deep")
    stacking = (wire.get("decision") or {}).get("kind") in ("blue", "release")  # their saucers may still lie apart
    if state.options.packed_stack and not stacking and (column := field.neighbours(state)) is not None:
        raise reading.bad(f"ufos[{column + 1}]", "not_stacked", card=CARD_SLUGS[state.ufos[column][0]])
    final = state.phase == "over" or (state.phase == "carry" and state.then == "end")
    for place, digit in enumerate(state.score):
        if not final and any(digit[card] for card in UFOS):
            raise reading.bad(f"score[{place}]", "saucer_in_score")


def _deck(state: State, wire: Mapping[str, Any]) -> None:
    face = wire.get("face_down")
    if face is not None:
        face = reading.mapping(face, "face_down")
        if face.get("card") is not None:
            state.face_down = reading.card(face["card"], "face_down.card", range(N_CARDS))
        state.used = reading.boolean(face, "used", "face_down.used", state.face_down >= 0)
        if state.used and state.face_down < 0:
            raise reading.bad("face_down.card", "missing")
    elsewhere = total(state)
    for card, n in enumerate(elsewhere):
        if n > BOX[card]:
            raise reading.bad("state", "too_many_cards", card=CARD_SLUGS[card], most=BOX[card])
    left = [box - n for box, n in zip(BOX, elsewhere, strict=True)]
    if wire.get("deck") is None:
        state.deck = left
    else:
        state.deck = reading.counts(wire["deck"], "deck")
        if wire.get("removed") is None:
            state.removed = [max(0, n - there) for n, there in zip(left, state.deck, strict=True)]
            left = [n - gone for n, gone in zip(left, state.removed, strict=True)]
        for card, n in enumerate(state.deck):
            if n != left[card]:
                raise reading.bad(f"deck.{CARD_SLUGS[card]}", "cards_missing", card=CARD_SLUGS[card], left=left[card])
    unseen = sum(state.deck)
    if not unseen and state.hidden:
        raise reading.bad("face_down", "missing")
    size = unseen - state.hidden
    if reading.integer(wire, "deck_size", size, 0, reading.MOST) != size:
        raise reading.bad("deck_size", "deck_size", size=size)
    state.deck_size = size


def _step(state: State, wire: Mapping[str, Any]) -> Step:
    """Where the game goes on."""
    decision = wire.get("decision")
    kind = None
    if decision is not None:
        kind = reading.name(reading.mapping(decision, "decision").get("kind"), "decision.kind", KINDS)
    phase = wire.get("phase")
    state.phase = _PHASES_OF[kind][0] if phase is None else reading.name(phase, "phase", tuple(RULES.phases))
    state.resume = reading.name(wire.get("resume") or "play", "resume", ("play", "abduct"))  # type: ignore[assignment]
    state.then = reading.name(wire.get("then") or "discard", "then", ("play", "discard", "end"))  # type: ignore[assignment]
    state.digit = reading.integer(wire, "digit", 0, 0, reading.MOST)
    if state.then == "end" and state.part == 1:
        raise reading.bad("then", "not_in_this_part", part=state.part)
    _playing(state, wire)
    state.drawing = reading.integer(wire, "drawing", 0, 0, RULES.turn.draw)
    if state.phase == "over" or state.lost:
        state.phase, state.drawing, state.to_place = "over", 0, [0] * N_CARDS
        return _rest
    if kind is not None and state.phase not in _PHASES_OF[kind]:
        raise reading.bad("phase", "not_in_this_phase", phase=state.phase)
    if state.drawing > state.deck_size:
        raise reading.bad("drawing", "deck_size", size=state.deck_size)
    if state.drawing and (state.phase != "draw" or kind not in (None, "card")):
        raise reading.bad("drawing", "not_in_this_phase", phase=state.phase)
    if kind is None or kind == "card":
        return _phase_step(state)
    return _decision_step(state, kind)


def _phase_step(state: State) -> Step:
    match state.phase:
        case "draw" if state.drawing:
            return turn.draw
        case "draw":
            state.turn = max(state.turn - 1, 0)
            return turn.start
        case "play" if state.playing is None:
            return turn.begin
        case "play":
            return turn.play
        case "process":
            return turn.process
        case "carry":
            return turn.carry
    return turn.end


def _decision_step(state: State, kind: str) -> Step:
    """A decision that is asked, if it can be; otherwise what comes in its place."""
    match kind:
        case "face_down" if turn.can_turn_up(state):
            return _ask(kind)
        case "choose" if state.playing is None:
            return turn.begin
        case "play" | "choose" | "face_down":
            return turn.play
        case "blue" if state.ufos or any(state.discard[card] for card in UFOS):
            if state.phase == "process":
                state.resume = "abduct"
            if state.resume == "abduct":
                _abducting(state)
            return _ask(kind)
        case "blue":
            return turn.restack
        case "clear" if state.hangar or state.score_decoys:
            return _ask(kind)
        case "clear":
            return turn.play
        case "process":
            return turn.process
        case "release":
            _abducting(state)
            return turn.released
        case "carry":
            return turn.carry
    return turn.end


def _abducting(state: State) -> None:
    """What follows an abduction goes by the phase in which it is: that of a cow turned up, or the processing."""
    state.then = "play" if state.phase == "play" else "discard"


def _ask(kind: str) -> Step:
    def ask(state: State, events: list[Any]) -> None:
        state.kind = kind

    return ask


def _rest(state: State, events: list[Any]) -> None:
    """A game that is over stays so."""


# The phases in which each decision can stand, the usual one first.
_PHASES_OF: dict[str | None, tuple[str, ...]] = {
    None: ("draw",),
    "card": ("draw",),
    "face_down": ("play",),
    "choose": ("play",),
    "play": ("play",),
    "blue": ("play", "process"),
    "clear": ("play",),
    "process": ("process",),
    "release": ("process", "play"),
    "carry": ("carry",),
    "discard": ("discard",),
}


def _playing(state: State, wire: Mapping[str, Any]) -> None:
    if wire.get("playing") is not None:
        state.playing = reading.name(wire["playing"], "playing", tuple(RULES.groups))
    if state.phase != "play" and not (state.phase == "carry" and state.then == "play"):
        return  # nothing more is placed in this turn
    given = wire.get("to_place")
    if given is None:
        state.to_place = [n if turn.GROUP[card] == state.playing else 0 for card, n in enumerate(state.hand)]
        return
    state.to_place = reading.counts(given, "to_place")
    for card, n in enumerate(state.to_place):
        if n > state.hand[card] or (n and turn.GROUP[card] != state.playing):
            raise reading.bad(f"to_place.{CARD_SLUGS[card]}", "not_in_hand", card=CARD_SLUGS[card])


def _ufos(given: Any) -> list[list[int]]:
    columns = []
    for i, column in enumerate(reading.items(given, "ufos")):
        column = reading.mapping(column, f"ufos[{i}]")
        card = reading.card(column.get("card"), f"ufos[{i}].card", UFOS)
        columns.append([card, reading.integer(column, "size", 1, 1, reading.MOST, f"ufos[{i}].size")])
    return columns


def _cows(given: Any) -> list[list[int]]:
    columns = []
    for i, column in enumerate(reading.items(given, "cows")):
        cards = [
            reading.card(card, f"cows[{i}][{j}]", COW_SIDE)
            for j, card in enumerate(reading.items(column, f"cows[{i}]"))
        ]
        if not cards:
            raise reading.bad(f"cows[{i}]", "empty_column")
        columns.append(cards)
    return columns


# --- corrections ---


def corrected(state: Mapping[str, Any], patch: Mapping[str, Any]) -> Any:
    """A state changed by a merge patch.

    Unless it names them, what nobody has seen and what must still be placed follow from the rest: so a card comes into
    a zone, or out of it, by naming that zone alone.
    """
    merged = merge_patch(state, patch)
    if "deck" not in patch:
        merged = {name: value for name, value in merged.items() if name not in ("deck", "deck_size")}
        if "deck_size" in patch:
            merged["deck_size"] = patch["deck_size"]
    if "to_place" not in patch and ("hand" in patch or "playing" in patch):
        merged.pop("to_place", None)
    return merged
