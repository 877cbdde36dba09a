"""What a printer would put on paper, as pixels: Poppler's, and PDFium's beside them."""

from __future__ import annotations

import io
import subprocess

import numpy as np
import pypdfium2
import pytest

from companion.games.eruption.data import RULES
from companion.kit.eruption import aid_mm
from companion.kit.options import KitOptions
from companion.kit.paper import UNREACHABLE
from companion.kit.poster import OVERLAP, poster, quarters
from tests.kit.matrix import slow
from tests.kit.reading import MM, pixels

LANGUAGES = ("en", "ja", "zh_Hant_TW")


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_ruler_measures_a_hundred_millimetres_at_600_dpi(shelf, paper):
    side = shelf.sides(paper=paper)[0]
    middle_of_bar = side.height - UNREACHABLE - 1.0
    strip = pixels(shelf.file(paper=paper), 1, 600, (0, middle_of_bar - 0.8, 108, 1.6))
    # Where the bar's upper rim runs over all of its length, the ink of a row of pixels is its length.
    lengths = (255 - strip).sum(axis=1) / 255 * 25.4 / 600
    assert lengths.max() == pytest.approx(100, abs=0.05)


@pytest.mark.parametrize("paper", ["a4", *slow("letter")])
def test_neighbouring_pages_of_the_board_show_the_same_picture_where_they_overlap(shelf, paper):
    kit = {"paper": paper, "backs": "none", "pieces": "board", "guide": "no"}
    file, sides = shelf.file(**kit), shelf.sides(**kit)
    size = sides[0].placed[0].size
    sheet = poster(*size, KitOptions(paper=paper))
    dpi = 254 / 2.54
    pages = {(w.row, w.column): pixels(file, n, round(dpi)) for n, w in enumerate(sheet.windows, 1)}
    for window, side in zip(sheet.windows, sides[:-1], strict=True):
        (board,) = side.placed  # the same spot of the board on every page
        spot = board.x - window.place.left + window.picture.left, board.y - window.place.top + window.picture.top
        assert spot == pytest.approx((size[0] / 2, size[1] / 2), abs=0.002)
    compared = 0
    for window in sheet.windows:
        for row, column, level in ((0, 1, False), (1, 0, True)):
            other = pages.get((window.row + row, window.column + column))
            if other is None:
                continue
            place, seam = window.place, OVERLAP / 2
            long = (place.width if level else place.height) - 2
            shown = []
            for page, edge in ((pages[window.row, window.column], "end"), (other, "start")):
                at = (place.bottom if level else place.right) - OVERLAP
                if edge == "start":
                    at = place.top if level else place.left
                along = (place.left if level else place.top) + 1
                box = (along, at, long, OVERLAP) if level else (at, along, OVERLAP, long)
                shown.append(cut(page, box, dpi))
            a, b = (smooth(smooth(image)) for image in shown)
            # Over the seam one page has its dashed line, and beyond it the other has the hatch of its flap; across the
            # strip a page's other seam has its own.
            around = np.ones(a.shape, bool)
            axis = 0 if level else 1
            middle = round(seam / 25.4 * dpi)
            index = [slice(None), slice(None)]
            index[axis] = slice(middle - 4, None)
            around[tuple(index)] = False
            for seams, beyond in ((sheet.seams_to_cut(window), 5), (sheet.seams_to_cover(window), 1000)):
                across = seams[0] if level else seams[1]
                if across is not None:
                    start = round((across - (place.left if level else place.top) - 1) / 25.4 * dpi)
                    index = [slice(None), slice(None)]
                    index[1 - axis] = slice(max(0, start - 4), start + beyond)
                    around[tuple(index)] = False
            assert np.corrcoef(a[around], b[around])[0, 1] > 0.98
            # The comparison would notice a millimetre.
            assert np.corrcoef(np.roll(a, 4, axis=axis)[around], b[around])[0, 1] < 0.975
            compared += 1
    assert compared == 2 * len(sheet.windows) - sheet.rows - sheet.columns >= 4


