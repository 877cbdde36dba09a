"""Streams of an app without a server around it, to which things happen that no request can bring about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask
from structlog.testing import capture_logs

from companion.tables.errors import StoreBusy
from companion.tables.play import Command, Table, Tables
from companion.web.app import create_app
from companion.web.settings import Settings
from companion.web.table import feed, messages


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = create_app(Settings(data=tmp_path / "data", heartbeat=1))
    yield app
    app.extensions["jobs"].close()
    app.extensions["tables"].store.close()


@pytest.fixture
def tables(app: Flask) -> Tables:
    tables: Tables = app.extensions["tables"]
    return tables


@pytest.fixture
def table(tables: Tables) -> Table:
    return tables.create("eruption", {"players": 3, "cards": "table"}, ["Ada", "Ben", "Chika"])


def listen(app: Flask, code: str) -> Iterator[bytes]:
    answer = app.test_client().get(f"/t/{code}/live")
    assert answer.status_code == 200
    return iter(answer.response)  # type: ignore[arg-type]


def move(tables: Tables, code: str) -> None:
    table = tables.open(code)
    first = msgspec.to_builtins(table.position.legal()[0])
    tables.act(code, Command(f"test-{table.version:06}", table.version), first)


def test_a_busy_store_delays_the_news_and_ends_nothing(
    app: Flask, tables: Tables, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = listen(app, table.code)
    assert next(stream).startswith(b"event: table")
    move(tables, table.code)
    opened, busy = tables.open, [True, True]

    def try_(code: str) -> Table:
        if busy and busy.pop():
            raise StoreBusy
        return opened(code)

    monkeypatch.setattr(tables, "open", try_)
    monkeypatch.setattr(tables, "known", lambda code: None)  # as if another process had written
    told = next(event for event in stream if not event.startswith(b"event: hb"))
    assert told.startswith(b"event: table\nid: 1.0\n") and not busy


def test_a_fault_ends_the_stream_and_stands_in_the_log(
    app: Flask, tables: Tables, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = listen(app, table.code)
    next(stream)

    def fail(*_: Any) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(messages.Messages, "event", fail)
    move(tables, table.code)
    with capture_logs() as log:
        assert list(stream) == []
    assert [line["event"] for line in log] == ["stream broken"]
    assert tables.hub.count(table.code) == 0


def test_a_stream_that_is_over_leaves_nothing_behind(app: Flask, tables: Tables, table: Table) -> None:
    streams = [listen(app, table.code) for _ in range(3)]
    for stream in streams:
        next(stream)
    assert tables.hub.count(table.code) == 3
    for stream in streams:
        stream.close()  # type: ignore[attr-defined]
    assert tables.hub.count(table.code) == tables.hub.count_from("127.0.0.1") == 0
    assert tables.hub.stamp(table.code) is None


def test_all_that_a_call_wakes_look_the_table_up_once_at_most(
    app: Flask, tables: Tables, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    streams = [listen(app, table.code) for _ in range(5)]
    for stream in streams:
        next(stream)
    move(tables, table.code)
    opened, looked = tables.open, list[str]()
    monkeypatch.setattr(tables, "open", lambda code: looked.append(code) or opened(code))
    events = [next(stream) for stream in streams]
    assert len(looked) <= 1
    assert len(set(events)) == 1


def test_a_closed_hub_lets_every_stream_say_goodbye(app: Flask, tables: Tables, table: Table) -> None:
    streams = [listen(app, table.code) for _ in range(3)]
    for stream in streams:
        next(stream)
    tables.hub.close()
    assert [list(stream)[-1] for stream in streams] == [b"event: bye\ndata: \n\n"] * 3


def test_a_table_is_looked_at_now_and_then_though_nobody_calls(
    app: Flask, tables: Tables, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "GRACE_SECONDS", 0.2)
    monkeypatch.setattr(feed, "LOOK_SECONDS", 0.5)
    stream = listen(app, table.code)
    next(stream)
    while not next(stream).startswith(b"event: hb"):  # nothing has called for a while
        pass
    monkeypatch.setattr(tables.hub, "publish", lambda code: None)  # as if another process did it
    tables.delete(table.code)
    assert list(stream)[-1].startswith(b"event: gone")
