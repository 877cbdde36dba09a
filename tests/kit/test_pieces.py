"""The printed pieces, read back from the PDF in millimetres."""

from __future__ import annotations

from collections import Counter
from math import dist, sqrt

import numpy as np
import pypdfium2
import pytest

from companion.games.eruption.data import RULES
from companion.kit.eruption_texts import chance_to_hold
from companion.kit.formats import CARDS, PAPERS
from companion.kit.job import sheets_of
from companion.kit.options import PARTS, STANDARD, read_options
from companion.kit.paper import STRIP, UNREACHABLE
from tests.kit.counts import PARTS as COUNTED
from tests.kit.counts import STANDARD as COUNTABLE
from tests.kit.counts import counts, is_back
from tests.kit.matrix import slow
from tests.kit.reading import paths_in_face

PRINT = RULES.print
LOOSE = "board,tiles,cards,aids,walls,markers,dice"
"""The standard kit without its booklet, whose pages fill their paper."""
KITS = [
    {"paper": "a4", "backs": "duplex-long"},
    {"paper": "letter", "backs": "fold"},
    {"paper": "legal", "backs": "none"},
    *({"paper": paper} for paper in ("a3", "b4", "180x250")),
    {"margin": "12", "board": "quad"},
    {"hexes": "rows", "gutter": "0"},
    {"tile_width": "25"},
    {"tile_width": "60", "paper": "letter"},
    {"registration": "silhouette-4", "lines": "none"},
    {"card": "bridge", "backs": "by-hand"},
]
MORE = [
    {"paper": "a4", "backs": "fold"},
    {"paper": "a4", "backs": "none"},
    {"paper": "letter", "backs": "duplex-long"},
    {"paper": "letter", "backs": "none"},
    {"paper": "tabloid"},
    {"paper": "legal"},
]


def sizes(kit):
    """Width and height of the flat pieces of a kit."""
    scale = float(kit.get("tile_width", PRINT.tile_width_mm)) / PRINT.tile_width_mm
    return {
        "tiles": (PRINT.tile_width_mm * 2 / sqrt(3) * scale, PRINT.tile_width_mm * scale),
        "cards": CARDS[kit.get("card", "poker")],
        "walls": (PRINT.wall_mm[0] * scale, PRINT.wall_mm[1] * scale),
        "markers": (PRINT.marker_mm * scale, PRINT.marker_mm * scale),
    }


def fronts(sides):
    return [side for side in sides if ", back" not in side.text]


@pytest.fixture(params=[*KITS, *slow(*MORE)], ids=lambda kit: "-".join(kit.values()))
def kit(request):
    return {"pieces": LOOSE, **request.param}


def found(sides):
    return Counter(
        p.key for side in sides for p in side.placed if not is_back(p.key) and not p.key.startswith("board.")
    )


def test_every_piece_of_the_rules_is_printed_as_often_as_the_rules_say(shelf, kit):
    seen = found(fronts(shelf.sides(**kit)))
    if kit.get("backs") == "fold":  # walls and markers are their own backs
        seen.subtract(counts("walls", "markers"))
    assert seen == counts(*COUNTABLE)


@pytest.mark.parametrize("part", PARTS)
def test_one_kind_of_piece_can_be_printed_alone_and_has_all_its_pieces(shelf, part):
    sides = shelf.sides(pieces=part, guide="no", backs="none")
    groups = {placed.key.split(".")[0] for side in sides for placed in side.placed}
    if part in COUNTED:
        assert found(sides) == counts(part)
    assert groups == ({"card_box", "tile_box"} if part == "boxes" else {part})


def test_the_standard_kit_has_all_that_a_table_needs(shelf):
    groups = {placed.key.split(".")[0] for side in shelf.sides() for placed in side.placed}
    assert groups == set(STANDARD)


def test_every_page_is_the_paper_and_the_copy_shops_page_is_last(shelf, kit):
    *sides, last = shelf.sides(**kit)
    paper = kit.get("paper", "a4")
    wanted = PAPERS.get(paper) or tuple(map(float, paper.split("x")))
    assert len(sides) > 5
    for side in sides:
        assert sorted((side.width, side.height)) == pytest.approx(wanted, abs=0.01)
    if kit.get("board") != "quad":
        assert [placed.key for placed in last.placed] == ["board.island"]


