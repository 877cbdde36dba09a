"""The stream of a table, as bytes on a connection."""

from __future__ import annotations

import json
import re
import socket
import threading
import time
import urllib.request

from companion.tables import seating, seats
from tests.web.live.conftest import ADDRESS_STREAMS, TABLE_STREAMS, Hall

ID_MARK = "\x1a"


def test_a_stream_is_neither_kept_nor_packed_nor_held_back(hall: Hall) -> None:
    status, fields = hall.listen(hall.new().code).head()
    assert status == 200
    assert fields["content-type"] == "text/event-stream; charset=utf-8"
    assert fields["cache-control"] == "no-store"
    assert fields["x-accel-buffering"] == "no"
    assert "content-encoding" not in fields and "content-length" not in fields


def test_the_first_message_is_the_whole_page(hall: Hall) -> None:
    table = hall.new()
    first = hall.follow(table.code).next("table")
    assert first.json["at"] == first.id == f"{table.version}.0" and first.json["base"] is None
    for piece in ("turn", "heat", "panel", "bar", "b-walls", "b-lit", "b-marks", "people", "have"):
        assert f'id="{piece}"' in first.html


def test_later_messages_hold_what_has_changed_since_the_one_before(hall: Hall) -> None:
    table = hall.new()
    listener = hall.follow(table.code)
    first = listener.next("table")
    table = hall.move(table.code)
    second = listener.next("table")
    assert second.json["at"] == f"{table.version}.0" and second.json["base"] == first.key
    assert 'id="panel"' in second.html and 'id="heat"' not in second.html
    assert len(second.html) < len(first.html) / 2


def test_a_phone_that_says_what_it_shows_is_sent_only_the_rest(hall: Hall) -> None:
    table = hall.new()
    first = hall.follow(table.code).next("table")
    hall.move(table.code)
    again = hall.follow(table.code, query=f"?have={first.key}").next("table")
    assert again.json["base"] == first.key and 'id="heat"' not in again.html
    forgotten = hall.follow(table.code, query="?have=never-heard-of").next("table")
    assert forgotten.json["base"] is None and 'id="heat"' in forgotten.html


def test_phones_that_show_the_same_get_the_very_same_bytes(hall: Hall) -> None:
    table = hall.new()
    listeners = [hall.follow(table.code) for _ in range(3)]
    assert len({listener.next("table").raw for listener in listeners}) == 1
    hall.move(table.code)
    assert len({listener.next("table").raw for listener in listeners}) == 1


def test_the_forms_of_a_message_have_no_numbers_yet_since_each_phone_needs_its_own(hall: Hall) -> None:
    table = hall.new()
    hall.move(table.code)
    html = hall.follow(table.code).next("table").html
    assert re.findall(r'name="id" value="([^"]*)"', html) == [ID_MARK] * html.count('name="id"')
    assert html.count('name="id"') >= 1


def test_many_quick_changes_come_as_one(hall: Hall) -> None:
    table = hall.new()
    listener = hall.follow(table.code)
    listener.next("table")
    for _ in range(20):
        table = hall.move(table.code)
    told = [listener.next("table")]
    while told[-1].json["at"] != f"{table.version}.0":
        told.append(listener.next("table"))
    assert len(told) < 5


def test_a_sign_of_life_comes_when_nothing_happens(hall: Hall) -> None:
    table = hall.new()
    listener = hall.follow(table.code)
    listener.next("table")
    assert [listener.next("hb", "table").name for _ in range(2)] == ["hb", "hb"]
    assert listener.next("hb").data == f"{table.version}.0"


def test_each_language_has_its_own_words(hall: Hall) -> None:
    table = hall.new()
    japanese = hall.follow(table.code, lines=("Accept-Language: ja",)).next("table")
    english = hall.follow(table.code, lines=("Accept-Language: en",)).next("table")
    assert japanese.raw != english.raw and "Eruption" in english.html


