"""Backs behind their fronts, however the paper is turned, and moved by what was measured of the printer."""

from __future__ import annotations

from collections import Counter
from math import cos, radians, sin

import pikepdf
import pytest

from companion.kit.calibration import Calibration, Profile, Profiles, correction
from companion.kit.formats import PAPERS
from companion.kit.job import make
from companion.kit.options import read_options
from tests.kit.counts import STANDARD, TWO_SIDED, behind, counts
from tests.kit.reading import read

NO_BOOKLET = "board,tiles,cards,aids,walls,markers,dice"
PLAIN = {"board": "poster", "guide": False, "pieces": NO_BOOKLET}
ERRORS = ["1.5,-0.75,0", "0,0,0.6", "-2.1,3.4,-0.85"]


def pairs(sides):
    """Front and back of each sheet, by the number that both carry."""
    fronts, backs = {}, {}
    for side in sides:
        number = side.text.split("Sheet ")[1].split(",")[0]
        (backs if ", back" in side.text else fronts)[number] = side
    return [(front, backs.get(number)) for number, front in fronts.items()]


def expected(front, over):
    """Where the backs of a front's pieces belong."""
    found = []
    for placed in front.placed:
        key = behind(placed.key) if placed.key.split(".")[0] in TWO_SIDED else None
        if key:
            x = placed.x if over else front.width - placed.x
            y = front.height - placed.y if over else placed.y
            found.append((key, x, y, over))
    return found


def check(placed, wanted):
    """That these faces lie at those places, in any order."""
    assert len(placed) == len(wanted)
    left = list(wanted)
    for face in placed:
        match = [w for w in left if w[0] == face.key and abs(w[1] - face.x) + abs(w[2] - face.y) < 0.01]
        assert match, face
        assert match[0][3] is face.upside_down
        left.remove(match[0])


def turned_over_a_level_edge(front, backs):
    level_is_long = front.width > front.height
    return level_is_long != (backs == "duplex-short")


@pytest.mark.parametrize("paper", [*PAPERS, "190x260"])
@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short", "by-hand"])
def test_backs_lie_exactly_behind_their_fronts(shelf, paper, backs):
    seen = 0
    for front, back in pairs(shelf.sides(paper=paper, backs=backs, pieces="tiles,cards,walls,markers", guide=False)):
        wanted = expected(front, turned_over_a_level_edge(front, backs))
        check(back.placed if back else [], wanted)
        seen += len(wanted)
    assert seen == sum(counts(*TWO_SIDED).values())


@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short"])
def test_the_backs_of_paper_that_lies_across_are_behind_their_fronts_too(shelf, orientation, backs):
    kit = {"orientation": orientation, "backs": backs, "pieces": "cards", "guide": False}
    for front, back in pairs(shelf.sides(**kit)):
        assert (front.width > front.height) == (orientation == "landscape")
        check(back.placed, expected(front, turned_over_a_level_edge(front, backs)))


