"""Bots play at tables that somebody looks at, one action after another, whatever happens at other tables."""

import threading
import time

import pytest

from companion.games.contract import to_wire
from companion.tables import seating
from companion.tables.errors import StoreBusy
from companion.tables.play import Command
from companion.web.app import create_app
from companion.web.table import pilots as runner
from tests.tables.conftest import command

HOST = "host-device"


@pytest.fixture
def tables(app):
    yield app.extensions["tables"]
    app.extensions["tables"].hub.close()


@pytest.fixture
def pilots(app, tables):
    """The runner of the app, in a hurry; ended in the end."""
    pilots = app.extensions["pilots"]
    pilots.pause = pilots.pause_after_undo = 0.0
    yield pilots
    tables.hub.close()
    assert until(lambda: not pilots.running)


def until(what, seconds=20.0):
    """Wait for something that happens in another thread; whether it did."""
    deadline = time.monotonic() + seconds
    while not what():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def new(tables, *played):
    """A table whose seats of some numbers the app plays."""
    table = tables.create("eruption", {"players": 3}, ["Ann", "Ben", "Cho"], device=HOST)
    for seat in played:
        table = tables.arrange(table.code, seating.set_bot(HOST, seat, 3, True))
    return table


def still(tables, table, seconds=0.3):
    """Whether nothing is played there for a moment."""
    before = tables.open(table.code).version
    time.sleep(seconds)
    return tables.open(table.code).version == before


def played(pilots, table):
    """Whether a bot at the table has come to where only a person can go on."""
    now = pilots.tables.open(table.code)
    return now.version > table.version and pilots.pilot.turn(now) is None


def test_a_look_at_a_table_sets_its_bots_going_until_a_person_has_to_act(client, pilots, tables):
    table = new(tables, 0, 1)
    assert not pilots.running
    client.get(f"/t/{table.code}")
    assert until(lambda: played(pilots, table))
    assert tables.open(table.code).position.view()["active"] == 2
    assert still(tables, table)


def test_a_table_that_nobody_looks_at_stands_still(client, pilots, tables):
    looked_at, forgotten = new(tables, 0), new(tables, 0)
    client.get(f"/t/{looked_at.code}")
    assert until(lambda: played(pilots, looked_at))
    assert tables.open(forgotten.code).version == forgotten.version


def test_what_a_person_does_brings_the_bots_their_turn(client, pilots, tables):
    table = new(tables, 1, 2)
    client.get(f"/t/{table.code}")
    assert until(lambda: pilots.running)
    for _ in range(8):
        now = tables.open(table.code)
        if now.position.view()["active"] != 0:
            break
        if now.asks == "roll":
            tables.roll(now.code, command(now))
        else:
            legal = now.position.legal()
            tables.act(now.code, command(now), {"type": "pass"} if len(legal) == 1 else to_wire(legal[-1]))
    assert until(lambda: played(pilots, now))
    assert tables.open(table.code).position.view()["active"] == 0


def test_a_seat_that_becomes_a_bots_is_played_though_nothing_happened_on_the_board(client, pilots, tables):
    table = new(tables, 1)
    client.get(f"/t/{table.code}")
    assert until(lambda: pilots.running)
    assert still(tables, table)
    tables.arrange(table.code, seating.set_bot(HOST, 0, 3, True))
    assert until(lambda: played(pilots, table))


def test_a_person_who_is_back_is_not_played_over(client, pilots, tables):
    table = new(tables, 0)
    pilots.pause = 0.5
    client.get(f"/t/{table.code}")
    assert until(lambda: pilots.running)
    tables.arrange(table.code, seating.set_bot(HOST, 0, 3, False))
    assert still(tables, table, 1.0)


def test_whoever_takes_a_step_of_a_bot_back_has_time_to_take_back_more(client, pilots, tables):
    table = new(tables, 0, 1)
    pilots.pause_after_undo = 1000.0
    client.get(f"/t/{table.code}")
    assert until(lambda: played(pilots, table))
    tables.undo(table.code, command(tables.open(table.code)))
    assert still(tables, table)
    now = tables.undo(table.code, command(tables.open(table.code)))
    assert pilots.pilot.turn(now) is not None
    assert still(tables, table)


