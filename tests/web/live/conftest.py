"""A server whose streams beat every second and soon are full; phones that listen to it; tables with people."""

from __future__ import annotations

import json
import re
import socket
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from itsdangerous import Signer
from playwright.sync_api import Browser, BrowserContext, Page

from companion.games.registry import games
from companion.tables import seating
from companion.tables.log import Store
from companion.tables.play import Command, Kit, Table, Tables
from tests.web.conftest import Server, free_port

NAMES = ["Ada", "Ben", "Chika", "Dan", "Eve", "Fay"]
TABLE_STREAMS, ADDRESS_STREAMS = 12, 30
PATIENCE = 20.0
HAVE = re.compile(r'id="have" name="have" value="([^"]*)"')


class LiveServer(Server):
    """A server with a quick heart and few streams."""

    def command(self) -> list[str]:
        limits = ["--table-streams", str(TABLE_STREAMS), "--address-streams", str(ADDRESS_STREAMS)]
        return [*super().command(), "--heartbeat", "1", *limits]


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    server = LiveServer(tmp_path_factory.mktemp("live") / "data", free_port())
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="package")
def store(server: LiveServer) -> Iterator[Store]:
    store = Store(f"sqlite:///{server.data / 'tables.sqlite'}")
    yield store
    store.close()


@dataclass
class Event:
    """An event of a stream, with all its bytes."""

    name: str
    id: str
    data: str
    raw: bytes

    @property
    def json(self) -> dict[str, Any]:
        return json.loads(self.data)

    @property
    def html(self) -> str:
        return self.json["html"]

    @property
    def key(self) -> str:
        """The key of what a phone shows after this event."""
        found = HAVE.search(self.html)
        assert found, self.html
        return found[1]


