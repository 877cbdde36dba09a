"""One command is one entry, done once, against the version that its page showed."""

from __future__ import annotations

import pytest

from companion.games.contract import BadAction, BadState, IllegalAction
from companion.tables import errors
from companion.tables.play import Command, Kit, Tables
from tests.tables.conftest import GAMES, command, play

PASS = {"type": "pass"}


def test_a_new_table_has_dealt_what_the_app_deals(new):
    table = new()
    assert table.version == 0
    assert table.last.kind == "create"
    assert [action["type"] for action in table.last.actions] == ["card", "card"]
    assert table.last.sampled == [True, True]
    assert table.asks == "seat"


def test_one_tap_is_one_entry_with_all_that_the_app_adds(tables, table):
    table = tables.act(table.code, command(table), PASS)
    assert table.version == 1
    assert [action["type"] for action in table.last.actions] == ["pass", "card"]
    assert table.last.sampled == [False, True]
    assert table.last.seat == 0
    assert [event["what"] for event in table.last.events] == ["pass", "card"]


def draw_a_duel(tables, table):
    for _ in range(200):
        table = tables.act(table.code, command(table), {"type": "draw"})
        if table.asks == "roll":
            return table
    raise AssertionError("no duel in the bag")


def test_the_apps_dice_wait_until_somebody_rolls(tables, new):
    table = draw_a_duel(tables, new(goal=10_000, cards="table"))
    with pytest.raises(IllegalAction) as refused:
        tables.act(table.code, command(table), {"type": "roll", "white": 6, "orange": 1})
    assert refused.value.problem.slug == "wrong_decision"
    rolled = tables.roll(table.code, command(table))
    assert [action["type"] for action in rolled.last.actions] == ["roll", "card"]
    assert rolled.asks == "seat"


def test_there_is_nothing_to_roll_when_a_seat_must_act(tables, table):
    with pytest.raises(IllegalAction) as refused:
        tables.roll(table.code, command(table))
    assert refused.value.problem.slug == "wrong_decision"


def test_real_tiles_and_dice_are_tapped_in(tables, new):
    table = new(kit=Kit(dice="table", tiles="table"))
    table = tables.act(table.code, command(table), {"type": "draw"})
    assert table.asks == "tap"
    table = tables.act(table.code, command(table), {"type": "tile", "tile": "duel"})
    assert table.asks == "tap"
    with pytest.raises(IllegalAction):
        tables.roll(table.code, command(table))
    table = tables.act(table.code, command(table), {"type": "roll", "white": 6, "orange": 1})
    assert table.position.view()["seats"][0]["score"] == 2
    assert table.last.sampled == [False, True]


def test_what_can_come_out_in_one_way_only_is_not_asked(new):
    table = new(kit=Kit(dice="table", tiles="table"), cards="table")
    assert [action["card"] for action in table.last.actions] == ["hidden", "hidden"]


@pytest.mark.parametrize("action", [{"type": "play", "card": "none"}, {"type": "tile", "tile": "one"}])
def test_an_illegal_action_changes_nothing(tables, table, action):
    with pytest.raises(IllegalAction):
        tables.act(table.code, command(table), action)
    assert tables.open(table.code).version == 0
    assert tables.act(table.code, command(table), PASS).version == 1


@pytest.mark.parametrize("action", [None, 7, "pass", [], {}, {"type": "fly"}, {"type": "play"}])
def test_what_is_no_action_changes_nothing(tables, table, action):
    with pytest.raises(BadAction):
        tables.act(table.code, command(table), action)
    assert tables.open(table.code).version == 0


def test_an_outdated_page_gets_the_fresh_table(tables, table):
    old = command(table)
    tables.act(table.code, command(table), PASS)
    with pytest.raises(errors.Stale) as refused:
        tables.act(table.code, old, PASS)
    assert refused.value.table.version == 1
    assert len(tables.history(table.code)) == 2


def test_a_page_from_the_future_is_outdated_too(tables, table):
    with pytest.raises(errors.Stale):
        tables.act(table.code, Command("from-the-future", 5), PASS)


