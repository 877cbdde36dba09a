"""The panels of the card phase: the hand, one card with both its uses, gifts, and discards above the limit."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

import msgspec

from companion.games.contract import Problem
from companion.games.eruption.actions import PLAY_MEMBERS
from companion.games.eruption.data import CARD_SLUGS, RULES, WALL_SLUGS
from companion.web.table import layers, telling
from companion.web.table.choice import NOTHING, Choice, site_text
from companion.web.table.naming import card_name, hex_name, site_name, wall_name
from companion.web.table.panels import about, build, lay, news
from companion.web.table.scene import Scene
from companion.web.table.speech import SPEAKER, language
from companion.web.table.speech import gettext as _
from companion.web.table.stage import Panel
from companion.words import eruption as words


class CardView(msgspec.Struct, frozen=True):
    """A card of the hand: `count` how many, `why_not` why its effect is not possible now."""

    slug: str
    name: str
    text: str
    trade: str
    trade_name: str
    count: int
    link: str
    why_not: str = ""


class Hand(Panel, frozen=True):
    """All cards of the hand; with real cards, all that it may have."""

    template: ClassVar[str] = "hand"
    cards: list[CardView] = msgspec.field(default_factory=list)
    known: bool = True
    """Whether the app knows the hand."""
    number: int = 0
    can_pass: bool = False
    discarding: bool = False
    gift: str = ""
    """The link to the gifts for team mates."""


class OneCard(Panel, frozen=True):
    """A card with all its uses: play it, trade it, or with another for a tile."""

    template: ClassVar[str] = "card"
    card: CardView | None = None
    target: str = ""
    """The link to the choice of a target on the board; empty for a card that has none."""
    pairs: list[tuple[str, str]] = msgspec.field(default_factory=list)
    """The other cards that buy a tile together with this one: slug and name."""
    back: str = ""


class Aim(Panel, frozen=True):
    """The target of a card on the board: a tile to remove, a wall to destroy, walls to move."""

    template: ClassVar[str] = "aim"
    card: str = ""
    lines: list[str] = msgspec.field(default_factory=list)
    after: str = ""
    """The link to the next target."""
    confirm: str = ""
    fields: dict[str, str | int] = msgspec.field(default_factory=dict)
    back: str = ""
    restart: str = ""


class Gifts(Panel, frozen=True):
    """What may be given to a team mate (clans)."""

    template: ClassVar[str] = "gifts"
    gifts: list[tuple[str, str, str, dict[str, str | int]]] = msgspec.field(default_factory=list)
    """Kind (card or wall), slug, name with the mate's, and the fields."""
    back: str = ""


def cards(scene: Scene) -> Panel:
    """The panel of the card phase, or of discarding."""
    if scene.choice.give and scene.targets.gifts:
        return _gifts(scene)
    match scene.card:
        case "aftershock":
            return lay(scene)
        case "reinforce":
            return build(scene)
        case "sinkhole":
            return _sinkhole(scene)
        case "volcanic_bomb":
            return _bomb(scene)
        case "relocate":
            return _relocate(scene)
    if scene.kind == "cards" and scene.choice.card in scene.targets.trades and scene.choice.card:
        return one(scene, scene.choice.card)
    return hand(scene)


def held(scene: Scene) -> dict[str, int]:
    """The cards of the hand that plays; with real cards those that it may have, as many as are unaccounted for."""
    moment = scene.moment
    if moment.private:
        return moment.hand(moment.active)
    gone, no_rain = moment.state["card_discard"], moment.state["options"]["no_rain"]
    possible = scene.targets.trades | scene.targets.discards
    return {
        card.slug: card.count - gone.get(card.slug, 0)
        for card in RULES.cards
        if card.slug in possible and not (no_rain and card.slug == "rain")
    }


def hand(scene: Scene) -> Hand:
    """All cards."""
    moment, targets = scene.moment, scene.targets
    discarding = scene.kind == "discard"
    number = sum(moment.state["seats"][moment.active]["hand"].values())
    held_now = held(scene)
    views = [view(scene, slug, held_now[slug]) for slug in CARD_SLUGS if held_now.get(slug)]
    return Hand(
        _heading(scene, discarding, number),
        news(scene),
        about(scene),
        views,
        moment.private,
        number,
        targets.can_pass,
        discarding,
        NOTHING.but(give=True).query() if targets.gifts else "",
    )


def _heading(scene: Scene, discarding: bool, number: int) -> str:
    limit = RULES.turn.hand_limit
    if discarding:
        return _("Keep %(limit)s cards: discard %(n)s.", limit=limit, n=number - limit)
    if not scene.moment.private:
        return _("Play cards? Tap the one that was played.")
    if not scene.targets.can_pass:
        return _("You may keep %(limit)s cards: play or trade until you do.", limit=limit)
    return _("Play cards, or go on to the walls.")


def view(scene: Scene, slug: str, count: int) -> CardView:
    """One card."""
    why = "" if slug in scene.targets.cards or scene.kind == "discard" else why_not(scene, slug)
    return CardView(slug, *_words(language(), slug), count, Choice(card=slug).query(), why)


