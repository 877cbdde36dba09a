"""Coming to a table: a free seat or a place to watch, a name, and the PIN where there is one. Two taps at most."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response, request
from werkzeug.wrappers import Response as AnyResponse

from companion.tables import guestbook, seating
from companion.tables.errors import Locked, NoPlace, TableError, WrongPin
from companion.tables.play import Table
from companion.tables.seats import MOST_PEOPLE, Person
from companion.web import device, limits
from companion.web.errors import Refused, table_sentence, table_status
from companion.web.house import tables
from companion.web.i18n import gettext as _
from companion.web.people import frame, sheet
from companion.web.people.places import Place, places
from companion.web.table.pages import pages_of

blueprint = frame.blueprint("people")

WATCH, STAY, HOST = "watch", "stay", "host"
"""Values of the field `seat` beside the numbers of seats: no seat, the seat that one has, and to be host in place of
one whose phone has gone."""


@dataclass(frozen=True)
class JoinPage:
    """What templates/people/join.html shows. `me` is who asks, if they have a place; `say` why something was refused.

    `hidden` keeps the people's names from strangers where there is a PIN; `closed` is a sentence where nobody new may
    come.
    """

    code: str
    game: str
    places: list[Place]
    watchers: list[str]
    me: Person | None
    pin: bool
    hidden: bool
    closed: str
    name: str
    say: str = ""
    bad_pin: bool = False
    display: bool = True
    """Whether there is a big display."""
    claim: bool = False
    """Whether the table has nobody but a host whose phone has gone."""


@blueprint.get("/t/<code>/join")
def join(code: str) -> Response:
    """The free seats, and who is there."""
    table = tables().open(code)
    me = table.company.by_device(device.device())
    lost = "lost" in request.args and me is None and not table.company.open
    return page(table, table_sentence(NoPlace()) if lost else "", 200)


@blueprint.post("/t/<code>/join")
def sit(code: str) -> AnyResponse:
    """Take a seat, or watch; whoever is there already changes to it."""
    limits.check("sit")
    table, phone = tables().open(code), device.fresh()
    chosen, name, pin = request.form.get("seat", STAY), request.form.get("name", ""), request.form.get("pin", "")
    me = table.company.by_device(phone)
    if chosen in ("", STAY) and me is None:
        return page(table, _("Choose a seat, or watch."), 422)
    seat = None if chosen == HOST else _seat(chosen)
    guarded = me is None and table.company.pin is not None
    if guarded and not pin.strip():
        return page(table, _("This table has a PIN. Type it, then choose again."), 422, bad_pin=True)
    try:
        if guarded:
            limits.check_pin(table.code)
        if chosen == STAY:
            change = seating.rename(phone, name)
        elif chosen == HOST:
            change = _claim(table, phone, name, pin)
        else:
            change = seating.sit(phone, name, seat, len(table.names), pin, frame.now())
        table = frame.arrange(table.code, change)
    except TableError as error:
        if table_status(error) >= 500:
            raise
        if isinstance(error, WrongPin):
            limits.wrong_pin(table.code)
        table = tables().open(code)
        wrong = isinstance(error, WrongPin)
        return page(table, frame.sentence(error, table, seat), table_status(error), wrong)
    except Refused as error:
        return page(table, error.sentence, error.status)
    response = frame.see(f"/t/{table.code}")
    device.keep(response, phone)
    return response


def _claim(table: Table, phone: str, name: str, pin: str) -> seating.Change:
    """Become host where nobody else could. Raises Refused."""
    if not sheet.host_is_away(table):
        raise Refused("host_is_here", sheet.host_is_here(), 409)
    return seating.claim_host(phone, name, pin, frame.now())


def _seat(chosen: str) -> int | None:
    """The number of a seat; one that there is not where it can be none."""
    if chosen == WATCH:
        return None
    return int(chosen) if chosen.isascii() and chosen.isdigit() and len(chosen) < 3 else MOST_PEOPLE


def page(table: Table, say: str = "", status: int = 200, bad_pin: bool = False) -> Response:
    """The choice as it is now."""
    company, phone = table.company, device.device()
    me = company.by_device(phone)
    new = me is None
    shown = JoinPage(
        code=table.code,
        game=_(table.game.name),
        places=places(table, me),
        watchers=[sheet.called(one, table) for one in company.people if one.seat is None and one is not me],
        me=me,
        pin=new and company.pin is not None,
        hidden=new and company.pin is not None,
        closed=table_sentence(Locked()) if new and company.locked else "",
        name=request.form.get("name", (me.name if me else "") or guestbook.name_of(tables().store, phone)),
        say=say,
        bad_pin=bad_pin,
        display=pages_of(table).display,
        claim=new and sheet.may_claim(table, None),
    )
    return frame.page("people/join.html", status, page=shown)