def test_the_same_command_is_done_once_and_answered_again(tables, table):
    tap = command(table)
    first = tables.act(table.code, tap, PASS)
    tables.act(table.code, command(first), PASS)
    again = tables.act(table.code, tap, {"type": "draw"})
    assert again.version == 2
    assert len(tables.history(table.code)) == 3


def test_the_same_command_is_known_to_another_process(tables, store, table):
    tap = command(table)
    tables.act(table.code, tap, PASS)
    assert Tables(store, GAMES).act(table.code, tap, PASS).version == 1


@pytest.mark.parametrize("id_", ["", "short", "x" * 65, "with space", "ümlaut-ü", "line\nbreak"])
def test_a_strange_command_id_is_refused(tables, table, id_):
    with pytest.raises(errors.BadCommand):
        tables.act(table.code, Command(id_, 0), PASS)


@pytest.mark.parametrize("version", [-1, True, "0", None])
def test_a_strange_version_is_refused(tables, table, version):
    with pytest.raises(errors.BadCommand):
        tables.act(table.code, Command("command-id", version), PASS)


def test_nothing_is_played_after_the_end(tables, new):
    table = play(tables, new(goal=3), 100)
    assert table.over
    assert not table.finished_early
    for tap in (lambda: tables.act(table.code, command(table), PASS), lambda: tables.roll(table.code, command(table))):
        with pytest.raises(errors.Over) as refused:
            tap()
        assert refused.value.table.version == table.version


def test_a_table_can_be_finished_early_and_that_undone(tables, table):
    done = tables.finish(table.code, command(table))
    assert (done.over, done.finished_early, done.asks) == (True, True, None)
    assert tables.all()[0].finished_early
    with pytest.raises(errors.Over):
        tables.act(table.code, command(done), PASS)
    running = tables.undo(table.code, command(done))
    assert not running.over
    assert not tables.all()[0].over
    again = tables.redo(table.code, command(running))
    assert again.finished_early
    assert tables.all()[0].finished_early


def test_a_correction_is_logged_and_can_be_undone(tables, table):
    right = tables.correct(table.code, command(table), {"scores": [5, 1]})
    assert [seat["score"] for seat in right.position.view()["seats"]] == [5, 1]
    assert (right.last.kind, right.last.seat) == ("correct", None)
    back = tables.undo(table.code, command(right))
    assert back.position.view() == table.position.view()


def test_an_impossible_correction_changes_nothing(tables, table):
    with pytest.raises(BadState):
        tables.correct(table.code, command(table), {"scores": "many"})
    assert tables.open(table.code).version == 0


def test_a_table_that_was_handed_out_does_not_change(tables, table):
    before = table.position.view()
    play(tables, table, 5)
    assert (table.version, table.position.view()) == (0, before)


def test_a_log_has_a_last_entry(tables, table, monkeypatch):
    monkeypatch.setattr("companion.tables.transfer.MAX_ENTRIES", 2)
    table = tables.act(table.code, command(table), PASS)
    with pytest.raises(errors.TooLong):
        tables.act(table.code, command(table), PASS)
    assert tables.open(table.code).version == 1


def test_a_giant_correction_is_refused(tables, table):
    with pytest.raises(errors.TooLong):
        tables.correct(table.code, command(table), {"scores": [1], "more": "x" * 300_000})
    assert tables.open(table.code).version == 0


def test_an_outdated_process_refuses_nothing_by_what_it_remembers(tables, store, table):
    other = Tables(store, GAMES)
    tap = Command("seen-there", other.act(table.code, command(table), PASS).version)
    tables_there = other.act(table.code, Command("once-more", 1), PASS)
    with pytest.raises(errors.Stale) as refused:
        tables.act(table.code, Command("illegal-here", 0), {"type": "tile", "tile": "one"})
    assert refused.value.table.version == tables_there.version
    other.delete(table.code)
    for action in (PASS, {"type": "fly"}, {"type": "tile", "tile": "one"}):
        with pytest.raises(errors.NoSuchTable):
            tables.act(table.code, tap, action)
