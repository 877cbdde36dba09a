"""Situations on the island, drawn for the rules: a few hexes with tiles, walls and marks on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from companion.art import pen
from companion.art.drawings import GAME, Drawing, draw, drawings
from companion.art.island import CORNERS, edge_place, position, village_outline
from companion.art.lava import channels
from companion.art.meter import meter
from companion.art.palette import Inks
from companion.art.press import Press
from companion.art.scenery import island
from companion.games.eruption.data import HEXES, RULES, VOLCANO, VOLCANO_MASK
from companion.games.hexes import Hex, mask_of, neighbour

MARGIN = 10.0
"""Round the hexes of a figure, in hundredths of a hex."""
Mark = Literal["yes", "no", "here", "or"]
"""A tick, a cross, a dashed outline, a dashed outline that is fainter."""


class Situation(msgspec.Struct, frozen=True):
    """What lies where. A wall is `(hex, direction, material)`."""

    hexes: tuple[Hex, ...]
    """The ground that is shown."""
    tiles: tuple[tuple[Hex, str, int], ...] = ()
    """Hex, tile, and how many sixths of a turn clockwise."""
    walls: tuple[tuple[Hex, int, str], ...] = ()
    marks: tuple[tuple[Hex, Mark], ...] = ()
    villages: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()
    """Villages of which the sign is shown, too."""


def figure(press: Press, situation: Situation, width_mm: float) -> str:
    """The situation as a picture of that width."""
    c = press.inks
    parts = [_ground(c, situation)]
    parts += [_village(c, slug, slug in situation.signs) for slug in situation.villages]
    for hex_, slug, turns in situation.tiles:
        x, y = position(hex_)
        body = drawings(press.theme)[f"tile-{slug}"].body
        parts.append(f'<g transform="translate({x:.1f} {y:.1f}) rotate({60 * turns})">{body}</g>')
    for hex_, direction, kind in situation.walls:
        place = edge_place(hex_, direction)
        x, y = place.middle
        turn = f"translate({x:.1f} {y:.1f}) rotate({place.degrees}) scale(.78)"
        parts.append(f'<g transform="{turn}">{drawings(press.theme)[f"wall-{kind}"].body}</g>')
    parts += [_mark(c, hex_, mark) for hex_, mark in situation.marks]
    left, top, width, height = bounds(situation)
    box = f"{left:.1f} {top:.1f} {width:.1f} {height:.1f}"
    return press.alone(Drawing(box, "".join(parts)), (width_mm, width_mm * height / width))


def whole_island(press: Press, width_mm: float) -> str:
    """The empty island, without the plants and flecks that nobody sees at this size: they cost most of the drawing."""
    points = [point for village in RULES.villages for point in village_outline(village.edges)]
    x, y = max(abs(px) for px, _ in points) + 24, max(abs(py) for _, py in points) + 24
    bare = msgspec.structs.replace(island(), tufts="", bushes="", beach_marks="", flecks="", foam="", slopes=("", ""))
    body = draw(f"{GAME}/board.j2", "island", press.inks, bare)
    return press.alone(Drawing(f"{-x:.1f} {-y:.1f} {2 * x:.1f} {2 * y:.1f}", body), (width_mm, width_mm * y / x))


def emblem(press: Press, width_mm: float) -> str:
    """The volcano in its hex, as on the cards."""
    body = draw(f"{GAME}/backs.j2", "emblem", press.inks)
    return press.alone(Drawing("-26.5 -23 53 46", body), (width_mm, width_mm * 46 / 53))


def burn_meter(press: Press, width_mm: float) -> str:
    """The burn meter as it is on the board, but for what drifts in its lava."""
    track = msgspec.structs.replace(meter(), marks=("",) * 4)
    body = draw(f"{GAME}/poster.j2", "track", press.inks, track)
    width, height = track.width + 6, track.height + 6
    return press.alone(Drawing(f"-3 -3 {width:g} {height:g}", body), (width_mm, width_mm * height / width))


def board_sign(press: Press, width_mm: float) -> str:
    """A small sign for the board: an island with the volcano's hex in its middle."""
    c, out = press.inks, []
    for radius, ink in ((50.0, "sea"), (43.0, "sand"), (38.0, "land")):
        hexagon = pen.rounded([pen.turned((radius, 0), 60 * k) for k in range(6)], 9)
        out.append(f'<path d="{hexagon}" fill="{c[ink]}" stroke="{c["ink"]}" stroke-width="2.6"/>')
    middle = pen.polygon(pen.turned((15, 0), 60 * k) for k in range(6))
    out.append(f'<path d="{middle}" fill="{c["basalt"]}" stroke="{c["ink"]}" stroke-width="3"/>')
    out.append(f'<circle r="6" fill="{c["lava"]}" stroke="{c["core"]}" stroke-width="2.6"/>')
    return press.alone(Drawing("-52 -46 104 92", "".join(out)), (width_mm, width_mm * 92 / 104))


