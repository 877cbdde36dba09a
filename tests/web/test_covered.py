"""Whose hand is covered is told by no page: with other cards in all hands every page looks the same."""

from __future__ import annotations

import hashlib
import random
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.games.contract import to_wire
from companion.tables import chance, codes
from companion.tables.play import Command, Kit
from companion.web.app import create_app
from companion.web.settings import Settings

PUBLIC = ("place_tile", "place_eruption", "pass", "build_wall")
LOOKS = (
    *("", "?card=rain", "?play=volcanic_bomb", "?play=relocate&give=1", "?card=sinkhole&play=sinkhole&hex=6,3"),
    *("/history", "/more", "/rules", "/differs", "/end", "/fair", "/at/0", "/at/1"),
)
TRIES: tuple[dict[str, str], ...] = (
    {"type": "play", "card": "rain"},
    {"type": "trade", "card": "rain"},
    {"type": "trade_two", "cards": "rain,quake"},
    {"type": "discard", "card": "rain"},
    {"what": "hand", "seat": "1", "rain": "4"},
)
ONCE = re.compile(r'value="[\w-]{8,}"')
"""What is different at every request: the ids of taps, and the key of what a phone shows."""


def look_round(folder: Path, steps: int) -> tuple[list[tuple[int, str]], list[dict[str, int]]]:
    """Play in public with all hands covered; every page on the way, and the hands."""
    app = create_app(Settings(data=folder))
    tables, client, choose = app.extensions["tables"], app.test_client(), random.Random(3)
    tables._seeds, tables._clock = (lambda: hashlib.sha256(b"1").digest()), (lambda: 1.8e9)
    table = tables.create("eruption", {"players": 3, "start": 0}, ["Ann", "Ben", "Cem"], Kit())
    seen = []
    for step in range(steps):
        legal = sorted((to_wire(action) for action in table.position.legal()), key=str)
        public = [action for action in legal if action["type"] in PUBLIC]
        if not public:
            break
        action = choose.choice(public)
        table = tables.act(table.code, Command(f"command-{step}", table.version), action)
        if step != 1:
            answers = [client.get(f"/t/{table.code}{look}") for look in LOOKS]
            for tried in TRIES:
                form = {"id": f"try-this-{step}", "version": table.version, **tried}
                where = "correct" if "what" in tried else "act"
                answers.append(client.post(f"/t/{table.code}/{where}", data=form))
                assert answers[-1].status_code == 409
            seen += [(answer.status_code, ONCE.sub("", answer.text)) for answer in answers]
    tables.store.close()
    return seen, [seat["hand"] for seat in table.position.view()["seats"]]


def test_no_page_tells_a_covered_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "new", lambda extra=0: "KRTN")
    pages, hands = look_round(tmp_path / "some", 4)
    number = chance.number
    other = {"card": "other card"}
    monkeypatch.setattr(chance, "number", lambda seed, kind, n: number(seed, other.get(kind, kind), n))
    other_pages, other_hands = look_round(tmp_path / "other", 4)
    assert hands != other_hands
    assert len(pages) > 40
    for page, other_page in zip(pages, other_pages, strict=True):
        assert page == other_page


def test_a_file_of_a_running_game_says_that_it_holds_all_hands(client: FlaskClient) -> None:
    form = {"set": "1", "village": ["orange", "green"], "cards": "app", "start": "orange"}
    table = client.post("/new/eruption", data=form).location
    assert "With all hands" in client.get(f"{table}/more").text
    client.post(f"{table}/finish", data={"id": "it-is-late", "version": "0"})
    assert "With all hands" not in client.get(f"{table}/more").text
