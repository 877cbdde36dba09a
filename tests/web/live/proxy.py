"""A wire between phones and the server that a test can let go silent, with all its connections open."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from dataclasses import dataclass


@dataclass
class Pair:
    """A connection from a phone and the one to the server."""

    phone: socket.socket
    server: socket.socket
    silent: bool = False


class Proxy:
    """Forwards connections to the server."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._pairs: list[Pair] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def hush(self) -> None:
        """All connections that are open now carry nothing more, and stay open; new ones are fine."""
        for pair in self._pairs:
            pair.silent = True

    def close(self) -> None:
        self._listening.close()
        for pair in self._pairs:
            for one in (pair.phone, pair.server):
                with suppress(OSError):
                    one.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                phone, _ = self._listening.accept()
                pair = Pair(phone, socket.create_connection(("127.0.0.1", self._to)))
                self._pairs.append(pair)
                for ends in ((pair.phone, pair.server), (pair.server, pair.phone)):
                    threading.Thread(target=self._carry, args=(pair, *ends), daemon=True).start()

    def _carry(self, pair: Pair, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if not pair.silent:
                    target.sendall(data)
            if not pair.silent:
                target.shutdown(socket.SHUT_WR)
