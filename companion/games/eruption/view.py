"""The state on the wire (protocol, "state")."""

from __future__ import annotations

from companion.games.contract import Wire
from companion.games.eruption.data import CARD_SLUGS, CELLS, N_HEXES, RULES, TILE_SLUGS, VILLAGE_SLUGS, WALL_SLUGS
from companion.games.eruption.decision import Decision
from companion.games.eruption.state import Seat, State, counts


def view(state: State, viewer: int | None = None) -> Wire:
    """The state on the wire; with a viewer, what it may not see is `{"hidden": n}`."""
    real = state.options.real_cards
    wire: Wire = {
        "game": RULES.game.slug,
        "options": state.options.wire(),
        "turn": state.turn,
        "active": state.active,
        "phase": state.phase,
        "decision": _plain(state.decision()),
        "seats": [_seat_wire(state, i, seat, viewer) for i, seat in enumerate(state.seats)],
        "tiles": [
            {"hex": list(CELLS[cell]), "tile": TILE_SLUGS[tile], "rotation": state.rotation[cell]}
            for cell, tile in enumerate(state.tile)
            if tile >= 0
        ],
        "walls": [state.wall_wire(side) for side in sorted(state.walls)],
        "drawn": TILE_SLUGS[state.drawn] if state.drawn >= 0 else None,
        "barred": [list(CELLS[cell]) for cell in range(N_HEXES) if state.barred >> cell & 1] if state.barred else [],
        "stack": counts(state.stack, TILE_SLUGS),
        "tile_discard": counts(state.tile_discard, TILE_SLUGS),
        "deck": (
            {"hidden": state.deck_hidden + sum(state.deck)}
            if real or viewer is not None
            else counts(state.deck, CARD_SLUGS)
        ),
        "card_discard": counts(state.card_discard, CARD_SLUGS),
        "supply": None if state.supply is None else counts(state.supply, WALL_SLUGS),
        "eruption_claims": list(state.claims),
        "progress": {
            "extra_tile": state.extra_tile,
            "zone_card": state.zone_card,
            "walls_built": state.walls_built,
            "walls_extra": state.walls_extra,
        },
        "cards_due": list(state.cards_due),
        "placing": None,
        "quaking": state.quaking,
        "final_round": None,
    }
    if state.placing is not None:
        cell, rotation, lost = state.placing
        wire["placing"] = {"hex": list(CELLS[cell]), "rotation": rotation, "lost": lost}
    if state.final_reason is not None:
        wire["final_round"] = {"reason": state.final_reason, "to_play": list(state.to_play)}
    if state.stacks is not None:
        wire["stacks"] = [{"top": TILE_SLUGS[top] if top >= 0 else None, "size": size} for top, size in state.stacks]
        wire["resume"] = _plain(state.decision_of(state.resume, -1))
        wire["drawn_from"] = state.drawn_from if state.drawn_from >= 0 else None
    if state.free_setup:
        wire["free_setup"] = True
    return wire


def hand(state: State, index: int) -> Wire:
    """A seat's own cards on the wire, as its player may see them: without all else that `view` shows."""
    seat = state.seats[index]
    return {"hidden": seat.cards} if state.options.real_cards else counts(seat.hand, CARD_SLUGS)


def _seat_wire(state: State, index: int, seat: Seat, viewer: int | None) -> Wire:
    wire: Wire = {
        "village": VILLAGE_SLUGS[seat.village],
        "temperature": seat.temperature,
        "stockpile": counts(seat.stockpile, WALL_SLUGS),
        "hand": hand(state, index) if viewer in (None, index) else {"hidden": seat.cards},
        "eruption_tiles": list(seat.eruption_tiles),
    }
    if state.options.last_standing:
        wire["burnt"] = seat.burnt
    return wire


def _plain(decision: Decision | None) -> Wire | None:
    if decision is None:
        return None
    wire: Wire = {"by": decision.by, "kind": decision.kind}
    for name in ("seat", "wall", "stack"):
        if getattr(decision, name) is not None:
            wire[name] = getattr(decision, name)
    return wire
