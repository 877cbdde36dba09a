"""What an action would bring, before it is confirmed: cards, a wall, duels with their chances, walls that fall."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.contract import Wire
from companion.games.eruption import walls
from companion.games.eruption.actions import PlaceEruption, PlaceTile, Play, ReplaceTile
from companion.games.eruption.data import (
    CELL_INDEX,
    ERUPTION,
    MASKS,
    RESOURCE,
    RULES,
    VILLAGE_MASK,
    VILLAGE_OF_SIDE,
    WALL_SLUGS,
)
from companion.games.eruption.state import State


class Odds(msgspec.Struct, frozen=True):
    """A duel to come: the wall and its chance to hold, 0 to 1."""

    wall: Wire
    hold: float


class Consequences(msgspec.Struct, frozen=True):
    """What an action brings.

    `cards` are those earned by contacts; `wall` the material gained (None if none is left) where `wanted` is the one
    that the hex shows; `duels` come before anything else, and all must hold to keep the tile away; `falling` are walls
    that go without a duel; `heated` are the seats that `degrees` go to.
    """

    cards: int = 0
    wall: str | None = None
    wanted: str | None = None
    duels: tuple[Odds, ...] = ()
    falling: tuple[Any, ...] = ()
    heated: tuple[int, ...] = ()
    degrees: int = 0

    @property
    def hold(self) -> float:
        """The chance that all walls hold; 0 without duels."""
        if not self.duels:
            return 0.0
        chance = 1.0
        for duel in self.duels:
            chance *= duel.hold
        return chance


def hold_chance(state: State, wall: int) -> float:
    """The chance of a wall to hold against one roll. Source: rules 2.3."""
    sides = range(1, RULES.dice.sides + 1)
    held = sum(walls.holds(state, wall, white, orange) for white in sides for orange in sides)
    return held / RULES.dice.sides**2


def consequences(state: State, action: Any) -> Consequences:
    """What a legal action brings; nothing for actions that no tile or wall is touched by."""
    match action:
        case PlaceTile():
            return _placing(state, CELL_INDEX[action.hex], state.drawn, action.rotation)
        case PlaceEruption():
            return _placing(state, CELL_INDEX[action.hex], ERUPTION, 0)
        case ReplaceTile():
            return _changing(state, CELL_INDEX[action.hex], MASKS[state.drawn][action.rotation])
        case Play(card="aftershock", hex=(x, y), rotation=int(rotation)):
            cell = CELL_INDEX[x, y]
            return _changing(state, cell, MASKS[state.tile[cell]][rotation])
        case Play(card="sinkhole", hex=(x, y)):
            return Consequences(falling=_on_tile(state, CELL_INDEX[x, y]))
    return Consequences()


def _placing(state: State, cell: int, tile: int, rotation: int) -> Consequences:
    facing, all_walled = walls.facing(state, cell)
    rewards = not state.player.burnt
    source = tile == ERUPTION
    wanted = RESOURCE[cell] if rewards else -1
    team = state.options.team(state.active)
    return Consequences(
        cards=(MASKS[tile][rotation] & VILLAGE_MASK[cell]).bit_count() if rewards else 0,
        wall=_gained(state, wanted),
        wanted=WALL_SLUGS[wanted] if wanted >= 0 else None,
        duels=tuple(Odds(state.wall_wire(side), hold_chance(state, state.walls[side])) for side in facing)
        if all_walled and not source
        else (),
        falling=tuple(state.wall_wire(side) for side in facing) if source or not all_walled else (),
        heated=tuple(i for i in range(len(state.seats)) if state.options.team(i) != team) if source else (),
        degrees=RULES.meter.eruption if source else 0,
    )


def _gained(state: State, wanted: int) -> str | None:
    """The wall that the supply would give. Source: rules 4.6."""
    if wanted < 0:
        return None
    if state.supply is None:
        return WALL_SLUGS[wanted]
    return next((WALL_SLUGS[kind] for kind in range(wanted, -1, -1) if state.supply[kind]), None)


def _changing(state: State, cell: int, mask: int) -> Consequences:
    old, new = state.mask(cell) & VILLAGE_MASK[cell], mask & VILLAGE_MASK[cell]
    if state.options.new_contacts == "net":
        cards = max(0, new.bit_count() - old.bit_count())
    else:
        cards = (new & ~old).bit_count()
    return Consequences(cards=cards, falling=_on_tile(state, cell))


def _on_tile(state: State, cell: int) -> tuple[Wire, ...]:
    sides = range(cell * 6, cell * 6 + 6)
    return tuple(state.wall_wire(side) for side in sides if side in state.walls and side not in VILLAGE_OF_SIDE)
