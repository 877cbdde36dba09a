"""The island's scenery as path data: shore, waves, plants, rocks and houses. Each kind is one path, whatever it holds.

Placed by a seeded generator: every run draws the same island.
"""

from __future__ import annotations

from functools import cache
from math import atan2, degrees, hypot
from random import Random

import msgspec

from companion.art import lava, pen
from companion.art.island import (
    BEACH,
    Edge,
    Side,
    VillagePlace,
    board_geometry,
    coast,
    position,
    shared_sides,
    side,
    village_hexes,
    volcano_outline,
)
from companion.art.pen import Point
from companion.art.tiles import Crater, crater, flecks, pebble
from companion.games.eruption.data import HEXES, ROCK_MASK, RULES, VOLCANO, VOLCANO_MASK
from companion.games.hexes import directions_of, mask_of, neighbour

BUSH = "a5 5 0 0 1 2-9a6 6 0 0 1 12-1a5 5 0 0 1 2 10z"
TUFT = "l-2-6m6 5v-7m4 8l2-6"
"""Plants, as the rest of a path that has just moved to where they grow."""


class VillageDrawing(msgspec.Struct, frozen=True):
    """Path data of one village."""

    slug: str
    sign: str
    ground: str
    furrows: str
    kerbs: str
    """A strip along each of its edges."""
    huts: tuple[str, str, str]
    """Walls, roofs, doors."""
    emblem: Point


class Island(msgspec.Struct, frozen=True):
    """Path data of the island's layers, from the sea upwards."""

    foam: str
    beach: str
    beach_marks: str
    land: str
    hex_lines: str
    tufts: str
    bushes: str
    clearings: str
    resources: tuple[tuple[str, Point], ...]
    villages: tuple[VillageDrawing, ...]
    volcano: str
    slopes: tuple[str, str]
    """In the light, in the shade."""
    ridges: str
    channels: tuple[str, str, str]
    flecks: str
    crater: Crater


@cache
def island(channel_scale: float = 1) -> Island:
    """The island. `channel_scale` narrows the volcano's exits to the tiles' channels, where board hexes are wider."""
    random = Random("Eruption")
    resources = [(kind, position(hex_)) for kind, hexes in RULES.board.resources.items() for hex_ in hexes]
    return Island(
        foam=pen.smooth(_shore(BEACH + 9, Random("foam")), 0),
        beach=pen.smooth(_shore(BEACH, random), 0),
        beach_marks="".join(f"M{pen.at(_on_beach(random, i), 0)}h.1" for i in range(42)),
        land=pen.polygon(coast()),
        hex_lines="".join(pen.polyline(ends) for ends in shared_sides()),
        tufts=_plants(random, TUFT, 2),
        bushes=_plants(random, BUSH, 1),
        clearings="".join(pen.circle(spot, 37) for _, spot in resources),
        resources=tuple(resources),
        villages=tuple(_village(place) for place in board_geometry().villages),
        volcano=pen.polygon(volcano_outline()),
        slopes=(_slopes(random, 0), _slopes(random, 10)),
        ridges=_ridges(random),
        channels=_volcano_channels(channel_scale),
        flecks=_volcano_flecks(random),
        crater=crater(random),
    )


def _shore(out: float, random: Random) -> list[Point]:
    """The coast moved outwards, a little unevenly."""
    points, result = coast(), []
    for i, (x, y) in enumerate(points):
        for px, py in ((x, y), pen.middle((x, y), points[(i + 1) % len(points)])):
            far = 1 + (out + random.uniform(-2.5, 2.5)) / hypot(px, py)
            result.append((px * far, py * far))
    return result


def _on_beach(random: Random, i: int) -> Point:
    points = coast()
    a, b = points[i % len(points)], points[(i + 1) % len(points)]
    share = random.random()
    x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
    far = 1 + random.uniform(5, 10) / hypot(x, y)
    return x * far, y * far


def _plants(random: Random, shape: str, count: int) -> str:
    """So many plants on every hex, on whole units."""
    special = {hex_ for hexes in RULES.board.resources.values() for hex_ in hexes}
    out = []
    for hex_ in HEXES:
        for _ in range(count):
            reach = random.uniform(42, 46) if hex_ in special else random.uniform(10, 40)
            x, y = pen.turned((reach, 0), random.uniform(0, 360), 1, position(hex_))
            out.append(f"M{round(x)} {round(y)}{shape}")
    return "".join(out)


