"""What a database or a file holds is not believed: one bad row spoils one table, and no page has to show nonsense."""

from __future__ import annotations

import sqlite3

import pytest

from companion.tables import errors, transfer
from companion.tables.log import Store
from companion.tables.play import Tables
from tests.tables.conftest import GAMES, command, play, seeds


def spoil(url, statement, *values):
    """Change the database behind the program's back."""
    with sqlite3.connect(url.removeprefix("sqlite:///")) as other:
        other.execute(statement, values)
    other.close()


def sealed(data):
    """The file with the digest that its content has."""
    return {**data, "digest": transfer.digest(data)}


@pytest.fixture
def files(tables, table):
    """The export of a table of a few steps, with an undo."""
    table = play(tables, table, 6)
    return tables.export(tables.undo(table.code, command(table)).code)


def test_a_table_that_lost_its_log_does_not_hide_the_others(tables, url, new):
    lost, whole = new(), new()
    spoil(url, "DELETE FROM entries WHERE table_id = ?", lost.row.id)
    assert {info.code for info in tables.all()} == {lost.code, whole.code}


@pytest.mark.parametrize(
    ("column", "value"),
    [("body", 5), ("seat", b"[]"), ("seat", 99), ("seat", -1), ("steps", "x"), ("at", b"{}"), ("command", b"\xff")],
)
def test_a_row_that_is_no_entry_is_told_in_a_sentence(tables, url, table, column, value):
    table = play(tables, table, 4)
    spoil(url, f"UPDATE entries SET {column} = ? WHERE n = 2", value)
    again = Tables(Store(url), GAMES, seeds=seeds())
    with pytest.raises(errors.TableBroken):
        again.history(table.code)
    again.store.close()


def test_a_table_with_other_names_than_seats_is_told_in_a_sentence(tables, url, table):
    spoil(url, """UPDATE tables SET made = '{"options":{"players":2},"kit":{},"names":["Ann"]}'""")
    again = Tables(Store(url), GAMES, seeds=seeds())
    with pytest.raises(errors.TableBroken):
        again.open(table.code)
    again.store.close()


def test_a_file_of_other_rules_is_told_anew_by_ours(tables, files):
    files["rules_version"] = 7
    files["log"] = [
        {**entry, "events": [{"type": "nonsense"}]} if entry["actions"] else entry for entry in files["log"]
    ]
    table = tables.import_(sealed(files))
    told = [event["type"] for entry in tables.history(table.code) for event in entry.events]
    assert told
    assert "nonsense" not in told
    assert transfer.check(tables.export(table.code), GAMES).rules_version == 1


@pytest.mark.parametrize("nonsense", [{"events": [{"type": "nonsense"}]}, {"seat": 99}])
def test_a_note_in_a_file_can_tell_nothing(tables, files, nonsense):
    assert files["log"][-1]["kind"] == "undo"
    files["log"][-1] |= nonsense
    with pytest.raises(errors.BadTransfer) as refused:
        tables.import_(sealed(files))
    assert refused.value.path == f"$.log[{len(files['log']) - 1}]"


def test_a_file_cannot_be_from_the_year_10000(tables, files):
    files["log"][1]["at"] = "9999-12-31T23:59:59.999999Z"
    with pytest.raises(errors.BadTransfer) as refused:
        tables.import_(sealed(files))
    assert refused.value.path == "$.log[1].at"
