"""The lava tiles: ground, channels and what lies between them, all from the edge mask."""

from __future__ import annotations

from functools import cache
from math import sqrt
from random import Random

import msgspec

from companion.art import lava, pen
from companion.art.lava import APOTHEM, BANKS, FLAT_WIDTH, RADIUS
from companion.art.pen import Point
from companion.games.hexes import corners, directions_of

CLEAR = BANKS[0].half_width + 3.5
"""How far from a channel's middle line the marks of the ground stay."""


class TileDrawing(msgspec.Struct, frozen=True):
    """Path data of one tile; the unit is a hundredth of its flat width, 0, 0 its centre."""

    ground: str
    outlined: bool
    shadows: str
    stones: str
    crust: str
    lava: str
    flecks: str
    core: str
    crater: Crater | None
    """Of a source."""


class Crater(msgspec.Struct, frozen=True):
    """A ring of rock round a lake of lava."""

    rim: str
    rocks: str
    facets: str
    lake: str
    core: str
    spark: str


@cache
def tile_drawing(mask: int, source: bool = False, bleed: float = 0) -> TileDrawing:
    """A tile with lava on the edges of `mask`; a `source` has a crater.

    With `bleed`, ground and channels run on by so much and the outline is left to the knife.
    """
    crust, flow, core = lava.channels(mask, bleed or lava.SEAM)
    random = Random(mask)
    spots = [(spot, random.uniform(2.6, 5.2)) for spot in _free_spots(mask, random, 12, 5.5)]
    return TileDrawing(
        ground=pen.polygon(corners(FLAT_WIDTH + 2 * bleed if bleed else FLAT_WIDTH - 2), 3),
        outlined=not bleed,
        shadows="".join(pebble(random, (x + size / 4, y + size / 3), size * 1.25) for (x, y), size in spots),
        stones="".join(pebble(random, spot, size) for spot, size in spots),
        crust=crust,
        lava=flow,
        flecks=flecks(mask, random),
        core=core,
        crater=crater(random) if source else None,
    )


def crater(random: Random) -> Crater:
    """A crater of radius 37 or so."""
    places = [(pen.turned((0, -28), 360 * i / 11 + random.uniform(-3, 3)), 360 * i / 11) for i in range(11)]
    sizes = [random.uniform(7.4, 8.8) for _ in places]
    rocks = list(zip(places, sizes, strict=True))
    return Crater(
        rim=blob(32, 1.5, 14, random),
        rocks="".join(pebble(random, spot, size, turn) for (spot, turn), size in rocks),
        facets="".join(pebble(random, (x - 1, y - 1.5), size * 0.5, turn) for ((x, y), turn), size in rocks),
        lake=blob(20.5, 1.2, 14, random),
        core=blob(13.5, 1, 12, random),
        spark=blob(6, 0.8, 9, random),
    )


def pebble(random: Random, spot: Point, size: float, angle: float | None = None) -> str:
    """A stone with flat faces."""
    turn = random.uniform(0, 360) if angle is None else angle
    shape = [(-1, 0.55), (-0.8, -0.5), (-0.1, -0.85), (0.75, -0.55), (1, 0.4), (0.3, 0.8)]
    jitter = [(x + random.uniform(-0.15, 0.15), y + random.uniform(-0.15, 0.15)) for x, y in shape]
    return pen.polygon(pen.turned(corner, turn, size, spot) for corner in jitter)


def blob(radius: float, wobble: float, count: int, random: Random) -> str:
    """A round shape with an uneven edge, led by `count` points."""
    return pen.smooth(
        [
            pen.turned((radius + random.uniform(-wobble, wobble), 0), 360 * i / count + random.uniform(-4, 4))
            for i in range(count)
        ]
    )


def flecks(mask: int, random: Random, middle: Point = (0, 0)) -> str:
    """Short streaks that drift along the channels between core and shore."""
    out = []
    side = (BANKS[1].half_width + BANKS[2].half_width) / 2
    courses = _courses(mask)
    for line in courses if len(courses) < 3 else [arm[:7] for arm in courses]:
        for k, across in ((1, side), (3, -side), (5, side), (8, -side), (11, side), (14, -side)):
            if k + 2 < len(line) and random.random() < 0.8:
                (ax, ay), (bx, by), (cx, cy) = line[k : k + 3]
                length = pen.distance((ax, ay), (cx, cy))
                nx, ny = (ay - cy) / length * across, (cx - ax) / length * across
                nx, ny = nx + middle[0], ny + middle[1]
                out.append(pen.polyline(((ax + nx, ay + ny), (bx + nx, by + ny), (cx + nx, cy + ny))))
    return "".join(out)


def _free_spots(mask: int, random: Random, count: int, apart: float) -> list[Point]:
    """Up to `count` places within the hex, clear of the channels and of each other."""
    line, found = [point for course in _courses(mask) for point in course], list[Point]()
    for _ in range(count * 12):
        x, y = random.uniform(-RADIUS, RADIUS), random.uniform(-APOTHEM, APOTHEM)
        inside = max(abs(y), abs(x) * sqrt(3) / 2 + abs(y) / 2) < APOTHEM - 8
        if inside and all(pen.distance((x, y), p) > CLEAR + apart / 3 for p in line):
            if all(pen.distance((x, y), p) > 2 * apart for p in found):
                found.append((x, y))
            if len(found) == count:
                break
    return found


def _courses(mask: int) -> list[list[Point]]:
    """Points about 4 units apart along the middle of each channel: a bend between edges, or arms to the centre."""
    directions = list(directions_of(mask))
    ends = [lava.mouth(d, APOTHEM) for d in directions]
    if len(ends) == 2 and (directions[1] - directions[0]) % 3:
        (ax, ay), (bx, by) = ends
        sharp = (directions[1] - directions[0]) % 6 in (1, 5)
        pivot = pen.towards((0, 0), (ax + bx, ay + by), RADIUS if sharp else FLAT_WIDTH)
        bend = RADIUS / 2 if sharp else 1.5 * RADIUS
        steps = [(ax + (bx - ax) * k / 16, ay + (by - ay) * k / 16) for k in range(17)]
        return [[pen.towards(pivot, step, bend) for step in steps]]
    return [[(x * (1 - k / 12), y * (1 - k / 12)) for k in range(13)] for x, y in ends]