@lru_cache(256)
def _words(locale: str, slug: str) -> tuple[str, str, str, str]:
    """A card's name and sentence, and the wall that it trades for with its name."""
    trade = RULES.card(slug).trade
    return card_name(slug), words.card_text(slug, SPEAKER), trade, wall_name(trade)


def why_not(scene: Scene, slug: str) -> str:
    """Why a card's effect is not possible now."""
    state = scene.moment.state
    if slug in ("lava_flow", "quake") and not state["stack"]:
        return telling.problem(Problem("stack_empty"))
    if slug == "reinforce":
        stockpile = state["seats"][scene.moment.active]["stockpile"]
        return _("Your stockpile is empty.") if not stockpile else _("No site is free for a wall.")
    if slug == "relocate":
        return _("No wall stands at your village.")
    if slug == "volcanic_bomb":
        return _("No wall stands on the island.")
    return _("No tile on the island can be its target.") if state["tiles"] else _("No tile lies on the island yet.")


def one(scene: Scene, slug: str) -> OneCard:
    """One card with all its uses."""
    others = held(scene)
    pairs = [
        (other, card_name(other))
        for other in CARD_SLUGS
        if (slug, other) in scene.targets.pairs and others.get(other, 0) > (1 if other == slug else 0)
    ]
    card = view(scene, slug, others.get(slug, 0))
    target = NOTHING.but(play=slug).query() if slug in PLAY_MEMBERS else ""
    return OneCard(card.name, [], about(scene), card, target, pairs, NOTHING.query())


def _sinkhole(scene: Scene) -> Aim:
    hexes, hex_ = scene.use.hexes, scene.choice.hex
    back = NOTHING.but(card=scene.card).query()
    if hex_ not in hexes or hex_ is None:
        after = NOTHING.but(play=scene.card, hex=hexes[0]).query()
        return Aim(_("Tap the tile to remove."), [], about(scene), "sinkhole", after=after, back=back)
    after = NOTHING.but(play=scene.card, hex=hexes[(hexes.index(hex_) + 1) % len(hexes)]).query()
    fields: dict[str, str | int] = {"type": "play", "card": "sinkhole", "hex": f"{hex_[0]},{hex_[1]}"}
    heading = _("Remove the tile of %(hex)s?", hex=hex_name(hex_))
    lines = telling.consequences(scene)
    return Aim(heading, [], about(scene), "sinkhole", lines, after, _("Remove it"), fields, back)


def _bomb(scene: Scene) -> Aim:
    walls, site = scene.use.walls, scene.site
    back = NOTHING.but(card=scene.card).query()
    if site is None:
        after = NOTHING.but(play=scene.card, site=walls[0]).query()
        return Aim(_("Tap the wall to destroy."), [], about(scene), "volcanic_bomb", after=after, back=back)
    after = NOTHING.but(play=scene.card, site=walls[(walls.index(site) + 1) % len(walls)]).query()
    wall = wall_name(scene.moment.walls[site])
    heading = _("Destroy the %(wall)s wall at %(place)s?", wall=wall.lower(), place=site_name(site))
    fields: dict[str, str | int] = {"type": "play", "card": "volcanic_bomb", "site": site_text(site)}
    return Aim(heading, [], about(scene), "volcanic_bomb", [], after, _("Destroy it"), fields, back)


def _relocate(scene: Scene) -> Aim:
    walls = layers.standing(scene)
    own = [site for site in layers.gates(scene.moment) if site in walls]
    lifted = scene.choice.site
    heading = _("Tap a wall of your village, then its new gate.")
    if lifted in own and lifted:
        heading = _("Tap the gate where the %(wall)s wall goes.", wall=wall_name(walls[lifted]).lower())
    restart = NOTHING.but(play="relocate").query() if scene.choice.moves else ""
    back = NOTHING.but(card="relocate").query()
    if walls == scene.moment.walls:
        return Aim(heading, [], about(scene), "relocate", back=back, restart=restart)
    arrangement = "~".join(f"{site_text(site)},{walls[site]}" for site in own)
    fields: dict[str, str | int] = {"type": "play", "card": "relocate", "walls": arrangement}
    return Aim(heading, [], about(scene), "relocate", [], "", _("Leave them so"), fields, back, restart)


def _gifts(scene: Scene) -> Gifts:
    names = scene.moment.table.names
    gifts: list[tuple[str, str, str, dict[str, str | int]]] = []
    for gift in scene.targets.gifts:
        kind = "card" if gift["card"] else "wall"
        slug = gift[kind]
        if slug in WALL_SLUGS:
            what = _("%(wall)s wall", wall=wall_name(slug))
        else:
            what = card_name(slug) if slug in CARD_SLUGS else _("a card")
        label = _("%(what)s to %(name)s", what=what, name=names[gift["to"]])
        gifts.append((kind, slug, label, {"type": "give", "to": gift["to"], kind: slug}))
    return Gifts(_("What do you give?"), [], about(scene), gifts, NOTHING.query())
