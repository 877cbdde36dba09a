"""The live stream: what changes at a table reaches every phone that has its page open, the moment it changes.

An event `table` carries JSON: `at`, the state of the table; `html`, the pieces that a phone lacks; `base`, the key of
the pieces that it must show for that, or null where these are all. A phone that shows others (it has picked a tile, or
was refused) asks `news` for what it lacks. Beside it there are `people`, the same for what changes within one state of
the table: who is there; `hb`, a sign of life; `gone`, the end for this phone; `bye`, the server stops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from math import inf
from time import monotonic
from typing import Any

import msgspec
from flask import Blueprint, Flask, Response, current_app, request

from companion.tables.errors import NoPlace, TableError
from companion.tables.live import Hub
from companion.tables.play import Table
from companion.web import limits
from companion.web.device import device
from companion.web.errors import Refused, table_sentence
from companion.web.house import tables
from companion.web.logs import log
from companion.web.settings import Settings
from companion.web.table import around
from companion.web.table.feed import Direct, Feeder, Outlet, Queued
from companion.web.table.messages import LOOKS, Looker, Messages, Shows, Sight, Standing, asked
from companion.web.table.speech import gettext as _
from companion.web.table.wire import Wire

blueprint = Blueprint("table_live", __name__)
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
BYE = b"event: bye\ndata: \n\n"
HAND_OVER = "companion.hand_over"
"""In the environ of a request whose connection can be handed over when the head of the answer is out."""
LONGEST_TAB = 40


class Stream:
    """One phone's stream, from its opening to its end."""

    def __init__(self, table: Table, look: Callable[[Standing, Looker], Sight], tab: str, shows: str) -> None:
        """`tab` tells the pages of one phone apart; `shows` is the key of what the page shows already."""
        settings: Settings = current_app.config["SETTINGS"]
        self.code = table.code
        self._looker = Looker.asking()
        self.device = self._looker.device
        self.placed = table.company.open or table.company.by_device(self.device) is not None
        self.address = limits.who()
        self.tab = (self.code, self.device or self.address, tab) if tab else None
        self.outlet: Outlet
        self.beat = inf
        self._look = look
        self._patience: float = settings.heartbeat
        self._messages: Messages = around.part("messages")
        self._streams: Streams = around.part("streams")
        self._hub: Hub = tables().hub
        self._wire = Wire(around.environ().get("gunicorn.socket"))
        self._shows = Shows.known(shows)
        self._context = copy_context()

    def __iter__(self) -> Iterator[bytes]:
        """The events one after the other, until the phone goes or may not stay."""
        self.outlet = outlet = Queued(self._free)
        with self._open(), self._wire.watched(self._stirred):
            yield from outlet

    def straight(self, connection: Any) -> None:
        """Send the events straight to a connection that is for nothing else, until one of both ends it."""
        self.outlet = outlet = Direct(connection, self._free)
        try:
            with self._open():
                outlet.hold()
        finally:
            outlet.let_go()

    @contextmanager
    def _open(self) -> Iterator[None]:
        feeder = self._streams.feeder
        with self._hub.subscribe(self.code, self.device, self.address, feeder.call):
            self._streams.enter(self)
            feeder.enter(self)
            try:
                yield
            finally:
                feeder.leave(self)
                self._streams.leave(self)

    def _free(self) -> None:
        """The phone has taken all: it may have missed something meanwhile."""
        self._streams.feeder.call(self.code)

    def _stirred(self) -> None:
        if self._wire.closed():
            self.end()

    def end(self) -> None:
        """Nothing more is sent: another stream has taken this one's place, or the phone has gone."""
        self._streams.feeder.leave(self)
        self.outlet.end()

    def run(self, work: Callable[..., Any], *arguments: object) -> Any:
        """Do something in the surroundings of the request that opened the stream."""
        return self._context.run(work, *arguments)

    def feed(self, standing: Standing) -> None:
        """Send what this phone lacks. Raises TableError."""
        try:
            self._shows, event = self._context.run(self._news, standing)
        except NoPlace as error:
            self.gone(error)
            return
        except TableError:
            raise
        except Exception:  # nothing may follow the head of an answer but events: the phone comes again
            log.exception("stream broken", table=self.code)
            self.end()
            return
        if event:
            self._send(event)

    def _news(self, standing: Standing) -> tuple[Shows, bytes]:
        return self._messages.event(standing, self._shows, self._look(standing, self._looker))

    def _send(self, event: bytes) -> None:
        self.beat = monotonic() + self._patience
        self.outlet.send(event)

    def live(self) -> None:
        """Send a sign of life."""
        self._send(b"event: hb\ndata: %b\n\n" % self._shows.at.encode())

    def gone(self, error: TableError) -> None:
        """There is nothing more to be seen: say why, and end."""
        self._send(self._context.run(_gone, error, self.code))
        self.end()

    def bye(self) -> None:
        """The server stops: say so, and end."""
        self._send(BYE)
        self.end()


class Streams:
    """The streams that are open, by table, phone and page: a page that comes anew takes the place of its old stream."""

    def __init__(self, feeder: Feeder) -> None:
        self.feeder = feeder
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
        # Who only looks at the display leaves half of the room to the people of the table.
        room = settings.table_streams if stream.placed else max(settings.table_streams // 2, 1)
        if hub.count(stream.code) - mine >= room:
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


def _look() -> Callable[[Standing, Looker], Sight]:
    return LOOKS.get(request.args.get("as", ""), LOOKS[""])


class Following(Response):
    """The answer that is a stream. A server that can hands its connection over, by what WSGI's environ names so."""

    automatically_set_content_length = False

    def __init__(self, stream: Stream) -> None:
        super().__init__(mimetype="text/event-stream", headers=HEADERS, direct_passthrough=True)
        self._stream = stream

    def get_app_iter(self, environ: Any) -> Any:
        """The stream's events; nothing to be asked for where the server hands its connection over."""
        if environ["REQUEST_METHOD"] == "HEAD":
            return ()
        hand_over = environ.get(HAND_OVER)
        if hand_over is None:
            return iter(self._stream)
        hand_over(self._stream.straight)
        return ()


@blueprint.get("/t/<code>/live")
def live(code: str) -> Response:
    """The stream of a table."""
    table, look = tables().open(code), _look()
    look(Standing(table), Looker.asking())  # who may not see it is told so here
    stream = Stream(table, look, request.args.get("tab", "")[:LONGEST_TAB], request.args.get("have", ""))
    streams: Streams = around.part("streams")
    streams.check(stream)
    return Following(stream)


@blueprint.get("/t/<code>/news")
def news(code: str) -> Response:
    """What a page lacks that shows the state `at` by the pieces `have`: for those that no stream reaches."""
    table = tables().open(code)
    sight = _look()(Standing(table), Looker.asking())
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
    messages = app.extensions["messages"] = Messages()
    app.extensions["streams"] = Streams(Feeder(messages, app.extensions["tables"].hub))