def test_two_actions_of_a_table_never_come_at_once(client, pilots, tables):
    table = new(tables, 0, 1, 2)
    at_once, most, lock = 0, 0, threading.Lock()
    play = pilots.pilot.play

    def slowly(code):
        nonlocal at_once, most
        with lock:
            at_once += 1
            most = max(most, at_once)
        try:
            return play(code)
        finally:
            time.sleep(0.002)
            with lock:
                at_once -= 1

    pilots.pilot.play = slowly
    lookers = [threading.Thread(target=lambda: pilots.look(table.code)) for _ in range(20)]
    for looker in lookers:
        looker.start()
    assert until(lambda: tables.open(table.code).over, 40)
    for looker in lookers:
        looker.join()
    assert most == 1
    entries = tables.history(table.code)
    assert [entry.n for entry in entries] == list(range(len(entries)))


class Logged:
    """A log that keeps the tables of its lines."""

    def __init__(self):
        self.tracebacks, self.warnings = [], []

    def exception(self, _event, table):
        self.tracebacks.append(table)

    def warning(self, _event, table, error, reason):
        self.warnings.append((table, error))


def test_an_error_at_one_table_is_logged_and_the_others_go_on(client, pilots, tables, monkeypatch):
    broken, sound = new(tables, 0), new(tables, 0)
    play = pilots.pilot.play

    def fail_at_one(code):
        if code == broken.code:
            raise ZeroDivisionError
        return play(code)

    monkeypatch.setattr(runner, "TROUBLE_SECONDS", 0.05)
    monkeypatch.setattr(pilots.pilot, "play", fail_at_one)
    logged = Logged()
    monkeypatch.setattr(runner, "log", logged)
    client.get(f"/t/{broken.code}")
    client.get(f"/t/{sound.code}")
    assert until(lambda: played(pilots, sound))
    assert until(lambda: len(logged.tracebacks) >= 2)  # it is tried again
    assert set(logged.tracebacks) == {broken.code}
    assert tables.open(broken.code).version == broken.version
    monkeypatch.setattr(pilots.pilot, "play", play)
    assert until(lambda: played(pilots, broken))


def test_a_busy_store_is_a_line_in_the_log_and_tried_again(client, pilots, tables, monkeypatch):
    table = new(tables, 0)
    play = pilots.pilot.play

    def busy(code):
        raise StoreBusy

    monkeypatch.setattr(runner, "TROUBLE_SECONDS", 0.05)
    monkeypatch.setattr(pilots.pilot, "play", busy)
    logged = Logged()
    monkeypatch.setattr(runner, "log", logged)
    client.get(f"/t/{table.code}")
    assert until(lambda: logged.warnings)
    assert not logged.tracebacks
    assert logged.warnings[0] == (table.code, "store_busy")
    monkeypatch.setattr(pilots.pilot, "play", play)
    assert until(lambda: played(pilots, table))


def test_it_ends_when_nobody_looks_any_more(client, pilots, tables, monkeypatch):
    table = new(tables, 1)
    client.get(f"/t/{table.code}")
    assert until(lambda: pilots.running)
    monkeypatch.setattr(runner, "LOOK_SECONDS", 0.0)
    tables.hub.publish(table.code)
    assert until(lambda: not pilots.running)


def test_somebody_who_is_connected_keeps_it_going_without_asking(client, pilots, tables, monkeypatch):
    table = new(tables, 0)
    monkeypatch.setattr(runner, "LOOK_SECONDS", 0.0)
    with tables.hub.subscribe(table.code, HOST):
        client.get(f"/t/{table.code}")
        assert until(lambda: played(pilots, table))
        assert pilots.running
    assert until(lambda: not pilots.running)


def test_after_a_restart_it_plays_on_as_soon_as_somebody_looks(app, client, pilots, tables, settings):
    table = new(tables, 0)
    app.extensions["pilots"].pause = 1000.0
    client.get(f"/t/{table.code}")
    tables.hub.close()
    assert until(lambda: not pilots.running)
    assert tables.open(table.code).version == table.version

    again = create_app(settings)
    again.extensions["pilots"].pause = 0.0
    again.test_client().get(f"/t/{table.code}")
    assert until(lambda: played(again.extensions["pilots"], table))
    again.extensions["tables"].hub.close()
    assert until(lambda: not again.extensions["pilots"].running)
    again.extensions["jobs"].close()
    again.extensions["tables"].store.close()


def test_a_game_that_is_over_is_let_go_and_taken_up_again_after_an_undo(client, pilots, tables):
    table = new(tables, 0, 1, 2)
    client.get(f"/t/{table.code}")
    assert until(lambda: tables.open(table.code).over, 40)
    assert until(lambda: not pilots.running)
    last = tables.open(table.code)
    tables.undo(table.code, Command("one-step-back", last.version))
    client.get(f"/t/{table.code}")
    assert until(lambda: tables.open(table.code).over)
    assert tables.open(table.code).version > last.version