def cut(page, box, dpi):
    left, top, width, height = (round(value / 25.4 * dpi) for value in box)
    return page[top : top + height, left : left + width]


def smooth(image):
    """Blur over 3 x 3 pixels, for the pages' pixels may lie a fraction of one apart."""
    padded = np.pad(image, 1, mode="edge")
    shifted = (padded[y : y + image.shape[0], x : x + image.shape[1]] for y in range(3) for x in range(3))
    return sum(shifted) / 9


@pytest.mark.parametrize("language", ["en", *slow("ja", "zh_Hant_TW")])
def test_poppler_and_pdfium_show_the_same(shelf, language):
    file, dpi = shelf.file(language=language, backs="duplex-long"), 50
    sides = shelf.sides(language=language, backs="duplex-long")
    document = pypdfium2.PdfDocument(str(file))
    try:
        for number, page in enumerate(poppler(file, dpi)):
            own = np.asarray(document[number].render(scale=dpi / 72).to_pil().convert("L"), float)
            a, b = smooth(smooth(page)), smooth(smooth(own[: page.shape[0], : page.shape[1]]))
            assert abs(a.mean() - b.mean()) < 2.5, number + 1
            if a.std() > 12:  # small letters are smoothed in ways of their own
                large = {"board", "tiles", "cards"} & {p.key.split(".")[0] for p in sides[number].placed}
                least = 0.98 if large else 0.95
                assert np.corrcoef(a.ravel(), b.ravel())[0, 1] > least, number + 1
    finally:
        document.close()


SHEETS = [
    {"backs": "fold", "paper": "a3", "hexes": "rows"},
    {"backs": "by-hand", "calibration": "2,-1,0.8", "tile_width": "41.5", "lines": "dashed"},
    {"board": "quad", "registration": "silhouette-4", "lines": "corners", "gutter": "0"},
    {"paper": "letter", "orientation": "landscape", "card": "japanese", "margin": "10"},
    {"export": "calibration", "calibration": "1,1,1"},
]


@pytest.mark.parametrize("kit", SHEETS, ids=lambda kit: "-".join(kit.values()))
def test_poppler_and_pdfium_show_every_kind_of_sheet_the_same(shelf, kit):
    file, dpi = shelf.file(**kit, pieces="board,tiles,cards,walls"), 50
    document = pypdfium2.PdfDocument(str(file))
    try:
        for number, page in enumerate(poppler(file, dpi)):
            own = np.asarray(document[number].render(scale=dpi / 72).to_pil().convert("L"), float)
            rows, columns = min(page.shape[0], own.shape[0]), min(page.shape[1], own.shape[1])
            a, b = (smooth(smooth(image[:rows, :columns])) for image in (page, own))
            assert abs(a.mean() - b.mean()) < 2.5, number + 1
            if a.std() > 12:
                assert np.corrcoef(a.ravel(), b.ravel())[0, 1] > 0.95, number + 1
    finally:
        document.close()


@pytest.mark.parametrize("paper", ["letter", *slow("a4")])
def test_the_quarters_of_a_folding_board_meet_where_they_are_trimmed(shelf, paper):
    """The same row of pixels along both sides of each seam, at the dashed line of one quarter and of the other."""
    kit = {"paper": paper, "backs": "none", "pieces": "board", "guide": "no", "board": "quad", "margin": "5"}
    file, sides = shelf.file(**kit), shelf.sides(**kit)
    (width, height) = sides[0].placed[0].size
    found = quarters(width, height, KitOptions(paper=paper))
    assert len(sides) == 4
    for quarter, side in zip(found, sides, strict=True):
        (window,), (board,) = quarter.windows, side.placed
        spot = board.x - window.place.left + window.picture.left, board.y - window.place.top + window.picture.top
        assert spot == pytest.approx((width / 2, height / 2), abs=0.002)
    # Left and right of the upright seam: 2 mm of the left quarter's surplus is the first of the right one.
    dpi, strip = 200, 2.0
    for left, right in ((0, 1), (2, 3)):
        shown = []
        for number in (left, right):
            (window,) = found[number].windows
            x, _ = window.on_page(width / 2, 0)
            shown.append(
                pixels(file, number + 1, dpi, (x + 0.5, window.place.top + 5, strip, window.place.height - 10))
            )
        a, b = (smooth(smooth(image)) for image in shown)
        rows = min(len(a), len(b))
        assert np.corrcoef(a[:rows].ravel(), b[:rows].ravel())[0, 1] > 0.97


