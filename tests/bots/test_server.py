"""Bots at the real server: they play while a phone looks, survive its death, and end with it."""

import time
import urllib.request

import pytest

from companion.games.registry import games
from companion.tables import seating
from companion.tables.log import Store
from companion.tables.play import Tables

HOST = "host-device"


@pytest.fixture
def tables(server):
    """The server's tables, seen by another process."""
    store = Store(f"sqlite:///{server.data}/tables.sqlite")
    yield Tables(store, games())
    store.close()


def look(server, code):
    """A phone asks for the table; as it has no place there, it is led to where it gets one."""
    with urllib.request.urlopen(f"{server.url}/t/{code}", timeout=20) as answer:
        assert answer.url.endswith(f"/t/{code}/join")


def version_beyond(tables, code, version, server, seconds=30):
    """Wait until the table has moved on while somebody looks; its version."""
    deadline = time.monotonic() + seconds
    look(server, code)
    while (now := tables.open(code).version) <= version:
        assert time.monotonic() < deadline, server.log
        time.sleep(0.1)
    return now


def test_bots_play_while_somebody_looks_and_again_after_a_power_cut(server, tables):
    table = tables.create("eruption", {"players": 3}, ["Ann", "Ben", "Cho"], device=HOST)
    for seat in range(3):
        tables.arrange(table.code, seating.set_bot(HOST, seat, 3, True))
    second = version_beyond(tables, table.code, table.version, server)
    server.kill()
    stood = tables.open(table.code).version
    assert stood >= second
    server.start()
    time.sleep(1.5)
    assert tables.open(table.code).version == stood  # nobody has looked yet
    version_beyond(tables, table.code, stood, server)
    entries = tables.history(table.code)
    assert [entry.n for entry in entries] == list(range(len(entries)))
    started = time.monotonic()
    server.stop()
    assert time.monotonic() - started < 20  # it does not wait for a bot
    assert "Traceback" not in server.log
    assert "exception" not in server.log
    server.start()
