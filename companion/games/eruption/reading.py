"""Reads the members of a loaded state, each refusal with its path."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.games.contract import BadState, Problem
from companion.games.eruption.data import CELL_INDEX, DIRECTION_INDEX, N_HEXES


def bad(path: str, slug: str, where: Sequence[Any] = (), **about: Any) -> BadState:
    """A refusal of the state."""
    return BadState(path, Problem(slug, about, tuple(where)))


def mapping(value: object, path: str) -> Mapping[str, Any]:
    """An object; a missing one is empty."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise bad(path, "not_an_object")
    return value


def sequence(value: object, path: str) -> Sequence[Any]:
    """A list; a missing one is empty."""
    if value is None:
        return ()
    if not isinstance(value, list | tuple):
        raise bad(path, "not_a_list")
    return value


def integer(value: object, path: str, low: int, high: int | None = None) -> int:
    """A whole number from `low` to `high`."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise bad(path, "not_a_number")
    if value < low or (high is not None and value > high):
        raise bad(path, "out_of_range_open", min=low) if high is None else bad(path, "out_of_range", min=low, max=high)
    return value


def number(value: object, path: str) -> int:
    """A whole number from 0; a missing one is 0."""
    return 0 if value is None else integer(value, path, 0)


def boolean(value: object, path: str) -> bool:
    """True or false; a missing one is false."""
    if value is None:
        return False
    if not isinstance(value, bool):
        raise bad(path, "not_a_boolean")
    return value


def name(value: object, path: str, names: Iterable[str]) -> str:
    """One of some names."""
    if not isinstance(value, str) or value not in (known := list(names)):
        raise bad(path, "unknown_name", values=list(names))
    return known[known.index(value)]


def counts(value: object, path: str, names: tuple[str, ...]) -> list[int]:
    """How many there are of each name; those not given are 0."""
    numbers = [0] * len(names)
    for key, number in mapping(value, path).items():
        at = f"{path}.{key}"
        numbers[names.index(name(key, at, names))] = integer(number, at, 0)
    return numbers


def cell(value: object, path: str, *, volcano: bool = False) -> int:
    """A hex `[x, y]` as a cell: a placeable one, or also one of the volcano."""
    pair = sequence(value, path)
    if len(pair) != 2 or any(isinstance(n, bool) or not isinstance(n, int) for n in pair):
        raise bad(path, "not_a_hex")
    found = CELL_INDEX.get((pair[0], pair[1]))
    if found is None or (found >= N_HEXES and not volcano):
        raise bad(path, "off_board", (list(pair),))
    return found


def side(value: Mapping[str, Any], path: str) -> int:
    """The side that `hex` and `edge` of an object name."""
    found = cell(value.get("hex"), f"{path}.hex", volcano=True)
    return found * 6 + DIRECTION_INDEX[name(value.get("edge"), f"{path}.edge", DIRECTION_INDEX)]
