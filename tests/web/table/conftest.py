"""Tables of the running server, in whatever position a test needs, and a phone that taps at them.

The tests write tables into the store of the server themselves, as another process of the companion would.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from companion.games.registry import games
from companion.tables.log import Store
from companion.tables.play import Command, Kit, Table, Tables
from tests.web.conftest import Server, free_port
from tests.web.table.taps import Phone

SEED = bytes(range(32))
REFUSED = re.compile("Failed to load resource|Failed to fetch")
NAMES = ["Ada", "Ben", "Chika", "Dan", "Eve", "Fay"]


class House:
    """The tables of the server."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.seed = SEED

    def new(self, players: int = 3, kit: Kit = Kit(), **options: Any) -> Table:  # noqa: B008 (it is frozen)
        """A table at its beginning."""
        return self.tables.create("eruption", {"players": players, **options}, NAMES[:players], kit)

    def set(self, players: int = 3, kit: Kit = Kit(), options: dict[str, Any] | None = None, **state: Any) -> Table:  # noqa: B008
        """A table in a position: members of the state that are not given are as at the start, with empty hands."""
        table = self.new(players, kit, **(options or {}))
        view = table.position.view()
        blank = {name: None for name in view if name not in ("game", "options")}
        return self.tables.correct(table.code, self.command(table), blank | state)

    def open(self, code: str) -> Table:
        """The table as it stands."""
        return self.tables.open(code)

    def state(self, code: str) -> dict[str, Any]:
        """Everything that the table knows."""
        return self.open(code).position.view()

    def command(self, table: Table) -> Command:
        """A command for the table as it stands."""
        return Command(f"test-{table.code}-{table.version}", table.version)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server") / "data", free_port())
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def store(server: Server) -> Iterator[Store]:
    store = Store(f"sqlite:///{server.data / 'tables.sqlite'}")
    yield store
    store.close()


@pytest.fixture
def house(store: Store) -> House:
    return House(Tables(store, games(), seeds=lambda: SEED))


@pytest.fixture(scope="module")
def pocket(browser: Browser) -> Iterator[BrowserContext]:
    """A phone of 360 x 640 that has been at the tables before, so that drawings and styles are at hand."""
    context = browser.new_context(
        viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True, reduced_motion="reduce", locale="en"
    )
    context.set_default_timeout(10_000)
    yield context
    context.close()


@pytest.fixture
def page(pocket: BrowserContext) -> Iterator[Page]:
    """A new page; a script error, or what the console calls an error, fails the test: refusals are none."""
    wrong: list[str] = []
    page = pocket.new_page()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda m: wrong.append(m.text) if m.type == "error" and not REFUSED.search(m.text) else None)
    yield page
    page.close()
    assert not wrong, wrong


@pytest.fixture
def tap(server: Server, page: Page) -> Phone:
    """A hand that taps."""
    return Phone(server.url, page)


@pytest.fixture
def second(server: Server, pocket: BrowserContext) -> Iterator[Phone]:
    """A second tab of the same browser."""
    page = pocket.new_page()
    yield Phone(server.url, page)
    page.close()
