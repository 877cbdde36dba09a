"""The first page of a kit and the calibration sheet: what they say, and that it fits."""

from __future__ import annotations

import subprocess

import numpy as np
import pikepdf
import pytest

from companion.kit.formats import PAPERS
from companion.kit.job import make
from companion.kit.lettering import Lettering
from companion.kit.options import read_options
from companion.kit.paper import UNREACHABLE
from tests.kit.matrix import crossed
from tests.kit.reading import pixels, read

SMALL = {"pieces": "tiles,cards,walls"}
BACKS = ("duplex-long", "duplex-short", "by-hand", "fold", "none")


def words(side):
    return " ".join(side.text.split())


@pytest.mark.parametrize("backs", BACKS)
def test_the_first_page_tells_three_steps(shelf, backs):
    text = words(shelf.sides(backs=backs, **SMALL)[0])
    for start in ("1. Print this page alone", "2. See to the backs", "3. Print the rest"):
        assert start in text
    assert "100 mm long" in text and "“actual size” or 100 %" in text
    assert {
        "duplex-long": "over its long edge",
        "duplex-short": "over its short edge",
        "by-hand": "Turn the whole stack over its long edge",
        "fold": "Fold each sheet along the line in the middle",
        "none": "no backs",
    }[backs] in text


def test_the_first_page_counts_the_sheets(shelf):
    sides = shelf.sides(**SMALL)
    text = words(sides[0])
    total = max(side.number for side in sides)
    assert f"{total} sheets of A4 (210 × 297 mm)" in text
    assert "Action cards: 4 sheets" in text and "Lava tiles · Walls: 2 sheets" in text


def test_the_first_page_tells_which_page_is_not_for_this_printer(shelf):
    text = words(shelf.sides(pieces="board,tiles,cards")[0])
    assert "Board in one piece: " in text and "for a copy shop: leave it out at home" in text


def test_no_line_between_the_steps_runs_through_a_drawing(shelf):
    for backs in BACKS:
        first = shelf.sides(backs=backs, **SMALL)[0]
        boxes = [path.bounds() for path in first.paths]
        rules = [box for box in boxes if box[3] - box[1] < 0.01 and box[2] - box[0] > 150]
        assert len(rules) >= 3
        for _, level, _, _ in rules:
            assert not [box for box in boxes if box[1] < level - 0.5 and box[3] > level - 0.5], backs


def test_the_first_page_can_be_left_out(shelf):
    sides = shelf.sides(**SMALL, guide="no")
    assert "How to print" not in sides[0].text and len(sides) == len(shelf.sides(**SMALL)) - 2


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"registration": "silhouette-3"}, "length 5 mm, thickness 1 mm, inset 10 mm"),
        ({"registration": "silhouette-4", "mark_inset": "15.9"}, "inset 15.9 mm"),
        ({"lines": "none"}, "There are no cut lines"),
    ],
)
def test_the_first_page_says_what_these_sheets_need(shelf, options, sentence):
    assert sentence in words(shelf.sides(**SMALL, **options)[0])


@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short"])
@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
def test_the_cross_on_the_back_lies_in_the_ring_of_the_front(shelf, backs, orientation):
    front, back = shelf.sides(backs=backs, orientation=orientation, **SMALL)[:2]
    ring = next(path for path in front.paths if path.paint == "s" and path.size() == pytest.approx((2, 2), abs=0.01))
    left, top, right, bottom = ring.bounds()
    x, y = (left + right) / 2, (top + bottom) / 2
    over = (front.width > front.height) == (backs == "duplex-long")
    cross = next(path for path in back.paths if path.paint == "S")
    a, b, c, d = cross.bounds()
    assert ((a + c) / 2, (b + d) / 2) == pytest.approx(
        (x, front.height - y) if over else (front.width - x, y), abs=0.01
    )


def rendered_text_boxes(file, page):
    """Poppler's words with their boxes in mm."""
    out = subprocess.run(
        ["pdftotext", "-f", str(page), "-l", str(page), "-bbox", str(file), "-"], check=True, capture_output=True
    )
    for line in out.stdout.decode().splitlines():
        if "<word" in line:
            numbers = [float(part.split('"')[1]) * 25.4 / 72 for part in line.split()[1:5]]
            yield line.split(">")[1].split("<")[0], numbers


