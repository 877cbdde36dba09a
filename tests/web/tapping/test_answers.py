"""What the server answers to a tap: the pieces that changed, once, and a sentence where something is refused."""

from __future__ import annotations

import re

import pytest

HTMX = {"HX-Request": "true", "Accept": "text/html"}
HAVE = re.compile(r'id="have" name="have" value="([^"]*)"')
PIECES = re.compile(r'<\w+(?: type="hidden")? id="([\w-]+)"')
CHANNEL = [{"hex": [6, 3], "tile": "wide_bend", "rotation": 1}]
SHEETS = ("", "/history", "/at/0", "/rules", "/more", "/fair", "/end", "/differs", "/export")
COMMANDS = ("act", "roll", "undo", "redo", "finish", "rematch", "here", "cover", "correct", "switch")


def form_of(table, **action):
    return {"id": f"tap-{table.version:05}", "version": str(table.version), **action}


@pytest.fixture
def laying(set_table):
    return set_table(phase="tile", drawn="trident", tiles=CHANNEL)


def test_htmx_gets_only_the_pieces_that_changed(client, laying):
    page = client.get(f"/t/{laying.code}").text
    key = HAVE.search(page)[1]
    answer = client.get(f"/t/{laying.code}?hex=6,2&have={key}", headers=HTMX)
    assert answer.status_code == 200
    assert {"b-marks", "have"} <= set(PIECES.findall(answer.text)) <= {"b-marks", "b-lit", "panel", "have", "todo"}
    same = client.get(f"/t/{laying.code}?hex=6,2&have={HAVE.search(answer.text)[1]}", headers=HTMX)
    assert set(PIECES.findall(same.text)) == {"have"}


def test_a_phone_that_is_not_remembered_gets_everything(client, laying):
    answer = client.get(f"/t/{laying.code}?have=nobody-knows", headers=HTMX)
    found = set(PIECES.findall(answer.text))
    assert {"turn", "heat", "panel", "b-lit", "b-walls", "b-marks", "bar", "have", "h6-3", "h0-7"} <= found


def test_a_new_tile_sends_its_hex_and_no_other(client, tables, laying, tapper):
    hand = tapper(laying)
    hand.press("I am")
    key = HAVE.search(hand.page)[1]
    act = form_of(laying, type="place_tile", hex="6,2", rotation="0", have=key)
    answer = client.post(f"/t/{laying.code}/act", data=act, headers=HTMX)
    assert answer.status_code == 200
    assert [name for name in PIECES.findall(answer.text) if re.fullmatch(r"h\d+-\d+", name)] == ["h6-2"]


def test_each_form_has_a_number_of_its_own(client, laying):
    page = client.get(f"/t/{laying.code}").text
    numbers = re.findall(r'name="id" value="([^"]*)"', page)
    assert len(numbers) == len(set(numbers)) > 0
    assert all(re.fullmatch(r"[\w-]{8,64}", number) for number in numbers)


def test_a_double_tap_is_done_once(client, tables, laying):
    act = form_of(laying, type="place_tile", hex="6,2", rotation="0")
    first, second = (client.post(f"/t/{laying.code}/act", data=act, headers=HTMX) for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 200)
    assert tables.open(laying.code).version == laying.version + 1


def test_an_outdated_page_gets_409_with_the_fresh_board_and_a_sentence(client, tables, laying):
    client.post(f"/t/{laying.code}/act", data=form_of(laying, type="place_tile", hex="6,2", rotation="0"))
    late = {**form_of(laying, type="place_tile", hex="4,7", rotation="0"), "id": "another-phone"}
    answer = client.post(f"/t/{laying.code}/act", data=late, headers=HTMX)
    assert answer.status_code == 409
    assert "The table has moved on" in answer.text
    assert "Hex 6,2, Trident" in answer.text
    assert tables.open(laying.code).version == laying.version + 1
    whole = client.post(f"/t/{laying.code}/act", data=late, headers={"Accept": "text/html"})
    assert whole.status_code == 409
    assert "<html" in whole.text
    assert "The table has moved on" in whole.text


