"""Tables in the store of a running server, played on at random, and screens of any size in front of them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.games.contract import Position, to_wire
from companion.games.registry import games
from companion.tables import seating
from companion.tables.log import Store
from companion.tables.play import Command, Table, Tables
from tests.web.conftest import Server

NAMES = ("Ada", "Ben", "Chika", "Dan", "Evangeline", "Fay")
LANDSCAPE = ((1280, 800), (1920, 1080), (3840, 2160))
"""A tablet, a TV, a large TV."""
OTHER = ((1024, 768), (800, 1280), (1080, 1920), (640, 360))
"""Old tablets, upright screens, a phone on its side."""
REFUSED = re.compile("Failed to load resource|Failed to fetch")
Wanted = Callable[[Position], bool]


def duel(position: Position) -> bool:
    """A wall is tested."""
    decision = position.decision()
    return decision is not None and decision.kind == "duel"


def laying(position: Position) -> bool:
    """A drawn tile is to be laid, with some on the island already."""
    decision = position.decision()
    return decision is not None and decision.kind == "place_tile" and len(position.view()["tiles"]) >= 8


def final(position: Position) -> bool:
    """The final round has begun, and others have a turn to come."""
    last = position.view()["final_round"]
    return bool(last and last["to_play"])


def never(position: Position) -> bool:
    """To the end."""
    return False


class Room:
    """The tables, as another process of the companion would play at them."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def new(self, players: int = 4, names: tuple[str, ...] = NAMES, **options: Any) -> Table:
        return self.tables.create("eruption", {"players": players, **options}, names[:players])

    def play(self, table: Table, until: Wanted, seed: int = 1) -> Table:
        """Play at random until the position is the wanted one, or the game is over."""
        rng = random.Random(seed)
        while (decision := (table := self.tables.open(table.code)).position.decision()) and not until(table.position):
            command = self.command(table)
            if decision.by == "chance":
                self.tables.roll(table.code, command)
                continue
            actions = table.position.legal()
            building = [action for action in actions if type(action).__name__ == "BuildWall"]
            self.tables.act(table.code, command, to_wire(rng.choice(building or actions)))
        return table

    def played(self, until: Wanted, players: int = 4, names: tuple[str, ...] = NAMES) -> Table:
        return self.play(self.new(players, names), until)

    def command(self, table: Table) -> Command:
        return Command(f"display-{table.code}-{table.version}", table.version)

    def sit(self, table: Table, *people: tuple[str, str | None]) -> None:
        """Seat people, by device and name, from the first seat on."""
        for seat, (device, name) in enumerate(people):
            self.arrange(table, seating.sit(device, name or "", seat, len(table.names), "", 1))

    def arrange(self, table: Table, change: seating.Change) -> None:
        self.tables.arrange(table.code, change)


@pytest.fixture(scope="module")
def room(server: Server) -> Iterator[Room]:
    store = Store(f"sqlite:///{server.data / 'tables.sqlite'}")
    yield Room(Tables(store, games(), seeds=lambda: bytes(range(32))))
    store.close()


@pytest.fixture(scope="module")
def duelling(room: Room) -> Table:
    """Six villages, a wall that is tested: the fullest screen."""
    return room.played(duel, 6)


@pytest.fixture(scope="module")
def ending(room: Room) -> Table:
    """The final round."""
    return room.played(final, 6)


@pytest.fixture(scope="module")
def finished(room: Room) -> Table:
    return room.played(never, 6)


@pytest.fixture(scope="module")
def gathering(room: Room) -> Table:
    """Two people are there, four seats are free."""
    table = room.new(6)
    room.sit(table, ("a", "Ada"), ("b", "Ben"))
    return table


Screen = Callable[..., Page]


@pytest.fixture
def screen(browser: Browser, server: Server) -> Iterator[Screen]:
    """Opens the display of a table on a screen; a script error or a breach of the content policy fails the test."""
    contexts, wrong = [], list[str]()

    def show(table: Table, size: tuple[int, int] = (1280, 800), **settings: Any) -> Page:
        settings = {"locale": "en", "reduced_motion": "reduce"} | settings
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **settings)
        contexts.append(context)
        context.set_default_timeout(10_000)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda m: wrong.append(m.text) if m.type == "error" and not REFUSED.search(m.text) else None)
        page.goto(f"{server.url}/t/{table.code}/board")
        page.evaluate("document.fonts.ready.then(() => true)") if settings.get("java_script_enabled", True) else None
        return page

    yield show
    for context in contexts:
        context.close()
    assert not wrong, wrong
