"""Streams that somebody opens to spoil the evening of others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.web.app import create_app
from companion.web.settings import Settings
from tests.web.table.many import BEN, CHIKA, HOST, Party, Phone

ROOM = 8


@pytest.fixture
def app(settings: Settings) -> Iterator[Flask]:
    app = create_app(replace(settings, table_streams=ROOM))
    yield app
    app.extensions["tables"].store.close()


def follow(phone: Phone, query: str = "") -> TestResponse:
    """A stream that has begun, or the refusal of one."""
    stream = phone.client.get(phone.path(f"/live{query}"), buffered=False, headers={"Accept": "application/json"})
    if stream.status_code == 200:
        next(iter(stream.response))
    return stream


def test_strangers_at_the_display_leave_room_for_the_people_of_the_table(party: Party) -> None:
    phones = party.sit(HOST, BEN, CHIKA)
    streams = [follow(party.stranger(f"stranger {number}"), "?as=board") for number in range(ROOM)]
    assert [stream.status_code for stream in streams] == [200] * (ROOM // 2) + [429] * (ROOM // 2)
    streams += [follow(phone) for phone in phones]
    assert [stream.status_code for stream in streams[-3:]] == [200] * 3
    for stream in streams:
        stream.close()


def test_streams_that_come_and_go_a_thousand_times_leave_nothing_behind(party: Party) -> None:
    ada, _ben, _chika = party.sit(HOST, BEN, CHIKA)
    for number in range(1000):
        follow(ada, f"?tab={number % 7}").close()
    assert party.tables.hub.count(party.code) == 0
    assert not party.app.extensions["streams"]._open
    assert ada.get().status_code == 200
