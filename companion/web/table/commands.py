"""Taps that change something: each is one command at the table, answered with the pieces that changed."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion.games.contract import BadAction, BadState, IllegalAction
from companion.tables import seating
from companion.tables.errors import Moved, NoSuchSeat, TableError
from companion.tables.play import Command, Table
from companion.tables.seating import Change
from companion.web.errors import Refused, table_sentence, table_status
from companion.web.house import tables
from companion.web.table import forms, gates, hands
from companion.web.table.gates import Gate
from companion.web.table.moment import NOBODY, moment
from companion.web.table.page import by_htmx, show
from companion.web.table.pages import pages_of
from companion.web.table.speech import gettext as _
from companion.web.table.viewer import Viewer, placed, viewer

blueprint = Blueprint("table_commands", __name__)
STEPS = 10_000
What = Callable[[str, Command, Viewer], Table]


def answer(table: Table, say: str = "", status: int = 200, said: int | None = None) -> Response:
    """The table after a tap: pieces to htmx; to a browser the way to the table, unless there is something to say.

    `said` is who has just said to have the phone, NOBODY to take that back.
    """
    now = moment(table)
    seen = viewer(now) if said is None else viewer(now)._replace(said=said)
    if status == 200 and not say and not by_htmx():
        response = see_other(f"/t/{table.code}")
    else:
        response = show(pages_of(table).stage(now, {}, seen, say), status)
    if said is None:
        hands.forget(response, table.code, seen.said, now.active)
    return response


def see_other(path: str) -> Response:
    """On to a page, which a browser then gets with GET."""
    return redirect(path, 303)


def command(name: str, gate: Gate) -> Callable[[What], What]:
    """Register what is done at `/t/CODE/name` by those whom the gate lets through."""

    def register(what: What) -> What:
        def view(code: str) -> Response:
            return carry_out(code, gate, what)

        blueprint.add_url_rule(f"/t/<code>/{name}", name, view, methods=["POST"])
        blueprint.add_url_rule(f"/t/<code>/{name}", view_func=after)
        return what

    return register


def done(code: str, gate: Gate, what: What) -> Response:
    """Do a command. Raises what refuses it."""
    command = forms.read_command(forms.sent())
    return answer(what(code, command, gates.check(code, command, gate)))


def carry_out(code: str, gate: Gate, what: What) -> Response:
    """Do a command; a refusal is told on the fresh page."""
    try:
        return done(code, gate, what)
    except Moved as error:
        return answer(error.table, table_sentence(error), table_status(error))
    except TableError as error:
        if elsewhere(table_status(error)):
            raise
        return answer(tables().open(code), table_sentence(error), table_status(error))
    except Refused as error:
        if elsewhere(error.status):
            raise
        return answer(tables().open(code), error.sentence, error.status)
    except (IllegalAction, BadState) as error:
        table = tables().open(code)
        return answer(table, pages_of(table).problem(error.problem), 422)
    except BadAction:
        return answer(tables().open(code), _("The companion could not read that. Nothing was done; try again."), 422)


def elsewhere(status: int) -> bool:
    """Whether a refusal is told without the board: where there is none, or nothing on it that this phone may do."""
    return status in (403, 404) or status >= 500


def after(code: str) -> Response:
    """A page that answered a form without scripts has its address; the links on it, and a reload, lead to the table."""
    path, query = f"/t/{tables().open(code).code}", request.query_string.decode("ascii", "ignore")
    return see_other(f"{path}?{query}" if query else path)


for _name in ("rematch", "here", "cover", "stand-in", "back"):
    blueprint.add_url_rule(f"/t/<code>/{_name}", view_func=after)


@command("act", gates.action)
def act(code: str, command: Command, seen: Viewer) -> Table:
    """A seat's action, or the dice or the tile that came on the table."""
    all_ = tables()
    return all_.act(code, command, *pages_of(all_.known(code) or all_.open(code)).read_actions(forms.sent()))


