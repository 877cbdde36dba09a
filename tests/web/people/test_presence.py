"""The marks on the strip: nothing where somebody is there, and a sign with words for everything else."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from flask import Flask

from companion.tables.play import Table
from companion.web.people import presence
from companion.web.table import around, speech
from tests.web.people.conftest import Someone

Come = Callable[..., Someone]


def drawn(app: Flask, table: Table, present: set[str], language: str = "en") -> str:
    with app.test_request_context(f"/?lang={language}"):
        around.begin()
        speech.begin()
        return presence.piece(table, present)


def seats(piece: str) -> list[tuple[str, str]]:
    """For each seat its state and what is read aloud of it."""
    return re.findall(r'<li class="(\w+)">.*?<span class="unseen">([^<]*)</span></li>', piece)


def test_one_phone_that_goes_round_has_no_marks(app: Flask, host: Someone) -> None:
    assert drawn(app, host.table, set()) == '<div id="people" hx-swap-oob="true"></div>'


def test_each_seat_has_its_state(app: Flask, host: Someone, seated: Come) -> None:
    guest = seated(1, "Ben")
    assert guest.me is not None
    assert seats(drawn(app, host.table, {guest.me.device})) == [
        ("free", "Orange: free"),
        ("here", "Ben: connected"),
        ("free", "Purple: free"),
    ]
    assert seats(drawn(app, host.table, set()))[1] == ("away", "Ben: away")
    host.send("/people/stand-in", seat=1)
    assert seats(drawn(app, host.table, {guest.me.device}))[1] == ("standin", "Ben: the host plays")
    host.send("/people/bot", seat=1)
    assert seats(drawn(app, host.table, {guest.me.device}))[1] == ("bot", "Ben: the app plays")


def test_somebody_who_is_there_has_no_mark_and_the_others_have_different_ones() -> None:
    marks = [presence.mark(state) for state in ("away", "bot", "standin", "free")]
    assert presence.mark("here") == ""
    assert len({re.sub(r'class="[^"]*"', "", mark) for mark in marks}) == 4


@pytest.mark.parametrize("name", ["<b>", '"><script>', "&amp;", "'"])
def test_a_name_in_the_marks_is_only_a_name(app: Flask, host: Someone, seated: Come, name: str) -> None:
    seated(1, name)

    class Words(HTMLParser):
        said = ""

        def handle_data(self, data: str) -> None:
            self.said += data + "|"

    words = Words()
    words.feed(drawn(app, host.table, set()))
    assert f"|{name}: away|" in words.said


def test_the_marks_stand_on_the_page_and_change_with_who_is_there(app: Flask, host: Someone, seated: Come) -> None:
    guest = seated(1, "Ben")
    assert guest.me is not None
    with app.extensions["tables"].hub.subscribe(host.code, guest.me.device):
        host.at()
        assert "Ben: connected" in host.page
    app.extensions["tables"].hub._gone.clear()
    host.at()
    assert "Ben: away" in host.page


def test_somebody_who_reads_the_history_is_still_there(app: Flask, host: Someone, seated: Come) -> None:
    ben = seated(1, "Ben")
    assert ben.me is not None
    hub = app.extensions["tables"].hub
    hub._gone.clear()
    assert ben.me.device not in hub.present(host.code)
    ben.at("/history")
    assert ben.me.device in hub.present(host.code)
