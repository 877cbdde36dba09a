"""The store: what is written of tables, and nothing about what it means.

SQLite in WAL mode. A row is committed when a method returns; when a method raises, nothing has changed. Connections are
kept open and handed from call to call, since opening one costs several times as much as an append.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple

import sqlalchemy as sa

from companion.tables import schema
from companion.tables.database import SIT_STILL_SECONDS, driven, path_of, patiently, pragmas, translated
from companion.tables.schema import COMPANIES, ENTRIES, SNAPSHOTS, TABLES


class Row(NamedTuple):
    """A table as it is stored: `made` is JSON, `created` and `updated` milliseconds since 1970, `last` the last n.

    A damaged table may have no entries: its `updated` is None then.
    """

    id: int
    code: str
    game: str
    rules_version: int
    made: bytes
    created: int
    seed: bytes
    archived: bool
    over: bool
    finished_early: bool
    next_code: str | None
    last: int
    updated: int


class Pulse(NamedTuple):
    """The few facts about a table that another process may have changed."""

    id: int
    archived: bool
    next_code: str | None
    last: int
    revision: int
    """Of its people; 0 while there are none."""


class Record(NamedTuple):
    """An entry as it is stored: `at` in milliseconds since 1970, `steps` of an undo or redo, `body` as JSON."""

    n: int
    at: int
    kind: str
    seat: int | None
    steps: int | None
    command: str | None
    body: bytes


class Snapshot(NamedTuple):
    """A position kept so that an old table opens fast; losing it costs time only."""

    n: int
    body: bytes


class Ending(NamedTuple):
    """Whether a table is over now, and by `finish`."""

    over: bool
    finished_early: bool


class Taken(Exception):
    """Another entry already has this number or this command id, or the table is gone. Nothing was written."""


_HIGHEST = sa.func.coalesce(sa.func.max(ENTRIES.c.n), sa.literal_column("-1"))
_LAST = sa.select(_HIGHEST).where(ENTRIES.c.table_id == TABLES.c.id).scalar_subquery()
_UPDATED = (
    sa.select(ENTRIES.c.at)
    .where(ENTRIES.c.table_id == TABLES.c.id)
    .order_by(ENTRIES.c.n.desc())
    .limit(1)
    .scalar_subquery()
)
_ROWS = sa.select(
    *(TABLES.c[name] for name in Row._fields[:-2]),
    _LAST.label("last"),
    _UPDATED.label("updated"),
)
_ROW = _ROWS.where(TABLES.c.code == sa.bindparam("code"))
_REVISION = sa.select(COMPANIES.c.revision).where(COMPANIES.c.table_id == TABLES.c.id).scalar_subquery()
_PULSE = sa.select(TABLES.c.id, TABLES.c.archived, TABLES.c.next_code, _LAST, _REVISION).where(
    TABLES.c.code == sa.bindparam("code")
)
_RECORDS = (
    sa.select(*(ENTRIES.c[name] for name in Record._fields))
    .where(ENTRIES.c.table_id == sa.bindparam("id"), ENTRIES.c.n > sa.bindparam("after"))
    .order_by(ENTRIES.c.n)
)
_SNAPSHOTS = (
    sa.select(SNAPSHOTS.c.n, SNAPSHOTS.c.body)
    .where(SNAPSHOTS.c.table_id == sa.bindparam("id"))
    .order_by(SNAPSHOTS.c.n.desc())
)
_WRITTEN = "SELECT DISTINCT code FROM entries JOIN tables ON tables.id = table_id WHERE entries.rowid > ?"
_APPEND = sa.insert(ENTRIES)
_KEEP = sa.insert(SNAPSHOTS).prefix_with("OR REPLACE")


_NOT_DONE = object()
_INHERITED: list[list[sa.Connection]] = []
"""Connections of the process that forked us: kept for ever, since closing them here would disturb it."""


class Store:
    """A database of tables, shared by any number of threads, greenlets and processes."""

    def __init__(self, url: str, *, busy_ms: int = 500, synchronous: Literal["normal", "full"] = "normal") -> None:
        """Open the database at `url` (`sqlite:///path`), and make it if there is none.

        `busy_ms` is how long a write waits for another process. `normal` loses nothing when a process dies; `full` also
        nothing when the power fails, for a write to the disk with each tap.

        Raises:
            StoreError: there is no usable database; its subclass says why.
        """
        self.place = path_of(url)
        self._busy_seconds = busy_ms / 1000
        with suppress(OSError):
            Path(self.place).parent.mkdir(parents=True, exist_ok=True)
        self._engine = sa.create_engine(
            url,
            isolation_level="AUTOCOMMIT",
            poolclass=sa.NullPool,
            connect_args={"timeout": SIT_STILL_SECONDS, "check_same_thread": False},
        )
        sa.event.listen(self._engine, "connect", pragmas(synchronous))
        # The two statements of every tap go to the driver itself: SQLAlchemy's wrapping costs ten times as much.
        self._append = str(_APPEND.compile(dialect=self._engine.dialect))
        self._pulse = str(_PULSE.compile(dialect=self._engine.dialect))
        self._free: list[sa.Connection] = []
        self._process = os.getpid()
        with self.connection() as connection:
            patiently(lambda: schema.prepare(connection, self.place), self._busy_seconds)
            patiently(lambda: connection.exec_driver_sql("PRAGMA journal_mode = WAL"), self._busy_seconds)

    def close(self) -> None:
        """Close the connections that nobody uses."""
        while self._free:
            self._free.pop().close()

    def row(self, code: str) -> Row | None:
        """The table with this code."""
        with self.connection() as connection:
            found = connection.execute(_ROW, {"code": code}).first()
        return None if found is None else Row._make(found)

    def rows(self, archived: bool) -> list[Row]:
        """All tables, archived ones or the others, the last used first."""
        with self.connection() as connection:
            found = connection.execute(_ROWS.where(TABLES.c.archived == archived)).all()
        return sorted((Row._make(row) for row in found), key=lambda row: row.updated or 0, reverse=True)

    def pulse(self, code: str) -> Pulse | None:
        """What may have changed of the table with this code; None when it is gone."""
        found = self._quickly(self._pulse, (code,))
        if found is _NOT_DONE:
            with self.connection() as connection:
                found = driven(connection, self._pulse, (code,))
        return None if found is None else Pulse(found[0], bool(found[1]), found[2], found[3], found[4] or 0)

    def records(self, table_id: int, after: int = -1) -> list[Record]:
        """The entries of a table behind entry `after`, in order."""
        with self.connection() as connection:
            return [Record._make(row) for row in connection.execute(_RECORDS, {"id": table_id, "after": after})]

    def snapshots(self, table_id: int) -> list[Snapshot]:
        """The snapshots of a table, the newest first."""
        with self.connection() as connection:
            return [Snapshot._make(row) for row in connection.execute(_SNAPSHOTS, {"id": table_id})]

    def written_since(self, row: int) -> tuple[int, list[str]]:
        """The last row of the log of all tables, and the codes of tables that got entries behind the given row."""
        with self.connection() as connection:
            last = connection.exec_driver_sql("SELECT coalesce(max(rowid), 0) FROM entries").scalar() or 0
            if last <= row:
                return last, []
            return last, list(connection.exec_driver_sql(_WRITTEN, (row,)).scalars())

    def code_made_by(self, command: str) -> str | None:
        """The code of the table that this command made."""
        with self.connection() as connection:
            return connection.scalar(sa.select(TABLES.c.code).where(TABLES.c.command == command))

    def create(
        self,
        values: dict[str, Any],
        records: list[Record],
        follows: str | None = None,
        beside: Callable[[sa.Connection, int], None] = lambda connection, table_id: None,
    ) -> None:
        """Write a new table with its first entries; as the rematch of the table `follows`, if that has none yet.

        `beside` writes what else belongs to the table with this id, in the same transaction.

        Raises:
            Taken: the code or the command is taken, or `follows` has a rematch or is gone.
        """
        with self.transaction() as connection:
            if follows is not None:
                linked = connection.execute(
                    sa.update(TABLES)
                    .where(TABLES.c.code == follows, TABLES.c.next_code.is_(None))
                    .values(next_code=values["code"])
                )
                if not linked.rowcount:
                    raise Taken
            table_id = connection.scalar(sa.insert(TABLES).values(values).returning(TABLES.c.id))
            connection.execute(_APPEND, [{"table_id": table_id, **record._asdict()} for record in records])
            assert table_id is not None
            beside(connection, table_id)

    def append(
        self, table_id: int, record: Record, ending: Ending | None = None, snapshot: Snapshot | None = None
    ) -> None:
        """Write the next entry, and with it a changed ending or a snapshot.

        Raises:
            Taken: the number or the command id is taken, or the table is gone.
        """
        values = (table_id, *record)
        if ending is None and snapshot is None:
            if self._quickly(self._append, values) is not _NOT_DONE:
                return
            with self.connection() as connection:
                patiently(lambda: driven(connection, self._append, values), self._busy_seconds)
            return
        with self.transaction() as connection:
            connection.exec_driver_sql(self._append, values)
            if ending is not None:
                connection.execute(sa.update(TABLES).where(TABLES.c.id == table_id).values(ending._asdict()))
            if snapshot is not None:
                connection.execute(_KEEP, {"table_id": table_id, **snapshot._asdict()})

    def archive(self, code: str, archived: bool) -> bool:
        """Put a table aside or bring it back; False when it is gone."""
        with self.transaction() as connection:
            changed = connection.execute(sa.update(TABLES).where(TABLES.c.code == code).values(archived=archived))
            return bool(changed.rowcount)

    def delete(self, code: str) -> bool:
        """Delete a table with its log; False when it is gone."""
        with self.transaction() as connection:
            connection.execute(sa.update(TABLES).where(TABLES.c.next_code == code).values(next_code=None))
            return bool(connection.execute(sa.delete(TABLES).where(TABLES.c.code == code)).rowcount)

    def faults(self) -> list[str]:
        """What SQLite's own integrity check finds wrong; empty when all is well."""
        with self.connection() as connection:
            found = [str(line) for line in connection.exec_driver_sql("PRAGMA integrity_check").scalars()]
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        return [line for line in found if line != "ok"] + [f"foreign key: {tuple(row)}" for row in broken]

    def _quickly(self, statement: str, values: tuple[Any, ...]) -> Any:
        """The first row of a statement of every tap; _NOT_DONE where anything is in the way: then do it as usual."""
        if self._process != os.getpid():
            return _NOT_DONE
        try:
            connection = self._free.pop()
        except IndexError:
            return _NOT_DONE
        try:
            found = connection.connection.driver_connection.execute(statement, values).fetchone()  # type: ignore[union-attr]
        except sqlite3.Error:
            found = _NOT_DONE
        self._free.append(connection)
        return found

    @contextmanager
    def connection(self) -> Iterator[sa.Connection]:
        """A kept connection on which each statement commits itself; given up when anything goes wrong with it."""
        if self._process != os.getpid():  # a connection must not be shared with the process that forked us
            _INHERITED.append(self._free)
            self._free, self._process = [], os.getpid()
        connection: sa.Connection | None = None
        try:
            try:
                connection = self._free.pop()
            except IndexError:
                connection = self._engine.connect()
            yield connection
            connection.commit()  # ends SQLAlchemy's own idea of a transaction; the database has none open
        except BaseException as error:
            if connection is not None:
                with suppress(sa.exc.SQLAlchemyError):
                    connection.close()
            cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
            if isinstance(cause, sqlite3.IntegrityError):
                raise Taken from error
            if isinstance(cause, sqlite3.Error):
                raise translated(cause, self.place) from error
            raise
        self._free.append(connection)

    @contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        """A connection inside one transaction that may write."""
        with self.connection() as connection:
            patiently(lambda: connection.exec_driver_sql("BEGIN IMMEDIATE"), self._busy_seconds)
            yield connection
            connection.exec_driver_sql("COMMIT")
