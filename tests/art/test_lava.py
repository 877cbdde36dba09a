from __future__ import annotations

import re

import pytest

from companion.art import lava
from companion.art.island import board_geometry, position
from companion.art.scenery import island
from companion.games.eruption.data import MASKS, RULES
from companion.games.hexes import directions_of, edge_middle, mask_of, neighbour, opposite

EXACT = 0.02
"""Hundredths of a hex: what writing a coordinate with two decimals may cost."""


def points(path: str) -> list[tuple[float, float]]:
    """The end points of a path's commands."""
    found = []
    for command, numbers in re.findall(r"([MLQA])([^MLQAZ]*)", path):
        values = [float(number) for number in re.findall(r"-?\d*\.?\d+", numbers)]
        found.append((values[-2], values[-1]) if command != "Z" else found[0])
    return found


def crossings(path: str, direction: int, middle: tuple[float, float] = (0, 0)) -> list[float]:
    """Where an outline crosses the line of an edge: distances along the edge from its middle, in order.

    An outline runs straight across every edge, so it crosses between two of its points beyond and within the hex.
    """
    ends = points(path)
    ux, uy = (value / 50 for value in edge_middle(direction, 100))
    found = []
    for (ax, ay), (bx, by) in zip(ends, ends[1:] + ends[:1], strict=True):
        a = (ax - middle[0]) * ux + (ay - middle[1]) * uy
        b = (bx - middle[0]) * ux + (by - middle[1]) * uy
        if (a - 50.001) * (b - 50.001) < 0:
            share = (50.001 - a) / (b - a)
            x, y = ax + (bx - ax) * share - middle[0], ay + (by - ay) * share - middle[1]
            across = -x * uy + y * ux
            if abs(across) < 28:
                found.append(across)
    return sorted(found)


@pytest.mark.parametrize("tile", RULES.tiles, ids=lambda tile: tile.slug)
@pytest.mark.parametrize("rotation", range(6))
def test_channels_meet_each_lava_edge_at_its_middle_with_one_width(tile, rotation):
    mask = MASKS[RULES.tiles.index(tile)][rotation]
    for bank in lava.BANKS:
        path = lava.channel(mask, bank)
        for direction in range(6):
            expected = [-bank.half_width, bank.half_width] if mask >> direction & 1 else []
            assert crossings(path, direction) == pytest.approx(expected, abs=EXACT)


@pytest.mark.parametrize("tile", RULES.tiles, ids=lambda tile: tile.slug)
def test_channels_run_straight_on_into_the_bleed(tile):
    for direction in tile.edges:
        outer = [
            (x, y)
            for x, y in points(lava.channel(mask_of(tile.edges), lava.BANKS[0], beyond=6))
            if (x * edge_middle(direction, 100)[0] + y * edge_middle(direction, 100)[1]) / 50 > 55.9
        ]
        ux, uy = (value / 50 for value in edge_middle(direction, 100))
        assert sorted(-x * uy + y * ux for x, y in outer) == pytest.approx([-16, 16], abs=EXACT)


def test_an_edge_without_lava_stays_dry():
    for tile in RULES.tiles:
        mask = mask_of(tile.edges)
        path = lava.channel(mask, lava.BANKS[0])
        assert all(not crossings(path, direction) for direction in range(6) if not mask >> direction & 1)


ON_PAPER = RULES.print.tile_width_mm / (RULES.print.tile_width_mm + RULES.print.board_clearance_mm)
"""A tile's width in those of a printed board hex."""


@pytest.mark.parametrize("scale", [1, ON_PAPER], ids=["on screen", "on paper"])
def test_the_volcanos_exits_are_as_wide_as_the_channels_of_the_tiles(scale):
    for bank, path in zip(lava.BANKS, island(scale).channels, strict=True):
        corners = [point for piece in path.split("Z") if piece for point in points(piece + "Z")]
        for x, y, direction in RULES.board.volcano_exits:
            middle = position(neighbour((x, y), direction))
            ux, uy = (value / 50 for value in edge_middle(opposite(direction), 100))
            local = [((px - middle[0]), (py - middle[1])) for px, py in corners]
            at_edge = [-px * uy + py * ux for px, py in local if abs(px * ux + py * uy - 50) < 0.6]
            mouth = [across for across in at_edge if abs(across) < 28]
            assert min(mouth) == pytest.approx(-bank.half_width * scale, abs=EXACT)
            assert max(mouth) == pytest.approx(bank.half_width * scale, abs=EXACT)


def test_two_edge_patterns_keep_their_width_all_the_way():
    """Both shores of a bend are arcs round one pivot, their radii apart by the channel's width."""
    for gap in (1, 2):
        for bank in lava.BANKS:
            path = lava.channel(1 | 1 << gap, bank)
            radii = sorted({float(radius) for radius in re.findall(r"A(-?\d*\.?\d+) ", path)})
            assert radii[1] - radii[0] == pytest.approx(2 * bank.half_width, abs=EXACT)


def test_every_mask_has_channels():
    for mask in range(1, 64):
        assert len(list(directions_of(mask))) == sum(
            len(crossings(lava.channel(mask, lava.BANKS[1]), direction)) // 2 for direction in range(6)
        )


def test_a_tile_fills_its_hex_in_the_boards_unit():
    assert board_geometry().flat_width == lava.FLAT_WIDTH
