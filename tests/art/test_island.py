from __future__ import annotations

from math import cos, hypot, radians, sin

import pytest

from companion.art.island import board_geometry, coast, edge_place, shared_sides, side, village_outline
from companion.art.meter import meter
from companion.art.scenery import island
from companion.games.eruption.data import HEXES, RULES, VOLCANO
from companion.games.hexes import neighbour, opposite

GEOMETRY = board_geometry()


def test_neighbouring_hexes_are_a_flat_width_apart():
    for hex_ in HEXES:
        for direction in range(6):
            other = neighbour(hex_, direction)
            if other in GEOMETRY.centres:
                (ax, ay), (bx, by) = GEOMETRY.centres[hex_], GEOMETRY.centres[other]
                assert hypot(bx - ax, by - ay) == pytest.approx(GEOMETRY.flat_width)


def test_both_hexes_of_an_edge_put_a_wall_in_the_same_place():
    for hex_ in HEXES:
        for direction in range(6):
            one, other = edge_place(hex_, direction), edge_place(neighbour(hex_, direction), opposite(direction))
            assert one.middle == pytest.approx(other.middle)
            assert one.degrees == other.degrees


def test_a_wall_lies_along_its_edge_and_is_shorter():
    for hex_ in HEXES[:8]:
        for direction in range(6):
            place = GEOMETRY.edge(hex_, direction)
            (ax, ay), (bx, by) = side(hex_, direction)
            length = hypot(bx - ax, by - ay)
            turned = cos(radians(place.degrees)), sin(radians(place.degrees))
            assert abs(turned[0] * (bx - ax) + turned[1] * (by - ay)) == pytest.approx(length)
            assert GEOMETRY.wall[0] < length


def test_the_picture_holds_the_whole_island_and_little_more():
    left, top, width, height = GEOMETRY.view_box
    points = [point for hex_ in HEXES for d in range(6) for point in side(hex_, d)] + list(coast())
    assert all(left < x < left + width and top < y < top + height for x, y in points)
    assert min(x for x, _ in points) - left < 0.25 * GEOMETRY.flat_width
    assert min(y for _, y in points) - top < 0.25 * GEOMETRY.flat_width


def test_every_hex_of_the_board_has_its_place():
    assert set(GEOMETRY.centres) == set(HEXES)
    assert set(GEOMETRY.volcano) == set(VOLCANO)
    assert GEOMETRY.volcano[RULES.board.centre] == pytest.approx((0, 0))


def test_the_grid_has_each_side_once():
    inner = sum(neighbour(hex_, d) in GEOMETRY.centres for hex_ in HEXES for d in range(6)) // 2
    outer = sum(neighbour(hex_, d) not in GEOMETRY.centres for hex_ in HEXES for d in range(6))
    assert len(shared_sides()) == inner + outer


def test_each_village_is_marked_on_exactly_its_edges():
    for village, drawn in zip(RULES.villages, island().villages, strict=True):
        assert drawn.slug == village.slug
        assert drawn.kerbs.count("M") == len(village.edges)


def test_a_village_lies_behind_its_edges_and_holds_its_sign():
    for village, place in zip(RULES.villages, GEOMETRY.villages, strict=True):
        outline = village_outline(village.edges)
        corners = {(round(x, 3), round(y, 3)) for x, y in outline}
        for x, y, direction in village.edges:
            assert all((round(px, 3), round(py, 3)) in corners for px, py in side((x, y), direction))
        assert inside(place.emblem, outline)
        assert all(not inside(centre, outline) for centre in GEOMETRY.centres.values())


def test_the_coast_encloses_every_hex_and_village():
    outline = coast()
    assert all(inside(centre, outline) for centre in GEOMETRY.centres.values())
    assert all(inside(place.emblem, outline) for place in GEOMETRY.villages)


def test_the_meter_has_a_space_for_every_temperature():
    heats = [space.degrees for space in meter().spaces]
    assert heats == list(range(0, RULES.meter.max + RULES.meter.step, RULES.meter.step))
    assert [space.degrees for space in meter().spaces if space.grants] == list(RULES.meter.zones)
    assert [space.grants for space in meter().spaces if space.grants] == ["wall", "card", "tile"]


def test_a_space_of_the_meter_holds_every_villages_marker():
    track = meter()
    across, down = track.space_width // RULES.print.marker_mm, track.space_height // RULES.print.marker_mm
    assert across * down >= len(RULES.villages)
    places = {(space.x, space.y) for space in track.spaces}
    assert len(places) == len(track.spaces)


def inside(point: tuple[float, float], outline: tuple[tuple[float, float], ...]) -> bool:
    """Whether a point lies within a polygon (even-odd)."""
    x, y = point
    found = False
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found
