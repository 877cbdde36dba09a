"""Members of a state from the wire, each checked: what is missing takes what is usual."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.games.abduction.data import CARD_INDEX, CARD_SLUGS, N_CARDS
from companion.games.contract import BadState, Problem

MOST = 99
"""More cards, columns or turns than any game has."""


def bad(path: str, slug: str, **about: Any) -> BadState:
    """Something that cannot be."""
    return BadState(path, Problem(slug, about))


def mapping(value: Any, path: str) -> Mapping[str, Any]:
    """An object."""
    if not isinstance(value, Mapping):
        raise bad(path, "not_an_object")
    return value


def items(value: Any, path: str) -> list[Any]:
    """A list; empty where it is missing."""
    if value is None:
        return []
    if not isinstance(value, list | tuple) or len(value) > MOST:
        raise bad(path, "not_a_list")
    return list(value)


def integer(wire: Mapping[str, Any], name: str, otherwise: int, low: int, high: int, path: str = "") -> int:
    """The member `name`, a whole number from `low` to `high`; `otherwise` where it is missing."""
    value = wire.get(name)
    if value is None:
        return otherwise
    if type(value) is not int or not low <= value <= high:
        raise bad(path or name, "out_of_range", min=low, max=high)
    return value


def boolean(wire: Mapping[str, Any], name: str, path: str, otherwise: bool) -> bool:
    """The member `name`, true or false; `otherwise` where it is missing."""
    value = wire.get(name)
    if value is None:
        return otherwise
    if not isinstance(value, bool):
        raise bad(path, "not_a_boolean")
    return value


def name(value: Any, path: str, names: tuple[str, ...]) -> str:
    """One of some names."""
    if not isinstance(value, str) or value not in names:
        raise bad(path, "unknown_name", values=list(names))
    return value


def card(value: Any, path: str, among: Iterable[int]) -> int:
    """The index of a card, by its name."""
    return CARD_INDEX[name(value, path, tuple(CARD_SLUGS[card] for card in among))]


def counts(value: Any, path: str) -> list[int]:
    """Counts of cards by their names; 0 for those that are missing."""
    found = [0] * N_CARDS
    for slug in mapping(value, path) if value is not None else ():
        found[card(slug, f"{path}.{slug}", range(N_CARDS))] = integer(value, slug, 0, 0, MOST, f"{path}.{slug}")
    return found
