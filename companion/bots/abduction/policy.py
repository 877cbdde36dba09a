"""A way to play Abduction that takes no time to think: what the other players try out their ideas with.

Rules of thumb alone: stack what can be stacked, take cows while there is room for them, abduct before a row overflows,
carry the largest card, keep the hand.
"""

from __future__ import annotations

from random import Random
from typing import Any

from companion.games.abduction import turn
from companion.games.abduction.actions import Abduct, Carry, Choose, Clear, Leave, Pass, Place, Release, Remove, Take
from companion.games.abduction.carrying import ways
from companion.games.abduction.data import BOX, CARD_INDEX, CARD_SLUGS, DECOY_CARD, RULES, UFOS, VALUES
from companion.games.abduction.doing import EFFECTS
from companion.games.abduction.legal import CARDS
from companion.games.abduction.state import State

COLUMNS = RULES.turn.columns
RED, BLUE, YELLOW = (
    next(card for card in UFOS if RULES.cards[card].effect == effect)
    for effect in ("clear_decoys", "swap_saucer", "herd")
)
"""The saucers by what they do."""
PASS, ABDUCT, LEAVE, CLEAR = Pass(), Abduct(), Leave(), Clear()
PLACES = tuple(Place(card=slug) for slug in CARD_SLUGS)
_CHOICES = {group: Choose(kind=group) for group in RULES.groups}
_CARRIES = tuple(Carry(card=slug) for slug in CARD_SLUGS)
_REMOVES = tuple(Remove(column=column) for column in range(sum(BOX)))
_TAKES = {card: Take(card=CARD_SLUGS[card]) for card in UFOS}


def carry_out(state: State, action: Any) -> None:
    """Carry a legal action out; what happens nobody needs to know."""
    EFFECTS[type(action)](state, action, [])


def draw(state: State, rng: Random) -> Any:
    """An outcome of chance, as likely as it is."""
    if state.kind == "face_down" and state.face_down >= 0:
        return CARDS[state.face_down]
    left = int(rng.random() * sum(state.deck))
    for card, n in enumerate(state.deck):
        left -= n
        if left < 0:
            return CARDS[card]
    raise AssertionError("unreachable: left is below the sum")


def choose(state: State) -> Any:
    """An action of the player; the same one in the same position."""
    match state.kind:
        case "play":
            return _play(state)
        case "choose":
            kind = _kind(state)
            return _CHOICES[kind if kind in turn.groups(state) else turn.groups(state)[0]]
        case "blue":
            return _blue(state)
        case "clear":
            return _clear(state)
        case "process":
            return ABDUCT if abducts(state) else LEAVE
        case "release":
            return release(state)
        case "carry":
            return _CARRIES[_largest(state)]
    return PASS


def play_on(state: State, rng: Random, most: int) -> int:
    """Play to the end, with so many actions at most; how many it took."""
    for n in range(most):
        if state.kind is None:
            return n
        carry_out(state, draw(state, rng) if state.kind in ("card", "face_down") else choose(state))
    return most


# --- the play phase ---------------------------------------------------------------------------------------------------


def _play(state: State) -> Any:
    cards = turn.placeable(state)
    if not cards:
        return PASS
    if state.playing is None and turn.forced(state)[0] is None and len(turn.held(state)) > 1:
        kind = _kind(state)
        cards = [card for card in cards if turn.GROUP[card] == kind]
    if cards[0] in UFOS:
        return PLACES[_saucer(state, cards)]
    return PLACES[_cow(state, cards)]


def _kind(state: State) -> str:
    """Saucers or cows, where the choice is free: what fits, and what there are fewer columns of."""
    cows = len(state.cows) + sum(n for card, n in enumerate(state.hand) if n and card not in UFOS)
    ufos = len(state.ufos) + sum(1 for card in UFOS if state.hand[card]) - (_last(state) in _colours(state))
    if (cows > COLUMNS) != (ufos > COLUMNS):
        return "ufo" if cows > COLUMNS else "cow"
    if any(DECOY_CARD in column for column in state.cows) and state.hand[RED] + (_last(state) == RED) > 1:
        return "ufo"
    return "cow" if len(state.cows) <= len(state.ufos) else "ufo"


