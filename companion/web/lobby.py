"""The front door: what is running, the way to a table by its code, and the pages about the house itself."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import format_timedelta
from werkzeug.wrappers import Response as AnyResponse

from companion import __version__
from companion.art.palette import mixed
from companion.tables import codes
from companion.tables.play import TableInfo
from companion.web import faces, limits
from companion.web.assets import asset_url
from companion.web.device import device
from companion.web.errors import Refused
from companion.web.house import tables
from companion.web.i18n import gettext as _

blueprint = Blueprint("lobby", __name__)

AT_HOME = 4
"""How many running tables the first page shows."""


@dataclass(frozen=True)
class HomePage:
    """What templates/lobby/home.html shows: the tables used last, and how many more there are."""

    running: list[TableInfo]
    more: int
    games: list[faces.Face]
    box: str


@blueprint.get("/")
def home() -> str:
    """The first page."""
    running = [info for info in tables().listed(device()) if not info.over]
    page = HomePage(running[:AT_HOME], len(running) - AT_HOME, faces.games(), faces.island_box())
    return render_template("lobby/home.html", page=page)


@blueprint.get("/join")
def join() -> AnyResponse:
    """To the table whose code was typed. Raises Refused when it can be none, or is none."""
    typed = request.args.get("code", "")
    limits.check("join")
    code = codes.read(typed)
    if code is None:
        sentence = _("A table’s code has %(letters)d letters, such as %(code)s.", letters=codes.LENGTH, code="KRTN")
        raise Refused("bad_code", sentence, 404)
    return redirect(f"/t/{tables().open(code).code}", 303)


@blueprint.get("/about")
def about() -> str:
    """What this is and what it is not."""
    return render_template("lobby/about.html", version=__version__)


@blueprint.get("/offline")
def offline() -> str:
    """What a phone shows while it cannot reach the companion."""
    return render_template("lobby/offline.html")


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a phone needs to keep the companion among its apps."""
    inks = mixed("day")
    icons = [{"src": asset_url("icons/icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}]
    response = jsonify(
        name="Tableside",
        short_name="Tableside",
        description=_("The phone companion and the print shop for board games that people play at a real table."),
        start_url="/",
        scope="/",
        display="standalone",
        background_color=inks["paper"],
        theme_color=inks["land"],
        icons=icons,
    )
    response.mimetype = "application/manifest+json"
    return response


@blueprint.get("/worker.js")
def worker() -> Response:
    """The service worker: at the root, since it may only look after what lies below it."""
    version = current_app.extensions["assets"].version
    text = render_template("worker.js", version=version, offline=url_for("lobby.offline"))
    response = make_response(text)
    response.content_type = "text/javascript; charset=utf-8"
    response.headers["Cache-Control"] = "no-cache"
    return response


def ago(moment: str) -> str:
    """How long ago a time in ISO 8601 was, in words."""
    then = datetime.fromisoformat(moment)
    passed = max(datetime.now(then.tzinfo) - then, timedelta(seconds=1))
    return str(format_timedelta(-passed, add_direction=True))


def init_app(app: Flask) -> None:
    """Register the routes, and give templates `ago`."""
    app.register_blueprint(blueprint)
    app.jinja_env.filters["ago"] = ago
