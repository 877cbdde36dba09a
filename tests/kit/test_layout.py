"""Where pieces lie on paper, without any art."""

from __future__ import annotations

import pytest

from companion.kit import layout
from companion.kit.formats import PAPERS as SIZES
from companion.kit.paper import UNREACHABLE, Page, turns_upside_down
from companion.kit.pieces import Face, Piece
from companion.kit.poster import OVERLAP, poster
from companion.kit.shapes import Disc, Hexagon, Rectangle

CARD = Rectangle(63, 88, 3)
TILE = Hexagon(32)
PAPERS = ("a4", "letter")


def pieces(shape, count, name="thing"):
    return Piece(name, Face("some", name), shape, count, 2.0, Face("some", "back"), 3.0)


@pytest.mark.parametrize(("paper", "sheets"), [("a4", 4), ("letter", 5)])
def test_thirty_six_cards_need_as_few_sheets_as_the_paper_allows(paper, sheets):
    assert len(layout.sheets([pieces(CARD, 36)], paper)) == sheets


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("shape", [CARD, TILE, Rectangle(16, 8), Disc(14), Rectangle(92, 124)])
def test_pieces_keep_their_distance_and_stay_where_a_printer_can_reach(paper, shape):
    width, height = shape.size
    for sheet in layout.sheets([pieces(shape, 50)], paper):
        area = sheet.page.printable
        for i, slot in enumerate(sheet.slots):
            assert area.left <= slot.cell.left and slot.cell.right <= area.right + 1e-9
            assert area.top <= slot.cell.top and slot.cell.bottom <= area.bottom + 1e-9
            assert slot.cell.left + layout.RIM <= slot.x - width / 2 + 1e-9
            assert slot.y + height / 2 <= slot.cell.bottom - layout.RIM + 1e-9
            for other in sheet.slots[:i]:
                apart = max(abs(slot.x - other.x) - width, abs(slot.y - other.y) - height)
                assert apart >= layout.GAP - 1e-9


def test_no_bleed_reaches_into_a_neighbours_half_of_the_gap():
    (sheet,) = layout.sheets([pieces(CARD, 9)], "a4")
    cells = [slot.cell for slot in sheet.slots]
    for i, a in enumerate(cells):
        for b in cells[:i]:
            assert min(a.right, b.right) <= max(a.left, b.left) + 1e-9 or (
                min(a.bottom, b.bottom) <= max(a.top, b.top) + 1e-9
            )


def test_different_shapes_share_a_sheet_in_their_order():
    sheets = layout.sheets([pieces(CARD, 3), pieces(Rectangle(16, 8), 11), pieces(Disc(14), 2)], "a4")
    assert len(sheets) == 1
    assert [len(block.slots) for block in sheets[0].blocks] == [3, 11, 2]


def test_a_row_that_is_not_full_begins_at_the_left_like_the_others():
    (sheet,) = layout.sheets([pieces(TILE, 7)], "a4")
    assert sheet.slots[5].x == pytest.approx(sheet.slots[0].x)


@pytest.mark.parametrize(
    ("page", "backs", "over"),
    [
        (Page(210, 297), "duplex-long", False),
        (Page(210, 297), "duplex-short", True),
        (Page(297, 210), "duplex-long", True),
        (Page(297, 210), "duplex-short", False),
    ],
)
def test_a_back_stands_on_its_head_when_the_paper_turns_over_a_level_edge(page, backs, over):
    assert turns_upside_down(page, backs) is over


@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short"])
@pytest.mark.parametrize("paper", PAPERS)
def test_turning_the_paper_twice_brings_every_piece_home(paper, backs):
    (sheet, *_) = layout.sheets([pieces(CARD, 36)], paper)
    once = layout.back(sheet, backs)
    twice = layout.back(once, backs)
    for slot, again in zip(sheet.slots, twice.slots, strict=True):
        assert (again.x, again.y) == pytest.approx((slot.x, slot.y))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", [(100, 80), (370, 490), (500, 300), (900, 600)])
def test_the_windows_of_a_poster_cover_the_board_and_overlap_by_the_same_length(paper, size):
    sheet = poster(*size, paper)
    for window in sheet.windows:
        assert window.picture.width == pytest.approx(window.place.width)
        assert window.place.left >= UNREACHABLE and window.place.right <= sheet.page.width - UNREACHABLE
        assert window.place.top >= UNREACHABLE and window.place.bottom <= sheet.page.height - UNREACHABLE
    last = sheet.windows[-1].picture
    assert (last.right, last.bottom) == pytest.approx(size)
    for a, b in zip(sheet.windows, sheet.windows[1:], strict=False):
        if a.row == b.row:
            assert a.picture.right - b.picture.left == pytest.approx(OVERLAP)
    columns = sheet.columns
    for a, b in zip(sheet.windows, sheet.windows[columns:], strict=False):
        assert a.picture.bottom - b.picture.top == pytest.approx(OVERLAP)


def test_the_cut_edge_of_a_page_lies_on_the_mark_of_its_neighbour():
    sheet = poster(370, 490, "a4")
    first, second, third = sheet.windows[:3]
    on_board = first.picture.left + sheet.seams_to_cover(first)[0] - first.place.left
    assert second.picture.left + sheet.seams_to_cut(second)[0] - second.place.left == pytest.approx(on_board)
    down = first.picture.top + sheet.seams_to_cover(first)[1] - first.place.top
    assert third.picture.top + sheet.seams_to_cut(third)[1] - third.place.top == pytest.approx(down)


def test_a_board_that_fits_is_one_page():
    assert len(poster(150, 200, "a4").windows) == 1


@pytest.mark.parametrize("paper", PAPERS)
def test_a_poster_lies_on_the_paper_that_needs_fewest_pages(paper):
    wide = poster(500, 330, paper)
    assert wide.page.width > wide.page.height
    assert {wide.page.width, wide.page.height} == set(SIZES[paper])
    assert len(wide.windows) == 4
