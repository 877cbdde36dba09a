"""Clients that send next to nothing: they hold nobody up, and do not hold their connections for ever."""

from __future__ import annotations

import http.client
import resource
import socket
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.web.worker import LARGE_BODY_SECONDS
from tests.web.conftest import Server, free_port

HEAD = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
FORM = b"POST /import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=x\r\n"
SIZED = FORM + b"Content-Length: 1000000\r\n\r\n--x\r\n"
CHUNKED = FORM + b"Transfer-Encoding: chunked\r\n\r\n"


@dataclass
class Drip(threading.Thread):
    """A client that sends a beginning, and then one byte a second."""

    port: int
    beginning: bytes
    drop: bytes
    answer: bytes = b""
    lasted: float = 0.0

    def __post_init__(self) -> None:
        super().__init__()

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        began = time.monotonic()
        with socket.create_connection(("127.0.0.1", self.port)) as line, suppress(OSError):
            line.sendall(self.beginning)
            line.settimeout(1)
            while time.monotonic() - began < 3 * LARGE_BODY_SECONDS:
                try:
                    more = line.recv(4096)
                except TimeoutError:
                    line.sendall(self.drop)
                    continue
                if not more:
                    break
                self.answer += more
        self.lasted = time.monotonic() - began


@pytest.mark.slow
def test_a_client_that_sends_a_byte_a_second_is_cut_off_and_disturbs_nobody(server: Server) -> None:
    drips = [
        Drip(server.port, beginning, drop)
        for beginning, drop in ((HEAD, b"a"), (SIZED, b"a"), (CHUNKED, b"1\r\na\r\n"))
        for _ in range(10)
    ]
    for drip in drips:
        drip.start()
    while any(drip.is_alive() for drip in drips):
        with urllib.request.urlopen(server.url + "/healthz", timeout=5) as answer:
            assert answer.status == 200
        time.sleep(0.5)
    assert max(drip.lasted for drip in drips) < 2.5 * LARGE_BODY_SECONDS
    for drip in drips:
        assert drip.answer == b"" if drip.beginning == HEAD else drip.answer.startswith(b"HTTP/1.1 408"), drip
    assert "Traceback" not in server.log


class FewFiles(Server):
    """A server on a system that gives nobody more than a thousand files."""

    def command(self) -> list[str]:
        return ["sh", "-c", 'ulimit -n 1024; exec "$@"', "sh", *super().command()]


@pytest.fixture
def few(tmp_path: Path) -> Iterator[Server]:
    server = FewFiles(tmp_path / "data", free_port())
    server.start()
    yield server
    server.kill()


@pytest.fixture
def many_files() -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize("said", [b"", b"GET /he"])
def test_connections_on_which_nothing_is_asked_keep_nobody_out(few: Server, many_files: None, said: bytes) -> None:
    with ExitStack() as open_now:
        for _number in range(1200):
            line = open_now.enter_context(socket.create_connection(("127.0.0.1", few.port), 10))
            with suppress(OSError):
                line.sendall(said)
        for _number in range(20):
            other = http.client.HTTPConnection("127.0.0.1", few.port, 10, source_address=("127.0.0.2", 0))
            other.request("GET", "/healthz")
            assert other.getresponse().status == 200
            other.close()
    assert "Too many open files" not in few.log
