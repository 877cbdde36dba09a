"""What one phone shows of a table of Abduction."""

from __future__ import annotations

from typing import ClassVar, cast

from companion.games.abduction.position import AbductionPosition
from companion.games.abduction.state import State
from companion.web.abduction.pick import NOTHING, Pick
from companion.web.table.moment import Moment
from companion.web.table.stage import Stage


class Show(Stage):
    """Everything that the page of Abduction is drawn from."""

    nothing: ClassVar[Pick] = NOTHING
    choice: Pick

    @property
    def state(self) -> State:
        """The state: look, never touch."""
        return state_of(self.moment)

    @property
    def look(self) -> str:
        """What is looked at, on a phone that plays."""
        return "" if self.idle else self.choice.look


def state_of(now: Moment) -> State:
    """The state of a table of Abduction: look, never touch."""
    return cast(AbductionPosition, now.table.position).state
