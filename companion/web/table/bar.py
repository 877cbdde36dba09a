"""Undo and redo, in the bar under the panel, with what they would do."""

from __future__ import annotations

from html import escape
from typing import Any

from companion.tables.play import Entry
from companion.web.table.drawings import ID_MARK, icon
from companion.web.table.moment import Moment
from companion.web.table.naming import card_name, tile_name, wall_name
from companion.web.table.speech import gettext as _


def bar(moment: Moment, plays: bool = True) -> str:
    """The part of the bar that changes with every step; without buttons for those who only look on."""
    table = moment.table
    if not plays:
        words = escape(_("You are watching"))
        return f'<div id="bar" class="steps" hx-swap-oob="true"><p class="watching">{icon("eye")}{words}</p></div>'
    undo, redo = table.can_undo, table.can_redo
    code, version = table.code, table.version
    steps = _step(code, version, "undo", _("Undo"), undo)
    if redo:
        steps += _step(code, version, "redo", _("Redo"), redo)
    return f'<div id="bar" class="steps" hx-swap-oob="true">{steps}</div>'


def _step(code: str, version: int, way: str, word: str, entry: Entry | None) -> str:
    what = escape(short(entry.actions) if entry else _("nothing yet"))
    disabled = "" if entry else " disabled"
    return (
        f'<form method="post" action="/t/{code}/{way}" class="step {way}">'
        f'<input type="hidden" name="id" value="{ID_MARK}">'
        f'<input type="hidden" name="version" value="{version}">'
        f"<button{disabled}>{icon(way)}<span><b>{escape(word)}</b><small>{what}</small></span></button></form>"
    )


def short(actions: list[dict[str, Any]]) -> str:
    """What an entry did, in two or three words."""
    if not actions:
        return _("the end")
    action = actions[0]
    match action["type"]:
        case "place_tile" | "replace_tile":
            return _("tile on %(x)s,%(y)s", x=action["hex"][0], y=action["hex"][1])
        case "place_eruption":
            return _("eruption on %(x)s,%(y)s", x=action["hex"][0], y=action["hex"][1])
        case "play" | "discard" | "trade":
            return card_name(action["card"])
        case "trade_two":
            return _("two cards")
        case "give":
            return _("gift")
        case "build_wall":
            return _("%(wall)s wall", wall=wall_name(action["wall"]))
        case "draw_tile":
            return _("draw")
        case "tile":
            return tile_name(action["tile"])
        case "card":
            return _("card")
        case "roll":
            return _("roll %(white)s : %(orange)s", white=action["white"], orange=action["orange"])
        case "correct":
            return _("correction")
    return _("pass")
