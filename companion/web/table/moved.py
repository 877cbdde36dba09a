"""That steps were taken back or brought back, for those who look on and for the history."""

from __future__ import annotations

from companion.tables.play import Entry
from companion.web.table.moment import Moment
from companion.web.table.speech import ngettext
from companion.web.table.stage import Line


def moved(moment: Moment) -> list[Line]:
    """That steps were taken or brought back, where several phones look at a table: who has not done it wonders."""
    last, table = moment.table.last, moment.table
    return [Line(wished(last, table.names))] if last.kind in ("undo", "redo") and not table.company.open else []


def wished(entry: Entry, names: tuple[str, ...]) -> str:
    """What an undo or a redo did, and whose it was."""
    back, number = entry.kind == "undo", entry.steps
    if entry.seat is None:
        if back:
            return ngettext("%(num)d step was taken back.", "%(num)d steps were taken back.", number)
        return ngettext("%(num)d step was brought back.", "%(num)d steps were brought back.", number)
    name = names[entry.seat]
    if back:
        return ngettext("%(name)s took back %(num)d step.", "%(name)s took back %(num)d steps.", number, name=name)
    return ngettext("%(name)s brought back %(num)d step.", "%(name)s brought back %(num)d steps.", number, name=name)
