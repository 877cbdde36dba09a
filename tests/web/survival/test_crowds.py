"""Many at once: two taps in one moment, an old page, a crowd that wants in, and files that are none."""

from __future__ import annotations

import json
import random
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from tests.web.conftest import Server
from tests.web.survival.phones import Phone, written

ROUNDS = 40


def forward(phone: Phone) -> tuple[str, dict[str, str]]:
    """A command of the phone's page that plays on."""
    phone.look()
    rng = random.Random(1)
    while not (found := [one for one in phone.commands() if one[0].endswith(("act", "roll"))]):
        phone.pick(rng)
    return found[0]


def tables(server: Server) -> int:
    """How many there are in the database."""
    with closing(sqlite3.connect(server.data / "tables.sqlite")) as connection:
        return int(connection.execute("SELECT count(*) FROM tables").fetchone()[0])


@pytest.mark.parametrize("phones", [2, 5])
def test_of_taps_in_one_moment_one_is_done_and_none_is_lost(server: Server, phones: int) -> None:
    maker = Phone(server.port)
    code = maker.new_table(cards="table")
    others = [Phone(server.port, code, cookies=maker.cookies) for _ in range(phones)]
    start = threading.Barrier(phones)
    done = []

    def tap(number: int, phone: Phone, path: str, fields: dict[str, str]) -> int:
        start.wait(10)
        status, body = phone.ask("POST", path, {**fields, "id": f"round-{number}-{id(phone)}"}, HX_Request="true")
        assert status in (200, 409)
        assert 'id="panel"' in body or status == 200  # who was too late is shown how things stand now
        if status == 409:
            assert "The table has moved on" in body
        return status

    with ThreadPoolExecutor(phones) as pool:
        for number in range(ROUNDS):
            path, fields = forward(maker)
            before = len(written(server.data, code))
            answers = list(pool.map(lambda phone: tap(number, phone, path, fields), others))  # noqa: B023
            assert sorted(answers) == [200] + [409] * (phones - 1)
            assert len(written(server.data, code)) == before + 1
            done += answers
    assert done.count(200) == ROUNDS
    assert "Traceback" not in server.log


def test_an_old_page_that_taps_after_ten_others_did_changes_nothing_and_is_shown_the_table(server: Server) -> None:
    maker = Phone(server.port)
    code = maker.new_table(cards="table")
    path, old = forward(maker)
    for number in range(11):
        where, fields = forward(maker)
        assert maker.ask("POST", where, {**fields, "id": f"one-of-ten-{number}"})[0] == 303
    before = written(server.data, code)
    for where in (path, f"/t/{code}/undo", f"/t/{code}/redo", f"/t/{code}/finish"):
        status, body = maker.ask("POST", where, {**old, "id": "an-old-page-taps"})
        assert status == 409
        assert "The table has moved on" in body
        assert f'name="version" value="{len(before) - 1}"' in body
    assert written(server.data, code) == before


@pytest.mark.parametrize("wishes", [300, pytest.param(10_000, marks=pytest.mark.slow)])
def test_a_crowd_that_wants_in_leaves_the_table_unharmed(server: Server, wishes: int) -> None:
    host = Phone(server.port)
    code = host.new_table(cards="table", pin="2468")
    statuses: set[int] = set()

    def knock(number: int) -> None:
        phone = Phone(server.port, code)
        pin = {"pin": f"{number:04}"} if number % 3 else {}
        seat = ("0", "1", "watch", "host", "99", "-1", "stay", "é")[number % 8]
        statuses.add(phone.ask("POST", f"/t/{code}/join", {"seat": seat, "name": "x" * (number % 99), **pin})[0])

    with ThreadPoolExecutor(12) as pool:
        list(pool.map(knock, (number for number in range(wishes) if number != 2468)))
    assert statuses <= {403, 404, 409, 422, 429}
    assert 429 in statuses
    host.look()
    status, people = host.ask("GET", f"/t/{code}/people")
    assert (status, people.count("Free this seat")) == (200, 0)
    for number in range(3):
        path, fields = forward(host)
        assert host.ask("POST", path, {**fields, "id": f"the-host-plays-{number}"})[0] == 303
    assert "Traceback" not in server.log


def test_a_file_that_was_cut_off_or_edited_is_refused_in_a_sentence_and_brings_no_table(server: Server) -> None:
    host = Phone(server.port)
    code = host.new_table(cards="table")
    for number in range(5):
        path, fields = forward(host)
        host.ask("POST", path, {**fields, "id": f"something-{number}"})
    _status, whole = host.ask("GET", f"/t/{code}/export")
    data = json.loads(whole)
    edited = [json.dumps({**data, name: data[name][:-1]}) for name in ("log", "seats")]
    edited += [json.dumps({**data, **but}) for but in ({"seats": ["<b>"] * 3}, {"seed": "00" * 32}, {"log": []})]
    edited += [json.dumps([data]), "null", "[" * 100_000, "\x00", ""]
    before = tables(server)
    for text in (*(whole[: len(whole) * part // 8] for part in range(8)), *edited):
        status, body = host.send_file("/import", text)
        assert status == 422
        assert 'role="alert"' in body
    assert tables(server) == before
    assert host.send_file("/import", whole)[0] == 303
    assert tables(server) == before + 1
    assert "Traceback" not in server.log
