"""The history in plain words: what happened, by turns, the newest first; and the board as it was after any step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.games.eruption.data import RULES
from companion.tables.play import Entry
from companion.web.table import telling
from companion.web.table.speech import gettext as _

PHASE_OF = {
    "tile": "tile",
    "draw_tile": "tile",
    "place_tile": "tile",
    "place_eruption": "eruption",
    "replace_tile": "cards",
    "play": "cards",
    "trade": "cards",
    "trade_two": "cards",
    "discard": "cards",
    "give": "cards",
    "build_wall": "walls",
}
QUIET = frozenset({"game_over"})


@dataclass(frozen=True)
class Step:
    """One entry of the log. `steps_after` is how many steps an undo takes back to come here; None for a note."""

    n: int
    phase: str
    lines: list[telling.Line]
    taken_back: bool
    steps_after: int | None


@dataclass
class Turn:
    """A turn with its steps, the newest first."""

    number: int
    name: str
    village: str
    steps: list[Step] = field(default_factory=list)


def turns(entries: Sequence[Entry], seats: Sequence[dict[str, Any]], names: tuple[str, ...]) -> list[Turn]:
    """The history by turns, the newest first."""
    found: list[Turn] = [Turn(0, _("Set-up"), "")]
    after = {entry.n: left for left, entry in enumerate(reversed([e for e in entries if e.line]))}
    for entry in entries:
        taken_back = not entry.line and entry.kind in ("act", "correct", "finish")
        before, started, begun = split(entry.events)
        phase = _phase(entry)
        told = telling.tell(before, names, quiet=QUIET) or ([] if started else [telling.Line(summary(entry, names))])
        if started and entry.kind == "act":
            told = told or [telling.Line(_("The turn ends."))]
        if told:
            found[-1].steps.insert(0, Step(entry.n, phase, told, taken_back, after.get(entry.n)))
        if started:
            found.append(Turn(started["turn"], names[started["seat"]], seats[started["seat"]]["village"]))
            told = telling.tell(begun, names, quiet=QUIET)
            if told:
                first = _(RULES.phases["tile" if begun[0]["type"] == "tile_drawn" else "damage"])
                found[-1].steps.insert(0, Step(entry.n, first, told, taken_back, after.get(entry.n)))
    return found[::-1]


def split(
    events: Sequence[dict[str, Any]],
) -> tuple[list[dict[str, Any]], dict[str, Any] | None, list[dict[str, Any]]]:
    """The events before a turn began, its beginning, and those after it."""
    for i, event in enumerate(events):
        if event["type"] == "turn_started":
            return list(events[:i]), event, list(events[i + 1 :])
    return list(events), None, []


def _phase(entry: Entry) -> str:
    kind = entry.actions[0]["type"] if entry.actions else entry.kind
    if kind in PHASE_OF:
        return _(RULES.phases[PHASE_OF[kind]])
    words = {"roll": _("Duel"), "correct": _("Correction"), "undo": _("Undo"), "redo": _("Redo"), "pass": _("Pass")}
    return words.get(kind, "")


def summary(entry: Entry, names: tuple[str, ...]) -> str:
    """What an entry was that brought no events of its own."""
    match entry.kind:
        case "undo" | "redo":
            return telling.wished(entry, names)
        case "finish":
            return _("The game was finished early.")
        case "create":
            return _("The table was set up.")
        case "import":
            return _("The table was brought here from a file.")
    return _("%(name)s goes on.", name=names[entry.seat]) if entry.seat is not None else _("The game goes on.")
