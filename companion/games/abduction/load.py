"""A state from the wire, checked: whole, or partial with what is usual in place of what is missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.abduction import turn
from companion.games.abduction.data import (
    BOX,
    CARD_INDEX,
    CARD_SLUGS,
    COW_SIDE,
    DECOY_CARD,
    N_CARDS,
    RULES,
    UFOS,
)
from companion.games.abduction.options import read_options
from companion.games.abduction.state import State, total
from companion.games.contract import BadState, Problem

Step = Callable[[State, list[Any]], None]
MOST = 99
"""More cards, columns or turns than any game has."""
KINDS = ("card", "face_down", "choose", "play", "blue", "clear", "process", "release", "carry", "discard")


def bad(path: str, slug: str, **about: Any) -> BadState:
    """Something that cannot be."""
    return BadState(path, Problem(slug, about))


def load_state(wire: Mapping[str, Any]) -> tuple[State, Step]:
    """A state and the step that runs on to its decision.

    Missing counts are 0; a missing deck is the box less what lies elsewhere, the face-down card among it.

    Raises:
        BadState: it cannot be.
    """
    if not isinstance(wire, Mapping):
        raise bad("state", "not_an_object")
    if wire.get("game") not in (None, RULES.game.slug):
        raise bad("game", "wrong_game", game=RULES.game.slug)
    state = State(read_options(wire.get("options")))
    state.part = _integer(wire, "part", 1, 1, 2)
    state.turn = _integer(wire, "turn", 1, 0, MOST)
    state.hand = _counts(wire.get("hand"), "hand")
    state.discard, state.removed = _counts(wire.get("discard"), "discard"), _counts(wire.get("removed"), "removed")
    state.hangar = _integer(wire, "hangar", 0, 0, BOX[DECOY_CARD])
    state.ufos, state.cows = _ufos(wire.get("ufos")), _cows(wire.get("cows"))
    state.score = [_counts(digit, f"score[{i}]") for i, digit in enumerate(_list(wire.get("score"), "score"))]
    while state.score and not any(state.score[-1]):
        state.score.pop()
    state.fresh = _integer(wire, "fresh_decoys", 0, 0, state.score_decoys)
    _deck(state, wire)
    state.lost = state.hangar >= RULES.turn.hangar
    return state, _step(state, wire)


def _deck(state: State, wire: Mapping[str, Any]) -> None:
    face = wire.get("face_down")
    if face is not None:
        face = _mapping(face, "face_down")
        if face.get("card") is not None:
            state.face_down = _card(face["card"], "face_down.card", range(N_CARDS))
        state.used = _boolean(face, "used", "face_down.used", state.face_down >= 0)
        if state.used and state.face_down < 0:
            raise bad("face_down.card", "missing")
    elsewhere = total(state)
    for card, n in enumerate(elsewhere):
        if n > BOX[card]:
            raise bad("state", "too_many_cards", card=CARD_SLUGS[card], most=BOX[card])
    left = [box - n for box, n in zip(BOX, elsewhere, strict=True)]
    if wire.get("deck") is None:
        state.deck = left
    else:
        state.deck = _counts(wire["deck"], "deck")
        for card, n in enumerate(state.deck):
            if n != left[card]:
                raise bad(f"deck.{CARD_SLUGS[card]}", "cards_missing", card=CARD_SLUGS[card], left=left[card])
    unseen = sum(state.deck)
    if not unseen and state.hidden:
        raise bad("face_down", "missing")
    size = unseen - state.hidden
    if _integer(wire, "deck_size", size, 0, MOST) != size:
        raise bad("deck_size", "deck_size", size=size)
    state.deck_size = size


def _step(state: State, wire: Mapping[str, Any]) -> Step:
    """Where the game goes on."""
    decision = wire.get("decision")
    kind = None
    if decision is not None:
        kind = _name(_mapping(decision, "decision").get("kind"), "decision.kind", KINDS)
    phase = wire.get("phase")
    state.phase = _PHASE_OF[kind] if phase is None else _name(phase, "phase", tuple(RULES.phases))
    state.resume = _name(wire.get("resume") or "play", "resume", ("play", "abduct"))  # type: ignore[assignment]
    state.then = _name(wire.get("then") or "discard", "then", ("play", "discard", "end"))  # type: ignore[assignment]
    state.digit = _integer(wire, "digit", 0, 0, MOST)
    _playing(state, wire)
    state.drawing = _integer(wire, "drawing", 0, 0, RULES.turn.draw)
    if state.phase == "over" or state.lost:
        state.phase, state.drawing = "over", 0
        return _rest
    if state.drawing > state.deck_size:
        raise bad("drawing", "deck_size", size=state.deck_size)
    if state.drawing and (state.phase != "draw" or kind not in (None, "card")):
        raise bad("drawing", "not_in_this_phase", phase=state.phase)
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
        case "choose" if state.playing is None and turn.forced(state)[0] is None and any(state.hand):
            return _ask(kind)
        case "play" | "choose" | "face_down":
            return turn.play
        case "blue" if state.ufos or any(state.discard[card] for card in UFOS):
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
            return turn.released
        case "carry":
            return turn.carry
    return turn.end


def _ask(kind: str) -> Step:
    def ask(state: State, events: list[Any]) -> None:
        state.kind = kind

    return ask


def _rest(state: State, events: list[Any]) -> None:
    """A game that is over stays so."""


_PHASE_OF: dict[str | None, str] = {
    None: "draw",
    "card": "draw",
    "face_down": "play",
    "choose": "play",
    "play": "play",
    "blue": "play",
    "clear": "play",
    "process": "process",
    "release": "process",
    "carry": "carry",
    "discard": "discard",
}


def _playing(state: State, wire: Mapping[str, Any]) -> None:
    if wire.get("playing") is not None:
        state.playing = _name(wire["playing"], "playing", tuple(RULES.groups))
    given = wire.get("to_place")
    if given is None:
        state.to_place = [n if turn.GROUP[card] == state.playing else 0 for card, n in enumerate(state.hand)]
        return
    state.to_place = _counts(given, "to_place")
    for card, n in enumerate(state.to_place):
        if n > state.hand[card] or (n and turn.GROUP[card] != state.playing):
            raise bad(f"to_place.{CARD_SLUGS[card]}", "not_in_hand", card=CARD_SLUGS[card])


def _ufos(given: Any) -> list[list[int]]:
    columns = []
    for i, column in enumerate(_list(given, "ufos")):
        column = _mapping(column, f"ufos[{i}]")
        card = _card(column.get("card"), f"ufos[{i}].card", UFOS)
        columns.append([card, _integer(column, "size", 1, 1, MOST, f"ufos[{i}].size")])
    return columns


def _cows(given: Any) -> list[list[int]]:
    columns = []
    for i, column in enumerate(_list(given, "cows")):
        cards = [_card(card, f"cows[{i}][{j}]", COW_SIDE) for j, card in enumerate(_list(column, f"cows[{i}]"))]
        if not cards:
            raise bad(f"cows[{i}]", "empty_column")
        columns.append(cards)
    return columns


# --- reading ----------------------------------------------------------------------------------------------------------


def _mapping(value: Any, path: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise bad(path, "not_an_object")
    return value


def _list(value: Any, path: str) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, list | tuple) or len(value) > MOST:
        raise bad(path, "not_a_list")
    return list(value)


def _integer(wire: Mapping[str, Any], name: str, otherwise: int, low: int, high: int, path: str = "") -> int:
    value = wire.get(name)
    if value is None:
        return otherwise
    if type(value) is not int or not low <= value <= high:
        raise bad(path or name, "not_a_number", min=low, max=high)
    return value


def _boolean(wire: Mapping[str, Any], name: str, path: str, otherwise: bool) -> bool:
    value = wire.get(name)
    if value is None:
        return otherwise
    if not isinstance(value, bool):
        raise bad(path, "not_a_boolean")
    return value


def _name(value: Any, path: str, names: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in names:
        raise bad(path, "unknown_name", values=list(names))
    return value


def _card(value: Any, path: str, among: Any) -> int:
    return CARD_INDEX[_name(value, path, tuple(CARD_SLUGS[card] for card in among))]


def _counts(value: Any, path: str) -> list[int]:
    counts = [0] * N_CARDS
    for name, _ in (_mapping(value, path) if value is not None else {}).items():
        card = _card(name, f"{path}.{name}", range(N_CARDS))
        counts[card] = _integer(value, name, 0, 0, MOST, f"{path}.{name}")
    return counts


def merge_patch(target: Any, patch: Any) -> Any:
    """`target` changed by a JSON merge patch. Source: RFC 7396, section 2."""
    if not isinstance(patch, Mapping):
        return patch
    merged = dict(target) if isinstance(target, Mapping) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = merge_patch(merged.get(key), value)
    return merged
