"""Making, listing, putting aside and deleting tables; names and codes; the rematch."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.contract import BadState
from companion.tables import codes, errors, names
from companion.tables.play import Kit, Tables
from tests.tables.conftest import GAMES, command, play


def test_tables_are_listed_the_last_used_first(store):
    now = [1_000_000.0]
    tables = Tables(store, GAMES, clock=lambda: now[0])
    first = tables.create("race", {}, ["Ann", "Ben"])
    now[0] += 10
    second = tables.create("race", {}, ["Cem", "Dee"])
    assert [info.code for info in tables.all()] == [second.code, first.code]
    now[0] += 10
    play(tables, first)
    listed = tables.all()
    assert [info.code for info in listed] == [first.code, second.code]
    assert listed[0].names == ("Ann", "Ben")
    assert (listed[0].created, listed[0].updated) == ("1970-01-12T13:46:40.000Z", "1970-01-12T13:47:00.000Z")
    assert listed[0].version == 1


def test_a_table_put_aside_is_listed_there_and_comes_back(tables, table):
    tables.archive(table.code)
    assert tables.all() == []
    assert [info.code for info in tables.all(archived=True)] == [table.code]
    assert tables.open(table.code).info.archived
    tables.restore(table.code)
    assert [info.code for info in tables.all()] == [table.code]


def test_a_deleted_table_is_gone_with_its_log(tables, store, table):
    play(tables, table, 60)
    tables.delete(table.code)
    assert tables.all() == []
    assert store.records(table.row.id) == []
    assert store.snapshots(table.row.id) == []
    for use in (tables.open, tables.history, tables.delete, tables.archive, tables.restore, tables.export):
        with pytest.raises(errors.NoSuchTable):
            use(table.code)


def test_a_table_deleted_by_another_process_is_gone_here_too(tables, store, table):
    Tables(store, GAMES).delete(table.code)
    with pytest.raises(errors.NoSuchTable):
        tables.act(table.code, command(table), {"type": "pass"})


@pytest.mark.parametrize("code", ["", "x", "????", "BBBBBBBBBBBB", "../../etc", "\x00\x00\x00\x00", "BCDF"])
def test_a_code_that_names_no_table_is_answered_clearly(tables, code):
    with pytest.raises(errors.NoSuchTable) as refused:
        tables.open(code)
    assert "no table" in str(refused.value)


def test_a_code_may_be_typed_in_any_way(tables, table):
    typed = f" {table.code[:2].lower()}-{table.code[2:]} "
    assert tables.open(typed).code == table.code


def test_codes_have_no_letters_that_look_alike():
    assert not set(codes.LETTERS) & set("AEIOUQL0123456789")
    assert all(codes.read(codes.new()) for _ in range(100))
    assert codes.read("2B5H") == "ZBSH"


def test_the_app_may_roll_for_the_start(tables):
    for _ in range(20):
        table = tables.create("race", {"players": 3}, ["A", "B", "C"], start_roll="app")
        *ties, final = table.last.start_roll
        assert final.index(max(final)) == table.options["start"] == table.last.events[0]["seat"]
        assert final.count(max(final)) == 1
        assert all(tie.count(max(tie)) > 1 for tie in ties)


def test_a_double_tap_makes_one_table(tables):
    first = tables.create("race", {}, ["Ann", "Ben"], command="make-a-table")
    again = tables.create("race", {}, ["Ann", "Ben"], command="make-a-table")
    assert first.code == again.code
    assert len(tables.all()) == 1


def test_a_set_up_that_cannot_be_is_refused(tables):
    with pytest.raises(BadState):
        tables.create("race", {"speed": 9}, ["Ann", "Ben"])
    with pytest.raises(errors.NoSuchGame):
        tables.create("chess", {}, ["Ann", "Ben"])
    for wrong in (["Ann"], [], ["A"] * 13, "AB", [1, 2]):
        with pytest.raises(errors.BadCommand):
            tables.create("race", {}, wrong)
    with pytest.raises(errors.BadCommand):
        tables.create("race", {}, ["Ann", "Ben"], Kit(dice="loaded"))
    assert tables.all() == []


def test_a_rematch_is_the_same_game_again(tables, new):
    table = play(tables, new(goal=2, names=("Ann", "Ben", "Cem")), 100)
    rematch = tables.rematch(table.code, command(table))
    assert (rematch.names, rematch.options, rematch.kit) == (table.names, table.options, table.kit)
    assert rematch.commitment != table.commitment
    assert tables.open(table.code).info.next_code == rematch.code


def test_everybody_who_asks_gets_the_same_rematch(tables, store, table):
    table = tables.finish(table.code, command(table))
    first = tables.rematch(table.code, command(table))
    assert tables.rematch(table.code, command(table)).code == first.code
    assert Tables(store, GAMES).rematch(table.code, command(table)).code == first.code
    assert len(tables.all()) == 2


def test_a_deleted_rematch_can_be_made_again(tables, table):
    table = tables.finish(table.code, command(table))
    first = tables.rematch(table.code, command(table))
    tables.delete(first.code)
    assert tables.open(table.code).info.next_code is None
    assert tables.rematch(table.code, command(table)).code in [info.code for info in tables.all()]


def test_a_running_game_has_no_rematch(tables, table):
    with pytest.raises(errors.NotOver):
        tables.rematch(table.code, command(table))


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Ann \t\n  Lee ", "Ann Lee"),
        ("\u202egnp.exe", "gnp.exe"),
        ("A\u0000nn\u0007", "Ann"),
        ("\u2028Zoë\u200b\ufeff", "Zoë"),
        ("e\u0301", "é"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("\ud800Kim", "Kim"),
        ("x" * 100_000, "x" * 24),
        ("\u200d \u200d", ""),
        ("<b>Bob</b>", "<b>Bob</b>"),
        ("A" + "\u0335" * 40 + "nn", "A" + "\u0335" * 4 + "nn"),
        ("Nguyễn Đức", "Nguyễn Đức"),
    ],
)
def test_names_are_made_safe(typed, name):
    assert names.clean(typed) == name


def test_a_seat_without_a_name_gets_its_default_and_twins_are_told_apart():
    assert names.seats(["Ann", " ", "ann", "Green"], ["Red", "Green", "Blue", "Sun"]) == (
        "Ann",
        "Green",
        "ann 2",
        "Green 2",
    )


@pytest.mark.parametrize("twin", ["ada", "A\u200dda", "A\u200cda", "Ａｄａ", "𝐀da"])
def test_names_that_look_alike_are_told_apart(twin):
    assert names.seats(["Ada", twin])[1] == f"{twin} 2"


@given(st.lists(st.text(), min_size=1, max_size=8))
def test_clean_names_stay_as_they_are(typed):
    seats = names.seats(typed)
    assert names.seats(seats) == seats
    assert all(len(name) <= names.MAX_LENGTH for name in seats)
    assert all(name.replace("\u200d", "").replace("\u200c", "").isprintable() for name in seats)
    filled = [name.casefold() for name in seats if name]
    assert len(set(filled)) == len(filled)