def bounds(situation: Situation) -> tuple[float, float, float, float]:
    """Left, top, width and height of a situation."""
    points = [(x + dx, y + dy) for x, y in map(position, situation.hexes) for dx, dy in CORNERS]
    left, top = min(x for x, _ in points) - MARGIN, min(y for _, y in points) - MARGIN
    right, bottom = max(x for x, _ in points) + MARGIN, max(y for _, y in points) + MARGIN
    return left, top, right - left, bottom - top


def _ground(c: Inks, situation: Situation) -> str:
    """Land with its grid; dark where the volcano is, whose streams are drawn as they are on the board."""
    land = [hex_ for hex_ in situation.hexes if hex_ in HEXES]
    out = f'<path d="{_outlines(land)}" fill="{c["land"]}" stroke="{c["land_line"]}" stroke-width="2.6"/>'
    rock = [hex_ for hex_ in situation.hexes if hex_ in VOLCANO]
    if rock:
        out += f'<path d="{_outlines(rock)}" fill="{c["basalt"]}" stroke="{c["ink"]}" stroke-width="4"/>'
        streams = [_stream(hex_) for hex_ in rock]
        for bank, ink in enumerate(("crust", "lava", "core")):
            out += f'<path d="{"".join(stream[bank] for stream in streams)}" fill="{c[ink]}"/>'
    return out


def _stream(hex_: Hex) -> tuple[str, str, str]:
    """Crust, lava and core of a volcano's hex, from the crater to its exits; nothing where it has none."""
    exits = VOLCANO_MASK[VOLCANO.index(hex_)]
    if not exits:
        return "", "", ""
    crater = mask_of(d for d in range(6) if neighbour(hex_, d) == RULES.board.centre)
    return channels(exits | crater, 0, position(hex_))


def _outlines(hexes: Sequence[Hex]) -> str:
    return "".join(pen.polygon((x + dx, y + dy) for dx, dy in CORNERS) for x, y in map(position, hexes))


def _village(c: Inks, slug: str, with_sign: bool) -> str:
    drawn = next(village for village in island().villages if village.slug == slug)
    if with_sign:
        return draw(f"{GAME}/board.j2", "village", c, drawn)
    out = f'<path d="{drawn.ground}" fill="{c[f"village_{slug}"]}" stroke="{c["ink"]}" stroke-width="3.5"/>'
    for ink, width in (("ink", 10.5), ("paper", 5.5)):
        out += f'<path d="{drawn.kerbs}" fill="none" stroke="{c[ink]}" stroke-width="{width}" stroke-linecap="round"/>'
    return out


def _mark(c: Inks, hex_: Hex, mark: Mark) -> str:
    """A tick or a cross on a disc, or a dashed outline."""
    x, y = position(hex_)
    if mark in ("here", "or"):
        width = 6 if mark == "here" else 3.5
        dashes = f'stroke="{c["paper"]}" stroke-width="{width}" stroke-dasharray="11 8" stroke-linecap="round"'
        inner = pen.polygon((x + dx * 0.88, y + dy * 0.88) for dx, dy in CORNERS)
        return f'<path d="{inner}" fill="none" {dashes}/>'
    stroke = "M-11 1L-3 9L12 -9" if mark == "yes" else "M-10 -10L10 10M10 -10L-10 10"
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><circle r="22" fill="{c["paper"]}" stroke="{c["ink"]}" '
        f'stroke-width="4"/><path d="{stroke}" fill="none" stroke="{c["ink"]}" stroke-width="7" '
        'stroke-linecap="round" stroke-linejoin="round"/></g>'
    )
