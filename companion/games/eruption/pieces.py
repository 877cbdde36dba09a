"""The pieces of a loaded state: who has what, what lies where, and that the box holds so much."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.eruption import cards, placement, reading, stack, walls
from companion.games.eruption.actions import HIDDEN
from companion.games.eruption.data import (
    CARD_SLUGS,
    CELLS,
    ERUPTION,
    LAVA_TILES,
    RULES,
    TILE_INDEX,
    TILE_SLUGS,
    VILLAGE_OF_SIDE,
    VILLAGE_SLUGS,
    WALL_SLUGS,
)
from companion.games.eruption.reading import bad
from companion.games.eruption.state import N_CARDS, N_TILES, State

LAVA_SLUGS = tuple(TILE_SLUGS[tile] for tile in LAVA_TILES)


# --- seats ------------------------------------------------------------------------------------------------------------


def read_seats(state: State, seats: list[Any] | None) -> None:
    """Temperatures, stockpiles, hands and held eruption tiles."""
    if seats is None:
        return
    if len(seats) != len(state.seats):
        raise bad("seats", "seats_players", players=len(state.seats))
    for i, (seat, value) in enumerate(zip(state.seats, seats, strict=True)):
        path = f"seats[{i}]"
        given = reading.mapping(value, path)
        village = given.get("village")
        if village is not None and village != VILLAGE_SLUGS[seat.village]:
            raise bad(f"{path}.village", "other_village", village=VILLAGE_SLUGS[seat.village])
        if given.get("temperature") is not None:
            at = f"{path}.temperature"
            seat.temperature = reading.integer(given["temperature"], at, 0, RULES.meter.max)
            if seat.temperature % RULES.meter.step:
                raise bad(at, "off_the_meter", step=RULES.meter.step)
        if given.get("stockpile") is not None:
            seat.stockpile = reading.counts(given["stockpile"], f"{path}.stockpile", WALL_SLUGS)
        seat.hand, seat.hidden = _some_cards(state, given.get("hand"), f"{path}.hand")
        zones = reading.sequence(given.get("eruption_tiles"), f"{path}.eruption_tiles")
        for k, zone in enumerate(zones):
            at = f"{path}.eruption_tiles[{k}]"
            reading.integer(zone, at, 1, len(RULES.meter.zones))
            if any(zone in other.eruption_tiles for other in state.seats):
                raise bad(at, "zone_twice", zone=zone)
            seat.eruption_tiles.append(zone)
        if state.options.last_standing:
            seat.burnt = reading.boolean(given.get("burnt"), f"{path}.burnt")


def _some_cards(state: State, value: object, path: str) -> tuple[list[int], int]:
    """Counts by kind, or with real cards their number."""
    if not state.options.real_cards:
        return reading.counts(value, path, CARD_SLUGS), 0
    return [0] * N_CARDS, sum(reading.counts(value, path, (*CARD_SLUGS, HIDDEN)))


# --- tiles ------------------------------------------------------------------------------------------------------------


def read_tiles(state: State, given: Mapping[str, Any]) -> None:
    """Tiles on the island, in hand, discarded and in the stack."""
    used = [0] * N_TILES
    placed: list[int] = []
    for i, value in enumerate(reading.sequence(given.get("tiles"), "tiles")):
        path = f"tiles[{i}]"
        entry = reading.mapping(value, path)
        cell = reading.cell(entry.get("hex"), f"{path}.hex")
        tile = TILE_INDEX[reading.name(entry.get("tile"), f"{path}.tile", TILE_SLUGS)]
        rotation = reading.integer(entry.get("rotation"), f"{path}.rotation", 0, 5)
        if state.tile[cell] >= 0:
            raise bad(path, "two_in_one_place", (list(CELLS[cell]),))
        _use(state, used, tile, path)
        state.put(cell, tile, rotation)
        placed.append(cell)
    for i, cell in enumerate(placed):
        if problem := placement.mismatch(state, cell, state.mask(cell)):
            raise bad(f"tiles[{i}]", problem.slug, problem.where)
    alone = placement.cut_off_by(state, -1, removed=False)
    if alone:
        raise bad(f"tiles[{placed.index(alone[0])}]", "cut_off", [list(CELLS[cell]) for cell in alone])
    for i, seat in enumerate(state.seats):
        for _ in seat.eruption_tiles:
            _use(state, used, ERUPTION, f"seats[{i}].eruption_tiles")
    if given.get("drawn") is not None:
        state.drawn = TILE_INDEX[reading.name(given["drawn"], "drawn", LAVA_SLUGS)]
        _use(state, used, state.drawn, "drawn")
    state.tile_discard = reading.counts(given.get("tile_discard"), "tile_discard", TILE_SLUGS)
    for tile, n in enumerate(state.tile_discard):
        _use(state, used, tile, f"tile_discard.{TILE_SLUGS[tile]}", n)
    if given.get("stack") is None:
        state.stack = [0 if tile.source else max(0, tile.count - n) for tile, n in zip(RULES.tiles, used, strict=True)]
    else:
        counts = reading.counts(given["stack"], "stack", LAVA_SLUGS)
        state.stack = [0] * N_TILES
        for tile, n in zip(LAVA_TILES, counts, strict=True):
            state.stack[tile] = n
            _use(state, used, tile, f"stack.{TILE_SLUGS[tile]}", n)
    if state.options.forecast:
        _stacks(state, given)


def _use(state: State, used: list[int], tile: int, path: str, number: int = 1) -> None:
    """Count tiles against the box."""
    used[tile] += number
    if used[tile] > RULES.tiles[tile].count and number and not state.free_setup:
        raise bad(path, "more_than_the_box", name=TILE_SLUGS[tile], count=RULES.tiles[tile].count)


def _stacks(state: State, given: Mapping[str, Any]) -> None:
    if given.get("drawn_from") is not None:
        state.drawn_from = reading.integer(given["drawn_from"], "drawn_from", 0, RULES.turn.stacks - 1)
    total = sum(state.stack)
    if given.get("stacks") is None:
        state.stacks = stack.split(total)
        return
    values = reading.sequence(given["stacks"], "stacks")
    if len(values) != RULES.turn.stacks:
        raise bad("stacks", "stacks_number", number=RULES.turn.stacks)
    left = state.stack[:]
    state.stacks = []
    for i, value in enumerate(values):
        path = f"stacks[{i}]"
        entry = reading.mapping(value, path)
        size = reading.integer(entry.get("size"), f"{path}.size", 0)
        top = -1
        if entry.get("top") is not None:
            top = TILE_INDEX[reading.name(entry["top"], f"{path}.top", LAVA_SLUGS)]
            left[top] -= 1
            if not size or left[top] < 0:
                raise bad(f"{path}.top", "top_not_in_stack")
        state.stacks.append([top, size])
    if sum(size for _, size in state.stacks) != total:
        raise bad("stacks", "stacks_sum", total=total)


# --- walls and cards --------------------------------------------------------------------------------------------------


def read_walls(state: State, given: Mapping[str, Any]) -> None:
    """Walls on the island, in stockpiles and in the supply."""
    used = [0] * len(WALL_SLUGS)
    owned = {seat.village for seat in state.seats}

    def use(wall: int, path: str, number: int = 1) -> None:
        used[wall] += number
        if used[wall] > RULES.walls[wall].count and number and not state.options.unlimited_walls:
            raise bad(path, "more_than_the_box", name=WALL_SLUGS[wall], count=RULES.walls[wall].count)

    for i, value in enumerate(reading.sequence(given.get("walls"), "walls")):
        path = f"walls[{i}]"
        entry = reading.mapping(value, path)
        side = reading.side(entry, path)
        wall = WALL_SLUGS.index(reading.name(entry.get("wall"), f"{path}.wall", WALL_SLUGS))
        where = (placement.edge(side // 6, side % 6),)
        if side in state.walls:
            raise bad(path, "two_in_one_place", where)
        if side in VILLAGE_OF_SIDE:
            if VILLAGE_OF_SIDE[side] not in owned:
                raise bad(path, "not_yours", where, village=VILLAGE_SLUGS[VILLAGE_OF_SIDE[side]])
        elif not walls.is_flow_site(state, side):
            raise bad(path, "wall_site", where)
        use(wall, path)
        state.set_wall(side, wall)
    for i, seat in enumerate(state.seats):
        for wall, n in enumerate(seat.stockpile):
            use(wall, f"seats[{i}].stockpile.{WALL_SLUGS[wall]}", n)
    if state.options.unlimited_walls:
        return
    if given.get("supply") is None:
        state.supply = [wall.count - n for wall, n in zip(RULES.walls, used, strict=True)]
        return
    state.supply = reading.counts(given["supply"], "supply", WALL_SLUGS)
    for wall, n in enumerate(state.supply):
        use(wall, f"supply.{WALL_SLUGS[wall]}", n)


def read_cards(state: State, given: Mapping[str, Any]) -> None:
    """The discard pile and the deck; the hands are read already."""
    box = cards.box(state)
    used = [0] * N_CARDS
    total = 0

    def use(numbers: list[int], hidden: int, path: str) -> None:
        nonlocal total
        total += sum(numbers) + hidden
        for card, n in enumerate(numbers):
            used[card] += n
            if n and used[card] > box[card]:
                raise bad(f"{path}.{CARD_SLUGS[card]}", "more_than_the_box", name=CARD_SLUGS[card], count=box[card])
        if total > sum(box):
            raise bad(path, "more_cards_than_the_box", count=sum(box))

    for i, seat in enumerate(state.seats):
        use(seat.hand, seat.hidden, f"seats[{i}].hand")
    state.card_discard = reading.counts(given.get("card_discard"), "card_discard", CARD_SLUGS)
    use(state.card_discard, 0, "card_discard")
    if given.get("deck") is not None:
        state.deck, state.deck_hidden = _some_cards(state, given["deck"], "deck")
        use(state.deck, state.deck_hidden, "deck")
    elif state.options.real_cards:
        state.deck_hidden = sum(box) - total
    else:
        state.deck = [n - m for n, m in zip(box, used, strict=True)]
