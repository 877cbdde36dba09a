"""The page where a kit is chosen, with what it amounts to and pictures of its sheets beside the choice."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field

from flask import Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.kit.errors import KitError
from companion.kit.formats import PAPER_NAMES
from companion.kit.options import KitOptions
from companion.kit.outcome import Counts
from companion.kit.versions import records
from companion.web import device, limits
from companion.web.errors import Refused
from companion.web.i18n import gettext as _
from companion.web.i18n import language
from companion.web.kits.workshop import Job, LineFull
from companion.web.printshop import choosing
from companion.web.printshop.cautions import cautions
from companion.web.printshop.common import Printed, amount, blueprint, every, known, no_room, who, why, workshop


@dataclass(frozen=True)
class Sheets:
    """What templates/print/sheets.html shows: how much it is, what to mind, and the sheets as far as they are made."""

    options: KitOptions
    counts: Counts | None
    cautions: list[str]
    job: Job | None
    before: int
    problem: str
    link: str

    @property
    def plain(self) -> str:
        """Where the same is chosen in the look that need not be drawn, if that cannot be done here."""
        drawn = self.job and self.job.error == "cannot_draw"
        return choosing.link(self.job.game, choosing.drawn_as_usual(self.options)) if drawn and self.job else ""

    @property
    def paper(self) -> str:
        """The paper's name, or its size."""
        return PAPER_NAMES.get(self.options.paper) or self.options.paper.replace("x", " × ") + " mm"


@dataclass(frozen=True)
class ShopPage:
    """What templates/print/shop.html shows."""

    game: Printed
    options: KitOptions
    fields: dict[str, choosing.Field]
    sheets: Sheets
    cutting: str
    versions: list[int]
    picked: list[str]
    problem: str = ""
    query: dict[str, str] = field(default_factory=dict)

    def unusual(self, *names: str) -> bool:
        """Whether one of these options is not as usual."""
        return any(name in self.fields and not self.fields[name].usual for name in names)

    @property
    def looks(self) -> bool:
        """Whether pictures of the sheets are on their way or asked for."""
        return self.sheets.job is not None


@blueprint.get("/print/<game>")
def shop(game: str) -> AnyResponse:
    """The form; with options in the address, filled in with them."""
    known(game)
    options, problem = choosing.tried(request.args, game)
    if problem:
        return page(game, options, problem.sentence(_))
    if request.args.get("what") == "some":
        return redirect(url_for("print.pick", game=game, **choosing.query(options)), 303)
    return page(game, options, show="show" in request.args)


@blueprint.get("/print/<game>/sheets")
def sheets(game: str) -> Response:
    """What the chosen kit amounts to, and pictures of its sheets as soon as there are some."""
    known(game)
    try:
        shown = look(game, choosing.read(request.args, game), True, request.args.get("poll", ""))
    except KitError as error:
        shown = Sheets(usual(), None, [], None, 0, error.sentence(_), "")
    response = make_response(render_template("print/sheets.html", sheets=shown, game=known(game), fragment=True))
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.post("/print/<game>")
def order(game: str) -> AnyResponse:
    """Put a kit into the line and go to where it can be watched."""
    known(game)
    options, problem = choosing.tried(request.form or request.args, game)
    try:
        if problem:
            raise problem
        amount(game, options)  # what makes no sense is refused before it waits
        job = ordered(game, options)
    except KitError as error:
        return page(game, options, error.sentence(_))
    return redirect(url_for("print.watch", game=game, key=job.key), 303)


def ordered(game: str, options: KitOptions, firm: bool = True) -> Job:
    """Order a kit.

    Raises:
        KitError: it is none.
        Refused: too often, too many, no room.
    """
    try:
        there = workshop().ready(game, options)
        if there is None or there.state in ("failed", "cancelled"):
            limits.check("kit" if firm else "look")
        return workshop().order(game, options, who(), firm)
    except LineFull:
        raise Refused("line_full", _("Many kits are being made just now. Try again in a minute."), 503, 60) from None
    except (OSError, sqlite3.Error):
        raise no_room() from None


def look(game: str, options: KitOptions, show: bool, poll: str = "") -> Sheets:
    """What a kit amounts to, with its sheets where they are asked for; `poll` is the key of one asked for already.

    Asking again how far a kit is orders nothing: two pages of one phone would take the worker from each other.
    """
    link = choosing.link(game, options)
    notes = cautions(options, workshop().profiles)
    try:
        counted = amount(game, options)
    except KitError as error:
        return Sheets(options, None, notes, None, 0, error.sentence(_), link)
    job, problem = None, ""
    if show:
        try:
            job = workshop().get(poll)
            if job is None:
                job = workshop().ready(game, options)
                if job is None or job.state != "failed":  # what has failed is tried again when somebody says so
                    job = ordered(game, options, firm=False)
            problem = why(job)
        except Refused as refusal:  # the form is of use without pictures
            problem = refusal.sentence
    return Sheets(options, counted, notes, job, workshop().place(job) if job else 0, problem, link)


def page(game: str, options: KitOptions, problem: str = "", show: bool = False) -> Response:
    """The form; with a problem it says so, and its status is 422."""
    shown = ShopPage(
        known(game),
        options,
        choosing.fields(game, options, workshop().profiles),
        look(game, options, show),
        choosing.cutting_of(game, options),
        list(records(game)),
        named(game, options),
        problem,
        choosing.query(options),
    )
    phone = device.fresh()
    response = make_response(render_template("print/shop.html", page=shown))
    response.status_code = 422 if problem else 200
    if device.device() is None:
        device.keep(response, phone)
    return response


def named(game: str, options: KitOptions) -> list[str]:
    """The single pieces that are chosen, in the words of the page."""
    kit = every(game, options.language)
    names = {f"{piece.kind}:{piece.slug}": piece.name for section in kit.sections for piece in section.pieces}
    groups = {piece.kind: kit.names[piece.front.group] for section in kit.sections for piece in section.pieces}
    told = []
    for wanted in options.only:
        kind = wanted.kind.removesuffix("s") if wanted.kind not in groups else wanted.kind
        name = names.get(f"{kind}:{wanted.piece}") or groups.get(kind) or kit.names.get(wanted.kind) or str(wanted)
        told.append(f"{wanted.count} × {name}" if wanted.count else name)
    return told


def usual() -> KitOptions:
    """What is right for most, in the language of the page."""
    return KitOptions(language=language())  # type: ignore[arg-type]
