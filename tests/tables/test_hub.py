"""Who listens to a table is called when something is new there, and counts as being there."""

from __future__ import annotations

import threading

import pytest

from companion.tables import seating
from companion.tables.live import EVERY, GRACE_SECONDS, MOST_GONE, Hub
from companion.tables.log import Store
from companion.tables.play import Command, Tables
from tests.tables.conftest import GAMES

NOW = 1_000_000_000_000


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def hub(store, clock):
    hub = Hub(store, clock)
    yield hub
    hub.close()


@pytest.fixture
def live(tables):
    yield tables
    tables.hub.close()


def called(subscription):
    """The tables that have called, without waiting for any."""
    return subscription.wait(0)


@pytest.mark.parametrize("what", ["act", "sit", "delete"])
def test_a_change_calls_those_who_listen_to_the_table_and_nobody_else(live, new, what):
    table, other = new(), new()
    with (
        live.hub.subscribe(table.code) as here,
        live.hub.subscribe(other.code) as there,
        live.hub.subscribe(EVERY) as all_,
    ):
        called(here), called(there), called(all_)
        if what == "act":
            live.act(table.code, Command("command-of-the-hub", 0), {"type": "pass"})
        elif what == "sit":
            live.arrange(table.code, seating.sit("phone", "", 0, 2, "", NOW))
        else:
            live.delete(table.code)
        assert called(here) == {table.code}
        assert called(all_) == {table.code}
        assert called(there) == set()


def test_a_refused_change_calls_nobody(live, table):
    with live.hub.subscribe(table.code) as here:
        called(here)
        with pytest.raises(Exception, match="no place"):
            live.arrange(table.code, seating.leave("stranger"))
        assert called(here) == set()


def test_a_sleeper_is_woken(live, table):
    woken = []
    with live.hub.subscribe(table.code) as here:
        called(here)
        sleeper = threading.Thread(target=lambda: woken.append(here.wait(20)))
        sleeper.start()
        live.act(table.code, Command("command-of-the-hub", 0), {"type": "pass"})
        sleeper.join(20)
    assert woken == [{table.code}]


def test_what_another_process_wrote_is_noticed_while_somebody_listens(live, url, table):
    with live.hub.subscribe(table.code) as here:
        called(here)
        store = Store(url)
        other = Tables(store, GAMES)
        for number in range(20):  # the log is looked at once a second; the first look only sees how long it is
            fresh = other.open(table.code)
            other.act(table.code, Command(f"command-of-other-{number:02}", fresh.version), {"type": "pass"})
            if here.wait(0.5) == {table.code}:
                break
        else:
            pytest.fail("nobody called")
        store.close()
    assert live.open(table.code).version >= 1


def test_a_phone_is_there_while_it_listens_and_a_moment_longer(hub, clock):
    with hub.subscribe("KRTN", "phone"):
        assert hub.present("KRTN") == {"phone"}
        assert hub.away_for("KRTN", "phone") == 0
    assert hub.present("KRTN") == {"phone"}
    clock.now += GRACE_SECONDS + 1
    assert hub.present("KRTN") == set()
    assert hub.away_for("KRTN", "phone") == GRACE_SECONDS + 1
    assert hub.present("MWXZ") == set()


def test_a_phone_with_two_pages_is_there_until_the_last_is_closed(hub, clock):
    with hub.subscribe("KRTN", "phone"):
        with hub.subscribe("KRTN", "phone"):
            pass
        clock.now += 60
        assert hub.present("KRTN") == {"phone"}
        assert hub.away_for("KRTN", "phone") == 0


def test_a_phone_that_cannot_listen_is_there_when_it_asks(hub, clock):
    hub.seen("KRTN", "phone")
    assert hub.present("KRTN") == {"phone"}
    clock.now += 60
    assert hub.present("KRTN") == set()
    assert hub.away_for("KRTN", "phone") == 60


def test_a_phone_on_a_page_that_does_not_follow_is_there_while_it_may_be_read(hub, clock):
    hub.seen("KRTN", "phone", 100)
    clock.now += 90
    assert hub.present("KRTN") == {"phone"}
    assert hub.away_for("KRTN", "phone") == 0
    clock.now += 40
    assert hub.present("KRTN") == set()
    assert hub.away_for("KRTN", "phone") == 30
    with hub.subscribe("KRTN", "phone"):
        pass
    assert hub.away_for("KRTN", "phone") == 0


def test_the_others_are_told_who_comes_and_goes(hub, clock):
    with hub.subscribe("KRTN", "first") as first:
        called(first)
        with hub.subscribe("KRTN", "second"):
            assert called(first) == {"KRTN"}
        assert called(first) == {"KRTN"}


def test_since_when_a_phone_is_away_is_unknown_after_a_start_but_not_longer_than_that(hub, clock):
    assert hub.away_for("KRTN", "phone") == float("inf")
    clock.now += 30
    assert hub.silent_for("KRTN", "phone") == 30
    hub.seen("KRTN", "phone")
    clock.now += 10
    assert hub.silent_for("KRTN", "phone") == 10


def test_phones_that_went_are_remembered_within_bounds(hub):
    for number in range(3 * MOST_GONE):
        hub.seen("KRTN", f"phone-{number}")
    assert len(hub.present("KRTN")) <= MOST_GONE
    assert f"phone-{3 * MOST_GONE - 1}" in hub.present("KRTN")


def test_listeners_are_counted_by_table_and_by_address(hub):
    with hub.subscribe("KRTN", address="192.0.2.1"), hub.subscribe("KRTN", address="192.0.2.2") as second:
        assert (hub.count("KRTN"), hub.count_from("192.0.2.1")) == (2, 1)
        hub.leave(second)
        hub.leave(second)
        assert (hub.count("KRTN"), hub.count_from("192.0.2.2")) == (1, 0)
    assert (hub.count("KRTN"), hub.count_from("192.0.2.1")) == (0, 0)


def test_a_server_that_stops_wakes_all(hub):
    with hub.subscribe("KRTN") as one, hub.subscribe(EVERY) as all_:
        called(one), called(all_)
        hub.close()
        assert hub.closed
        assert (one.wait(20), all_.wait(20)) == ({"KRTN"}, {EVERY})
