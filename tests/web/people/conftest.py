"""People with phones of their own at one table: each follows links and presses buttons of pages, without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.tables.play import Table, Tables
from companion.tables.seats import Company, Person

TABLE: dict[str, Any] = {
    "set": "1",
    "village": ["orange", "green", "purple"],
    "start": "orange",
    "dice": "app",
    "tiles": "app",
    "cards": "app",
}


@dataclass
class Form:
    """A form of a page: where it goes, what it sends, and its buttons by their words."""

    method: str
    action: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, dict[str, str]]] = field(default_factory=list)


class Forms(HTMLParser):
    """All forms of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._form: Form | None = None
        self._button: tuple[str, dict[str, str]] | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = Form(given.get("method", "get"), given.get("action", ""))
            self.found.append(self._form)
        elif tag == "input" and self._form and given.get("name") and "readonly" not in given:
            self._form.fields[given["name"]] = given.get("value", "")
        elif tag == "button":
            self._button = ("", {given["name"]: given.get("value", "")} if "name" in given else {})

    def handle_data(self, data: str) -> None:
        if self._button:
            self._button = (f"{self._button[0]} {data}", self._button[1])

    def handle_endtag(self, tag: str) -> None:
        if tag == "button" and self._button and self._form:
            self._form.buttons.append((" ".join(self._button[0].split()), self._button[1]))
            self._button = None
        elif tag == "form":
            self._form = None


@dataclass
class Someone:
    """A person with a phone. `page` is what it shows."""

    app: Flask
    client: FlaskClient
    code: str = ""
    page: str = ""
    status: int = 0
    path: str = ""

    def go(self, path: str, **kwargs: Any) -> TestResponse:
        """Open a page, following redirects."""
        return self._see(self.client.get(path, follow_redirects=True, **kwargs))

    def at(self, rest: str = "", **kwargs: Any) -> TestResponse:
        """Open a page of the table."""
        return self.go(f"/t/{self.code}{rest}", **kwargs)

    def send(
        self, rest: str, follow: bool = True, headers: dict[str, str] | None = None, **fields: Any
    ) -> TestResponse:
        """Send a form of the table, whether it is offered or not."""
        path = f"/t/{self.code}{rest}"
        return self._see(self.client.post(path, data=fields, follow_redirects=follow, headers=headers))

    def press(self, words: str, **typed: str) -> TestResponse:
        """Press the button of the page that says `words`, with what was typed into its form."""
        for form in Forms(self.page).found:
            for said, sent in form.buttons:
                if re.search(words, said):
                    assert set(typed) <= set(form.fields), form
                    data = {**form.fields, **typed, **sent}
                    return self._see(self.client.post(form.action, data=data, follow_redirects=True))
        raise AssertionError((words, [form.buttons for form in Forms(self.page).found]))

    @property
    def offers(self) -> list[str]:
        """What the buttons of the page say."""
        return [said for form in Forms(self.page).found for said, _sent in form.buttons]

    @property
    def told(self) -> str:
        """Why something was refused, as the page says it."""
        found = re.search(r'role="alert">([^<]*)<', self.page)
        return found[1] if found else ""

    @property
    def text(self) -> str:
        """The words of the page's middle."""
        middle = re.sub(r"<(svg|style).*?</\1>", "", self.page[self.page.index("<main") :], flags=re.S)
        return " ".join(re.sub(r"<[^>]+>", " ", middle).split())

    @property
    def table(self) -> Table:
        tables: Tables = self.app.extensions["tables"]
        return tables.open(self.code)

    @property
    def company(self) -> Company:
        return self.table.company

    @property
    def me(self) -> Person | None:
        """The person whose phone this is, as the table knows them."""
        kept = self.client.get_cookie("device")
        return self.company.by_device(kept.value.rpartition(".")[0]) if kept else None

    def _see(self, answer: TestResponse) -> TestResponse:
        self.page, self.status, self.path = answer.text, answer.status_code, answer.request.path
        return answer


@pytest.fixture
def someone(app: Flask) -> Callable[..., Someone]:
    """A new phone; with a code it is about to come to that table."""

    def come(code: str = "") -> Someone:
        client = app.test_client()
        client.environ_base["HTTP_ACCEPT"] = "text/html"
        return Someone(app, client, code)

    return come


@pytest.fixture
def host(someone: Callable[..., Someone]) -> Someone:
    """Who has made a table of three seats."""
    return made(someone())


def made(host: Someone, **changes: Any) -> Someone:
    """Make a table with this phone."""
    answer = host.client.post("/new/eruption", data={**TABLE, **changes})
    assert answer.status_code == 303, answer.text
    host.code = answer.headers["Location"].rpartition("/")[2]
    return host


@pytest.fixture
def seated(host: Someone, someone: Callable[..., Someone]) -> Callable[..., Someone]:
    """Somebody who comes to the host's table and takes a seat, or watches."""

    def sit(seat: int | str, name: str = "") -> Someone:
        guest = someone(host.code)
        guest.send("/join", seat=seat, name=name)
        assert guest.me is not None, guest.page
        return guest

    return sit


def later(app: Flask, seconds: float) -> None:
    """Let time pass for those who listen."""
    hub = app.extensions["tables"].hub
    clock = hub._clock
    hub._clock = lambda: clock() + seconds
