"""Tables as files: written, checked on the way in, and the proof that the app's dice and decks were honest.

A file is one JSON object. `digest` is the SHA-256, in hex, of all its other members as JSON with sorted names and no
spaces; it finds damage. What a file says is believed only where replaying its log by the rules says the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from companion.games import registry
from companion.games.contract import BadAction, BadState, Game, IllegalAction, Wire, to_wire
from companion.tables import chance, lines, names, setup
from companion.tables.dealer import Kit, Mark, asks
from companion.tables.errors import N_, BadTransfer, NoSuchGame
from companion.tables.lines import Lines, rules_version
from companion.tables.table import Entry, Made, Table, iso, milliseconds

MAX_BYTES = 2_000_000
MAX_ENTRIES = 20_000

FORMAT = "tableside-table"
VERSION = 1


class File(msgspec.Struct, frozen=True):
    """An export: `seed` only when the game is over, `result` its ranking then."""

    format: Literal["tableside-table"]
    version: int
    game: str
    rules_version: int
    options: Wire
    kit: Kit
    seats: list[str]
    created: str
    commitment: str
    log: list[Entry]
    digest: str
    seed: str | None = None
    start_roll: bool = False
    result: list[Wire] | None = None


class Checked(msgspec.Struct, frozen=True):
    """An export that is sound. `seed` is None where the table must go on with a new one."""

    game: str
    rules_version: int
    made: Made
    created: int
    log: list[Entry]
    seed: bytes | None
    over: bool
    finished_early: bool


class Verification(msgspec.Struct, frozen=True):
    """Whether all that the app drew followed from the seed.

    `checks` counts everything compared, `draws` the outcomes that the seed gave, `unproven` those under an earlier seed
    (before an import), `reopened` that the game went on after its seed could be seen, `problems` the contradictions.
    """

    ok: bool
    checks: int
    draws: int
    unproven: int
    reopened: bool
    problems: list[BadTransfer]


def export(table: Table, log: list[Entry]) -> Wire:
    """A table as a JSON object."""
    over = table.over
    data: Wire = {
        "format": FORMAT,
        "version": VERSION,
        "game": table.row.game,
        "rules_version": table.row.rules_version,
        "options": dict(table.options),
        "kit": to_wire(table.kit),
        "seats": list(table.names),
        "start_roll": table.made.start_roll,
        "created": table.info.created,
        "commitment": table.commitment,
        "seed": table.seed,
        "log": [_written(entry) for entry in log],
        "result": to_wire(table.position.ranking()) if over else None,
    }
    return {**data, "digest": digest(data)}


def write(data: Wire) -> bytes:
    """An export as the bytes of a file."""
    return msgspec.json.encode(data) + b"\n"


def read(content: bytes) -> object:
    """The bytes of a file as JSON, still to be checked. Raises BadTransfer."""
    if len(content) > MAX_BYTES:
        raise BadTransfer("$", N_("The file is too large: a table has at most {most} bytes."), most=MAX_BYTES)
    try:
        return msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadTransfer("$", N_("This is not a whole JSON file: it may have been cut off or edited.")) from None


def digest(data: Mapping[str, Any]) -> str:
    """The SHA-256 of all members but `digest`."""
    rest = {name: value for name, value in data.items() if name != "digest"}
    return hashlib.sha256(msgspec.json.encode(rest, order="sorted")).hexdigest()


def check(data: object, games: Mapping[str, Game] | None = None) -> Checked:
    """An export, if it is sound: its form, its digest, its hashes, and a log that the rules lead to its result.

    Raises:
        BadTransfer: the first thing that is wrong, with its path.
        NoSuchGame: a game that we do not know.
    """
    audit = _Audit(data, registry.games() if games is None else games)
    if audit.problems:
        raise audit.problems[0]
    return audit.checked()


def verify(data: object, games: Mapping[str, Game] | None = None) -> Verification:
    """Prove that an export's seed is the one committed to, and that every draw and roll of the app followed from it.

    Never raises for a bad file: its problems are in the answer.
    """
    try:
        audit = _Audit(data, registry.games() if games is None else games)
    except BadTransfer as problem:
        return Verification(False, 0, 0, 0, False, [problem])
    except NoSuchGame as error:
        return Verification(False, 0, 0, 0, False, [BadTransfer("$.game", error.sentence, **error.about)])
    if audit.seed is None and not audit.problems:
        audit.fail("$.seed", N_("The file has no seed: only a finished game can be proven."))
    return Verification(not audit.problems, audit.checks, audit.draws, audit.unproven, audit.reopened, audit.problems)


def _written(entry: Entry) -> Wire:
    """An entry without the members that say nothing."""
    wire: Wire = to_wire(entry)
    for name, nothing in (("steps", 0), ("start_roll", []), ("commitment", None)):
        if wire[name] == nothing:
            del wire[name]
    return wire


class _Audit:
    """One walk through an export, comparing all that it says with what follows from its log."""

    def __init__(self, data: object, games: Mapping[str, Game]) -> None:
        self.problems: list[BadTransfer] = []
        self.checks = self.draws = self.unproven = 0
        self.reopened = False
        self.file = _form(data)
        if self.file.game not in games:
            raise NoSuchGame(game=self.file.game)
        self.game = games[self.file.game]
        self.same_rules = self.file.rules_version == rules_version(self.game)
        self.seed = _seed(self.file)
        imports = [entry.n for entry in self.file.log if entry.kind == "import"]
        self.sealed_from = imports[-1] if imports else 0
        self.ended: dict[int, bool] = {}
        try:
            self.walk()
        except BadTransfer as problem:  # that ends the walk, but may follow from one that was only noted
            self.problems.append(problem)

    def fail(self, path: str, sentence: str, **about: str | int) -> None:
        """Note a contradiction."""
        self.problems.append(BadTransfer(path, sentence, **about))

    def same(self, told: object, true: object, path: str, sentence: str) -> bool:
        """Compare what the file says with what follows from it."""
        self.checks += 1
        if told != true:
            self.fail(path, sentence)
        return told == true

    def checked(self) -> Checked:
        """The file, found sound."""
        file = self.file
        made = Made(file.options, file.kit, names.seats(file.seats), file.start_roll)
        created = milliseconds(file.created)
        early = file.log[self.lines.head].kind == "finish"
        return Checked(file.game, rules_version(self.game), made, created, file.log, self.seed, self.over, early)

    def walk(self) -> None:
        """Replay the log. Raises BadTransfer where it cannot go on."""
        file = self.file
        self.set_up()
        self.lines = Lines(self.game, file.options, lambda n: (file.log[n].actions, file.log[n].sampled))
        for n, entry in enumerate(file.log):
            self.step(n, entry)
        mark = self.lines.mark(self.lines.head)
        over = self.over
        sentence = N_("{path} is not what the log leads to: the file has been changed.")
        self.same(file.result, to_wire(mark.position.ranking()) if over else None, "$.result", sentence)
        if not over and self.seed is not None:
            self.fail("$.seed", N_("A game that still runs must not show its seed."))
        line = set(self.lines.path(self.lines.head))
        for n, entry in enumerate(file.log):
            self.same(entry.line, n in line, f"$.log[{n}].line", sentence)

    def set_up(self) -> None:
        """Check the options, the number of seats and the roll for the start."""
        file = self.file
        try:
            seats = setup.seats_of(self.game, file.options, len(file.seats))
        except BadState as error:
            raise BadTransfer(f"$.{error.path}", N_("{path} is no set-up of this game.")) from None
        if len(file.seats) != seats:
            raise BadTransfer("$.seats", N_("{path} does not name the seats of this game."))
        rounds = file.log[0].start_roll
        rule = self.game.start_roll
        if rounds and self.seed is not None and rule is not None and not self.sealed_from:
            seat, rolled = chance.start_roll(self.seed, seats, rule[1])
            self.draws += sum(bool(die) for dice in rolled for die in dice)
            sentence = N_("{path} did not follow from the seed.")
            if self.same(rounds, rolled, "$.log[0].start_roll", sentence):
                self.same(file.options.get(rule[0]), seat, f"$.options.{rule[0]}", sentence)

    def step(self, n: int, entry: Entry) -> None:
        """Check and take in the next entry. Raises BadTransfer where it cannot follow."""
        path = f"$.log[{n}]"
        if entry.n != n or (entry.kind == "create") != (n == 0):
            raise BadTransfer(f"{path}.n", N_("The log is not whole: entry {n} is missing or out of order."), n=n)
        if len(entry.actions) != len(entry.sampled):
            raise BadTransfer(f"{path}.sampled", N_("{path} does not fit the actions."))
        mark = None
        if entry.kind in ("create", "act", "correct", "finish"):
            mark = self.played(n, entry, path)
        elif entry.actions:
            raise BadTransfer(f"{path}.actions", N_("{path}: an entry of this kind has no actions."))
        elif entry.events or not self.can_wish(entry):
            raise BadTransfer(path, N_("{path} is not what its kind of entry can be."))
        was_over = n > 0 and self.over
        try:
            self.lines.append(entry.kind, entry.steps, 64 * len(entry.actions), mark)
        except lines.Broken:
            raise BadTransfer(f"{path}.steps", N_("{path}: there are no such steps to undo or redo.")) from None
        if mark is not None:
            self.ended[n] = entry.kind == "finish" or mark.position.decision() is None
        self.reopened |= was_over and not self.over

    def can_wish(self, entry: Entry) -> bool:
        """Whether an entry that is no step may have its seat: an undo or a redo that of whoever wanted it, or none."""
        if entry.seat is None:
            return True
        return entry.kind in ("undo", "redo") and 0 <= entry.seat < len(self.file.seats)

    @property
    def over(self) -> bool:
        """Whether the game is over after the entries so far."""
        return self.ended[self.lines.head]

    def played(self, n: int, entry: Entry, path: str) -> Mark:
        """The position after a step. Raises BadTransfer where the rules do not allow it."""
        if n == 0:
            position, events = self.game.new(self.file.options)
            mark = Mark(position, {})
        else:
            mark, events = self.lines.mark(self.lines.head), []
            if self.over:
                raise BadTransfer(path, N_("{path}: the game was over by then."))
        self.allowed(n, entry, mark, path)
        for index, (action, by_app) in enumerate(zip(entry.actions, entry.sampled, strict=True)):
            here = f"{path}.actions[{index}]"
            if by_app:
                self.drawn(n, mark, action, here)
            elif index and asks(self.game, self.file.kit, mark.position) not in ("seat", "tap"):
                raise BadTransfer(here, N_("{path} is not allowed by the rules there."))
            try:
                mark, more = lines.advance(self.game, mark, [action], [by_app])
            except (IllegalAction, BadAction, BadState):
                raise BadTransfer(here, N_("{path} is not allowed by the rules there.")) from None
            events += more
        if asks(self.game, self.file.kit, mark.position) == "app":
            raise BadTransfer(path, N_("{path} is not whole: what the app draws at once is missing."))
        if self.same_rules:
            self.same(entry.events, to_wire(events), f"{path}.events", N_("{path} is not what the actions lead to."))
        else:  # told in the words of other rules: nobody can check those, so it is told anew
            self.file.log[n] = msgspec.structs.replace(entry, events=to_wire(events))
        return mark

    def allowed(self, n: int, entry: Entry, mark: Mark, path: str) -> None:
        """See that an entry begins with what its kind says, by whoever may answer. Raises BadTransfer."""
        ask = asks(self.game, self.file.kit, mark.position) if n else None
        by_hand = entry.sampled.count(False)
        decision = mark.position.decision()
        seat = decision.seat if decision is not None and entry.kind == "act" else None
        match entry.kind:
            case "act":
                tapped = ask in ("seat", "tap")
                sound = entry.sampled[:1] == [not tapped] and (by_hand > 0) == tapped
            case "correct":
                first = entry.actions[0] if entry.actions else {}
                sound = first.get("type") == "correct" and by_hand == 1 and not entry.sampled[0]
            case "create":
                sound = not by_hand
            case _:
                sound = not entry.actions and not entry.events
        if not sound or entry.seat != seat:
            raise BadTransfer(path, N_("{path} is not what its kind of entry can be."))

    def drawn(self, n: int, mark: Mark, action: Wire, path: str) -> None:
        """See that what the app drew followed from the seed. Raises BadTransfer where no chance was to be answered."""
        decision = mark.position.decision()
        if decision is None or decision.by != "chance":
            raise BadTransfer(path, N_("{path}: there was nothing to draw or roll."))
        if self.seed is None or n < self.sealed_from:
            self.unproven += 1
            return
        count = mark.counts.get(decision.kind, 0)
        true = chance.outcome(self.seed, decision.kind, count, mark.position.outcomes())
        self.draws += 1
        self.same(action, to_wire(true), path, N_("{path} did not follow from the seed."))


def _form(data: object) -> File:
    """The members of a file, of the right types and sizes and undamaged. Raises BadTransfer."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadTransfer("$.format", N_("This is not a table exported by Tableside."))
    if data.get("version") != VERSION:
        raise BadTransfer("$.version", N_("This file has a form that this version of Tableside cannot read."))
    try:
        if len(msgspec.json.encode(data)) > MAX_BYTES:
            raise BadTransfer("$", N_("The file is too large: a table has at most {most} bytes."), most=MAX_BYTES)
        true_digest = digest(data)
        file = msgspec.convert(data, File)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at ")
        raise BadTransfer(path.strip("`") or "$", N_("{path} cannot be read: {reason}."), reason=reason) from None
    except (msgspec.MsgspecError, TypeError, ValueError, RecursionError, OverflowError):
        raise BadTransfer("$", N_("The file holds values that no table has.")) from None
    if not 0 < len(file.log) <= MAX_ENTRIES:
        raise BadTransfer("$.log", N_("The log must have 1 to {most} entries."), most=MAX_ENTRIES)
    if not 0 < len(file.seats) <= setup.MAX_SEATS or list(names.seats(file.seats)) != file.seats:
        raise BadTransfer("$.seats", N_("{path} holds names that no table has."))
    for path, at in [("$.created", file.created), *((f"$.log[{n}].at", entry.at) for n, entry in enumerate(file.log))]:
        _time(path, at)
    if file.digest != true_digest:
        raise BadTransfer("$.digest", N_("The file has been damaged or edited since it was exported."))
    return file


def _time(path: str, at: str) -> None:
    """Raises BadTransfer for what is no time in UTC."""
    try:
        if at.endswith("Z") and milliseconds(at) >= 0 and iso(milliseconds(at)):
            return
    except (ValueError, OverflowError):
        pass
    raise BadTransfer(path, N_("{path} is no time."))


def _seed(file: File) -> bytes | None:
    """The seed of a file, if it has one and it is the one committed to. Raises BadTransfer."""
    hashes = [(entry.n, entry.commitment) for entry in file.log if entry.kind in ("create", "import")]
    if not hashes or hashes[-1][1] != file.commitment:
        raise BadTransfer("$.commitment", N_("{path} is not the one that the log shows."))
    if file.seed is None:
        return None
    try:
        seed = bytes.fromhex(file.seed)
    except ValueError:
        seed = b""
    if len(seed) != chance.SEED_BYTES or chance.commitment(seed) != file.commitment:
        raise BadTransfer("$.seed", N_("{path} is not the seed whose hash was shown from the start."))
    return seed
