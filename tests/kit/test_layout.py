"""Where pieces lie on paper, without any art."""

from __future__ import annotations

from itertools import combinations
from math import dist, hypot, sqrt

import pytest

from companion.kit import cutting, layout
from companion.kit.calibration import Calibration
from companion.kit.errors import KitError
from companion.kit.formats import PAPERS
from companion.kit.options import KitOptions
from companion.kit.paper import STRIP, UNREACHABLE, Page, pages, turns_upside_down
from companion.kit.pieces import Face, Piece
from companion.kit.poster import BEYOND, OVERLAP, poster, quarters
from companion.kit.shapes import Disc, Hexagon, Outline, Rectangle

CARD = Rectangle(63, 88, 3)
TILE = Hexagon(32)
NET = Outline(((-20, -10), (20, -10), (20, 10), (0, 10), (0, 30), (-20, 30)), (((-20, 10), (0, 10)),))
SHAPES = [CARD, TILE, Rectangle(16, 8), Disc(14), Rectangle(92, 124), NET]
BACKS = ("duplex-long", "duplex-short", "by-hand", "fold", "none")


def options(**given):
    return KitOptions(**given)


def pieces(shape, count, name="thing"):
    return Piece(name, Face("some", name), shape, count, 2.0, Face("some", "back"), 3.0)


@pytest.mark.parametrize(
    ("given", "sheets"),
    [
        ({}, 4),
        ({"paper": "letter"}, 5),
        ({"paper": "a3"}, 2),
        ({"paper": "tabloid"}, 3),
        ({"paper": "legal"}, 4),
        ({"paper": "b4"}, 4),
        ({"gutter": 0.0}, 4),
        ({"backs": "fold"}, 9),
        ({"backs": "fold", "paper": "letter"}, 9),
        ({"orientation": "landscape"}, 5),
        ({"registration": "silhouette-3"}, 5),
        ({"registration": "silhouette-4", "mark_inset": 15.9, "gutter": 1.0}, 9),
    ],
)
def test_thirty_six_cards_need_as_few_sheets_as_the_paper_allows(given, sheets):
    assert len(layout.sheets([pieces(CARD, 36)], options(**given))) == sheets


@pytest.mark.parametrize("paper", [*PAPERS, "160x220"])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    "given",
    [{}, {"gutter": 0.0}, {"margin": 12.0}, {"hexes": "rows"}, {"backs": "fold"}, {"registration": "silhouette-3"}],
)
def test_pieces_keep_their_distance_and_stay_where_a_printer_can_reach(paper, shape, given):
    chosen = options(paper=paper, **given)
    width, height = shape.size
    for sheet in layout.sheets([pieces(shape, 50)], chosen):
        area = sheet.area
        assert area.left >= chosen.margin and area.top >= chosen.margin + STRIP
        for slot in sheet.slots:
            assert area.left <= slot.cell.left + 1e-9 and slot.cell.right <= area.right + 1e-9
            assert area.top <= slot.cell.top + 1e-9 and slot.cell.bottom <= area.bottom + 1e-9
            assert slot.cell.left + layout.RIM <= slot.x - width / 2 + 1e-9 or chosen.gutter == 0
            assert slot.y + height / 2 <= slot.cell.bottom - layout.RIM + 1e-9 or chosen.gutter == 0
        straight = given.get("hexes") == "rows" and isinstance(shape, Hexagon)
        for slot, other in combinations(sheet.slots, 2):
            if straight:
                assert dist((slot.x, slot.y), (other.x, other.y)) >= width - 1e-9
            else:
                apart = max(abs(slot.x - other.x) - width, abs(slot.y - other.y) - height)
                assert apart >= chosen.gutter - 1e-9


def test_no_bleed_reaches_into_a_neighbours_half_of_the_gap():
    (sheet,) = layout.sheets([pieces(CARD, 9)], options())
    for a, b in combinations([slot.cell for slot in sheet.slots], 2):
        assert min(a.right, b.right) <= max(a.left, b.left) + 1e-9 or (
            min(a.bottom, b.bottom) <= max(a.top, b.top) + 1e-9
        )


