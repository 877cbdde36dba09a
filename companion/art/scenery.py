"""The island's scenery as path data: shore, waves, plants, rocks and houses. Each kind is one path, whatever it holds.

Placed by a seeded generator: every run draws the same island.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, sin
from random import Random

import msgspec

from companion.art import lava, pen
from companion.art.island import (
    BEACH,
    VillagePlace,
    board_geometry,
    coast,
    position,
    shared_sides,
    side,
    village_front,
    volcano_outline,
)
from companion.art.pen import Point
from companion.art.tiles import blob, pebble
from companion.games.eruption.data import HEXES, ROCK_MASK, RULES, VOLCANO, VOLCANO_MASK
from companion.games.hexes import directions_of, mask_of, neighbour, opposite


class Island(msgspec.Struct, frozen=True):
    """Path data of the island's layers, from the sea upwards."""

    foam: str
    beach: str
    beach_marks: str
    land: str
    hex_lines: str
    tufts: str
    bushes: str
    villages: tuple[VillageDrawing, ...]
    volcano: str
    slopes: str
    ridges: str
    rocks: str
    rims: tuple[str, str, str]
    channels: tuple[str, str, str]
    resources: tuple[tuple[str, Point], ...]


class VillageDrawing(msgspec.Struct, frozen=True):
    """Path data of one village."""

    slug: str
    sign: str
    ground: str
    kerbs: str
    walls: str
    roofs: str
    emblem: Point


@cache
def island(channel_scale: float = 1) -> Island:
    """The island. `channel_scale` narrows the volcano's exits to the tiles' channels, where board hexes are wider."""
    random = Random("Eruption")
    shore = _shore(BEACH, random)
    return Island(
        foam=pen.smooth(_shore(BEACH + 9, Random("foam"))),
        beach=pen.smooth(shore),
        beach_marks="".join(pen.circle(_scatter(random, 5, 11, i), random.uniform(0.8, 1.7)) for i in range(70)),
        land=pen.polygon(coast()),
        hex_lines="".join(pen.polyline(ends) for ends in shared_sides()),
        tufts=_plants(random, _tuft, 2),
        bushes=_plants(random, _bush, 1),
        villages=tuple(_village(place) for place in board_geometry().villages),
        volcano=pen.polygon(volcano_outline()),
        slopes=_slopes(),
        ridges=_ridges(random),
        rocks=_rocks(random),
        rims=(blob(56, 4, 15, random), blob(43, 4, 13, random), blob(27, 3, 11, random)),
        channels=_volcano_channels(channel_scale),
        resources=tuple((kind, position(hex_)) for kind, hexes in RULES.board.resources.items() for hex_ in hexes),
    )


def _shore(out: float, random: Random) -> list[Point]:
    """The coast moved outwards, a little unevenly."""
    points, result = coast(), []
    for i, (x, y) in enumerate(points):
        for px, py in ((x, y), pen.middle((x, y), points[(i + 1) % len(points)])):
            far = 1 + (out + random.uniform(-2.5, 2.5)) / hypot(px, py)
            result.append((px * far, py * far))
    return result


def _scatter(random: Random, low: float, high: float, i: int) -> Point:
    points = coast()
    k = i % len(points)
    share = random.random()
    (ax, ay), (bx, by) = points[k], points[(k + 1) % len(points)]
    x, y = ax + (bx - ax) * share, ay + (by - ay) * share
    far = 1 + random.uniform(low, high) / hypot(x, y)
    return x * far, y * far


def _plants(random: Random, draw: Callable[[Point, float], str], count: int) -> str:
    special = {hex_ for hexes in RULES.board.resources.values() for hex_ in hexes}
    out = []
    for hex_ in HEXES:
        x, y = position(hex_)
        for _ in range(count):
            angle = random.uniform(0, 2 * pi)
            reach = random.uniform(34, 40) if hex_ in special else random.uniform(12, 36)
            spot = (x + reach * cos(angle), y + reach * sin(angle))
            out.append(draw(spot, random.uniform(0.8, 1.2)))
    return "".join(out)


