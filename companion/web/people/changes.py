"""What the people of a table can change about themselves and each other: each is a form of the people's page."""

from __future__ import annotations

from collections.abc import Callable

from flask import request
from werkzeug.wrappers import Response as AnyResponse

from companion.tables import seating
from companion.tables.errors import NoPlace, NotHost, TableError
from companion.tables.play import Table
from companion.tables.seating import Change
from companion.tables.seats import Company, hash_pin
from companion.web import device, limits, setup
from companion.web.errors import Refused, table_sentence, table_status
from companion.web.house import tables
from companion.web.i18n import gettext as _
from companion.web.people import frame, sheet
from companion.web.table import forms, passing

blueprint = frame.blueprint("people_changes")


def change(code: str, make: Callable[[Table, str], Change]) -> AnyResponse:
    """Carry out what a form asks for, and show the people; a refusal is told there."""
    phone, table = device.device() or "", tables().open(code)
    try:
        table = frame.arrange(code, make(table, phone))
    except NoPlace:
        raise
    except TableError as error:
        if table_status(error) >= 500:
            raise
        return sheet.page(tables().open(code), frame.sentence(error, table), table_status(error))
    except Refused as error:
        return sheet.page(tables().open(code), error.sentence, error.status)
    return frame.see(f"/t/{table.code}/people")


def seat() -> int:
    """The seat that a form is about; one that there is not where it names none."""
    text = request.form.get("seat", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else -1


def person() -> str:
    """The public id of whom a form is about."""
    return request.form.get("person", "")


def on() -> bool:
    """Whether a switch goes on."""
    return request.form.get("on") == "1"


@blueprint.get("/t/<code>/people/<what>")
def after(code: str, what: str) -> AnyResponse:
    """A page that answered a form has its address; a reload leads to the people."""
    return frame.see(f"/t/{tables().open(code).code}/people")


@blueprint.post("/t/<code>/people/dismiss")
def dismiss(code: str) -> AnyResponse:
    """Free a seat, or send somebody away who watches."""
    return change(code, lambda table, phone: seating.dismiss(phone, person()))


@blueprint.post("/t/<code>/people/host")
def host(code: str) -> AnyResponse:
    """Make somebody else host."""
    return change(code, lambda table, phone: seating.hand_on(phone, person()))


@blueprint.post("/t/<code>/people/stand-in")
def stand_in(code: str) -> AnyResponse:
    """Play for somebody for a moment."""
    return change(code, lambda table, phone: seating.stand_in(phone, seat()))


@blueprint.post("/t/<code>/people/bot")
def bot(code: str) -> AnyResponse:
    """Let the app play for a seat."""
    return change(code, lambda table, phone: seating.set_bot(phone, seat(), len(table.names), True))


@blueprint.post("/t/<code>/people/back")
def back(code: str) -> AnyResponse:
    """Whoever has the seat plays again: the host says so, or they themselves."""
    return change(code, lambda table, phone: seating.give_back(phone, seat()))


@blueprint.post("/t/<code>/people/lock")
def lock(code: str) -> AnyResponse:
    """Let nobody new come, or let them come again."""
    return change(code, lambda table, phone: seating.settle(phone, locked=on()))


@blueprint.post("/t/<code>/people/everybody")
def everybody(code: str) -> AnyResponse:
    """Let everybody who has a seat tap for everybody, or no longer."""
    return change(code, lambda table, phone: seating.settle(phone, everybody=on()))


@blueprint.post("/t/<code>/people/pin")
def pin(code: str) -> AnyResponse:
    """Set the PIN, or with an empty field take it away."""

    def make(table: Table, phone: str) -> Change:
        try:
            chosen = setup.read_pin(request.form)
        except setup.BadForm as error:
            raise Refused("bad_pin", error.sentence, 422) from None
        settle = seating.settle(phone, pin=hash_pin(chosen) if chosen else None)

        def forgiven(company: Company) -> Company:
            settled = settle(company)  # which refuses it to all but the host
            limits.forgive_pins(table.code)
            return settled

        return forgiven

    return change(code, make)


@blueprint.post("/t/<code>/people/claim")
def claim(code: str) -> AnyResponse:
    """Become host in place of one whose phone has gone."""

    def make(table: Table, phone: str) -> Change:
        me = sheet.me_at(table)
        if not sheet.host_is_away(table):
            raise Refused("host_is_here", sheet.host_is_here(), 409)
        if not sheet.may_claim(table, me):
            raise Refused("seats_first", _("Somebody who has a seat can become host. Take a seat first."), 403)
        return seating.claim_host(phone, "", "", frame.now())

    return change(code, make)


@blueprint.post("/t/<code>/people/pass")
def pass_turn(code: str) -> AnyResponse:
    """The host ends the turn of somebody who is away."""
    table = tables().open(code)
    me = sheet.me_at(table)
    try:
        if me is None or not me.host:
            raise NotHost()
        command = forms.read_command(request.form)
        table = tables().correct(code, command, passing.pass_turn(table))
    except TableError as error:
        if table_status(error) >= 500:
            raise
        return sheet.page(tables().open(code), table_sentence(error), table_status(error))
    except Refused as error:
        return sheet.page(table, error.sentence, error.status)
    return frame.see(f"/t/{table.code}")


@blueprint.post("/t/<code>/people/leave")
def leave(code: str) -> AnyResponse:
    """Go away for good."""
    frame.arrange(code, seating.leave(device.device() or ""))
    return frame.see("/")
