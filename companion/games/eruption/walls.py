"""Walls: where they may stand, what they face, how they fall, and where they come from (rules 4.6, 5)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
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


def _build(side: int, wall: int) -> BuildWall:
    return BuildWall(hex=CELLS[side // 6], edge=DIRECTIONS[side % 6], wall=WALL_SLUGS[wall])


def _reinforce(side: int, wall: int) -> Play:
    return Play(card="reinforce", hex=CELLS[side // 6], edge=DIRECTIONS[side % 6], wall=WALL_SLUGS[wall])


@cache
def _builds(side: int, kinds: int) -> tuple[BuildWall, ...]:
    return tuple(_build(side, wall) for wall in directions_of(kinds))


@cache
def _reinforcements(side: int, kinds: int) -> tuple[Play, ...]:
    return tuple(_reinforce(side, wall) for wall in directions_of(kinds))


@cache
def _flow_sides(cell: int, mask: int) -> tuple[int, ...]:
    """The sides from which lava points at the empty hex `cell` through the edges of `mask`, clockwise from north."""
    return tuple(CELL_INDEX[neighbour(CELLS[cell], d)] * 6 + opposite(d) for d in directions_of(mask))


def sites(state: State, seat: Seat) -> list[int]:
    """The sides where `seat` may build: open flows at empty hexes, and its village. Source: rules 5.2, 5.3."""
    found = [side for side in VILLAGE_SIDES[seat.village] if side not in state.walls]
    for cell in state.frontier:
        found += _flow_sides(cell, state.key[cell] >> 6 & ~state.shut[cell])
    return found


def any_site(state: State, seat: Seat) -> bool:
    """Whether there is a side where `seat` may build."""
    return any(side not in state.walls for side in VILLAGE_SIDES[seat.village]) or any(
        state.key[cell] >> 6 & ~state.shut[cell] for cell in state.frontier
    )


def _kinds(seat: Seat) -> int:
    return sum(1 << wall for wall, n in enumerate(seat.stockpile) if n)


def builds(state: State, seat: Seat) -> list[Any]:
    """Every wall that `seat` may build in the wall phase."""
    legal: list[Any] = []
    if kinds := _kinds(seat):
        for side in sites(state, seat):
            legal += _builds(side, kinds)
    return legal


def reinforcements(state: State, seat: Seat) -> list[Any]:
    """Every Reinforce that `seat` may play."""
    legal: list[Any] = []
    if kinds := _kinds(seat):
        for side in sites(state, seat):
            legal += _reinforcements(side, kinds)
    return legal


def check_build(state: State, seat: Seat, action: BuildWall | Play) -> Problem | None:
    """Why that wall may not be built. Source: rules 5.2, 5.3."""
    assert action.hex is not None and action.edge is not None and action.wall is not None
    cell = CELL_INDEX.get(action.hex)
    where = (_named(action),)
    if cell is None:
        return Problem("off_board", {}, (list(action.hex),))
    side = cell * 6 + DIRECTION_INDEX[action.edge]
    village = VILLAGE_OF_SIDE.get(side)
    if village is not None:
        if village != seat.village:
            return Problem("not_yours", {"village": RULES.villages[village].slug}, where)
    elif not is_flow_site(state, side):
        return Problem("wall_site", {}, where)
    if side in state.walls:
        return Problem("wall_present", {"wall": WALL_SLUGS[state.walls[side]]}, where)
    if not seat.stockpile[WALL_INDEX[action.wall]]:
        return Problem("no_wall", {"wall": action.wall}, where)
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


@cache
def _arrangements(village: int, walls: tuple[int, ...]) -> dict[tuple[tuple[int, int], ...], Play]:
    """Every way to stand `walls` (sorted materials) on a village's edges: a Play by its sorted (side, wall) pairs."""
    sides = VILLAGE_SIDES[village]
    arrangements: dict[tuple[tuple[int, int], ...], Play] = {}

    def place(left: Counter[int], taken: tuple[tuple[int, int], ...]) -> None:
        kind = next((wall for wall, n in left.items() if n), None)
        if kind is None:
            pairs = tuple(sorted(taken))
            order = sorted(pairs, key=lambda pair: sides.index(pair[0]))
            arrangements[pairs] = Play(card="relocate", walls=tuple(wall_at(side, wall) for side, wall in order))
            return
        free = [side for side in sides if side not in {side for side, _ in taken}]
        rest = left.copy()
        rest[kind] = 0
        for chosen in combinations(free, left[kind]):
            place(rest, taken + tuple((side, kind) for side in chosen))

    place(Counter(walls), ())
    return arrangements


def wall_at(side: int, wall: int) -> WallAt:
    """A wall as it stands in an action."""
    return WallAt(CELLS[side // 6], DIRECTIONS[side % 6], WALL_SLUGS[wall])


def own_walls(state: State, seat: Seat) -> tuple[tuple[int, int], ...]:
    """The (side, material) pairs of a village's walls, sorted."""
    return tuple(sorted((side, state.walls[side]) for side in VILLAGE_SIDES[seat.village] if side in state.walls))


def relocations(state: State, seat: Seat) -> list[Any]:
    """Every Relocate that changes something."""
    now = own_walls(state, seat)
    if not now:
        return []
    arrangements = _arrangements(seat.village, tuple(sorted(wall for _, wall in now)))
    return [play for pairs, play in arrangements.items() if pairs != now]


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
    wanted = Counter(WALL_INDEX[wall.wall] for wall in action.walls)
    have = Counter(wall for _, wall in now)
    if wanted != have:
        missing = next(iter((wanted - have) or (have - wanted)))
        return Problem("no_wall", {"wall": WALL_SLUGS[missing]})
    if tuple(sorted((side, WALL_INDEX[wall.wall]) for side, wall in named if side is not None)) == now:
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
