"""The order of a game: which step follows which, until somebody must decide (rules 3, 4, 7.1; protocol, "order").

A step changes the state, tells its events, and names the step that follows; None when a decision waits. Everything that
a step must know stands in the state, so that a loaded state goes on like the one that it was saved from.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.eruption import cards, meter, placement, scoring, stack, walls
from companion.games.eruption.data import (
    CELLS,
    ERUPTION,
    MASKS,
    RESOURCE,
    RULES,
    TILE_SLUGS,
    VILLAGE_MASK,
)
from companion.games.eruption.events import (
    FinalRound,
    FlowDamage,
    GameOver,
    TileDiscarded,
    TilePlaced,
    TurnStarted,
)
from companion.games.eruption.state import State

Events = list[Any]
Step = Callable[[State, Events], Any]
"""A step; it returns the next Step, or None (mypy knows no recursive callables)."""


def run(state: State, events: Events, step: Step | None) -> None:
    """Run on from a step to the next decision, or to the end."""
    while step is not None:
        step = step(state, events)


def ask(state: State, kind: str) -> Step | None:
    """Wait for a decision; with the forecast, tops are turned up before anything else is decided. No step follows."""
    state.kind = kind
    if state.stacks is not None:
        for i, (top, size) in enumerate(state.stacks):
            if size and top < 0:
                state.kind, state.turning_up, state.resume = "tile", i, kind
                return None
    return None


# --- set-up and damage ------------------------------------------------------------------------------------------------


def deal(state: State, events: Events) -> Step | None:
    """The next card of the set-up, then the first turn. Source: rules 3."""
    state.phase = "deal"
    if state.dealt() is not None and cards.deck_ready(state, events):
        return ask(state, "card")
    events.append(TurnStarted(state.active, state.turn))
    return damage


def damage(state: State, events: Events) -> Step:
    """Open flows heat the village, then its walls are tested. Source: rules 4.2."""
    state.phase = "damage"
    if state.player.burnt:
        return eruption
    flows = state.flows(state.player)
    state.duels = [side for side in flows if side in state.walls]
    if open_flows := len(flows) - len(state.duels):
        degrees = RULES.meter.open_flow * open_flows
        events.append(FlowDamage(state.active, open_flows, degrees))
        meter.heat(state, state.active, degrees, "flows", events)
    return damage_duels


def damage_duels(state: State, events: Events) -> Step | None:
    """The next wall of the village to be tested, from left to right."""
    return ask(state, "duel") if state.duels else claims


def claims(state: State, events: Events) -> Step:
    """The eruption tiles of the zones reached, and with a house rule the free card. Source: rules 4.2 (5)."""
    meter.claim(state, state.active, events)
    if state.options.zone_card == "damage":
        free_card(state)
    return due


# --- cards that are due -----------------------------------------------------------------------------------------------


def free_card(state: State) -> None:
    """The card that the zone gives once a turn. Source: rules 4.1."""
    number = RULES.turn.free_cards[state.player.zone]
    if number and not state.zone_card and not state.player.burnt:
        state.zone_card = True
        state.cards_due += ["zone"] * number


def contacts(state: State, number: int) -> None:
    """Cards for lava that came to villages. Source: rules 4.7."""
    if not state.player.burnt:
        state.cards_due += ["contact"] * number


def due(state: State, events: Events) -> Step | None:
    """The next card due; with no card anywhere the cards lapse; then on."""
    if state.cards_due:
        if cards.deck_ready(state, events):
            return ask(state, "card")
        state.cards_due = []
    return _AFTER_CARDS[state.phase]


# --- the eruption tile ------------------------------------------------------------------------------------------------


def eruption(state: State, events: Events) -> Step | None:
    """A held eruption tile, the one of the lowest zone, is placed or finds no room. Source: rules 4.3."""
    seat = state.player
    if not seat.eruption_tiles:
        return tile
    state.phase = "eruption"
    if placement.eruption_hexes(state):
        return ask(state, "place_eruption")
    seat.eruption_tiles.remove(min(seat.eruption_tiles))
    state.tile_discard[ERUPTION] += 1
    events.append(TileDiscarded(TILE_SLUGS[ERUPTION], "no_room"))
    return tile


def eruption_heat(state: State, events: Events) -> Step:
    """The eruption heats all others, team mates aside, in turn order. Source: rules 4.3."""
    players = len(state.seats)
    team = state.options.team(state.active)
    for i in range(1, players):
        index = (state.active + i) % players
        if state.options.team(index) != team:
            before = state.seats[index].temperature
            meter.heat(state, index, RULES.meter.eruption, "eruption", events)
            if state.options.claim == "crossing" and not state.seats[index].burnt:
                meter.claim(state, index, events, before)
    return tile


# --- lava tiles -------------------------------------------------------------------------------------------------------


def tile(state: State, events: Events) -> Step:
    """The lava tile of the turn. Source: rules 4.4."""
    state.phase = "tile"
    return draw


def draw(state: State, events: Events) -> Step | None:
    """A tile is drawn, if there is one that fits. Source: rules 4.4, 8 row 12; protocol, "order"."""
    if not stack.prepare_draw(state, events):
        state.quaking = False
        return placed
    return ask(state, "draw" if state.stacks is not None else "tile")


def taken(state: State, events: Events) -> Step | None:
    """A tile is in hand: with the forecast a top that is missing is turned up before it is seen whether it fits."""
    ask(state, "replace_tile" if state.quaking else "place_tile")
    return settle if state.turning_up < 0 else None


def settle(state: State, events: Events) -> Step | None:
    """See whether the drawn tile fits anywhere; else it goes back and the draw is made again."""
    if state.quaking:
        if placement.any_replacement(state):
            return ask(state, "replace_tile")
    elif placement.any_placement(state):
        return ask(state, "place_tile")
    stack.give_back(state, "no_fit", events)
    return draw


def barred_everywhere(state: State, events: Events) -> Step | None:
    """Walls have held at a hex; the placement ends when no other is left. Source: rules 8 rows 10, 11."""
    if placement.any_placement(state):
        return ask(state, "place_tile")
    state.barred = 0
    stack.give_back(state, "barred", events)
    return draw if state.options.redraw_retests_walls else placed


def lay(state: State, cell: int, kind: int, rotation: int, cause: str, events: Events) -> None:
    """A tile comes to lie on a hex: walls go, the hex's wall is earned, cards are due. Source: rules 4.6, 4.7."""
    facing, _ = walls.facing(state, cell)
    events.append(TilePlaced(state.active, list(CELLS[cell]), TILE_SLUGS[kind], rotation))
    for side in facing:
        walls.remove(state, side, cause, events)
    state.put(cell, kind, rotation)
    if RESOURCE[cell] >= 0 and not state.player.burnt:
        walls.gain(state, state.active, RESOURCE[cell], events)
    contacts(state, (MASKS[kind][rotation] & VILLAGE_MASK[cell]).bit_count())


