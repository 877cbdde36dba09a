"""What things on the board are called, in the reader's language: hexes, edges, tiles, walls, cards."""

from __future__ import annotations

from functools import lru_cache

from companion.games.eruption.data import CELL_INDEX, MASKS, N_HEXES, RULES, TILE_INDEX, VILLAGE_OF_SIDE
from companion.games.hexes import Hex, directions_of
from companion.web.table.choice import Site
from companion.web.table.speech import gettext as _
from companion.web.table.speech import language
from companion.words.common import N_

DIRECTIONS = (N_("north"), N_("north-east"), N_("south-east"), N_("south"), N_("south-west"), N_("north-west"))


def direction(number: int) -> str:
    """A direction as a word."""
    return _(DIRECTIONS[number])


def tile_name(slug: str) -> str:
    """A tile's name."""
    return _(RULES.tile(slug).name)


def wall_name(slug: str) -> str:
    """A wall's name."""
    return _(RULES.wall(slug).name)


def card_name(slug: str) -> str:
    """A card's name."""
    return _(RULES.card(slug).name)


def village_name(slug: str) -> str:
    """A village's name; what a seat without a village is called."""
    return _(RULES.village(slug).name) if slug else _("Player")


def hex_name(hex_: Hex) -> str:
    """A hex, or a cell of the volcano."""
    if CELL_INDEX[hex_] >= N_HEXES:
        return _("the volcano")
    return _("hex %(x)s,%(y)s", x=hex_[0], y=hex_[1])


def site_name(site: Site) -> str:
    """Where a wall stands, in the language of the request."""
    return _site_name(language(), site)


@lru_cache(4096)
def _site_name(locale: str, site: Site) -> str:
    """Where a wall stands: a gate of a village, counted from its owner's left, or an edge of a hex or the volcano."""
    cell = CELL_INDEX[site[0], site[1]]
    side = cell * 6 + site[2]
    village = VILLAGE_OF_SIDE.get(side) if cell < N_HEXES else None
    if village is not None:
        gate = RULES.villages[village].edges.index(site) + 1
        return _("gate %(n)s of %(village)s", n=gate, village=village_name(RULES.villages[village].slug))
    return _("%(place)s, %(direction)s", place=hex_name((site[0], site[1])), direction=direction(site[2]))


def hex_label(hex_: Hex, tile: tuple[str, int] | None, ways: int = 0) -> str:
    """A hex for somebody who hears the page: what lies there, and in how many ways the tile in hand fits."""
    x, y = hex_
    if tile is None:
        what = _("Hex %(x)s,%(y)s, empty", x=x, y=y)
    else:
        edges = ", ".join(direction(d) for d in directions_of(MASKS[TILE_INDEX[tile[0]]][tile[1]]))
        what = _("Hex %(x)s,%(y)s, %(tile)s, lava to %(edges)s", x=x, y=y, tile=tile_name(tile[0]), edges=edges)
    if ways == 1:
        return _("%(what)s, tile fits in 1 way", what=what)
    return _("%(what)s, tile fits in %(n)s ways", what=what, n=ways) if ways else what


def odds(wall: str, ties_to_wall: bool) -> int:
    """The chance, in percent, that a wall holds a duel."""
    sides, bonus = range(1, RULES.dice.sides + 1), RULES.wall(wall).bonus
    wins = sum(
        white + bonus > orange or (ties_to_wall and white + bonus == orange) for white in sides for orange in sides
    )
    return round(100 * wins / len(sides) ** 2)


def site_label(site: Site, wall: str | None) -> str:
    """A wall's site for somebody who hears the page."""
    if wall is None:
        return _("Wall site, %(place)s", place=site_name(site))
    return _("%(wall)s wall, %(place)s", wall=wall_name(wall), place=site_name(site))
