"""The best way to carry, found by looking at every one (rules 5.6).

Which cards leave a digit is what matters, not their order: they leave it below ten, and without the largest of them it
would not be. Cards of the same value are the same. So a digit has a few dozen ways at most, and what comes into the
next digit decides all that follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import msgspec

from companion.games.abduction.data import CARD_SLUGS, N_CARDS, RULES, VALUES
from companion.games.abduction.state import State

BASE = RULES.turn.base
_HIGHEST = max(VALUES)

Held = tuple[int, ...]
"""How many cards of each value there are in a digit; that of value 0 is always 0."""
NOTHING: Held = (0,) * (_HIGHEST + 1)


LOOKS = 40_000
"""Ways of single digits that a search looks at; what a game leads to needs a few hundred, a heap of 30 cards more."""


class Way(msgspec.Struct, frozen=True):
    """What moving one card leads to: the highest and the lowest total that can still come of it, all carried.

    `sure` is false where there were too many ways to look at all of them: these totals can be had, and better ones may.
    """

    card: str
    best: int
    worst: int
    sure: bool = True


class Reach(NamedTuple):
    """The highest and the lowest total that a score can come to, and whether all ways were looked at."""

    best: int
    worst: int
    sure: bool


def ways(state: State) -> list[Way]:
    """What each card that may be carried now leads to, the best one first; empty where nothing is to be carried."""
    if state.kind != "carry":
        return []
    found = []
    optional = state.options.carry == "may"
    for card in range(N_CARDS):
        if state.score[state.digit][card]:
            digits = [list(held(digit)) for digit in state.score]
            if state.digit + 1 == len(digits):
                digits.append(list(NOTHING))
            digits[state.digit][VALUES[card]] -= 1
            digits[state.digit + 1][VALUES[card]] += 1
            found.append(Way(CARD_SLUGS[card], *reach(tuple(map(tuple, digits)), state.digit, optional)))
    return sorted(found, key=lambda way: (-way.best, -way.worst, CARD_SLUGS.index(way.card)))


def best_total(state: State) -> int:
    """The highest total that the score can come to, all digits carried from the one that is looked at."""
    digits = tuple(held(digit) for digit in state.score)
    return reach(digits, state.digit if state.phase == "carry" else 0, state.options.carry == "may").best


def held(digit: list[int]) -> Held:
    """The cards of a digit by value."""
    counts = [0] * (_HIGHEST + 1)
    for card, n in enumerate(digit):
        counts[VALUES[card]] += n
    return tuple(counts)


@lru_cache(maxsize=4096)
def reach(digits: tuple[Held, ...], place: int, optional: bool = False) -> Reach:
    """The highest and the lowest total of a score that is carried from a digit on; digits below stay as they are.

    `optional`: a digit of ten or more may stay so.
    """
    below = sum(worth(digit) * BASE**i for i, digit in enumerate(digits[:place]))
    search = _Search(digits[place:], optional)
    best, worst = search.of(0, NOTHING)
    return Reach(below + best * BASE**place, below + worst * BASE**place, search.looks <= LOOKS)


def worth(cards: Held) -> int:
    """What cards add up to."""
    return sum(value * n for value, n in enumerate(cards))


@lru_cache(maxsize=4096)
def _leaving(cards: Held, optional: bool) -> tuple[tuple[int, Held], ...]:
    """What a digit can be worth when it is done, each with the cards that left it."""
    total = worth(cards)
    if total < BASE:
        return ((total, NOTHING),)
    found = []
    for stay in _some(cards, _HIGHEST, total if optional else BASE - 1):
        gone = tuple(n - kept for n, kept in zip(cards, stay, strict=True))
        left = worth(stay)
        largest = max((value for value, n in enumerate(gone) if n), default=BASE)
        if left + largest >= BASE:  # else it was below ten before the last of them left
            found.append((left, gone))
    return tuple(found)


def _some(cards: Held, value: int, room: int) -> Iterator[Held]:
    """Every choice of some of the cards, those up to a value, that add up to `room` at most."""
    if value == 0:
        yield NOTHING
        return
    for n in range(min(cards[value], room // value) + 1):
        for rest in _some(cards, value - 1, room - n * value):
            yield (*rest[:value], n, *rest[value + 1 :])


def _largest_first(cards: Held) -> tuple[int, Held]:
    """One way of a digit, for when there is no time to look at all: the fewest cards leave."""
    left, gone = worth(cards), list(NOTHING)
    for value in range(_HIGHEST, 0, -1):
        while left >= BASE and gone[value] < cards[value]:
            gone[value] += 1
            left -= value
    return left, tuple(gone)


class _Search:
    """The totals of some digits, the first of them counted as the ones."""

    def __init__(self, digits: tuple[Held, ...], optional: bool) -> None:
        self.digits = digits
        self.optional = optional
        self.looks = 0
        self._known: dict[tuple[int, Held], tuple[int, int]] = {}

    def of(self, place: int, coming: Held) -> tuple[int, int]:
        """The highest and lowest total from a digit on, when these cards come into it."""
        if place >= len(self.digits) and not any(coming):
            return 0, 0
        key = (place, coming)
        if key not in self._known:
            here = self.digits[place] if place < len(self.digits) else NOTHING
            cards = tuple(a + b for a, b in zip(here, coming, strict=True))
            ways = _leaving(cards, self.optional) if self.looks <= LOOKS else (_largest_first(cards),)
            self.looks += len(ways)
            best, worst = 0, -1
            for left, gone in ways:
                high, low = self.of(place + 1, gone)
                best = max(best, left + BASE * high)
                worst = left + BASE * low if worst < 0 else min(worst, left + BASE * low)
            self._known[key] = best, worst
        return self._known[key]