def test_a_hand_is_told_to_its_own_phone_alone(hall: Hall) -> None:
    cards = [{"hand": {"sinkhole": 1}}, {"hand": {"rain": 2}}, {}]
    table = hall.set(3, {"cards": "app"}, phase="cards", active=0, seats=cards)
    for device, seat in (("ada", 0), ("ben", 1), ("eve", None)):
        hall.sit(table.code, device, seat)
    streams = {device: hall.follow(table.code, device) for device in ("ada", "ben", "eve")}
    streams["board"] = hall.follow(table.code, query="?as=board")
    said = {who: listener.next("table").data for who, listener in streams.items()}
    table = hall.tables.act(table.code, hall.command(hall.open(table.code)), {"type": "pass"})
    for who, listener in streams.items():
        said[who] += listener.next("table").data
    assert "Sinkhole" in said["ada"] and "Rain" not in said["ada"]
    assert "Rain" in said["ben"] and "Sinkhole" not in said["ben"]
    for who in ("eve", "board"):
        assert "Sinkhole" not in said[who] and "Rain" not in said[who], who


def test_who_comes_and_who_goes_is_told_to_the_others(hall: Hall) -> None:
    table = hall.new()
    hall.sit(table.code, "ada", 0)
    hall.sit(table.code, "ben", 1)
    ada = hall.follow(table.code, "ada")
    assert "Ben: away" in ada.next("table").html
    ben = hall.follow(table.code, "ben")
    came = ada.next("people")
    assert "Ben: connected" in came.html and 'id="panel"' not in came.html
    ben.close()
    assert "Ben: away" in ada.next("people").html


def test_the_people_are_another_state_of_the_table_at_the_same_version(hall: Hall) -> None:
    table = hall.new()
    hall.sit(table.code, "ada", 0)
    ada = hall.follow(table.code, "ada")
    version, revision = ada.next("table").json["at"].split(".")
    hall.sit(table.code, "ben", 1, "Benjamin")
    later = ada.next("table")
    told = later.json["at"].split(".")
    assert told[0] == version and int(told[1]) > int(revision) and "Benjamin" in later.html


# --- the end of a stream ----------------------------------------------------------------------------------------------


def _seated(hall: Hall) -> str:
    code = hall.new().code
    hall.sit(code, "ada", 0)
    hall.sit(code, "ben", 1)
    return code


def test_who_is_sent_away_is_told_where_to_go(hall: Hall) -> None:
    code = _seated(hall)
    ben = hall.follow(code, "ben")
    ben.next("table")
    person = hall.open(code).company.by_device("ben")
    assert person
    hall.tables.arrange(code, seating.dismiss("ada", person.id))
    gone = ben.rest()[-1]
    assert gone.name == "gone" and gone.json["to"] == f"/t/{code}/join" and gone.json["say"]


def test_a_place_that_moves_to_another_phone_ends_the_stream_of_the_old_one(hall: Hall) -> None:
    code = _seated(hall)
    ben = hall.follow(code, "ben")
    ben.next("table")
    hall.tables.arrange(code, seating.ticket("ben", "secret", 1000))
    hall.tables.arrange(code, seating.redeem("new phone", "secret", 1001))
    assert ben.rest()[-1].name == "gone"
    assert hall.follow(code, "new phone").next("table").json["base"] is None


def test_a_deleted_table_ends_its_streams(hall: Hall) -> None:
    code = hall.new().code
    listener = hall.follow(code)
    listener.next("table")
    hall.tables.delete(code)
    gone = listener.rest()[-1]
    assert gone.name == "gone" and gone.json["to"] == "/"


def test_a_pin_shuts_out_a_display_that_nobody_let_in(hall: Hall) -> None:
    code = _seated(hall)
    board = hall.follow(code, query="?as=board")
    board.next("table")
    hall.tables.arrange(code, seating.settle("ada", pin=seats.hash_pin("1234")))
    assert board.rest()[-1].name == "gone"


