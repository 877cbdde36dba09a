"""Undo and redo, in the bar under the panel, with what they would do."""

from __future__ import annotations

from html import escape

from companion.tables.play import Entry, Table
from companion.web.table.drawings import ID_MARK, icon
from companion.web.table.moment import Moment
from companion.web.table.pages import pages_of
from companion.web.table.speech import gettext as _


def bar(moment: Moment, plays: bool = True) -> str:
    """The part of the bar that changes with every step; without buttons for those who only look on."""
    table = moment.table
    if not plays:
        words = escape(_("You are watching"))
        return f'<div id="bar" class="steps" hx-swap-oob="true"><p class="watching">{icon("eye")}{words}</p></div>'
    steps = _step(table, "undo", _("Undo"), table.can_undo)
    if table.can_redo:
        steps += _step(table, "redo", _("Redo"), table.can_redo)
    return f'<div id="bar" class="steps" hx-swap-oob="true">{steps}</div>'


def _step(table: Table, way: str, word: str, entry: Entry | None) -> str:
    what = _("nothing yet") if entry is None else _("the end")
    if entry is not None and entry.actions:
        what = pages_of(table).short(entry.actions)
    disabled = "" if entry else " disabled"
    return (
        f'<form method="post" action="/t/{table.code}/{way}" class="step {way}">'
        f'<input type="hidden" name="id" value="{ID_MARK}">'
        f'<input type="hidden" name="version" value="{table.version}">'
        f"<button{disabled}>{icon(way)}<span><b>{escape(word)}</b><small>{escape(what)}</small></span></button></form>"
    )