class Listener:
    """A phone that follows a table by a socket of its own."""

    def __init__(self, port: int, path: str, cookie: str = "", buffer: int = 0, lines: tuple[str, ...] = ()) -> None:
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(("127.0.0.1", port))
        fields = ["Host: 127.0.0.1", "Accept-Encoding: gzip", *([f"Cookie: {cookie}"] if cookie else []), *lines]
        self.socket.sendall("\r\n".join([f"GET {path} HTTP/1.1", *fields, "", ""]).encode())
        self._read = b""
        self._body = b""
        self._ended = False

    def head(self) -> tuple[int, dict[str, str]]:
        """The status and the fields of the answer."""
        while b"\r\n\r\n" not in self._read:
            more = self.socket.recv(65536)
            assert more, self._read
            self._read += more
        head, _, self._read = self._read.partition(b"\r\n\r\n")
        first, *rest = head.decode().split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in rest)
        self.chunked = fields.get("transfer-encoding") == "chunked"
        return int(first.split()[1]), fields

    def body(self) -> str:
        """All that is left of the answer, whose length is known."""
        self.socket.settimeout(0.5)
        try:
            while more := self.socket.recv(65536):
                self._read += more
        except TimeoutError:
            pass
        return self._read.decode("utf-8", "replace")

    def _chunk(self) -> bool:
        """Read one more chunk of the body; whether there was one."""
        while True:
            line, found, rest = self._read.partition(b"\r\n")
            if found and len(rest) >= int(line, 16) + 2:
                size = int(line, 16)
                self._body += rest[:size]
                self._read = rest[size + 2 :]
                self._ended = not size
                return not self._ended
            more = self.socket.recv(65536)
            if not more:
                self._ended = True
                return False
            self._read += more

    def event(self) -> Event | None:
        """The next event; nothing when the stream has ended."""
        while b"\n\n" not in self._body:
            if not self._chunk():
                return None
        raw, _, self._body = self._body.partition(b"\n\n")
        fields = dict(line.split(": ", 1) for line in raw.decode().split("\n"))
        return Event(fields["event"], fields.get("id", ""), fields["data"], raw)

    def next(self, *names: str) -> Event:
        """The next event of one of these names."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            event = self.event()
            assert event is not None, f"the stream ended before {names}"
            if event.name in names:
                return event
        raise AssertionError(f"no {names}")

    def rest(self) -> list[Event]:
        """All events until the stream ends."""
        events = []
        while (event := self.event()) is not None:
            events.append(event)
        return events

    def close(self) -> None:
        self.socket.close()


@dataclass
class Hall:
    """Tables of the running server, changed by another process of the companion: this one."""

    tables: Tables
    server: LiveServer
    listeners: list[Listener] = field(default_factory=list)
    _signer: Signer | None = None

    def new(self, players: int = 3, kit: Kit = Kit(), **options: Any) -> Table:  # noqa: B008 (it is frozen)
        """A table at its beginning, with real cards unless told otherwise."""
        return self.tables.create("eruption", {"players": players, "cards": "table", **options}, NAMES[:players], kit)

    def set(self, players: int = 3, options: dict[str, Any] | None = None, **state: Any) -> Table:
        """A table in a position."""
        table = self.new(players, **(options or {}))
        view = table.position.view()
        blank = {name: None for name in view if name not in ("game", "options")}
        return self.tables.correct(table.code, self.command(table), blank | state)

    def open(self, code: str) -> Table:
        return self.tables.open(code)

    def command(self, table: Table) -> Command:
        return Command(f"test-{table.code}-{table.version}", table.version)

    def move(self, code: str) -> Table:
        """The first thing that the rules allow."""
        table = self.tables.open(code)
        if table.asks in ("roll", "app"):
            return self.tables.roll(code, self.command(table))
        return self.tables.act(code, self.command(table), msgspec.to_builtins(table.position.legal()[0]))

    def tap(self, code: str) -> None:
        """A move by a form of the page, sent to the server itself."""
        table = self.tables.open(code)
        move = msgspec.to_builtins(table.position.legal()[0])
        fields = {name: ",".join(map(str, v)) if isinstance(v, (list, tuple)) else str(v) for name, v in move.items()}
        self._post(f"/t/{code}/act", table, fields)

    def untap(self, code: str) -> None:
        """Take the last move back by a form of the page."""
        self._post(f"/t/{code}/undo", self.tables.open(code), {})

    def _post(self, path: str, table: Table, fields: dict[str, str]) -> None:
        command = self.command(table)
        body = urlencode({**fields, "id": command.id, "version": str(command.version)}).encode()
        with urllib.request.urlopen(self.server.url + path, body, timeout=PATIENCE) as answer:
            assert answer.status == 200

    def sit(self, code: str, device: str, seat: int | None, name: str = "", pin: str = "") -> None:
        """Somebody comes."""
        seats = len(self.tables.open(code).names)
        self.tables.arrange(code, seating.sit(device, name or device.title(), seat, seats, pin, 1))

    def cookie(self, device: str) -> str:
        """The cookie of a phone."""
        if self._signer is None:
            self._signer = Signer((self.server.data / "secret.key").read_bytes(), salt="device")
        return f"device={self._signer.sign(device).decode()}"

    def listen(self, code: str, device: str = "", query: str = "", **more: Any) -> Listener:
        """Follow a table."""
        return self.ask(f"/t/{code}/live{query}", device, **more)

    def ask(self, path: str, device: str = "", **more: Any) -> Listener:
        """Any request, on a connection of its own."""
        listener = Listener(self.server.port, path, self.cookie(device) if device else "", **more)
        self.listeners.append(listener)
        return listener

    def follow(self, code: str, device: str = "", query: str = "", **more: Any) -> Listener:
        """Follow a table, whose stream is open."""
        listener = self.listen(code, device, query, **more)
        assert listener.head()[0] == 200
        return listener


@pytest.fixture
def hall(store: Store, server: LiveServer) -> Iterator[Hall]:
    hall = Hall(Tables(store, games()), server)
    yield hall
    for listener in hall.listeners:
        listener.close()


@pytest.fixture
def phones(browser: Browser) -> Iterator[Callable[[], Page]]:
    """Phones, each a browser of its own; a script error fails the test."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def phone(**more: Any) -> Page:
        size = {"width": 360, "height": 640}
        context = browser.new_context(viewport=size, has_touch=True, is_mobile=True, locale="en", **more)
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda m: wrong.append(m.text) if "Content Security Policy" in m.text else None)
        return page

    yield phone
    for context in contexts:
        context.close()
    assert not wrong, wrong