def test_a_phone_that_only_looked_on_must_come_in_when_somebody_takes_a_seat(hall: Hall) -> None:
    code = hall.new().code
    stranger = hall.follow(code)
    stranger.next("table")
    hall.sit(code, "ada", 0)
    assert stranger.rest()[-1].name == "gone"


def test_a_stream_is_not_opened_for_a_table_that_is_not_there_or_not_ones_own(hall: Hall) -> None:
    code = _seated(hall)
    accept = ("Accept: application/json",)
    assert hall.listen(code, "eve", lines=accept).head()[0] == 403
    assert hall.listen("QQQQ", lines=accept).head()[0] == 404


def test_a_phone_whose_cookie_is_forged_is_nobody(hall: Hall) -> None:
    code = _seated(hall)
    forged = hall.cookie("ada")[:-3] + "abc"
    listener = hall.ask(f"/t/{code}/live", lines=(f"Cookie: {forged}", "Accept: application/json"))
    assert listener.head()[0] == 403


# --- how many ---------------------------------------------------------------------------------------------------------


def test_a_table_has_streams_for_so_many_phones_and_the_next_is_told_so(hall: Hall) -> None:
    code = hall.new().code
    streams = [hall.follow(code) for _ in range(TABLE_STREAMS)]
    for listener in streams:
        listener.next("table")
    full = hall.listen(code, lines=("Accept: application/json",))
    assert full.head()[0] == 429
    assert json.loads(full.body())["code"] == "many_streams"
    assert hall.ask(f"/t/{code}/news").head()[0] == 200
    streams[0].close()
    _until(lambda: hall.listen(code).head()[0] == 200)


def test_an_address_has_so_many_streams_at_all_tables_together(hall: Hall) -> None:
    codes = [hall.new().code for _ in range(4)]
    open_now = 0
    for code in codes:
        for _ in range(TABLE_STREAMS - 1):
            status = hall.listen(code, lines=("Accept: application/json",)).head()[0]
            open_now += status == 200
    assert open_now <= ADDRESS_STREAMS < 4 * (TABLE_STREAMS - 1)
    assert status == 429
    for listener in hall.listeners:
        listener.close()
    _until(lambda: hall.listen(codes[0]).head()[0] == 200)


def test_a_page_that_comes_again_takes_the_place_of_its_old_stream(hall: Hall) -> None:
    code = hall.new().code
    old, other = hall.follow(code, query="?tab=one"), hall.follow(code, query="?tab=two")
    old.next("table")
    other.next("table")
    new = hall.follow(code, query="?tab=one")
    new.next("table")
    assert all(event.name == "hb" for event in old.rest())
    assert other.next("hb") and new.next("hb")


def test_a_full_table_lets_a_page_that_comes_again_in(hall: Hall) -> None:
    code = hall.new().code
    for number in range(TABLE_STREAMS):
        hall.follow(code, query=f"?tab={number}").next("table")
    assert hall.listen(code, query="?tab=3").head()[0] == 200


def _until(true: object) -> None:
    deadline = time.monotonic() + 15
    while not true():  # type: ignore[operator]
        assert time.monotonic() < deadline
        time.sleep(0.2)


# --- bad neighbours ---------------------------------------------------------------------------------------------------


def test_a_client_that_sends_its_head_a_byte_at_a_time_holds_nobody_up(hall: Hall) -> None:
    table = hall.new()
    listener = hall.follow(table.code)
    listener.next("table")
    done = threading.Event()

    def drip() -> None:
        slow = socket.create_connection(("127.0.0.1", hall.server.port))
        for byte in b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: aaaaaaaaaaaaaaaaaaaaaaaa\r\n":
            if done.wait(0.1):
                break
            slow.sendall(bytes([byte]))
        slow.close()

    drops = [threading.Thread(target=drip) for _ in range(20)]
    for drop in drops:
        drop.start()
    for _ in range(20):
        with urllib.request.urlopen(f"{hall.server.url}/t/{table.code}", timeout=2) as page:
            assert page.status == 200
    hall.move(table.code)
    assert listener.next("table")
    done.set()
    for drop in drops:
        drop.join()
