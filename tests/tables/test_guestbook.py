"""The people of tables are kept: two phones that want one seat get it once, and older files learn to hold people."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading

import msgspec
import pytest

from companion.tables import errors, seating
from companion.tables.log import Store
from companion.tables.play import Tables
from tests.tables.conftest import GAMES, command, play

NOW = 1_000_000_000_000


def sit(device, seat=None, name="", seats=2):
    return seating.sit(device, name, seat, seats, "", NOW)


def test_the_phone_that_makes_a_table_is_its_host(tables):
    table = tables.create("race", {}, ["Ann", "Ben"], device="phone")
    assert table.company.host.device == "phone"
    assert table.names == ("Ann", "Ben")


def test_people_are_there_again_after_a_start(tables, store, table):
    tables.arrange(table.code, sit("phone", 1, "Zoe"))
    again = Tables(store, GAMES).open(table.code)
    assert again.names == ("Ann", "Zoe")
    assert again.company.owner(1).device == "phone"


def test_people_change_no_version_and_their_revision_grows(tables, table):
    seen = [tables.arrange(table.code, sit("phone", seat)).company.revision for seat in (0, 1, 1, 0)]
    assert seen == [1, 2, 2, 3]
    assert tables.open(table.code).version == 0


def test_a_tap_is_not_outdated_because_somebody_sat_down(tables, table):
    tap = command(tables.open(table.code))
    tables.arrange(table.code, sit("phone", 0))
    assert tables.act(table.code, tap, {"type": "pass"}).version == 1


def test_a_refused_change_has_changed_nothing(tables, table):
    tables.arrange(table.code, sit("phone", 0))
    before = tables.open(table.code).company
    with pytest.raises(errors.SeatTaken):
        tables.arrange(table.code, sit("other", 0))
    assert tables.open(table.code).company == before


def test_another_process_sees_who_has_come(tables, url, table):
    store = Store(url)
    other = Tables(store, GAMES)
    other.open(table.code)
    tables.arrange(table.code, sit("phone", 1, "Zoe"))
    assert other.open(table.code).names == ("Ann", "Zoe")
    store.close()


def test_of_many_threads_one_gets_a_seat(tables, table):
    got, told, start = [], [], threading.Barrier(8)

    def take(phone):
        start.wait()
        try:
            tables.arrange(table.code, sit(phone, 0))
            got.append(phone)
        except errors.SeatTaken:
            told.append(phone)

    threads = [threading.Thread(target=take, args=(f"phone-{n}",)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(got), len(told)) == (1, 7)
    assert tables.open(table.code).company.owner(0).device == got[0]


def test_of_two_processes_one_gets_each_seat(tables, url, new):
    table = new([f"Seat {n}" for n in range(6)])
    arguments = [sys.executable, "-m", "tests.tables.sitter", url, table.code]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([*arguments, "one"], **pipes) as one, subprocess.Popen([*arguments, "two"], **pipes) as two:
        for child in (one, two):
            assert child.stdout.readline() == "ready\n"
        for child in (one, two):
            child.stdin.write("go\n")
            child.stdin.flush()
        got = {name: child.stdout.read().split() for name, child in (("one", one), ("two", two))}
    assert (one.returncode, two.returncode) == (0, 0)
    assert sorted(got["one"] + got["two"]) == [str(seat) for seat in range(6)]
    people = tables.open(table.code).company
    assert all(people.owner(int(seat)).device == f"{name}-{seat}" for name in got for seat in got[name])
    assert sum(person.host for person in people.people) == 1


def test_a_change_of_a_table_that_is_gone_is_refused(tables, table):
    tables.delete(table.code)
    with pytest.raises(errors.NoSuchTable):
        tables.arrange(table.code, sit("phone", 0))


def test_a_deleted_table_takes_its_people_along(tables, store, table):
    tables.arrange(table.code, sit("phone", 0))
    tables.delete(table.code)
    assert tables.listed("phone") == []
    assert store.faults() == []


def test_a_rematch_has_the_same_people(tables, new):
    table = new(goal=2)
    tables.arrange(table.code, sit("phone", 0, "Zoe"))
    tables.arrange(table.code, sit("other", 1))
    tables.arrange(table.code, seating.stand_in("phone", 1))
    over = play(tables, tables.open(table.code), 200)
    assert over.over
    again = tables.rematch(table.code, command(over))
    assert again.names == ("Zoe", "Ben")
    assert [(one.device, one.seat, one.host) for one in again.company.people] == [
        ("phone", 0, True),
        ("other", 1, False),
    ]
    assert again.company.stand_ins == {}


def test_a_phone_is_shown_its_own_tables_and_those_without_people(tables, new):
    own, others, free = new(), new(), new()
    tables.arrange(own.code, sit("phone", 0, "Zoe"))
    tables.arrange(others.code, sit("other", 0))
    listed = {info.code: info.names for info in tables.listed("phone")}
    assert listed == {own.code: ("Zoe", "Ben"), free.code: ("Ann", "Ben")}
    assert {info.code for info in tables.listed(None)} == {free.code}
    assert len(tables.all()) == 3


def test_whoever_leaves_a_table_is_not_shown_it_any_more(tables, table):
    tables.arrange(table.code, sit("phone", 0))
    tables.arrange(table.code, sit("other", 1))
    tables.arrange(table.code, seating.leave("other"))
    assert tables.listed("other") == []


def test_people_that_cannot_be_read_are_told(tables, store, url, table):
    tables.arrange(table.code, sit("phone", 0))
    with sqlite3.connect(url.removeprefix("sqlite:///")) as file:
        file.execute("UPDATE companies SET body = 'nonsense'")
    file.close()
    fresh = Tables(store, GAMES)
    with pytest.raises(errors.TableBroken):
        fresh.open(table.code)
    assert [info.names for info in fresh.listed("phone")] == [("Ann", "Ben")]


def first_version(url):
    """Make a file as the first version left it: without people."""
    with sqlite3.connect(url.removeprefix("sqlite:///")) as file:
        file.executescript("DROP TABLE companies; DROP TABLE devices; PRAGMA user_version = 1;")
    file.close()


def test_a_file_of_the_first_version_is_played_on_and_learns_to_hold_people(tables, store, url, new):
    table = play(tables, new(goal=50), 20)
    store.close()
    first_version(url)
    store = Store(url)
    tables = Tables(store, GAMES)
    old = tables.open(table.code)
    assert (old.version, old.names, old.company.open) == (table.version, table.names, True)
    assert msgspec.json.encode(old.position.view()) == msgspec.json.encode(table.position.view())
    assert play(tables, old, 1).version == table.version + 1
    assert tables.arrange(table.code, sit("phone", 0, "Zoe")).names == ("Zoe", "Ben")
    store.close()
    Store(url).close()
    assert store.faults() == []
    with sqlite3.connect(url.removeprefix("sqlite:///")) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (2,)
    file.close()


def test_two_processes_that_open_an_old_file_at_once_both_can(tables, store, url, table):
    store.close()
    first_version(url)
    arguments = [sys.executable, "-m", "tests.tables.sitter", url, table.code]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([*arguments, "one"], **pipes) as one, subprocess.Popen([*arguments, "two"], **pipes) as two:
        said = [child.communicate("go\n")[0] for child in (one, two)]
    assert (one.returncode, two.returncode) == (0, 0)
    assert sorted("".join(said).replace("ready", "").split()) == ["0", "1"]
