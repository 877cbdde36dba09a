"""A table of Abduction, played through its pages by whatever buttons they show."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.tables.play import Command, Kit, Table

FORM = re.compile(r'<form method="post" action="(/t/[A-Z]+/[a-z]+)"[^>]*>(.*?)</form>', re.S)
FIELD = re.compile(r'<(?:input|button)[^>]*? name="([a-z0-9-]+)" value="([^"]*)"')
PANEL = re.compile(r'<section id="panel".*?</section>', re.S)


@dataclass
class Player:
    """Somebody without scripts: loads the page, and taps a button of its panel."""

    client: FlaskClient
    code: str
    rng: Random
    pages: list[str] = field(default_factory=list)

    def page(self, rest: str = "") -> str:
        """A page of the table, which must be there."""
        answer = self.client.get(f"/t/{self.code}{rest}")
        assert answer.status_code == 200, (rest, answer.status_code, answer.text[:2000])
        return answer.text

    def panel(self, rest: str = "") -> str:
        """The panel of the play page."""
        found = PANEL.search(self.page(rest))
        assert found
        return html.unescape(found[0])

    def buttons(self, rest: str = "") -> list[tuple[str, dict[str, str]]]:
        """What the panel offers: addresses with their fields."""
        found = PANEL.search(self.page(rest))
        assert found
        return [
            (form[1], {name: html.unescape(value) for name, value in FIELD.findall(form[2])})
            for form in FORM.finditer(found[0])
        ]

    def tap(self, **wanted: str) -> None:
        """Tap one of the buttons that have these fields."""
        fitting = [
            (where, fields)
            for where, fields in self.buttons()
            if where.endswith("/act") and wanted.items() <= fields.items()
        ]
        assert fitting, (wanted, self.panel())
        where, fields = self.rng.choice(fitting)
        answer = self.client.post(where, data=fields)
        assert answer.status_code == 303, answer.text


@pytest.fixture
def begin(app: Flask, client: FlaskClient) -> Callable[..., Player]:
    """Set a table up: `patch` corrects it, `cards` are the app's or lie on the table."""

    def make(patch: dict[str, Any] | None = None, cards: Any = "app", seed: int = 1, **options: Any) -> Player:
        tables = app.extensions["tables"]
        table = tables.create("abduction", options, ["Ann"], Kit(tiles=cards), None)
        if patch:
            tables.correct(table.code, Command("patched-1", table.version), patch)
        return Player(client, table.code, Random(seed))

    return make


@pytest.fixture
def opened(app: Flask) -> Callable[[Player], Table]:
    """The table of a player, as it stands."""
    return lambda player: app.extensions["tables"].open(player.code)


def state(hand: dict[str, int] | None = None, **more: Any) -> dict[str, Any]:
    """A patch to a play phase with this hand."""
    slugs = ("red", "blue", "yellow", "cow_1", "cow_2", "cow_3", "cow_4", "cow_5", "decoy")
    full = {slug: (hand or {}).get(slug, 0) for slug in slugs}
    usual = {"phase": "play", "decision": None, "playing": None, "to_place": None, "drawing": None}
    return {**usual, "hand": full, **more}
