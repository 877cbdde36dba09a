"""Only what is missing, and only what has changed since the version on one's own sheets."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.eruption.data import RULES
from companion.kit import release, versions
from companion.kit.errors import KitError
from companion.kit.job import make, sheets_of
from companion.kit.options import read_options
from tests.kit.counts import PARTS, counts, is_back

SINGULAR = {part: part.removesuffix("s") for part in PARTS}


def printed(plan):
    """Face of each front -> how many, as planned."""
    found = Counter()
    for leaf in plan.leaves:
        sheet = getattr(leaf.front.content, "sheet", None)
        if sheet:
            found.update(slot.face.key for slot in sheet.slots)
    return found


def board_pages(plan):
    return sum(type(leaf.front.content).__name__ in ("Part", "Whole") for leaf in plan.leaves)


ANY_PIECE = st.sampled_from(
    [(part, slug) for part in ("tiles", "cards", "walls", "markers", "aids") for slug in PARTS[part]]
)


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(ANY_PIECE, st.integers(1, 9), min_size=1, max_size=8))
def test_any_pieces_can_be_printed_in_any_number(wanted):
    only = ",".join(f"{SINGULAR[part]}:{slug}={n}" for (part, slug), n in wanted.items())
    plan = sheets_of(read_options({"only": only, "guide": "no"}))
    assert printed(plan) == {f"{part}.{slug}": n for (part, slug), n in wanted.items()}
    assert board_pages(plan) == 0


@pytest.mark.parametrize(
    ("only", "wanted"),
    [
        ("tile:fan_5=2,card:rain", {"tiles.fan_5": 2, "cards.rain": RULES.card("rain").count}),
        ("wall", counts("walls")),
        ("walls", counts("walls")),
        ("card=1", dict.fromkeys(counts("cards"), 1)),
        ("card:rain=1,card:rain=2", {"cards.rain": 3}),
        ("aid:red", {"aids.red": 1}),
    ],
)
def test_what_was_lost_is_asked_for_by_its_name(shelf, only, wanted):
    assert printed(sheets_of(read_options({"only": only}))) == wanted
    sides = shelf.sides(only=only, guide="no")
    assert Counter(p.key for side in sides for p in side.placed if not is_back(p.key))[next(iter(wanted))] > 0


def test_the_board_can_be_asked_for_alone():
    plan = sheets_of(read_options({"only": "board", "guide": "no"}))
    assert board_pages(plan) == len(plan.leaves) == 5


def test_the_rules_can_be_asked_for_alone():
    plan = sheets_of(read_options({"only": "booklet,card:rain=1", "guide": "no"}))
    assert printed(plan) == {"cards.rain": 1}
    assert board_pages(plan) == 0
    assert [leaf.section for leaf in plan.leaves[1:]] == ["Rules"] * 3


@pytest.mark.parametrize(
    ("only", "allowed"),
    [
        ("tyle:fan_5", "board, booklet, tile, wall"),
        ("tile:fan_9", "tile:dead_end, tile:straight"),
        ("card:fan_5", "card:lava_flow"),
        ("board:island", "tile"),
    ],
)
def test_a_piece_that_there_is_not_is_refused_with_those_that_there_are(only, allowed):
    with pytest.raises(KitError) as error:
        sheets_of(read_options({"only": only}))
    assert error.value.code == "unknown_piece"
    assert allowed in str(error.value) and only in str(error.value)


def test_a_piece_of_a_part_that_is_not_printed_is_not_there():
    with pytest.raises(KitError) as error:
        sheets_of(read_options({"only": "card:rain", "no_rain": "yes"}))
    assert error.value.code == "unknown_piece"


def test_a_lost_tile_takes_one_sheet_and_its_back_is_behind_it(shelf):
    front, back = shelf.sides(only="tile:eruption=1", guide="no")
    (a,), (b,) = front.placed, back.placed
    assert (a.key, b.key) == ("tiles.eruption", "tiles.eruption_back")
    assert (b.x, b.y) == pytest.approx((front.width - a.x, a.y), abs=0.01)


# --- what has changed ----------------------------------------------------------------------------------------------


@pytest.fixture
def history(tmp_path, monkeypatch):
    """Lets a test write the record of versions; gives the present look."""
    monkeypatch.setattr(versions, "FOLDER", tmp_path)
    versions.records.cache_clear()
    now = release.record("eruption")

    def write(**records):
        data = {number.removeprefix("v"): record for number, record in records.items()}
        (tmp_path / "eruption.json").write_bytes(msgspec.json.encode(data))
        versions.records.cache_clear()

    yield now, write
    versions.records.cache_clear()


def changed(record, language, face, digest="0" * 10):
    faces = {**record.faces, language: {**record.faces[language], face: digest}}
    return msgspec.structs.replace(record, faces=faces)


def test_a_copy_is_brought_up_to_date_with_what_looks_different_and_no_more(history):
    now, write = history
    old = changed(changed(now, "any", "tiles.fan_5"), "en", "cards.rain")
    write(v1=old, v2=now)
    plan = sheets_of(read_options({"since": "1", "guide": "no"}))
    assert printed(plan) == {"tiles.fan_5": 6, "cards.rain": RULES.card("rain").count}
    assert board_pages(plan) == 0
    assert not plan.kit.booklets
    # In another language that card was right already.
    assert printed(sheets_of(read_options({"since": "1", "guide": "no", "language": "ja"}))) == {"tiles.fan_5": 6}


def test_a_new_back_makes_all_pieces_with_that_back_new(history):
    now, write = history
    write(v1=changed(now, "any", "tiles.eruption_back"), v2=now)
    assert printed(sheets_of(read_options({"since": "1", "guide": "no"}))) == {"tiles.eruption": 3}


def test_pieces_that_became_more_are_printed_as_often_as_they_lack(history):
    now, write = history
    fewer = msgspec.structs.replace(now, counts={**now.counts, "walls.stone": 11})
    write(v1=fewer, v2=now)
    assert printed(sheets_of(read_options({"since": "1", "guide": "no"}))) == {"walls.stone": 4}


def test_a_face_that_nobody_knew_is_new(history):
    now, write = history
    faces = {language: {k: v for k, v in own.items() if k != "aids.red"} for language, own in now.faces.items()}
    write(v1=msgspec.structs.replace(now, faces=faces), v2=now)
    assert printed(sheets_of(read_options({"since": "1", "guide": "no"}))) == {"aids.red": 1}


def test_a_new_board_and_a_new_page_of_rules_are_printed(history):
    now, write = history
    write(v1=changed(changed(now, "en", "board.island"), "en", "booklet.p1"), v2=now)
    plan = sheets_of(read_options({"since": "1", "guide": "no"}))
    assert board_pages(plan) == 5 and plan.kit.booklets and not printed(plan)


def test_a_copy_that_is_up_to_date_is_told_so(history):
    now, write = history
    write(v1=now, v2=now)
    with pytest.raises(KitError, match="up to date") as error:
        sheets_of(read_options({"since": "1"}))
    assert error.value.code == "nothing_has_changed"


def test_a_version_that_there_is_not_is_refused_with_those_that_there_are(history):
    now, write = history
    write(v1=now, v2=now)
    with pytest.raises(KitError, match="there is: 1, 2") as error:
        sheets_of(read_options({"since": "7"}))
    assert error.value.code == "unknown_version"


def test_every_sheet_carries_the_version(history, shelf, tmp_path):
    from tests.kit.reading import read

    now, write = history
    write(v1=now, v12=now)
    options = read_options({"pieces": "tiles,cards", "backs": "duplex-long"})
    make(options, tmp_path / "kit.pdf", cache=shelf.cache)
    assert all("version 12" in side.text for side in read(tmp_path / "kit.pdf"))


def test_the_record_knows_what_is_printed_now():
    """If not: run script/faces, or script/faces --new when the newest version was given out already."""
    known = versions.records("eruption")
    assert known[versions.newest("eruption")] == release.record("eruption")
