"""The other pages of a table: history, the board as it was, rules, corrections, fairness, the end, and the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.games.contract import BadAction, BadState
from companion.tables.errors import TableError
from companion.tables.play import Command, Entry, Table
from companion.web.device import device
from companion.web.errors import Refused, table_sentence, table_status
from companion.web.house import tables
from companion.web.rights import check_export, may_export
from companion.web.table import commands, forms, gates
from companion.web.table.moment import Moment, moment
from companion.web.table.page import with_ids
from companion.web.table.pages import Form, Sheet, pages_of
from companion.web.table.speech import gettext as _
from companion.web.table.viewer import placed, readable, reader, viewer

blueprint = Blueprint("table_sheets", __name__)
SWITCHES = {"sound": "0", "vibration": "0", "awake": "1"}
"""What a phone can switch on and off for itself, and how each stands until somebody does."""
READING_SECONDS = 100.0
"""Who reads one of these pages is still at the table, though the page does not follow it."""
YEAR_SECONDS = 365 * 24 * 60 * 60
Look = Callable[..., AnyResponse]


def sheet(now: Moment, shows: Sheet, status: int = 200) -> Response:
    """A page of its own, with a way back to the table: to the big display for those who have no place there."""
    table, seen = now.table, reader(now)
    template, context = shows
    display = pages_of(table).display and not (seen.person or seen.company.open)
    page = render_template(
        template,
        now=now,
        table=table,
        code=table.code,
        version=table.version,
        seen=seen,
        back=f"/t/{table.code}/board" if display else f"/t/{table.code}",
        file=may_export(table),
        **context,
    )
    response = Response(with_ids(page), status, content_type="text/html; charset=utf-8")
    response.headers["Cache-Control"] = "no-store"
    return response


def page(path: str, who: Callable[[Table], object]) -> Callable[[Look], Look]:
    """Register a page at `/t/CODE/path` for those whom `who` lets in; it raises NoPlace for others."""

    def register(look: Look) -> Look:
        def view(code: str, **parts: int) -> AnyResponse:
            table = tables().open(code)
            who(table)
            if (phone := device()) and table.company.by_device(phone):
                tables().hub.seen(table.code, phone, READING_SECONDS)
            return look(moment(table), **parts)

        blueprint.add_url_rule(f"/t/<code>/{path}", look.__name__, view)
        return look

    return register


@page("history", readable)
def history(now: Moment) -> Response:
    """What happened, by turns."""
    return sheet(now, pages_of(now.table).history(now, tables().history(now.table.code)))


@page("at/<int:n>", readable)
def at(now: Moment, n: int) -> Response:
    """The table as it was after entry n."""
    code = now.table.code
    return sheet(now, pages_of(now.table).past(now.table, tables().at(code, n), tables().history(code), n))


@page("rules", readable)
def rules(now: Moment) -> Response:
    """The rules for exactly this moment, then all of them in short."""
    return sheet(now, pages_of(now.table).rules(now))


@page("hand", placed)
def hand(now: Moment) -> AnyResponse:
    """The own cards with both their uses; a phone without any goes to the table."""
    seen = viewer(now)
    if seen.seat is None or not now.private:
        return commands.see_other(f"/t/{now.table.code}")
    return sheet(now, pages_of(now.table).hand(now, seen))


@page("more", placed)
def more(now: Moment) -> Response:
    """Everything that is not needed with every tap."""
    template, shows = pages_of(now.table).more(now, viewer(now))
    switches = {name: request.cookies.get(name, kept) == "1" for name, kept in SWITCHES.items()}
    return sheet(now, (template, {**shows, "switches": switches}))


@blueprint.post("/t/<code>/switch")
def switch(code: str) -> AnyResponse:
    """Sound, vibration or the screen that stays awake: on or off, for this phone."""
    table = tables().open(code)
    placed(table)
    response = commands.see_other(f"/t/{table.code}/more")
    for name in SWITCHES:
        if name in forms.sent():
            value = "1" if forms.sent()[name] == "1" else "0"
            response.set_cookie(name, value, max_age=YEAR_SECONDS, samesite="Lax", secure=request.is_secure)
    return response


@page("fair", readable)
def fair(now: Moment) -> Response:
    """The promise about chance, and after the end its proof."""
    entries = tables().history(now.table.code)
    template, shows = pages_of(now.table).fair(now, entries)
    return sheet(now, (template, {**shows, "reopened": reopened(entries)}))


def reopened(entries: Sequence[Entry]) -> bool:
    """Whether a game went on after its end, when its secret and all hands could be seen."""
    over = False
    for entry in entries:
        if entry.kind == "undo" and over:
            return True
        if entry.kind in ("act", "correct", "finish"):
            over = entry.kind == "finish" or any(event["type"] == "game_over" for event in entry.events)
    return False


@page("end", readable)
def end(now: Moment) -> Response:
    """How the game went, or how it is going."""
    return sheet(now, pages_of(now.table).end(now, tables().history(now.table.code)))


@page("export", check_export)
def export(now: Moment) -> Response:
    """The table as a file: options, log, result."""
    table = now.table
    response: Response = jsonify(tables().export(table.code))
    response.headers["Content-Disposition"] = f'attachment; filename="tableside-{table.code}.json"'
    response.headers["Cache-Control"] = "no-store"
    return response


# --- the table differs ------------------------------------------------------------------------------------------------


@page("differs", placed)
def differs(now: Moment) -> Response:
    """What can be set to what lies on the table."""
    gates.player(viewer(now), now)
    return _differs(now.table, request.args)


@blueprint.get("/t/<code>/correct")
def corrected(code: str) -> AnyResponse:
    """A page that refused a correction has this address; the links on it, and a reload, lead to the corrections."""
    path, query = f"/t/{tables().open(code).code}/differs", request.query_string.decode("ascii", "ignore")
    return commands.see_other(f"{path}?{query}" if query else path)


@blueprint.post("/t/<code>/correct")
def correct(code: str) -> AnyResponse:
    """Set it."""
    try:
        command: Command = forms.read_command(forms.sent())
        gates.check(code, command, gates.player)
        now = moment(tables().open(code))
        pages = pages_of(now.table)
        pages.check_correction(now, viewer(now), forms.sent())
        table = tables().correct(code, command, pages.correction(now.table.position.view(), forms.sent()))
    except TableError as error:
        if commands.elsewhere(table_status(error)):
            raise
        return _differs(tables().open(code), forms.sent(), table_sentence(error), table_status(error))
    except Refused as error:
        if commands.elsewhere(error.status):
            raise
        return _differs(tables().open(code), forms.sent(), error.sentence, error.status)
    except BadState as error:
        table = tables().open(code)
        sentence = _("That cannot be. %(why)s", why=pages_of(table).problem(error.problem))
        return _differs(table, forms.sent(), sentence, 422, error.problem.where)
    except BadAction:
        return _differs(
            tables().open(code), forms.sent(), _("The companion could not read that. Nothing was done."), 422
        )
    return commands.see_other(f"/t/{table.code}")


def _differs(table: Table, asked: Form, say: str = "", status: int = 200, where: Sequence[Any] = ()) -> Response:
    now = moment(table)
    template, shows = pages_of(table).differs(now, viewer(now), asked, where)
    return sheet(now, (template, {**shows, "say": say}), status)
