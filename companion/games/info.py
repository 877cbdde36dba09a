"""What the rules data of every game say in the same way: whom it is for, and what can be chosen."""

from __future__ import annotations

import msgspec


class Frozen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a rules file; members that nobody reads are refused."""


class Span(Frozen, frozen=True):
    """An inclusive range, with a default where one is needed."""

    min: int
    max: int
    default: int = 0


class GameInfo(Frozen, frozen=True):
    """Names of the game and whom it is for."""

    slug: str
    name: str
    rules_version: int
    players: Span
    minutes: Span
    tagline: str


class Option(Frozen, frozen=True):
    """A choice before the game, the default first. `asks`: which question of the rules it settles."""

    slug: str
    group: str
    name: str
    values: tuple[str | bool, ...]
    text: str
    value_names: tuple[str, ...] = ()
    asks: str = ""