def _village(place: VillagePlace) -> VillageDrawing:
    edges = RULES.village(place.slug).edges
    spots = [position(hex_) for hex_ in village_hexes(edges)]
    inland = len(spots) // 2
    spots[inland] = pen.towards(spots[inland], (0, 0), 12)
    return VillageDrawing(
        slug=place.slug,
        sign=place.sign,
        ground=pen.polygon(place.outline),
        furrows=_furrows(place),
        kerbs="".join(pen.polyline((pen.towards(a, b, 9), pen.towards(b, a, 9))) for a, b in map(_behind, edges)),
        huts=(
            "".join(f"M{round(x - 11)} {round(y + 2)}v14h22v-14z" for x, y in spots),
            "".join(f"M{round(x - 17)} {round(y + 3)}l17-18 17 18z" for x, y in spots),
            "".join(f"M{round(x - 4)} {round(y + 16)}v-9h8v9z" for x, y in spots),
        ),
        emblem=place.emblem,
    )


def _behind(edge: Edge, depth: float = 6.5) -> Side:
    """The side of an edge, moved so far away from its hex that a tile there leaves it in sight."""
    x, y, direction = edge
    dx, dy = lava.mouth(direction, depth)
    (ax, ay), (bx, by) = side((x, y), direction)
    return (ax + dx, ay + dy), (bx + dx, by + dy)


def _furrows(place: VillagePlace) -> str:
    """Fields along the shore, on both sides of the emblem."""
    count = len(place.edges) + 1
    right, left = place.outline[-1], place.outline[count]
    if len(place.outline) == count + 2:
        left, right = place.outline[-2], place.outline[-1]
    length = pen.distance(left, right)
    out = []
    for depth in (12, 22, 32):
        for start, end in ((14 + depth * 0.1, length / 2 - 46), (length / 2 + 46, length - 14 - depth * 0.1)):
            ends = []
            for along in (start, end):
                x, y = pen.towards(left, right, along)
                ends.append(pen.towards((x, y), (x + place.emblem[0] * -1, y + place.emblem[1] * -1), depth))
            out.append(pen.polyline(ends))
    return "".join(out)


def _slopes(random: Random, start: float) -> str:
    """Facets of the mountain: wedges down from the crater."""
    out = []
    for i in range(18):
        angle = 20 * i + start + random.uniform(-3, 3)
        top, foot, width = random.uniform(50, 62), random.uniform(90, 130), random.uniform(3, 5)
        wedge = ((top, 0, 0), (foot * 0.8, width, 0), (foot, width * 0.4, 0), (foot * 0.9, -width * 0.8, 0))
        out.append(pen.polygon(pen.turned((reach, 0), angle + turn) for reach, turn, _ in wedge))
    return "".join(out)


def _ridges(random: Random) -> str:
    """Stones along the volcano's bare edges."""
    out = []
    for hex_, mask in zip(HEXES, ROCK_MASK, strict=True):
        for d in directions_of(mask):
            a, b = _behind((*hex_, d), 8)
            angle = degrees(atan2(b[1] - a[1], b[0] - a[0]))
            for k in range(4):
                x, y = a[0] + (b[0] - a[0]) * (k + 0.5) / 4, a[1] + (b[1] - a[1]) * (k + 0.5) / 4
                out.append(pebble(random, (x, y), 8.6, angle))
    return "".join(out)


def _volcano_channels(scale: float) -> tuple[str, str, str]:
    """The volcano's streams: within each of its hexes the pattern of a tile, joined from the crater to the exits."""
    crater, drawn = RULES.board.centre, []
    for hex_, exits in zip(VOLCANO, VOLCANO_MASK, strict=True):
        if hex_ == crater:
            mask = mask_of(d for d in range(6) if VOLCANO_MASK[VOLCANO.index(neighbour(hex_, d))])
        else:
            mask = exits and exits | mask_of(d for d in range(6) if neighbour(hex_, d) == crater)
        if mask:
            drawn.append(lava.channels(mask, 0, position(hex_), scale))
    drawn += [lava.tips(mask, position(hex_), scale) for hex_, mask in zip(VOLCANO, VOLCANO_MASK, strict=True)]
    crust, flow, core = ("".join(bank) for bank in zip(*drawn, strict=True))
    return crust, flow, core


def _volcano_flecks(random: Random) -> str:
    out = []
    for hex_, mask in zip(VOLCANO, VOLCANO_MASK, strict=True):
        out += [flecks(mask, random, position(hex_))] if mask else []
    return "".join(out)


def waves(box: tuple[float, float, float, float], step: float, inside: float) -> str:
    """Quiet waves over a picture, except within `inside` of the volcano's middle."""
    random = Random("waves")
    left, top, width, height = box
    out = []
    for row in range(int(height / step)):
        for column in range(int(width / (step * 2))):
            x = left + (column + 0.5 * (row % 2) + random.uniform(0.1, 0.4)) * step * 2
            y = top + (row + random.uniform(0.3, 0.7)) * step
            if hypot(x, y) > inside:
                out.append(f"M{pen.at((x, y))}q5 -5 10 0t10 0")
    return "".join(out)
