"""What an action does, once it has been found legal; each names the step that follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.eruption import cards, meter, turn, walls
from companion.games.eruption import stack as stack_of
from companion.games.eruption.actions import (
    HIDDEN,
    BuildWall,
    CardOutcome,
    Discard,
    DrawTile,
    Give,
    Pass,
    PlaceEruption,
    PlaceTile,
    Play,
    ReplaceTile,
    Roll,
    TileOutcome,
    Trade,
    TradeTwo,
)
from companion.games.eruption.data import (
    CARD_INDEX,
    CELL_INDEX,
    ERUPTION,
    RULES,
    TILE_INDEX,
    TILE_SLUGS,
    VILLAGE_MASK,
    WALL_INDEX,
)
from companion.games.eruption.events import (
    CardDiscarded,
    CardGained,
    CardPlayed,
    CardTraded,
    Duel,
    Gift,
    TileDrawn,
    TileRemoved,
    TileReplaced,
    TileRotated,
    WallBuilt,
    WallsMoved,
)
from companion.games.eruption.state import State
from companion.games.eruption.turn import Events, Step

# --- tiles ------------------------------------------------------------------------------------------------------------


def place_tile(state: State, action: PlaceTile, events: Events) -> Step | None:
    """Lay the drawn tile, or test the walls that shut its hex. Source: rules 5.4."""
    cell = CELL_INDEX[action.hex]
    facing, all_walled = walls.facing(state, cell)
    if all_walled:
        state.placing = (cell, action.rotation, False)
        state.duels = facing
        return turn.ask(state, "duel")
    return _lay_drawn(state, cell, action.rotation, "bypass", events)


def _lay_drawn(state: State, cell: int, rotation: int, cause: str, events: Events) -> Step:
    kind, state.drawn, state.drawn_from, state.barred = state.drawn, -1, -1, 0
    turn.lay(state, cell, kind, rotation, cause, events)
    return turn.due


def place_eruption(state: State, action: PlaceEruption, events: Events) -> Step:
    """Lay the eruption tile of the lowest zone held. Source: rules 4.3."""
    held = state.player.eruption_tiles
    held.remove(min(held))
    turn.lay(state, CELL_INDEX[action.hex], ERUPTION, 0, "eruption", events)
    return turn.due


def replace_tile(state: State, action: ReplaceTile, events: Events) -> Step:
    """A Quake's tile takes another's place. Source: rules 6.2, 4.7."""
    cell = CELL_INDEX[action.hex]
    old, before = state.tile[cell], state.mask(cell)
    kind, state.drawn, state.drawn_from, state.quaking = state.drawn, -1, -1, False
    events.append(TileReplaced(list(action.hex), TILE_SLUGS[kind], action.rotation, TILE_SLUGS[old]))
    walls.remove_from_tile(state, cell, "quake", events)
    state.put(cell, kind, action.rotation)
    state.tile_discard[old] += 1
    _new_contacts(state, cell, before)
    return turn.due


def _new_contacts(state: State, cell: int, before: int) -> None:
    """Cards for village edges that lava has come to. Source: rules 4.7, 8 row 18."""
    old, new = before & VILLAGE_MASK[cell], state.mask(cell) & VILLAGE_MASK[cell]
    if state.options.new_contacts == "net":
        turn.contacts(state, max(0, new.bit_count() - old.bit_count()))
    else:
        turn.contacts(state, (new & ~old).bit_count())


def draw_tile(state: State, action: DrawTile, events: Events) -> Step | None:
    """Take the optional tile of zone 3, or with the forecast the top of a stack."""
    if state.kind == "extra_tile":
        state.extra_tile = True
        if state.stacks is None:
            return turn.draw
        if not stack_of.prepare_draw(state, events):
            return turn.placed
        if state.stacks[action.stack or 0][0] < 0:
            # The stacks were dealt anew (last one standing): the tops are turned up, and the choice is made again.
            return turn.ask(state, "draw")
    assert state.stacks is not None and action.stack is not None
    stack = state.stacks[action.stack]
    state.drawn, state.drawn_from = stack[0], action.stack
    state.stack[state.drawn] -= 1
    stack[0], stack[1] = -1, stack[1] - 1
    events.append(TileDrawn(state.active, TILE_SLUGS[state.drawn]))
    return turn.taken


def tile_drawn(state: State, action: TileOutcome, events: Events) -> Step | None:
    """Chance: the tile off the stack, or the new top of a stack of the forecast."""
    tile = TILE_INDEX[action.tile]
    if state.stacks is not None:
        state.stacks[state.turning_up][0] = tile
        kind, state.turning_up, state.resume = state.resume, -1, None
        assert kind is not None
        turn.ask(state, kind)
        return turn.settle if kind in ("place_tile", "replace_tile") and state.turning_up < 0 else None
    state.stack[tile] -= 1
    state.drawn = tile
    events.append(TileDrawn(state.active, action.tile))
    return turn.settle


# --- chance -----------------------------------------------------------------------------------------------------------


def card_drawn(state: State, action: CardOutcome, events: Events) -> Step:
    """Chance: a card comes into a hand."""
    deal = state.phase == "deal"
    index = state.dealt() if deal else state.active
    assert index is not None
    if action.card == HIDDEN:
        state.deck_hidden -= 1
        state.seats[index].hidden += 1
    else:
        card = CARD_INDEX[action.card]
        state.deck[card] -= 1
        state.seats[index].hand[card] += 1
    events.append(CardGained(index, "deal" if deal else state.cards_due.pop(0)))
    return turn.deal if deal else turn.due


def roll(state: State, action: Roll, events: Events) -> Step | None:
    """Chance: a duel is decided. Source: rules 4.2, 5.4."""
    side = state.duels.pop(0)
    wall = state.walls[side]
    held = walls.holds(state, wall, action.white, action.orange)
    events.append(Duel(state.wall_wire(side), action.white, action.orange, RULES.walls[wall].bonus, held))
    if state.placing is None:
        if not held:
            walls.remove(state, side, "damage", events)
            meter.heat(state, state.active, RULES.meter.burnt_wall, "burnt_wall", events)
        return turn.damage_duels
    cell, rotation, lost = state.placing
    state.placing = (cell, rotation, lost or not held)
    if state.duels:
        return turn.ask(state, "duel")
    lost, state.placing = state.placing[2], None
    if lost:
        return _lay_drawn(state, cell, rotation, "duel", events)
    state.barred |= 1 << cell
    return turn.barred_everywhere


# --- cards ------------------------------------------------------------------------------------------------------------


def play(state: State, action: Play, events: Events) -> Step | None:
    """A card is played; it lies in the discard pile before it takes effect. Source: rules 4.5."""
    cards.spend(state, state.player, CARD_INDEX[action.card])
    events.append(CardPlayed(state.active, action.card))
    return _PLAYS[action.card](state, action, events)


def _lava_flow(state: State, action: Play, events: Events) -> Step:
    return turn.draw


def _quake(state: State, action: Play, events: Events) -> Step:
    state.quaking = True
    return turn.draw


def _rain(state: State, action: Play, events: Events) -> Step:
    meter.heat(state, state.active, -RULES.meter.rain, "rain", events)
    return turn.card_step


def _reinforce(state: State, action: Play, events: Events) -> Step:
    state.walls_extra += 1
    _build(state, action, events)
    return turn.card_step


def _relocate(state: State, action: Play, events: Events) -> Step:
    assert action.walls is not None
    for side, _ in walls.own_walls(state, state.player):
        state.clear_wall(side)
    for wall in action.walls:
        state.set_wall(walls.side_of(wall), WALL_INDEX[wall.wall])
    now = [state.wall_wire(side) for side, _ in walls.own_walls(state, state.player)]
    events.append(WallsMoved(state.active, now))
    return turn.card_step


def _aftershock(state: State, action: Play, events: Events) -> Step:
    assert action.hex is not None and action.rotation is not None
    cell = CELL_INDEX[action.hex]
    kind, before, old = state.tile[cell], state.rotation[cell], state.mask(cell)
    events.append(TileRotated(list(action.hex), TILE_SLUGS[kind], before, action.rotation))
    walls.remove_from_tile(state, cell, "aftershock", events)
    state.put(cell, kind, action.rotation)
    _new_contacts(state, cell, old)
    return turn.due


def _sinkhole(state: State, action: Play, events: Events) -> Step:
    assert action.hex is not None
    cell = CELL_INDEX[action.hex]
    kind = state.tile[cell]
    events.append(TileRemoved(list(action.hex), TILE_SLUGS[kind]))
    walls.remove_from_tile(state, cell, "sinkhole", events)
    state.take(cell)
    state.tile_discard[kind] += 1
    return turn.card_step


def _bomb(state: State, action: Play, events: Events) -> Step:
    walls.remove(state, walls.side_of(action), "volcanic_bomb", events)
    return turn.card_step


_PLAYS: dict[str, Callable[[State, Play, Events], Step]] = {
    "lava_flow": _lava_flow,
    "reinforce": _reinforce,
    "relocate": _relocate,
    "aftershock": _aftershock,
    "rain": _rain,
    "sinkhole": _sinkhole,
    "volcanic_bomb": _bomb,
    "quake": _quake,
}


def trade(state: State, action: Trade, events: Events) -> Step:
    """A card for its wall. Source: rules 4.5, 4.6."""
    cards.spend(state, state.player, CARD_INDEX[action.card])
    events.append(CardTraded(state.active, action.card, "wall"))
    walls.gain(state, state.active, WALL_INDEX[RULES.card(action.card).trade], events)
    return turn.card_step


def trade_two(state: State, action: TradeTwo, events: Events) -> Step:
    """Two cards for a lava tile. Source: rules 4.5."""
    for card in action.cards:
        cards.spend(state, state.player, CARD_INDEX[card])
        events.append(CardTraded(state.active, card, "tile"))
    return turn.draw


def discard(state: State, action: Discard, events: Events) -> Step:
    """A card above the hand limit. Source: rules 4.9."""
    cards.spend(state, state.player, CARD_INDEX[action.card])
    events.append(CardDiscarded(state.active, action.card))
    return turn.hand_limit


def give(state: State, action: Give, events: Events) -> Step:
    """A card or a wall for a team mate. Source: rules 7.3."""
    giver, taker = state.player, state.seats[action.to]
    if action.wall is not None:
        wall = WALL_INDEX[action.wall]
        giver.stockpile[wall] -= 1
        taker.stockpile[wall] += 1
    elif action.card == HIDDEN:
        giver.hidden -= 1
        taker.hidden += 1
    else:
        assert action.card is not None
        card = CARD_INDEX[action.card]
        giver.hand[card] -= 1
        taker.hand[card] += 1
    events.append(Gift(state.active, action.to, card=action.card, wall=action.wall))
    return turn.card_step


# --- walls and passing ------------------------------------------------------------------------------------------------


def build_wall(state: State, action: BuildWall, events: Events) -> Step:
    """A wall of phase 4. Source: rules 4.8."""
    state.walls_built += 1
    _build(state, action, events)
    return turn.wall_phase


def _build(state: State, action: BuildWall | Play, events: Events) -> None:
    assert action.wall is not None
    side, wall = walls.side_of(action), WALL_INDEX[action.wall]
    state.player.stockpile[wall] -= 1
    state.set_wall(side, wall)
    events.append(WallBuilt(state.active, state.wall_wire(side)))


def pass_on(state: State, action: Pass, events: Events) -> Step:
    """End an optional step."""
    match state.kind:
        case "extra_tile":
            return turn.card_phase
        case "cards":
            return turn.hand_limit
    return turn.end_turn


EFFECTS: dict[type, Callable[[State, Any, Events], Step | None]] = {
    PlaceTile: place_tile,
    PlaceEruption: place_eruption,
    ReplaceTile: replace_tile,
    DrawTile: draw_tile,
    Play: play,
    Trade: trade,
    TradeTwo: trade_two,
    Discard: discard,
    BuildWall: build_wall,
    Give: give,
    Pass: pass_on,
    TileOutcome: tile_drawn,
    CardOutcome: card_drawn,
    Roll: roll,
}