def _last(state: State) -> int:
    return state.ufos[-1][0] if state.ufos else -1


def _colours(state: State) -> list[int]:
    return [card for card in UFOS if state.hand[card]]


def _saucer(state: State, cards: list[int]) -> int:
    """What stacks on the last one first; then the colour that there is most of, yellow and red before blue."""
    last = _last(state)
    if last in cards:
        return last
    return max(cards, key=lambda card: (state.hand[card], card == YELLOW, card == RED))


def _cow(state: State, cards: list[int]) -> int:
    """High ones to the left, where saucers come first, low ones if yellow will herd; decoys last."""
    cows = [card for card in cards if card != DECOY_CARD]
    if not cows:
        return DECOY_CARD
    herds = state.hand[YELLOW] > 1 or (state.hand[YELLOW] > 0 and _last(state) == YELLOW)
    return min(cows, key=lambda card: VALUES[card]) if herds else max(cows, key=lambda card: VALUES[card])


def _blue(state: State) -> Any:
    """Take a saucer that would stack, else any; or discard one where the row is too long."""
    if len(state.ufos) > COLUMNS:
        lone = min(range(len(state.ufos)), key=lambda i: (state.ufos[i][1], -i))
        return _REMOVES[lone]
    there = [card for card in UFOS if state.discard[card]]
    if there:
        return _TAKES[max(there, key=lambda card: (card == YELLOW, card == RED))]
    return PASS if state.options.blue_optional else _REMOVES[len(state.ufos) - 1]


def _clear(state: State) -> Any:
    """A decoy of the hangar, unless it is nearly empty and there is one in the score that costs cows."""
    if state.hangar and (state.hangar > 1 or not state.score_decoys):
        return CLEAR
    return Clear(digit=next(place for place, digit in enumerate(state.score) if digit[DECOY_CARD]))


# --- abducting --------------------------------------------------------------------------------------------------------


def abducts(state: State) -> bool:
    """Whether to abduct: when that brings something, and the field can hardly grow; in part two, to have room."""
    count = state.matched
    if state.part == 2:
        count = min(sum(size > (i < state.matched) for i, (_, size) in enumerate(state.ufos)), len(state.cows))
    lost = sum(column.count(DECOY_CARD) for column in state.cows[count:])
    if state.hangar + lost >= RULES.turn.hangar:
        return False
    if state.part == 2 and not count:
        return not lost
    return len(state.cows) - count <= 1 or len(state.cows) >= COLUMNS or len(state.ufos) >= COLUMNS


def release(state: State) -> Any:
    """Let the card go that counts least."""
    place, card = min(
        (
            (place, card)
            for place, digit in enumerate(state.score)
            for card, n in enumerate(digit)
            if n and card != DECOY_CARD
        ),
        key=lambda where: (VALUES[where[1]] * RULES.turn.base ** where[0], where),
    )
    return Release(digit=place, card=CARD_SLUGS[card])


def _largest(state: State) -> int:
    """The card that counts most: seldom the best to carry, and found without a search."""
    digit = state.score[state.digit]
    return max((card for card, n in enumerate(digit) if n), key=lambda card: (VALUES[card], card != DECOY_CARD))


def best_carry(state: State) -> Any:
    """Carry the card that the best total comes of; a cow before a decoy, which part two takes away."""
    found = ways(state)
    best = max(found, key=lambda way: (way.best, CARD_INDEX[way.card] != DECOY_CARD, -CARD_INDEX[way.card]))
    if state.options.carry == "may" and best.best < state.points:
        return PASS
    return Carry(card=best.card)
