"""What is known of each kit, in SQLite: the server writes orders, the worker how far they are; both may die.

A kit is named by its content, so whoever asks for the same gets the same. `ticket` names one attempt at it: what an
attempt that was given up still reports is not written down.
"""

from __future__ import annotations

import secrets
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Literal

import msgspec

from companion.kit.options import KitOptions, read_options

State = Literal["waiting", "running", "done", "failed", "cancelled"]

SCHEMA = """
create table if not exists kit (
    key text primary key, ticket text not null, game text not null, words text not null,
    state text not null, stop integer not null default 0, tries integer not null default 1,
    asked real not null, used real not null, ended real,
    done integer not null default 0, total integer not null default 1, text text not null default '',
    error text not null default '', sentence text not null default '', template text not null default '',
    about text not null default '{}', result text not null default '{}'
) strict;
create index if not exists kit_line on kit (state, asked);
create table if not exists wish (
    key text not null, who text not null, firm integer not null, primary key (key, who)
) strict, without rowid;
"""
MOST_TRIES = 2
"""How often a kit is begun whose process vanished under it."""


class LineFull(Exception):
    """Too many kits wait already."""


class Result(msgspec.Struct, frozen=True):
    """What the kit's process told of a finished kit: see `companion.kit.outcome.Counts`."""

    bytes: int = 0
    sheets: int = 0
    pages: int = 0
    pieces: int = 0


