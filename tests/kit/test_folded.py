"""Boxes, dice and what stands, in millimetres: on paper, and when they are folded."""

from __future__ import annotations

from collections import Counter
from math import ceil, sqrt

import pytest

from companion.games.eruption.data import RULES
from companion.kit.eruption import DIE, STANDEE, STANDING_WALL, card_box, tile_boxes
from companion.kit.formats import CARDS, PAPERS
from companion.kit.options import FaceOptions
from tests.kit.faces import opened

PRINT, BOX = RULES.print, RULES.print.box
DECK = sum(card.count for card in RULES.cards)
TILES = sum(tile.count for tile in RULES.tiles)


@pytest.mark.parametrize("card", CARDS)
def test_the_deck_fits_its_box_with_a_little_room(card):
    width, height = CARDS[card]
    net = card_box(FaceOptions(card_mm=(width, height)))
    front, side = net.panel("front"), net.panel("side")
    assert front.width == pytest.approx(width + BOX.clearance_mm)
    assert front.height == pytest.approx(height + BOX.clearance_mm)
    assert side.width == pytest.approx(DECK * BOX.card_thickness_mm + BOX.clearance_mm)


@pytest.mark.parametrize("width", range(25, 61, 5))
def test_all_tiles_fit_their_boxes_and_the_boxes_any_paper(width):
    boxes, net = tile_boxes(FaceOptions(tile_mm=float(width)))
    front, side = net.panel("front"), net.panel("side")
    corners = width * 2 / sqrt(3)
    held = max(
        int(across // corners) * int((deep - BOX.clearance_mm + 1e-6) // BOX.tile_thickness_mm)
        for across, deep in ((front.width, side.width), (side.width, front.width))
    )
    assert front.height >= width
    assert boxes * held >= TILES
    for paper in ("a4", "letter"):
        short, long = PAPERS[paper]
        assert net.size[0] <= long - 12 and net.size[1] <= short - 25


@pytest.mark.parametrize(
    ("part", "key", "size"),
    [
        ("dice", "dice.white", DIE.size),
        ("standing_walls", "standing_walls.stone", STANDING_WALL.size),
        ("standees", "standees.blue", STANDEE.size),
        ("boxes", "card_box.box", card_box(FaceOptions()).size),
    ],
)
def test_the_cut_has_the_size_of_the_net(shelf, part, key, size):
    for side in shelf.sides(pieces=part, backs="none", guide="no"):
        placed = next((placed for placed in side.placed if placed.key == key), None)
        if placed is None:
            continue
        outlines = [path.bounds() for path in side.paths if path.paint == "s"]
        middles = [((a + c) / 2, (b + d) / 2, c - a, d - b) for a, b, c, d in outlines]
        assert any(found == pytest.approx((placed.x, placed.y, *size), abs=0.02) for found in middles)
        assert placed.size == pytest.approx((size[0] + 2, size[1] + 2), abs=0.02)
        return
    pytest.fail(f"{key} is on no sheet")


def test_folds_are_drawn_apart_from_cuts(shelf):
    """Each fold of a die is a line of its own within the cut."""
    (side,) = shelf.sides(pieces="dice", backs="none", guide="no")
    placed = next(placed for placed in side.placed if placed.key == "dice.orange")
    lines = {
        tuple(round(value, 1) for end in sub for value in end)
        for path in side.paths
        if path.paint == "S"
        for sub in path.subpaths
        if len(sub) == 2
    }
    for (ax, ay), (bx, by) in DIE.folds:
        ends = [(placed.x + ax, placed.y + ay), (placed.x + bx, placed.y + by)]
        wanted = {tuple(round(v, 1) for end in way for v in end) for way in (ends, ends[::-1])}
        assert any(
            max(map(abs, (a - b for a, b in zip(line, way, strict=True)))) <= 0.15 for line in lines for way in wanted
        )


def test_there_is_a_standing_wall_for_every_wall_and_a_standee_for_every_village(shelf):
    sides = shelf.sides(pieces="standing_walls,standees", backs="none", guide="no")
    found = Counter(placed.key for side in sides for placed in side.placed)
    assert found == {
        **{f"standing_walls.{wall.slug}": wall.count for wall in RULES.walls},
        **{f"standees.{village.slug}": 1 for village in RULES.villages},
    }


def test_what_stands_takes_no_more_room_than_what_lies():
    width, _, depth = PRINT.standing_wall_mm
    assert width <= PRINT.wall_mm[0] and depth <= PRINT.wall_mm[1]
    width, _, depth = PRINT.standee_mm
    assert max(width, depth) <= PRINT.marker_mm


def test_the_boxes_of_large_tiles_hold_their_share_each():
    boxes, _ = tile_boxes(FaceOptions(tile_mm=60.0))
    assert boxes == 2 and ceil(TILES / boxes) * boxes >= TILES


def test_the_box_of_a_deck_without_rain_is_thinner_and_says_how_many_cards_it_holds(faces):
    rain = sum(card.count for card in RULES.cards if card.slug == "rain")
    with_rain, without = (card_box(FaceOptions(no_rain=no_rain)).panel("side").width for no_rain in (False, True))
    assert with_rain - without == pytest.approx(rain * BOX.card_thickness_mm)
    with opened(faces.draw("card_box", no_rain=True)[0]) as pages:
        assert f"{DECK - rain} action cards" in pages[0].extract_text()
