"""Who is at a table: every seat with its person and whether their phone is connected, those who watch, the settings."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import timedelta

from flask import Response
from flask_babel import format_timedelta

from companion.tables.errors import NoPlace
from companion.tables.play import Table
from companion.tables.seats import Person
from companion.web import device
from companion.web.house import tables
from companion.web.i18n import gettext as _
from companion.web.people import frame, presence
from companion.web.people.places import Place, places

blueprint = frame.blueprint("people_sheet")
HOST_AWAY_SECONDS = 120.0
"""How long the host's phone must have been silent before somebody else may become host."""


@dataclass(frozen=True)
class Button:
    """One thing that can be done: its address below /t/CODE/people/, its words, and the fields that it sends."""

    what: str
    words: str
    fields: dict[str, str | int] = field(default_factory=dict)
    bad: bool = False


@dataclass(frozen=True)
class Row:
    """A seat or somebody who watches: what is said of it, and what the one who asks can do there."""

    name: str
    state: presence.State
    told: str
    notes: list[str]
    buttons: list[Button]
    place: Place | None = None


@dataclass(frozen=True)
class PeoplePage:
    """What templates/people/people.html shows; `me` is None at a table that nobody has joined."""

    table: Table
    me: Person | None
    host: bool
    seats: list[Row]
    watchers: list[Row]
    urgent: list[tuple[str, list[Button]]]
    """What needs somebody, as a sentence with the buttons that help."""
    say: str = ""


@blueprint.get("/t/<code>/people")
def people(code: str) -> Response:
    """The people of a table. Who looks at them is there: the page asks again and again while it is open."""
    table = tables().open(code)
    me = me_at(table)
    if me is not None:
        tables().hub.seen(table.code, me.device)
    return page(table)


def page(table: Table, say: str = "", status: int = 200) -> Response:
    """The people as they are now. Raises NoPlace."""
    me, present = me_at(table), tables().hub.present(table.code)
    if me is not None:
        present.add(me.device)  # whoever asks is there
    seats = [_seat(table, place, me, present) for place in places(table, me)]
    shown = PeoplePage(
        table=table,
        me=me,
        host=me is not None and me.host,
        seats=seats,
        watchers=[_watcher(table, one, me, present) for one in table.company.people if one.seat is None],
        urgent=_urgent(table, me, seats),
        say=say,
    )
    return frame.page("people/people.html", status, page=shown, code=table.code)


def me_at(table: Table) -> Person | None:
    """The person who asks; None at a table that nobody has joined. Raises NoPlace."""
    me = table.company.by_device(device.device())
    if me is None and not table.company.open:
        raise NoPlace()
    return me


def host_is_away(table: Table) -> bool:
    """Whether the host's phone has been silent for long."""
    host = table.company.host
    return host is not None and tables().hub.silent_for(table.code, host.device) >= HOST_AWAY_SECONDS


def host_is_here() -> str:
    """Why nobody else can become host."""
    return _("The phone of the host is still there, or has gone only just now. Ask them to hand on hosting.")


def called(person: Person, table: Table) -> str:
    """What a person is called at the table."""
    if person.seat is not None:
        return table.names[person.seat]
    return person.name or (_("The host") if person.host else _("Somebody"))


def _seat(table: Table, place: Place, me: Person | None, present: set[str]) -> Row:
    state = presence.state(table, place.seat, present)
    owner = place.person
    told = presence.word(state)
    notes = _notes(owner, me)
    if state == "away" and owner is not None:
        told = _since(table, owner)
    elif state == "standin":
        host = table.company.host
        told = _("%(host)s plays for them", host=called(host, table)) if host is not None else told
    buttons = _host_buttons(table, place, state) if me is not None and me.host else []
    return Row(place.name, state, told, notes, buttons, place)


def _watcher(table: Table, person: Person, me: Person | None, present: set[str]) -> Row:
    here = person.device in present
    buttons = []
    if me is not None and me.host and person.id != me.id:
        buttons = [
            Button("host", _("Make %(name)s host", name=called(person, table)), {"person": person.id}),
            Button("dismiss", _("Send away"), {"person": person.id}, bad=True),
        ]
    told = presence.word("here") if here else _since(table, person)
    return Row(called(person, table), "here" if here else "away", told, _notes(person, me), buttons)


def _notes(person: Person | None, me: Person | None) -> list[str]:
    if person is None:
        return []
    you = me is not None and me.id == person.id
    return [*([_("you")] if you else []), *([_("host")] if person.host else [])]


def _since(table: Table, person: Person) -> str:
    """For how long a phone has been away, where that is known and worth saying."""
    seconds = tables().hub.away_for(table.code, person.device)
    if seconds == float("inf") or seconds < 60:
        return presence.word("away")
    return _("away for %(time)s", time=format_timedelta(timedelta(seconds=seconds)))


def _host_buttons(table: Table, place: Place, state: presence.State) -> list[Button]:
    """What the host can do about a seat."""
    seat, name, owner = place.seat, place.name, place.person
    if owner is None:
        if state == "bot":
            return [Button("back", _("Take it from the app"), {"seat": seat})]
        return [Button("bot", _("Let the app play"), {"seat": seat})]
    if owner.host:
        return [Button("bot", _("Let the app play for me"), {"seat": seat})] if state != "bot" else []
    buttons = []
    if state != "standin":
        buttons.append(Button("stand-in", _("Play for %(name)s", name=name), {"seat": seat}))
    if state in ("bot", "standin"):
        buttons.append(Button("back", _("Let %(name)s play again", name=name), {"seat": seat}))
    if state != "bot":
        buttons.append(Button("bot", _("Let the app play for %(name)s", name=name), {"seat": seat}))
    buttons.append(Button("host", _("Make %(name)s host", name=name), {"person": owner.id}))
    buttons.append(Button("dismiss", _("Free this seat"), {"person": owner.id}, bad=True))
    return buttons


def _urgent(table: Table, me: Person | None, seats: list[Row]) -> list[tuple[str, list[Button]]]:
    company = table.company
    found: list[tuple[str, list[Button]]] = []
    if me is None:
        return found
    if me.seat is not None and (me.seat in company.bots or me.seat in company.stand_ins):
        who = _("The app plays for you.") if me.seat in company.bots else _("The host plays for you.")
        found.append((who, [Button("back", _("I am back"), {"seat": me.seat})]))
    if not me.host and may_claim(table, me) and company.host is not None:
        away = _("The phone of the host, %(name)s, is away.", name=called(company.host, table))
        found.append((away, [Button("claim", _("Become host"))]))
    active = None if table.over else table.position.view(frame.NOBODY)["active"]
    if me.host and active is not None and seats[active].state == "away":
        row = seats[active]
        told = _("It is %(name)s’s turn, and their phone is away.", name=row.name)
        found.append((told, [*row.buttons[:2], pass_turn(table)]))
    return found


def pass_turn(table: Table) -> Button:
    """Ends the turn of whose turn it is; as a command of the table, so that a double tap passes one."""
    return Button("pass", _("Pass the turn"), {"id": secrets.token_urlsafe(12), "version": table.version})


def may_claim(table: Table, me: Person | None) -> bool:
    """Whether somebody may become host just now: the host's phone is silent, and whoever has a seat goes first."""
    if me is None and table.company.locked and table.company.pin is None:
        return False
    seated = any(one.seat is not None and not one.host for one in table.company.people)
    return host_is_away(table) and (not seated or (me is not None and me.seat is not None))
