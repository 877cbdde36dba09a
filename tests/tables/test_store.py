"""A database that cannot be used is refused with a clear error, and what is refused has changed nothing."""

from __future__ import annotations

import os
import sqlite3
import stat

import pytest

from companion.tables import errors
from companion.tables.log import Record, Store, Taken
from companion.tables.play import Tables
from tests.tables.conftest import GAMES, command

PASS = {"type": "pass"}


def path(url):
    return url.removeprefix("sqlite:///")


def test_a_new_store_makes_its_folder(tmp_path):
    Store(f"sqlite:///{tmp_path}/new/folder/tables.db").close()
    assert (tmp_path / "new/folder/tables.db").exists()


@pytest.mark.parametrize(
    "url",
    ["", "tables.db", "sqlite://", "sqlite:///:memory:", "postgresql://user:secret@host/db", "sqlite:///file:x?a=b"],
)
def test_an_address_that_names_no_file_is_refused_without_telling_its_password(url):
    with pytest.raises(errors.StoreAddress) as refused:
        Store(url)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("content", [b"Dear diary\n" * 500, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path, content):
    file = tmp_path / "tables.db"
    file.write_bytes(content)
    with pytest.raises((errors.StoreForeign, errors.StoreCorrupt)) as refused:
        Store(f"sqlite:///{file}")
    assert str(file) in str(refused.value)
    assert file.read_bytes() == content


def test_another_programs_database_is_refused_and_left_alone(tmp_path):
    file = tmp_path / "tables.db"
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE tables (recipe TEXT)")
    other.close()
    before = file.read_bytes()
    with pytest.raises(errors.StoreForeign):
        Store(f"sqlite:///{file}")
    assert file.read_bytes() == before


def test_a_database_of_a_newer_version_is_refused(store, url):
    with sqlite3.connect(path(url)) as other:
        other.execute("PRAGMA user_version = 99")
    other.close()
    with pytest.raises(errors.StoreVersion) as refused:
        Store(url)
    assert "99" in str(refused.value)


def test_a_damaged_database_is_answered_with_one_sentence(url):
    store = Store(url)
    tables = Tables(store, GAMES)
    codes = [tables.create("race", {}, ["Ann", "Ben"]).code for _ in range(200)]
    store.close()
    with sqlite3.connect(path(url)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    other.close()
    with open(path(url), "r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (os.path.getsize(path(url)) - 4096))
    refused = 0
    for code in codes[:5]:
        try:
            Tables(Store(url), GAMES).open(code)
        except errors.StoreCorrupt:
            refused += 1
    assert refused == 5


def test_a_folder_in_place_of_the_file_is_refused(tmp_path):
    with pytest.raises(errors.StoreError) as refused:
        Store(f"sqlite:///{tmp_path}")
    assert str(tmp_path) in str(refused.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_that_may_not_be_written_is_refused(url, tmp_path):
    Store(url).close()
    os.chmod(path(url), stat.S_IREAD)
    tables = Tables(Store(url), GAMES)
    with pytest.raises(errors.StoreReadOnly):
        tables.create("race", {}, ["Ann", "Ben"])


def test_while_another_process_writes_taps_are_refused_and_reading_goes_on(url):
    store = Store(url, busy_ms=20)
    tables = Tables(store, GAMES)
    table = tables.create("race", {"goal": 1000}, ["Ann", "Ben"])
    for _ in range(3):
        table = tables.act(table.code, command(table), PASS)
    other = sqlite3.connect(path(url), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    tap = command(table)
    for refused in (
        lambda: tables.act(table.code, tap, PASS),
        lambda: tables.finish(table.code, tap),
        lambda: tables.create("race", {}, ["Ann", "Ben"]),
        lambda: tables.archive(table.code),
    ):
        with pytest.raises(errors.StoreBusy):
            refused()
        assert tables.open(table.code).version == 3
        assert tables.open(table.code).position.view() == table.position.view()
    Store(url, busy_ms=20).close()
    other.execute("ROLLBACK")
    other.close()
    assert tables.undo(table.code, command(table)).version == 4
    store.close()


def test_on_a_full_disk_taps_are_refused_and_reading_goes_on(url):
    store = Store(url)
    tables = Tables(store, GAMES)
    table = tables.create("race", {"goal": 10_000}, ["Ann", "Ben"])

    def room(pages):
        with store.connection() as connection:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    room(1)  # as few as are in use
    table = passes(tables, table, 500)
    assert table.version < 500
    seen = tables.open(table.code)
    assert (seen.version, seen.position.view()) == (table.version, table.position.view())
    room(10_000)
    assert tables.act(table.code, command(table), PASS).version == table.version + 1
    assert Tables(store, GAMES).open(table.code).version == table.version + 1
    assert store.faults() == []
    store.close()


def passes(tables, table, most):
    """The table after as many passes as the disk has room for."""
    try:
        for _ in range(most):
            table = tables.act(table.code, command(table), PASS)
    except errors.StoreFull:
        pass
    return table


def test_two_entries_never_share_a_number_or_a_command(store, table):
    store.append(table.row.id, Record(1, 1, "act", 0, None, "command-a", b"{}"))
    with pytest.raises(Taken):
        store.append(table.row.id, Record(1, 1, "act", 0, None, "command-b", b"{}"))
    with pytest.raises(Taken):
        store.append(table.row.id, Record(2, 1, "act", 0, None, "command-a", b"{}"))
    with pytest.raises(Taken):
        store.append(table.row.id + 1, Record(0, 1, "act", 0, None, "command-c", b"{}"))
    assert [record.n for record in store.records(table.row.id)] == [0, 1]


def test_a_forked_process_opens_connections_of_its_own(tables, store, table):
    child = os.fork()
    if child == 0:
        try:
            done = tables.act(table.code, command(table), PASS).version == 1
        except BaseException:
            done = False
        os._exit(0 if done else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert tables.open(table.code).version == 1
    assert store.faults() == []