def test_the_sheets_are_counted_before_they_are_drawn(shelf, kit):
    plan = sheets_of(read_options(kit))
    sides = shelf.sides(**kit)
    assert len(plan.printed()) == len(sides)
    home = sides if kit.get("board") == "quad" else sides[:-1]
    assert plan.sheets == sum(plan.sections.values()) == len({side.number for side in home})


def test_cut_lines_have_the_size_of_the_pieces(shelf, kit):
    if kit.get("lines") == "none":
        pytest.skip("there are none")
    for side in fronts(shelf.sides(**kit)):
        outlines = [path for path in side.paths if path.paint == "s"]
        for placed in side.placed:
            group = placed.key.split(".")[0]
            own = [path.size() for path in outlines if dist(centre(path), (placed.x, placed.y)) < 0.01]
            if group in sizes(kit) and own:
                assert len(own) == 1
                assert own[0] == pytest.approx(sizes(kit)[group], abs=0.02)
            else:
                assert group not in sizes(kit) or kit.get("backs") == "fold"


def centre(path):
    left, top, right, bottom = path.bounds()
    return (left + right) / 2, (top + bottom) / 2


SQUARE_CORNERS = [(x, y) for x in (-0.5, 0.5) for y in (-0.5, 0.5)]
HEX_CORNERS = [(-0.5, 0.0), (0.5, 0.0)] + [(x, y) for x in (-0.25, 0.25) for y in (-0.5, 0.5)]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_corner_has_its_own_cut_lines_so_that_each_cut_leaves_the_others(shelf, paper):
    """Two lines end at every corner from outside, and none runs over a piece."""
    kit = {"paper": paper, "pieces": "tiles,cards,walls", "guide": "no"}
    for side in fronts(shelf.sides(**kit)):
        lines = [sub for path in side.paths if path.paint == "S" for sub in path.subpaths if len(sub) == 2]
        ends = np.array([end for line in lines for end in line]).reshape(-1, 2)
        middles = np.array([np.mean(line, axis=0) for line in lines]).reshape(-1, 2)
        for placed in side.placed:
            group = placed.key.split(".")[0]
            width, height = sizes(kit)[group]
            for dx, dy in HEX_CORNERS if group == "tiles" else SQUARE_CORNERS:
                corner = placed.x + dx * width, placed.y + dy * height
                # Each line is drawn twice: white, and black upon it.
                assert (np.hypot(*(ends - corner).T) < 0.02).sum() >= 4, (placed.key, corner)
            near = np.abs(middles - (placed.x, placed.y)) < (width / 4, height / 2 - 0.1)
            assert not near.all(axis=1).any(), placed.key


def test_fronts_bleed_over_their_cut_lines_on_every_side(shelf, kit):
    least = 0.0 if "gutter" in kit else 0.9
    for side in fronts(shelf.sides(**kit)):
        for placed in side.placed:
            group = placed.key.split(".")[0]
            if group in sizes(kit):
                width, height = sizes(kit)[group]
                left, top, right, bottom = placed.clip
                assert min(placed.x - left, right - placed.x) >= width / 2 + least - 0.01
                assert min(placed.y - top, bottom - placed.y) >= height / 2 + least - 0.01
                assert placed.size[0] >= width + 1.5


def test_nothing_is_printed_where_a_home_printer_cannot_reach(shelf, kit):
    margin = float(kit.get("margin", UNREACHABLE)) - 0.01
    for side in shelf.sides(**kit):
        edge = UNREACHABLE - 0.01 if side.width > 400 and side.height > 400 else margin
        box = edge, edge, side.width - edge, side.height - edge
        for placed in side.placed:
            assert placed.clip is None or inside(placed.clip, box)
        for path in side.paths:
            assert inside(path.bounds(), box)


def inside(bounds, box):
    return bounds[0] >= box[0] and bounds[1] >= box[1] and bounds[2] <= box[2] and bounds[3] <= box[3]


def test_no_rain_leaves_the_rain_cards_out(shelf):
    seen = found(fronts(shelf.sides(no_rain=True, pieces="cards", guide="no")))
    assert seen == {key: n for key, n in counts("cards").items() if key != "cards.rain"}


