"""The worker of the server: gunicorn's own for gevent, with a short way for plain requests.

Nearly all that phones send is plain: a GET or a POST of HTTP/1.1 in one go, with a small body of a known length. Such a
request is read and answered here, with a quarter of the work. Whatever else comes (a request in dribs and drabs, pieces
of a body, an old version of HTTP, a doubtful character) is left to gunicorn with all that was read of it, and so is its
connection from then on.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from email.utils import formatdate
from functools import lru_cache
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes

import gevent  # type: ignore[import-untyped]
from gunicorn import SERVER
from gunicorn.http.wsgi import base_environ
from gunicorn.workers.ggevent import VERSION, GeventWorker
from werkzeug.exceptions import RequestTimeout

from companion.web.connections import Connections, close

LONGEST_HEAD, LONGEST_BODY = 8192, 65536
"""Bytes of a plain request."""
BODY_SECONDS = 20
"""How long the rest of a small body may take."""
LARGE_BODY_SECONDS = 60
"""How long a body may take that comes in dribs and drabs, such as a file; one that never ends holds its connection."""
WATCH_SECONDS = 0.25
"""How often the worker looks whether it was told to stop."""
RECEIVED = 65536

LINE = re.compile(rb"(GET|POST) (/[!-\"$->@-~]*)(?:\?([!-\"$-~]*))? HTTP/1\.1")
FIELD = re.compile(r"([A-Za-z0-9!#$%&'*+.^`|~-]+):[ \t]*([\t -~\x80-\xff]*?)[ \t]*")
LENGTH = re.compile(r"[0-9]{1,7}")
NOT_PLAIN = frozenset(
    {
        *("TRANSFER-ENCODING", "EXPECT", "UPGRADE", "TE", "TRAILER", "HTTP2-SETTINGS"),
        *("X-FORWARDED-PROTO", "X-FORWARDED-PROTOCOL", "X-FORWARDED-SSL"),
    }
)
"""Fields that change how a request is to be read."""
HOPS = frozenset({"connection", "transfer-encoding", "keep-alive", "upgrade", "te", "trailer"})
"""Fields of an answer that are the server's business."""


@lru_cache(1024)
def fields(head: bytes) -> tuple[dict[str, str], int] | None:
    """The fields of a request as WSGI has them, and the length of its body; None where it is not plain.

    A phone sends the same fields with each tap, so they are read once.
    """
    found: dict[str, str] = {}
    length = 0
    for line in head.decode("latin-1").split("\r\n") if head else ():
        match = FIELD.fullmatch(line)
        if match is None:
            return None
        name, value = match[1].upper(), match[2]
        if name in NOT_PLAIN or (name == "CONNECTION" and value.lower() != "keep-alive"):
            return None
        key = "HTTP_" + name.replace("-", "_")
        if name == "CONTENT-LENGTH":
            if LENGTH.fullmatch(value) is None:
                return None
            key, length = "CONTENT_LENGTH", int(value)
        elif name == "CONTENT-TYPE":
            key = "CONTENT_TYPE"
        if key in found:
            return None
        found[key] = value
    return None if length > LONGEST_BODY else (found, length)


class Again:
    """A connection of which something has been read: it is read once more, by whoever has this."""

    def __init__(self, connection: Any, read: bytes) -> None:
        self._connection, self._read = connection, read
        self._until: float | None = None

    def expect(self, seconds: float | None) -> None:
        """Take no longer than so many seconds, from now on, for all that comes."""
        self._until = None if seconds is None else time.monotonic() + seconds

    def recv(self, most: int) -> bytes:
        """What comes next. Raises RequestTimeout."""
        if self._read:
            read, self._read = self._read[:most], self._read[most:]
            return read
        left = None if self._until is None else max(self._until - time.monotonic(), 0)
        with gevent.Timeout(left, RequestTimeout):
            received: bytes = self._connection.recv(most)
        return received

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


class Answer:
    """One answer on its way out."""

    def __init__(self, connection: Any, last: bool) -> None:
        """`last`: the connection is to be closed behind it."""
        self.begun = False
        """Whether the other side has got something of it."""
        self._connection, self._last = connection, last
        self._status, self._fields = "", list[tuple[str, str]]()
        self._taker: Callable[[Any], None] | None = None

    def hand_over(self, taker: Callable[[Any], None]) -> None:
        """Leave the connection to somebody when the head is out, to send the body in chunks; it ends with that."""
        self._taker = taker
        self._last = True

    def start(self, status: str, fields: list[tuple[str, str]], wrong: object = None) -> Callable[[bytes], None]:
        """WSGI's start_response."""
        self._status, self._fields = status, fields
        return self._write

    def _write(self, _: bytes) -> None:
        raise NotImplementedError("nothing here writes without returning what it writes")

    def send(self, body: Iterable[bytes]) -> None:
        """Send all: the head together with the first part of the body."""
        if self._taker is not None:
            self._all(self._head(chunked=True))
            self._taker(self._connection)
            raise ConnectionAbortedError("the connection was handed over and is spent")
        bare = self._status[:3] in ("204", "304")
        whole = bare or any(name.lower() == "content-length" for name, _ in self._fields)
        if not whole and isinstance(body, (list, tuple)):
            body = [b"".join(body)]
            self._fields, whole = [*self._fields, ("Content-Length", str(len(body[0])))], True
        parts = iter(body)
        head = self._head(chunked=not whole)
        if whole:
            self._all(head + (b"" if bare else next(parts, b"")))
            for part in parts:
                if part and not bare:
                    self._all(part)
            return
        for part in parts:
            if part:
                self._all(b"%s%x\r\n%s\r\n" % (head, len(part), part))
                head = b""
        self._all(head + b"0\r\n\r\n")

    def _head(self, chunked: bool) -> bytes:
        connection = "close" if self._last else "keep-alive"
        sent = [f"{name}: {value}\r\n" for name, value in self._fields if name.lower() not in HOPS]
        head = "".join(sent)
        if head.count("\n") != len(sent) or head.count("\r") != len(sent):
            raise ValueError("a field of the answer has more than one line")
        coding = "Transfer-Encoding: chunked\r\n" if chunked else ""
        first = f"HTTP/1.1 {self._status}\r\nServer: {SERVER}\r\nDate: {_date(int(time.time()))}\r\n"
        return f"{first}Connection: {connection}\r\n{coding}{head}\r\n".encode("latin-1")

    def _all(self, data: bytes) -> None:
        self.begun = True
        sent = self._connection.send(data)
        if sent < len(data):
            self._connection.sendall(memoryview(data)[sent:])


