"""What SQLite needs: its address, how a connection begins, waiting for other processes, and what its errors mean."""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from companion.tables import errors

SIT_STILL_SECONDS = 0.01
"""How long SQLite itself may wait for another process: nothing else happens in this one meanwhile."""


def patiently(write: Callable[[], object], seconds: float) -> None:
    """Begin to write, waiting while another process does. SQLite's own waiting would hold up the whole server."""
    until = time.monotonic() + seconds
    while True:
        try:
            write()
            return
        except (sqlite3.OperationalError, sa.exc.OperationalError) as error:
            cause = error.orig if isinstance(error, sa.exc.OperationalError) else error
            if not isinstance(cause, sqlite3.Error) or not _is_busy(cause) or time.monotonic() >= until:
                raise
        time.sleep(SIT_STILL_SECONDS)


def translated(error: sqlite3.Error, place: str) -> errors.StoreError:
    """The error of ours that says what SQLite means."""
    if _is_busy(error):
        return errors.StoreBusy()
    code = _code(error)
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and _disk_is_full(place)):
        return errors.StoreFull()
    if code == sqlite3.SQLITE_NOTADB:
        return errors.StoreForeign(place=place)
    if code == sqlite3.SQLITE_CORRUPT:
        return errors.StoreCorrupt(place=place)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return errors.StoreReadOnly(place=place)
    return errors.StoreError(place=place, reason=str(error))


def _disk_is_full(place: str) -> bool:
    with suppress(OSError):
        return shutil.disk_usage(Path(place).parent).free < 1 << 16
    return False


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


def _is_busy(error: sqlite3.Error) -> bool:
    """Whether another process was in the way."""
    return _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def driven(connection: sa.Connection, statement: str, values: tuple[Any, ...]) -> Any:
    """Have the driver carry out a statement; the first row that it gives, if any."""
    cursor = connection.connection.cursor()
    try:
        cursor.execute(statement, values)
        return cursor.fetchone()
    finally:
        cursor.close()


def path_of(url: str) -> str:
    """The file that a URL names. Raises StoreAddress."""
    try:
        parsed = sa.make_url(url)
    except sa.exc.ArgumentError:
        raise errors.StoreAddress(place=url) from None
    path = parsed.database or ":memory:"
    plain = parsed.drivername == "sqlite" and not parsed.host and not parsed.query
    if not plain or path.startswith((":memory:", "file:")):
        raise errors.StoreAddress(place=parsed.render_as_string())
    return path


def pragmas(synchronous: str) -> Callable[[sqlite3.Connection, object], None]:
    """What each new connection is told once."""

    def tell(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA synchronous = {synchronous}")

    return tell