# --- everything grows with the tiles -------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [25.0, 32.0, 38.1, 60.0])
def test_the_hexes_of_the_board_are_larger_than_the_tiles_by_the_clearance(shelf, width):
    """Read from the sides that two hexes share: 138 of them (rules 1.7)."""
    kit = {"tile_width": f"{width:g}", "pieces": "board,tiles", "guide": "no", "board": "single"}
    *_, whole = shelf.sides(**kit)
    (board,) = whole.placed
    lines = [sub for path in paths_in_face(shelf.file(**kit), "board.island") for sub in path.subpaths if len(sub) == 2]
    side_length = (width + PRINT.board_clearance_mm) / sqrt(3) / board.scale[0]
    assert sum(dist(*ends) == pytest.approx(side_length, abs=0.03) for ends in lines) >= 138
    outline = next(path for side in shelf.sides(**kit) for path in side.paths if path.paint == "s")
    assert outline.size()[1] == pytest.approx(width, abs=0.01)


@pytest.mark.parametrize("width", ["25", "60"])
def test_a_wall_stays_shorter_than_the_side_of_a_hex_and_a_marker_smaller_than_it(shelf, width):
    wall, marker = (sizes({"tile_width": width})[part] for part in ("walls", "markers"))
    side = float(width) / sqrt(3)
    assert wall[0] < side and marker[0] < float(width)
    for side_ in fronts(shelf.sides(tile_width=width, pieces="walls,markers", guide="no")):
        for placed in side_.placed:
            assert placed.scale == pytest.approx((float(width) / PRINT.tile_width_mm,) * 2, abs=1e-4)


def test_cards_do_not_grow_with_the_tiles(shelf):
    for side in shelf.sides(tile_width="50", pieces="cards", guide="no"):
        assert {placed.scale for placed in side.placed} == {(1.0, 1.0)}


def test_the_lava_of_a_tile_ends_in_the_middle_of_its_edge(shelf):
    """So that it meets the neighbour's. The lava of a straight tile runs up and down through the centre."""
    (placed,) = {p.size for side in shelf.sides() for p in side.placed if p.key == "tiles.straight"}
    width, height = placed
    reach = [path.bounds() for path in paths_in_face(shelf.file(), "tiles.straight")]
    assert any(
        top <= 0.01 and bottom >= height - 0.01 and (left + right) / 2 == pytest.approx(width / 2, abs=0.05)
        for left, top, right, bottom in reach
    )


# --- words ---------------------------------------------------------------------------------------------------------


def test_every_sheet_names_its_pieces_its_number_and_how_to_print_it(shelf):
    sides = shelf.sides(pieces=LOOSE)
    total = max(side.number for side in sides)
    for side in sides:
        assert f"Sheet {side.number} of {total}" in side.text or (side is sides[-1] and "For a copy shop" in side.text)
        assert "Print at 100 %, do not fit" in side.text
        assert "100 mm" in side.text
        assert RULES.game.name in side.text
    for side in fronts(sides):
        names = {tile.name for tile in RULES.tiles if any(p.key == f"tiles.{tile.slug}" for p in side.placed)}
        names |= {card.name for card in RULES.cards if any(p.key == f"cards.{card.slug}" for p in side.placed)}
        assert all(name in side.text for name in names)


def test_an_aid_has_the_numbers_of_the_rules(shelf):
    document = pypdfium2.PdfDocument(str(shelf.file(pieces="aids", guide="no")))
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


def test_the_labels_stay_clear_of_the_pieces(shelf, kit):
    strip = float(kit.get("margin", UNREACHABLE)) + STRIP - 0.01
    for side in shelf.sides(**kit):
        for placed in side.placed:
            if placed.clip and max(side.width, side.height) < 450:
                assert placed.clip[1] >= strip
                assert placed.clip[3] <= side.height - strip


def test_the_ruler_of_every_sheet_is_a_hundred_millimetres(shelf, kit):
    for side in shelf.sides(**kit):
        bars = [path.size()[0] for path in side.paths if path.paint == "f" and path.size()[0] > 90]
        assert bars == [pytest.approx(100, abs=0.02)]