@command("roll", gates.turn)
def roll(code: str, command: Command, seen: Viewer) -> Table:
    """The app rolls one duel, or several that wait."""
    count = forms.whole(forms.sent(), "count", 1, 99)
    table = tables().roll(code, command)
    again = table.version != command.version + 1  # the same tap once more, and others have rolled since
    for number in range(1, count):
        decision = table.position.decision()
        if again or decision is None or decision.kind != "duel":
            break
        table = tables().roll(code, Command(f"{command.id}-{number}", table.version))
    return table


@command("undo", gates.player)
def undo(code: str, command: Command, seen: Viewer) -> Table:
    """Take steps back."""
    return tables().undo(code, command, _steps(), seen.seat)


@command("redo", gates.player)
def redo(code: str, command: Command, seen: Viewer) -> Table:
    """Bring steps back."""
    return tables().redo(code, command, _steps(), seen.seat)


def _steps() -> int:
    return forms.whole(forms.sent(), "steps", 1, STEPS) if "steps" in forms.sent() else 1


@command("finish", gates.host)
def finish(code: str, command: Command, seen: Viewer) -> Table:
    """End the game early."""
    return tables().finish(code, command)


@blueprint.post("/t/<code>/rematch")
def rematch(code: str) -> Response:
    """A new table with the same people, which the host makes; everybody who asks comes to the same one."""
    try:
        wanted = forms.read_command(forms.sent())
        table = tables().open(code)
        if table.info.next_code is None:
            gates.check(code, Command(wanted.id, table.version), gates.host)
        else:
            placed(table)
        fresh = tables().rematch(code, wanted)
    except Moved as error:
        return answer(error.table, table_sentence(error), table_status(error))
    return see_other(f"/t/{fresh.code}")


@blueprint.post("/t/<code>/here")
def here(code: str) -> Response:
    """ "I am Green": a player says who holds the phone that goes round, and the hand is uncovered for this turn.

    On the phone that has the seat its hand is shown until it is covered again.
    """
    table = tables().open(code)
    now = moment(table)
    seen = viewer(now)
    gates.player(seen, now)
    seat = forms.whole(forms.sent(), "seat", 0, len(table.names) - 1)
    if seen.person is not None and seen.holds(seat):
        return answer(tables().arrange(table.code, seating.cover(seen.person.device, False)))
    free = table.company.owner(seat) is None and seat not in table.company.bots
    if seat != now.active or not free or not seen.may_act(now):
        return answer(table)
    response = answer(table, said=seat)
    hands.uncover(response, table.code, seat, now.turn)
    return response


@blueprint.post("/t/<code>/cover")
def cover(code: str) -> Response:
    """Cover the hand again."""
    table = tables().open(code)
    person = placed(table)
    if person is not None and (person.seat is not None or person.id in table.company.stand_ins.values()):
        table = tables().arrange(table.code, seating.cover(person.device, True))
    response = answer(table, said=NOBODY)
    hands.cover(response, table.code)
    return response


@blueprint.post("/t/<code>/stand-in")
def stand_in(code: str) -> Response:
    """The host plays for somebody for a moment, and everybody sees it."""
    return _arranged(code, seating.stand_in)


@blueprint.post("/t/<code>/back")
def back(code: str) -> Response:
    """A player plays again instead of the host or the app: the host says so, or they themselves."""
    return _arranged(code, seating.give_back)


def _arranged(code: str, change: Callable[[str, int], Change]) -> Response:
    table = tables().open(code)
    person = placed(table)
    seat = forms.whole(forms.sent(), "seat", 0, len(table.names) - 1)
    if person is None:  # nobody has a place yet
        return answer(table)
    try:
        return answer(tables().arrange(table.code, change(person.device, seat)))
    except NoSuchSeat as error:
        return answer(tables().open(code), table_sentence(error), 409)
