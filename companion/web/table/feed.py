"""What feeds the streams: one thread of work for all of them, which a call from the hub wakes.

It works out once how a table stands, then what each of its streams lacks, and sends it there and then: straight to the
connection where the server lets it, else through whoever answers the request. A phone that has not yet taken what was
sent before is passed over; when it has, it gets the newest state and not every one between.
"""

from __future__ import annotations

import os
import queue
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Protocol

import gevent  # type: ignore[import-untyped]

from companion.tables.errors import NoSuchTable, TableError
from companion.tables.live import GRACE_SECONDS, Hub
from companion.web.logs import log
from companion.web.table.messages import Messages, Standing
from companion.web.table.wire import OPTIONS, SEND_SECONDS

TICK_SECONDS = 0.2
"""How often it is looked which signs of life are due."""
GONE = -1
"""The number of no connection."""
LOOK_SECONDS = 10.0
"""How often a table is looked at when nobody calls: another process may have deleted it, or sent somebody away."""
RETRY_SECONDS = 1.0
"""When a table is looked at again after the store was busy."""


class Outlet(Protocol):
    """Where the events of a stream go."""

    busy: bool
    """Whether what was sent before is still on its way out."""

    def send(self, event: bytes) -> None:
        """Send an event."""

    def end(self) -> None:
        """The stream is over."""


class Direct:
    """Straight to a connection, in the chunks of HTTP, without waiting for it."""

    def __init__(self, connection: Any, free: Callable[[], None]) -> None:
        """`free` is called when a phone that was slow has taken all."""
        self.busy = False
        self._connection, self._number, self._free = connection, connection.fileno(), free
        for level, name, value in OPTIONS:
            if hasattr(socket, name):
                connection.setsockopt(getattr(socket, level), getattr(socket, name), value)

    def send(self, event: bytes) -> None:
        """Send an event; what the connection does not take at once follows when it can."""
        self._write(b"%x\r\n%b\r\n" % (len(event), event))

    def _write(self, data: bytes) -> None:
        try:
            sent = os.write(self._number, data)
        except BlockingIOError:
            sent = 0
        except OSError:
            self._close()
            return
        if sent < len(data):
            self.busy = True
            gevent.spawn(self._rest, data[sent:])

    def _rest(self, rest: bytes) -> None:
        try:
            with gevent.Timeout(SEND_SECONDS, TimeoutError):
                self._connection.sendall(rest)
        except OSError:
            self._close()
            return
        self.busy = False
        self._free()

    def end(self) -> None:
        """Say that nothing more comes, and close the connection."""
        if not self.busy:
            self._write(b"0\r\n\r\n")
        self._close()

    def _close(self) -> None:
        with suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)

    def hold(self) -> None:
        """Wait until the phone hangs up, or the stream is over."""
        with suppress(OSError):
            self._connection.settimeout(None)
            self._connection.recv(1)

    def let_go(self) -> None:
        """Write no more: once it is closed, the connection's number may be that of another phone's."""
        self._number = GONE


class Queued:
    """Through whoever asks for one event after the other."""

    def __init__(self, free: Callable[[], None]) -> None:
        self.busy = False
        self._free = free
        self._events: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()

    def send(self, event: bytes) -> None:
        """Have an event ready."""
        self.busy = True
        self._events.put(event)

    def end(self) -> None:
        """Nothing more will come."""
        self._events.put(None)

    def __iter__(self) -> Iterator[bytes]:
        while (event := self._events.get()) is not None:
            yield event
            self.busy = False
            self._free()


class Stream(Protocol):
    """What is fed."""

    code: str
    outlet: Outlet
    beat: float
    """When a sign of life is due."""

    def run(self, work: Callable[..., Any], *arguments: object) -> Any:
        """Do something in the surroundings of the request that opened the stream."""

    def feed(self, standing: Standing) -> None:
        """Send what the phone lacks. Raises TableError."""

    def live(self) -> None:
        """Send a sign of life."""

    def gone(self, error: TableError) -> None:
        """There is nothing more to be seen: say why, and end."""

    def bye(self) -> None:
        """The server stops: say so, and end."""


class Feeder:
    """Feeds all streams of an app."""

    def __init__(self, messages: Messages, hub: Hub) -> None:
        self._messages, self._hub = messages, hub
        self._streams: dict[str, dict[int, Stream]] = {}
        self._called: set[str] = set()
        self._again: dict[str, float] = {}
        """When tables are looked at without a call: those who went are gone then; the store was busy."""
        self._bell = threading.Event()
        self._lock = threading.Lock()
        self._runs = False

    def enter(self, stream: Stream) -> None:
        """A stream begins."""
        with self._lock:
            self._streams.setdefault(stream.code, {})[id(stream)] = stream
            begin, self._runs = not self._runs, True
        if begin:
            threading.Thread(target=self._run, name="feeder", daemon=True).start()
        self.call(stream.code)

    def leave(self, stream: Stream) -> None:
        """A stream has ended."""
        with self._lock:
            streams = self._streams.get(stream.code, {})
            streams.pop(id(stream), None)
            if not streams:
                self._streams.pop(stream.code, None)
                self._again.pop(stream.code, None)

    def call(self, code: str) -> None:
        """Something of this table is new."""
        if code not in self._called:
            self._called.add(code)
            self._bell.set()

    def _run(self) -> None:
        """Feed whoever is called for, until there are no streams."""
        tick = 0.0
        while True:
            self._bell.wait(TICK_SECONDS)
            self._bell.clear()
            called, self._called = self._called, set()
            try:
                for code in called:
                    self._again[code] = time.monotonic() + GRACE_SECONDS + 0.1
                    self._feed(code)
                if (now := time.monotonic()) >= tick:
                    tick = now + TICK_SECONDS
                    self._tick(now)
            except Exception:  # a fault with one stream must not end all
                log.exception("feeder stumbled")
            with self._lock:
                if not self._streams:
                    self._runs = False
                    return

    def _tick(self, now: float) -> None:
        for code in [code for code, when in self._again.items() if now >= when]:
            self._again[code] = now + LOOK_SECONDS
            self._feed(code)
        for streams in list(self._streams.values()):
            for stream in list(streams.values()):
                if now >= stream.beat and not stream.outlet.busy:
                    stream.live()

    def _feed(self, code: str) -> None:
        streams = list(self._streams.get(code, {}).values())
        if not streams:
            return
        if self._hub.closed:
            for stream in streams:
                stream.bye()
            return
        try:
            standing: Standing = streams[0].run(self._messages.standing, code)
            for stream in streams:
                if not stream.outlet.busy:
                    stream.feed(standing)
        except NoSuchTable as error:
            for stream in streams:
                stream.gone(error)
        except TableError as error:  # busy, or broken: whoever taps is told, and this looks again
            log.info("streams wait", code=error.code, table=code)
            self._again[code] = time.monotonic() + RETRY_SECONDS
        except Exception:
            log.exception("streams broken", table=code)
