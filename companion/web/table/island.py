"""The moving part of the board as SVG: tiles, walls, marks and links, one layer each over the drawn island.

Pieces are strings that are made once and kept, so that a tap joins them instead of drawing the board anew. They lie in
the coordinates of `companion.art`, rounded to whole units, a hundredth of a hex.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from html import escape

from companion.art.island import board_geometry
from companion.games.eruption.data import CELLS, DIRECTIONS
from companion.games.hexes import Hex
from companion.web.art import art_url
from companion.web.table.choice import Site

GEOMETRY = board_geometry()

_LEFT, _TOP, _WIDTH, _HEIGHT = GEOMETRY.view_box
VIEW_BOX = f"{_LEFT:.0f} {_TOP:.0f} {_WIDTH:.0f} {_HEIGHT:.0f}"
_R = round(GEOMETRY.radius)
_H = round(GEOMETRY.flat_width / 2)
HEX_POINTS = " ".join(f"{x:.0f},{y:.0f}" for x, y in GEOMETRY.corners)
SITE_REACH = 30
"""Radius in which a tap counts for a wall's site; neighbouring sites of a village are 58 apart."""


@cache
def sprite() -> str:
    """The address of the drawings of all pieces; the same for every app of a process."""
    return art_url("eruption.svg")


def piece(name: str) -> str:
    """What `<use href>` wants for a drawing, such as `tile-star`."""
    return f"{sprite()}#{name}"


def layer(name: str, content: Iterable[str], label: str = "") -> str:
    """A whole layer, as it stands in the page and as htmx swaps it."""
    hidden = f'role="group" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return f'<svg id="{name}" class="layer" viewBox="{VIEW_BOX}" hx-swap-oob="true" {hidden}>{"".join(content)}</svg>'


@cache
def at(cell: Hex) -> tuple[int, int]:
    """The middle of a hex or a volcano cell."""
    x, y = GEOMETRY.centres.get(cell) or GEOMETRY.volcano[cell]
    return round(x), round(y)


@lru_cache(4096)
def tile(hex_: Hex, slug: str, rotation: int, kind: str = "") -> str:
    """A tile where it lies; `kind` is a class such as `ghost`."""
    x, y = at(hex_)
    turn = f' transform="rotate({60 * rotation})"' if rotation else ""
    css = f' class="{kind}"' if kind else ""
    return (
        f'<g transform="translate({x} {y})"{css}><use href="{sprite()}#tile-{slug}" x="-{_R}" y="-{_H}" '
        f'width="{2 * _R}" height="{2 * _H}"{turn}/></g>'
    )


@lru_cache(4096)
def wall(site: Site, material: str, kind: str = "") -> str:
    """A wall on its edge."""
    x, y, degrees = edge_at(site)
    width, height = GEOMETRY.wall
    css = f' class="{kind}"' if kind else ""
    return (
        f'<g transform="translate({x} {y})"{css}><use href="{sprite()}#wall-{material}" '
        f'x="{-width / 2:g}" y="{-height / 2:g}" '
        f'width="{width:g}" height="{height:g}" transform="rotate({degrees})"/></g>'
    )


@cache
def edge_at(site: Site) -> tuple[int, int, int]:
    """The middle of an edge, and how far a wall on it is turned from lying flat, in degrees."""
    place = GEOMETRY.edge((site[0], site[1]), site[2])
    return round(place.middle[0]), round(place.middle[1]), place.degrees


def land(hex_: Hex, query: str, label: str, lying: tuple[str, int] | None) -> str:
    """A hex of the island as a link, with the tile that lies on it."""
    x, y = at(hex_)
    body = tile(hex_, *lying) if lying else ""
    return (
        f'<a id="h{hex_[0]}-{hex_[1]}" href="{escape(query)}" aria-label="{escape(label)}" hx-swap-oob="true">'
        f'{body}<use href="#hex" x="{x}" y="{y}"/></a>'
    )


def hex_link(hex_: Hex, query: str, label: str, kind: str) -> str:
    """A lit hex to tap, above the land; `on` for the one that is picked."""
    x, y = at(hex_)
    css = f' class="{kind}"' if kind else ""
    return f'<a{css} href="{escape(query)}" aria-label="{escape(label)}"><use href="#hex" x="{x}" y="{y}"/></a>'


def site_link(site: Site, query: str, label: str, kind: str) -> str:
    """A wall's site (`site`), or a wall (`target`), to tap."""
    x, y, degrees = edge_at(site)
    return (
        f'<a class="{kind}" href="{escape(query)}" aria-label="{escape(label)}">'
        f'<use href="#site" transform="translate({x} {y})rotate({degrees})"/></a>'
    )


@cache
def mark(site: Site, kind: str) -> str:
    """A line along an edge: `wrong` where lava and rock would meet, `ring` round the wall that is tested."""
    x, y, degrees = edge_at(site)
    if kind == "ring":
        return f'<circle class="ring" cx="{x}" cy="{y}" r="36"/>'
    return (
        f'<g transform="translate({x} {y})rotate({degrees})"><path class="{kind}" d="M-26 0H26"/>'
        f'<path class="cross" d="M-9-9 9 9M-9 9 9-9"/></g>'
    )


@cache
def hex_mark(hex_: Hex, kind: str) -> str:
    """A hex outlined or covered: `wrong`, `gone` (a tile to be removed), `picked`, `landing` (a tile just laid)."""
    x, y = at(hex_)
    return f'<use href="#hex" class="{kind}" x="{x}" y="{y}"/>'


def definitions() -> str:
    """The shapes that the layers use again and again; once in the page."""
    return (
        f'<svg class="defs" aria-hidden="true"><defs><polygon id="hex" points="{HEX_POINTS}"/>'
        f'<g id="site"><circle class="reach" r="{SITE_REACH}"/>'
        f'<rect x="-25" y="-12" width="50" height="24" rx="6"/></g>'
        f"</defs></svg>"
    )


def edge_of(where: object) -> tuple[Hex | None, Site | None]:
    """A hex or an edge at fault, as a problem names it, for `hex_mark` or `mark`."""
    if isinstance(where, dict):
        cell = tuple(where["hex"])
        return None, (cell[0], cell[1], DIRECTIONS.index(where["edge"]))
    if isinstance(where, (list, tuple)) and tuple(where) in CELLS:
        return (where[0], where[1]), None
    return None, None
