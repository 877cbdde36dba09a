"""Several phones at one table: each a client of the same app with a cookie of its own."""

from __future__ import annotations

import html
import itertools
import re
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import Signer
from werkzeug.test import TestResponse

from companion.tables import seating
from companion.tables.play import Kit, Table, Tables
from tests.web.table.conftest import House

HTMX = {"HX-Request": "true"}
HOST, BEN, CHIKA = "Ada", "Ben", "Chika"
TURN = {"phase": "tile", "drawn": "trident", "tiles": [{"hex": [6, 3], "tile": "wide_bend", "rotation": 1}]}
HANDS = [{"hand": {"rain": 1, "quake": 2}}, {"hand": {"sinkhole": 1}}, {"hand": {"relocate": 1}}]
_numbers = itertools.count()


def says(answer: TestResponse, sentence: str) -> bool:
    """Whether an answer has a sentence."""
    return sentence in html.unescape(answer.text)


class Phone:
    """One person's phone."""

    def __init__(self, party: Party, name: str) -> None:
        self.party, self.name = party, name
        self.client: FlaskClient = party.app.test_client()
        self.client.environ_base["HTTP_ACCEPT"] = "text/html"

    def known(self) -> Phone:
        """Have the cookie of a device."""
        signed = Signer(self.party.app.config["SECRET_KEY"], salt="device").sign(self.device).decode()
        self.client.set_cookie("device", signed)
        return self

    @property
    def device(self) -> str:
        return f"device-of-{self.name.encode().hex()}"

    def path(self, what: str = "") -> str:
        return f"/t/{self.party.code}{what}"

    def get(self, what: str = "", **headers: str) -> TestResponse:
        return self.client.get(self.path(what), headers=headers)

    def post(self, where: str, version: int | None = None, htmx: bool = True, **fields: Any) -> TestResponse:
        """Send a form of the page, as it stands or of an older version."""
        number = self.party.table.version if version is None else version
        form = {"id": f"tap-of-{self.name.encode().hex()[:12]}-{next(_numbers):04}", "version": number, **fields}
        return self.client.post(self.path(where), data=form, headers=HTMX if htmx else {})

    @property
    def panel(self) -> str:
        """What the phone shows at the bottom."""
        page = self.get().text
        return html.unescape(page[page.index('<section id="panel"') : page.index("</section>")])

    @property
    def heading(self) -> str:
        found = re.search(r'id="todo">([^<]*)<', self.panel)
        assert found, self.panel
        return found[1]

    @property
    def lit(self) -> str:
        page = self.get().text
        start = page.index('<svg id="b-lit"')
        return page[start : page.index("</svg>", start)]


class Party:
    """A table with Ada, Ben and Chika in its seats, Ada host; and ways to others."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.tables: Tables = app.extensions["tables"]
        self.house = House(self.tables)
        self.code = ""

    def sit(self, *names: str, players: int = 3, kit: Kit = Kit(), **state: Any) -> list[Phone]:  # noqa: B008 (it is frozen)
        """A table in a position, with these people in its first seats; None leaves a seat free."""
        self.code = self.house.set(players, kit, **state).code
        return [self.seat(name, seat) for seat, name in enumerate(names)]

    def seat(self, name: str, seat: int | None) -> Phone:
        """Somebody comes, and takes a seat, or watches."""
        phone = Phone(self, name).known()
        self.arrange(seating.sit(phone.device, name, seat, 6, "", next(_numbers)))
        return phone

    def arrange(self, change: seating.Change) -> Table:
        return self.tables.arrange(self.code, change)

    def stranger(self, name: str = "Mallory") -> Phone:
        """Somebody who was never here; with a device, as everybody has who was at another table."""
        return Phone(self, name).known()

    @property
    def table(self) -> Table:
        return self.tables.open(self.code)
