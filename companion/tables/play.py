"""Playing at a table: the only writer. Every command becomes one entry of the log, or changes nothing at all.

First the database has an entry, then memory does. A command that comes twice is done once and answered twice; a command
made for an older version is refused, with the fresh table in the refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import msgspec

from companion.games.contract import IllegalAction, Problem, Wire
from companion.tables import chance, errors, lines, seats, transfer
from companion.tables import table as facts
from companion.tables.dealer import Kit, Mark, Run
from companion.tables.log import Ending, Record, Snapshot, Taken
from companion.tables.memory import Memory
from companion.tables.stock import Stock, stored
from companion.tables.table import Body, Command, Entry, Kind, Seat, Table, TableInfo

__all__ = ["Command", "Entry", "Kit", "Seat", "Table", "TableInfo", "Tables"]

MAX_ENTRY_BYTES = 1 << 18
SNAPSHOT_EVERY = 50

_WRONG_DECISION = Problem("wrong_decision")


class Draft(NamedTuple):
    """An entry about to be written, the position after it, and for an undo or redo the step that is then the last."""

    kind: Kind
    mark: Mark
    seat: int | None = None
    steps: int | None = None
    head: int | None = None
    body: Body = Body()


class Tables(Stock):
    """All tables of a store, to play at."""

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
            fresh = self.make(table.row.game, made, None, seats.again(table.company), follows=table.code)
            self.hub.publish(table.code)
            return fresh
        return self.open(table.row.next_code)

    # --- in and out --------------------------------------------------------------------------------------------------

    def export(self, code: str) -> Wire:
        """The table as JSON. It holds every card drawn so far. Raises NoSuchTable, TableBroken."""
        memory = self.fresh(code)
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
            records.append(Record(len(records), self.now(), "import", None, None, None, body))
        values = {
            "game": checked.game,
            "rules_version": checked.rules_version,
            "made": msgspec.json.encode(checked.made),
            "created": checked.created,
            "seed": seed,
            "over": checked.over,
            "finished_early": checked.finished_early,
        }
        return self.open(self.insert(values, records))

    # --- inside ------------------------------------------------------------------------------------------------------

    def _write(
        self, code: str, command: Command, draft: Callable[[Memory, Table], Draft], when_over: bool = False
    ) -> Table:
        """Do a command once: see that it is new and up to date, draft its entry, commit it, take it into memory.

        What this process knows is tried first, without a question to the database: if another process was faster, the
        number of the entry is taken. Nothing is refused before the database was asked.
        """
        command.check()
        known = self._memory.get(stored(code))
        if known is not None and (done := self._tried(known, command, draft)) is not None:
            return done
        for _ in range(2):  # the second time round another process was faster, perhaps with the same command
            memory = self.fresh(code)
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
        record = Record(n, self.now(), draft.kind, draft.seat, draft.steps, command.id, body)
        finished = (draft.kind if draft.head is None else memory.records[draft.head].kind) == "finish"
        ending = Ending(finished or draft.mark.position.decision() is None, finished)
        changed = ending != (memory.row.over, memory.row.finished_early)
        snapshot = None
        if draft.kind == "act" and not (memory.lines.depth(memory.lines.head) + 1) % SNAPSHOT_EVERY:
            snapshot = Snapshot(n, lines.kept(memory.game, draft.mark))
        self.store.append(memory.row.id, record, ending if changed else None, snapshot)
        memory.push(record, draft.mark)
        self.hub.publish(memory.row.code)


def _drafted(memory: Memory, kind: Kind, first: Callable[[Run], None]) -> Draft:
    """The entry of a first answer and of all that the app answers at once behind it."""
    start = memory.mark()
    decision = start.position.decision()
    run = Run(memory.game, memory.made.kit, memory.row.seed, start)
    first(run)
    run.settle()
    seat = decision.seat if decision is not None and kind == "act" else None
    return Draft(kind, run.mark, seat, body=Body(run.actions, run.sampled, run.events))
