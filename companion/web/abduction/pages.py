"""The pages of Abduction, as the common pages of tables want them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.abduction.state import State
from companion.games.contract import Position, Problem, Wire
from companion.tables.play import Entry, Table
from companion.web.abduction import (
    corrections,
    ending,
    field,
    fields,
    hints,
    panels,
    sheets,
    strip,
    tally,
    telling,
    watching,
)
from companion.web.abduction.choices import blue, carry, clear, release
from companion.web.abduction.looks import face_down, hint, odds
from companion.web.abduction.pick import read_pick
from companion.web.abduction.stage import Show
from companion.web.table import waiting
from companion.web.table.moment import Moment
from companion.web.table.pages import Form, Parts, Sheet
from companion.web.table.speech import gettext as _
from companion.web.table.speech import language
from companion.web.table.stage import Line, Panel
from companion.web.table.viewer import Viewer

PANELS = {
    "card": panels.drawing,
    "face_down": panels.drawing,
    "choose": panels.choose,
    "play": panels.play,
    "process": panels.process,
    "discard": panels.discard,
    "blue": blue,
    "clear": clear,
    "release": release,
    "carry": carry,
    "over": ending.over,
}


class AbductionPages:
    """What Abduction brings to the pages of its tables."""

    play = "abduction/play.html"
    display = False

    def stage(self, now: Moment, asked: Form, seen: Viewer, say: str = "") -> Show:
        """What a phone shows. A hint is fetched here: what is drawn of one that did not come must not be kept."""
        show = Show(now, read_pick(asked), seen, say)
        if show.look == "hint" and (now.table.asks != "seat" or hints.asked(now) is None):
            busy = say or _("There is no hint just now. Try again in a moment.")
            return Show(now, show.choice._replace(look=""), seen, busy)
        return show

    def surroundings(self, show: Show, kept: dict[Any, Any]) -> tuple[Parts, Parts]:
        """The strip, the field, the score and the hangar."""
        links = show.mode == "play"
        key = (language(), "around", links)
        if key not in kept:
            kept[key] = drawn(show.state, show.moment.table.over, show.moment.news, links)
        return kept[key], {}

    def frame(self, land: Parts) -> dict[str, Any]:
        """Nothing that is never sent again. Whoever loads the page may want a hint."""
        hints.HELPER.warm()
        return {}

    def panel(self, show: Show) -> Panel:
        """What there is to do."""
        kind = show.kind
        if kind != "over":
            if show.look == "odds":
                return odds(show)
            if show.look == "hint":
                return hint(show)
            if show.look == "face" and kind == "play":
                return face_down(show)
        return PANELS[kind](show)

    def waiting(self, show: Show) -> str:
        """The panel's body on a phone that looks on."""
        hand = watching.hand(show.state)
        return hand + waiting.body(show, watching.sign(), watching.doing(show.moment))

    def about(self, show: Show) -> str:
        """The sentence above the heading."""
        return show.say

    def happened(self, now: Moment) -> list[Line]:
        """What the last action brought."""
        return telling.lines(now)

    def cue(self, show: Show) -> str:
        """What a phone may let hear or feel of the last action."""
        return "" if show.picked or show.say else telling.cue(show.moment)

    def colour(self, now: Moment) -> str:
        """The player is alone, and has no colour."""
        return ""

    def own(self, show: Show) -> str:
        """All lies open."""
        return ""

    def read_actions(self, form: Form) -> list[Wire]:
        """The actions of a form."""
        return fields.read_actions(form)

    def short(self, actions: list[Wire]) -> str:
        """What an entry did, in two or three words."""
        return fields.short(actions)

    def problem(self, problem: Problem) -> str:
        """Why something is not possible."""
        return telling.problem(problem)

    def history(self, now: Moment, entries: Sequence[Entry]) -> Sheet:
        """What happened, by turns."""
        return sheets.history(entries)

    def past(self, table: Table, position: Position, entries: list[Entry], n: int) -> Sheet:
        """The field as it was."""
        return sheets.past(table, position, entries, n)

    def rules(self, now: Moment) -> Sheet:
        """The rules for this moment."""
        return sheets.rules(now)

    def hand(self, now: Moment, seen: Viewer) -> Sheet:
        """All lies open: the hand is on the play page."""
        return sheets.rules(now)

    def more(self, now: Moment, seen: Viewer) -> Sheet:
        """All the rest."""
        return sheets.more(now)

    def fair(self, now: Moment, entries: Sequence[Entry]) -> Sheet:
        """The promise about draws."""
        return "abduction/fair.html", {}

    def end(self, now: Moment, entries: Sequence[Entry]) -> Sheet:
        """How it went."""
        return ending.end(now, entries)

    def differs(self, now: Moment, seen: Viewer, form: Form, wrong: Sequence[Any] = ()) -> Sheet:
        """What can be set."""
        return corrections.differs(now)

    def check_correction(self, now: Moment, seen: Viewer, form: Form) -> None:
        """Whoever plays may correct."""

    def correction(self, state: Wire, form: Form) -> Wire:
        """The merge patch of a correction."""
        return corrections.patch(state, form)


def drawn(state: State, over: bool, news: Sequence[Wire], links: bool) -> Parts:
    """The pieces of a state."""
    return {
        "turn": strip.strip(state, over),
        "tally": tally.tally(state),
        "field": field.field(state, news, links),
    }
