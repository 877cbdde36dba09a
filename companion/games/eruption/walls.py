"""Walls: where they may stand, what they face, how they fall, and where they come from (rules 4.6, 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain
from typing import Any

from companion.games.contract import Problem
from companion.games.eruption.actions import BuildWall, Play, WallAt
from companion.games.eruption.data import (
    ACROSS,
    CELL_INDEX,
    CELLS,
    DIRECTION_INDEX,
    DIRECTIONS,
    N_HEXES,
    RULES,
    VILLAGE_OF_SIDE,
    VILLAGE_SIDES,
    VOLCANO_MASK,
    WALL_INDEX,
    WALL_SLUGS,
)
from companion.games.eruption.events import WallGained, WallRemoved
from companion.games.eruption.state import Seat, State
from companion.games.hexes import directions_of, neighbour, opposite

# --- sites ------------------------------------------------------------------------------------------------------------


class _Sites(dict[int, tuple[Any, ...]]):
    """The actions that build on one side in any of some materials (`kinds`, a mask), made when first asked for."""

    def __init__(self, make: Callable[[int, int], Any], kinds: int) -> None:
        super().__init__()
        self.make = make
        self.kinds = kinds

    def __missing__(self, side: int) -> tuple[Any, ...]:
        actions = self[side] = tuple(self.make(side, wall) for wall in directions_of(self.kinds))
        return actions


class _FlowSites(dict[int, tuple[Any, ...]]):
    """The same for the flows into an empty hex: by the edges of the hex that lava points at, as a mask."""

    def __init__(self, sites: _Sites, cell: int) -> None:
        super().__init__()
        self.sites = sites
        self.cell = cell

    def __missing__(self, mask: int) -> tuple[Any, ...]:
        sides = _flow_sides(self.cell, mask)
        actions = self[mask] = tuple(chain.from_iterable(self.sites[side] for side in sides))
        return actions


_Table = tuple[tuple[_Sites, tuple[_FlowSites, ...]], ...]


def _table(make: Callable[[int, int], Any]) -> _Table:
    """The actions by the materials at hand, as a mask."""
    sites = [_Sites(cache(make), kinds) for kinds in range(1 << len(WALL_SLUGS))]
    return tuple((own, tuple(_FlowSites(own, cell) for cell in range(N_HEXES))) for own in sites)


@cache
def _flow_sides(cell: int, mask: int) -> tuple[int, ...]:
    """The sides from which lava points at the empty hex `cell` through the edges of `mask`, clockwise from north."""
    return tuple(CELL_INDEX[neighbour(CELLS[cell], d)] * 6 + opposite(d) for d in directions_of(mask))


_BUILDS = _table(lambda side, wall: BuildWall(**_site(side), wall=WALL_SLUGS[wall]))
_REINFORCEMENTS = _table(lambda side, wall: Play(card="reinforce", **_site(side), wall=WALL_SLUGS[wall]))


def _site(side: int) -> dict[str, Any]:
    return {"hex": CELLS[side // 6], "edge": DIRECTIONS[side % 6]}


def builds(state: State, seat: Seat) -> list[Any]:
    """Every wall that `seat` may build in the wall phase."""
    return _on_sites(state, seat, _BUILDS)


def reinforcements(state: State, seat: Seat) -> list[Any]:
    """Every Reinforce that `seat` may play."""
    return _on_sites(state, seat, _REINFORCEMENTS)


def _on_sites(state: State, seat: Seat, table: _Table) -> list[Any]:
    """Actions for every side where `seat` may build, and every material that it has. Source: rules 5.2, 5.3."""
    kinds = 0
    for wall, n in enumerate(seat.stockpile):
        if n:
            kinds |= 1 << wall
    if not kinds:
        return []
    own, flows = table[kinds]
    walls, key, shut = state.walls, state.key, state.shut
    found = [own[side] for side in VILLAGE_SIDES[seat.village] if side not in walls]
    found += [flows[cell][key[cell] >> 6 & ~shut[cell]] for cell in state.frontier]
    return list(chain.from_iterable(found))


def any_site(state: State, seat: Seat) -> bool:
    """Whether there is a side where `seat` may build."""
    for side in VILLAGE_SIDES[seat.village]:
        if side not in state.walls:
            return True
    return any(state.key[cell] >> 6 & ~state.shut[cell] for cell in state.frontier)


def check_build(state: State, seat: Seat, action: BuildWall | Play) -> Problem | None:
    """Why that wall may not be built. Source: rules 5.2, 5.3."""
    assert action.hex is not None and action.edge is not None and action.wall is not None
    cell = CELL_INDEX.get(action.hex)
    if cell is None:
        return Problem("off_board", {}, (list(action.hex),))
    side = cell * 6 + DIRECTION_INDEX[action.edge]
    village = VILLAGE_OF_SIDE.get(side)
    if village is not None and village != seat.village:
        return Problem("not_yours", {"village": RULES.villages[village].slug}, (_named(action),))
    if village is None and not is_flow_site(state, side):
        return Problem("wall_site", {}, (_named(action),))
    if side in state.walls:
        return Problem("wall_present", {"wall": WALL_SLUGS[state.walls[side]]}, (_named(action),))
    if not seat.stockpile[WALL_INDEX[action.wall]]:
        return Problem("no_wall", {"wall": action.wall}, (_named(action),))
    return None


def is_flow_site(state: State, side: int) -> bool:
    """Whether lava leaves the side towards an empty hex. Source: rules 5.2."""
    across = ACROSS[side]
    if not 0 <= across < N_HEXES or state.tile[across] >= 0:
        return False
    cell, direction = divmod(side, 6)
    mask = state.mask(cell) if cell < N_HEXES else VOLCANO_MASK[cell - N_HEXES]
    return bool(mask >> direction & 1)


def _named(action: BuildWall | Play | WallAt) -> dict[str, Any]:
    assert action.hex is not None
    return {"hex": list(action.hex), "edge": action.edge}


def side_of(action: BuildWall | Play | WallAt) -> int:
    """The side that a checked action names."""
    assert action.hex is not None and action.edge is not None
    return CELL_INDEX[action.hex] * 6 + DIRECTION_INDEX[action.edge]


# --- walls that come and go -------------------------------------------------------------------------------------------


def facing(state: State, cell: int) -> tuple[list[int], bool]:
    """The walled sides that face an empty hex, clockwise from its north, and whether no flow into it is open.

    Source: rules 5.4.
    """
    flows, shut = state.key[cell] >> 6, state.shut[cell]
    if not shut:
        return [], False
    return list(_flow_sides(cell, shut)), flows == shut


def remove(state: State, side: int, cause: str, events: list[Any]) -> None:
    """A wall goes to the supply."""
    wire = state.wall_wire(side)
    wall = state.clear_wall(side)
    if state.supply is not None:
        state.supply[wall] += 1
    events.append(WallRemoved(wire, cause))


def remove_from_tile(state: State, cell: int, cause: str, events: list[Any]) -> None:
    """The flow walls on a tile go; village walls are never on a tile. Source: rules 5.5."""
    for side in range(cell * 6, cell * 6 + 6):
        if side in state.walls and side not in VILLAGE_OF_SIDE:
            remove(state, side, cause, events)


def gain(state: State, index: int, wanted: int, events: list[Any]) -> None:
    """A seat gets a wall, or the next weaker one that the supply has, or none. Source: rules 4.6."""
    wall: int | None = wanted
    if state.supply is not None:
        wall = next((kind for kind in range(wanted, -1, -1) if state.supply[kind]), None)
        if wall is not None:
            state.supply[wall] -= 1
    if wall is not None:
        state.seats[index].stockpile[wall] += 1
    events.append(WallGained(index, None if wall is None else WALL_SLUGS[wall], WALL_SLUGS[wanted]))


def holds(state: State, wall: int, white: int, orange: int) -> bool:
    """Whether a wall withstands the lava. Source: rules 2.3, 8 row 1."""
    strength = white + RULES.walls[wall].bonus
    return strength > orange or (strength == orange and state.options.ties_to_wall)


# --- relocate ---------------------------------------------------------------------------------------------------------


Standing = tuple[tuple[int, int], ...]
"""The (side, material) pairs of a village's walls, from left to right."""


