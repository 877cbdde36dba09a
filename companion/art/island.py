"""The island's geometry: where everything lies on the board, for the drawing, the page and the kit.

The unit is a hundredth of a board hex's flat width, y downwards, 0, 0 the middle of the volcano. Everything follows
from the rules data and `companion.games.hexes`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from math import hypot

import msgspec

from companion.art.lava import FLAT_WIDTH, RADIUS
from companion.art.pen import Point, middle
from companion.games.eruption.data import HEXES, RULES, VOLCANO
from companion.games.hexes import Hex, centre, corners, edge_middle, neighbour

Edge = tuple[int, int, int]
"""x and y of a hex, and a direction."""
Side = tuple[Point, Point]
"""The two corners of an edge, clockwise as seen from its hex."""

BEACH = 15.0
"""How far the sand reaches beyond the outermost hexes."""
MARGIN = 21.0
"""How far the picture on the screen reaches beyond the outermost hexes."""
EMBLEM_RADIUS = 31.0
"""Radius of the disc with a village's sign."""

CORNERS: tuple[Point, ...] = corners(FLAT_WIDTH)
"""Corner points of a hex round its centre; edge d runs from corner d to corner d + 1, modulo 6."""


class EdgePlace(msgspec.Struct, frozen=True):
    """Where a wall on an edge stands: its middle, and how many degrees clockwise it is turned from lying flat."""

    middle: Point
    degrees: int


class VillagePlace(msgspec.Struct, frozen=True):
    """A village's ground."""

    slug: str
    sign: str
    emblem: Point
    """Middle of the disc with its sign: the place for its name or its heat."""
    outline: tuple[Point, ...]
    """The ground's outline."""
    edges: tuple[EdgePlace, ...]
    """Its edges, from left to right as the owner sits behind the village."""


class BoardGeometry(msgspec.Struct, frozen=True):
    """What a page needs to put things on the island."""

    view_box: tuple[float, float, float, float]
    """Left, top, width and height of the whole picture."""
    flat_width: float
    """Flat width of a hex: the size to which the symbol of a tile is drawn."""
    radius: float
    """From a hex's centre to a corner: the symbol of a tile is twice as wide."""
    corners: tuple[Point, ...]
    """Corners round a hex's centre."""
    centres: dict[Hex, Point]
    """Centre of every hex on which a tile may lie."""
    volcano: dict[Hex, Point]
    """Centre of every hex of the volcano."""
    villages: tuple[VillagePlace, ...]
    """In the order of the rules."""
    wall: tuple[float, float]
    """Width and height of a wall."""
    marker: float
    """Diameter of a temperature marker."""

    def edge(self, hex_: Hex, direction: int) -> EdgePlace:
        """Where a wall on that edge stands."""
        return edge_place(hex_, direction)

    def hex_points(self, hex_: Hex) -> str:
        """The hex's corners, as the `points` of a polygon."""
        x, y = position(hex_)
        return " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in CORNERS)


def position(hex_: Hex) -> Point:
    """Centre of any hex."""
    return centre(hex_, RULES.board.centre, FLAT_WIDTH)


def edge_place(hex_: Hex, direction: int) -> EdgePlace:
    """Where a wall on the edge of `hex_` in `direction` stands."""
    (x, y), (dx, dy) = position(hex_), edge_middle(direction, FLAT_WIDTH)
    return EdgePlace((x + dx, y + dy), (60 * direction + 90) % 180 - 90)


def side(hex_: Hex, direction: int) -> Side:
    """Both ends of an edge."""
    x, y = position(hex_)
    (ax, ay), (bx, by) = CORNERS[direction], CORNERS[(direction + 1) % 6]
    return (x + ax, y + ay), (x + bx, y + by)


@cache
def board_geometry() -> BoardGeometry:
    """The island of Eruption."""
    points = [corner for x, y in HEXES for d in range(6) for corner in side((x, y), d)]
    points += [point for village in RULES.villages for point in village_outline(village.edges)]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    unit = FLAT_WIDTH / RULES.print.tile_width_mm
    box = (left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN)
    return BoardGeometry(
        view_box=(round(box[0], 1), round(box[1], 1), round(box[2], 1), round(box[3], 1)),
        flat_width=FLAT_WIDTH,
        radius=RADIUS,
        corners=CORNERS,
        centres={hex_: position(hex_) for hex_ in HEXES},
        volcano={hex_: position(hex_) for hex_ in VOLCANO},
        villages=tuple(
            VillagePlace(
                village.slug,
                village.sign,
                emblem(village.edges),
                village_outline(village.edges),
                tuple(edge_place((x, y), d) for x, y, d in village.edges),
            )
            for village in RULES.villages
        ),
        wall=(RULES.print.wall_mm[0] * unit, RULES.print.wall_mm[1] * unit),
        marker=RULES.print.marker_mm * unit,
    )


