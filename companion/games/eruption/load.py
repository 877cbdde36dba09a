"""A state from the wire, perhaps a partial one (protocol, "partial load"): read, checked, and where it goes on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.eruption import cards, pieces, placement, reading, stack, turn, walls
from companion.games.eruption.data import (
    CELLS,
    MASKS,
    RULES,
)
from companion.games.eruption.options import Options, read_options
from companion.games.eruption.reading import bad
from companion.games.eruption.state import N_CARDS, State

KINDS = (
    *("place_eruption", "place_tile", "extra_tile", "replace_tile", "cards", "walls", "discard", "draw"),
    *("tile", "card", "duel"),
)
CAUSES = ("deal", "zone", "contact")


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
        state.stacks = stack.split(sum(state.stack))
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
        state.activate(reading.integer(given["active"], "active", 0, len(state.seats) - 1))
    pieces.read_seats(state, seats)
    pieces.read_tiles(state, given)
    pieces.read_walls(state, given)
    pieces.read_cards(state, given)
    _progress(state, given)
    return state, _go_on(state, given)


# --- where the game stands --------------------------------------------------------------------------------------------


def _progress(state: State, given: Mapping[str, Any]) -> None:
    progress = reading.mapping(given.get("progress"), "progress")
    state.extra_tile = reading.boolean(progress.get("extra_tile"), "progress.extra_tile")
    state.zone_card = reading.boolean(progress.get("zone_card"), "progress.zone_card")
    state.walls_built = reading.number(progress.get("walls_built"), "progress.walls_built")
    state.walls_extra = reading.number(progress.get("walls_extra"), "progress.walls_extra")
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
    decision = reading.mapping(given.get("decision"), "decision")
    kind = None
    if given.get("decision") is not None:
        kind = reading.name(decision.get("kind"), "decision.kind", KINDS)
        if decision.get("by") is not None:
            reading.name(decision["by"], "decision.by", ("seat", "chance"))
        if decision.get("seat") is not None:
            reading.integer(decision["seat"], "decision.seat", 0, len(state.seats) - 1)
        if kind == "tile" and state.stacks is not None and given.get("resume") is not None:
            decision = reading.mapping(given["resume"], "resume")
            kind = reading.name(decision.get("kind"), "resume.kind", KINDS)
    phase = given.get("phase")
    if phase is not None:
        state.phase = reading.name(phase, "phase", RULES.phases)
    elif state.drawn >= 0 or state.quaking:
        state.phase = "cards" if state.quaking else "tile"
    else:
        state.phase = _PHASES.get(kind, "damage")
    if state.phase == "over":
        return None
    if state.drawn >= 0 and state.phase not in ("tile", "cards"):
        raise bad("drawn", "not_in_this_phase", phase=state.phase)
    if state.quaking and state.phase != "cards":
        raise bad("quaking", "not_in_this_phase", phase=state.phase)
    if state.cards_due and state.phase in ("deal", "walls"):
        raise bad("cards_due", "not_in_this_phase", phase=state.phase)
    if state.drawn < 0 or state.quaking:
        state.barred = 0  # nothing is in hand that walls could have held against
    if given.get("placing") is not None:
        return _placing(state, reading.mapping(given["placing"], "placing"), decision)
    if kind == "duel" and state.phase == "damage":
        state.duels = _from_wall(state, [side for side in state.flows(state.player) if side in state.walls], decision)
        return turn.damage_duels
    if state.drawn >= 0:
        return turn.barred_everywhere if state.barred else turn.taken
    if state.cards_due or kind in ("cards", "discard"):
        state.quaking = False
    if state.cards_due:
        return turn.due
    return _STEPS.get((state.phase, kind)) or (turn.draw if state.quaking else _BEGINNINGS[state.phase])


# Where a decision belongs to whose state no phase is given.
_PHASES: dict[str | None, str] = {
    "place_eruption": "eruption",
    "place_tile": "tile",
    "extra_tile": "tile",
    "draw": "tile",
    "tile": "tile",
    "replace_tile": "cards",
    "cards": "cards",
    "discard": "cards",
    "walls": "walls",
}
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
    if state.barred >> cell & 1:
        raise bad("placing", "barred", (list(CELLS[cell]),))
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
