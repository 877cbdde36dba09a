"""The printed pieces, read back from the PDF in millimetres."""

from __future__ import annotations

from collections import Counter
from math import dist, sqrt

import numpy as np
import pypdfium2
import pytest

from companion.games.eruption.data import RULES
from companion.kit.eruption_faces import chance_to_hold
from companion.kit.formats import PAPERS as SIZES
from companion.kit.options import PARTS
from companion.kit.paper import UNREACHABLE
from tests.kit.reading import paths_in_face

PRINT = RULES.print
COUNTS = {
    **{f"tiles.{tile.slug}": tile.count for tile in RULES.tiles},
    **{f"cards.{card.slug}": card.count for card in RULES.cards},
    **{f"walls.{wall.slug}": wall.count for wall in RULES.walls},
    **{f"markers.{village.slug}": 1 for village in RULES.villages},
    "summary.turn": RULES.game.players.max,
}
SIZES_MM = {
    "tiles": (PRINT.tile_width_mm * 2 / sqrt(3), PRINT.tile_width_mm),
    "cards": PRINT.card_mm,
    "walls": PRINT.wall_mm,
    "markers": (PRINT.marker_mm, PRINT.marker_mm),
}
KITS = [
    {"paper": paper, "backs": backs} for paper in ("a4", "letter") for backs in ("duplex-long", "duplex-short", "none")
]


def fronts(sides):
    return [side for side in sides if "back" not in side.text.split("Sheet", 1)[-1][:20]]


@pytest.fixture(params=KITS, ids=lambda kit: f"{kit['paper']}-{kit['backs']}")
def kit(request):
    return request.param


def test_every_piece_of_the_rules_is_printed_as_often_as_the_rules_say(shelf, kit):
    found = Counter(placed.key for side in fronts(shelf.sides(**kit)) for placed in side.placed)
    assert {key: n for key, n in found.items() if not key.startswith("board.")} == COUNTS


def test_every_page_is_the_paper_and_the_copy_shops_page_is_last(shelf, kit):
    *sides, last = shelf.sides(**kit)
    for side in sides:
        assert sorted((side.width, side.height)) == pytest.approx(SIZES[kit["paper"]], abs=0.01)
    assert [placed.key for placed in last.placed] == ["board.island"]
    assert last.width > max(SIZES[kit["paper"]])


def test_cut_lines_have_the_size_of_the_pieces(shelf, kit):
    for side in fronts(shelf.sides(**kit)):
        outlines = [path for path in side.paths if path.paint == "s"]
        for placed in side.placed:
            group = placed.key.split(".")[0]
            if group in SIZES_MM:
                sizes = [
                    path.size() for path in outlines if centre(path) == pytest.approx((placed.x, placed.y), abs=0.01)
                ]
                assert len(sizes) == 1
                assert sizes[0] == pytest.approx(SIZES_MM[group], abs=0.05)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_corner_has_its_own_cut_lines_so_that_each_cut_leaves_the_others(shelf, paper):
    """Two lines end at every corner from outside, and none runs over a piece."""
    for side in fronts(shelf.sides(paper=paper)):
        lines = [sub for path in side.paths if path.paint == "S" for sub in path.subpaths if len(sub) == 2]
        ends = np.array([end for line in lines for end in line]).reshape(-1, 2)
        middles = np.array([np.mean(line, axis=0) for line in lines]).reshape(-1, 2)
        for placed in side.placed:
            group = placed.key.split(".")[0]
            if group not in ("cards", "walls", "tiles"):
                continue
            width, height = SIZES_MM[group]
            for dx, dy in HEX_CORNERS if group == "tiles" else SQUARE_CORNERS:
                corner = placed.x + dx * width, placed.y + dy * height
                # Each line is drawn twice: white, and black upon it.
                assert (np.hypot(*(ends - corner).T) < 0.02).sum() >= 4, (placed.key, corner)
            near = np.abs(middles - (placed.x, placed.y)) < (width / 4, height / 2 - 0.1)
            assert not near.all(axis=1).any(), placed.key


SQUARE_CORNERS = [(x, y) for x in (-0.5, 0.5) for y in (-0.5, 0.5)]
HEX_CORNERS = [(-0.5, 0.0), (0.5, 0.0)] + [(x, y) for x in (-0.25, 0.25) for y in (-0.5, 0.5)]


def centre(path):
    left, top, right, bottom = path.bounds()
    return (left + right) / 2, (top + bottom) / 2


def test_fronts_bleed_over_their_cut_lines_on_every_side(shelf, kit):
    for side in fronts(shelf.sides(**kit)):
        for placed in side.placed:
            group = placed.key.split(".")[0]
            if group in SIZES_MM:
                width, height = SIZES_MM[group]
                left, top, right, bottom = placed.clip
                assert min(placed.x - left, right - placed.x) >= width / 2 + 0.9
                assert min(placed.y - top, bottom - placed.y) >= height / 2 + 0.9
                assert placed.size[0] >= width + 2 * PRINT.bleed_mm - 0.01


def test_nothing_is_printed_where_a_home_printer_cannot_reach(shelf, kit):
    for side in shelf.sides(**kit):
        box = UNREACHABLE - 0.01, UNREACHABLE - 0.01, side.width - UNREACHABLE + 0.01, side.height - UNREACHABLE + 0.01
        for placed in side.placed:
            assert placed.clip is None or inside(placed.clip, box)
        for path in side.paths:
            assert inside(path.bounds(), box)


def inside(bounds, box):
    return bounds[0] >= box[0] and bounds[1] >= box[1] and bounds[2] <= box[2] and bounds[3] <= box[3]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short"])
