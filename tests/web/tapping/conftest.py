"""Tables with known dice and draws, and a hand that taps what their pages offer."""

from __future__ import annotations

import hashlib
import html
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games.eruption.data import RULES
from companion.tables.play import Command, Kit, Table, Tables

FORM = re.compile(r'<form method="post" action="([^"]+)"[^>]*>(.*?)</form>', re.S)
FIELD = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')
CHOICE = re.compile(r'<button name="(\w+)" value="([^"]*)"(?![^>]*disabled)')
LIT = re.compile(r'<a class="(?:lit|near|site|target)[^"]*" href="([^"]*)"')
LINK = re.compile(r'<a (?:class="[^"]*" )?href="(\?[^"]*)"')
BUTTON = re.compile(r"<button[^>]*>")
CONFIRM = ("Place it", "Build", "Turn it", "Swap it", "Remove it", "Destroy it", "Leave them so")


def secret(number: int) -> bytes:
    """A table's secret seed for tests."""
    return hashlib.sha256(f"test {number}".encode()).digest()


@pytest.fixture
def tables(app: Flask) -> Tables:
    tables: Tables = app.extensions["tables"]
    tables._seeds = lambda: secret(1)
    return tables


@pytest.fixture
def new_table(tables: Tables) -> Callable[..., Table]:
    def make(players: int = 3, kit: Kit = Kit(), **options: object) -> Table:  # noqa: B008 (it is frozen)
        names = [RULES.village(slug).name for slug in RULES.seats[str(players)]]
        return tables.create("eruption", {"players": players, **options}, names, kit)

    return make


@dataclass
class Tapper:
    """Somebody with a phone, without htmx or scripts: follows links and sends forms of the pages that come back."""

    client: FlaskClient
    code: str
    page: str = ""
    taps: int = 0
    htmx: bool = False
    sent: dict[str, str] = field(default_factory=dict)

    @property
    def headers(self) -> dict[str, str]:
        return {"HX-Request": "true", "Accept": "text/html"} if self.htmx else {"Accept": "text/html"}

    def look(self, query: str = "") -> str:
        answer = self.client.get(f"/t/{self.code}{query}", headers={"Accept": "text/html"})
        assert answer.status_code == 200, (query, answer.status_code, answer.text[:500])
        self.page = answer.text
        return self.page

    @property
    def panel(self) -> str:
        start = self.page.index('<section id="panel"')
        return self.page[start : self.page.index("</section>", start)]

    @property
    def say(self) -> str:
        found = re.search(r'<p class="say" role="alert">(.*?)</p>', self.page)
        return html.unescape(found[1]) if found else ""

    def forms(self) -> list[tuple[str, str]]:
        found = FORM.findall(self.panel)
        return [(action, body) for action, body in found if any("disabled" not in tag for tag in BUTTON.findall(body))]

    def press(self, word: str, status: int = 200) -> str:
        """Press the button of the panel (or else of the page) that says `word`."""
        found = [form for form in [*self.forms(), *FORM.findall(self.page)] if re.search(rf">[^<]*{word}", form[1])]
        assert found, (word, self.panel)
        return self.send(*found[0], status=status)

    def send(self, action: str, body: str, choice: tuple[str, str] | None = None, status: int = 200) -> str:
        form = {name: html.unescape(value) for name, value in FIELD.findall(body)}
        self.sent = form | ({choice[0]: choice[1]} if choice else {})
        return self.post(action, self.sent, status)

    def post(self, path: str, form: dict[str, str], status: int = 200) -> str:
        answer = self.client.post(path, data=form, headers={"Accept": "text/html"}, follow_redirects=True)
        assert answer.status_code == status, (path, form, answer.status_code, answer.text[:800])
        self.page = answer.text
        self.taps += 1
        return self.page

    def tap_anything(self, rng: random.Random) -> None:
        """One tap on something that the page offers; what is picked is often confirmed, so that games get on."""
        forms = self.forms()
        picked = [form for form in forms if any(f">{word}</button>" in form[1] for word in CONFIRM)]
        if picked and rng.random() < 0.8:
            return self._send(rng.choice(picked), rng)
        offers: list[Callable[[], object]] = [lambda link=link: self.look(link) for link in self._links()]
        offers = rng.sample(offers, min(len(offers), 3)) + [lambda form=form: self._send(form, rng) for form in forms]
        rng.choice(offers)()
        return None

    def _links(self) -> list[str]:
        return [html.unescape(link) for link in LIT.findall(self.page) + LINK.findall(self.panel)]

    def _send(self, form: tuple[str, str], rng: random.Random) -> None:
        choices = CHOICE.findall(form[1])
        self.send(*form, choice=rng.choice(choices) if choices else None)

    @property
    def over(self) -> bool:
        return 'class="ranking"' in self.panel


@pytest.fixture
def tapper(client: FlaskClient) -> Callable[[Table], Tapper]:
    def sit_down(table: Table) -> Tapper:
        tapper = Tapper(client, table.code)
        tapper.look()
        return tapper

    return sit_down


@pytest.fixture
def command() -> Callable[[Table], Command]:
    numbers = iter(range(10_000))
    return lambda table: Command(f"test-{next(numbers):06}", table.version)


@pytest.fixture
def set_table(new_table, tables, command):
    """A table in a position: members of the state that are not given are as at the start, with empty hands."""

    def make(players: int = 3, kit: Kit = Kit(), options: dict | None = None, **state: object) -> Table:  # noqa: B008
        table = new_table(players, kit, **(options or {}))
        blank = {name: None for name in table.position.view() if name not in ("game", "options")}
        return tables.correct(table.code, command(table), blank | state)

    return make
