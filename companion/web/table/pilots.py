"""Bots at the tables that somebody looks at: one runner for the server, which plays slowly enough to follow.

It starts when an answer about a table with bots goes out, and ends when nobody looks at such a table any more. So a
server that has been started again plays on as soon as somebody looks, and a forgotten table stands still.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from flask import Flask, Response, request

from companion.bots.registry import bots
from companion.tables.errors import NoSuchTable, TableError
from companion.tables.live import EVERY, Subscription
from companion.tables.pilot import Pilot
from companion.tables.play import Table, Tables
from companion.web.logs import log

PAUSE_SECONDS = 1.2
"""Between what happened last at a table and a bot's next action: people want to see what it does."""
UNDO_SECONDS = 8.0
"""After an undo or a correction: whoever takes back a step of a bot may want to take back one more."""
LOOK_SECONDS = 40.0
"""For so long after its last request a phone counts as looking, even when it holds no stream."""
TROUBLE_SECONDS = 5.0
"""After an error a table is tried again: then, and each time twice as late, TROUBLE_MOST at most."""
TROUBLE_MOST = 300.0

_NEVER = float("inf")
_TAKEN_BACK = frozenset({"undo", "redo", "correct"})


@dataclass
class Care:
    """A table that has bots and is looked at: when it was asked for last, what was seen of it, when a bot acts."""

    asked: float
    seen: tuple[int, frozenset[int]] | None = None
    due: float = _NEVER
    troubles: int = 0


class Pilots:
    """The runner of one server. All that it does is done by one thread, which under gevent is a greenlet."""

    def __init__(self, tables: Tables, clock: Callable[[], float] = time.monotonic) -> None:
        self.tables = tables
        self.pilot = Pilot(tables, bots())
        self.pause = PAUSE_SECONDS
        self.pause_after_undo = UNDO_SECONDS
        self._clock = clock
        self._cares: dict[str, Care] = {}
        self._runner: threading.Thread | None = None
        self._calls: Subscription | None = None
        self._lock = threading.Lock()

    @property
    def running(self) -> bool:
        """Whether it cares for any table."""
        return self._runner is not None

    def look(self, code: str) -> None:
        """Somebody looks at a table with bots: care for it from now on."""
        with self._lock:
            care = self._cares.get(code)
            if care is not None:
                care.asked = self._clock()
            elif not self.tables.hub.closed:
                self._cares[code] = Care(self._clock())
                if self._calls is not None:
                    self._calls.call(code)
            if self._runner is None and self._cares and not self.tables.hub.closed:
                self._runner = threading.Thread(target=self._run, name="pilots", daemon=True)
                self._runner.start()

    def _run(self) -> None:
        hub = self.tables.hub
        with hub.subscribe(EVERY) as calls:
            self._calls = calls
            called = set(self._cares)
            try:
                while not hub.closed:
                    for code in list(self._cares):
                        self._visit(code, self._cares[code], code in called)
                    with self._lock:
                        if not self._cares:
                            self._calls = self._runner = None
                            return
                        next_ = min(care.due for care in self._cares.values()) - self._clock()
                    called = calls.wait(min(max(next_, 0.0), LOOK_SECONDS))
            finally:
                with self._lock:
                    if self._runner is threading.current_thread():  # another may have begun since
                        self._calls = self._runner = None

    def _visit(self, code: str, care: Care, called: bool) -> None:
        """See what is new at a table, and act if it is time. Nothing that goes wrong there stops the others."""
        asked, now = care.asked, self._clock()
        watched = self.tables.hub.count(code) > 0 or now - asked < LOOK_SECONDS
        if watched and not called and now < care.due:
            return
        try:
            table = self._seen(code, care) if watched else None
            if table is None:
                with self._lock:
                    if care.asked == asked:
                        del self._cares[code]
            elif care.due <= now:
                care.due = _NEVER
                self.pilot.play(code)
                care.troubles = 0
                time.sleep(0)  # phones that wait for an answer come before the next table
        except Exception as error:
            care.due = now + min(TROUBLE_MOST, TROUBLE_SECONDS * 2**care.troubles)
            care.troubles += 1
            if isinstance(error, TableError):
                log.warning("bot", table=code, error=error.code, reason=str(error))
            else:
                log.exception("bot", table=code)

    def _seen(self, code: str, care: Care) -> Table | None:
        """The table, and when its next bot acts; None where no bot plays."""
        try:
            table = self.tables.open(code)
        except NoSuchTable:
            return None
        if table.over or not table.company.bots:
            return None
        seen = (table.version, table.company.bots)
        if care.seen != seen:
            care.seen, care.due = seen, _NEVER
            if self.pilot.turn(table) is not None:
                care.due = self._clock() + self._pause_after(table)
        return table

    def _pause_after(self, table: Table) -> float:
        return self.pause_after_undo if table.last.kind in _TAKEN_BACK else self.pause


def init_app(app: Flask) -> None:
    """Look after a table whenever an answer about it goes out."""
    tables: Tables = app.extensions["tables"]
    pilots = app.extensions["pilots"] = Pilots(tables)

    @app.after_request
    def look(response: Response) -> Response:
        code = (request.view_args or {}).get("code")
        if code is not None and response.status_code < 500:
            with suppress(TableError):  # a table that cannot be read was answered for already
                table = tables.known(code)
                if table is not None and table.company.bots and not table.over:
                    pilots.look(table.code)
        return response