def test_without_htmx_a_tap_leads_back_to_the_table(client, laying):
    answer = client.post(f"/t/{laying.code}/act", data=form_of(laying, type="place_tile", hex="6,2", rotation="0"))
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{laying.code}")


def test_an_illegal_tap_says_why_and_changes_nothing(client, tables, laying):
    act = form_of(laying, type="place_tile", hex="6,3", rotation="0")
    answer = client.post(f"/t/{laying.code}/act", data=act, headers=HTMX)
    assert answer.status_code == 422
    assert "A tile lies there already" in answer.text
    assert tables.open(laying.code).version == laying.version


@pytest.mark.parametrize(
    "odd",
    [
        {"type": ""},
        {"type": "nonsense"},
        {"type": "place_tile"},
        {"type": "place_tile", "hex": "6,2"},
        {"type": "place_tile", "hex": "99,99", "rotation": "0"},
        {"type": "place_tile", "hex": "6,2", "rotation": "six"},
        {"type": "place_tile", "hex": "6,2", "rotation": "-1"},
        {"type": "place_tile", "hex": "6,2", "rotation": "7"},
        {"type": "build_wall", "site": "6,2,UP", "wall": "straw"},
        {"type": "play", "card": "relocate", "walls": "6,2,N"},
        {"type": "roll", "white": "0", "orange": "9"},
        {"type": "correct", "set": "{}"},
        {"id": "", "type": "pass"},
        {"id": "short", "type": "pass"},
        {"id": "\x00" * 10, "type": "pass"},
        {"version": "", "type": "pass"},
        {"version": "9" * 30, "type": "pass"},
    ],
)
def test_a_field_that_cannot_be_gets_a_sentence(client, tables, laying, odd):
    answer = client.post(f"/t/{laying.code}/act", data={**form_of(laying), **odd}, headers=HTMX)
    assert answer.status_code in (400, 409, 422)
    assert re.search(r'<p class="(?:say|notice)[^"]*"[^>]*>[^<]{10,}', answer.text)
    assert tables.open(laying.code).version == laying.version


@pytest.mark.parametrize(
    "query",
    ["hex=", "hex=99,99", "hex=a,b&r=9", "site=6,2", "play=rain", "card=ace", "moves=~~~", "white=7", "r=²", "hex=٣,٣"],
)
def test_an_odd_address_shows_the_table_as_it_is(client, laying, query):
    answer = client.get(f"/t/{laying.code}?{query}")
    assert answer.status_code == 200
    assert "Tap a lit hex" in answer.text or "Give the phone" in answer.text


@pytest.mark.parametrize("sheet", SHEETS)
def test_an_unknown_table_is_404_with_a_way_home(client, sheet):
    answer = client.get(f"/t/ZZZZ{sheet}")
    assert answer.status_code == 404
    assert 'href="/"' in answer.text


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_reaches_an_unknown_table(client, command):
    answer = client.post(f"/t/ZZZZ/{command}", data={"id": "tap-00001", "version": "0", "count": "1", "what": "turn"})
    assert answer.status_code == 404


def test_a_step_that_never_was_is_404(client, laying):
    assert client.get(f"/t/{laying.code}/at/999").status_code == 404


def test_every_page_but_files_may_not_be_kept(client, laying):
    for sheet in SHEETS:
        assert client.get(f"/t/{laying.code}{sheet}").headers["Cache-Control"] == "no-store", sheet


def test_small_answers_are_small(client, laying):
    page = client.get(f"/t/{laying.code}").text
    key = HAVE.search(page)[1]
    answer = client.get(f"/t/{laying.code}?hex=6,2&have={key}", headers={**HTMX, "Accept-Encoding": "gzip"})
    assert len(answer.data) < 6000
    everything = client.get(f"/t/{laying.code}?hex=6,2", headers={**HTMX, "Accept-Encoding": "gzip"})
    assert len(everything.data) < 15_000