def test_backs_lie_exactly_behind_their_fronts(shelf, paper, backs):
    sides = shelf.sides(paper=paper, backs=backs)[:-1]
    assert len(sides) % 2 == 0
    behind = {tile.slug: "tiles.eruption_back" if tile.source else "tiles.back" for tile in RULES.tiles}
    seen = 0
    for front, back in zip(sides[::2], sides[1::2], strict=True):
        over_level_edge = (front.width > front.height) == (backs == "duplex-long")
        expected = []
        for placed in front.placed:
            group, slug = placed.key.split(".")
            if group not in ("board", "summary"):
                key = {"tiles": behind.get(slug), "cards": "cards.back"}.get(group, placed.key)
                x = placed.x if over_level_edge else front.width - placed.x
                y = front.height - placed.y if over_level_edge else placed.y
                expected.append((key, round(x, 2), round(y, 2), over_level_edge))
        found = [(placed.key, round(placed.x, 2), round(placed.y, 2), placed.upside_down) for placed in back.placed]
        assert sorted(found) == sorted(expected)
        seen += len(found)
    assert seen == sum(COUNTS.values()) - COUNTS["summary.turn"]


def test_a_front_is_never_printed_on_the_back_of_another(shelf):
    sides = shelf.sides(backs="duplex-long")[:-1]
    assert ["front" in side.text for side in sides] == [True, False] * (len(sides) // 2)


def test_without_backs_no_side_is_wasted(shelf):
    sides = shelf.sides(backs="none")
    assert all(side.placed for side in sides)
    assert not any(placed.key.endswith("back") for side in sides for placed in side.placed)


def test_no_rain_leaves_the_rain_cards_out(shelf):
    found = Counter(p.key for side in fronts(shelf.sides(no_rain=True)) for p in side.faces("cards"))
    assert found == {key: n for key, n in COUNTS.items() if key.startswith("cards.") and key != "cards.rain"}


@pytest.mark.parametrize("part", PARTS)
def test_one_kind_of_piece_can_be_printed_alone(shelf, part):
    groups = {placed.key.split(".")[0] for side in shelf.sides(pieces=part) for placed in side.placed}
    assert groups == {part}


def test_the_hexes_of_the_board_are_larger_than_the_tiles_by_the_clearance(shelf):
    """Read from the sides that two hexes share: 138 of them (rules 1.7)."""
    side_length = (PRINT.tile_width_mm + PRINT.board_clearance_mm) / sqrt(3)
    lines = [sub for path in paths_in_face(shelf.file(), "board.island") for sub in path.subpaths if len(sub) == 2]
    assert sum(dist(*ends) == pytest.approx(side_length, abs=0.03) for ends in lines) >= 138


def test_the_lava_of_a_tile_ends_in_the_middle_of_its_edge(shelf):
    """So that it meets the neighbour's. The lava of a straight tile runs up and down through the centre."""
    width, height = PRINT.tile_width_mm * 2 / sqrt(3) + 2 * PRINT.bleed_mm * 2 / sqrt(3), PRINT.tile_width_mm + 4
    reach = [path.bounds() for path in paths_in_face(shelf.file(), "tiles.straight")]
    assert any(
        top <= 0.01 and bottom >= height - 0.01 and (left + right) / 2 == pytest.approx(width / 2, abs=0.05)
        for left, top, right, bottom in reach
    )


def test_every_sheet_names_its_pieces_its_number_and_how_to_print_it(shelf):
    sides = shelf.sides()
    total = max(side.number for side in sides)
    for side in sides:
        assert f"Sheet {side.number} of {total}" in side.text
        assert "Print at 100 %, do not fit" in side.text
        assert "100 mm" in side.text
        assert RULES.game.name in side.text
    for side in fronts(sides):
        names = {tile.name for tile in RULES.tiles if any(p.key == f"tiles.{tile.slug}" for p in side.placed)}
        names |= {card.name for card in RULES.cards if any(p.key == f"cards.{card.slug}" for p in side.placed)}
        assert all(name in side.text for name in names)


def test_the_turn_summary_has_the_numbers_of_the_rules(shelf):
    document = pypdfium2.PdfDocument(str(shelf.file(pieces="summary")))
    try:
        text = " ".join(document[0].get_textpage().get_text_range().split())
    finally:
        document.close()
    meter, turn = RULES.meter, RULES.turn
    assert f"+{meter.open_flow}°" in text and f"+{meter.burnt_wall}°" in text and f"{meter.max}°" in text
    assert ", ".join(f"{zone}°" for zone in meter.zones) in text
    assert f"at most {turn.hand_limit} cards" in text
    for wall in RULES.walls:
        assert f"{wall.name} +{wall.bonus} {round(100 * chance_to_hold(wall.bonus))} %" in text


def test_the_chances_of_walls_are_counted_and_not_guessed():
    assert [chance_to_hold(bonus) * 36 for bonus in (0, 1, 2)] == [15, 21, 26]


def test_the_labels_stay_clear_of_the_pieces(shelf):
    for options in ({"paper": "a4"}, {"paper": "letter"}):
        for side in shelf.sides(**options):
            strip = UNREACHABLE + 6.5 - 0.01
            for placed in side.placed:
                if placed.clip:
                    assert placed.clip[1] >= strip
                    assert placed.clip[3] <= side.height - strip


def test_the_ruler_of_every_sheet_is_a_hundred_millimetres(shelf, kit):
    for side in shelf.sides(**kit):
        bars = [path.size()[0] for path in side.paths if path.paint == "f" and path.size()[0] > 90]
        assert bars == [pytest.approx(100, abs=0.02)]