@lru_cache(2)
def _date(now: int) -> str:
    return formatdate(now, usegmt=True)


class Worker(GeventWorker):  # type: ignore[misc]
    """gunicorn's gevent worker, quicker with what is plain."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._connections = Connections(self.worker_connections, not self.app.settings.proxies)
        self._idle = self._connections.idle

    def run(self) -> None:
        """Serve until told to stop."""
        gevent.spawn(self._stop_listening)
        super().run()

    def handle_quit(self, sig: int, frame: object) -> None:
        """Ctrl-C: stop in order, as when told to terminate. gunicorn's way leaves a traceback on the screen."""
        self.alive = False

    def handle_request(self, listener: Any, request: Any, client: Any, address: Any) -> Any:
        """Answer a request that is not plain, whose body is still to come."""
        client.expect(LARGE_BODY_SECONDS)
        try:
            return super().handle_request(listener, request, client, address)
        finally:
            client.expect(None)

    def _stop_listening(self) -> None:
        """When the worker stops, nobody who asks nothing keeps it up."""
        while self.alive:
            gevent.sleep(WATCH_SECONDS)
        for connection in list(self._idle):
            close(connection)

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serve a connection, if there is room."""
        if not self._connections.enter(addr[0]):
            client.close()
            return
        try:
            self._serve(listener, client, addr)
        finally:
            self._connections.leave(addr[0])

    def _serve(self, listener: Any, client: Any, addr: Any) -> None:
        host, port = listener.getsockname()[:2]
        environ = {
            **base_environ(self.cfg),
            "wsgi.multithread": True,
            "wsgi.url_scheme": "http",
            "SERVER_SOFTWARE": VERSION,
            "SERVER_PROTOCOL": "HTTP/1.1",
            "SERVER_NAME": host,
            "SERVER_PORT": str(port),
            "SCRIPT_NAME": "",
            "REMOTE_ADDR": addr[0],
            "REMOTE_PORT": str(addr[1]),
            "gunicorn.socket": client,
        }
        odd = None
        try:
            client.settimeout(self.cfg.keepalive)
            odd = self._plain(client, environ)
        except TimeoutError:  # nothing came for long, or nobody takes what is sent
            pass
        except OSError as error:
            self.log.debug("Connection lost: %s", error)
        except Exception as error:
            self.handle_error(None, client, addr, error)
        finally:
            self._idle.pop(client, None)
            if odd is None:
                client.close()
        if odd is not None:
            super().handle(listener, Again(client, odd), addr)

    def _plain(self, client: Any, environ: dict[str, Any]) -> bytes | None:
        """Answer plain requests until the connection ends; or until one comes that is not: what was read of that."""
        data = b""
        while True:
            if not data:
                self._idle[client] = environ["REMOTE_ADDR"]
                if not self.alive:
                    return None
                data = client.recv(RECEIVED)
                self._idle.pop(client, None)
                if not data:
                    return None
            end = data.find(b"\r\n\r\n", 0, LONGEST_HEAD)
            first = data.find(b"\r\n", 0, end + 2)
            line = LINE.fullmatch(data, 0, first) if end > 0 else None
            found = fields(data[first + 2 : end]) if line is not None else None
            if line is None or found is None:
                return data
            start = end + 4
            if len(data) - start < found[1]:
                with gevent.Timeout(BODY_SECONDS, TimeoutError):
                    while len(data) - start < found[1]:
                        more = client.recv(RECEIVED)
                        if not more:
                            return None
                        data += more
            self.nr += 1
            self._answer(client, {**environ, **found[0]}, line, data[start : start + found[1]])
            if not self.alive:
                return None
            data = data[start + found[1] :]
            gevent.sleep(0)  # let the others have a turn: one that asks without a pause would starve them

    def _answer(self, client: Any, environ: dict[str, Any], line: re.Match[bytes], body: bytes) -> None:
        path, query = line[2].decode("ascii"), (line[3] or b"").decode("ascii")
        environ["REQUEST_METHOD"] = line[1].decode("ascii")
        environ["PATH_INFO"] = unquote_to_bytes(path).decode("latin-1") if "%" in path else path
        environ["QUERY_STRING"] = query
        environ["RAW_URI"] = f"{path}?{query}" if query else path
        environ["wsgi.input"] = BytesIO(body)
        answer = Answer(client, last=not self.alive)
        environ["companion.hand_over"] = answer.hand_over
        parts = self.wsgi(environ, answer.start)
        try:
            answer.send(parts)
        except OSError:
            raise
        except Exception as error:
            if not answer.begun:
                raise
            self.log.exception("Error in the middle of an answer to %s", path)
            raise ConnectionAbortedError("an answer broke off") from error
        finally:
            if hasattr(parts, "close"):
                parts.close()
