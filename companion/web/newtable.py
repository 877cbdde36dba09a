"""A new table: one form, filled in with what is usually right."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from flask import Blueprint, Flask, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.art.island import board_geometry
from companion.games.contract import BadState
from companion.games.eruption.data import RULES, Rules
from companion.games.info import Option
from companion.tables import seating
from companion.tables.errors import BadCommand
from companion.tables.play import Kit
from companion.tables.seats import hash_pin
from companion.web import device, faces, limits, rights, setup
from companion.web.abduction.pictures import art, face
from companion.web.errors import Refused, table_sentence
from companion.web.house import tables
from companion.web.i18n import gettext as _
from companion.web.i18n import speaker
from companion.words import eruption as words

blueprint = Blueprint("newtable", __name__)
GAMES = {RULES.game.slug}


@dataclass(frozen=True)
class NewTablePage:
    """What templates/new.html shows.

    `command` makes a form that is sent twice make one table.
    """

    setup: setup.Setup
    rules: Rules
    command: str
    view_box: str
    problem: str = ""
    pin: str = ""

    def options(self, group: str) -> list[Option]:
        """The options of a group, in the order of the rules."""
        return [option for option in self.rules.options if option.group == group]

    def unusual(self, group: str) -> bool:
        """Whether an option of the group is not at its default."""
        return any(self.setup.options[option.slug] != option.values[0] for option in self.options(group))


@blueprint.get("/new")
def new() -> str:
    """Which game?"""
    return render_template("lobby/choose.html", games=faces.games(), box=faces.island_box())


@blueprint.get("/new/<game>")
def form(game: str) -> Response:
    """The form; with fields in the address, filled in with them."""
    known(game)
    try:
        return page(setup.read(request.args))
    except setup.BadForm as error:
        return page(setup.usual(), problem=error.sentence)


@blueprint.post("/new/<game>")
def start(game: str) -> AnyResponse:
    """Set the table up, make this phone its host, and go to it."""
    known(game)
    chosen = setup.usual()
    try:
        chosen = setup.read(request.form)
        setup.check(chosen)
        start: Literal["app"] | None = "app" if chosen.start == setup.ROLL else None
        defaults = [_(RULES.village(slug).name) for slug in chosen.villages]
        return make(game, chosen.chosen(), chosen.seat_names(), chosen.kit, start, defaults)
    except setup.BadForm as error:
        return page(chosen, error.sentence)
    except BadState as error:
        return page(chosen, words.problem(error.problem, speaker()))
    except BadCommand as error:
        return page(chosen, table_sentence(error))


def make(
    game: str,
    options: Mapping[str, Any],
    names: Sequence[str],
    kit: Kit,
    start: Literal["app"] | None,
    defaults: Sequence[str],
) -> AnyResponse:
    """Set a table of any game up as the form that was sent says, make this phone its host, and go to it.

    Who plays alone sits down at once.

    Raises:
        BadForm: the PIN is none.
        BadState, BadCommand: the options or the names cannot be.
    """
    pin = setup.read_pin(request.form)
    limits.check("create")
    phone = device.fresh()
    command = request.form.get("command") or None
    table = tables().create(game, options, names, kit, start, defaults=defaults, command=command, device=phone)
    if pin and rights.is_host(table.company, phone):
        tables().arrange(table.code, seating.settle(phone, pin=hash_pin(pin)))
    if len(table.names) == 1 and table.company.owner(0) is None and rights.is_host(table.company, phone):
        tables().arrange(table.code, seating.sit(phone, names[0], 0, 1, pin or "", int(time.time() * 1000)))
    response = redirect(f"/t/{table.code}", 303)
    device.keep(response, phone)
    return response


def page(chosen: setup.Setup, problem: str = "") -> Response:
    """The form; with a problem it says so, and its status is 422."""
    box = " ".join(f"{number:g}" for number in board_geometry().view_box)
    shown = NewTablePage(chosen, RULES, secrets.token_urlsafe(12), box, problem, request.values.get("pin", ""))
    response = make_response(render_template("lobby/new.html", page=shown))
    response.status_code = 422 if problem else 200
    return response


def known(game: str) -> None:
    """See that there is such a game. Raises Refused."""
    if game not in GAMES:
        raise Refused("no_such_game", _("Tableside does not know a game of this name."), 404)


def init_app(app: Flask) -> None:
    """Register the routes, and give templates `device_offer()`: see `companion.web.device.offer`."""
    app.register_blueprint(blueprint)
    app.jinja_env.tests["switch"] = setup.is_switch
    app.jinja_env.globals["device_offer"] = device.offer
    app.jinja_env.globals.update(roll=setup.ROLL, option_word=setup.option_word)
    app.jinja_env.globals.update(game_names=faces.names(), face=face, cow=art)
    from companion.web.abduction import setup as abduction

    app.register_blueprint(abduction.blueprint)
