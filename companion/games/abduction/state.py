"""Everything that a table of Abduction knows: where the cards are, and what the game waits for."""

from __future__ import annotations

from typing import Literal

from companion.games.abduction.data import CARD_SLUGS, DECOY_CARD, N_CARDS, RULES, VALUES
from companion.games.abduction.options import Options
from companion.games.contract import Decision, Wire

Then = Literal["play", "discard", "end"]
"""What follows an abduction: the rest of the play phase, the end of the turn, or that of the game."""
Resume = Literal["play", "abduct"]
"""What follows when no more saucers stack."""

CHANCE = ("card", "face_down")
"""Kinds of decisions that chance answers: a card is drawn, the face-down card shows what it is."""


class State:
    """A position, changed in place. Counts of cards are lists by the index of the card.

    `ufos` holds columns as [card, size], `cows` columns as cards, level 1 first; `score` counts for each digit, ones
    first. `deck` counts the cards that nobody has seen: the deck's, and the face-down one's unless it is known.
    """

    __slots__ = (
        "cows", "deck", "deck_size", "digit", "discard", "drawing", "face_down", "fresh", "hand", "hangar", "kind",
        "lost", "options", "part", "phase", "playing", "removed", "resume", "score", "then", "to_place", "turn",
        "ufos", "used",
    )  # fmt: skip

    def __init__(self, options: Options) -> None:
        self.options = options
        self.part, self.turn, self.phase = 1, 0, "draw"
        self.kind: str | None = None
        self.hand = [0] * N_CARDS
        self.ufos: list[list[int]] = []
        self.cows: list[list[int]] = []
        self.score: list[list[int]] = []
        self.fresh = 0
        """Decoys that came into the score in this turn: they release nothing yet."""
        self.hangar = 0
        self.discard = [0] * N_CARDS
        self.removed = [0] * N_CARDS
        self.deck = [0] * N_CARDS
        self.deck_size = 0
        self.face_down = -1
        """The face-down card, once it is known."""
        self.used = False
        """Whether it has been turned up."""
        self.drawing = 0
        """Cards still to be drawn."""
        self.playing: str | None = None
        """The group that is played in this turn, once it is settled."""
        self.to_place = [0] * N_CARDS
        """Cards of it that must still be placed."""
        self.resume: Resume = "play"
        self.then: Then = "discard"
        self.digit = 0
        """The digit that is looked at while cards are carried."""
        self.lost = False

    def copy(self) -> State:
        """An independent copy."""
        twin = State.__new__(State)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.hand, twin.discard, twin.removed = self.hand[:], self.discard[:], self.removed[:]
        twin.deck, twin.to_place = self.deck[:], self.to_place[:]
        twin.ufos = [column[:] for column in self.ufos]
        twin.cows = [column[:] for column in self.cows]
        twin.score = [digit[:] for digit in self.score]
        return twin

    @property
    def hidden(self) -> bool:
        """Whether the face-down card is one of those that nobody has seen."""
        return not self.used and self.face_down < 0

    @property
    def matched(self) -> int:
        """Columns that have both saucers and cows."""
        return min(len(self.ufos), len(self.cows))

    @property
    def overflow(self) -> bool:
        """Whether a row of the field has too many columns (rules 5.5)."""
        return max(len(self.ufos), len(self.cows)) > RULES.turn.columns

    @property
    def score_decoys(self) -> int:
        """Decoys in the score."""
        return sum(digit[DECOY_CARD] for digit in self.score)

    @property
    def points(self) -> int:
        """What the score says now (rules 8); 0 when the game is lost."""
        if self.lost:
            return 0
        return sum(digit_sum(digit) * 10**place for place, digit in enumerate(self.score))

    def gain(self, card: int, place: int) -> None:
        """Put a card into a digit of the score."""
        while len(self.score) <= place:
            self.score.append([0] * N_CARDS)
        self.score[place][card] += 1

    def decision(self) -> Decision | None:
        """What the game waits for."""
        if self.kind is None:
            return None
        return Decision("chance" if self.kind in CHANCE else "seat", self.kind, 0)

    def view(self) -> Wire:
        """The state on the wire. A player alone has nobody to hide anything from."""
        decision = self.decision()
        return {
            "game": RULES.game.slug,
            "options": self.options.wire(),
            "part": self.part,
            "turn": self.turn,
            "phase": self.phase,
            "decision": None if decision is None else _decided(decision),
            "active": 0,
            "seats": [{"score": self.points, "lost": self.lost}],
            "hand": counts(self.hand),
            "ufos": [{"card": CARD_SLUGS[card], "size": size} for card, size in self.ufos],
            "cows": [[CARD_SLUGS[card] for card in column] for column in self.cows],
            "score": [counts(digit) for digit in self.score],
            "fresh_decoys": self.fresh,
            "hangar": self.hangar,
            "discard": counts(self.discard),
            "removed": counts(self.removed),
            "deck": counts(self.deck),
            "deck_size": self.deck_size,
            "face_down": {"used": self.used, "card": CARD_SLUGS[self.face_down] if self.face_down >= 0 else None},
            "drawing": self.drawing,
            "playing": self.playing,
            "to_place": counts(self.to_place),
            "resume": self.resume,
            "then": self.then,
            "digit": self.digit,
            "lost": self.lost,
        }


def _decided(decision: Decision) -> Wire:
    return {"by": decision.by, "kind": decision.kind, "seat": decision.seat}


def counts(cards: list[int]) -> dict[str, int]:
    """Counts by name, those that are there."""
    return {CARD_SLUGS[card]: n for card, n in enumerate(cards) if n}


def digit_sum(digit: list[int]) -> int:
    """What the cards of a digit add up to."""
    return sum(n * value for n, value in zip(digit, VALUES, strict=True))


def total(state: State) -> list[int]:
    """How many of each card there are in all zones together: what the box holds, always."""
    cards = [sum(zone) for zone in zip(state.hand, state.discard, state.removed, state.deck, *state.score, strict=True)]
    for card, size in state.ufos:
        cards[card] += size
    for column in state.cows:
        for card in column:
            cards[card] += 1
    cards[DECOY_CARD] += state.hangar
    if state.face_down >= 0:
        cards[state.face_down] += 1
    return cards