def test_different_shapes_share_a_sheet_in_their_order():
    sheets = layout.sheets([pieces(CARD, 3), pieces(Rectangle(16, 8), 11), pieces(Disc(14), 2)], options())
    assert len(sheets) == 1
    assert [len(block.slots) for block in sheets[0].blocks] == [3, 11, 2]


def test_a_row_that_is_not_full_begins_at_the_left_like_the_others():
    (sheet,) = layout.sheets([pieces(TILE, 7)], options())
    assert sheet.slots[5].x == pytest.approx(sheet.slots[0].x)


def test_a_piece_that_fits_no_paper_is_refused_by_name():
    with pytest.raises(KitError, match=r"thing \(300 × 400 mm\) does not fit") as error:
        layout.sheets([pieces(Rectangle(300, 400), 1)], options())
    assert error.value.code == "too_large"


def test_pieces_that_fit_only_across_and_only_upright_get_sheets_of_their_own():
    both = [pieces(Rectangle(260, 100), 1, "wide"), pieces(Rectangle(100, 260), 1, "high")]
    sheets = layout.sheets(both, options())
    assert [sheet.page.width > sheet.page.height for sheet in sheets] == [True, False]


# --- the paper -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS)
def test_paper_lies_as_it_is_asked_to(paper):
    short, long = PAPERS[paper]
    for orientation, sizes in (
        ("portrait", [(short, long)]),
        ("landscape", [(long, short)]),
        ("auto", [(short, long), (long, short)]),
    ):
        found = pages(options(paper=paper, orientation=orientation))
        assert [(page.width, page.height) for page in found] == sizes


def test_paper_of_a_size_of_ones_own_may_be_written_either_way_round():
    assert pages(options(paper="300x200"))[0] == pages(options(paper="200x300"))[0]


def test_measured_backs_lie_as_they_were_measured():
    moved = {"calibration": Calibration(1, 0, 0)}
    assert [page.width < page.height for page in pages(options(**moved))] == [True]
    assert len(pages(options(**moved, backs="fold"))) == 2


# --- backs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "backs", "over"),
    [
        (Page(210, 297), "duplex-long", False),
        (Page(210, 297), "duplex-short", True),
        (Page(297, 210), "duplex-long", True),
        (Page(297, 210), "duplex-short", False),
        (Page(210, 297), "by-hand", False),
        (Page(297, 210), "by-hand", True),
    ],
)
def test_a_back_stands_on_its_head_when_the_paper_turns_over_a_level_edge(page, backs, over):
    assert turns_upside_down(page, backs) is over


@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short", "by-hand", "fold"])
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("hexes", ["separate", "rows"])
@pytest.mark.parametrize("shape", [CARD, TILE])
def test_turning_the_paper_twice_brings_every_piece_home(paper, backs, shape, hexes):
    (sheet, *_) = layout.sheets([pieces(shape, 36)], options(paper=paper, backs=backs, hexes=hexes))
    once = layout.back(sheet, backs)
    twice = layout.back(once, backs)
    for slot, again in zip(sheet.slots, twice.slots, strict=True):
        assert (again.x, again.y) == pytest.approx((slot.x, slot.y))
        assert [*again.hull] == [pytest.approx(point) for point in slot.hull]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_sheet_to_fold_over_has_its_backs_mirrored_at_the_fold_and_all_on_one_side(paper, shape):
    for sheet in layout.sheets([pieces(shape, 40)], options(paper=paper, backs="fold")):
        level = sheet.fold == "level"
        assert sheet.fold in ("upright", "level")
        middle = (sheet.page.height if level else sheet.page.width) / 2
        behind = layout.back(sheet, "fold")
        assert [line for line in cutting.folds(sheet) if line[0][level] == line[1][level] == middle]
        for front, back in zip(sheet.slots, behind.slots, strict=True):
            half = front.shape.size[level] / 2
            at, mirrored = ((slot.y if level else slot.x) for slot in (front, back))
            assert at + half <= middle - layout.FOLD_GAP + 1e-9
            assert at + mirrored == pytest.approx(2 * middle)
            assert back.upside_down is level


