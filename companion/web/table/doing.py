"""What the player whose turn it is decides just now, for those who look on; and their own hand meanwhile."""

from __future__ import annotations

from companion.games.eruption.data import RULES
from companion.web.table import telling
from companion.web.table.moment import Moment
from companion.web.table.naming import site_name, tile_name, wall_name
from companion.web.table.scene import LAYING, Scene
from companion.web.table.speech import gettext as _
from companion.web.table.viewer import HAND_KINDS

TILE_KINDS = frozenset({*LAYING, "tile", "draw", "extra_tile"})
"""Decisions before which a player looks at the own cards."""


def doing(now: Moment) -> str:
    """What the player whose turn it is decides just now."""
    decision, name = now.decision, now.table.names[now.active]
    if decision is None:
        return _("The game is over")
    match decision.kind:
        case "duel" if decision.wall:
            wall = wall_name(decision.wall["wall"]).lower()
            place = site_name(telling.site(decision.wall))
            return _("%(name)s rolls for the %(wall)s wall at %(place)s", name=name, wall=wall, place=place)
        case "place_tile":
            return _("%(name)s lays the %(tile)s", name=name, tile=tile_name(now.state["drawn"]))
        case "place_eruption":
            return _("%(name)s places the eruption tile", name=name)
        case "replace_tile":
            return _("%(name)s swaps a tile for the %(tile)s", name=name, tile=tile_name(now.state["drawn"]))
        case "tile" | "draw":
            return _("%(name)s draws a tile", name=name)
        case "extra_tile":
            return _("%(name)s may lay a second tile", name=name)
        case "cards":
            return _("%(name)s plays cards or keeps them", name=name)
        case "discard":
            limit = RULES.turn.hand_limit
            return _("%(name)s discards down to %(limit)s cards", name=name, limit=limit)
        case "walls":
            return _("%(name)s builds walls", name=name)
    return _("It is %(name)s's turn", name=name)


def shows_pocket(scene: Scene) -> bool:
    """Whether the own hand lies under the panel: not while something is picked, nor where the panel is about cards.

    A phone that goes round for a seat without a phone of its own is in other hands then.
    """
    now, audience = scene.moment, scene.audience
    if audience.seat is None or not now.private or now.decision is None:
        return False
    if audience.mode == "wait":
        return True
    if audience.mode != "play" or scene.picked or now.table.company.owner(now.active) is None:
        return False
    if now.active == audience.seat:
        return now.decision.kind in TILE_KINDS
    return now.decision.kind not in HAND_KINDS