@pytest.mark.parametrize(("paper", "language"), crossed(["140x210", "150x260", *PAPERS], ["en", "ja", "zh_Hant_TW"]))
def test_the_words_of_the_first_page_stay_on_it_and_over_nothing_else(tmp_path, shelf, paper, language):
    options = {"paper": paper, "language": language, "pieces": "markers", "large_print": "no", "margin": "5"}
    out = tmp_path / "kit.pdf"
    make(read_options(options), out, cache=shelf.cache)
    side = read(out)[0]
    boxes = list(rendered_text_boxes(out, 1))
    assert len(boxes) > 20
    for word, (left, top, right, bottom) in boxes:
        assert left >= UNREACHABLE - 0.1 and right <= side.width - UNREACHABLE + 0.1, word
        assert top >= UNREACHABLE - 1.5 and bottom <= side.height - UNREACHABLE + 1.5, word
    for n, (word, a) in enumerate(boxes):
        for other, b in boxes[:n]:
            across = min(a[2], b[2]) - max(a[0], b[0])
            down = min(a[3], b[3]) - max(a[1], b[1])
            assert across < 0.3 or down < 0.55 * min(a[3] - a[1], b[3] - b[1]), (word, other)


# --- the calibration sheet -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", [*PAPERS, "140x210"])
@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
def test_the_calibration_sheet_fits_its_paper(tmp_path, paper, orientation):
    out = tmp_path / "sheet.pdf"
    make(read_options({"export": "calibration", "paper": paper, "orientation": orientation}), out)
    front, back = read(out)
    assert (front.width > front.height) == (orientation == "landscape")
    for side in (front, back):
        for path in side.paths:
            left, top, right, bottom = path.bounds()
            assert left >= UNREACHABLE - 0.1 and right <= side.width - UNREACHABLE + 0.1
            assert top >= UNREACHABLE - 0.1 and bottom <= side.height - UNREACHABLE + 0.1
    boxes = list(rendered_text_boxes(out, 1))
    for n, (word, a) in enumerate(boxes):
        assert a[0] >= UNREACHABLE - 0.1 and a[2] <= front.width - UNREACHABLE + 0.1, word
        for other, b in boxes[:n]:
            across = min(a[2], b[2]) - max(a[0], b[0])
            down = min(a[3], b[3]) - max(a[1], b[1])
            assert across < 0.3 or down < 0.55 * min(a[3] - a[1], b[3] - b[1]), (word, other)


def test_what_is_on_the_back_reads_rightly_through_the_paper(tmp_path):
    """Mirrored, the back of the sheet has its numbers the right way round: Poppler's pixels of the digits agree."""
    out = tmp_path / "sheet.pdf"
    make(read_options({"export": "calibration"}), out)
    front, back = pixels(out, 1, 200), np.fliplr(pixels(out, 2, 200))
    # The 0 of the y vernier stands right of the middle line, level with the 0 of the scale.
    middle, level = round(105 / 25.4 * 200), round(148.5 / 25.4 * 200)
    zero = back[level - 12 : level + 12, middle + 38 : middle + 70]
    assert (zero < 128).sum() > 10
    assert (front[level - 12 : level + 12, middle + 38 : middle + 70] < 128).sum() == 0


def test_a_sheet_of_a_printer_that_was_measured_says_so(tmp_path):
    out = tmp_path / "sheet.pdf"
    make(read_options({"export": "calibration", "calibration": "0.5,-1,0.2"}), out)
    assert "moved by 0.5,-1,0.2 already" in words(read(out)[0])


def test_lines_are_broken_where_a_language_allows_it():
    assert Lettering("en").wrapped("One two three four", 4, 20) == ["One two", "three four"]
    lines = Lettering("ja").wrapped("カードを1枚引く。カードを1枚引く。", 4, 24)
    assert "".join(lines) == "カードを1枚引く。カードを1枚引く。" and len(lines) > 1
    assert not any(line[0] in "。、」" for line in lines)
    assert Lettering("en").shortened("Very long words indeed", 4, 20) == "Very lon…"


@pytest.mark.parametrize(
    ("large_print", "points"), [("no", 6.0), ("yes", 11.0)], ids=["six points", "eleven points in large print"]
)
@pytest.mark.parametrize("paper", ["a4", "letter", "150x260"])
def test_no_word_on_a_sheet_is_too_small(shelf, paper, large_print, points):
    kit = {"pieces": "board,tiles,walls", "paper": paper, "large_print": large_print, "backs": "by-hand"}
    with pikepdf.open(shelf.file(**kit)) as pdf:
        sizes = [
            float(step.operands[1])
            for page in pdf.pages
            for step in pikepdf.parse_content_stream(page)
            if str(step.operator) == "Tf"
        ]
    assert min(sizes) >= points