# --- cutting -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 3, 7, 36, 43])
@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_hexes_in_rows_are_cut_by_straight_lines_that_run_over_no_piece(paper, count):
    for sheet in layout.sheets([pieces(TILE, count)], options(paper=paper, hexes="rows")):
        (block,) = sheet.blocks
        lines = cutting.guides(block, sheet.gap)
        sides = [side for slot in block.slots for side in hexagon_sides(slot)]
        for side in sides:
            assert sum(on_line(line, side[0]) and on_line(line, side[1]) for line in lines) == 1
        for a, b in lines:
            length = dist(a, b)
            for slot in block.slots:
                off = abs((b[0] - a[0]) * (slot.y - a[1]) - (b[1] - a[1]) * (slot.x - a[0])) / length
                assert off >= TILE.flat / 2 - 1e-6 or not near(slot, a, b)
            for x, y in (a, b):
                assert sheet.page.content.left - 1e-6 <= x <= sheet.page.content.right + 1e-6
                assert sheet.page.content.top - 1e-6 <= y <= sheet.page.content.bottom + 1e-6
        assert len(lines) < 3 * len(block.slots) + 4


def hexagon_sides(slot):
    start, segments = slot.shape.outline()
    points = [(slot.x + x, slot.y + y) for x, y in (start, *(segment[0] for segment in segments))]
    return list(zip(points, points[1:] + points[:1], strict=True))


def on_line(line, point):
    (ax, ay), (bx, by) = line
    length = hypot(bx - ax, by - ay)
    off = abs((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)) / length
    along = ((bx - ax) * (point[0] - ax) + (by - ay) * (point[1] - ay)) / length
    return off < 1e-6 and -1e-6 <= along <= length + 1e-6


def near(slot, a, b):
    """Whether a line has a point within the circle that a hex lies around."""
    length = dist(a, b)
    along = ((b[0] - a[0]) * (slot.x - a[0]) + (b[1] - a[1]) * (slot.y - a[1])) / length
    return -TILE.flat / 2 < along < length + TILE.flat / 2


def test_hexes_in_rows_bleed_on_every_side_and_into_no_neighbour():
    (sheet,) = layout.sheets([pieces(TILE, 30)], options(hexes="rows"))
    for slot in sheet.slots:
        assert area(slot.hull) > 1.1 * TILE.flat**2 * sqrt(3) / 2
        for other in sheet.slots:
            if other is not slot:
                for x, y in slot.hull:
                    assert dist((x, y), (slot.x, slot.y)) <= dist((x, y), (other.x, other.y)) + 1e-9


def area(points):
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1], strict=True))) / 2


@pytest.mark.parametrize("paper", PAPERS)
def test_hexes_in_rows_need_no_more_paper_than_single_ones(paper):
    def count(hexes):
        return len(layout.sheets([pieces(TILE, 120)], options(paper=paper, hexes=hexes)))

    assert count("rows") <= count("separate") + 1


def test_neighbours_without_a_gap_share_their_cuts():
    sharp = Rectangle(16, 8)
    (sheet,) = layout.sheets([pieces(sharp, 24)], options(gutter=0.0))
    columns = len({round(slot.x, 3) for slot in sheet.slots})
    rows = len({round(slot.y, 3) for slot in sheet.slots})
    cuts = cutting.cuts(sheet)
    assert not cuts.outlines
    assert len(cuts.lines) == columns + 1 + rows + 1


def test_an_outline_grows_by_the_same_length_on_every_side():
    start, segments = NET.outline(2)
    points = [start, *(segment[0] for segment in segments)]
    assert points == [pytest.approx(p) for p in [(-22, -12), (22, -12), (22, 12), (2, 12), (2, 32), (-22, 32)]]


