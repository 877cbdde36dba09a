"""The panel at the bottom: for each decision a context that says what there is to do, and its template's name."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from companion.games.eruption.data import LAVA_TILES, RULES, zone_of
from companion.web.table import layers, telling
from companion.web.table.choice import NOTHING, Choice, Site, site_text
from companion.web.table.naming import hex_label, odds, site_name, tile_name, wall_name
from companion.web.table.scene import LAYING, Scene, looks
from companion.web.table.speech import gettext as _
from companion.web.table.stage import Panel


class Handover(Panel, frozen=True):
    """The hand is covered: give the phone to the player whose turn it is."""

    template: ClassVar[str] = "handover"
    seat: int = 0
    name: str = ""
    village: str = ""


class Duel(Panel, frozen=True):
    """A wall is tested: the app rolls, or the dice on the table are tapped in."""

    template: ClassVar[str] = "duel"
    wall: str = ""
    bonus: int = 0
    chance: int = 0
    pending: int = 1
    by_app: bool = True
    sides: tuple[int, ...] = ()
    white: int | None = None


class Pick(Panel, frozen=True):
    """A tile was drawn from the stack on the table: which?"""

    template: ClassVar[str] = "pick"
    tiles: list[tuple[str, str, int]] = msgspec.field(default_factory=list)
    """Slug, name, and how many are left."""


class Lay(Panel, frozen=True):
    """A tile to lay, swap or turn: the hex, the turn, what follows, and the button."""

    template: ClassVar[str] = "lay"
    tile: str = ""
    name: str = ""
    ghost: bool = False
    rotation: int = 0
    lines: list[str] = msgspec.field(default_factory=list)
    to_left: str = ""
    to_right: str = ""
    turns: int = 0
    before: str = ""
    """Links to the hex before and after this one in the list of possible ones."""
    after: str = ""
    hexes: int = 0
    back: str = ""
    confirm: str = ""
    fields: dict[str, str | int] = msgspec.field(default_factory=dict)
    card: str = ""
    """The card that is played, if one is."""


class Stacks(Panel, frozen=True):
    """Draw from an open stack, or take the second tile of a hot village, or not."""

    template: ClassVar[str] = "stacks"
    stacks: list[tuple[int | None, str | None, str, int]] = msgspec.field(default_factory=list)
    """Number, the tile on top, its name, and the size."""
    can_pass: bool = False


class Build(Panel, frozen=True):
    """A wall to build: the site and the material."""

    template: ClassVar[str] = "build"
    materials: list[tuple[str, str, int, str, bool]] = msgspec.field(default_factory=list)
    """Slug, name, how many in the stockpile, the link that picks it, and whether it is picked."""
    picked: str = ""
    place: str = ""
    before: str = ""
    after: str = ""
    back: str = ""
    confirm: str = ""
    fields: dict[str, str | int] = msgspec.field(default_factory=dict)
    can_pass: bool = False
    card: str = ""


def panel(scene: Scene) -> Panel:
    """The panel of a scene."""
    if scene.mode == "handover":
        return _handover(scene)
    kind = scene.kind
    if kind == "over":
        from companion.web.table.ending import over

        return over(scene)
    if kind == "duel":
        return _duel(scene)
    if kind == "tile":
        return _pick(scene)
    if kind in LAYING:
        return lay(scene)
    if kind in ("draw", "extra_tile"):
        return _stacks(scene)
    if kind == "walls":
        return build(scene)
    from companion.web.table.hand import cards

    return cards(scene)


def news(scene: Scene) -> list[telling.Line]:
    """What the last action brought, while nothing is picked yet."""
    return telling.lines(scene.moment) if scene.choice == NOTHING and not scene.say else []


def about(scene: Scene) -> str:
    """The sentence above the heading: what was refused, why a hex is not possible, or what lies on a hex."""
    if scene.say:
        return scene.say
    if scene.problem:
        return telling.problem(scene.problem)
    hex_ = scene.choice.hex
    if hex_ and not scene.asks_hex:
        return hex_label(hex_, scene.moment.tiles.get(hex_)) + "."
    return ""


def _handover(scene: Scene) -> Handover:
    moment = scene.moment
    name = moment.table.names[moment.active]
    return Handover(
        _("Give the phone to %(name)s", name=name),
        telling.handover(moment) if scene.choice == NOTHING else [],
        about(scene),
        moment.active,
        name,
        moment.state["seats"][moment.active]["village"],
    )


def _duel(scene: Scene) -> Duel:
    moment = scene.moment
    assert moment.decision is not None and moment.decision.wall is not None
    wire = moment.decision.wall
    wall = wire["wall"]
    chance = odds(wall, moment.state["options"]["ties_to_wall"])
    return Duel(
        _("%(wall)s wall at %(place)s: roll.", wall=wall_name(wall), place=site_name(telling.site(wire))),
        news(scene),
        about(scene),
        wall,
        RULES.wall(wall).bonus,
        chance,
        len(moment.table.position.state.duels),  # type: ignore[attr-defined]
        moment.table.asks == "roll",
        tuple(range(1, RULES.dice.sides + 1)),
        scene.choice.white,
    )


def _pick(scene: Scene) -> Pick:
    left = scene.moment.state["stack"]
    outcomes = {action.tile: weight for action, weight in scene.moment.table.position.outcomes()}
    slugs = (RULES.tiles[i].slug for i in LAVA_TILES)
    decision = scene.moment.decision
    stack = decision.stack if decision else None
    heading = (
        _("Draw a tile from the stack. Which is it?")
        if stack is None
        else _("Turn up the top tile of stack %(n)s. Which is it?", n=stack + 1)
    )
    tiles = [(slug, tile_name(slug), outcomes.get(slug, 0) and left.get(slug, 0)) for slug in slugs]
    return Pick(heading, news(scene), about(scene), tiles)


def lay(scene: Scene) -> Lay:
    """The panel of a tile that is laid, swapped, or turned by an Aftershock."""
    hex_ = scene.choice.hex
    card = scene.card
    hexes = tuple(scene.turns)
    back = NOTHING.but(card=card).query() if card else ""
    if scene.ghost is None or hex_ is None:
        first = Choice(hex=hexes[0], play=card).query() if hexes else ""
        last = Choice(hex=hexes[-1], play=card).query() if hexes else ""
        heading = _lay_heading(scene)
        slug = scene.tile or ""
        return Lay(
            heading,
            news(scene),
            about(scene),
            slug,
            tile_name(slug) if slug else "",
            before=last,
            after=first,
            hexes=len(hexes),
            back=back,
            card=card or "",
        )
    ghost = scene.ghost
    turns = looks(ghost.tile, scene.turns[hex_])
    i = turns.index(ghost.rotation) if ghost.rotation in turns else 0
    j = hexes.index(hex_)
    action: dict[str, str | int] = {"type": scene.kind, "hex": f"{hex_[0]},{hex_[1]}"}
    if card:
        action = {"type": "play", "card": card, "hex": f"{hex_[0]},{hex_[1]}"}
    if scene.kind != "place_eruption":
        action["rotation"] = ghost.rotation
    return Lay(
        _("%(tile)s on hex %(x)s,%(y)s", tile=tile_name(ghost.tile), x=hex_[0], y=hex_[1]),
        [],
        about(scene),
        ghost.tile,
        tile_name(ghost.tile),
        True,
        ghost.rotation,
        telling.consequences(scene),
        Choice(hex=hex_, rotation=turns[i - 1], play=card).query(),
        Choice(hex=hex_, rotation=turns[(i + 1) % len(turns)], play=card).query(),
        len(turns),
        Choice(hex=hexes[j - 1], play=card).query(),
        Choice(hex=hexes[(j + 1) % len(hexes)], play=card).query(),
        len(hexes),
        back,
        _("Turn it") if card else _("Swap it") if scene.kind == "replace_tile" else _("Place it"),
        action,
        card or "",
    )


def _lay_heading(scene: Scene) -> str:
    if scene.card:
        return _("Tap the tile to turn.")
    match scene.kind:
        case "place_eruption":
            return _("Eruption! Tap a lit hex for the new source of lava.")
        case "replace_tile":
            return _("Tap the tile to swap for the %(tile)s.", tile=tile_name(scene.tile or ""))
    return _("Tap a lit hex for the %(tile)s.", tile=tile_name(scene.tile or ""))


def _stacks(scene: Scene) -> Stacks:
    moment, targets = scene.moment, scene.targets
    tops = moment.state.get("stacks")
    stacks = []
    for number in targets.stacks:
        top = tops[number]["top"] if tops and number is not None else None
        size = tops[number]["size"] if tops and number is not None else sum(moment.state["stack"].values())
        stacks.append((number, top, tile_name(top) if top else "", size))
    heading = (
        _("Your village is so hot that you may lay a second tile.")
        if scene.kind == "extra_tile"
        else _("Take the top tile of a stack.")
    )
    return Stacks(heading, news(scene), about(scene), stacks, targets.can_pass)


def build(scene: Scene) -> Build:
    """The panel of a wall to build, in the wall phase or by Reinforce."""
    moment, site = scene.moment, scene.site
    stockpile = moment.state["seats"][moment.active]["stockpile"]
    sites = tuple(scene.sites)
    materials, fields = [], dict[str, str | int]()
    picked = scene.choice.wall if site and scene.choice.wall in scene.sites[site] else ""
    if site:
        for wall in RULES.walls:
            if stockpile.get(wall.slug):
                link = Choice(play=scene.card, site=site, wall=wall.slug).query()
                materials.append((wall.slug, wall_name(wall.slug), stockpile[wall.slug], link, wall.slug == picked))
        fields = {"type": "play", "card": scene.card} if scene.card else {"type": "build_wall"}
        fields |= {"site": site_text(site), "wall": picked or ""}
    else:
        materials = [(wall.slug, wall_name(wall.slug), stockpile.get(wall.slug, 0), "", False) for wall in RULES.walls]
    j = sites.index(site) if site else 0
    return Build(
        site_name(site)[0].upper() + site_name(site)[1:] if site else _build_heading(scene),
        [] if site else news(scene),
        about(scene),
        materials,
        picked or "",
        site_name(site) if site else "",
        _to(scene, sites[j - 1]) if sites else "",
        _to(scene, sites[(j + 1) % len(sites) if site else 0]) if sites else "",
        NOTHING.but(card=scene.card).query() if scene.card else "",
        _("Build") if picked else "",
        fields,
        scene.kind == "walls" and scene.targets.can_pass,
        scene.card or "",
    )


def _to(scene: Scene, site: Site) -> str:
    return layers.to_site(scene.card, site, scene.sites[site], scene.choice.wall).query()


def _build_heading(scene: Scene) -> str:
    if scene.card:
        return _("Tap a site for the extra wall.")
    state = scene.moment.state
    left = (
        RULES.turn.walls[zone_of(state["seats"][scene.moment.active]["temperature"])] - state["progress"]["walls_built"]
    )
    if left == 1:
        return _("Tap a site to build a wall.")
    return _("Tap a site: you may build %(n)s walls.", n=left)
