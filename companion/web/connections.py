"""How many connections there may be: as many as the system gives files for, and from one address not all of them.

Where there are too many, those go first on which nothing is asked: a phone opens another when it needs one.
"""

from __future__ import annotations

import resource
from collections import Counter
from contextlib import suppress
from typing import Any

MOST = 4000
FILES = 8192
"""Files that the server asks the system for; many systems give a thousand to who does not ask."""
OTHER_FILES = 256
"""Files beside connections: the database, the log, kits in the making."""
SPARE = 16
"""Connections that are let go before there is no room at all: without room nobody new is even heard."""


def capacity() -> int:
    """For how many connections there is room, after asking the system for more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # then with what there is
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return MOST if soft == resource.RLIM_INFINITY else max(min(MOST, soft - OTHER_FILES), 2 * SPARE)


class Connections:
    """The connections of a worker, and those among them on which nothing is asked, the longest so first."""

    def __init__(self, most: int, fair: bool) -> None:
        """`fair`: one address may have half of them. Behind a proxy all have the proxy's."""
        self.most = most - SPARE
        self.most_of_one = most // 2 if fair else self.most
        self.idle: dict[Any, str] = {}
        self._of: Counter[str] = Counter()
        self._all = 0

    def enter(self, address: str) -> bool:
        """A connection begins; whether there is room for it."""
        if self._of[address] >= self.most_of_one and not self._drop(address):
            return False
        if self._all >= self.most:
            self._drop()
        self._of[address] += 1
        self._all += 1
        return True

    def leave(self, address: str) -> None:
        """A connection has ended."""
        self._all -= 1
        self._of[address] -= 1
        if not self._of[address]:
            del self._of[address]

    def _drop(self, address: str = "") -> bool:
        """Close the one, of an address or of all, on which nothing was asked for longest; whether there is one."""
        client = next((client for client, whose in self.idle.items() if not address or whose == address), None)
        if client is None:
            return False
        del self.idle[client]
        close(client)
        return True


def close(client: Any) -> None:
    """Have whoever reads from a connection find its end."""
    with suppress(OSError):
        client.shutdown(2)