@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short"])
def test_every_front_has_a_back_if_only_an_empty_one(shelf, backs):
    sides = shelf.sides(backs=backs, board="poster", pieces=NO_BOOKLET)
    assert [", back" in side.text for side in sides] == [False, True] * (len(sides) // 2)


def test_backs_bleed_further_than_fronts(shelf):
    for front, back in pairs(shelf.sides(pieces="cards", guide=False)):
        outer = min(front.placed, key=lambda p: p.x), max(back.placed, key=lambda p: p.x)
        reach = [placed.x - placed.clip[0] for placed in outer[:1]] + [outer[1].clip[2] - outer[1].x]
        assert reach[1] > reach[0]


# --- by hand -------------------------------------------------------------------------------------------------------


def test_by_hand_all_fronts_come_before_all_backs_in_the_same_order(shelf):
    sides = shelf.sides(backs="by-hand", **PLAIN)
    fronts = [side for side in sides if ", back" not in side.text]
    backs = [side for side in sides if ", back" in side.text]
    assert sides == fronts + backs
    assert all(side.placed for side in sides)
    single, double = fronts[: len(fronts) - len(backs)], fronts[len(fronts) - len(backs) :]
    assert [side.number for side in double] == [side.number for side in backs]
    assert not any(behind(p.key) for side in single for p in side.placed if p.key.split(".")[0] in TWO_SIDED)


def test_by_hand_the_first_page_says_which_pages_to_print_when(shelf):
    sides = shelf.sides(backs="by-hand", board="poster", pieces=NO_BOOKLET)
    fronts = sum(", back" not in side.text for side in sides)
    single = sum(", front" not in side.text for side in sides[:fronts])
    text = " ".join(sides[0].text.split())
    assert f"pages 1 to {single}:" in text
    assert f"pages {single + 1} to {fronts}." in text
    assert f"pages {fronts + 1} to {len(sides)}." in text
    with pikepdf.open(shelf.file(backs="by-hand", board="poster", pieces=NO_BOOKLET)) as pdf:
        assert [int(n) for n in pdf.Root.ViewerPreferences.PrintPageRange] == [1, fronts]


# --- to fold over --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS)
def test_to_fold_over_front_and_back_are_mirrored_at_a_fold_in_the_middle(shelf, paper):
    seen = 0
    for side in shelf.sides(paper=paper, backs="fold", pieces="tiles,cards", guide=False):
        folds = [sub for path in side.paths if path.paint == "S" for sub in path.subpaths if len(sub) == 2]
        upright = any(abs(a[0] - side.width / 2) + abs(b[0] - side.width / 2) < 0.01 for a, b in folds)
        middle = (side.width if upright else side.height) / 2
        halves = [[p for p in side.placed if (p.x if upright else p.y) < middle]]
        halves.append([p for p in side.placed if p not in halves[0]])
        wanted = [
            (behind(p.key), side.width - p.x if upright else p.x, p.y if upright else side.height - p.y, not upright)
            for p in halves[0]
        ]
        check(halves[1], wanted)
        seen += len(wanted)
    assert seen == sum(counts("tiles", "cards").values())


# --- fronts only ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("backs", ["none", "fold"])
def test_on_one_side_of_the_paper_no_side_is_wasted(shelf, backs):
    sides = shelf.sides(backs=backs, **PLAIN)
    assert all(side.placed for side in sides)
    with pikepdf.open(shelf.file(backs=backs, **PLAIN)) as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == "/Simplex"


def test_without_backs_none_is_printed(shelf):
    keys = {placed.key for side in shelf.sides(backs="none", **PLAIN) for placed in side.placed}
    assert not any(key.endswith("back") for key in keys)
    assert keys >= set(counts(*STANDARD))


# --- calibration ---------------------------------------------------------------------------------------------------


def physical(x, y, page, over, error):
    """Where a spot of the back lands as the front sees it, printed by a printer with that error."""
    x, y = (x, page.height - y) if over else (page.width - x, y)
    turn = radians(error.angle)
    dx, dy = x - page.width / 2, y - page.height / 2
    return (
        page.width / 2 + dx * cos(turn) - dy * sin(turn) + error.x,
        page.height / 2 + dx * sin(turn) + dy * cos(turn) + error.y,
    )


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short", "by-hand"])
@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_a_printers_error_is_undone_on_the_backs_and_only_there(shelf, paper, backs, error):
    kit = {"paper": paper, "backs": backs, "pieces": "tiles,cards", "guide": False, "orientation": "portrait"}
    straight = pairs(shelf.sides(**kit))
    moved = pairs(shelf.sides(**kit, calibration=error))
    wrong = Calibration(*map(float, error.split(",")))
    seen = 0
    for (front, _), (same, back) in zip(straight, moved, strict=True):
        assert same.placed == front.placed
        over = backs == "duplex-short"
        landed = [(p.key, *physical(p.x, p.y, back, over, wrong)) for p in back.placed]
        for placed, (key, x, y) in zip(front.placed, landed, strict=True):
            assert key == behind(placed.key)
            assert (x, y) == pytest.approx((placed.x, placed.y), abs=0.01)
            seen += 1
        # Seen from the back a turn has the other sign, so undoing it has the same.
        assert {round(p.angle, 3) for p in back.placed} == {round(wrong.angle, 3)}
    assert seen == sum(counts("tiles", "cards").values())


@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short"])
def test_backs_that_lie_across_are_moved_as_they_were_measured(shelf, backs):
    kit = {"orientation": "landscape", "backs": backs, "pieces": "cards", "guide": False}
    wrong = Calibration(1, 2, 0.5)
    for front, back in pairs(shelf.sides(**kit, calibration=str(wrong))):
        for placed, printed in zip(front.placed, back.placed, strict=True):
            over = backs == "duplex-long"
            assert physical(printed.x, printed.y, back, over, wrong) == pytest.approx((placed.x, placed.y), abs=0.01)


def test_what_is_on_one_side_only_is_never_moved(shelf):
    for backs in ("fold", "none"):
        kit = {"backs": backs, "pieces": "tiles", "guide": False}
        assert shelf.file(**kit, calibration="3,2,1").read_bytes() == shelf.file(**kit).read_bytes()


def test_a_correction_and_the_error_cancel_out_at_every_spot():
    error = Calibration(2, -1, 1.5)
    for over in (False, True):
        a, b, c, d, e, f = correction(error, 210, 297, over)
        for x, y in ((0, 0), (210, 0), (105, 148.5), (30, 290)):
            moved = a * x + b * y + e, c * x + d * y + f
            wanted = (x, 297 - y) if over else (210 - x, y)
            page = type("P", (), {"width": 210, "height": 297})
            assert physical(*moved, page, over, error) == pytest.approx(wanted)


def test_a_named_printer_is_the_same_as_its_numbers(shelf, tmp_path):
    profiles = Profiles(tmp_path / "printers.json")
    profiles.save("Office", Profile(Calibration(1, 2, 0.5), "landscape"))
    kit = {"pieces": "cards", "guide": False}
    make(read_options({**kit, "printer": "Office"}), tmp_path / "a.pdf", cache=shelf.cache, profiles=profiles)
    same = shelf.file(**kit, calibration="1,2,0.5", orientation="landscape")
    assert (tmp_path / "a.pdf").read_bytes() == same.read_bytes()


def test_the_pieces_of_all_backs_modes_are_the_same(shelf):
    found = []
    for backs in ("duplex-long", "duplex-short", "by-hand", "fold", "none"):
        sides = shelf.sides(backs=backs, guide=False, pieces="tiles,cards")
        found.append(Counter(p.key for side in sides for p in side.placed if not p.key.endswith("back")))
    assert all(counter == counts("tiles", "cards") for counter in found)


def test_the_calibration_sheet_reads_the_error_of_the_printer(tmp_path):
    """Scale and vernier of each place: as far apart, seen from the front, as the printer shifts the back there."""
    for backs, over in (("duplex-long", False), ("duplex-short", True)):
        out = tmp_path / f"{backs}.pdf"
        make(read_options({"export": "calibration", "backs": backs}), out)
        front, back = read(out)
        error = Calibration(0.7, -0.4, 0.3)
        zeros = [middle(path) for path in front.paths if path.paint == "S" and is_scale(path)]
        arrows = [physical(*tip(path, over), back, over, error) for path in back.paths if is_arrow(path)]
        top, foot = (at(zeros, arrows, y, 0) for y in (0.1, 0.9))
        degrees = float(front.text.split("angle = ")[1].split(" ")[0])
        assert (top + foot) / 2 == pytest.approx(error.x, abs=0.02)
        assert degrees * (top - foot) == pytest.approx(error.angle, abs=0.01)
        assert at(zeros, arrows, 0.5, 1) == pytest.approx(error.y, abs=0.02)


def is_scale(path):
    """The line along which the millimetres stand: 30 mm long."""
    return len(path.subpaths) == 1 and max(path.size()) == pytest.approx(30, abs=0.01)


def middle(path):
    """The 0 of a scale: a third from its beginning."""
    ((a, b),) = path.subpaths
    return a[0] + (b[0] - a[0]) / 3, a[1] + (b[1] - a[1]) / 3


def is_arrow(path):
    return path.paint == "f" and len(path.subpaths[0]) == 3


def tip(path, over):
    """The corner of an arrow that is not on its base."""
    points = path.subpaths[0]
    return points[0]


def at(zeros, arrows, share, axis):
    """How far the arrow nearest to a height of the page is from the 0 there."""
    height = 297 * share if share != 0.5 else 148.5
    zero = min(zeros, key=lambda p: abs(p[1] - height))
    arrow = min(arrows, key=lambda p: abs(p[1] - height))
    return arrow[axis] - zero[axis]
