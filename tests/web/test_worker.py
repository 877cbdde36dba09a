"""The server's short way for plain requests, and that all other requests are answered too."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.web.conftest import Server, free_port

GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
FORM = b"theme=dark&next=%2Fabout"
POST = (
    b"POST /preferences HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: %d\r\n\r\n%s" % (len(FORM), FORM)
)
CHUNKED = (
    b"POST /preferences HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n5\r\ntheme\r\n5\r\n=dark\r\n0\r\n\r\n"
)


class Wire:
    """A connection to the server, byte by byte."""

    def __init__(self, server: Server) -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port), 10)
        self.read = b""

    def send(self, *parts: bytes, pause: float = 0.05) -> None:
        for i, part in enumerate(parts):
            if i:
                time.sleep(pause)
            self.socket.sendall(part)

    def answer(self, body: bool = True) -> tuple[int, bytes, bytes]:
        """The next answer: its status, its head, its body."""
        while b"\r\n\r\n" not in self.read:
            self._more()
        head, _, self.read = self.read.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
        wanted = int(length[1]) if length and body else 0
        while len(self.read) < wanted:
            self._more()
        content, self.read = self.read[:wanted], self.read[wanted:]
        return int(head[9:12]), head, content

    def _more(self) -> None:
        more = self.socket.recv(65536)
        assert more, "the server closed the connection"
        self.read += more

    def closed(self) -> bool:
        return self.socket.recv(1) == b""

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()


@pytest.fixture
def wire(server: Server) -> Iterator[Wire]:
    with Wire(server) as wire:
        yield wire


def test_a_connection_answers_one_request_after_the_other(wire: Wire) -> None:
    for _ in range(3):
        wire.send(GET)
        assert wire.answer()[0] == 200
        wire.send(POST)
        status, head, _ = wire.answer()
        assert status == 303
        assert b"\r\nLocation: /about\r\n" in head


def test_requests_that_come_together_are_answered_in_order(wire: Wire) -> None:
    wire.send((POST + GET) * 40)
    assert [wire.answer()[0] for _ in range(80)] == [303, 200] * 40


@pytest.mark.parametrize("cut", [1, 10, 30, 100, len(POST) - len(FORM), len(POST) - 5])
def test_a_request_in_two_parts_is_answered(wire: Wire, cut: int) -> None:
    wire.send(GET, POST[:cut], POST[cut:])
    assert wire.answer()[0] == 200
    status, head, _ = wire.answer()
    assert status == 303
    assert b"\r\nLocation: /about\r\n" in head


def test_a_body_in_pieces_is_read(wire: Wire) -> None:
    wire.send(CHUNKED)
    status, head, _ = wire.answer()
    assert status == 303
    assert b"theme=dark" in head


def test_a_whole_file_arrives(wire: Wire) -> None:
    wire.send(b"GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n")
    script = re.search(rb'src="(/static/[^"]+/htmx[^"]*)"', wire.answer()[2])
    assert script is not None
    wire.send(b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n" % script[1])
    status, head, body = wire.answer()
    assert status == 200
    assert body.decode()
    tag = re.search(rb"(?i)\r\netag: (\S+)", head)
    if tag:
        wire.send(b"GET %s HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: %s\r\n\r\n" % (script[1], tag[1]), GET)
        assert wire.answer(body=False)[0] == 304
        assert wire.answer()[0] == 200


def test_a_question_for_the_head_gets_no_body(wire: Wire) -> None:
    wire.send(b"HEAD /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert wire.answer(body=False)[0] == 200
    wire.send(GET)
    assert wire.answer()[0] == 200


@pytest.mark.parametrize(
    "request_",
    [b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n", GET.replace(b"Host", b"Connection: close\r\nHost")],
)
def test_who_wants_one_answer_only_gets_one(wire: Wire, request_: bytes) -> None:
    wire.send(request_)
    assert wire.answer()[0] == 200
    assert wire.closed()


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n folded: x\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nNo colon\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", 400),
        (
            b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400,
        ),
        (b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n", 400),
        (b"GET http://[/ HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"nonsense\r\n\r\n", 400),
        (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 20000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 400),
        (b"GET /%zz%00 HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
        (b"GET /\xff HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    ],
)
def test_what_cannot_be_read_is_refused_and_the_server_goes_on(
    server: Server, wire: Wire, request_: bytes, status: int
) -> None:
    wire.send(request_)
    assert wire.answer()[0] == status
    with Wire(server) as after:
        after.send(GET)
        assert after.answer()[0] == 200


@pytest.mark.parametrize("how", [b"", b"Connection: close\r\n", b"TE: trailers\r\n"])
def test_a_stream_comes_either_way(server: Server, wire: Wire, how: bytes) -> None:
    wire.send(b"POST /new/eruption HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
    _, head, _ = wire.answer()
    place = re.search(rb"\r\nLocation: (\S+)", head)
    mine = re.search(rb"\r\nSet-Cookie: ([^;]+)", head)
    assert place is not None and mine is not None
    with Wire(server) as phone:
        cookie = b"Cookie: %s\r\n%s" % (mine[1], how)
        phone.send(b"GET %s/live HTTP/1.1\r\nHost: localhost\r\n%s\r\n" % (place[1], cookie))
        status, head, _ = phone.answer(body=False)
        assert status == 200
        assert b"text/event-stream" in head
        while b"\n\n" not in phone.read:
            phone.read += phone.socket.recv(65536)
        assert b"event: table\n" in phone.read


def test_one_who_asks_without_a_pause_lets_others_in(server: Server, wire: Wire) -> None:
    many = 3000
    wire.send(GET * many)
    with Wire(server) as other:
        other.send(GET)
        assert other.answer()[0] == 200
    wire.socket.setblocking(False)
    with suppress(BlockingIOError):
        while True:
            wire.read += wire.socket.recv(1 << 20)
    assert wire.read.count(b"HTTP/1.1 200") < many


def test_the_server_stops_though_phones_are_connected(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", free_port())
    server.start()
    with ExitStack() as stack:
        wires = [stack.enter_context(Wire(server)) for _ in range(5)]
        for wire in wires[1:]:  # the first has not asked for anything yet
            wire.send(GET)
            wire.answer()
        server.stop()
        assert all(wire.closed() for wire in wires)
    assert "graceful timeout" not in server.log
