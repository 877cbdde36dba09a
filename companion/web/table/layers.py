"""The board's layers for a scene: what lies there, what is marked, and what a tap on each hex or edge leads to.

From below: the land, a link for each hex with its tile; the walls; the lit places, links above the land; the marks,
with the one link above all, that of the hex that is picked.
"""

from __future__ import annotations

from functools import lru_cache

from companion.games.eruption.data import CELL_INDEX, DIRECTION_INDEX, HEXES, N_HEXES, RULES
from companion.games.hexes import Hex, neighbour
from companion.web.table import island
from companion.web.table.choice import NOTHING, Choice, Site
from companion.web.table.moment import Moment
from companion.web.table.naming import hex_label, site_label
from companion.web.table.scene import Scene, looks
from companion.web.table.speech import gettext as _
from companion.web.table.speech import language

LAID = ("tile_placed", "tile_rotated", "tile_replaced")


def land(scene: Scene) -> dict[str, str]:
    """Each hex as a piece of its own, so that a new tile sends one hex and not the island."""
    return _whole_land(language(), scene.card, tuple(scene.moment.tiles.items()))


@lru_cache(64)
def _whole_land(locale: str, card: str | None, tiles: tuple[tuple[Hex, tuple[str, int]], ...]) -> dict[str, str]:
    lying = dict(tiles)
    return {name: _land(locale, card, hex_, lying.get(hex_)) for name, hex_ in _NAMES}


_NAMES = tuple((f"h{x}-{y}", (x, y)) for x, y in HEXES)


@lru_cache(16384)
def _land(locale: str, card: str | None, hex_: Hex, lying: tuple[str, int] | None) -> str:
    return island.land(hex_, Choice(hex=hex_, play=card).query(), hex_label(hex_, lying), lying)


def walls(scene: Scene) -> str:
    """The walls, as they stand or as Relocate would have them."""
    return island.layer("b-walls", [island.wall(site, material) for site, material in standing(scene).items()])


def standing(scene: Scene) -> dict[Site, str]:
    """The walls with the moves of a Relocate that is being planned."""
    now = scene.moment.walls
    if scene.card != "relocate" or not scene.choice.moves:
        return now
    now = dict(now)
    for start, end in scene.choice.moves:
        if start in now and end not in now and {start, end} <= set(gates(scene.moment)):
            now[end] = now.pop(start)
    return now


def gates(moment: Moment) -> tuple[Site, ...]:
    """The edges of the active player's village."""
    return RULES.village(moment.state["seats"][moment.active]["village"]).edges


def lit(scene: Scene) -> str:
    """Links above the land: where the tile can lie, where a wall can stand, what a card can hit."""
    locale, card = language(), scene.card
    parts = []
    for hex_, ways in _ways(scene).items():
        parts.append(_lit(locale, card, hex_, scene.moment.tiles.get(hex_), ways))
    if card == "relocate":
        parts += _relocate_links(scene, Choice(play=card))
    else:
        parts += _site_links(scene)
    return island.layer("b-lit", parts, _("Possible places"))


def _ways(scene: Scene) -> dict[Hex, int]:
    if not scene.turns:
        return dict.fromkeys(scene.use.hexes, 1)
    lying, tile = scene.moment.tiles, scene.tile
    return {hex_: len(looks(tile or lying[hex_][0], turns)) for hex_, turns in scene.turns.items()}


@lru_cache(16384)
def _lit(locale: str, card: str | None, hex_: Hex, lying: tuple[str, int] | None, ways: int) -> str:
    return island.hex_link(hex_, Choice(hex=hex_, play=card).query(), hex_label(hex_, lying, ways), "lit")


def _site_links(scene: Scene) -> list[str]:
    locale, card, standing_now = language(), scene.card, scene.moment.walls
    links: list[str] = []
    beside: dict[Hex | None, tuple[Site, tuple[str, ...]]] = {}
    for site in (*scene.sites, *scene.use.walls):
        materials = scene.sites.get(site, ())
        beside.setdefault(site_hex(site), (site, materials))
        links.append(_site(locale, card, site, materials, standing_now.get(site)))
    near = [_near(locale, card, hex_, *first) for hex_, first in beside.items() if hex_]
    return near + links


@lru_cache(16384)
def _site(locale: str, card: str | None, site: Site, materials: tuple[str, ...], wall: str | None) -> str:
    kind = "site" if wall is None else "target"
    return island.site_link(site, to_site(card, site, materials).query(), site_label(site, wall), kind)


@lru_cache(16384)
def _near(locale: str, card: str | None, hex_: Hex, site: Site, materials: tuple[str, ...]) -> str:
    """For fingers that miss an edge: the hex beside a site leads to it too."""
    return island.hex_link(hex_, to_site(card, site, materials).query(), site_label(site, None), "near")


def to_site(card: str | None, site: Site, materials: tuple[str, ...], wall: str | None = None) -> Choice:
    """The choice of a site: its material stays as it was picked, else it is the weakest at hand."""
    return Choice(play=card, site=site, wall=wall if wall in materials else materials[0] if materials else None)


