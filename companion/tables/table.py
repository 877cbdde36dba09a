"""What the rest of the house sees of a table: facts for lists, entries of the log, and the table as it stands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Literal, get_args

import msgspec

from companion.games.contract import Game, Position, Wire
from companion.tables import chance, dealer, errors
from companion.tables.dealer import Kit, Mark
from companion.tables.log import Record, Row
from companion.tables.seats import Company

if TYPE_CHECKING:
    from companion.tables.memory import Memory

Kind = Literal["create", "act", "undo", "redo", "correct", "finish", "import"]
KINDS = frozenset(get_args(Kind))

_COMMAND_ID = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)


class Seat(msgspec.Struct, frozen=True):
    """A seat at the table."""

    name: str


class Command(msgspec.Struct, frozen=True):
    """Made by the client with every tap: an id of its own, and the version of the table that its page showed."""

    id: str
    version: int

    def check(self) -> None:
        """Raises BadCommand where the id or the version cannot be."""
        if not isinstance(self.id, str) or not _COMMAND_ID.fullmatch(self.id):
            raise errors.BadCommand(reason="command id")
        if not isinstance(self.version, int) or isinstance(self.version, bool) or self.version < 0:
            raise errors.BadCommand(reason="version")


class Made(msgspec.Struct, frozen=True):
    """What a table was made with."""

    options: Wire
    kit: Kit
    names: tuple[str, ...]
    start_roll: bool = False


class Body(msgspec.Struct, frozen=True, omit_defaults=True):
    """The part of an entry that is kept as JSON. `sampled` says which of the actions the app answered."""

    actions: list[Any] = []
    sampled: list[bool] = []
    events: list[Any] = []
    start_roll: list[list[int]] = []
    commitment: str | None = None


class Entry(msgspec.Struct, frozen=True):
    """One entry of the log: what one command did.

    `at` is UTC in ISO 8601; `seat` the seat whose decision it was, or that wanted an undo or redo; `steps` how many
    steps that took or brought back; `line` whether it is a step of the current line (notes, such as an undo, are
    none). `start_roll` holds the rounds of dice that chose the starting seat (0: did not roll); `commitment` the hash
    of the seed in force from here. Actions name the cards that were drawn: whoever shows them must see to what a seat
    may know; events do not.
    """

    n: int
    at: str
    kind: Kind
    seat: int | None
    actions: list[Wire]
    sampled: list[bool]
    events: list[Wire]
    line: bool
    steps: int = 0
    start_roll: list[list[int]] = []
    commitment: str | None = None


class TableInfo(msgspec.Struct, frozen=True):
    """The facts about a table for lists; times are UTC in ISO 8601."""

    code: str
    game: str
    created: str
    updated: str
    version: int
    seats: tuple[Seat, ...]
    archived: bool
    over: bool
    finished_early: bool
    next_code: str | None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return tuple(seat.name for seat in self.seats)

    def with_names(self, names: tuple[str, ...]) -> TableInfo:
        """The same facts with other names of the seats."""
        return msgspec.structs.replace(self, seats=tuple(Seat(name) for name in names))


def iso(milliseconds: int) -> str:
    """Milliseconds since 1970 as UTC in ISO 8601."""
    seconds, rest = divmod(milliseconds, 1000)
    return f"{_second(seconds)}.{rest:03d}Z"


@lru_cache(64)
def _second(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")[:-6]


def milliseconds(at: str) -> int:
    """Milliseconds since 1970 of a time in ISO 8601. Raises ValueError."""
    return round(datetime.fromisoformat(at).timestamp() * 1000)


def entry(record: Record, line: bool, code: str) -> Entry:
    """A stored entry of the table `code`, read. Raises TableBroken."""
    try:
        at, body = iso(record.at), msgspec.json.decode(record.body, type=Body)
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, OSError) as error:
        raise errors.TableBroken(table=code, n=record.n) from error
    return Entry(
        n=record.n,
        at=at,
        kind=record.kind,  # type: ignore[arg-type]
        seat=record.seat,
        actions=body.actions,
        sampled=body.sampled,
        events=body.events,
        line=line,
        steps=record.steps or 0,
        start_roll=body.start_roll,
        commitment=body.commitment,
    )


def record(entry: Entry) -> Record:
    """An entry as it is stored, without the command that made it."""
    body = Body(entry.actions, entry.sampled, entry.events, entry.start_roll, entry.commitment)
    at = milliseconds(entry.at)
    return Record(entry.n, at, entry.kind, entry.seat, entry.steps or None, None, msgspec.json.encode(body))


def info(row: Row) -> TableInfo:
    """The facts about a stored table; a damaged one is listed without names."""
    try:
        names = msgspec.json.decode(row.made, type=Made).names
        created, updated = iso(row.created), iso(row.updated)
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, OSError):
        names, created, updated = (), iso(0), iso(0)
    return TableInfo(
        code=row.code,
        game=row.game,
        created=created,
        updated=updated,
        version=row.last,
        seats=tuple(Seat(name) for name in names),
        archived=row.archived,
        over=row.over,
        finished_early=row.finished_early,
        next_code=row.next_code,
    )


class Table:
    """A table as it stood at one version; it does not change when the table moves on."""

    def __init__(self, memory: Memory, mark: Mark) -> None:
        lines, records = memory.lines, memory.records
        self.row: Row = memory.row
        self.game: Game = memory.game
        self.made: Made = memory.made
        self.company: Company = memory.company
        self.code: str = memory.row.code
        self.version: int = memory.row.last
        self.position: Position = mark.position
        """The live position: look, never touch."""
        head, redo = lines.head, lines.next_redo
        self.finished_early: bool = records[head].kind == "finish"
        self._undo = records[head] if head else None
        self._redo = None if redo is None else records[redo]
        self._last = records[-1]
        self._last_is_step = head == self.version

    @cached_property
    def info(self) -> TableInfo:
        """The facts for lists."""
        return info(self.row)

    @property
    def options(self) -> Mapping[str, Any]:
        """The game's options as they were chosen."""
        return self.made.options

    @property
    def kit(self) -> Kit:
        """Whose dice and tiles are used."""
        return self.made.kit

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the seats: of the people who sit there, of the seats themselves where nobody does."""
        return self.company.names(self.made.names)

    @property
    def state(self) -> tuple[int, int]:
        """The version of the log, and a number that grows with every change of the people and with the rematch.

        What a page shows of a table changes with these.
        """
        return self.version, 2 * self.company.revision + (self.row.next_code is not None)

    @cached_property
    def over(self) -> bool:
        """Whether the game has ended, or was finished early."""
        return self.finished_early or self.position.decision() is None

    @cached_property
    def asks(self) -> dealer.Asks | None:
        """Who must act: `seat`; `roll`, the app's dice when somebody asks; `tap`, what came; None when it is over."""
        return None if self.over else dealer.asks(self.game, self.kit, self.position)

    @cached_property
    def commitment(self) -> str:
        """The SHA-256 of the secret seed."""
        return chance.commitment(self.row.seed)

    @property
    def seed(self) -> str | None:
        """The seed in hex, once the game is over."""
        return self.row.seed.hex() if self.over else None

    @cached_property
    def can_undo(self) -> Entry | None:
        """The entry that an undo would take back."""
        return entry(self._undo, line=True, code=self.code) if self._undo else None

    @cached_property
    def can_redo(self) -> Entry | None:
        """The entry that a redo would bring back."""
        return entry(self._redo, line=False, code=self.code) if self._redo else None

    @cached_property
    def last(self) -> Entry:
        """The last entry of the log."""
        if self._undo is self._last and self.can_undo is not None:
            return self.can_undo
        return entry(self._last, line=self._last_is_step, code=self.code)
