"""What is folded, as geometry: outlines, folds, and what comes of them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.art.nets import Net, cube, tent, tuck_box

SIZE = st.floats(8, 120)
NETS = {
    "standing wall": tent(16, 13, 7, 5),
    "standee": tent(12, 24, 11, 5),
    "die": cube(16, 5),
    "box": tuck_box(64, 89, 13, 13, 10),
    "flat box": tuck_box(66, 33, 39, 13, 10),
}


def area(points) -> float:
    """Twice the area of a polygon, positive when it runs clockwise (y downwards)."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*points, points[0]]))


def crosses(a, b, c, d) -> bool:
    """Whether two lines cross between their ends."""

    def side(p, q, r):
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < -1e-9 and side(c, d, a) * side(c, d, b) < -1e-9


def inside(point, points) -> bool:
    found = False
    for (ax, ay), (bx, by) in pairwise([*points, points[0]]):
        if (ay > point[1]) != (by > point[1]) and point[0] < (bx - ax) * (point[1] - ay) / (by - ay) + ax:
            found = not found
    return found


def check(net: Net) -> None:
    """One clockwise outline that never crosses itself; folds and panels within it."""
    edges = list(pairwise([*net.outline, net.outline[0]]))
    assert area(net.outline) > 0
    assert not any(crosses(*one, *other) for i, one in enumerate(edges) for other in edges[:i])
    xs, ys = zip(*net.outline, strict=True)
    assert (min(xs) + max(xs), min(ys) + max(ys)) == pytest.approx((0, 0), abs=1e-6)
    for (ax, ay), (bx, by) in net.folds:
        nx, ny = (by - ay), (ax - bx)
        length = (nx * nx + ny * ny) ** 0.5
        for way in (0.05, -0.05):
            beside = ((ax + bx) / 2 + nx / length * way, (ay + by) / 2 + ny / length * way)
            assert inside(beside, net.outline), "there is no paper on both sides of a fold"
    for panel in net.panels:
        assert inside(panel.middle, net.outline), panel.name


@pytest.mark.parametrize("name", NETS)
def test_a_net_is_one_piece_of_paper_with_its_folds_inside(name):
    check(NETS[name])


@given(SIZE, SIZE, SIZE)
def test_a_box_of_any_size_is_one_piece_of_paper(width, height, depth):
    width, depth = max(width, depth) + 12, min(width, depth)
    check(tuck_box(width, height, depth, 13, 10))


@given(SIZE, SIZE, SIZE)
def test_whatever_stands_has_two_equal_sides_and_closes_below(width, height, depth):
    net = tent(width, height, min(depth, height), 5)
    check(net)
    assert net.panel("front").height == net.panel("back").height == pytest.approx(height)
    assert net.panel("front").turn == 0 and net.panel("back").turn == 180
    assert net.panel("foot").height < 2 * height


def test_the_faces_of_a_die_make_seven_with_those_opposite_and_one_two_three_run_against_the_clock():
    """The net is folded here: each square is rolled over the edge that it shares with the one that it hangs on."""
    net = cube(16, 5)
    where = {panel.name: (round(panel.middle[0] / 16, 3), round(panel.middle[1] / 16, 3)) for panel in net.panels}
    # Of each face: which way its outside looks, where its right and its foot point, as vectors in space.
    placed = {"1": ((0, 0, 1), (1, 0, 0), (0, -1, 0))}
    waiting = ["1"]
    while waiting:
        name = waiting.pop()
        out, right, down = placed[name]
        for other, (x, y) in where.items():
            dx, dy = round(x - where[name][0]), round(y - where[name][1])
            if other in placed or abs(dx) + abs(dy) != 1:
                continue
            back = tuple(-v for v in out)
            if dx:
                turned = tuple(dx * v for v in right)
                placed[other] = (turned, tuple(dx * v for v in back), down)
            else:
                turned = tuple(dy * v for v in down)
                placed[other] = (turned, right, tuple(dy * v for v in back))
            waiting.append(other)
    looks = {name: frame[0] for name, frame in placed.items()}
    assert len(set(looks.values())) == 6
    for name, out in looks.items():
        assert looks[str(7 - int(name))] == tuple(-v for v in out)
    one, two, three = (looks[name] for name in "123")
    cross = (
        one[1] * two[2] - one[2] * two[1],
        one[2] * two[0] - one[0] * two[2],
        one[0] * two[1] - one[1] * two[0],
    )
    assert sum(a * b for a, b in zip(cross, three, strict=True)) == 1


def test_a_die_has_a_flap_for_every_edge_that_is_not_folded_on_the_paper():
    net = cube(16, 5)
    assert len(net.folds) == 5 + 7
    assert len(net.glued) == 7


def test_a_box_leaves_its_tongues_unglued():
    net = tuck_box(64, 89, 13, 13, 10)
    (glue,) = net.glued
    assert (glue.width, glue.height) == (10, 89)
    assert sum(panel.name == "flap" for panel in net.panels) == 6
    assert net.panel("lid").height == net.panel("side").width == 13
