"""What a player may want to know before deciding: what may come, what must be played and why, what would go wrong.

All of it follows from what lies open; nothing here knows the order of the deck.
"""

from __future__ import annotations

from math import comb
from typing import Any

import msgspec

from companion.games.abduction import turn
from companion.games.abduction.carrying import Way, best_total, ways
from companion.games.abduction.data import CARD_SLUGS, DECOY_CARD, N_CARDS, RULES, UFOS
from companion.games.abduction.doing import EFFECTS
from companion.games.abduction.legal import CARDS, LEGAL
from companion.games.abduction.state import State

__all__ = ["Caution", "Chances", "Kind", "Way", "best_total", "cautions", "chances", "kind", "ways"]


class Chances(msgspec.Struct, frozen=True):
    """What the next draw may bring.

    `left` counts the cards that may come, by name; `draws` how many of them will. `one` is the chance of each card to
    be among those drawn. Where the deck is empty and part two will begin, `reshuffled` is true, and what lies in the
    discard pile and the decoys of the score are what may come.
    """

    left: dict[str, int]
    draws: int
    one: dict[str, float]
    reshuffled: bool

    @property
    def decoy(self) -> float:
        """The chance that at least one decoy is drawn."""
        return self.one.get(CARD_SLUGS[DECOY_CARD], 0.0)


class Kind(msgspec.Struct, frozen=True):
    """Which kinds a hand lets be played, and why: decoy, equal, many, or choice."""

    kinds: tuple[str, ...]
    why: str


class Caution(msgspec.Struct, frozen=True):
    """Something that a player should know before going on; `about` holds what its sentence names."""

    slug: str
    about: dict[str, Any] = {}


def chances(state: State) -> Chances:
    """The chances of the cards that are drawn next: now, or at the start of the next turn."""
    cards, size = state.deck, state.deck_size
    reshuffled = state.part == 1 and not size and not state.drawing
    if reshuffled:
        cards = state.discard[:]
        cards[DECOY_CARD] += state.score_decoys
        size = sum(cards)
    draws = state.drawing or min(RULES.turn.draw, size)
    if (state.part == 2 or reshuffled) and not state.drawing and size < RULES.turn.draw:
        draws = 0  # the game ends instead
    total = sum(cards)
    one = {CARD_SLUGS[card]: _at_least_one(n, total, draws) for card, n in enumerate(cards) if n}
    return Chances({CARD_SLUGS[card]: n for card, n in enumerate(cards) if n}, draws, one, reshuffled)


def _at_least_one(n: int, total: int, draws: int) -> float:
    """The chance that one of `n` cards is among `draws` of `total`; that one of them lies face down makes no odds."""
    return 1 - comb(total - n, draws) / comb(total, draws)


def kind(state: State) -> Kind:
    """What must be played with the hand as it is, and why; with a free choice, what the hand has."""
    if state.playing is not None:
        return Kind((state.playing,), "settled")
    group, why = turn.forced(state)
    return Kind((group,) if group is not None else tuple(turn.groups(state)), why)


def cautions(state: State) -> list[Caution]:
    """What would go wrong, at the decision that waits."""
    found: list[Caution] = []
    limit = RULES.turn.hangar
    if state.kind == "play":
        found += _overflow(state)
        found += _turning_up(state)
    elif state.kind == "process":
        found += _abducting(state)
    if state.kind is not None and state.hangar == limit - 1:
        found.append(Caution("last_decoy", {"hangar": state.hangar, "limit": limit}))
    return found


def _overflow(state: State) -> list[Caution]:
    """Too many columns at the end of the phase: already, or when what must be placed lies there."""
    waiting = state.to_place if state.playing is not None else state.hand
    kinds = kind(state).kinds if state.playing is None else (state.playing,)
    found = []
    for row, now, most in (
        ("ufo", len(state.ufos), _ufo_columns(state, waiting)),
        ("cow", *_cow_columns(state, waiting)),
    ):
        columns = most if row in kinds and (len(kinds) == 1 or now > RULES.turn.columns) else now
        if columns > RULES.turn.columns:
            decoys = _decoys(state) + (waiting[DECOY_CARD] if row == "cow" and row in kinds else 0)
            about = {"row": row, "columns": columns, "limit": RULES.turn.columns, "decoys": decoys}
            loses = state.hangar + decoys >= RULES.turn.hangar
            found.append(Caution("overflow_loses" if loses else "overflow", about))
    return found


def _ufo_columns(state: State, waiting: list[int]) -> int:
    """The fewest columns of saucers when all that wait are placed, colour by colour, before any effect."""
    colours = {card for card in UFOS if waiting[card]}
    last = state.ufos[-1][0] if state.ufos else None
    return len(state.ufos) + len(colours - {last})


def _cow_columns(state: State, waiting: list[int]) -> tuple[int, int]:
    """The columns of cows now, and when all that wait are placed."""
    cows = sum(n for card, n in enumerate(waiting) if n and card not in UFOS)
    return len(state.cows), len(state.cows) + cows


def _decoys(state: State) -> int:
    return sum(column.count(DECOY_CARD) for column in state.cows)


def _turning_up(state: State) -> list[Caution]:
    """The chance that the face-down card loses the game at once, its cow sending decoys to the hangar."""
    if not turn.can_turn_up(state):
        return []
    cards = state.deck if state.face_down < 0 else [int(card == state.face_down) for card in range(N_CARDS)]
    bad = 0
    for card, n in enumerate(cards):
        if n and card not in UFOS and card != DECOY_CARD:
            after = state.copy()
            after.kind = "face_down"
            EFFECTS[type(CARDS[card])](after, CARDS[card], [])
            bad += n * after.lost
    return [Caution("turn_up_loses", {"chance": bad / sum(cards)})] if bad else []


def _abducting(state: State) -> list[Caution]:
    """What an abduction now would cost: the game, or in part two all saucers for nothing; and a card to be let go."""
    after = state.copy()
    action = LEGAL["process"](state)[0]
    events: list[Any] = []
    EFFECTS[type(action)](after, action, events)
    found: list[Caution] = []
    if after.kind == "release":
        found.append(Caution("abduct_releases"))
        action = LEGAL["release"](after)[0]  # whichever it is, the field is cleared after it
        EFFECTS[type(action)](after, action, events)
    gained = sum(event.__struct_config__.tag == "abducted" for event in events)
    if after.lost:
        found.append(Caution("abduct_loses", {"hangar": after.hangar, "limit": RULES.turn.hangar}))
    elif after.hangar > state.hangar:
        found.append(Caution("abduct_decoys", {"decoys": after.hangar - state.hangar, "hangar": after.hangar}))
    if not gained and state.matched:
        found.append(Caution("abduct_nothing"))
    return found
