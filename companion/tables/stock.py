"""The tables of a store: made, found, listed, put aside, and kept in memory while they are used."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from companion.games.contract import Game, Position
from companion.tables import chance, codes, errors, guestbook, lines, seats, setup
from companion.tables import table as facts
from companion.tables.dealer import Kit
from companion.tables.live import Hub
from companion.tables.log import Record, Store, Taken
from companion.tables.memory import Memory
from companion.tables.seating import Change
from companion.tables.table import Command, Entry, Made, Table, TableInfo

TABLES_IN_MEMORY = 200
OVER_SECONDS, IDLE_SECONDS = 60.0, 15 * 60.0
"""How long a table is kept in memory that nobody asks for: when its game is over, and when it is not."""


class Stock:
    """All tables of a store, but for what is played at them."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game],
        clock: Callable[[], float] = time.time,
        seeds: Callable[[], bytes] = chance.new_seed,
    ) -> None:
        """`games` by slug; `clock` gives seconds since 1970; `seeds` the secret seeds (only tests give other ones)."""
        self.store = store
        self.hub = Hub(store)
        self.games = games
        self._clock = clock
        self._seeds = seeds
        self._memory: OrderedDict[str, Memory] = OrderedDict()
        self._memory_lock = threading.Lock()

    def create(
        self,
        game: str,
        options: Mapping[str, Any],
        names: Sequence[str],
        kit: Kit = Kit(),  # noqa: B008 (it is frozen)
        start_roll: Literal["app"] | None = None,
        *,
        defaults: Sequence[str] = (),
        command: str | None = None,
        device: str | None = None,
    ) -> Table:
        """A new table. A command id, if given, makes one table however often it comes.

        `defaults` are the names of seats that are given none. With `start_roll` the app's dice choose who starts.
        `device` is the phone of its host; without one everybody with the code plays.

        Raises:
            NoSuchGame, BadCommand, BadState: the set-up cannot be.
            StoreError: it could not be written.
        """
        if command is not None:
            Command(command, 0).check()
            if found := self.store.code_made_by(command):
                return self.open(found)
        made = setup.made(self._game(game), options, names, defaults, kit, start_roll is not None)
        return self.make(game, made, command, seats.first(device, self.now()) if device else seats.Company())

    def open(self, code: str) -> Table:
        """The table as it stands. Raises NoSuchTable, TableBroken, NoSuchGame, StoreError."""
        memory = self.fresh(code)
        with memory.lock:
            return memory.table()

    def known(self, code: str) -> Table | None:
        """The table as this process remembers it, if it does: asks no database. Raises TableBroken."""
        memory = self._memory.get(stored(code))
        if memory is None:
            return None
        memory.used = time.monotonic()
        with memory.lock:
            return memory.table()

    def all(self, archived: bool = False) -> list[TableInfo]:
        """All tables, or those put aside, the last used first."""
        return [facts.info(row) for row in self.store.rows(archived)]

    def listed(self, device: str | None, archived: bool = False) -> list[TableInfo]:
        """The tables where this phone has a place, with its people's names, and those without people; as `all` does."""
        own, owned = guestbook.places(self.store, device)
        found = [info for info in self.all(archived) if info.code in own or info.code not in owned]
        return [info.with_names(own[info.code].names(info.names)) if info.code in own else info for info in found]

    def archive(self, code: str) -> None:
        """Put a table aside. Raises NoSuchTable."""
        if not self.store.archive(stored(code), True):
            raise errors.NoSuchTable(table=code)

    def restore(self, code: str) -> None:
        """Bring a table back from the archive. Raises NoSuchTable."""
        if not self.store.archive(stored(code), False):
            raise errors.NoSuchTable(table=code)

    def delete(self, code: str) -> None:
        """Delete a table and its log for ever. Raises NoSuchTable."""
        gone = self.store.delete(stored(code))
        self._forget(stored(code))
        self.hub.publish(stored(code))
        if not gone:
            raise errors.NoSuchTable(table=code)

    def history(self, code: str) -> list[Entry]:
        """All entries of the log in order. Raises NoSuchTable, TableBroken."""
        memory = self.fresh(code)
        with memory.lock:
            line = set(memory.lines.path(memory.lines.head))
            return [memory.entry(n, n in line) for n in range(len(memory.records))]

    def at(self, code: str, n: int) -> Position:
        """The board as it was after entry n: look, never touch. Raises NoSuchTable, NoSuchEntry, TableBroken."""
        memory = self.fresh(code)
        with memory.lock:
            if not 0 <= n < len(memory.records):
                raise errors.NoSuchEntry(table=memory.row.code, n=n)
            return memory.mark(memory.lines.head_after(n)).position

    # --- people ------------------------------------------------------------------------------------------------------

    def arrange(self, code: str, change: Change) -> Table:
        """Change the people of a table: a change of `companion.tables.seating`.

        Raises:
            NoSuchTable, StoreError, and what the change refuses. Nothing has changed then.
        """
        memory = self.fresh(code)
        change(memory.company)  # what is refused anyway need not wait for the database
        with memory.lock:
            memory.welcome(guestbook.arrange(self.store, memory.row.id, memory.row.code, change))
            table = memory.table()
        self.hub.publish(table.code)
        return table

    # --- for those who play ------------------------------------------------------------------------------------------

    def now(self) -> int:
        """The time, in milliseconds since 1970."""
        return int(self._clock() * 1000)

    def _game(self, slug: str) -> Game:
        if slug not in self.games:
            raise errors.NoSuchGame(game=slug)
        return self.games[slug]

    def make(
        self, slug: str, made: Made, command: str | None, company: seats.Company, follows: str | None = None
    ) -> Table:
        """A new table with its first entry, or the one that the same wish has already made."""
        game, seed, now = self._game(slug), self._seeds(), self.now()
        made, body, mark = setup.begin(game, made, seed)
        record = Record(0, now, "create", None, None, command, msgspec.json.encode(body))
        values = {
            "game": slug,
            "rules_version": lines.rules_version(game),
            "made": msgspec.json.encode(made),
            "created": now,
            "seed": seed,
            "command": command,
            "over": mark.position.decision() is None,
        }
        return self.open(self.insert(values, [record], command, company, follows))

    def insert(
        self,
        values: dict[str, Any],
        records: list[Record],
        command: str | None = None,
        company: seats.Company = seats.Company(),  # noqa: B008 (it is frozen)
        follows: str | None = None,
    ) -> str:
        """Write a table under a free code; the code, or that of the table which the same wish has already made."""

        def beside(connection: sa.Connection, table_id: int) -> None:
            if company.people:
                guestbook.write(connection, table_id, company)

        for attempt in range(100):
            code = codes.new(attempt // 10)
            try:
                self.store.create({**values, "code": code}, records, follows, beside)
            except Taken:
                if command is not None and (found := self.store.code_made_by(command)):
                    return found
                if follows is not None and (next_code := self.open(follows).row.next_code):
                    return next_code
            else:
                return code
        raise errors.StoreError(place=self.store.place, reason="no free code")

    def fresh(self, code: str) -> Memory:
        """The table in memory, having taken in what other processes wrote."""
        read = stored(code)
        pulse = self.store.pulse(read)
        if pulse is None:
            self._forget(read)
            raise errors.NoSuchTable(table=code)
        memory = self._memory.get(read)
        if memory is None or memory.row.id != pulse.id or memory.row.last > pulse.last:
            memory = self._load(read)
        memory.used = time.monotonic()
        with memory.lock:
            memory.follow(pulse, self.store)
        return memory

    def _load(self, code: str) -> Memory:
        row = self.store.row(code)
        if row is None:
            raise errors.NoSuchTable(table=code)
        memory = Memory(self._game(row.game), row, self.store)
        with self._memory_lock:
            self._memory[code] = memory
            for old in [old for old, kept in self._memory.items() if _is_stale(kept, memory.used)]:
                del self._memory[old]
            while len(self._memory) > TABLES_IN_MEMORY:
                self._memory.popitem(last=False)
        return memory

    def _forget(self, code: str) -> None:
        with self._memory_lock:
            self._memory.pop(code, None)


def _is_stale(memory: Memory, now: float) -> bool:
    """Whether a table has been out of use for long."""
    return now - memory.used > (OVER_SECONDS if memory.row.over else IDLE_SECONDS)


def stored(code: str) -> str:
    """The code as it is stored; what can be no code names no table."""
    return codes.read(code) or ""
