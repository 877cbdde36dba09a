"""Hands, deck and the uses of the action cards (rules 4.5, 4.7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.contract import Problem
from companion.games.eruption import placement, walls
from companion.games.eruption.actions import HIDDEN, Discard, Give, Pass, Play, Trade, TradeTwo
from companion.games.eruption.data import CARD_INDEX, CARD_SLUGS, LAVA_TILES, N_HEXES, RULES, WALL_INDEX, WALL_SLUGS
from companion.games.eruption.events import DeckReshuffled
from companion.games.eruption.state import N_CARDS, Seat, State

RAIN = CARD_INDEX["rain"]
NEEDS_STACK = ("lava_flow", "quake")

_PLAIN_PLAYS = {slug: Play(card=slug) for slug in ("lava_flow", "quake", "rain")}
_TRADES = tuple(Trade(card=slug) for slug in CARD_SLUGS)
_DISCARDS = tuple(Discard(card=slug) for slug in CARD_SLUGS)
_TRADE_TWO = {(c, d): TradeTwo(cards=(CARD_SLUGS[c], CARD_SLUGS[d])) for c in range(N_CARDS) for d in range(c, N_CARDS)}
PASS = Pass()


def box(state: State) -> list[int]:
    """The cards that the game is played with, by kind (rules 7.3: No Rain)."""
    cards = [card.count for card in RULES.cards]
    if state.options.no_rain:
        cards[RAIN] = 0
    return cards


def held(state: State, seat: Seat) -> list[int]:
    """How many cards of each kind the seat may use.

    With real cards: as many as the hand may have, that is every card of the box that is not in the discard pile, no
    more of a kind than the hand has cards.
    """
    if not state.options.real_cards:
        return seat.hand
    return [min(seat.hidden, n - gone) for n, gone in zip(box(state), state.card_discard, strict=True)]


def spend(state: State, seat: Seat, card: int) -> None:
    """A card goes from the hand to the discard pile."""
    if state.options.real_cards:
        seat.hidden -= 1
    else:
        seat.hand[card] -= 1
    state.card_discard[card] += 1


def deck_ready(state: State, events: list[Any]) -> bool:
    """Whether a card can be drawn; an empty deck takes the discard pile first (rules 4.9)."""
    if state.options.real_cards:
        if not state.deck_hidden and (n := sum(state.card_discard)):
            state.deck_hidden, state.card_discard = n, [0] * N_CARDS
            events.append(DeckReshuffled(n))
        return state.deck_hidden > 0
    if not any(state.deck) and (n := sum(state.card_discard)):
        state.deck, state.card_discard = state.card_discard, [0] * N_CARDS
        events.append(DeckReshuffled(n))
    return any(state.deck)


def tiles_to_draw(state: State) -> bool:
    """Whether the stack has tiles, or will have them when one is drawn (last one standing)."""
    if any(state.stack):
        return True
    return state.options.last_standing and any(state.tile_discard[tile] for tile in LAVA_TILES)


# --- the card step ----------------------------------------------------------------------------------------------------


def anything_to_do(state: State) -> bool:
    """Whether the card step has more to it than to pass: every card can be traded, every wall be given."""
    seat = state.player
    if any(held(state, seat)):
        return True
    return state.options.clans is not None and bool(seat.cards or any(seat.stockpile))


def mates(state: State) -> list[int]:
    """The team mates of the player."""
    if state.options.clans is None:
        return []
    team = state.options.team(state.active)
    return [i for i in range(len(state.seats)) if i != state.active and state.options.team(i) == team]


def legal(state: State) -> list[Any]:
    """Every action of the card step."""
    seat = state.player
    hand = held(state, seat)
    actions: list[Any] = []
    kinds = [card for card, n in enumerate(hand) if n > 0]
    for card in kinds:
        actions += _PLAYS[card](state, seat)
        actions.append(_TRADES[card])
    if seat.cards >= RULES.turn.trade_two and tiles_to_draw(state):
        for i, card in enumerate(kinds):
            if hand[card] > 1:
                actions.append(_TRADE_TWO[card, card])
            actions += [_TRADE_TWO[card, other] for other in kinds[i + 1 :]]
    if state.options.clans is not None:
        for mate in mates(state):
            actions += _gifts(state, seat, mate, kinds)
    if not _blocked(state, seat):
        actions.append(PASS)
    return actions


_PLAYS: dict[int, Callable[[State, Seat], list[Any]]] = {
    CARD_INDEX["rain"]: lambda state, seat: [_PLAIN_PLAYS["rain"]],
    CARD_INDEX["lava_flow"]: lambda state, seat: [_PLAIN_PLAYS["lava_flow"]] if tiles_to_draw(state) else [],
    CARD_INDEX["quake"]: lambda state, seat: (
        [_PLAIN_PLAYS["quake"]] if tiles_to_draw(state) and state.tile.count(-1) < N_HEXES else []
    ),
    CARD_INDEX["aftershock"]: lambda state, seat: placement.aftershocks(state),
    CARD_INDEX["sinkhole"]: lambda state, seat: placement.sinkholes(state),
    CARD_INDEX["volcanic_bomb"]: lambda state, seat: walls.bombs(state),
    CARD_INDEX["reinforce"]: walls.reinforcements,
    CARD_INDEX["relocate"]: walls.relocations,
}
"""The plays of each card."""


def _gifts(state: State, seat: Seat, mate: int, kinds: list[int]) -> list[Any]:
    gifts: list[Any] = [Give(to=mate, wall=WALL_SLUGS[wall]) for wall, n in enumerate(seat.stockpile) if n]
    if state.options.real_cards:
        return gifts + ([Give(to=mate, card=HIDDEN)] if seat.hidden else [])
    return gifts + [Give(to=mate, card=CARD_SLUGS[card]) for card in kinds]


def _blocked(state: State, seat: Seat) -> bool:
    return state.options.hand_limit == "block" and seat.cards > RULES.turn.hand_limit


def discards(state: State) -> list[Any]:
    """Every card that may be discarded above the hand limit."""
    return [_DISCARDS[card] for card, n in enumerate(held(state, state.player)) if n > 0]


# --- why not ----------------------------------------------------------------------------------------------------------


def check_held(state: State, *cards: str) -> Problem | None:
    """Why the player cannot use these cards together: they are not in the hand."""
    hand, seat = held(state, state.player), state.player
    for card in cards:
        if hand[CARD_INDEX[card]] < cards.count(card) or seat.cards < len(cards):
            return Problem("no_such_card", {"card": card})
    return None


def check_play(state: State, action: Play) -> Problem | None:
    """Why the card cannot be played for that effect now."""
    if problem := check_held(state, action.card):
        return problem
    match action.card:
        case "lava_flow" | "quake":
            if not tiles_to_draw(state):
                return Problem("stack_empty")
            if action.card == "quake" and state.tile.count(-1) == N_HEXES:
                return Problem("no_target", {"card": action.card})
            return None
        case "aftershock":
            return placement.check_aftershock(state, action)
        case "sinkhole":
            return placement.check_sinkhole(state, action)
        case "volcanic_bomb":
            return walls.check_bomb(state, action)
        case "reinforce":
            return walls.check_build(state, state.player, action)
        case "relocate":
            return walls.check_relocate(state, state.player, action)
    return None


def check_trade(state: State, action: Trade | Discard) -> Problem | None:
    """Why the card cannot be traded or discarded."""
    return check_held(state, action.card)


def check_trade_two(state: State, action: TradeTwo) -> Problem | None:
    """Why two cards cannot buy a tile."""
    if problem := check_held(state, *action.cards):
        return problem
    return None if tiles_to_draw(state) else Problem("stack_empty")


def check_give(state: State, action: Give) -> Problem | None:
    """Why a gift is not possible: only team mates, only what one has."""
    if action.to not in mates(state):
        return Problem("not_yours", {"to": action.to})
    seat = state.player
    if action.wall is not None:
        return None if seat.stockpile[WALL_INDEX[action.wall]] else Problem("no_wall", {"wall": action.wall})
    assert action.card is not None
    if state.options.real_cards or action.card == HIDDEN:
        known = state.options.real_cards and action.card == HIDDEN and seat.hidden
        return None if known else Problem("no_such_card", {"card": action.card})
    return check_held(state, action.card)


def check_pass(state: State) -> Problem | None:
    """Why the card step cannot end yet."""
    if _blocked(state, state.player):
        return Problem("hand_limit", {"cards": state.player.cards, "limit": RULES.turn.hand_limit})
    return None
