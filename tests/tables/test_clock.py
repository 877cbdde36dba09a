"""A server whose clock jumps, as one without a battery does when the network tells it the time."""

from __future__ import annotations

import pytest

from companion.tables import errors, seating, transfer
from companion.tables.play import Tables
from tests.tables.conftest import GAMES, play, seeds

DAY = 24 * 3600.0
NOW = 1_800_000_000.0
JUMPS = (0.0, -20_000 * DAY, 3.0, 40_000 * DAY, -1.0, -DAY, 0.5)


class Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def tables(store, clock):
    return Tables(store, GAMES, clock=clock, seeds=seeds())


def test_a_table_is_played_undone_and_exported_whatever_the_clock_says(tables, store, table, clock):
    for jump in JUMPS:
        clock.now = max(clock.now + jump, 0.0)
        table = play(tables, table, 2)
    assert [entry.n for entry in tables.history(table.code)] == list(range(table.version + 1))
    fresh = Tables(store, GAMES).open(table.code)
    assert fresh.position.view() == table.position.view()
    file = tables.export(table.code)
    transfer.check(file, GAMES)
    assert tables.import_(file).position.view() == table.position.view()


def test_the_list_of_tables_outlives_a_clock_that_stood_in_another_century(tables, new, clock):
    codes = set()
    for jump in JUMPS:
        clock.now = max(clock.now + jump, 0.0)
        codes.add(new().code)
    assert {info.code for info in tables.all()} == codes


def test_a_link_to_another_phone_is_never_good_for_longer_because_the_clock_went_back(tables, table, clock):
    tables.arrange(table.code, seating.sit("ann", "Ann", 0, 2, "", 0))
    now = int(clock.now * 1000)
    tables.arrange(table.code, seating.ticket("ann", "secret", now))
    for late in (now + seating.TICKET_MS, now - 1):
        with pytest.raises(errors.BadTicket):
            tables.arrange(table.code, seating.redeem("new phone", "secret", late))
    tables.arrange(table.code, seating.redeem("new phone", "secret", now + 1000))
    assert tables.open(table.code).company.owner(0).device == "new phone"
