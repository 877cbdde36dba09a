"""What the page's forms send, read into actions. Nothing here trusts a field; the rules check what is legal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.contract import Wire
from companion.web.abduction.pick import read_pick
from companion.web.table.forms import whole
from companion.web.table.speech import SPEAKER
from companion.web.table.speech import gettext as _
from companion.words import abduction as words

MOST = 99


def read_actions(form: Mapping[str, str]) -> list[Wire]:
    """The actions of a form: one, or the discards and the end of a turn, or the end of a phase and what follows.

    Raises:
        Refused: a field is no number.
    """
    kind = form.get("type", "")
    if kind == "discards":
        drop = read_pick({"drop": form.get("drop", "")}).drop
        first, last = ([{"type": "pass"}] if form.get(name) == "pass" else [] for name in ("first", "last"))
        found = [*first, *({"type": "discard", "card": slug} for slug, n in drop for _n in range(n)), *last]
        return found or [{"type": "pass"}]
    action: dict[str, Any] = {"type": kind}
    for name in ("card", "kind"):
        if name in form:
            action[name] = form[name]
    for name in ("column", "digit"):
        if name in form:
            action[name] = whole(form, name, 0, MOST)
    then = form.get("then", "")
    return [action, {"type": then}] if then in ("abduct", "leave") else [action]


def short(actions: list[Wire]) -> str:
    """What an entry did, in two or three words."""
    by_hand = [action for action in actions if action["type"] in _SHORT] or actions
    action = by_hand[-1] if by_hand[0]["type"] == "pass" else by_hand[0]
    if "card" in action:
        return words.card_name(action["card"], SPEAKER)
    match action["type"]:
        case "abduct":
            return _("abduction")
        case "leave":
            return _("left lying")
        case "turn_up":
            return _("face-down card")
        case "remove":
            return _("column %(n)s", n=action["column"] + 1)
        case "clear":
            return _("a decoy")
        case "choose":
            return _("saucers") if action["kind"] == "ufo" else _("cows")
        case "correct":
            return _("correction")
    return _("go on")


_SHORT = frozenset({"abduct", "leave", "pass", "discard", "turn_up", "place", "correct", "clear", "choose", "remove"})
