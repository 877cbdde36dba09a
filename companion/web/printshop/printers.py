"""Printers whose backs wander: print a sheet, read it against the light, and save what it says under a name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from flask import Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.kit.calibration import FARTHEST, WIDEST, Calibration, Profile, Profiles, is_name
from companion.kit.errors import KitError
from companion.kit.measuring import arm_of
from companion.kit.options import KitOptions
from companion.kit.paper import pages
from companion.web import limits
from companion.web.i18n import gettext as _
from companion.web.printshop import choosing
from companion.web.printshop.common import Printed, blueprint, known, workshop
from companion.web.printshop.shop import usual

READINGS = ("top", "foot", "y")
MOST_PRINTERS = 100


class BadReading(ValueError):
    """What was typed in cannot be; its text is a sentence for the person."""


@dataclass(frozen=True)
class PrintersPage:
    """What templates/print/printers.html shows. `typed` is what somebody has typed already."""

    game: Printed
    fields: dict[str, choosing.Field]
    printers: dict[str, Profile]
    links: dict[str, str]
    """Printer -> the address of the form with it."""
    query: dict[str, str]
    back: str
    typed: Mapping[str, str]
    problem: str = ""


@blueprint.get("/print/<game>/printers")
def printers(game: str) -> Response:
    """The three steps, and the printers that there are."""
    known(game)
    try:
        return page(game, choosing.read(request.args, game))
    except KitError as error:
        return page(game, usual(), error.sentence(_))


@blueprint.post("/print/<game>/printers")
def save(game: str) -> AnyResponse:
    """Keep a printer, and go to the form with it."""
    known(game)
    limits.check("printer")
    options = usual()
    try:
        options = choosing.changed(choosing.read(request.args, game), _sheet(request.form))
        profile = measured(request.form, options)
        name = " ".join(request.form.get("name", "").split())
        if not is_name(name):
            raise BadReading(_("Give the printer a name of 1 to 40 letters and digits, such as “Inkjet (tray 2)”."))
        if len(workshop().profiles.all()) >= MOST_PRINTERS:
            raise BadReading(_("There are many printers here already: remove one that nobody uses first."))
        workshop().profiles.save(name, profile)
        options = choosing.changed(options, {"printer": name, "calibration": ""})
    except KitError as error:
        return page(game, options, error.sentence(_))
    except BadReading as error:
        return page(game, options, str(error))
    return redirect(url_for("print.shop", game=game, saved=1, **choosing.query(options)), 303)


@blueprint.post("/print/<game>/printers/forget")
def forget(game: str) -> AnyResponse:
    """Remove a printer."""
    known(game)
    limits.check("printer")
    try:
        workshop().profiles.remove(request.form.get("name", ""))
    except KitError as error:
        return page(game, usual(), error.sentence(_))
    return redirect(url_for("print.printers", game=game), 303)


def measured(typed: Mapping[str, str], options: KitOptions) -> Profile:
    """What three readings on the sheet of these options mean.

    Raises:
        BadReading: one of them is no number, or the paper was fed wrongly.
    """
    top, foot, y = (_reading(typed.get(name, "")) for name in READINGS)
    sheet = pages(options)[0]
    angle = round(arm_of(sheet)[1] * (top - foot), 3)
    if abs(angle) > WIDEST:
        raise BadReading(_("Top and foot differ by more than a printer can be askew: read them again."))
    calibration = Calibration(round((top + foot) / 2, 3) + 0.0, y + 0.0, angle + 0.0)
    return Profile(calibration, "landscape" if sheet.width > sheet.height else "portrait")


def _reading(text: str) -> float:
    word = text.strip().replace("−", "-").replace(",", ".")
    if not re.fullmatch(r"[+-]?\d{1,2}(\.\d{1,3})?", word):
        raise BadReading(_("Type in all three readings in millimetres, such as 0.4 or -1.2."))
    if abs(float(word)) > FARTHEST:
        raise BadReading(
            _("A back cannot be off by more than %(most)d mm: was the paper fed the right way?", most=int(FARTHEST))
        )
    return float(word)


def _sheet(typed: Mapping[str, str]) -> dict[str, str]:
    """Which sheet it was that somebody read."""
    return {name: typed[name] for name in ("paper", "backs", "orientation") if name in typed}


def page(game: str, options: KitOptions, problem: str = "") -> Response:
    """The page; with a problem its status is 422."""
    found: dict[str, Profile] = {}
    profiles: Profiles = workshop().profiles
    try:
        found = profiles.all()
    except KitError as error:
        problem = problem or error.sentence(_)
    links = {}
    for name in found:
        links[name] = choosing.link(game, choosing.changed(options, {"printer": name, "calibration": ""}))
    shown = PrintersPage(
        known(game),
        choosing.fields(game, options, profiles),
        found,
        links,
        choosing.query(options),
        choosing.link(game, options),
        request.form,
        problem,
    )
    response = make_response(render_template("print/printers.html", page=shown))
    response.status_code = 422 if problem else 200
    return response
