"""What one phone shows of a table of any game: the moment, what is picked on the page, and who looks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import msgspec

from companion.web.table.moment import Moment
from companion.web.table.once import once
from companion.web.table.viewer import Audience, Mode, Viewer


class Line(NamedTuple):
    """A sentence about something that happened; a duel has its dice before it."""

    text: str
    white: int = 0
    orange: int = 0
    bad: bool = False


class Panel(msgspec.Struct, frozen=True):
    """What every panel has: a heading that says what to do, and news lines above it."""

    folder: ClassVar[str] = "table/panel"
    template: ClassVar[str] = ""
    """The template of its body, in that folder."""
    heading: str
    news: list[Line] = msgspec.field(default_factory=list)
    say: str = ""


@dataclass
class Stage:
    """Everything that the page of a table is drawn from. A game's own, under this one, says what can be picked."""

    nothing: ClassVar[Any] = ()
    """The choice of somebody who has picked nothing."""
    moment: Moment
    choice: Any
    viewer: Viewer
    say: str = ""
    """A sentence for the person, such as why something was refused."""

    @property
    def picked(self) -> bool:
        """Whether anything is picked on the page."""
        return bool(self.choice != self.nothing)

    @property
    def kind(self) -> str:
        """The decision's kind; `over` at the end."""
        decision = self.moment.decision
        return decision.kind if decision is not None else "over"

    @once
    def audience(self) -> Audience:
        """What the page hangs on of who looks at it."""
        return self.viewer.audience(self.moment)

    @once
    def crowd(self) -> tuple[Audience, bool]:
        """What the page hangs on of who looks at it, but for the own hand: all who just look on see the same."""
        audience, company = self.audience, self.moment.table.company
        seat = audience.seat
        looks_on = audience.mode == "wait" and not audience.host and seat != self.moment.active
        if looks_on and (seat is None or (seat not in company.stand_ins and seat not in company.bots)):
            audience = audience._replace(seat=None, covered=False)
        return audience, self.viewer.plays

    @property
    def mode(self) -> Mode:
        """What this phone is for."""
        return self.audience.mode

    @property
    def idle(self) -> bool:
        """Whether nothing can be done from this page: somebody else decides, or must have the phone first."""
        return self.audience.mode not in ("play", "over")
