"""The pages of a table that only show: the play page with whatever is picked on it."""

from __future__ import annotations

from flask import Blueprint, Response

from companion.web.house import tables
from companion.web.table import forms, hands
from companion.web.table.moment import moment
from companion.web.table.page import by_htmx, show
from companion.web.table.pages import pages_of
from companion.web.table.viewer import viewer

blueprint = Blueprint("table", __name__)


@blueprint.get("/t/<code>")
def play(code: str) -> Response:
    """The table as it stands, with what is picked in the address."""
    now = moment(tables().open(code))
    seen = viewer(now)
    if seen.person is not None and not by_htmx():  # its stream, if there will be one, comes after the page
        tables().hub.seen(now.table.code, seen.person.device)
    response = show(pages_of(now.table).stage(now, forms.asked(), seen))
    hands.forget(response, now.table.code, seen.said, now.active)
    return response
