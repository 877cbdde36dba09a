"""One way to choose an outcome of chance from a number, so that everybody who has the number gets the same outcome."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import TypeVar

T = TypeVar("T")
_WEIGHT = itemgetter(1)


def pick(outcomes: Sequence[tuple[T, int]], number: int) -> T:
    """The outcome that a uniform 64-bit `number` falls on, each having as large a share as its weight.

    The bias of the division is below (sum of weights) / 2**64.

    Raises:
        ValueError: no outcome has a positive weight, or `number` is not of 64 bits.
    """
    total = sum(map(_WEIGHT, outcomes))
    if total <= 0:
        raise ValueError("there is no outcome to choose from")
    if not 0 <= number < 1 << 64:
        raise ValueError("number must have 64 bits")
    left = number * total >> 64
    for outcome, weight in outcomes:
        if left < weight:
            return outcome
        left -= weight
    raise AssertionError("unreachable: left is below the sum of the weights")
