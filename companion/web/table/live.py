"""The live stream: what changes at a table reaches every phone that has its page open, the moment it changes.

An event `table` carries JSON: `at`, the state of the table; `html`, the pieces that a phone lacks; and `base`, the key of
what a phone must show for that, or null where the pieces are the whole page. A phone that shows something else (it has
picked a tile, say, or was refused) asks `news` for what it lacks. Phones that show the same get the very same bytes.
Beside it there are `people`, who is there; `hb`, a sign of life; `gone`, the end for this phone; `bye`, the server stops.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextvars import copy_context
from typing import NamedTuple

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
from companion.web.table import around, display
from companion.web.table.choice import NOTHING
from companion.web.table.moment import moment
from companion.web.table.page import NOTHING_YET, Pieces, Shown, at, have, pieces
from companion.web.table.scene import Scene
from companion.web.table.speech import gettext as _
from companion.web.table.viewer import readable, viewer
from companion.web.table.wire import Wire

blueprint = Blueprint("table_live", __name__)
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
BYE = b"event: bye\ndata: \n\n"
RETRY_SECONDS = 1.0
"""When a stream looks again after the store was busy."""
KEPT_MESSAGES = 512
LONGEST_TAB = 40


def _play(table: Table) -> Pieces:
    """The play page, for the person who asks. Raises NoPlace."""
    now = moment(table)
    return pieces(Scene(now, NOTHING, viewer(now)))


def _board(table: Table) -> Pieces:
    """The big display. Raises NoPlace."""
    readable(table)
    return display.pieces(moment(table), table.company)


LOOKS: dict[str, Callable[[Table], Pieces]] = {"": _play, "board": _board}
"""How to draw what each kind of page shows, by its name in the address of the stream."""


class Message(NamedTuple):
    """What a phone lacks."""

    at: str
    base: str | None
    html: str
    key: str
    """The key of what it shows then."""


class Messages:
    """Messages made lately: one for each way from what was shown to what is to be shown, as bytes for all who go it."""

    def __init__(self) -> None:
        self._glances: OrderedDict[str, tuple[int, Table]] = OrderedDict()
        self._kept: OrderedDict[tuple[int, int, str | None], tuple[Pieces, Pieces, str, bytes]] = OrderedDict()

    def table(self, code: str) -> Table:
        """The table as it stood at the last call, looked up once for all whom it woke. Raises NoSuchTable, StoreError."""
        stamp = tables().hub.stamp(code)
        known = self._glances.get(code)
        if known is not None and known[0] == stamp:
            return known[1]
        table = tables().open(code)
        if stamp is not None:
            self._glances[code] = stamp, table
            if len(self._glances) > KEPT_MESSAGES:
                self._glances.popitem(last=False)
        return table

    def event(self, name: str, table: Table, old: Pieces, new: Pieces, base: str | None) -> tuple[str, bytes]:
        """The key of the new pieces, and the event for phones that show the old ones under the key `base`."""
        way = id(old), id(new), base
        found = self._kept.get(way)
        if found is None:
            made = message(table, old, new, base)
            body = {"at": made.at, "base": made.base, "html": made.html}
            data = msgspec.json.encode(body)
            event = b"event: %b\nid: %b\ndata: %b\n\n" % (name.encode(), made.at.encode(), data)
            found = self._kept[way] = old, new, made.key, event
            if len(self._kept) > KEPT_MESSAGES:
                self._kept.popitem(last=False)
        return found[2], found[3]


def message(table: Table, old: Pieces, new: Pieces, base: str | None) -> Message:
    """What a phone lacks that shows the old pieces under the key `base`."""
    shown: Shown = around.part("shown")
    key = shown.remember(new)
    return Message(at(table), base, new.changed(old) + have(key, table), key)


class Stream:
    """One phone's stream, from its opening to its end. It waits without a thread, and holds no table while it waits."""

    def __init__(self, table: Table, look: Callable[[Table], Pieces], tab: str, shows: str) -> None:
        """`tab` tells the pages of one phone apart; `shows` is the key of what the page shows already."""
        settings: Settings = current_app.config["SETTINGS"]
        self.code = table.code
        self.device = device()
        self.address = limits.who()
        self.tab = (self.code, self.device or self.address, tab)
        self._look = look
        self._beat: float = settings.heartbeat
        self._messages: Messages = around.part("messages")
        self._streams: Streams = around.part("streams")
        self._hub: Hub = tables().hub
        self._wire = Wire(around.environ().get("gunicorn.socket"))
        shown: Shown = around.part("shown")
        self._shows = shown.get(shows)
        self._base = shows if self._shows is not NOTHING_YET else None
        self._at = ""
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
        table: Table | None = None
        while True:
            try:
                table = self._run(self._messages.table, self.code)
                news = self._run(self._news, table)
            except (NoPlace, NoSuchTable) as error:
                yield self._run(_gone, error, self.code)
                return
            except TableError as error:  # busy, or broken: whoever taps is told, and this looks again
                news, again = b"", time.monotonic() + RETRY_SECONDS
                log.info("stream waits", code=error.code)
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
                yield b"event: hb\ndata: %b\n\n" % self._at.encode()
                beat = now + self._beat

    def _news(self, table: Table) -> bytes:
        """What this phone lacks, as an event; nothing if it lacks nothing."""
        drawn = self._look(table)
        if drawn is self._shows and self._at == at(table):
            return b""
        name = "people" if self._at == at(table) else "table"
        self._base, event = self._messages.event(name, table, self._shows, drawn, self._base)
        self._shows, self._at = drawn, at(table)
        return event


class Streams:
    """The streams that are open, by table, phone and page: a page that comes anew takes the place of its old stream."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, str, str], Stream] = {}

    def enter(self, stream: Stream) -> None:
        """A stream begins."""
        old = self._open.get(stream.tab)
        self._open[stream.tab] = stream
        if old is not None:
            old.end()

    def leave(self, stream: Stream) -> None:
        """A stream has ended."""
        if self._open.get(stream.tab) is stream:
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


@blueprint.get("/t/<code>/live")
def live(code: str) -> Response:
    """The stream of a table."""
    table = tables().open(code)
    look = LOOKS.get(request.args.get("as", ""), _play)
    look(table)
    stream = Stream(table, look, request.args.get("tab", "")[:LONGEST_TAB], request.args.get("have", ""))
    streams: Streams = around.part("streams")
    streams.check(stream)
    return Response(iter(stream), mimetype="text/event-stream", headers=HEADERS, direct_passthrough=True)


@blueprint.get("/t/<code>/news")
def news(code: str) -> Response:
    """What a phone lacks that shows the state `at` under the key `have`: for pages that no stream reaches."""
    table = tables().open(code)
    look = LOOKS.get(request.args.get("as", ""), _play)
    drawn = look(table)
    phone = device()
    if phone and "away" not in request.args:
        tables().hub.seen(table.code, phone)
    shows, shown = request.args.get("have", ""), around.part("shown")
    old = shown.get(shows)
    if request.args.get("at") == at(table) and (old is NOTHING_YET or old is drawn or look is _play):
        response = Response(status=204)
    else:
        made = message(table, old, drawn, shows if old is not NOTHING_YET else None)
        response = Response(msgspec.json.encode({"at": made.at, "base": made.base, "html": made.html}))
        response.content_type = "application/json"
    response.headers["Cache-Control"] = "no-store"
    return response


def init_app(app: Flask) -> None:
    """Make room for the streams and their messages."""
    app.extensions["messages"] = Messages()
    app.extensions["streams"] = Streams()
