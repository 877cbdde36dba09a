"""Many values crossed with many: a diagonal on every run, the rest with the slow tests."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest


def crossed(*axes: Sequence[Any]) -> list[Any]:
    """All combinations. Those beyond a diagonal, on which each value comes up at least once, are slow."""
    diagonal = [tuple(axis[n % len(axis)] for axis in axes) for n in range(max(map(len, axes)))]
    return [
        pytest.param(*combination, marks=() if combination in diagonal else pytest.mark.slow)
        for combination in product(*axes)
    ]


def slow(*values: Any) -> list[Any]:
    """Values that only the slow tests take."""
    return [pytest.param(value, marks=pytest.mark.slow) for value in values]