def placed(state: State, events: Events) -> Step | None:
    """After a lava tile is placed, or lapsed: zone 3 offers another in the tile phase. Source: rules 4.4 (6)."""
    if state.phase != "tile":
        return card_step
    seat = state.player
    if RULES.turn.extra_tiles[seat.zone] and not state.extra_tile and not seat.burnt:
        stack.refill(state, events)
        if any(state.stack):
            return ask(state, "extra_tile")
    return card_phase


# --- cards and walls --------------------------------------------------------------------------------------------------


def card_phase(state: State, events: Events) -> Step:
    """Phase 3: first the free card of the zone. Source: rules 4.5."""
    state.phase = "cards"
    if state.options.zone_card == "cards":
        free_card(state)
    return due


def card_step(state: State, events: Events) -> Step | None:
    """Play, trade, give or pass; passed by itself when there is nothing else."""
    return ask(state, "cards") if not state.player.burnt and cards.anything_to_do(state) else wall_phase


def hand_limit(state: State, events: Events) -> Step | None:
    """Discards above the hand limit. Source: rules 4.9, 8 row 14."""
    if state.options.hand_limit == "discard" and state.player.cards > RULES.turn.hand_limit:
        return ask(state, "discard")
    return wall_phase


def wall_phase(state: State, events: Events) -> Step | None:
    """Phase 4: walls from the stockpile, as many as the zone allows. Source: rules 4.8."""
    state.phase = "walls"
    seat = state.player
    left = RULES.turn.walls[seat.zone] - state.walls_built
    if left > 0 and not seat.burnt and any(seat.stockpile) and walls.any_site(state, seat):
        return ask(state, "walls")
    return end_turn


