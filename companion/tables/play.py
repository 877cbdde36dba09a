"""Playing at a table: the only writer. Every command becomes one entry of the log, or changes nothing at all.

First the database has an entry, then memory does. A command that comes twice is done once and answered twice; a command
made for an older version is refused, with the fresh table in the refusal.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec
import sqlalchemy as sa

from companion.games.contract import Game, IllegalAction, Position, Problem, Wire
from companion.tables import chance, codes, errors, guestbook, lines, seats, setup, transfer
from companion.tables import table as facts
from companion.tables.dealer import Kit, Mark, Run
from companion.tables.live import Hub
from companion.tables.log import Ending, Record, Snapshot, Store, Taken
from companion.tables.memory import Memory
from companion.tables.seating import Change
from companion.tables.table import Body, Command, Entry, Kind, Made, Seat, Table, TableInfo

__all__ = ["Command", "Entry", "Kit", "Seat", "Table", "TableInfo", "Tables"]

MAX_ENTRY_BYTES = 1 << 18
SNAPSHOT_EVERY = 50
TABLES_IN_MEMORY = 200
OVER_SECONDS, IDLE_SECONDS = 60.0, 15 * 60.0
"""How long a table is kept in memory that nobody asks for: when its game is over, and when it is not."""

_WRONG_DECISION = Problem("wrong_decision")


class Draft(NamedTuple):
    """An entry about to be written, the position after it, and for an undo or redo the step that is then the last."""

    kind: Kind
    mark: Mark
    seat: int | None = None
    steps: int | None = None
    head: int | None = None
    body: Body = Body()


class Tables:
    """All tables of a store."""

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

    # --- tables ------------------------------------------------------------------------------------------------------

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
        return self._create(game, made, command, seats.first(device, self._now()) if device else seats.Company())

    def open(self, code: str) -> Table:
        """The table as it stands. Raises NoSuchTable, TableBroken, NoSuchGame, StoreError."""
        memory = self._fresh(code)
        with memory.lock:
            return memory.table()

    def known(self, code: str) -> Table | None:
        """The table as this process remembers it, if it does: asks no database. Raises TableBroken."""
        memory = self._memory.get(_read(code))
        if memory is None:
            return None
        memory.used = time.monotonic()
        with memory.lock:
            return memory.table()

    def all(self, archived: bool = False) -> list[TableInfo]:
        """All tables, or those put aside, the last used first."""
        return [facts.info(row) for row in self.store.rows(archived)]

    def archive(self, code: str) -> None:
        """Put a table aside. Raises NoSuchTable."""
        if not self.store.archive(_read(code), True):
            raise errors.NoSuchTable(table=code)

    def restore(self, code: str) -> None:
        """Bring a table back from the archive. Raises NoSuchTable."""
        if not self.store.archive(_read(code), False):
            raise errors.NoSuchTable(table=code)

    def delete(self, code: str) -> None:
        """Delete a table and its log for ever. Raises NoSuchTable."""
        gone = self.store.delete(_read(code))
        self._forget(_read(code))
        self.hub.publish(_read(code))
        if not gone:
            raise errors.NoSuchTable(table=code)

    def history(self, code: str) -> list[Entry]:
        """All entries of the log in order. Raises NoSuchTable, TableBroken."""
        memory = self._fresh(code)
        with memory.lock:
            line = set(memory.lines.path(memory.lines.head))
            return [memory.entry(n, n in line) for n in range(len(memory.records))]

    def at(self, code: str, n: int) -> Position:
        """The board as it was after entry n: look, never touch. Raises NoSuchTable, NoSuchEntry, TableBroken."""
        memory = self._fresh(code)
        with memory.lock:
            if not 0 <= n < len(memory.records):
                raise errors.NoSuchEntry(table=memory.row.code, n=n)
            return memory.mark(memory.lines.head_after(n)).position

    # --- commands ----------------------------------------------------------------------------------------------------

    def act(self, code: str, command: Command, action: object, *more: object) -> Table:
        """Carry out an action: a seat's, an outcome that somebody taps in, or a correction; and with it `more` actions
        that follow, as one step.

        Raises:
            Stale, Over: with the table as it is.
            BadAction, IllegalAction, BadState: the rules refuse it.
            BadCommand, NoSuchTable, TooLong, StoreError.
        """

        def draft(memory: Memory, table: Table) -> Draft:
            read = [memory.game.action(one) for one in (action, *more)]
            corrects = isinstance(action, Mapping) and action.get("type") == "correct"
            if table.asks in ("app", "roll") and not corrects:
                raise IllegalAction(_WRONG_DECISION)

            def answer(run: Run) -> None:
                for one in read:
                    run.settle()
                    run.act(one)

            return _drafted(memory, "correct" if corrects else "act", answer)

        return self._write(code, command, draft)

    def correct(self, code: str, command: Command, patch: object) -> Table:
        """The table and the app differ: merge `patch` (RFC 7396) into the state. Raises as `act` does."""
        return self.act(code, command, {"type": "correct", "set": patch})

    def roll(self, code: str, command: Command) -> Table:
        """The app answers the decision of chance that waits.

        Raises:
            IllegalAction: `wrong_decision`, where the app has nothing to roll.
            Stale, Over, BadCommand, NoSuchTable, TooLong, StoreError.
        """

        def draft(memory: Memory, table: Table) -> Draft:
            if table.asks not in ("app", "roll"):
                raise IllegalAction(_WRONG_DECISION)
            return _drafted(memory, "act", Run.answer)

        return self._write(code, command, draft)

    def undo(self, code: str, command: Command, steps: int = 1, by: int | None = None) -> Table:
        """Take back the last steps, as the seat `by` wants.

        Raises NothingToUndo, Stale, BadCommand, NoSuchTable, TooLong, StoreError.
        """

        def draft(memory: Memory, table: Table) -> Draft:
            undone = memory.lines.undone_by(steps)
            if undone is None:
                raise errors.NothingToUndo(table)
            head = memory.lines.before(undone[-1])
            return Draft("undo", memory.mark(head), by, steps, head)

        return self._write(code, command, draft, when_over=True)

    def redo(self, code: str, command: Command, steps: int = 1, by: int | None = None) -> Table:
        """Bring steps back, as the seat `by` wants.

        Raises NothingToRedo, Stale, BadCommand, NoSuchTable, TooLong, StoreError.
        """

        def draft(memory: Memory, table: Table) -> Draft:
            redone = memory.lines.redone_by(steps)
            if redone is None:
                raise errors.NothingToRedo(table)
            return Draft("redo", memory.mark(redone[-1]), by, steps, redone[-1])

        return self._write(code, command, draft, when_over=True)

    def finish(self, code: str, command: Command) -> Table:
        """End the game early. Raises Over, Stale, BadCommand, NoSuchTable, TooLong, StoreError."""
        return self._write(code, command, lambda memory, _: Draft("finish", memory.mark()))

    def rematch(self, code: str, command: Command) -> Table:
        """A new table like this one, which is over; the same one whoever asks, however often.

        Raises:
            NotOver, BadCommand, NoSuchTable, StoreError.
        """
        command.check()
        table = self.open(code)
        if not table.over:
            raise errors.NotOver(table)
        if table.row.next_code is None:
            made = msgspec.structs.replace(table.made, names=table.names)
            fresh = self._create(table.row.game, made, None, seats.again(table.company), follows=table.code)
            self.hub.publish(table.code)
            return fresh
        return self.open(table.row.next_code)

    # --- people ------------------------------------------------------------------------------------------------------

    def arrange(self, code: str, change: Change) -> Table:
        """Change the people of a table: a change of `companion.tables.seating`.

        Raises:
            NoSuchTable, StoreError, and what the change refuses. Nothing has changed then.
        """
        memory = self._fresh(code)
        change(memory.company)  # what is refused anyway need not wait for the database
        with memory.lock:
            memory.welcome(guestbook.arrange(self.store, memory.row.id, memory.row.code, change))
            table = memory.table()
        self.hub.publish(table.code)
        return table

    def listed(self, device: str | None, archived: bool = False) -> list[TableInfo]:
        """The tables where this phone has a place, with its people's names, and those without people; as `all` does."""
        own, owned = guestbook.places(self.store, device)
        found = [info for info in self.all(archived) if info.code in own or info.code not in owned]
        return [info.with_names(own[info.code].names(info.names)) if info.code in own else info for info in found]

    # --- in and out --------------------------------------------------------------------------------------------------

    def export(self, code: str) -> Wire:
        """The table as JSON. It holds every card drawn so far. Raises NoSuchTable, TableBroken."""
        memory = self._fresh(code)
        with memory.lock:
            return transfer.export(memory.table(), self.history(code))

    def import_(self, data: object) -> Table:
        """A new table from an export; one that still runs goes on with a new secret seed.

        Raises:
            BadTransfer: it is no export, or contradicts itself or the rules.
            NoSuchGame, StoreError.
        """
        checked = transfer.check(data, self.games)
        records = [facts.record(entry) for entry in checked.log]
        seed = checked.seed
        if seed is None:
            seed = self._seeds()
            body = msgspec.json.encode(Body(commitment=chance.commitment(seed)))
            records.append(Record(len(records), self._now(), "import", None, None, None, body))
        values = {
            "game": checked.game,
            "rules_version": checked.rules_version,
            "made": msgspec.json.encode(checked.made),
            "created": checked.created,
            "seed": seed,
            "over": checked.over,
            "finished_early": checked.finished_early,
        }
        return self.open(self._insert(values, records))

    # --- inside ------------------------------------------------------------------------------------------------------

    def _now(self) -> int:
        return int(self._clock() * 1000)

    def _game(self, slug: str) -> Game:
        if slug not in self.games:
            raise errors.NoSuchGame(game=slug)
        return self.games[slug]

    def _create(
        self, slug: str, made: Made, command: str | None, company: seats.Company, follows: str | None = None
    ) -> Table:
        game, seed, now = self._game(slug), self._seeds(), self._now()
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
        return self.open(self._insert(values, [record], command, company, follows))

    def _insert(
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

    def _fresh(self, code: str) -> Memory:
        """The table in memory, having taken in what other processes wrote."""
        read = _read(code)
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

    def _write(
        self, code: str, command: Command, draft: Callable[[Memory, Table], Draft], when_over: bool = False
    ) -> Table:
        """Do a command once: see that it is new and up to date, draft its entry, commit it, take it into memory.

        What this process knows is tried first, without a question to the database: if another process was faster, the
        number of the entry is taken. Nothing is refused before the database was asked.
        """
        command.check()
        known = self._memory.get(_read(code))
        if known is not None and (done := self._tried(known, command, draft)) is not None:
            return done
        for _ in range(2):  # the second time round another process was faster, perhaps with the same command
            memory = self._fresh(code)
            with memory.lock:
                table = memory.table()
                if command.id in memory.commands:
                    return table
                if command.version != table.version:
                    raise errors.Stale(table)
                if table.over and not when_over:
                    raise errors.Over(table)
                try:
                    self._commit(memory, command, draft(memory, table))
                except Taken:
                    continue
                return memory.table()
        raise errors.StoreBusy

    def _tried(self, memory: Memory, command: Command, draft: Callable[[Memory, Table], Draft]) -> Table | None:
        """Do a command by what is remembered; None where that would refuse it, or another process was faster."""
        with memory.lock:
            table = memory.table()
            if command.id in memory.commands or command.version != table.version or table.over:
                return None
            try:
                drafted = draft(memory, table)
            except Exception:  # it is said again, if it is still true, once the database was asked
                return None
            try:
                self._commit(memory, command, drafted)
            except Taken:
                return None
            return memory.table()

    def _commit(self, memory: Memory, command: Command, draft: Draft) -> None:
        n = len(memory.records)
        body = msgspec.json.encode(draft.body)
        if n >= transfer.MAX_ENTRIES or len(body) > MAX_ENTRY_BYTES:
            raise errors.TooLong
        record = Record(n, self._now(), draft.kind, draft.seat, draft.steps, command.id, body)
        finished = (draft.kind if draft.head is None else memory.records[draft.head].kind) == "finish"
        ending = Ending(finished or draft.mark.position.decision() is None, finished)
        changed = ending != (memory.row.over, memory.row.finished_early)
        snapshot = None
        if draft.kind == "act" and not (memory.lines.depth(memory.lines.head) + 1) % SNAPSHOT_EVERY:
            snapshot = Snapshot(n, lines.kept(memory.game, draft.mark))
        self.store.append(memory.row.id, record, ending if changed else None, snapshot)
        memory.push(record, draft.mark)
        self.hub.publish(memory.row.code)


def _is_stale(memory: Memory, now: float) -> bool:
    """Whether a table has been out of use for long."""
    return now - memory.used > (OVER_SECONDS if memory.row.over else IDLE_SECONDS)


def _read(code: str) -> str:
    """The code as it is stored; what can be no code names no table."""
    return codes.read(code) or ""


def _drafted(memory: Memory, kind: Kind, first: Callable[[Run], None]) -> Draft:
    """The entry of a first answer and of all that the app answers at once behind it."""
    start = memory.mark()
    decision = start.position.decision()
    run = Run(memory.game, memory.made.kit, memory.row.seed, start)
    first(run)
    run.settle()
    seat = decision.seat if decision is not None and kind == "act" else None
    return Draft(kind, run.mark, seat, body=Body(run.actions, run.sampled, run.events))