def _relocate_links(scene: Scene, base: Choice) -> list[str]:
    now = standing(scene)
    base = base.but(moves=scene.choice.moves)
    lifted = scene.choice.site if scene.choice.site in now else None
    links = []
    for gate in gates(scene.moment):
        if gate in now:
            to = base if gate == lifted else base.but(site=gate)
            kind = "target on" if gate == lifted else "target"
            links.append(island.site_link(gate, to.query(), site_label(gate, now[gate]), kind))
        elif lifted:
            to = base.but(moves=(*scene.choice.moves, (lifted, gate)))
            links.append(island.site_link(gate, to.query(), site_label(gate, None), "site"))
    return links


@lru_cache(1024)
def site_hex(site: Site) -> Hex | None:
    """The hex where a finger looks for a site: the empty one that a flow wall faces, or the one at a village's gate."""
    across = neighbour((site[0], site[1]), site[2])
    if CELL_INDEX.get(across, N_HEXES) < N_HEXES:
        return across
    here = (site[0], site[1])
    return here if CELL_INDEX[here] < N_HEXES else None


# --- marks ------------------------------------------------------------------------------------------------------------


def marks(scene: Scene) -> str:
    """The ghost of a tile, edges that do not fit, the wall that is tested; and the link of the hex that is picked."""
    moment = scene.moment
    state = moment.state
    parts = [island.hex_mark((x, y), "barred") for x, y in state["barred"]]
    placing = state["placing"]
    if placing and state["drawn"]:
        parts.append(island.tile(tuple(placing["hex"]), state["drawn"], placing["rotation"], "ghost"))
    decision = moment.decision
    if decision is not None and decision.wall:
        wall = decision.wall
        parts.append(island.mark((wall["hex"][0], wall["hex"][1], DIRECTION_INDEX[wall["edge"]]), "ring"))
    if scene.choice != NOTHING:
        parts += _picked(scene)
    else:
        laid = {tuple(event["hex"]) for event in moment.news if event["type"] in LAID}
        parts += [island.hex_mark(hex_, "landing") for hex_ in laid]
    return island.layer("b-marks", parts, _("What is picked"))


def _picked(scene: Scene) -> list[str]:
    if scene.problem and scene.choice.hex:
        misfit = scene.tile and scene.problem.slug == "edge_mismatch" and scene.kind != "place_eruption"
        ghost = (
            [island.tile(scene.choice.hex, scene.tile, _nearest(scene), "ghost misfit")]
            if misfit and scene.tile
            else []
        )
        return ghost + (_faults(scene.problem.where) or [island.hex_mark(scene.choice.hex, "wrong")])
    if scene.ghost:
        return _ghost(scene)
    if scene.choice.hex and scene.choice.hex in scene.hexes:
        return [island.hex_mark(scene.choice.hex, "gone")]
    if scene.choice.hex:
        return [island.hex_mark(scene.choice.hex, "picked")]
    if scene.site:
        return _picked_site(scene, scene.site)
    return []


def _ghost(scene: Scene) -> list[str]:
    ghost = scene.ghost
    assert ghost is not None
    turns = looks(ghost.tile, scene.turns[ghost.hex])
    i = turns.index(ghost.rotation) if ghost.rotation in turns else 0
    after = Choice(hex=ghost.hex, rotation=turns[(i + 1) % len(turns)], play=scene.card)
    label = hex_label(ghost.hex, (ghost.tile, ghost.rotation))
    return [
        island.tile(ghost.hex, ghost.tile, ghost.rotation, "ghost"),
        island.hex_mark(ghost.hex, "picked"),
        island.hex_link(ghost.hex, after.query(), label, "on"),
    ]


def _picked_site(scene: Scene, site: Site) -> list[str]:
    wall = scene.choice.wall
    parts = [island.wall(site, wall, "ghost")] if wall and site in scene.sites else []
    parts.append(island.mark(site, "ring"))
    hex_ = site_hex(site)
    beside = [other for other in (*scene.sites, *scene.use.walls) if site_hex(other) == hex_]
    if hex_ and len(beside) > 1:
        after = beside[(beside.index(site) + 1) % len(beside)]
        to = to_site(scene.card, after, scene.sites.get(after, ()), wall)
        parts.append(island.hex_link(hex_, to.query(), site_label(after, scene.moment.walls.get(after)), "on"))
    return parts


def _faults(where: object) -> list[str]:
    found = []
    for one in where if isinstance(where, (list, tuple)) else ():
        hex_, site = island.edge_of(one)
        if site:
            found.append(island.mark(site, "wrong"))
        elif hex_:
            found.append(island.hex_mark(hex_, "wrong"))
    return found


def _nearest(scene: Scene) -> int:
    """The rotation that the refusal is about: the one with the fewest wrong edges."""
    position, game = scene.moment.table.position, scene.moment.table.game
    assert scene.choice.hex is not None
    wrong = []
    for rotation in range(6):
        problem = position.check(game.action({"type": scene.kind, "hex": list(scene.choice.hex), "rotation": rotation}))
        wrong.append(len(problem.where) if problem else 0)
    return wrong.index(min(wrong))
