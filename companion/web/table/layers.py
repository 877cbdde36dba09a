"""The board's layers for a scene: what lies there, what is marked, and what a tap on each hex or edge leads to."""

from __future__ import annotations

from companion.web.i18n import gettext as _

from companion.games.eruption.data import CELL_INDEX, DIRECTION_INDEX, HEXES, N_HEXES, RULES
from companion.games.hexes import Hex, neighbour
from companion.web.table import island
from companion.web.table.choice import NOTHING, Choice, Site
from companion.web.table.moment import Moment
from companion.web.table.naming import hex_label, site_label
from companion.web.table.scene import Scene, looks


def tiles(moment: Moment) -> str:
    """The tiles; those that the last action laid or turned are marked as new."""
    new = {tuple(event["hex"]) for event in moment.news if event["type"] in ("tile_placed", "tile_rotated", "tile_replaced")}
    parts = [island.tile(hex_, slug, turn, "new" if hex_ in new else "") for hex_, (slug, turn) in moment.tiles.items()]
    return island.layer("b-tiles", parts)


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


def marks(scene: Scene) -> str:
    """What is only shown: the ghost of a tile, edges that do not fit, the wall that is tested, the tile that would go."""
    parts = []
    moment = scene.moment
    if scene.ghost:
        ghost = scene.ghost
        parts.append(island.tile(ghost.hex, ghost.tile, ghost.rotation, "ghost"))
        parts.append(island.hex_mark(ghost.hex, "picked"))
    elif scene.choice.hex in scene.hexes and scene.choice.hex:
        parts.append(island.hex_mark(scene.choice.hex, "gone"))
    if scene.problem and scene.choice.hex:
        if scene.tile and scene.problem.slug == "edge_mismatch":
            parts.append(island.tile(scene.choice.hex, scene.tile, _nearest(scene), "ghost misfit"))
        parts += _faults(scene.problem.where) or [island.hex_mark(scene.choice.hex, "wrong")]
    decision = moment.decision
    placing = moment.state["placing"]
    if placing and moment.state["drawn"]:
        parts.append(island.tile(tuple(placing["hex"]), moment.state["drawn"], placing["rotation"], "ghost"))
    if decision is not None and decision.wall:
        wall = decision.wall
        parts.append(island.mark((wall["hex"][0], wall["hex"][1], DIRECTION_INDEX[wall["edge"]]), "ring"))
    parts += [island.hex_mark((x, y), "barred") for x, y in moment.state["barred"]]
    if scene.site and scene.choice.wall and scene.site in scene.sites:
        parts.append(island.wall(scene.site, scene.choice.wall, "ghost"))
    if scene.site:
        parts.append(island.mark(scene.site, "ring"))
    return island.layer("b-marks", parts)


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
    assert scene.choice.hex is not None
    position, game = scene.moment.table.position, scene.moment.table.game
    wrong = []
    for rotation in range(6):
        action = {"type": scene.kind, "hex": list(scene.choice.hex), "rotation": rotation}
        problem = position.check(game.action(action)) if scene.kind != "place_eruption" else None
        wrong.append(len(problem.where) if problem else 0)
    return wrong.index(min(wrong))


def hits(scene: Scene) -> str:
    """The links: every hex leads somewhere, be it only to the words for what lies there."""
    moment, choice = scene.moment, scene.choice
    base = NOTHING.but(card=scene.card) if scene.card else NOTHING
    lit, asked, lying = scene.hexes, scene.asks_hex, moment.tiles
    steps = _site_steps(scene, base)
    parts = []
    for hex_ in HEXES:
        kind = "lit" if hex_ in lit else ""
        ways = lit.get(hex_, 0)
        to = base.but(hex=hex_)
        if hex_ in scene.turns and (tile := scene.tile or lying[hex_][0]):
            turns = looks(tile, scene.turns[hex_])
            ways = len(turns)
            if hex_ == choice.hex and scene.rotation in turns:
                to = to.but(rotation=turns[(turns.index(scene.rotation) + 1) % ways])
        if hex_ in steps:
            kind, to = "near", steps[hex_]
        if hex_ == choice.hex:
            kind = f"{kind} on" if kind else "on"
        parts.append(island.hex_link(hex_, to.query(), hex_label(hex_, lying.get(hex_), ways, asked=asked), kind))
    parts += _site_links(scene, base)
    return island.layer("b-hits", parts, _("The island"))


def _site_links(scene: Scene, base: Choice) -> list[str]:
    if scene.card == "relocate":
        return _relocate_links(scene, base)
    walls = scene.moment.walls
    links = []
    for site in (*scene.sites, *scene.use.walls):
        kind = "target" if site in walls else "site"
        on = " on" if site == scene.site else ""
        links.append(island.site_link(site, to_site(scene, base, site).query(), site_label(site, walls.get(site)), kind + on))
    return links


def to_site(scene: Scene, base: Choice, site: Site) -> Choice:
    """The choice of a site: its material stays as it was picked, or is the only one, or the strongest."""
    materials = scene.sites.get(site, ())
    wall = scene.choice.wall if scene.choice.wall in materials else materials[-1] if materials else None
    return base.but(site=site, wall=wall)


def _relocate_links(scene: Scene, base: Choice) -> list[str]:
    walls = standing(scene)
    base = base.but(moves=scene.choice.moves)
    lifted = scene.choice.site if scene.choice.site in walls else None
    links = []
    for gate in gates(scene.moment):
        if gate in walls:
            to = base if gate == lifted else base.but(site=gate)
            links.append(island.site_link(gate, to.query(), site_label(gate, walls[gate]), "target on" if gate == lifted else "target"))
        elif lifted:
            to = base.but(moves=(*scene.choice.moves, (lifted, gate)))
            links.append(island.site_link(gate, to.query(), site_label(gate, None), "site"))
    return links


def _site_steps(scene: Scene, base: Choice) -> dict[Hex, Choice]:
    """For fingers that miss an edge: a tap on the hex beside sites goes through them one by one."""
    beside: dict[Hex, list[Site]] = {}
    for site in (*scene.sites, *scene.use.walls):
        hex_ = site_hex(site)
        if hex_:
            beside.setdefault(hex_, []).append(site)
    steps = {}
    for hex_, sites in beside.items():
        after = (sites.index(scene.site) + 1) % len(sites) if scene.site in sites else 0
        steps[hex_] = to_site(scene, base, sites[after])
    return steps


def site_hex(site: Site) -> Hex | None:
    """The hex on which a finger looks for a site: the empty one that a flow wall faces, or the one at a village's gate."""
    across = neighbour((site[0], site[1]), site[2])
    if CELL_INDEX.get(across, N_HEXES) < N_HEXES:
        return across
    here = (site[0], site[1])
    return here if CELL_INDEX[here] < N_HEXES else None
