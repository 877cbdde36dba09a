"""The play page: one table, seen and played by tapping."""

from __future__ import annotations

from typing import Any

from flask import Flask, redirect, request
from werkzeug.wrappers import Response

from companion.tables import codes
from companion.web.table import around, commands, display, drawings, hands, live, sheets, speech, views
from companion.web.table.moment import Moments
from companion.web.table.page import Shown
from companion.web.table.pages import Pages
from companion.web.table.panel_templates import PanelTemplates

BLUEPRINTS = (views.blueprint, commands.blueprint, sheets.blueprint, display.blueprint, live.blueprint)


def begin() -> Response | None:
    """Look up the language; and go from a code typed in small letters to the table's own address.

    By that address a phone keeps whose hand it shows.
    """
    around.begin()
    speech.begin()
    if around.environ()["REQUEST_METHOD"] != "GET":
        return None
    typed = (request.view_args or {}).get("code", "")
    code = codes.read(typed)
    if code is None or code == typed:
        return None
    rest = request.path.removeprefix(f"/t/{typed}")
    query = request.query_string.decode("ascii", "ignore")
    return redirect(f"/t/{code}{rest}" + (f"?{query}" if query else ""), 308)


for _blueprint in BLUEPRINTS:
    _blueprint.before_request(begin)  # once: a blueprint that was registered cannot be changed


def pages() -> dict[str, Pages[Any]]:
    """The pages of each game that has some, by its slug."""
    from companion.games.abduction import ABDUCTION
    from companion.games.eruption import ERUPTION
    from companion.web.abduction import AbductionPages
    from companion.web.table.eruption import EruptionPages

    return {ERUPTION.slug: EruptionPages(), ABDUCTION.slug: AbductionPages()}


def init_app(app: Flask) -> None:
    """Register the routes, and make room for what is remembered between taps."""
    app.jinja_env.globals["p"] = drawings
    app.extensions["panels"] = PanelTemplates(app)
    app.extensions["pages"] = pages()
    app.extensions["moments"] = Moments()
    app.extensions["shown"] = Shown()
    app.extensions["covered"] = hands.Covered()
    live.init_app(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