_AFTER_CARDS: dict[str, Step] = {
    "deal": deal,
    "damage": eruption,
    "eruption": eruption_heat,
    "tile": placed,
    "cards": card_step,
}

# --- the end ----------------------------------------------------------------------------------------------------------


def end_turn(state: State, events: Events) -> Step:
    """Look for the end of the game, else the next turn. Source: rules 7.1; protocol, "order"."""
    players = len(state.seats)
    if state.final_reason is None:
        if _game_ends(state):
            return over
        if reason := _final_round(state):
            state.final_reason = reason
            after = [(state.active + i) % players for i in range(1, players + 1)]
            state.to_play = after[:-1] if reason == "burn_out" else after
            if reason == "burn_out":
                stack.discard_stack(state, reason, events)
            events.append(FinalRound(reason, list(state.to_play)))
        elif state.options.dead_stack == "skip" and not _anybody_can_act(state):
            # A dead stack that stays brings no final round: the game would go on for ever with nothing to decide.
            return over
    if state.final_reason is None:
        state.activate((state.active + 1) % players)
    elif state.to_play:
        state.activate(state.to_play.pop(0))
    else:
        return over
    state.turn += 1
    state.extra_tile = state.zone_card = False
    state.walls_built = state.walls_extra = 0
    events.append(TurnStarted(state.active, state.turn))
    return damage


def _burnt_out(temperature: int) -> bool:
    return temperature >= RULES.meter.max


def _final_round(state: State) -> str | None:
    if state.options.last_standing:
        return None
    if state.options.clans is None and _burnt_out(state.player.temperature):
        return "burn_out"
    return None if any(state.stack) else "stack_out"


def _game_ends(state: State) -> bool:
    """The ends without a final round: a burnt team, the last one standing, nobody who can act."""
    options = state.options
    if options.clans is not None:
        teams = {options.team(i) for i in range(options.players)}
        alive = {options.team(i) for i, seat in enumerate(state.seats) if not _burnt_out(seat.temperature)}
        if alive != teams:
            return True
    if options.last_standing:
        state.player.burnt = state.player.burnt or _burnt_out(state.player.temperature)
        return sum(not seat.burnt for seat in state.seats) <= 1 or not _anybody_can_act(state)
    return False


def _anybody_can_act(state: State) -> bool:
    fitting, tiles = placement.fitting_tiles(state), placement.stack_tiles(state.stack)
    # The discard comes when the stack is empty, which a dead one never is that is skipped.
    if state.options.last_standing and not (tiles and state.options.dead_stack == "skip"):
        tiles |= placement.stack_tiles(state.tile_discard)
    if fitting & tiles:
        return True
    if any(seat.eruption_tiles for seat in state.seats):
        return True
    cards_left = state.deck_hidden + sum(state.deck) + sum(state.card_discard) > 0
    return any(
        seat.cards
        or (any(seat.stockpile) and (state.options.clans is not None or walls.any_site(state, seat)))
        or state.flows(seat)
        or (RULES.turn.free_cards[seat.zone] and cards_left)
        for seat in state.seats
        if not seat.burnt
    )


def over(state: State, events: Events) -> None:
    """The game is over."""
    state.phase = "over"
    state.kind = None
    ranking = scoring.ranking(state)
    events.append(GameOver(ranking))
