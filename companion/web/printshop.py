"""The print shop: choose paper, backs and pieces; wait for the kit; take the PDF home."""

from __future__ import annotations

import atexit
from dataclasses import dataclass

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
    send_file,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from companion.games.eruption.data import RULES, GameInfo
from companion.kit.choices import CHOICES
from companion.kit.errors import KitError
from companion.kit.job import KITS
from companion.kit.options import KitOptions, read_options
from companion.web import limits
from companion.web.errors import Refused
from companion.web.i18n import LANGUAGES, language
from companion.web.i18n import gettext as _
from companion.web.jobs import Job, KitJobs, LineFull
from companion.web.logs import log
from companion.web.settings import Settings

blueprint = Blueprint("print", __name__)


@dataclass(frozen=True)
class Choice:
    """One option of the form: its words are pairs of value and what people read."""

    name: str
    label: str
    help: str
    words: list[tuple[str, str]]
    chosen: str


@dataclass(frozen=True)
class ShopPage:
    """What templates/print/shop.html shows."""

    game: GameInfo
    options: KitOptions
    choices: list[Choice]
    parts: list[tuple[str, str]]
    problem: str = ""


@dataclass(frozen=True)
class JobPage:
    """What templates/print/job.html shows: the job, how many are in front of it, and why it failed."""

    game: GameInfo
    job: Job
    before: int
    problem: str


@blueprint.get("/print/<game>")
def shop(game: str) -> Response:
    """The form."""
    known(game)
    return page(KitOptions(language=language()))  # type: ignore[arg-type]


@blueprint.post("/print/<game>")
def order(game: str) -> AnyResponse:
    """Put a kit into the line and go to where it can be watched."""
    known(game)
    given = {name: request.form[name] for name in request.form if name != "pieces"}
    options = KitOptions(language=language())  # type: ignore[arg-type]
    try:
        if not request.form.getlist("pieces"):  # what else was chosen stays so
            options = read_options(given)
        options = read_options({**given, "pieces": request.form.getlist("pieces")})
        limits.check("kit")
        job = jobs().ask(game, options)
    except KitError as error:
        return page(options, error.sentence(_))
    except LineFull:
        raise Refused("line_full", _("Many kits are being made just now. Try again in a minute."), 503) from None
    except OSError:
        log.exception("no room for a kit")
        raise Refused(
            "no_room", _("The kit could not be made; the log of the server says why. Try again."), 503
        ) from None
    return redirect(url_for("print.watch", game=game, key=job.key), 303)


@blueprint.get("/print/<game>/<key>")
def watch(game: str, key: str) -> Response:
    """How far a kit is. Without scripts the page loads itself again."""
    known(game)
    job = found(key)
    shown = JobPage(RULES.game, job, jobs().place(job), why(job))
    response = make_response(render_template("print/job.html", page=shown))
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/print/<game>/<key>.pdf")
def download(game: str, key: str) -> Response:
    """The finished kit."""
    known(game)
    job = found(key)
    if job.state != "done" or not job.file.exists():
        raise Refused("kit_not_ready", _("This kit is not ready. Make it again."), 404)
    name = f"{game}-{job.options.paper}-{job.options.language}.pdf"
    response = send_file(job.file, mimetype="application/pdf", download_name=name, as_attachment=True)
    response.headers["Cache-Control"] = "private, max-age=600"
    return response


def jobs() -> KitJobs:
    """The jobs of the running app."""
    kept: KitJobs = current_app.extensions["jobs"]
    return kept


def found(key: str) -> Job:
    """The job of a key. Raises Refused."""
    job = jobs().get(key)
    if job is None:
        raise Refused("no_such_kit", _("This kit is not here any more. Make it again; it takes a few seconds."), 404)
    return job


def known(game: str) -> None:
    """See that there is such a kit. Raises Refused."""
    if game not in KITS:
        raise Refused("no_such_game", _("Tableside does not know a game of this name."), 404)


def why(job: Job) -> str:
    """Why a job failed, as a sentence."""
    if job.state != "failed":
        return ""
    if job.error == "too_slow":
        return _("This took too long and was stopped. Try again, or print fewer pieces at once.")
    if job.sentence and job.error != "internal":
        return job.sentence
    return _("The kit could not be made; the log of the server says why. Try again.")


def page(options: KitOptions, problem: str = "") -> Response:
    """The form; with a problem it says so, and its status is 422."""
    words = {
        "a4": "A4",
        "letter": "Letter",
        "duplex-long": _("Both sides, long edge"),
        "duplex-short": _("Both sides, short edge"),
        "none": _("No"),
        "both": _("Pages to glue, and one large page"),
        "poster": _("Pages to glue"),
        "single": _("One large page"),
        "board": _("Board"),
        "tiles": _("Tiles"),
        "cards": _("Cards"),
        "walls": _("Walls"),
        "markers": _("Markers"),
        "summary": _("Turn summary"),
        **LANGUAGES,
    }
    told = {
        "paper": (_("Paper"), ""),
        "backs": (_("Backs"), _("How your printer turns the paper. Most turn it over the long edge.")),
        "board": (_("The board"), _("The large page is for a copy shop.")),
        "language": (_("Language of the pieces"), ""),
    }
    choices = [
        Choice(
            name, label, help_, [(word, words[word]) for word in CHOICES[name] if word in words], getattr(options, name)
        )
        for name, (label, help_) in told.items()
    ]
    parts = [(part, words[part]) for part in CHOICES["pieces"] if part in words]
    response = make_response(
        render_template("print/shop.html", page=ShopPage(RULES.game, options, choices, parts, problem))
    )
    response.status_code = 422 if problem else 200
    return response


def init_app(app: Flask) -> None:
    """Register the routes and open the shop."""
    settings: Settings = app.config["SETTINGS"]
    shop_ = KitJobs(settings.data / "kits", settings.kit_jobs, settings.kit_seconds)
    app.extensions["jobs"] = shop_
    atexit.register(shop_.close)
    app.register_blueprint(blueprint)
