"""The actions of Abduction as they stand on the wire."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from companion.games.abduction.data import CARD_SLUGS, RULES, UFOS
from companion.games.contract import Action, BadAction

# The names come from the rules data, so the literals are made when the module is read.
CardName = Literal[CARD_SLUGS]  # type: ignore[valid-type]
UfoName = Literal[tuple(CARD_SLUGS[i] for i in UFOS)]  # type: ignore[valid-type]
KindName = Literal[tuple(RULES.groups)]  # type: ignore[valid-type]
Natural = Annotated[int, msgspec.Meta(ge=0)]


class _Seated(Action, frozen=True, gc=False, kw_only=True):
    seat: int | None = None


class Choose(_Seated, frozen=True, gc=False, tag="choose"):
    """Settle the kind at the start of the phase (option kind_fixed); one of which the hand has none plays nothing."""

    kind: KindName  # type: ignore[valid-type]


class Place(_Seated, frozen=True, gc=False, tag="place"):
    """Place a card of the hand at the right end of its row (rules 5.2)."""

    card: CardName


class TurnUp(_Seated, frozen=True, gc=False, tag="turn_up"):
    """Turn the face-down card over, once in the game (rules 5.4)."""


class Pass(_Seated, frozen=True, gc=False, tag="pass"):
    """End the play phase; decline a blue effect; leave a digit as it is (option carry); keep the rest of the hand."""


class Remove(_Seated, frozen=True, gc=False, tag="remove"):
    """Blue: discard a saucer of a column of the field, counted from 0."""

    column: Natural


class Take(_Seated, frozen=True, gc=False, tag="take"):
    """Blue: take a saucer from the discard pile into the hand."""

    card: UfoName  # type: ignore[valid-type]


class Clear(_Seated, frozen=True, gc=False, tag="clear"):
    """The face-down card is a decoy: discard a decoy of the hangar, or with a digit one of the score."""

    digit: Natural | None = None


class Abduct(_Seated, frozen=True, gc=False, tag="abduct"):
    """Abduct (rules 5.5)."""


class Leave(_Seated, frozen=True, gc=False, tag="leave"):
    """Leave everything lying."""


class Release(_Seated, frozen=True, gc=False, tag="release"):
    """A decoy of an earlier turn lets a card of the score escape."""

    digit: Natural
    card: CardName


class Carry(_Seated, frozen=True, gc=False, tag="carry"):
    """Move a card of the lowest digit that is too high to the next one (rules 5.6)."""

    card: CardName


class Discard(_Seated, frozen=True, gc=False, tag="discard"):
    """Discard a card of the hand at the end of a turn."""

    card: CardName


class CardOutcome(_Seated, frozen=True, gc=False, tag="card"):
    """Chance: a card is drawn, or the face-down card shows what it is."""

    card: CardName


class Correct(_Seated, frozen=True, tag="correct"):
    """The table and the app differ: a JSON merge patch (RFC 7396) on the state."""

    set: dict[str, Any]


AnyAction = (
    Choose | Place | TurnUp | Pass | Remove | Take | Clear | Abduct | Leave | Release | Carry | Discard | CardOutcome
    | Correct
)  # fmt: skip


class _Read(msgspec.Struct):
    """Around an action: msgspec works a struct out once, but a bare union each time."""

    action: AnyAction


def read_action(wire: object) -> AnyAction:
    """Read an action from its wire form; unknown members are ignored. Raises BadAction."""
    try:
        return msgspec.convert({"action": wire}, _Read).action
    except msgspec.ValidationError as error:
        raise BadAction(str(error).replace("$.action", "$").removesuffix(" - at `$`")) from None