def village_front(edges: tuple[Edge, ...]) -> tuple[Point, ...]:
    """The corners along a village's edges, from the owner's left to the right."""
    sides = [side((x, y), d)[::-1] for x, y, d in edges]
    if hypot(sides[0][1][0] - sides[1][0][0], sides[0][1][1] - sides[1][0][1]) > 1:
        sides = [ends[::-1] for ends in sides]
    return (sides[0][0], *(end for _, end in sides))


def village_hexes(edges: tuple[Edge, ...]) -> tuple[Hex, ...]:
    """The hexes on which a village stands, each once."""
    return tuple(dict.fromkeys(neighbour((x, y), d) for x, y, d in edges))


def village_outline(edges: tuple[Edge, ...]) -> tuple[Point, ...]:
    """A village's ground: its edges, closed by the outer sides of its first and last hex and a straight shore."""
    front = village_front(edges)
    hexes = village_hexes(edges)
    return (*front, *_outer_corners(hexes[-1], front[-1]), *reversed(_outer_corners(hexes[0], front[0])))


def _outer_corners(hex_: Hex, start: Point) -> list[Point]:
    """From the end of a village's front along the outer sides of its hex, to the corner farthest from the volcano."""
    x, y = position(hex_)
    ring = [(x + dx, y + dy) for dx, dy in CORNERS]
    first = min(range(6), key=lambda i: hypot(ring[i][0] - start[0], ring[i][1] - start[1]))
    step = max((1, -1), key=lambda s: hypot(*ring[(first + s) % 6]))
    walk = [ring[(first + step * k) % 6] for k in range(1, 4)]
    farthest = max(range(3), key=lambda k: round(hypot(*walk[k]), 3))
    return walk[: farthest + 1]


def emblem(edges: tuple[Edge, ...]) -> Point:
    """Middle of the disc with a village's sign: towards the shore of its middle hex."""
    hexes = village_hexes(edges)
    x, y = position(hexes[len(hexes) // 2])
    length = hypot(x, y)
    return x * (1 + 52 / length), y * (1 + 52 / length)


@cache
def coast() -> tuple[Point, ...]:
    """The island's outline without its beach: sea edges and the villages' shores, clockwise."""
    land = {*HEXES, *VOLCANO}
    fronts = {edge for village in RULES.villages for edge in village.edges}
    sides = [
        side(hex_, d) for hex_ in HEXES for d in range(6) if neighbour(hex_, d) not in land and (*hex_, d) not in fronts
    ]
    for village in RULES.villages:
        outline = village_outline(village.edges)
        shore = (*outline[len(village.edges) :], outline[0])
        sides += [ends if _clockwise(*ends) else ends[::-1] for ends in pairwise(shore)]
    return loop(sides)


@cache
def volcano_outline() -> tuple[Point, ...]:
    """The volcano's outline, clockwise."""
    return loop(side(hex_, d) for hex_ in VOLCANO for d in range(6) if neighbour(hex_, d) not in VOLCANO)


def loop(sides: Iterable[Side]) -> tuple[Point, ...]:
    """The corners of sides that make one closed walk, in its order."""
    next_side = {_rounded(start): (start, end) for start, end in sides}
    start, end = next_side.pop(next(iter(next_side)))
    corners_ = [start]
    while next_side:
        start, end = next_side.pop(_rounded(end))
        corners_.append(start)
    return tuple(corners_)


def shared_sides() -> list[Side]:
    """Every side of a placeable hex once, whatever lies beyond."""
    sides = (side(hex_, d) for hex_ in HEXES for d in range(6))
    return list({_rounded(middle(*ends)): ends for ends in sides}.values())


def _rounded(point: Point) -> tuple[int, int]:
    """A key that the same corner has from every hex; no two corners are as near as one unit."""
    return round(point[0]), round(point[1])


def _clockwise(a: Point, b: Point) -> bool:
    """Whether the volcano lies to the right on the way from a to b (y downwards)."""
    return a[0] * b[1] - a[1] * b[0] > 0
