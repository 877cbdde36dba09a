"""The other pages of a table: history, the board as it was, rules, corrections, fairness, the end, and the rest."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.games.contract import BadAction, BadState
from companion.games.eruption.data import RULES, TILE_SLUGS, zone_of
from companion.tables.errors import TableError
from companion.tables.play import Command, Table
from companion.web.errors import Refused, table_sentence, table_status
from companion.web.house import tables
from companion.web.table import commands, corrections, ending, forms, hands, helping, island, past
from companion.web.table import history as told
from companion.web.table import records as counted
from companion.web.table.choice import NOTHING, Choice, read_choice, site_text
from companion.web.table.moment import Moment, moment
from companion.web.table.naming import hex_name, site_name, tile_name
from companion.web.table.page import with_ids
from companion.web.table.speech import SPEAKER
from companion.web.table.speech import gettext as _
from companion.words import eruption as words

blueprint = Blueprint("table_sheets", __name__)
SWITCHES = ("sound", "vibration")
YEAR_SECONDS = 365 * 24 * 60 * 60


def sheet(name: str, now: Moment, status: int = 200, **context: Any) -> Response:
    """A page of its own, with a way back to the table."""
    table = now.table
    page = render_template(
        f"table/{name}.html", now=now, table=table, code=table.code, version=table.version, RULES=RULES, **context
    )
    response = Response(with_ids(page), status, content_type="text/html; charset=utf-8")
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/t/<code>/history")
def history(code: str) -> Response:
    """What happened, by turns."""
    now = moment(tables().open(code))
    turns = told.turns(tables().history(code), now.state["seats"], now.table.names)
    return sheet("history", now, turns=turns)


@blueprint.get("/t/<code>/at/<int:n>")
def at(code: str, n: int) -> Response:
    """The board as it was after entry n."""
    now = moment(tables().open(code))
    page = past.past(now.table, tables().at(code, n), tables().history(code), n)
    return sheet("past", now, past=page)


@blueprint.get("/t/<code>/rules")
def rules(code: str) -> Response:
    """The rules for exactly this moment, then all of them in short."""
    now = moment(tables().open(code))
    return sheet(
        "rules",
        now,
        helps=helping.helps(now),
        summary=helping.summary(now),
        card_text=lambda slug: words.card_text(slug, SPEAKER),
    )


@blueprint.get("/t/<code>/more")
def more(code: str) -> Response:
    """Everything that is not needed with every tap."""
    now = moment(tables().open(code))
    seats = [
        {
            **seat,
            "name": now.table.names[i],
            "zone": zone_of(seat["temperature"]),
            "cards": sum(seat["hand"].values()),
            "active": i == now.active,
        }
        for i, seat in enumerate(now.state["seats"])
    ]
    switches = {name: request.cookies.get(name) == "1" for name in SWITCHES}
    left = sum(now.state["stack"].values())
    uncovered = now.private and hands.holder(code, now.turn) is not None
    return sheet("more", now, seats=seats, switches=switches, left=left, uncovered=uncovered)


@blueprint.post("/t/<code>/switch")
def switch(code: str) -> AnyResponse:
    """Sound or vibration, on or off, for this phone."""
    table = tables().open(code)
    response = commands.see_other(f"/t/{table.code}/more")
    for name in SWITCHES:
        if name in forms.sent():
            value = "1" if forms.sent()[name] == "1" else "0"
            response.set_cookie(name, value, max_age=YEAR_SECONDS, samesite="Lax", secure=request.is_secure)
    return response


@blueprint.get("/t/<code>/fair")
def fair(code: str) -> Response:
    """The promise about dice and draws, and after the end its proof."""
    now = moment(tables().open(code))
    return sheet("fair", now, counted=counted.records(tables().history(code), now.state), records=counted)


@blueprint.get("/t/<code>/end")
def end(code: str) -> Response:
    """How the game went: the ranking so far or at the end, the heat, the duels, the dice."""
    now = moment(tables().open(code))
    state, names = now.state, now.table.names
    found = counted.records(tables().history(code), state)
    villages = [seat["village"] for seat in state["seats"]]
    heat = ", ".join(f"{name} {seat['temperature']}" for name, seat in zip(names, state["seats"], strict=True))
    chart = counted.chart(found, villages, _("The heat of each village over the game. Now: %(heat)s", heat=heat))
    ranking = now.table.position.ranking()
    places = ending.places(ranking, state["seats"], names)
    return sheet("end", now, places=places, counted=found, records=counted, chart=chart)


@blueprint.get("/t/<code>/export")
def export(code: str) -> Response:
    """The table as a file: options, log, result."""
    table = tables().open(code)
    response: Response = jsonify(tables().export(code))
    response.headers["Content-Disposition"] = f'attachment; filename="tableside-{table.code}.json"'
    response.headers["Cache-Control"] = "no-store"
    return response


# --- the table differs ------------------------------------------------------------------------------------------------


@blueprint.get("/t/<code>/differs")
def differs(code: str) -> Response:
    """What can be set to what lies on the table."""
    return _differs(tables().open(code), read_choice(request.args))


@blueprint.get("/t/<code>/correct")
def corrected(code: str) -> AnyResponse:
    """A page that refused a correction has this address; the links on it, and a reload, lead to the corrections."""
    query = request.query_string.decode("ascii", "ignore")
    return commands.see_other(f"/t/{code}/differs?{query}" if query else f"/t/{code}/differs")


@blueprint.post("/t/<code>/correct")
def correct(code: str) -> AnyResponse:
    """Set it."""
    try:
        command: Command = forms.read_command(forms.sent())
        now = moment(tables().open(code))
        if now.private and forms.sent().get("what") == "hand":
            _own_hand(now)
        state = now.table.position.view()
        table = tables().correct(code, command, corrections.patch(state, forms.sent()))
    except TableError as error:
        if table_status(error) >= 500 or table_status(error) == 404:
            raise
        return _differs(tables().open(code), _picked(), table_sentence(error), table_status(error))
    except Refused as error:
        return _differs(tables().open(code), _picked(), error.sentence, error.status)
    except BadState as error:
        sentence = _("That cannot be. %(why)s", why=words.problem(error.problem, SPEAKER))
        return _differs(tables().open(code), _picked(), sentence, 422, error.problem.where)
    except BadAction:
        return _differs(tables().open(code), _picked(), _("The companion could not read that. Nothing was done."), 422)
    return commands.see_other(f"/t/{table.code}")


def _own_hand(now: Moment) -> None:
    """See that it is the own hand that is corrected: a refusal would tell of another one. Raises Refused."""
    seat = forms.whole(forms.sent(), "seat", 0, len(now.table.names) - 1)
    if seat != now.active or hands.holder(now.table.code, now.turn) != seat:
        sentence = _("These cards are %(name)s's. Give the phone on first.", name=now.table.names[seat])
        raise Refused("covered", sentence, 409)


def _picked() -> Choice:
    hex_ = read_choice({name: forms.sent().get(name, "") for name in ("hex", "tile")})
    rotation = forms.sent().get("rotation", "")
    return read_choice({"hex": forms.sent().get("hex", ""), "tile": hex_.tile or "", "r": rotation})


def _differs(table: Table, choice: Choice, say: str = "", status: int = 200, where: Any = ()) -> Response:
    now = moment(table)
    state = now.state
    lying = now.tiles.get(choice.hex) if choice.hex else None
    slug = choice.tile or (lying[0] if lying else None)
    rotation = choice.rotation if choice.rotation is not None else lying[1] if lying else 0
    holder = hands.holder(table.code, now.turn)
    own = now.hand(now.active) if now.private and holder == now.active else None
    marks = []
    if choice.hex:
        marks.append(island.hex_mark(choice.hex, "picked"))
        if slug and (slug, rotation) != lying:
            marks.insert(0, island.tile(choice.hex, slug, rotation, "ghost"))
    for one in where:
        hex_, site = island.edge_of(one)
        marks += [island.mark(site, "wrong")] if site else [island.hex_mark(hex_, "wrong")] if hex_ else []
    return sheet(
        "differs",
        now,
        status,
        say=say,
        choice=choice,
        lying=lying,
        slug=slug,
        rotation=rotation,
        place=hex_name(choice.hex) if choice.hex else "",
        patterns=[(tile, tile_name(tile), NOTHING.but(hex=choice.hex, tile=tile).query()) for tile in TILE_SLUGS],
        turned=NOTHING.but(hex=choice.hex, tile=slug, rotation=(rotation + 1) % 6).query() if slug else "",
        sites=[
            (site_text(site), site_name(site), now.walls.get(site, "none"))
            for site in (corrections.sites_round(choice.hex) if choice.hex else ())
        ],
        own=own,
        layers=[
            island.layer("b-land", past.tiles(state)),
            island.layer("b-walls", past.walls(state)),
            island.layer("b-marks", marks),
            island.layer("b-lit", _hex_links(), _("The island")),
        ],
        phases=[(phase, _(RULES.phases[phase])) for phase in corrections.TURN_PHASES],
        degrees=range(0, RULES.meter.max + 1, RULES.meter.step),
        definitions=island.definitions(),
    )


def _hex_links() -> list[str]:
    return [
        island.hex_link(hex_, NOTHING.but(hex=hex_).query(), hex_name(hex_), "") for hex_ in island.GEOMETRY.centres
    ]
