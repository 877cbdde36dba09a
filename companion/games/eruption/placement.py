"""Where a tile may lie, be turned, be swapped or be taken away, and why not (rules 4.3, 4.4, 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from companion.games.contract import Problem
from companion.games.eruption.actions import PlaceEruption, PlaceTile, Play, ReplaceTile
from companion.games.eruption.data import (
    ALIKE,
    CELL_INDEX,
    CELLS,
    DIRECTIONS,
    ERUPTION,
    EXIT_MASK,
    FITS,
    FITTING_TILES,
    LAVA_TILES,
    LINKS,
    MASKS,
    N_HEXES,
)
from companion.games.eruption.state import State
from companion.games.hexes import directions_of

# --- legal placements -------------------------------------------------------------------------------------------------


T = TypeVar("T")


def _by_rotations(make: Callable[[tuple[int, int], int], T]) -> tuple[tuple[tuple[T, ...], ...], ...]:
    """The actions of each hex for each mask of rotations: they are made once, and then only looked up."""
    table = []
    for cell in range(N_HEXES):
        actions = [make(CELLS[cell], rotation) for rotation in range(6)]
        table.append(tuple(tuple(actions[r] for r in directions_of(rotations)) for rotations in range(1 << 6)))
    return tuple(table)


_PLACES = _by_rotations(lambda hex_, rotation: PlaceTile(hex=hex_, rotation=rotation))
_REPLACEMENTS = _by_rotations(lambda hex_, rotation: ReplaceTile(hex=hex_, rotation=rotation))
_AFTERSHOCKS = _by_rotations(lambda hex_, rotation: Play(card="aftershock", hex=hex_, rotation=rotation))
_ERUPTIONS = tuple(PlaceEruption(hex=CELLS[cell]) for cell in range(N_HEXES))
_SINKHOLES = tuple(Play(card="sinkhole", hex=CELLS[cell]) for cell in range(N_HEXES))


def placements(state: State) -> list[PlaceTile]:
    """Every legal placement of the drawn lava tile, walls aside. Source: rules 4.4."""
    fits, key, barred = FITS[state.drawn], state.key, state.barred
    legal: list[PlaceTile] = []
    for cell in state.frontier if not barred else [cell for cell in state.frontier if not barred >> cell & 1]:
        legal += _PLACES[cell][fits[key[cell]]]
    return legal


def any_placement(state: State) -> bool:
    """Whether the drawn tile fits a hex that is not barred."""
    fits, key = FITS[state.drawn], state.key
    for cell in state.frontier:  # noqa: SIM110 - a generator costs twice as much
        if fits[key[cell]] and not state.barred >> cell & 1:
            return True
    return False


def eruption_hexes(state: State) -> list[int]:
    """The cells where an eruption tile may lie: empty, and nothing plain touches them. Source: rules 4.3."""
    key, tile = state.key, state.tile
    return [cell for cell in range(N_HEXES) if tile[cell] < 0 and not key[cell] & 0b111111]


def eruptions(state: State) -> list[PlaceEruption]:
    """Every legal placement of an eruption tile."""
    return [_ERUPTIONS[cell] for cell in eruption_hexes(state)]


def fitting_tiles(state: State) -> int:
    """The lava tiles, as a mask of indices, that fit some open hex. Source: rules 4.4."""
    tiles, key = 0, state.key
    for cell in state.frontier:
        tiles |= FITTING_TILES[key[cell]]
    return tiles


def aftershocks(state: State) -> list[Play]:
    """Every legal Aftershock: every edge still matches, and the rotation is another. Source: rules 6.2, 8 row 23."""
    key, rotation = state.key, state.rotation
    must_change = state.options.aftershock_must_change_edges
    legal: list[Play] = []
    for cell, tile in enumerate(state.tile):
        if tile >= 0:
            rotations = FITS[tile][key[cell]] & ~(ALIKE[tile][rotation[cell]] if must_change else 1 << rotation[cell])
            if rotations:
                legal += _AFTERSHOCKS[cell][rotations]
    return legal


def replaceable(state: State) -> Iterator[int]:
    """The cells whose tile a lava tile that matches may replace without cutting anything off. Source: rules 6.2.

    Edges towards tiles and the volcano stay as they are, so only the loss of a source can cut off: those come last, for
    they cost a search.
    """
    tile = state.tile
    for cell in range(N_HEXES):
        if tile[cell] >= 0 and tile[cell] != ERUPTION:
            yield cell
    for cell in range(N_HEXES):
        if tile[cell] == ERUPTION and not cut_off_by(state, cell, removed=False):
            yield cell


def replacements(state: State) -> list[ReplaceTile]:
    """Every legal way to put the drawn tile in place of another (Quake)."""
    fits, key = FITS[state.drawn], state.key
    legal: list[ReplaceTile] = []
    for cell in replaceable(state):
        if rotations := fits[key[cell]]:
            legal += _REPLACEMENTS[cell][rotations]
    return legal


def any_replacement(state: State) -> bool:
    """Whether the drawn tile may replace some tile."""
    fits, key = FITS[state.drawn], state.key
    return any(fits[key[cell]] for cell in replaceable(state))


def stack_fits(state: State) -> bool:
    """Whether some tile of the stack fits: an open hex, or for a Quake a tile that it may replace."""
    stack, key = state.stack, state.key
    for cell in replaceable(state) if state.quaking else state.frontier:
        fitting = FITTING_TILES[key[cell]]
        for tile in LAVA_TILES:
            if fitting >> tile & 1 and stack[tile]:
                return True
    return False


def stack_tiles(counts: list[int]) -> int:
    """The lava tiles, as a mask of indices, of which there is at least one."""
    tiles = 0
    for tile in LAVA_TILES:
        if counts[tile]:
            tiles |= 1 << tile
    return tiles


def sinkholes(state: State) -> list[Play]:
    """Every legal Sinkhole."""
    return [_SINKHOLES[cell] for cell in removable(state)]


# --- connection -------------------------------------------------------------------------------------------------------


def cut_off_by(state: State, victim: int, *, removed: bool) -> list[int]:
    """The cells that would have no way to a source if `victim` were removed, or were no source any more.

    Source: rules 6.1 (C).
    """
    tile, rotation = state.tile, state.rotation
    lava = [cell for cell in range(N_HEXES) if tile[cell] >= 0 and not (removed and cell == victim)]
    reached = {cell for cell in lava if EXIT_MASK[cell] or (tile[cell] == ERUPTION and cell != victim)}
    todo = list(reached)
    while todo:
        cell = todo.pop()
        for other in LINKS[cell][MASKS[tile[cell]][rotation[cell]]]:
            if tile[other] >= 0 and other not in reached and not (removed and other == victim):
                reached.add(other)
                todo.append(other)
    return [cell for cell in lava if cell not in reached]


def removable(state: State) -> tuple[int, ...]:
    """The cells whose tile may be removed: no other tile is cut off. Source: rules 6.1.

    One depth-first search finds the cut points (Hopcroft and Tarjan 1973) of the lava network, all sources hanging on a
    common root of number 0: a tile must stay if what was found behind it reaches no further back than to it.
    """
    if state.removable is not None:
        return state.removable
    tile, rotation = state.tile, state.rotation
    numbers: dict[int, int] = {}
    needed: set[int] = set()

    def visit(cell: int) -> int:
        number = numbers[cell] = len(numbers) + 1
        low = 0 if EXIT_MASK[cell] or tile[cell] == ERUPTION else number
        for other in LINKS[cell][MASKS[tile[cell]][rotation[cell]]]:
            if tile[other] < 0:
                continue
            found = numbers.get(other)
            if found is None:
                found = visit(other)
                if found >= number:
                    needed.add(cell)
            if found < low:
                low = found
        return low

    for cell in range(N_HEXES):
        if (tile[cell] == ERUPTION or (EXIT_MASK[cell] and tile[cell] >= 0)) and cell not in numbers:
            visit(cell)
    state.removable = tuple(sorted([cell for cell in numbers if cell not in needed]))
    return state.removable


# --- why not ----------------------------------------------------------------------------------------------------------


def edge(cell: int, direction: int) -> dict[str, Any]:
    """An edge of a hex for `Problem.where`."""
    return {"hex": list(CELLS[cell]), "edge": DIRECTIONS[direction]}


def mismatch(state: State, cell: int, mask: int) -> Problem | None:
    """The edges of `cell` where lava meets none, if a tile with the lava edges `mask` lay there."""
    must, must_not = state.key[cell] >> 6, state.key[cell] & 0b111111
    wrong = must & ~mask | must_not & mask
    if not wrong:
        return None
    return Problem("edge_mismatch", {}, tuple(edge(cell, d) for d in directions_of(wrong)))


def off_board(hex_: tuple[int, int]) -> Problem | None:
    """The problem of a hex where no tile can lie."""
    return None if CELL_INDEX.get(hex_, N_HEXES) < N_HEXES else Problem("off_board", {}, (list(hex_),))


def _wrong_hex(state: State, hex_: tuple[int, int], *, occupied: bool) -> Problem | None:
    if problem := off_board(hex_):
        return problem
    if (state.tile[CELL_INDEX[hex_]] >= 0) is not occupied:
        return Problem("no_target" if occupied else "occupied", {}, (list(hex_),))
    return None


def check_place(state: State, action: PlaceTile) -> Problem | None:
    """Why the drawn tile may not lie so. Source: rules 4.4."""
    if problem := _wrong_hex(state, action.hex, occupied=False):
        return problem
    cell = CELL_INDEX[action.hex]
    if state.barred >> cell & 1:
        return Problem("barred", {}, (list(action.hex),))
    if problem := mismatch(state, cell, MASKS[state.drawn][action.rotation]):
        return problem
    if not state.key[cell] >> 6:
        return Problem("not_connected", {}, (list(action.hex),))
    return None


def check_eruption(state: State, action: PlaceEruption) -> Problem | None:
    """Why the eruption tile may not lie there. Source: rules 4.3."""
    return _wrong_hex(state, action.hex, occupied=False) or mismatch(state, CELL_INDEX[action.hex], MASKS[ERUPTION][0])


def check_replace(state: State, action: ReplaceTile) -> Problem | None:
    """Why the drawn tile may not replace that one. Source: rules 6.2."""
    if problem := _wrong_hex(state, action.hex, occupied=True):
        return problem
    cell = CELL_INDEX[action.hex]
    if problem := mismatch(state, cell, MASKS[state.drawn][action.rotation]):
        return problem
    if state.tile[cell] == ERUPTION:
        return _cut_off(cut_off_by(state, cell, removed=False))
    return None


def check_aftershock(state: State, action: Play) -> Problem | None:
    """Why the tile may not be turned so. Source: rules 6.2."""
    assert action.hex is not None and action.rotation is not None
    if problem := _wrong_hex(state, action.hex, occupied=True):
        return problem
    cell = CELL_INDEX[action.hex]
    tile, present = state.tile[cell], state.rotation[cell]
    alike = ALIKE[tile][present] if state.options.aftershock_must_change_edges else 1 << present
    if alike >> action.rotation & 1:
        return Problem("unchanged", {}, (list(action.hex),))
    return mismatch(state, cell, MASKS[tile][action.rotation])


def check_sinkhole(state: State, action: Play) -> Problem | None:
    """Why the tile may not be removed. Source: rules 6.1."""
    assert action.hex is not None
    if problem := _wrong_hex(state, action.hex, occupied=True):
        return problem
    cell = CELL_INDEX[action.hex]
    return None if cell in removable(state) else _cut_off(cut_off_by(state, cell, removed=True))


def _cut_off(cells: list[int]) -> Problem | None:
    return Problem("cut_off", {}, tuple(list(CELLS[cell]) for cell in cells)) if cells else None