@cache
def _arrangements(village: int, walls: tuple[int, ...]) -> tuple[dict[Standing, int], list[Play]]:
    """Every way to stand walls, so many of each material, on a village's edges: their numbers, and the plays."""
    sides = VILLAGE_SIDES[village]
    numbers: dict[Standing, int] = {}
    plays: list[Play] = []

    def stand(place: int, left: tuple[int, ...], standing: Standing) -> None:
        if sum(left) > len(sides) - place:
            return
        if place == len(sides):
            numbers[standing] = len(plays)
            plays.append(Play(card="relocate", walls=tuple(wall_at(side, wall) for side, wall in standing)))
            return
        stand(place + 1, left, standing)
        for wall, n in enumerate(left):
            if n:
                stand(place + 1, (*left[:wall], n - 1, *left[wall + 1 :]), (*standing, (sides[place], wall)))

    stand(0, walls, ())
    return numbers, plays


@cache
def wall_at(side: int, wall: int) -> WallAt:
    """A wall as it stands in an action."""
    return WallAt(CELLS[side // 6], DIRECTIONS[side % 6], WALL_SLUGS[wall])


def own_walls(state: State, seat: Seat) -> Standing:
    """A village's walls, from left to right."""
    walls = state.walls
    return tuple([(side, walls[side]) for side in VILLAGE_SIDES[seat.village] if side in walls])


def _materials(standing: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """How many walls there are of each material."""
    numbers = [0] * len(WALL_SLUGS)
    for _, wall in standing:
        numbers[wall] += 1
    return tuple(numbers)


def relocations(state: State, seat: Seat) -> list[Any]:
    """Every Relocate that changes something."""
    now = own_walls(state, seat)
    if not now:
        return []
    numbers, plays = _arrangements(seat.village, _materials(now))
    return plays[: numbers[now]] + plays[numbers[now] + 1 :]


def check_relocate(state: State, seat: Seat, action: Play) -> Problem | None:
    """Why the walls may not stand so. Source: card; protocol."""
    assert action.walls is not None
    now = own_walls(state, seat)
    if not now:
        return Problem("no_target")
    named = [(_side_or_none(wall), wall) for wall in action.walls]
    for side, wall in named:
        if side is None or side not in VILLAGE_OF_SIDE:
            return Problem("wall_site", {}, (_named(wall),))
    for side, wall in named:
        assert side is not None
        if VILLAGE_OF_SIDE[side] != seat.village:
            return Problem("not_yours", {"village": RULES.villages[VILLAGE_OF_SIDE[side]].slug}, (_named(wall),))
    seen: set[int | None] = set()
    for side, wall in named:
        if side in seen:
            return Problem("wall_present", {"wall": wall.wall}, (_named(wall),))
        seen.add(side)
    wished = [(side, WALL_INDEX[wall.wall]) for side, wall in named if side is not None]
    for kind, (wanted, have) in enumerate(zip(_materials(wished), _materials(now), strict=True)):
        if wanted != have:
            return Problem("no_wall", {"wall": WALL_SLUGS[kind]})
    if set(wished) == set(now):
        return Problem("unchanged")
    return None


def _side_or_none(wall: WallAt) -> int | None:
    cell = CELL_INDEX.get(wall.hex)
    return None if cell is None else cell * 6 + DIRECTION_INDEX[wall.edge]


# --- bomb -------------------------------------------------------------------------------------------------------------


@cache
def _bomb(side: int) -> Play:
    return Play(card="volcanic_bomb", hex=CELLS[side // 6], edge=DIRECTIONS[side % 6])


def bombs(state: State) -> list[Any]:
    """Every Volcanic Bomb that hits a wall."""
    return [_bomb(side) for side in sorted(state.walls)]


def check_bomb(state: State, action: Play) -> Problem | None:
    """Why the bomb hits nothing."""
    assert action.hex is not None
    if action.hex not in CELL_INDEX:
        return Problem("off_board", {}, (list(action.hex),))
    if side_of(action) not in state.walls:
        return Problem("no_wall_there", {}, (_named(action),))
    return None
