"""A kit in the making and when it is made: how far it is, its sheets as pictures, its file, and an end to it."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

from flask import Response, make_response, redirect, render_template, request, send_file, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.kit.options import KitOptions
from companion.web.errors import Refused
from companion.web.i18n import gettext as _
from companion.web.kits.workshop import Job
from companion.web.printshop import choosing
from companion.web.printshop.common import Printed, blueprint, found, known, who, why, workshop

PICTURE_SECONDS = 55.0
"""How long a picture is waited for: it is taken when somebody first looks, of a kit that may still be in the making."""
GLANCE_SECONDS = 0.15
NAME = re.compile(r"[a-z0-9_]{1,40}")
KINDS = {".pdf": "application/pdf", ".zip": "application/zip"}


@dataclass(frozen=True)
class JobPage:
    """What templates/print/job.html shows: the kit, how many are in front of it, why it failed, and what else to make
    of the same choice: pairs of an address and what is there."""

    game: Printed
    job: Job
    before: int
    problem: str
    link: str
    plain: str
    also: list[tuple[str, str]]
    mine: bool

    @property
    def is_pdf(self) -> bool:
        """Whether it comes as a PDF; else as a ZIP."""
        return self.job.options.suffix == ".pdf"


@blueprint.get("/print/<game>/<key>")
def watch(game: str, key: str) -> Response:
    """How far a kit is. Without scripts the page loads itself again."""
    info = known(game)
    job = found(game, key)
    shown = JobPage(
        info,
        job,
        workshop().place(job),
        why(job),
        choosing.link(game, job.options),
        choosing.link(game, choosing.drawn_as_usual(job.options)),
        also(game, job.options) if job.state == "done" else [],
        workshop().ledger.wants(job.key, who()),
    )
    response = make_response(render_template("print/job.html", page=shown))
    response.headers["Cache-Control"] = "no-store"
    if job.over and request.headers.get("HX-Request") == "true":
        response.headers["HX-Redirect"] = url_for("print.watch", game=game, key=key)
    return response


@blueprint.post("/print/<game>/<key>/cancel")
def cancel(game: str, key: str) -> AnyResponse:
    """Make it no longer, unless somebody else wants the same; back to the choice."""
    job = found(game, key)
    workshop().cancel(job, who())
    return redirect(choosing.link(game, job.options), 303)


@blueprint.get("/print/<game>/<key>.<ending>")
def download(game: str, key: str, ending: str) -> Response:
    """The finished kit."""
    job = found(game, key)
    options = job.options
    if job.state != "done" or f".{ending}" != options.suffix:
        raise Refused("kit_not_ready", _("This kit is not ready. Make it again."), 404)
    what = options.export if options.export != "sheets" else options.paper
    name = f"{game}-{what}-{options.language}{options.suffix}"
    file = workshop().file(job)
    response = send_file(file, mimetype=KINDS[options.suffix], download_name=name, as_attachment=True)
    response.headers["Cache-Control"] = "private, max-age=600"
    return response


@blueprint.get("/print/<game>/<key>/<int:number>.png")
def sheet(game: str, key: str, number: int) -> Response:
    """A page of the kit as it will be printed."""
    job = found(game, key)
    if not 1 <= number <= max(job.result.pages, 1):
        raise _no_picture()
    return picture(job, f"{number}.png", number)


@blueprint.get("/print/<game>/<key>/<group>/<slug>.png")
def face(game: str, key: str, group: str, slug: str) -> Response:
    """A piece, of a kit of pictures."""
    job = found(game, key)
    if not (NAME.fullmatch(group) and NAME.fullmatch(slug)):
        raise _no_picture()
    return picture(job, f"{group}/{slug}.png")


def picture(job: Job, name: str, number: int = 1) -> Response:
    """A picture of a kit, waited for until it is there. Raises Refused."""
    deadline = time.monotonic() + PICTURE_SECONDS
    while True:
        current = workshop().get(job.key)
        if current is None or current.state in ("failed", "cancelled"):
            raise _no_picture()
        file = workshop().picture(current, name, number) if current.state == "done" else None
        if file:
            response = send_file(file, mimetype="image/png", conditional=True)
            response.headers["Cache-Control"] = "private, max-age=86400"
            return response
        if time.monotonic() > deadline:
            raise Refused("picture_not_ready", _("This picture is not ready yet. Try again in a moment."), 503, 2)
        time.sleep(GLANCE_SECONDS)


def also(game: str, options: KitOptions) -> list[tuple[str, str]]:
    """The same choice in other forms."""
    forms = [
        ({"export": "sheets", "cut_file": "svg"}, _("Files for a cutting machine (SVG)")),
        ({"export": "sheets", "cut_file": "dxf"}, _("Files for a cutting machine (DXF)")),
        ({"export": "png-sheets", "cut_file": "none"}, _("Pictures of the sheets")),
        ({"export": "png-faces", "cut_file": "none"}, _("Pictures of the pieces, for a virtual table")),
        ({"export": "print-on-demand", "cut_file": "none"}, _("Cards for a print shop")),
    ]
    others = [(choosing.changed(options, words), label) for words, label in forms]
    return [(choosing.link(game, other), label) for other, label in others if other != options]


def _no_picture() -> Refused:
    return Refused("no_such_picture", _("There is no such picture of this kit."), 404)
