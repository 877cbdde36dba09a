"""The line, kept by huey in SQLite: kits wait in one queue, pictures of finished kits in another, which is faster.

huey, because its store is a file beside the tables: Celery and Dramatiq want a broker to be run, RQ wants Redis, and
arq and taskiq want Redis and an event loop, none of which belongs into somebody's living room. APScheduler has a store
in SQLite but no queue: its jobs are for times, and several workers would take the same.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from huey import SqliteHuey  # type: ignore[import-untyped]
from huey.consumer import Consumer  # type: ignore[import-untyped]

Make = Callable[[str, str], None]
"""Makes the kit of a key, as the attempt of a ticket."""
Draw = Callable[[str, int], None]
"""Takes pictures of a kit, from a page on."""


def _elsewhere(*_: object) -> None:
    """The server only puts tasks into the line."""
    raise NotImplementedError


class Line:
    """Both queues. The worker gives the functions; whoever only orders needs none."""

    def __init__(self, folder: Path, make: Make = _elsewhere, draw: Draw = _elsewhere) -> None:
        # A task is known by its name and the module of its function, which must be the same on both sides.
        def make_(key: str, ticket: str) -> None:
            make(key, ticket)

        def draw_(key: str, first: int) -> None:
            draw(key, first)

        folder.mkdir(parents=True, exist_ok=True)
        self._kits, self._pictures = _queues(folder / "queue.sqlite")
        self._make = self._kits.task(name="make")(make_)
        self._draw = self._pictures.task(name="draw")(draw_)

    def kit(self, key: str, ticket: str) -> None:
        """Have a kit made."""
        self._kits.enqueue(self._make.s(key, ticket, id=ticket))

    def pictures(self, key: str, first: int) -> None:
        """Have pictures taken."""
        self._draw(key, first)

    def tickets(self) -> frozenset[str]:
        """The attempts that are in the line."""
        return frozenset(task.id for task in self._kits.pending())

    def consumers(self, at_once: int) -> list[Consumer]:
        """What works the line off: so many threads for kits, and one for pictures."""
        return [_Consumer(self._kits, workers=at_once, **POLLING), _Consumer(self._pictures, workers=1, **POLLING)]

    def close(self) -> None:
        """Close the file, for this thread."""
        for queue in (self._kits, self._pictures):
            queue.storage.close()


def _queues(file: Path) -> tuple[SqliteHuey, SqliteHuey]:
    """Both queues in one file. A damaged one is begun anew: the ledger knows what was in it."""
    settings = {"filename": str(file), "results": False, "cache_mb": 1, "strict_fifo": True}
    try:
        return SqliteHuey("kits", **settings), SqliteHuey("pictures", **settings)
    except sqlite3.DatabaseError:
        for damaged in (file, *file.parent.glob(f"{file.name}-*")):
            damaged.unlink(missing_ok=True)
        return SqliteHuey("kits", **settings), SqliteHuey("pictures", **settings)


POLLING = {"initial_delay": 0.05, "backoff": 1.15, "max_delay": 0.25, "periodic": False, "worker_type": "thread"}
"""Somebody waits at the page: the line is looked at four times a second, which costs next to nothing."""


class _Consumer(Consumer):  # type: ignore[misc]
    """huey's, without its hands on the signals of the process: there are two of them."""

    def _set_signal_handlers(self) -> None:
        pass
