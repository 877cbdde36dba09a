"""Clients that send next to nothing: they hold nobody up, and do not hold their connections for ever."""

from __future__ import annotations

import socket
import threading
import time
import urllib.request
from contextlib import suppress
from dataclasses import dataclass

import pytest

from companion.web.worker import LARGE_BODY_SECONDS
from tests.web.conftest import Server

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
