"""The live stream: what changes at a table reaches every phone that has its page open, the moment it changes.

An event `table` carries JSON: `at`, the state of the table; `html`, the pieces that a phone lacks; `base`, the key of
the pieces that it must show for that, or null where these are all. A phone that shows others (it has picked a tile, or
was refused) asks `news` for what it lacks. Beside it there are `people`, the same for what changes within one state of
the table: who is there; `hb`, a sign of life; `gone`, the end for this phone; `bye`, the server stops.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextvars import copy_context

import msgspec
from flask import Blueprint, Flask, Response, current_app, request

from companion.tables.errors import NoPlace, NoSuchTable, TableError
from companion.tables.live import GRACE_SECONDS, Hub, Subscription
from companion.tables.play import Table
from companion.web import limits
from companion.web.device import device
from companion.web.errors import Refused, table_sentence
from companion.web.house import tables
from companion.web.logs import log
from companion.web.settings import Settings
from companion.web.table import around
from companion.web.table.messages import LOOKS, Messages, Shows, Sight, asked
from companion.web.table.speech import gettext as _
from companion.web.table.wire import Wire

blueprint = Blueprint("table_live", __name__)
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
BYE = b"event: bye\ndata: \n\n"
RETRY_SECONDS = 1.0
"""When a stream looks again after the store was busy."""
LONGEST_TAB = 40


class Stream:
    """One phone's stream, from its opening to its end. It waits without a thread, and holds no table while it waits."""

    def __init__(self, table: Table, look: Callable[[Table], Sight], tab: str, shows: str) -> None:
        """`tab` tells the pages of one phone apart; `shows` is the key of what the page shows already."""
        settings: Settings = current_app.config["SETTINGS"]
        self.code = table.code
        self.device = device()
        self.address = limits.who()
        self.tab = (self.code, self.device or self.address, tab) if tab else None
        self._look = look
        self._beat: float = settings.heartbeat
        self._messages: Messages = around.part("messages")
        self._streams: Streams = around.part("streams")
        self._hub: Hub = tables().hub
        self._wire = Wire(around.environ().get("gunicorn.socket"))
        self._shows = Shows.known(shows)
        self._run = copy_context().run
        self._calls: Subscription | None = None
        self._over = False

    def __iter__(self) -> Iterator[bytes]:
        """The events, until the phone goes or may not stay."""
        with self._hub.subscribe(self.code, self.device, self.address) as calls:
            self._calls = calls
            self._streams.enter(self)
            try:
                with self._wire.watched(lambda: calls.call("")):
                    yield from self._events(calls)
            finally:
                self._streams.leave(self)

    def end(self) -> None:
        """Another stream has taken this one's place."""
        self._over = True
        if self._calls is not None:
            self._calls.call("")

    def _events(self, calls: Subscription) -> Iterator[bytes]:
        beat = time.monotonic() + self._beat
        again: float | None = None
        while True:
            try:
                news = self._run(self._news)
            except (NoPlace, NoSuchTable) as error:
                yield self._run(_gone, error, self.code)
                return
            except TableError as error:  # busy, or broken: whoever taps is told, and this looks again
                news, again = b"", time.monotonic() + RETRY_SECONDS
                log.info("stream waits", code=error.code)
            except Exception:  # nothing may follow the head of an answer but events: the phone comes again
                log.exception("stream broken", table=self.code)
                return
            if news:
                yield news
                beat = time.monotonic() + self._beat
            now = time.monotonic()
            called = calls.wait(max(min(beat, again or beat) - now, 0))
            if self._hub.closed:
                yield BYE
                return
            if self._over or self._wire.closed():
                return
            now = time.monotonic()
            if called:
                again = now + GRACE_SECONDS + 0.1  # who went is gone then
            elif again is not None and now >= again:
                again = None
            if now >= beat:
                yield b"event: hb\ndata: %b\n\n" % self._shows.at.encode()
                beat = now + self._beat

    def _news(self) -> bytes:
        """What this phone lacks, as an event; nothing if it lacks nothing. Raises TableError."""
        table = self._messages.table(self.code)
        self._shows, event = self._messages.event(table, self._shows, self._look(table))
        return event


class Streams:
    """The streams that are open, by table, phone and page: a page that comes anew takes the place of its old stream."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, str, str], Stream] = {}

    def enter(self, stream: Stream) -> None:
        """A stream begins."""
        if stream.tab is None:
            return
        old = self._open.get(stream.tab)
        self._open[stream.tab] = stream
        if old is not None:
            old.end()

    def leave(self, stream: Stream) -> None:
        """A stream has ended."""
        if stream.tab is not None and self._open.get(stream.tab) is stream:
            del self._open[stream.tab]

    def check(self, stream: Stream) -> None:
        """See that there is room. Raises Refused (429)."""
        settings: Settings = current_app.config["SETTINGS"]
        hub = tables().hub
        mine = stream.tab in self._open
        if hub.count(stream.code) - mine >= settings.table_streams:
            sentence = _("Many phones follow this table already. This one looks now and then instead.")
            raise Refused("many_streams", sentence, 429)
        if hub.count_from(stream.address) - mine >= settings.address_streams:
            sentence = _("Many pages from your address follow tables already. This one looks now and then instead.")
            raise Refused("many_streams", sentence, 429)


def _gone(error: TableError, code: str) -> bytes:
    """The end of a stream: a sentence for the person, and the way on."""
    if isinstance(error, NoPlace):
        body = {"say": table_sentence(error), "to": f"/t/{code}/join", "word": _("Take a seat or watch")}
    else:
        body = {"say": _("This table was deleted."), "to": "/", "word": _("All tables")}
    return b"event: gone\ndata: %b\n\n" % msgspec.json.encode(body)


def _look() -> Callable[[Table], Sight]:
    return LOOKS.get(request.args.get("as", ""), LOOKS[""])


@blueprint.get("/t/<code>/live")
def live(code: str) -> Response:
    """The stream of a table."""
    table, look = tables().open(code), _look()
    look(table)  # who may not see it is told so here
    stream = Stream(table, look, request.args.get("tab", "")[:LONGEST_TAB], request.args.get("have", ""))
    streams: Streams = around.part("streams")
    streams.check(stream)
    return Response(iter(stream), mimetype="text/event-stream", headers=HEADERS, direct_passthrough=True)


@blueprint.get("/t/<code>/news")
def news(code: str) -> Response:
    """What a page lacks that shows the state `at` by the pieces `have`: for those that no stream reaches."""
    table = tables().open(code)
    sight = _look()(table)
    phone, args = device(), request.args
    if phone and "away" not in args:
        tables().hub.seen(table.code, phone)
    lacks = asked(table, args.get("have", ""), args.get("at", ""), args.get("here", ""), sight)
    if lacks is None:
        response = Response(status=204)
    else:
        response = Response(msgspec.json.encode(lacks), content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


def init_app(app: Flask) -> None:
    """Make room for the streams and their messages."""
    app.extensions["messages"] = Messages()
    app.extensions["streams"] = Streams()
