"""The end: the score with its digits, how the game went, and the best scores of this phone's other tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from companion.games.abduction.data import RULES
from companion.games.abduction.state import State, digit_sum
from companion.tables.play import Entry
from companion.web.abduction import scores, standings
from companion.web.abduction.asks import Ask, thousands
from companion.web.abduction.panels import news
from companion.web.abduction.pictures import art
from companion.web.abduction.stage import Show, state_of
from companion.web.abduction.tally import tally
from companion.web.table.moment import Moment
from companion.web.table.pages import Sheet
from companion.web.table.speech import gettext as _


class Over(Ask, frozen=True):
    """The game is over."""

    template: ClassVar[str] = "over"
    score: str = ""
    lost: bool = False
    early: bool = False
    next_code: str = ""
    host: bool = False
    place: str = ""
    """Where the score stands; for a game that is lost, what it would have been."""


def over(show: Show) -> Over:
    """The panel at the end."""
    table, state = show.moment.table, show.state
    heading = _("Lost: %(n)s decoys in the hangar", n=RULES.turn.hangar) if state.lost else _("Your score")
    place = standings.standing(state.points)
    if state.lost:
        would = sum(digit_sum(digit) * RULES.turn.base**i for i, digit in enumerate(state.score))
        place = _("It would have been %(score)s.", score=thousands(would))
    return Over(
        heading,
        [] if state.lost else news(show)[-1:],
        show.say,
        score=thousands(state.points),
        lost=state.lost,
        early=table.finished_early,
        next_code=table.info.next_code or "",
        host=show.viewer.host,
        place=place,
    )


class Counts(msgspec.Struct):
    """What a game was like."""

    abductions: int = 0
    abducted: int = 0
    stacks: int = 0
    lost_fields: int = 0
    released: int = 0
    shot: int = 0
    decoys: int = 0


def counts(entries: Sequence[Entry]) -> Counts:
    """Go through the line of a log."""
    found = Counts()
    for entry in entries:
        if not entry.line:
            continue
        kinds = [event["type"] for event in entry.events]
        found.abductions += "abducted" in kinds
        found.abducted += kinds.count("abducted")
        found.stacks += kinds.count("stacked")
        found.released += kinds.count("released")
        found.shot += kinds.count("shot")
        found.lost_fields += any(e["type"] == "field_cleared" and e["cause"] == "overflow" for e in entry.events)
        found.decoys += sum(e["decoys"] for e in entry.events if e["type"] == "field_cleared")
    return found


def end(now: Moment, entries: Sequence[Entry]) -> Sheet:
    """How the game went, or is going."""
    state: State = state_of(now)
    own = scores.own(now.table.code)
    shows: dict[str, Any] = {
        "state": state,
        "tally": tally(state),
        "score": thousands(state.points),
        "counts": counts(entries),
        "own": own,
        "place": standings.standing(state.points) if now.table.over and not state.lost else "",
        "chart": standings.chart(state.points if now.table.over else None, state.lost),
        "cow": art("cow_5", "cowart big"),
        "thousands": thousands,
    }
    return "abduction/end.html", shows
