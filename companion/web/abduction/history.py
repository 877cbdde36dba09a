"""The history in plain words: what happened, by turns, the newest first."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.abduction.data import RULES
from companion.tables.play import Entry
from companion.web.abduction import telling
from companion.web.table.history import Step, Turn, split
from companion.web.table.moved import wished
from companion.web.table.speech import gettext as _
from companion.web.table.stage import Line

QUIET = frozenset({"game_over"})
PHASE_OF = {
    "card": "draw",
    "face_down": "play",
    "choose": "play",
    "place": "play",
    "turn_up": "play",
    "remove": "play",
    "take": "play",
    "clear": "play",
    "abduct": "process",
    "leave": "process",
    "release": "process",
    "carry": "carry",
    "discard": "discard",
}


def turns(entries: Sequence[Entry]) -> list[Turn]:
    """The history by turns, the newest first."""
    found = [Turn(0, _("Set-up"), "")]
    after = {entry.n: left for left, entry in enumerate(reversed([e for e in entries if e.line]))}
    for entry in entries:
        taken_back = not entry.line and entry.kind in ("act", "correct", "finish")
        before, started, begun = split(entry.events)
        told = telling.tell(before, QUIET) or ([] if started else [Line(summary(entry))])
        if told:
            found[-1].steps.insert(0, Step(entry.n, _phase(entry), told, taken_back, after.get(entry.n)))
        if started:
            found.append(Turn(started["turn"], _turn(started["part"], started["turn"]), ""))
            if told := telling.tell(begun, QUIET):
                draw = _(RULES.phases["draw"])
                found[-1].steps.insert(0, Step(entry.n, draw, told, taken_back, after.get(entry.n)))
    return found[::-1]


def _turn(part: int, number: int) -> str:
    return _("Turn %(n)s", n=number) if part == 1 else _("Turn %(n)s, part two", n=number)


def _phase(entry: Entry) -> str:
    for action in entry.actions:
        if action["type"] in PHASE_OF:
            return _(RULES.phases[PHASE_OF[action["type"]]])
    words = {"correct": _("Correction"), "undo": _("Undo"), "redo": _("Redo")}
    return words.get(entry.kind, "")


def summary(entry: Entry) -> str:
    """What an entry was that brought no events of its own."""
    match entry.kind:
        case "undo" | "redo":
            return wished(entry, ("",))
        case "finish":
            return _("The game was finished early.")
        case "create":
            return _("The table was set up.")
        case "import":
            return _("The table was brought here from a file.")
    return _("The phase ends.")