class Job(msgspec.Struct, frozen=True):
    """One kit, as it was when it was looked up."""

    key: str
    ticket: str
    game: str
    words: dict[str, str]
    """The options, as `companion.kit.options.as_words` writes them."""
    state: State
    asked: float
    done: int = 0
    total: int = 1
    text: str = ""
    error: str = ""
    """A stable code; `template` and `about` make its sentence in any language, `sentence` is it in the kit's."""
    sentence: str = ""
    template: str = ""
    about: dict[str, Any] = {}
    result: Result = Result()

    @property
    def options(self) -> KitOptions:
        """What is printed."""
        return read_options(self.words)

    @property
    def over(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in ("done", "failed", "cancelled")


class Ledger:
    """The file. Each call opens it anew: the calls are few, and threads, greenlets and processes share nothing."""

    def __init__(self, file: Path) -> None:
        self.file = file
        try:
            self._prepare()
        except sqlite3.DatabaseError:  # damaged: it holds nothing that cannot be made again
            for damaged in (file, *file.parent.glob(f"{file.name}-*")):
                damaged.unlink(missing_ok=True)
            self._prepare()

    def _prepare(self) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self.file, timeout=10)) as connection:
            connection.execute("pragma journal_mode = wal")
            connection.executescript(SCHEMA)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """A transaction that may write."""
        with closing(sqlite3.connect(self.file, timeout=5, isolation_level=None)) as connection:
            connection.row_factory = sqlite3.Row
            connection.execute("pragma synchronous = normal")
            connection.execute("begin immediate")
            try:
                yield connection
            except BaseException:
                connection.execute("rollback")
                raise
            connection.execute("commit")

    # --- the server's side ---------------------------------------------------------------------------------------

    def order(self, key: str, game: str, words: Mapping[str, str], who: str, firm: bool, longest: int) -> Job | None:
        """Put a kit at the end of the line, and note that `who` wants it; None when it is there or on its way.

        Raises:
            LineFull: `longest` kits wait already.
        """
        now = time.time()
        with self._open() as c:
            row = c.execute("select state, stop from kit where key = ?", (key,)).fetchone()
            there = row and row["state"] in ("waiting", "running", "done") and not row["stop"]
            if not there:
                if c.execute("select count(*) from kit where state = 'waiting'").fetchone()[0] >= longest:
                    raise LineFull
                c.execute("delete from kit where key = ?", (key,))
                c.execute(
                    "insert into kit (key, ticket, game, words, state, asked, used) "
                    "values (?, ?, ?, ?, 'waiting', ?, ?)",
                    (key, secrets.token_hex(8), game, msgspec.json.encode(dict(words)).decode(), now, now),
                )
            c.execute("update kit set used = ? where key = ?", (now, key))
            c.execute(
                "insert into wish values (?, ?, ?) on conflict do update set firm = max(firm, excluded.firm)",
                (key, who, firm),
            )
            return None if there else self._job(c, key)

    def withdraw(self, who: str, key: str = "", but: str = "") -> None:
        """`who` no longer wants a kit; without a key, none that was only looked at. What nobody wants is stopped."""
        with self._open() as c:
            if key:
                c.execute("delete from wish where who = ? and key = ?", (who, key))
            else:
                c.execute("delete from wish where who = ? and not firm and key <> ?", (who, but))
            unwanted = "key not in (select key from wish)"
            c.execute(
                f"update kit set state = 'cancelled', ended = ? where state = 'waiting' and {unwanted}", (time.time(),)
            )
            c.execute(f"update kit set stop = 1 where state = 'running' and {unwanted}")

    def get(self, key: str) -> Job | None:
        """A kit; it stays the longer for being looked at."""
        with self._open() as c:
            c.execute("update kit set used = ? where key = ?", (time.time(), key))
            return self._job(c, key)

    def wants(self, key: str, who: str) -> bool:
        """Whether `who` ordered this kit."""
        with self._open() as c:
            return c.execute("select 1 from wish where key = ? and who = ?", (key, who)).fetchone() is not None

    def before(self, job: Job) -> int:
        """How many kits are in front of a waiting one."""
        with self._open() as c:
            sql = "select count(*) from kit where state = 'waiting' and asked < ?"
            return int(c.execute(sql, (job.asked,)).fetchone()[0])

    def pending(self) -> int:
        """How many are not over."""
        with self._open() as c:
            return int(c.execute("select count(*) from kit where state in ('waiting', 'running')").fetchone()[0])

    # --- the worker's side ---------------------------------------------------------------------------------------

    def begin(self, key: str, ticket: str) -> Job | None:
        """Take a kit out of the line; None when it is not wanted any more."""
        with self._open() as c:
            sql = "update kit set state = 'running' where key = ? and ticket = ? and state = 'waiting' and not stop"
            return self._job(c, key) if c.execute(sql, (key, ticket)).rowcount else None

    def step(self, job: Job, done: int, total: int, text: str) -> None:
        """How far it is."""
        self._note(job, done=done, total=total, text=text)

    def stopped(self, job: Job) -> bool:
        """Whether nobody wants this attempt any more."""
        with self._open() as c:
            sql = "select 1 from kit where key = ? and ticket = ? and not stop"
            return c.execute(sql, (job.key, job.ticket)).fetchone() is None

    def finish(self, job: Job, state: State, result: Result | None = None, **why: str) -> None:
        """Note how it ended: `why` may have `error`, `sentence`, `template` and `about`, the last as JSON."""
        told = {} if result is None else {"result": msgspec.json.encode(result).decode()}
        self._note(job, state=state, ended=time.time(), **told, **why)

    def _note(self, job: Job, **columns: Any) -> None:
        with self._open() as c:
            names = ", ".join(f"{name} = ?" for name in columns)
            sql = f"update kit set {names} where key = ? and ticket = ? and state = 'running'"
            c.execute(sql, (*columns.values(), job.key, job.ticket))

    def put_back(self, job: Job) -> None:
        """Back into the line: the worker ends, and the next one takes it up."""
        self._note(job, state="waiting", done=0)

    def recover(self, in_line: frozenset[str]) -> list[Job]:
        """After a death: kits that were in the making, and those that wait but are in no queue, as new attempts.

        `in_line` are the tickets that are in a queue. What has died under too many processes has failed.
        """
        with self._open() as c:
            over = "update kit set ended = ?, state = "
            c.execute(f"{over} 'cancelled' where state = 'running' and stop", (time.time(),))
            died = f"{over} 'failed', error = 'broken_off' where state = 'running' and tries >= ?"
            c.execute(died, (time.time(), MOST_TRIES))
            lost = c.execute("select key, ticket, state from kit where state in ('running', 'waiting')").fetchall()
            again = []
            for row in lost:
                if row["state"] == "running" or row["ticket"] not in in_line:
                    c.execute(
                        "update kit set state = 'waiting', ticket = ?, done = 0, tries = tries + (state = 'running') "
                        "where key = ?",
                        (secrets.token_hex(8), row["key"]),
                    )
                    again.append(self._job(c, row["key"]))
            return [job for job in again if job]

    def forget(self, keys: list[str]) -> None:
        """Strike kits out."""
        with self._open() as c:
            c.executemany("delete from kit where key = ?", [(key,) for key in keys])
            c.execute("delete from wish where key not in (select key from kit)")

    def finished(self) -> list[tuple[str, float]]:
        """Kits that are over, with when they were last of use; the oldest first."""
        with self._open() as c:
            sql = "select key, used from kit where state not in ('waiting', 'running') order by used"
            return [(row["key"], row["used"]) for row in c.execute(sql)]

    @staticmethod
    def _job(c: sqlite3.Connection, key: str) -> Job | None:
        row = c.execute("select * from kit where key = ?", (key,)).fetchone()
        if row is None:
            return None
        held = dict(row)
        for name in ("words", "about", "result"):
            held[name] = msgspec.json.decode(held[name])
        return msgspec.convert(held, Job)
