"""Who is connected, as small marks on the strip of the play page: a piece that goes out alone when that changes.

Somebody who is there needs no mark; the marks lie on the chips of the villages and take no room of their own.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from html import escape
from typing import Literal

from companion.tables.play import Table
from companion.web.house import tables
from companion.web.table.speech import gettext as _
from companion.web.table.speech import language

State = Literal["here", "away", "bot", "standin", "free"]
"""Of a seat: its player is connected, or is not; the app plays; the host stands in; nobody has it."""

_LINE = 'fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"'
DRAWN: dict[State, str] = {
    "away": f'<path d="M2.5 3.5H8L2.5 10.5H8M9.5 7.5H13.5L9.5 12.5H13.5" {_LINE}/>',  # asleep
    "bot": f'<path d="M3 6H13V13H3ZM8 6V3M6 9V9.8M10 9V9.8" {_LINE}/>',  # a face with an aerial
    "standin": f'<path d="M2 5.5H12M9 2.5L12 5.5L9 8.5M14 10.5H4M7 7.5L4 10.5L7 13.5" {_LINE}/>',  # changed over
    "free": f'<path d="M8 2.5A5.5 5.5 0 1 1 8 13.5A5.5 5.5 0 1 1 8 2.5Z" stroke-dasharray="3.2 2.6" {_LINE}/>',
}
"""The marks, on a grid of 16: each has a shape of its own."""


def state(table: Table, seat: int, present: Collection[str]) -> State:
    """How it stands with a seat; `present` are the devices that are connected."""
    company = table.company
    if seat in company.bots:
        return "bot"
    owner = company.owner(seat)
    if owner is None:
        return "free"
    if seat in company.stand_ins:
        return "standin"
    return "here" if owner.device in present else "away"


def word(state: State) -> str:
    """A state in a word or two."""
    words = {
        "here": _("connected"),
        "away": _("away"),
        "bot": _("the app plays"),
        "standin": _("the host plays"),
        "free": _("free"),
    }
    return words[state]


def mark(state: State) -> str:
    """The drawing of a state; nothing where somebody is there."""
    drawn = DRAWN.get(state)
    return f'<svg class="mark {state}" viewBox="0 0 16 16" aria-hidden="true">{drawn}</svg>' if drawn else ""


def piece(table: Table, present: Collection[str]) -> str:
    """The marks of all seats; none at a table where one phone goes round."""
    if all(person.seat is None for person in table.company.people) and not table.company.bots:
        return '<div id="people" hx-swap-oob="true"></div>'
    states = tuple(state(table, seat, present) for seat in range(len(table.names)))
    return _drawn(language(), table.names, states)


def people_piece(table: Table) -> str:
    """The marks as things stand just now."""
    return piece(table, tables().hub.present(table.code))


@lru_cache(1024)
def _drawn(locale: str, names: tuple[str, ...], states: tuple[State, ...]) -> str:
    items = []
    for name, now in zip(names, states, strict=True):
        told = escape(_("%(name)s: %(state)s", name=name, state=word(now)))
        shown = f'<b aria-hidden="true">{mark(now)}<span>{escape(word(now))}</span></b>' if now != "here" else ""
        items.append(f'<li class="{now}">{shown}<span class="unseen">{told}</span></li>')
    return f'<div id="people" hx-swap-oob="true"><ul class="present n{len(names)}">{"".join(items)}</ul></div>'