def poppler(file, dpi):
    """All pages in grey."""
    out = subprocess.run(["pdftoppm", "-r", str(dpi), "-gray", str(file)], check=True, capture_output=True).stdout
    stream = io.BytesIO(out)
    while stream.tell() < len(out):
        assert stream.readline() == b"P5\n"
        width, height = map(int, stream.readline().split())
        stream.readline()
        yield np.frombuffer(stream.read(width * height), np.uint8).reshape(height, width).astype(float)


def test_every_piece_has_ink_and_every_pair_of_villages_and_walls_differs_without_colour(shelf):
    """In grey, and with the brightness of their grounds taken away: the signs and outlines alone must tell."""
    sides, file = shelf.sides(), shelf.file()
    crops = {}
    for number, side in enumerate(sides, 1):
        for placed in side.faces("walls") + side.faces("markers"):
            if placed.key not in crops:
                width, height = placed.size[0] - 5, placed.size[1] - 5
                box = (placed.x - width / 2, placed.y - height / 2, width, height)
                crops[placed.key] = pixels(file, number, 200, box)
    assert len(crops) == 9
    for group in ("walls", "markers"):
        keys = sorted(key for key in crops if key.startswith(group))
        for i, a in enumerate(keys):
            for b in keys[:i]:
                one, two = (abs(crops[key] - np.median(crops[key])) > 40 for key in (a, b))
                rows, columns = min(one.shape[0], two.shape[0]), min(one.shape[1], two.shape[1])
                assert (one[:rows, :columns] != two[:rows, :columns]).mean() > 0.08, (a, b)


@pytest.mark.parametrize("language", ["ja", *slow("en", "zh_Hant_TW")])
def test_text_keeps_clear_of_cut_lines_and_of_other_text(shelf, language):
    safe, seen = RULES.print.safe_mm, set()
    size = {"cards": RULES.print.card_mm, "aids": aid_mm(False)}
    document = pypdfium2.PdfDocument(str(shelf.file(language=language)))
    try:
        for number, side in enumerate(shelf.sides(language=language)):
            fresh = [placed for group in size for placed in side.faces(group) if placed.key not in seen]
            if not fresh:
                continue
            text = document[number].get_textpage()
            marks = [(text.get_text_range(i, 1), box(text.get_charbox(i), side)) for i in range(text.count_chars())]
            text.close()
            for placed in fresh:
                seen.add(placed.key)
                width, height = size[placed.key.split(".")[0]]
                whole = (placed.x - width / 2, placed.y - height / 2, placed.x + width / 2, placed.y + height / 2)
                inside = [(mark, b) for mark, b in marks if mark.strip() and overlap(b, whole) > 0]
                for mark, b in inside:
                    assert b[0] >= whole[0] + safe and b[2] <= whole[2] - safe, (placed.key, mark)
                    assert b[1] >= whole[1] + safe and b[3] <= whole[3] - safe, (placed.key, mark)
                letters = [(mark, b) for mark, b in inside if mark.isalnum()]
                for n, (mark, b) in enumerate(letters):
                    for other, c in letters[:n]:
                        # Two letters of a ligature share one box.
                        assert b == c or overlap(b, c) < 0.3 * min(area(b), area(c)) + 1e-6, (placed.key, mark, other)
    finally:
        document.close()
    assert len(seen) == len(RULES.cards) + 1 + len(RULES.villages)


def box(charbox, side):
    """PDFium's box of a character in mm from the top left."""
    left, bottom, right, top = (value * MM for value in charbox)
    return left, side.height - top, right, side.height - bottom


def area(b):
    return max(0.0, b[2] - b[0]) * max(0.0, b[3] - b[1])


def overlap(a, b):
    return area((max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])))
