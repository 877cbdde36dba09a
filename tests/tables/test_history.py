"""Undo, redo, the board as it was, and opening an old table: all of them tell the same story as playing did."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.tables import errors
from companion.tables.log import Store
from companion.tables.play import Command, Kit, Tables
from tests.tables.conftest import GAMES, answer, command, play, seeds


class Story(RuleBasedStateMachine):
    """Plays, undoes and redoes at random beside a plain list of what each step looked like."""

    @initialize(
        players=st.integers(1, 4),
        dice=st.sampled_from(["app", "table"]),
        tiles=st.sampled_from(["app", "table"]),
        cards=st.sampled_from(["app", "table"]),
    )
    def start(self, players, dice, tiles, cards):
        import tempfile

        self.folder = tempfile.TemporaryDirectory()
        self.url = f"sqlite:///{self.folder.name}/tables.db"
        self.tables = Tables(Store(self.url), GAMES, seeds=seeds())
        options = {"players": players, "cards": cards, "goal": 12}
        self.table = self.tables.create("race", options, ["Ann", "Ben", "Cem", "Dee"][:players], Kit(dice, tiles))
        self.line = [self.look()]
        self.undone = []
        self.boards = [self.look()]
        self.count = 0

    def look(self):
        return self.table.position.view(), self.table.over, self.table.asks

    def next_command(self):
        self.count += 1
        return Command(f"story-{self.count:04}", self.table.version)

    def done(self):
        self.line.append(self.look())
        self.undone.clear()
        self.boards.append(self.look())

    @precondition(lambda self: not self.table.over)
    @rule(seed=st.integers(0, 1000))
    def act(self, seed):
        if self.table.asks == "roll":
            self.table = self.tables.roll(self.table.code, self.next_command())
        else:
            action = answer(self.table, random.Random(seed))
            self.table = self.tables.act(self.table.code, self.next_command(), action)
        self.done()

    @precondition(lambda self: not self.table.over)
    @rule(score=st.integers(0, 14))
    def correct(self, score):
        self.table = self.tables.correct(self.table.code, self.next_command(), {"scores": [score]})
        self.done()

    @precondition(lambda self: not self.table.over)
    @rule()
    def finish(self):
        self.table = self.tables.finish(self.table.code, self.next_command())
        self.done()

    @precondition(lambda self: len(self.line) > 1)
    @rule(data=st.data())
    def undo(self, data):
        steps = data.draw(st.integers(1, len(self.line) - 1))
        self.table = self.tables.undo(self.table.code, self.next_command(), steps)
        for _ in range(steps):
            self.undone.append(self.line.pop())
        self.boards.append(self.look())

    @precondition(lambda self: self.undone)
    @rule(data=st.data())
    def redo(self, data):
        steps = data.draw(st.integers(1, len(self.undone)))
        self.table = self.tables.redo(self.table.code, self.next_command(), steps)
        for _ in range(steps):
            self.line.append(self.undone.pop())
        self.boards.append(self.look())

    @rule()
    def reopen(self):
        self.tables.store.close()
        self.tables = Tables(Store(self.url), GAMES)
        self.table = self.tables.open(self.table.code)

    @rule(data=st.data())
    def look_back(self, data):
        n = data.draw(st.integers(0, self.table.version))
        assert self.tables.at(self.table.code, n).view() == self.boards[n][0]

    @invariant()
    def the_table_shows_the_line(self):
        if hasattr(self, "line"):
            assert self.look() == self.line[-1]
            assert (self.table.can_undo is None) == (len(self.line) == 1)
            assert (self.table.can_redo is None) == (not self.undone)
            assert self.table.version == len(self.boards) - 1

    def teardown(self):
        if hasattr(self, "line"):
            log = self.tables.history(self.table.code)
            assert [entry.n for entry in log] == list(range(len(self.boards)))
            assert sum(entry.line for entry in log) == len(self.line)
            self.tables.store.close()
            self.folder.cleanup()


class TestStory(Story.TestCase):
    settings = settings(
        max_examples=40, stateful_step_count=30, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )


def test_an_undo_is_an_entry_that_everybody_sees(tables, table):
    table = play(tables, table, 3)
    table = tables.undo(table.code, command(table), 2)
    log = tables.history(table.code)
    assert [(entry.kind, entry.line, entry.steps) for entry in log[1:]] == [
        ("act", True, 0),
        ("act", False, 0),
        ("act", False, 0),
        ("undo", False, 2),
    ]
    assert table.can_redo.n == 2
    assert table.can_undo.n == 1


def test_a_new_action_after_an_undo_leaves_the_old_branch_in_the_log_only(tables, table):
    table = play(tables, table, 3)
    table = tables.undo(table.code, command(table), 2)
    table = play(tables, table, 1)
    assert table.can_redo is None
    with pytest.raises(errors.NothingToRedo):
        tables.redo(table.code, command(table))
    assert [entry.n for entry in tables.history(table.code) if entry.line] == [0, 1, 5]


@pytest.mark.parametrize("steps", [0, -1, 2, 10**30])
def test_more_steps_than_there_are_cannot_be_undone(tables, table, steps):
    table = play(tables, table, 1)
    with pytest.raises(errors.NothingToUndo) as refused:
        tables.undo(table.code, command(table), steps)
    assert refused.value.table.version == 1


def test_the_deal_cannot_be_undone(tables, table):
    with pytest.raises(errors.NothingToUndo):
        tables.undo(table.code, command(table))


@pytest.mark.parametrize("n", [-1, 1, 10**30])
def test_an_entry_that_is_not_there_cannot_be_looked_at(tables, table, n):
    with pytest.raises(errors.NoSuchEntry):
        tables.at(table.code, n)


def old_table(tables, new):
    """A table of 180 steps with a few undone ones in between."""
    table = play(tables, new(goal=10_000), 120, seed=1)
    table = tables.undo(table.code, command(table), 30)
    return play(tables, table, 90, seed=2)


def test_an_old_table_opens_as_it_was(tables, store, new):
    table = old_table(tables, new)
    again = Tables(store, GAMES).open(table.code)
    assert again.position.view() == table.position.view()
    assert len(store.snapshots(table.row.id)) == 4


def test_the_same_dice_come_after_opening_from_a_snapshot(tables, store, new):
    table = old_table(tables, new)
    here = play(tables, table, 20, seed=3)
    there = Tables(store, GAMES)
    back = there.undo(table.code, command(here), 20)
    assert play(there, back, 20, seed=3).position.view() == here.position.view()


@pytest.mark.parametrize(
    "body", [b"", b"garbage", b"{}", b'{"rules_version": 1, "view": {"seats": 3}, "counts": {}}', None]
)
def test_a_damaged_snapshot_costs_time_only(tables, store, new, body):
    table = old_table(tables, new)
    with store.transaction() as connection:
        if body is None:  # rules that have changed since: it still loads, as something else
            connection.exec_driver_sql("UPDATE snapshots SET body = replace(body, '\"score\":', '\"scorn\":')")
        else:
            connection.exec_driver_sql("UPDATE snapshots SET body = ?", (body,))
    again = Tables(store, GAMES)
    assert again.open(table.code).position.view() == table.position.view()
    assert again.at(table.code, 60).view() == tables.at(table.code, 60).view()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE entries SET body = 'garbage' WHERE n = 2",
        "UPDATE entries SET body = '[]' WHERE n = 2",
        'UPDATE entries SET body = \'{"actions":[{"type":"tile","tile":"one"}],"sampled":[false]}\' WHERE n = 2',
        'UPDATE entries SET body = \'{"actions":[{"type":"fly"}],"sampled":[false]}\' WHERE n = 2',
        "UPDATE entries SET kind = 'dance' WHERE n = 2",
        "UPDATE entries SET kind = 'undo', steps = 9 WHERE n = 2",
        "DELETE FROM entries WHERE n = 2",
        "DELETE FROM entries",
        "UPDATE tables SET made = 'garbage'",
        "UPDATE tables SET seed = 3.5",
        "UPDATE tables SET rules_version = 1, made = replace(made, 'players', 'plovers')",
    ],
)
def test_a_damaged_log_is_answered_with_one_sentence(tables, store, table, damage):
    play(tables, table, 4)
    with store.transaction() as connection:
        connection.exec_driver_sql(damage)
    again = Tables(store, GAMES)
    with pytest.raises(errors.TableBroken) as refused:
        again.open(table.code)
    assert table.code in str(refused.value)
    assert [info.code for info in again.all()] == [table.code]


def test_a_table_of_an_unknown_game_is_listed_and_refused(store, tables, table):
    with pytest.raises(errors.NoSuchGame):
        Tables(store, {}).open(table.code)
    assert [info.game for info in Tables(store, {}).all()] == ["race"]
