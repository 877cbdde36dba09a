"""Every drawing by its id. The drawings are the macros in print/; what they need of geometry comes from this package,
what they need of the game from its rules data.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import ModuleType

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from companion.art.cardback import card_back
from companion.art.lava import APOTHEM, FLAT_WIDTH, RADIUS
from companion.art.palette import Inks, Theme, inks
from companion.art.tiles import tile_drawing
from companion.games.eruption.data import RULES, Tile
from companion.games.hexes import mask_of
from companion.resources import folder

GAME = "eruption"
CARD_ART_BOX = "-60 -45 120 90"
"""The pictogram of a card, drawn to its own edges."""
HEX_BOX = f"{-RADIUS:.3f} {-APOTHEM:g} {2 * RADIUS:.3f} {FLAT_WIDTH:g}"
"""Exactly one hex."""


class Drawing(msgspec.Struct, frozen=True):
    """A fragment of SVG and the view box that it fills."""

    view_box: str
    body: str


@cache
def environment() -> Environment:
    """The templates of print/. Nothing but our own data goes in; text that a caller passes is escaped."""
    templates = Environment(
        loader=FileSystemLoader(folder("print")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.globals["tile_drawing"] = tile_drawing
    return templates


@cache
def macros(name: str) -> ModuleType:
    """The macros of a template in print/, as attributes."""
    return environment().get_template(name).module  # type: ignore[return-value]


def draw(template: str, macro: str, *arguments: object) -> str:
    """What a macro draws, on one line."""
    return str(getattr(macros(template), macro)(*arguments)).replace("\n", "")


@cache
def drawings(theme: Theme = "screen") -> Mapping[str, Drawing]:
    """Every drawing of a piece, a sign or a symbol, by its id."""
    c = inks(theme)
    found = {f"tile-{tile.slug}": tile_face(tile, c) for tile in RULES.tiles}
    found |= {f"wall-{wall.slug}": Drawing("-32 -16 64 32", _piece("walls", wall.slug, c)) for wall in RULES.walls}
    found |= {f"resource-{wall.slug}": Drawing(_round(50), _piece("resources", wall.slug, c)) for wall in RULES.walls}
    for village in RULES.villages:
        found[f"sign-{village.sign}"] = Drawing(_round(50), draw(f"{GAME}/signs.j2", village.sign, "currentColor"))
        found[f"marker-{village.slug}"] = Drawing(
            _round(52), draw(f"{GAME}/marker.j2", "marker", c, village.slug, village.sign)
        )
    found |= {f"card-{card.slug}": Drawing(CARD_ART_BOX, _piece("cards", card.slug, c)) for card in RULES.cards}
    found["card-back"] = card_back_face(c, RULES.print.card_mm, corner=RULES.print.card_corner_mm)
    for back in ("tile", "eruption"):
        found[f"{back}-back"] = hex_back_face(back, c)
    for colour in ("white", "orange"):
        for pips in range(1, RULES.dice.sides + 1):
            found[f"die-{colour}-{pips}"] = Drawing(_round(50), draw(f"{GAME}/dice.j2", colour, c, pips))
    icons = macros("icons.j2")
    for name in sorted(vars(icons)):
        if not name.startswith("_"):
            found[f"icon-{name.replace('_', '-')}"] = Drawing("0 0 24 24", draw("icons.j2", name))
    return found


def _round(radius: float) -> str:
    return f"{-radius} {-radius} {2 * radius} {2 * radius}"


def tile_face(tile: Tile, c: Inks, bleed: float = 0) -> Drawing:
    """A lava tile; `bleed` in hundredths of its flat width."""
    grown = 1 + bleed / APOTHEM
    width, height = 2 * RADIUS * grown, FLAT_WIDTH * grown
    box = f"{-width / 2:.3f} {-height / 2:g} {width:.3f} {height:g}"
    return Drawing(box, draw(f"{GAME}/tile.j2", "tile", c, tile_drawing(mask_of(tile.edges), tile.source, bleed)))


def _piece(kind: str, slug: str, c: Inks) -> str:
    return draw(f"{GAME}/{kind}.j2", slug, c)


def hex_back_face(kind: str, c: Inks, grow: float = 1) -> Drawing:
    """A back of `tile` or `eruption`; its ground runs on to `grow` times its size."""
    width, height = 2 * RADIUS * grow, FLAT_WIDTH * grow
    box = f"{-width / 2:.3f} {-height / 2:.3f} {width:.3f} {height:.3f}"
    return Drawing(HEX_BOX if grow == 1 else box, draw(f"{GAME}/backs.j2", kind, c, grow))


def card_back_face(c: Inks, size: tuple[float, float], bleed: float = 0, corner: float = 0) -> Drawing:
    """A card's back, in millimetres."""
    width, height = size[0] + 2 * bleed, size[1] + 2 * bleed
    box = f"{-width / 2:g} {-height / 2:g} {width:g} {height:g}"
    return Drawing(box, draw(f"{GAME}/backs.j2", "card", c, card_back(size, bleed, corner)))
