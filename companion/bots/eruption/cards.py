"""Which card to play, trade or keep."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from companion.bots.eruption import tiles, walls
from companion.bots.eruption.best import Best
from companion.bots.eruption.outlook import AHEAD, Outlook
from companion.games.eruption import cards as rules
from companion.games.eruption.actions import Discard, Play, Trade, TradeTwo
from companion.games.eruption.data import CARD_INDEX, CARD_SLUGS, N_HEXES, RULES, WALL_INDEX

KEEP = {
    "rain": 24.0,
    "sinkhole": 12.0,
    "aftershock": 9.0,
    "quake": 8.0,
    "volcanic_bomb": 7.0,
    "reinforce": 5.0,
    "lava_flow": 4.0,
    "relocate": 3.0,
}
"""What a card is worth in the hand, for a better moment; nothing in the last turn."""
ONE_TILE = 7.0
"""What it is worth to lay one tile more."""
HOT = RULES.meter.zones[1]
"""From here on Rain does not wait."""


def choose(look: Outlook, rng: Random) -> Any:
    """The best use of a card, or to pass; None with cards on the table, where only people can see the hand."""
    state = look.state
    limit = RULES.turn.hand_limit
    blocked = state.options.hand_limit == "block" and look.me.cards > limit
    if state.options.real_cards:
        return None if blocked else rules.PASS
    best = Best()
    if look.me.cards <= limit:
        best.offer(0.0, rules.PASS)
    elif not blocked:
        best.offer(
            -min(_keep(look, card) for card in _kinds(look)), rules.PASS
        )  # the least useful one goes for nothing
    for card in _kinds(look):
        _use(look, card, best)
    if look.me.cards >= RULES.turn.trade_two and rules.tiles_to_draw(state):
        _two_for_a_tile(look, best)
    return best.pick(rng)


def discard(look: Outlook, rng: Random) -> Any:
    """The least useful card; None with cards on the table."""
    if look.state.options.real_cards:
        return None
    best = Best()
    for card in _kinds(look):
        best.offer(-_keep(look, card), Discard(card=CARD_SLUGS[card]))
    return best.pick(rng)


def _kinds(look: Outlook) -> list[int]:
    return [card for card, n in enumerate(look.me.hand) if n]


def _keep(look: Outlook, card: int) -> float:
    """What one card of a kind is worth to keep; a second one of the kind less."""
    slug = CARD_SLUGS[card]
    if look.last_turn or (slug in rules.NEEDS_STACK and not rules.tiles_to_draw(look.state)):
        return 0.0
    return KEEP[slug] * min(1.0, (1 + look.phases[look.village]) / AHEAD) * 0.75 ** (look.me.hand[card] - 1)


def _use(look: Outlook, card: int, best: Best) -> None:
    """Offer what one kind of card can do, less what it is worth to keep."""
    slug = CARD_SLUGS[card]
    keep = _keep(look, card)
    material = WALL_INDEX[RULES.card(slug).trade]
    best.offer(look.gain(material) - keep, Trade(card=slug))
    played = PLAYS[slug](look)
    if played.actions and played.worth > 0:
        for action in played.actions:
            best.offer(played.worth - keep, action)


def _rain(look: Outlook) -> Best:
    """Rain cools when there is enough to cool; it waits while there is no need."""
    best, degrees = Best(), min(RULES.meter.rain, look.me.temperature)
    full = degrees == RULES.meter.rain
    best.offer(degrees + (KEEP["rain"] if full and look.me.temperature >= HOT else -8.0), Play(card="rain"))
    return best


def _lava_flow(look: Outlook) -> Best:
    best = Best()
    if rules.tiles_to_draw(look.state) and not _ends_badly(look):
        best.offer(ONE_TILE, Play(card="lava_flow"))
    return best


def _quake(look: Outlook) -> Best:
    best = Best()
    if rules.tiles_to_draw(look.state) and look.state.tile.count(-1) < N_HEXES and any(look.state.stack):
        best.offer(tiles.quake(look), Play(card="quake"))
    return best


def _ends_badly(look: Outlook) -> bool:
    """Whether one more tile would be the last one, for a seat that does not lead."""
    state = look.state
    return sum(state.stack) <= 1 and not look.leads and not state.options.last_standing


PLAYS: dict[str, Callable[[Outlook], Best]] = {
    "rain": _rain,
    "lava_flow": _lava_flow,
    "quake": _quake,
    "aftershock": tiles.aftershock,
    "sinkhole": tiles.sinkhole,
    "volcanic_bomb": walls.bomb,
    "reinforce": walls.reinforce,
    "relocate": walls.relocate,
}
assert set(PLAYS) == set(KEEP) == set(CARD_INDEX)


def _two_for_a_tile(look: Outlook, best: Best) -> None:
    """The two least useful cards for a tile."""
    each = [card for card in _kinds(look) for _ in range(look.me.hand[card])]
    one, two = sorted(sorted(each, key=lambda card: (_keep(look, card), card))[:2])
    if not _ends_badly(look):
        worth = ONE_TILE - _keep(look, one) - _keep(look, two)
        best.offer(worth, TradeTwo(cards=(CARD_SLUGS[one], CARD_SLUGS[two])))