# --- the board -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", [*PAPERS, "160x220"])
@pytest.mark.parametrize("size", [(100, 80), (370, 490), (500, 300), (900, 600)])
def test_the_windows_of_a_poster_cover_the_board_and_overlap_by_the_same_length(paper, size):
    check_windows(poster(*size, options(paper=paper)), (0, 0, *size))


def check_windows(sheet, picture):
    for window in sheet.windows:
        assert window.picture.width == pytest.approx(window.place.width)
        assert window.place.left >= UNREACHABLE and window.place.right <= sheet.page.width - UNREACHABLE
        assert window.place.top >= UNREACHABLE and window.place.bottom <= sheet.page.height - UNREACHABLE
    first, last = sheet.windows[0].picture, sheet.windows[-1].picture
    assert (first.left, first.top, last.right, last.bottom) == pytest.approx(picture)
    for a, b in zip(sheet.windows, sheet.windows[1:], strict=False):
        if a.row == b.row:
            assert a.picture.right - b.picture.left == pytest.approx(OVERLAP)
    for a, b in zip(sheet.windows, sheet.windows[sheet.columns :], strict=False):
        assert a.picture.bottom - b.picture.top == pytest.approx(OVERLAP)


def test_the_cut_edge_of_a_page_lies_on_the_mark_of_its_neighbour():
    sheet = poster(370, 490, options())
    first, second, third = sheet.windows[:3]
    on_board = first.picture.left + sheet.seams_to_cover(first)[0] - first.place.left
    assert second.picture.left + sheet.seams_to_cut(second)[0] - second.place.left == pytest.approx(on_board)
    down = first.picture.top + sheet.seams_to_cover(first)[1] - first.place.top
    assert third.picture.top + sheet.seams_to_cut(third)[1] - third.place.top == pytest.approx(down)


def test_a_flap_is_what_its_neighbour_covers():
    sheet = poster(370, 490, options())
    first, *_, last = sheet.windows
    right, foot = sheet.flaps(first)
    assert (right.width, foot.height) == pytest.approx((OVERLAP / 2, OVERLAP / 2))
    assert (right.right, foot.bottom) == pytest.approx((first.place.right, first.place.bottom))
    assert sheet.flaps(last) == ()


def test_a_board_that_fits_is_one_page():
    assert len(poster(150, 200, options()).windows) == 1


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_poster_lies_on_the_paper_that_needs_fewest_pages(paper):
    wide = poster(500, 330, options(paper=paper))
    assert wide.page.width > wide.page.height
    assert {wide.page.width, wide.page.height} == set(PAPERS[paper])
    assert len(wide.windows) == 4


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", [(360, 480), (370, 490), (900, 600)])
def test_the_quarters_of_a_folding_board_meet_in_its_middle_and_show_a_little_more(paper, size):
    found = quarters(*size, options(paper=paper))
    width, height = size
    assert [quarter.quarter for quarter in found] == [1, 2, 3, 4]
    for quarter in found:
        row, column = divmod(quarter.quarter - 1, 2)
        left, top = column * width / 2, row * height / 2
        trim = quarter.trim
        assert (trim.left, trim.top, trim.width, trim.height) == pytest.approx((left, top, width / 2, height / 2))
        check_windows(
            quarter,
            (
                left - BEYOND * column,
                top - BEYOND * row,
                left + width / 2 + BEYOND * (1 - column),
                top + height / 2 + BEYOND * (1 - row),
            ),
        )


def test_a_quarter_that_fits_its_paper_is_one_page_and_is_trimmed_on_its_two_inner_sides():
    for quarter in quarters(370, 490, options()):
        (window,) = quarter.windows
        row, column = divmod(quarter.quarter - 1, 2)
        across, down = quarter.trims(window)
        inner = (
            window.place.left + BEYOND if column else window.place.right - BEYOND,
            window.place.top + BEYOND if row else window.place.bottom - BEYOND,
        )
        assert (*across, *down) == pytest.approx(inner)
