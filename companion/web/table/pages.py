"""What a game brings to the pages of its tables; all that every table has lies beside it in this package.

A game's pages are registered in the app under its slug. Nothing here or around it may name a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from companion.games.contract import Position, Problem, Wire
from companion.tables.play import Entry, Table
from companion.web.table import around
from companion.web.table.moment import Moment
from companion.web.table.stage import Line, Panel, Stage
from companion.web.table.viewer import Viewer

S = TypeVar("S", bound=Stage)
"""What the page of a game is drawn from."""
Form = Mapping[str, str]
Sheet = tuple[str, dict[str, Any]]
"""A template in templates/, and what it shows."""
Parts = dict[str, str]
"""Pieces of a page by the ids of their elements."""


class Pages(Protocol[S]):
    """The pages of one game."""

    play: str
    """The template of the play page; it shows the pieces that `surroundings` gives, and the panel."""
    display: bool
    """Whether there is a big display."""

    # --- the play page -----------------------------------------------------------------------------------------------

    def stage(self, now: Moment, asked: Form, seen: Viewer, say: str = "") -> S:
        """What a phone shows; `asked` are the fields of the page's address, which say what is picked."""

    def surroundings(self, stage: S, kept: dict[Any, Any]) -> tuple[Parts, Parts]:
        """All pieces but the panel; those that lie within one drawing apart. `kept` is for what the moment keeps."""

    def frame(self, land: Parts) -> dict[str, Any]:
        """What the play page shows that is never sent again, and the pieces within the drawing as they come first."""

    def panel(self, stage: S) -> Panel:
        """What there is to do."""

    def waiting(self, stage: S) -> str:
        """The body of the panel of a phone that does not decide just now."""

    def about(self, stage: S) -> str:
        """The sentence above the heading: what was refused, or about what is picked."""

    def happened(self, now: Moment) -> list[Line]:
        """What the last action brought, for those who look on."""

    def cue(self, stage: S) -> str:
        """What a phone may let hear or feel of the last action."""

    def colour(self, now: Moment) -> str:
        """The class of the seat whose turn it is; empty where seats have no colours."""

    def own(self, stage: S) -> str:
        """What only this phone shows, in the panel."""

    # --- words and fields --------------------------------------------------------------------------------------------

    def read_actions(self, form: Form) -> list[Wire]:
        """The action of a form, or several that are one step. Raises Refused."""

    def short(self, actions: list[Wire]) -> str:
        """What an entry of the log did, in two or three words."""

    def problem(self, problem: Problem) -> str:
        """Why something is not possible."""

    # --- the other pages ---------------------------------------------------------------------------------------------

    def history(self, now: Moment, entries: Sequence[Entry]) -> Sheet:
        """What happened, by turns."""

    def past(self, table: Table, position: Position, entries: list[Entry], n: int) -> Sheet:
        """The table as it was after entry n."""

    def rules(self, now: Moment) -> Sheet:
        """The rules for exactly this moment, then all of them in short."""

    def hand(self, now: Moment, seen: Viewer) -> Sheet:
        """The own cards, at a table where the app deals hands that have to be covered."""

    def more(self, now: Moment, seen: Viewer) -> Sheet:
        """Everything that is not needed with every tap."""

    def fair(self, now: Moment, entries: Sequence[Entry]) -> Sheet:
        """The promise about chance, and after the end its proof."""

    def end(self, now: Moment, entries: Sequence[Entry]) -> Sheet:
        """How the game went, or is going."""

    def differs(self, now: Moment, seen: Viewer, form: Form, wrong: Sequence[Any] = ()) -> Sheet:
        """What can be set to what lies on the table; `wrong` are the places at fault of what was just refused."""

    def check_correction(self, now: Moment, seen: Viewer, form: Form) -> None:
        """See that this phone may ask for a correction. Raises Refused."""

    def correction(self, state: Wire, form: Form) -> Wire:
        """The merge patch that a form asks for. Raises Refused."""


def pages_of(table: Table) -> Pages[Any]:
    """The pages of a table's game, which has some where there is a moment of the table."""
    all_: Mapping[str, Pages[Any]] = around.part("pages")
    return all_[table.game.slug]
