"""The panels of the card phase: the hand, one card with both its uses, gifts, and discards above the limit."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from companion.games.contract import Problem
from companion.games.eruption.data import CARD_SLUGS, RULES, WALL_SLUGS
from companion.web.table import layers, telling
from companion.web.table.choice import NOTHING, site_text
from companion.web.table.naming import card_name, hex_name, site_name, wall_name
from companion.web.table.panels import Panel, about, build, lay, news
from companion.web.table.scene import Scene
from companion.web.table.speech import SPEAKER
from companion.web.table.speech import gettext as _
from companion.words import eruption as words


@dataclass(frozen=True)
class CardView:
    """A card of the hand: `count` how many, `why_not` why its effect is not possible now."""

    slug: str
    name: str
    text: str
    trade: str
    trade_name: str
    count: int
    link: str
    why_not: str = ""


@dataclass(frozen=True)
class Hand(Panel):
    """All cards of the hand; with real cards, all that it may have."""

    template: ClassVar[str] = "hand"
    cards: list[CardView] = field(default_factory=list)
    known: bool = True
    """Whether the app knows the hand."""
    number: int = 0
    can_pass: bool = False
    discarding: bool = False
    gift: str = ""
    """The link to the gifts for team mates."""


@dataclass(frozen=True)
class OneCard(Panel):
    """A picked card: play it, trade it, or with another for a tile."""

    template: ClassVar[str] = "card"
    card: CardView | None = None
    play: dict[str, str | int] = field(default_factory=dict)
    """The fields of the play, when nothing more has to be picked."""
    confirm: str = ""
    pairs: list[tuple[str, str]] = field(default_factory=list)
    """The other cards that buy a tile together with this one: slug and name."""
    can_trade: bool = True
    back: str = ""
    lines: list[str] = field(default_factory=list)
    inner: Panel | None = None
    """The panel that picks the target on the board."""
    restart: str = ""


@dataclass(frozen=True)
class Gifts(Panel):
    """What may be given to a team mate (clans)."""

    template: ClassVar[str] = "gifts"
    gifts: list[tuple[str, str, str, dict[str, str | int]]] = field(default_factory=list)
    """Kind (card or wall), slug, name with the mate's, and the fields."""
    back: str = ""


def cards(scene: Scene) -> Panel:
    """The panel of the card phase, or of discarding."""
    if scene.choice.give and scene.targets.gifts:
        return _gifts(scene)
    if scene.card and scene.card in scene.targets.trades:
        return one(scene, scene.card)
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
    card = RULES.card(slug)
    why = "" if slug in scene.targets.cards or scene.kind == "discard" else why_not(scene, slug)
    return CardView(
        slug,
        card_name(slug),
        words.card_text(slug, SPEAKER),
        card.trade,
        wall_name(card.trade),
        count,
        NOTHING.but(card=slug).query(),
        why,
    )


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
    """One card with both its uses."""
    count = held(scene).get(slug, 0)
    card = view(scene, slug, count)
    play: dict[str, str | int] = {}
    confirm, lines, restart = "", list[str](), ""
    inner: Panel | None = None
    heading = card.name
    picked = scene.choice
    if slug in scene.targets.cards:
        match slug:
            case "aftershock":
                inner = lay(scene)
            case "reinforce":
                inner = build(scene)
            case "sinkhole" if picked.hex in scene.use.hexes and picked.hex:
                heading = _("Remove the tile of %(hex)s?", hex=hex_name(picked.hex))
                lines = telling.consequences(scene)
                play, confirm = (
                    {"type": "play", "card": slug, "hex": f"{picked.hex[0]},{picked.hex[1]}"},
                    _("Remove it"),
                )
            case "sinkhole":
                heading = _("Tap the tile to remove.")
            case "volcanic_bomb" if scene.site:
                wall = wall_name(scene.moment.walls[scene.site])
                heading = _("Destroy the %(wall)s wall at %(place)s?", wall=wall, place=site_name(scene.site))
                play, confirm = {"type": "play", "card": slug, "site": site_text(scene.site)}, _("Destroy it")
            case "volcanic_bomb":
                heading = _("Tap the wall to destroy.")
            case "relocate":
                heading, play, confirm, restart = _relocate(scene)
            case _:
                play, confirm = {"type": "play", "card": slug}, _("Play")
    others = held(scene)
    pairs = [
        (other, card_name(other))
        for other in CARD_SLUGS
        if (slug, other) in scene.targets.pairs and others.get(other, 0) > (1 if other == slug else 0)
    ]
    return OneCard(
        heading,
        [],
        about(scene),
        card,
        play,
        confirm,
        pairs,
        slug in scene.targets.trades,
        NOTHING.query(),
        lines,
        inner,
        restart,
    )


def _relocate(scene: Scene) -> tuple[str, dict[str, str | int], str, str]:
    walls = layers.standing(scene)
    own = [site for site in layers.gates(scene.moment) if site in walls]
    lifted = scene.choice.site
    if lifted in own and lifted:
        heading = _("Tap the gate where the %(wall)s wall goes.", wall=wall_name(walls[lifted]))
    else:
        heading = _("Tap a wall of your village, then its new gate.")
    restart = NOTHING.but(card="relocate").query() if scene.choice.moves else ""
    if walls == scene.moment.walls:
        return heading, {}, "", restart
    arrangement = "~".join(f"{site_text(site)},{walls[site]}" for site in own)
    return heading, {"type": "play", "card": "relocate", "walls": arrangement}, _("Leave them so"), restart


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
