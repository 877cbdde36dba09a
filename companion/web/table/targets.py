"""Where on the board something can be done now: the legal actions, sorted by the place that a finger touches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from companion.games.eruption.data import DIRECTION_INDEX
from companion.games.hexes import Hex
from companion.web.table.choice import Site


class CardUse(msgspec.Struct, frozen=True):
    """What one card can do now."""

    turns: dict[Hex, tuple[int, ...]] = msgspec.field(default_factory=dict)
    """Aftershock: tiles with the rotations that each can be turned to."""
    hexes: tuple[Hex, ...] = ()
    """Sinkhole: tiles that can go."""
    walls: tuple[Site, ...] = ()
    """Volcanic Bomb: walls that can be hit."""
    sites: dict[Site, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Reinforce: sites with the materials that can be built."""
    playable: bool = False


class Targets(msgspec.Struct, frozen=True):
    """The legal actions of a decision."""

    turns: dict[Hex, tuple[int, ...]] = msgspec.field(default_factory=dict)
    """A tile to lay or to swap: hexes with their legal rotations; an eruption tile has rotation 0 alone."""
    sites: dict[Site, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """A wall to build: sites with the materials at hand."""
    cards: dict[str, CardUse] = msgspec.field(default_factory=dict)
    """Cards that can be played for their effect."""
    trades: frozenset[str] = frozenset()
    pairs: frozenset[tuple[str, str]] = frozenset()
    """Two cards for a tile, in either order."""
    discards: frozenset[str] = frozenset()
    gifts: tuple[dict[str, Any], ...] = ()
    stacks: tuple[int | None, ...] = ()
    can_pass: bool = False


def sort(actions: Iterable[Any]) -> Targets:
    """Sort the legal actions of a position."""
    turns: dict[Hex, list[int]] = {}
    sites: dict[Site, list[str]] = {}
    plays: dict[str, list[Any]] = {}
    trades, discards = set(), set()
    pairs: set[tuple[str, str]] = set()
    gifts: list[dict[str, Any]] = []
    stacks: list[int | None] = []
    can_pass = False
    for action in actions:
        match action.__struct_config__.tag:
            case "place_tile" | "replace_tile":
                turns.setdefault(tuple(action.hex), []).append(action.rotation)
            case "place_eruption":
                turns[tuple(action.hex)] = [0]
            case "build_wall":
                sites.setdefault(site_of(action), []).append(action.wall)
            case "play":
                plays.setdefault(action.card, []).append(action)
            case "trade":
                trades.add(action.card)
            case "trade_two":
                a, b = action.cards
                pairs.update(((a, b), (b, a)))
            case "discard":
                discards.add(action.card)
            case "give":
                gifts.append({"to": action.to, "card": action.card, "wall": action.wall})
            case "draw_tile":
                stacks.append(action.stack)
            case "pass":
                can_pass = True
    return Targets(
        turns={hex_: tuple(sorted(rotations)) for hex_, rotations in turns.items()},
        sites={site: tuple(materials) for site, materials in sites.items()},
        cards={card: _card_use(card, actions) for card, actions in plays.items()},
        trades=frozenset(trades),
        pairs=frozenset(pairs),
        discards=frozenset(discards),
        gifts=tuple(gifts),
        stacks=tuple(stacks),
        can_pass=can_pass,
    )


def site_of(action: Any) -> Site:
    """The edge that an action or a wall names."""
    return action.hex[0], action.hex[1], DIRECTION_INDEX[action.edge]


def _card_use(card: str, actions: list[Any]) -> CardUse:
    first = actions[0]
    if first.rotation is not None:
        turns: dict[Hex, list[int]] = {}
        for action in actions:
            turns.setdefault(tuple(action.hex), []).append(action.rotation)
        return CardUse(turns={hex_: tuple(sorted(r)) for hex_, r in turns.items()}, playable=True)
    if first.wall is not None:
        sites: dict[Site, list[str]] = {}
        for action in actions:
            sites.setdefault(site_of(action), []).append(action.wall)
        return CardUse(sites={site: tuple(m) for site, m in sites.items()}, playable=True)
    if first.edge is not None:
        return CardUse(walls=tuple(site_of(action) for action in actions), playable=True)
    if first.hex is not None:
        return CardUse(hexes=tuple(tuple(action.hex) for action in actions), playable=True)
    return CardUse(playable=True)
