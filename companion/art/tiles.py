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
    pebbles: str
    cracks: str
    rim: str
    """The crater of a source; empty for other tiles."""
    crust: str
    lava: str
    core: str


@cache
def tile_drawing(mask: int, source: bool = False, bleed: float = 0) -> TileDrawing:
    """A tile with lava on the edges of `mask`; a `source` has a crater.

    With `bleed`, ground and channels run on by so much and the outline is left to the knife.
    """
    crust, flow, core = lava.channels(mask, bleed or lava.SEAM)
    random = Random(mask)
    if source:
        flow += blob(24, 2.5, 12, random)
        core += blob(14.5, 2, 12, random)
    return TileDrawing(
        ground=pen.polygon(corners(FLAT_WIDTH + 2 * bleed if bleed else FLAT_WIDTH - 2), 3),
        outlined=not bleed,
        pebbles="".join(pebble(random, spot, random.uniform(2.2, 4.2)) for spot in _free_spots(mask, random, 13, 4.5)),
        cracks="".join(_crack(random, spot) for spot in _free_spots(mask, random, 5, 10)),
        rim=blob(33, 4, 12, random) if source else "",
        crust=crust,
        lava=flow,
        core=core,
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


def _crack(random: Random, spot: Point) -> str:
    turn = random.uniform(0, 360)
    return pen.polyline(pen.turned(point, turn, 1, spot) for point in ((-7, -1), (-2.5, 2), (1.5, -2), (7, 1.5)))


def _free_spots(mask: int, random: Random, count: int, apart: float) -> list[Point]:
    """Up to `count` places within the hex, clear of the channels and of each other."""
    line, found = _middle_line(mask), list[Point]()
    for _ in range(count * 12):
        x, y = random.uniform(-RADIUS, RADIUS), random.uniform(-APOTHEM, APOTHEM)
        inside = max(abs(y), abs(x) * sqrt(3) / 2 + abs(y) / 2) < APOTHEM - 5
        if inside and all(pen.distance((x, y), p) > CLEAR + apart / 3 for p in line):
            if all(pen.distance((x, y), p) > 2 * apart for p in found):
                found.append((x, y))
            if len(found) == count:
                break
    return found


def _middle_line(mask: int) -> list[Point]:
    """Points along the middle of the channels."""
    directions = list(directions_of(mask))
    ends = [lava.mouth(d, APOTHEM) for d in directions]
    if len(ends) == 2 and (directions[1] - directions[0]) % 3:
        (ax, ay), (bx, by) = ends
        sharp = (directions[1] - directions[0]) % 6 in (1, 5)
        pivot = pen.towards((0, 0), (ax + bx, ay + by), RADIUS if sharp else FLAT_WIDTH)
        bend = RADIUS / 2 if sharp else 1.5 * RADIUS
        steps = [(ax + (bx - ax) * k / 12, ay + (by - ay) * k / 12) for k in range(13)]
        return [pen.towards(pivot, step, bend) for step in steps]
    return [(x * k / 8, y * k / 8) for x, y in ends for k in range(9)]
