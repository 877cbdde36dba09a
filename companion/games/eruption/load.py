"""A state from the wire, perhaps a partial one (protocol, "partial load"): read, checked, and where it goes on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.eruption import cards, placement, reading, turn, walls
from companion.games.eruption.actions import HIDDEN
from companion.games.eruption.data import (
    CARD_SLUGS,
    CELLS,
    ERUPTION,
    LAVA_TILES,
    MASKS,
    RULES,
    TILE_INDEX,
    TILE_SLUGS,
    VILLAGE_OF_SIDE,
    VILLAGE_SLUGS,
    WALL_SLUGS,
)
from companion.games.eruption.options import Options, read_options
from companion.games.eruption.reading import bad
from companion.games.eruption.state import N_CARDS, N_TILES, State

KINDS = (
    *("place_eruption", "place_tile", "extra_tile", "replace_tile", "cards", "walls", "discard", "draw"),
    *("tile", "card", "duel"),
)
CAUSES = ("deal", "zone", "contact")
LAVA_SLUGS = tuple(TILE_SLUGS[tile] for tile in LAVA_TILES)


def new_state(options: Options) -> State:
    """The state at the beginning of the set-up, nothing dealt (rules 3)."""
    state = State(options)
    state.phase = "deal"
    _box(state)
    if state.supply is not None:
        for seat in state.seats:
            for wall, n in enumerate(seat.stockpile):
                state.supply[wall] -= n
    if options.forecast:
        state.stacks = turn.split(sum(state.stack))
    return state


def _box(state: State) -> None:
    """The full deck and supply that the options make."""
    if state.options.real_cards:
        state.deck, state.deck_hidden = [0] * N_CARDS, sum(cards.box(state))
    else:
        state.deck = cards.box(state)
    if state.options.unlimited_walls:
        state.supply = None


def load_state(wire: object) -> tuple[State, turn.Step | None]:
    """Read a state; with it the step by which it goes on, None when it is over.

    Raises:
        BadState: it cannot be.
    """
    given = reading.mapping(wire, "")
    if given.get("game") is not None:
        reading.name(given["game"], "game", (RULES.game.slug,))
    seats = None if given.get("seats") is None else list(reading.sequence(given["seats"], "seats"))
    state = State(read_options(given.get("options"), seats))
    _box(state)
    state.free_setup = reading.boolean(given.get("free_setup"), "free_setup")
    if given.get("turn") is not None:
        state.turn = reading.integer(given["turn"], "turn", 1)
    if given.get("active") is not None:
        state.active = reading.integer(given["active"], "active", 0, len(state.seats) - 1)
    _seats(state, seats)
    _tiles(state, given)
    _walls(state, given)
    _cards(state, given)
    _progress(state, given)
    return state, _go_on(state, given)


# --- seats ------------------------------------------------------------------------------------------------------------


def _seats(state: State, seats: list[Any] | None) -> None:
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


def _tiles(state: State, given: Mapping[str, Any]) -> None:
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
        state.stacks = turn.split(total)
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


def _walls(state: State, given: Mapping[str, Any]) -> None:
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


def _cards(state: State, given: Mapping[str, Any]) -> None:
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


# --- where the game stands --------------------------------------------------------------------------------------------


def _progress(state: State, given: Mapping[str, Any]) -> None:
    progress = reading.mapping(given.get("progress"), "progress")
    state.extra_tile = reading.boolean(progress.get("extra_tile"), "progress.extra_tile")
    state.zone_card = reading.boolean(progress.get("zone_card"), "progress.zone_card")
    state.walls_built = reading.integer(progress.get("walls_built") or 0, "progress.walls_built", 0)
    state.walls_extra = reading.integer(progress.get("walls_extra") or 0, "progress.walls_extra", 0)
    state.quaking = reading.boolean(given.get("quaking"), "quaking")
    for i, value in enumerate(reading.sequence(given.get("barred"), "barred")):
        state.barred |= 1 << reading.cell(value, f"barred[{i}]")
    for i, cause in enumerate(reading.sequence(given.get("cards_due"), "cards_due")):
        state.cards_due.append(reading.name(cause, f"cards_due[{i}]", CAUSES[1:]))
    _claims(state, given)
    if given.get("final_round") is not None:
        final = reading.mapping(given["final_round"], "final_round")
        state.final_reason = reading.name(final.get("reason"), "final_round.reason", ("burn_out", "stack_out"))
        for i, value in enumerate(reading.sequence(final.get("to_play"), "final_round.to_play")):
            path = f"final_round.to_play[{i}]"
            if reading.integer(value, path, 0, len(state.seats) - 1) in state.to_play:
                raise bad(path, "seat_twice", seat=value)
            state.to_play.append(value)


def _claims(state: State, given: Mapping[str, Any]) -> None:
    holders = {zone: i for i, seat in enumerate(state.seats) for zone in seat.eruption_tiles}
    zones = len(RULES.meter.zones)
    if given.get("eruption_claims") is None:
        state.claims = [holders.get(zone + 1) for zone in range(zones)]
        return
    values = reading.sequence(given["eruption_claims"], "eruption_claims")
    if len(values) != zones:
        raise bad("eruption_claims", "claims_number", number=zones)
    for zone, value in enumerate(values):
        path = f"eruption_claims[{zone}]"
        if value is not None:
            reading.integer(value, path, 0, len(state.seats) - 1)
        if zone + 1 in holders and holders[zone + 1] != value:
            raise bad(path, "claim_of_other", zone=zone + 1, seat=holders[zone + 1])
        state.claims[zone] = value


def _go_on(state: State, given: Mapping[str, Any]) -> turn.Step | None:
    """The step by which the loaded game goes on."""
    phase = given.get("phase")
    if phase is None:
        drawn = state.drawn >= 0
        state.phase = ("cards" if state.quaking else "tile") if drawn or state.quaking else "damage"
    else:
        state.phase = reading.name(phase, "phase", RULES.phases)
    if state.phase == "over":
        return None
    if state.drawn >= 0 and state.phase not in ("tile", "cards"):
        raise bad("drawn", "not_in_this_phase", phase=state.phase)
    if state.quaking and state.phase != "cards":
        raise bad("quaking", "not_in_this_phase", phase=state.phase)
    decision = reading.mapping(given.get("decision"), "decision")
    kind = None
    if given.get("decision") is not None:
        kind = reading.name(decision.get("kind"), "decision.kind", KINDS)
        if kind == "tile" and state.stacks is not None and given.get("resume") is not None:
            decision = reading.mapping(given["resume"], "resume")
            kind = reading.name(decision.get("kind"), "resume.kind", KINDS)
    if given.get("placing") is not None:
        return _placing(state, reading.mapping(given["placing"], "placing"), decision)
    if kind == "duel" and state.phase == "damage":
        state.duels = _from_wall(state, [side for side in state.flows(state.player) if side in state.walls], decision)
        return turn.damage_duels
    if state.drawn >= 0:
        return turn.settle
    if state.cards_due:
        return turn.due
    return _STEPS.get((state.phase, kind)) or (turn.draw if state.quaking else _BEGINNINGS[state.phase])


_BEGINNINGS: dict[str, turn.Step] = {
    "deal": turn.deal,
    "damage": turn.damage,
    "eruption": turn.eruption,
    "tile": turn.tile,
    "cards": turn.card_phase,
    "walls": turn.wall_phase,
}
# Decisions that stand elsewhere than at the beginning of their phase.
_STEPS: dict[tuple[str, str | None], turn.Step] = {
    ("tile", "extra_tile"): turn.placed,
    ("cards", "cards"): turn.card_step,
    ("cards", "discard"): turn.hand_limit,
    ("cards", "tile"): turn.draw,
    ("cards", "draw"): turn.draw,
}


def _placing(state: State, placing: Mapping[str, Any], decision: Mapping[str, Any]) -> turn.Step:
    """A placement whose walls are being tested."""
    cell = reading.cell(placing.get("hex"), "placing.hex")
    rotation = reading.integer(placing.get("rotation"), "placing.rotation", 0, 5)
    lost = reading.boolean(placing.get("lost"), "placing.lost")
    if state.drawn < 0 or state.quaking:
        raise bad("placing", "nothing_drawn")
    if state.tile[cell] >= 0:
        raise bad("placing", "occupied", (list(CELLS[cell]),))
    if problem := placement.mismatch(state, cell, MASKS[state.drawn][rotation]):
        raise bad("placing", problem.slug, problem.where)
    facing, all_walled = walls.facing(state, cell)
    if not all_walled:
        raise bad("placing", "no_duel", (list(CELLS[cell]),))
    state.placing = (cell, rotation, lost)
    state.duels = _from_wall(state, facing, decision)
    return turn.damage_duels


def _from_wall(state: State, sides: list[int], decision: Mapping[str, Any]) -> list[int]:
    """The sides from the wall that the decision names; all without one."""
    if decision.get("wall") is None:
        return sides
    side = reading.side(reading.mapping(decision["wall"], "decision.wall"), "decision.wall")
    if side not in sides:
        raise bad("decision.wall", "no_wall_there", (placement.edge(side // 6, side % 6),))
    return sides[sides.index(side) :]


def merge_patch(target: Any, patch: Any) -> Any:
    """`target` changed by a JSON merge patch. Source: RFC 7396, section 2."""
    if not isinstance(patch, Mapping):
        return patch
    merged = dict(target) if isinstance(target, Mapping) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = merge_patch(merged.get(key), value)
    return merged
