"""Taking one's place to another phone: a link good for one use, which only a button uses up.

A messenger that looks at the link to show what is behind it changes nothing. The link is in no log and no Referer.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from flask import Response
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from companion.tables import seating
from companion.tables.errors import BadTicket
from companion.web import device, limits, share
from companion.web.house import tables
from companion.web.people import frame, sheet

blueprint = frame.blueprint("people_moving")
MINUTES = seating.TICKET_MS // 60_000


@dataclass(frozen=True)
class MovePage:
    """What templates/people/move.html shows: the link for the other phone, as text and as a QR code."""

    code: str
    link: str
    qr: Markup
    minutes: int


@dataclass(frozen=True)
class ComePage:
    """What templates/people/come.html shows: whose place it is, and what this phone is called there now, if it is."""

    code: str
    token: str
    name: str
    village: str
    mine: str


@blueprint.post("/t/<code>/people/move")
def move(code: str) -> Response:
    """A new link for the own place; one that was made before is good no longer."""
    limits.check("sit")
    token = secrets.token_urlsafe(16)
    table = frame.arrange(code, seating.ticket(device.device() or "", token, frame.now()))
    link = f"{share.base_url()}/t/{table.code}/come/{token}"
    shown = MovePage(table.code, link, Markup(share.qr_inline(link)), MINUTES)
    return _unsaid(frame.page("people/move.html", page=shown, code=table.code))


@blueprint.get("/t/<code>/come/<token>")
def come(code: str, token: str) -> Response:
    """Ask before the place is taken over. Raises BadTicket."""
    table = tables().open(code)
    person = seating.promised(table.company, token, frame.now())
    there = table.company.by_device(device.device())
    other = there is not None and there.id != person.id
    seats = table.position.view(frame.NOBODY)["seats"]
    village = seats[person.seat].get("village", "") if person.seat is not None else ""
    mine = sheet.called(there, table) if there is not None and other else ""
    shown = ComePage(table.code, token, sheet.called(person, table), village, mine)
    return _unsaid(frame.page("people/come.html", page=shown, code=table.code))


@blueprint.post("/t/<code>/come/<token>")
def take(code: str, token: str) -> AnyResponse:
    """Take the place over. Raises BadTicket."""
    limits.check("sit")
    phone = device.fresh()
    try:
        table = frame.arrange(code, seating.redeem(phone, token, frame.now()))
    except BadTicket:
        table = tables().open(code)
        if table.company.by_device(phone) is None:
            raise
        # a finger that tapped twice is there already
    response = frame.see(f"/t/{table.code}")
    device.keep(response, phone)
    return response


def _unsaid(response: Response) -> Response:
    """Let no Referer hold more than this site; without even that, browsers would not say where a form comes from."""
    response.headers["Referrer-Policy"] = "strict-origin"
    return response
