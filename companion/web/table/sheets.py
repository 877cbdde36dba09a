"""The other pages of a table: history, the board as it was, rules, corrections, fairness, the end, and the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.games.contract import BadAction, BadState
from companion.games.eruption.data import CARD_SLUGS, RULES, TILE_SLUGS, zone_of
from companion.tables.errors import TableError
from companion.tables.play import Command, Table
from companion.web.errors import Refused, table_sentence, table_status
from companion.web.house import tables
from companion.web.rights import check_export, may_export
from companion.web.table import commands, corrections, ending, forms, gates, helping, island, past, pocket
from companion.web.table import history as told
from companion.web.table import records as counted
from companion.web.table.choice import NOTHING, Choice, read_choice, site_text
from companion.web.table.moment import Moment, moment
from companion.web.table.naming import hex_name, site_name, tile_name
from companion.web.table.page import with_ids
from companion.web.table.speech import SPEAKER
from companion.web.table.speech import gettext as _
from companion.web.table.viewer import placed, readable, reader, viewer
from companion.words import eruption as words

blueprint = Blueprint("table_sheets", __name__)
SWITCHES = {"sound": "0", "vibration": "0", "awake": "1"}
"""What a phone can switch on and off for itself, and how each stands until somebody does."""
YEAR_SECONDS = 365 * 24 * 60 * 60
Look = Callable[..., AnyResponse]


def sheet(name: str, now: Moment, status: int = 200, **context: Any) -> Response:
    """A page of its own, with a way back to the table: to the big display for those who have no place there."""
    table, seen = now.table, reader(now)
    page = render_template(
        f"table/{name}.html",
        now=now,
        table=table,
        code=table.code,
        version=table.version,
        seen=seen,
        back=f"/t/{table.code}" if seen.person or seen.company.open else f"/t/{table.code}/board",
        file=may_export(table),
        RULES=RULES,
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
            return look(moment(table), **parts)

        blueprint.add_url_rule(f"/t/<code>/{path}", look.__name__, view)
        return look

    return register


@page("history", readable)
def history(now: Moment) -> Response:
    """What happened, by turns."""
    turns = told.turns(tables().history(now.table.code), now.state["seats"], now.table.names)
    return sheet("history", now, turns=turns)


@page("at/<int:n>", readable)
def at(now: Moment, n: int) -> Response:
    """The board as it was after entry n."""
    code = now.table.code
    return sheet("past", now, past=past.past(now.table, tables().at(code, n), tables().history(code), n))


@page("rules", readable)
def rules(now: Moment) -> Response:
    """The rules for exactly this moment, then all of them in short."""
    return sheet(
        "rules",
        now,
        helps=helping.helps(now),
        summary=helping.summary(now),
        card_text=lambda slug: words.card_text(slug, SPEAKER),
    )


@page("hand", placed)
def hand(now: Moment) -> AnyResponse:
    """The own cards with both their uses; a phone without any goes to the table."""
    seen = viewer(now)
    if seen.seat is None or not now.private:
        return commands.see_other(f"/t/{now.table.code}")
    held = () if seen.pocket is None else pocket.cards(now, seen.seat)
    return sheet(
        "hand",
        now,
        cards=[(RULES.card(slug), count) for slug, count in held],
        covered=seen.covered,
        seat=seen.seat,
        limit=RULES.turn.hand_limit,
        card_text=lambda slug: words.card_text(slug, SPEAKER),
    )


@page("more", placed)
def more(now: Moment) -> Response:
    """Everything that is not needed with every tap."""
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
    switches = {name: request.cookies.get(name, kept) == "1" for name, kept in SWITCHES.items()}
    left = sum(now.state["stack"].values())
    seen = viewer(now)
    uncovered = now.private and (seen.hand(now) is not None or seen.pocket is not None)
    return sheet("more", now, seats=seats, switches=switches, left=left, uncovered=uncovered)


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
    """The promise about dice and draws, and after the end its proof."""
    found = counted.records(tables().history(now.table.code), now.state)
    return sheet("fair", now, counted=found, records=counted)


@page("end", readable)
def end(now: Moment) -> Response:
    """How the game went: the ranking so far or at the end, the heat, the duels, the dice."""
    state, names = now.state, now.table.names
    found = counted.records(tables().history(now.table.code), state)
    villages = [seat["village"] for seat in state["seats"]]
    heat = ", ".join(f"{name} {seat['temperature']}" for name, seat in zip(names, state["seats"], strict=True))
    chart = counted.chart(found, villages, _("The heat of each village over the game. Now: %(heat)s", heat=heat))
    ranking = now.table.position.ranking()
    places = ending.places(ranking, state["seats"], names)
    return sheet("end", now, places=places, counted=found, records=counted, chart=chart)


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
    return _differs(now.table, read_choice(request.args))


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
        if now.private and forms.sent().get("what") == "hand":
            _own_hand(now)
        state = now.table.position.view()
        table = tables().correct(code, command, corrections.patch(state, forms.sent()))
    except TableError as error:
        if commands.elsewhere(table_status(error)):
            raise
        return _differs(tables().open(code), _picked(), table_sentence(error), table_status(error))
    except Refused as error:
        if commands.elsewhere(error.status):
            raise
        return _differs(tables().open(code), _picked(), error.sentence, error.status)
    except BadState as error:
        sentence = _("That cannot be. %(why)s", why=words.problem(error.problem, SPEAKER))
        return _differs(tables().open(code), _picked(), sentence, 422, error.problem.where)
    except BadAction:
        return _differs(tables().open(code), _picked(), _("The companion could not read that. Nothing was done."), 422)
    return commands.see_other(f"/t/{table.code}")


def _own_hand(now: Moment) -> None:
    """See that it is the own hand that is corrected, and only by putting cards back: whether there are more of a card
    hangs on the hands of others, so that any answer would tell of them. Raises Refused.
    """
    sent = forms.sent()
    seat = forms.whole(sent, "seat", 0, len(now.table.names) - 1)
    gates.own_hand(viewer(now), now, seat)
    held = now.hand(seat)
    if any(forms.whole(sent, name, 0, corrections.MOST) > held.get(name, 0) for name in CARD_SLUGS if name in sent):
        raise forms.refuse(_("The app deals the cards: a hand can only be corrected by putting cards back."))


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
    seen = viewer(now)
    owner = seen.hand(now)
    if owner is None and seen.mode(now) != "handover":
        owner = seen.pocket
    own = now.hand(owner) if now.private and owner is not None else None
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
        owner=owner,
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
