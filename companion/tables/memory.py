"""A table in memory: its log, read once, and what follows from it."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

import msgspec

from companion.games.contract import BadState, Game
from companion.tables import chance, errors, guestbook, setup
from companion.tables.dealer import Mark
from companion.tables.lines import Broken, Lines
from companion.tables.log import Pulse, Record, Row, Store
from companion.tables.seats import Company
from companion.tables.table import KINDS, Body, Entry, Made, Table, entry

_BODY = msgspec.json.Decoder(Body)


class Memory:
    """All that is known of one table. Changed only behind its lock, and only after the database has it."""

    def __init__(self, game: Game, row: Row, store: Store) -> None:
        """Read a table. Raises TableBroken."""
        self.game = game
        self.row = row
        self.lock = threading.RLock()
        self.used = time.monotonic()
        """When somebody asked for it last."""
        self.records: list[Record] = []
        self.commands: set[str] = set()
        self._table: Table | None = None
        try:
            self.made = msgspec.json.decode(row.made, type=Made)
            chance.commitment(row.seed)
            sound = isinstance(row.rules_version, int) and (
                len(self.made.names) == setup.seats_of(game, self.made.options, len(self.made.names))
            )
        except (msgspec.MsgspecError, TypeError, BadState) as error:
            raise errors.TableBroken(table=row.code, n=0) from error
        if not sound:
            raise errors.TableBroken(table=row.code, n=0)
        snapshots = {snapshot.n: snapshot.body for snapshot in store.snapshots(row.id)}
        records = self.records  # and not `self`: a circle would stay in memory long after the table has gone from it
        self.lines = Lines(game, self.made.options, lambda n: _actions(records[n]), snapshots)
        self.company: Company = guestbook.company(store, row.id, row.code)
        self._read(store, -1)
        if not self.records:
            raise errors.TableBroken(table=row.code, n=0)

    def push(self, record: Record, mark: Mark | None = None) -> None:
        """Take in the next entry, which the database has. Raises TableBroken."""
        if record.n != len(self.records) or record.kind not in KINDS:
            raise errors.TableBroken(table=self.row.code, n=len(self.records))
        try:
            self.lines.append(record.kind, record.steps, len(record.body), mark)
        except Broken as broken:
            raise errors.TableBroken(table=self.row.code, n=broken.n) from broken
        self.records.append(record)
        if record.command:
            self.commands.add(record.command)
        self.row = self.row._replace(last=record.n, updated=record.at)

    def follow(self, pulse: Pulse, store: Store) -> None:
        """Take in what other processes have written."""
        if pulse.last != self.row.last:
            self._read(store, self.row.last)
        if (pulse.archived, pulse.next_code) != (self.row.archived, self.row.next_code):
            self.row = self.row._replace(archived=pulse.archived, next_code=pulse.next_code)
        if pulse.revision != self.company.revision:
            self.welcome(guestbook.company(store, self.row.id, self.row.code))

    def welcome(self, company: Company) -> None:
        """Take in a change of the people."""
        self.company = company
        self._table = None

    def _read(self, store: Store, after: int) -> None:
        """Take in the entries behind entry `after` that the database has. Raises TableBroken."""
        for record in store.records(self.row.id, after):
            try:
                msgspec.convert(tuple(record), Record)  # a database holds whatever somebody wrote there
            except msgspec.ValidationError as error:
                raise errors.TableBroken(table=self.row.code, n=len(self.records)) from error
            if record.seat is not None and not 0 <= record.seat < len(self.made.names):
                raise errors.TableBroken(table=self.row.code, n=record.n)
            self.push(record)

    def mark(self, n: int | None = None) -> Mark:
        """The position after step n, or as the table stands. Raises TableBroken."""
        try:
            return self.lines.mark(self.lines.head if n is None else n)
        except Broken as broken:
            raise errors.TableBroken(table=self.row.code, n=broken.n) from broken

    def table(self) -> Table:
        """The table as it stands. Raises TableBroken."""
        if self._table is not None and self._table.row is self.row:
            return self._table
        table = Table(self, self.mark())
        if (table.over, table.finished_early) != (self.row.over, self.row.finished_early):
            self.row = self.row._replace(over=table.over, finished_early=table.finished_early)
            table.row = self.row
        self._table = table
        return table

    def entry(self, n: int, line: bool) -> Entry:
        """Entry n, read. Raises TableBroken."""
        return entry(self.records[n], line, self.row.code)


def _actions(record: Record) -> tuple[Sequence[object], Sequence[bool]]:
    body = _BODY.decode(record.body)
    return body.actions, body.sampled