def _tuft(spot: Point, size: float) -> str:
    x, y = spot
    n = pen.number
    return f"M{pen.at((x - 4 * size, y))}l{n(-2 * size)} {n(-5 * size)}M{pen.at(spot)}v{n(-7 * size)}" + (
        f"M{pen.at((x + 4 * size, y))}l{n(2 * size)} {n(-5 * size)}"
    )


def _bush(spot: Point, size: float) -> str:
    x, y = spot
    return (
        pen.circle((x, y - 4 * size), 5.5 * size)
        + pen.circle((x - 5.5 * size, y), 4.5 * size)
        + pen.circle((x + 5.5 * size, y), 4.5 * size)
    )


def _village(place: VillagePlace) -> VillageDrawing:
    edges = RULES.village(place.slug).edges
    front = village_front(edges)
    huts = [_towards_inside(hex_, d, 24) for *hex_, d in edges]
    return VillageDrawing(
        slug=place.slug,
        sign=place.sign,
        ground=pen.polygon(place.outline),
        kerbs="".join(pen.polyline((pen.towards(a, b, 8), pen.towards(b, a, 8))) for a, b in pairwise(front)),
        walls="".join(_hut_wall(spot) for spot in huts),
        roofs="".join(_hut_roof(spot) for spot in huts),
        emblem=place.emblem,
    )


def _towards_inside(hex_: Sequence[int], direction: int, depth: float) -> Point:
    """The point `depth` beyond an edge's middle, as seen from its hex."""
    return lava.mouth(direction, lava.APOTHEM + depth, 0, position((hex_[0], hex_[1])))


def _hut_wall(spot: Point) -> str:
    return f"M{pen.at((spot[0] - 7, spot[1]))}v8h14v-8Z"


def _hut_roof(spot: Point) -> str:
    return f"M{pen.at((spot[0] - 10, spot[1] + 1))}l10 -11l10 11Z"


def _slopes() -> str:
    """Facets that catch the light: wedges down from the crater, between the channels."""
    out = []
    for i in range(18):
        angle = 20 * i + 6
        out.append(
            pen.polygon(
                (pen.turned((58, 0), angle - 3), pen.turned((112, 0), angle - 5), pen.turned((118, 0), angle + 4))
            )
        )
    return "".join(out)


def _ridges(random: Random) -> str:
    """Stones along the volcano's bare edges."""
    out = []
    for hex_, mask in zip(HEXES, ROCK_MASK, strict=True):
        for d in directions_of(mask):
            a, b = side(neighbour(hex_, d), opposite(d))
            angle = degrees(atan2(b[1] - a[1], b[0] - a[0]))
            for k in range(4):
                x, y = a[0] + (b[0] - a[0]) * (k + 0.5) / 4, a[1] + (b[1] - a[1]) * (k + 0.5) / 4
                out.append(pebble(random, (x, y), 7.5, angle))
    return "".join(out)


def _rocks(random: Random) -> str:
    return "".join(pebble(random, pen.turned((random.uniform(70, 125), 0), 360 * i / 26), 4) for i in range(26))


def _volcano_channels(scale: float) -> tuple[str, str, str]:
    """The volcano's streams: within each of its hexes the pattern of a tile, joined from the crater to the exits."""
    crater, drawn = RULES.board.centre, []
    for hex_, exits in zip(VOLCANO, VOLCANO_MASK, strict=True):
        if hex_ == crater:
            mask = mask_of(d for d in range(6) if VOLCANO_MASK[VOLCANO.index(neighbour(hex_, d))])
        else:
            mask = exits and exits | mask_of(d for d in range(6) if neighbour(hex_, d) == crater)
        if mask:
            drawn.append(lava.channels(mask, 2, position(hex_), scale))
    crust, flow, core = ("".join(bank) for bank in zip(*drawn, strict=True))
    return crust, flow, core


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
