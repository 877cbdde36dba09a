"""Taps that change something: each is one command at the table, answered with the pieces that changed."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion.games.contract import BadAction, BadState, IllegalAction
from companion.tables.errors import Moved, TableError
from companion.tables.play import Command, Table
from companion.web.errors import Refused, table_sentence, table_status
from companion.web.house import tables
from companion.web.table import around, forms, hands, telling
from companion.web.table.choice import NOTHING
from companion.web.table.moment import NOBODY, Moments, moment
from companion.web.table.page import by_htmx, show
from companion.web.table.scene import Scene
from companion.web.table.speech import gettext as _

blueprint = Blueprint("table_commands", __name__)
STEPS = 10_000
SECRETS = frozenset({"play", "trade", "trade_two", "discard", "give"})
"""Actions from a hand, which only its player may take."""


def answer(table: Table, say: str = "", status: int = 200, holder: int | None = None) -> Response:
    """The table after a tap: pieces to htmx; to a browser the way to the table, unless there is something to say."""
    now = moment(table)
    known = hands.holder(table.code, now.turn) if holder is None else holder
    if status == 200 and not say and not by_htmx():
        response = see_other(f"/t/{table.code}")
    else:
        response = show(Scene(now, NOTHING, known, say), status)
    if holder is None:
        hands.forget(response, table.code, known, now.active)
    return response


def see_other(path: str) -> Response:
    """On to a page, which a browser then gets with GET."""
    return redirect(path, 303)


def carry_out(code: str, what: Callable[[Command], Table]) -> Response:
    """Do a command; a refusal is told on the fresh page."""
    try:
        return answer(what(forms.read_command(forms.sent())))
    except Moved as error:
        return answer(error.table, table_sentence(error), table_status(error))
    except TableError as error:
        if table_status(error) >= 500 or table_status(error) == 404:
            raise
        return answer(tables().open(code), table_sentence(error), table_status(error))
    except Refused as error:
        return answer(tables().open(code), error.sentence, error.status)
    except IllegalAction as error:
        return answer(tables().open(code), telling.problem(error.problem), 422)
    except BadState as error:
        return answer(tables().open(code), telling.problem(error.problem), 422)
    except BadAction:
        return answer(tables().open(code), _("The companion could not read that. Nothing was done; try again."), 422)


def after(code: str) -> Response:
    """A page that answered a form without scripts has its address; the links on it, and a reload, lead to the table."""
    path, query = f"/t/{tables().open(code).code}", request.query_string.decode("ascii", "ignore")
    return see_other(f"{path}?{query}" if query else path)


for _name in ("act", "roll", "undo", "redo", "finish", "rematch", "here", "cover"):
    blueprint.add_url_rule(f"/t/<code>/{_name}", view_func=after)


@blueprint.post("/t/<code>/act")
def act(code: str) -> Response:
    """A seat's action, or the dice or the tile that came on the table."""

    def what(command: Command) -> Table:
        action = forms.read_action(forms.sent())
        if action["type"] in SECRETS:
            moments: Moments = around.part("moments")
            now = moments.at(code, command.version) or moment(tables().open(code))
            if now.private and hands.holder(now.table.code, now.turn) != now.active:
                name = now.table.names[now.active]
                raise Refused("covered", _("These cards are %(name)s's. Give the phone on first.", name=name), 409)
        return tables().act(code, command, action)

    return carry_out(code, what)


@blueprint.post("/t/<code>/roll")
def roll(code: str) -> Response:
    """The app rolls one duel, or several that wait."""

    def what(command: Command) -> Table:
        count = forms.whole(forms.sent(), "count", 1, 99)
        table = tables().roll(code, command)
        again = table.version != command.version + 1  # the same tap once more, and others have rolled since
        for number in range(1, count):
            decision = table.position.decision()
            if again or decision is None or decision.kind != "duel":
                break
            table = tables().roll(code, Command(f"{command.id}-{number}", table.version))
        return table

    return carry_out(code, what)


@blueprint.post("/t/<code>/undo")
def undo(code: str) -> Response:
    """Take steps back."""
    return carry_out(code, lambda command: tables().undo(code, command, _steps()))


@blueprint.post("/t/<code>/redo")
def redo(code: str) -> Response:
    """Bring steps back."""
    return carry_out(code, lambda command: tables().redo(code, command, _steps()))


def _steps() -> int:
    return forms.whole(forms.sent(), "steps", 1, STEPS) if "steps" in forms.sent() else 1


@blueprint.post("/t/<code>/finish")
def finish(code: str) -> Response:
    """End the game early."""
    return carry_out(code, lambda command: tables().finish(code, command))


@blueprint.post("/t/<code>/rematch")
def rematch(code: str) -> Response:
    """A new table with the same people; every phone that asks comes to the same one."""
    try:
        table = tables().rematch(code, forms.read_command(forms.sent()))
    except Moved as error:
        return answer(error.table, table_sentence(error), table_status(error))
    return see_other(f"/t/{table.code}")


@blueprint.post("/t/<code>/here")
def here(code: str) -> Response:
    """ "I am Green": the player says who holds the phone, and the hand is uncovered for this turn."""
    table = tables().open(code)
    now = moment(table)
    seat = forms.whole(forms.sent(), "seat", 0, len(table.names) - 1)
    if seat != now.active:
        return answer(table)
    response = answer(table, holder=seat)
    hands.uncover(response, table.code, seat, now.turn)
    return response


@blueprint.post("/t/<code>/cover")
def cover(code: str) -> Response:
    """Cover the hand again."""
    table = tables().open(code)
    response = answer(table, holder=NOBODY)
    hands.cover(response, table.code)
    return response
