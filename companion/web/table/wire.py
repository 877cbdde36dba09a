"""The connection under a stream: one that the phone has left ends it, one that nobody reads is cut off."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import gevent  # type: ignore[import-untyped]

SEND_SECONDS = 10.0
"""How long a phone may take nothing of what is sent to it."""
UNHEARD_SECONDS = 20
"""How long a phone's network may confirm nothing: then it is gone, though nobody said so."""
MOST_UNREAD = 64 * 1024
"""Bytes that wait for a phone that does not read; the system takes twice as much, and never more."""
OPTIONS = (
    ("SOL_SOCKET", "SO_KEEPALIVE", 1),
    ("SOL_SOCKET", "SO_SNDBUF", MOST_UNREAD),
    ("IPPROTO_TCP", "TCP_KEEPIDLE", 15),
    ("IPPROTO_TCP", "TCP_KEEPINTVL", 5),
    ("IPPROTO_TCP", "TCP_KEEPCNT", 3),
    ("IPPROTO_TCP", "TCP_USER_TIMEOUT", UNHEARD_SECONDS * 1000),
)
"""Not every system has all of them."""
READ = 1


class Wire:
    """A connection's socket, or none where the server does not tell it."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._stirred = False

    @contextmanager
    def watched(self, call: Callable[[], None]) -> Iterator[None]:
        """While a stream lasts: bound what waits unread, and call when something comes from the phone: its goodbye."""
        if self._connection is None:
            yield
            return
        patience = self._connection.gettimeout()
        with suppress(OSError):
            self._connection.settimeout(SEND_SECONDS)
            for level, name, value in OPTIONS:
                if hasattr(socket, name):
                    self._connection.setsockopt(getattr(socket, level), getattr(socket, name), value)
        watcher = gevent.get_hub().loop.io(self._connection.fileno(), READ)

        def stirred() -> None:
            watcher.stop()  # it would call again and again
            self._stirred = True
            call()

        watcher.start(stirred)
        try:
            yield
        finally:
            watcher.stop()
            watcher.close()
            with suppress(OSError):
                self._connection.settimeout(patience)

    def closed(self) -> bool:
        """Whether the phone has closed the connection."""
        if not self._stirred:
            return False
        self._stirred = False
        with suppress(OSError), socket.fromfd(self._connection.fileno(), socket.AF_INET, socket.SOCK_STREAM) as look:
            look.setblocking(False)
            try:
                return not look.recv(1, socket.MSG_PEEK)
            except BlockingIOError:
                return False
        return True
