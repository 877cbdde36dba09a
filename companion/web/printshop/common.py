"""What the pages of the print shop share: the workshop, who asks, what a kit amounts to, and why one failed."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from functools import lru_cache

from flask import Blueprint, Response, current_app

from companion.kit.errors import KitError
from companion.kit.games import KITS
from companion.kit.job import resolved
from companion.kit.kinds import Option
from companion.kit.options import KitOptions, Part
from companion.kit.outcome import Counts, counts
from companion.kit.pieces import Kit
from companion.web import device, limits
from companion.web.errors import Refused, answer
from companion.web.i18n import gettext as _
from companion.web.kits.workshop import Job, Workshop
from companion.web.logs import log

blueprint = Blueprint("print", __name__)


@dataclass(frozen=True)
class Printed:
    """A game that can be printed: its name, its options in its own words, and its parts."""

    slug: str
    name: str
    options: tuple[Option, ...]
    parts: tuple[Part, ...]


def workshop() -> Workshop:
    """The kits of the running app."""
    kept: Workshop = current_app.extensions["jobs"]
    return kept


def who() -> str:
    """Who orders: a phone by its cookie, without one an address."""
    return device.device() or limits.who()


def known(game: str) -> Printed:
    """The game, if there is a kit of it. Raises Refused."""
    if game not in KITS:
        raise Refused("no_such_game", _("Tableside does not know a game of this name."), 404)
    kit = KITS[game]
    return Printed(
        game,
        kit.name,
        kit.options,
        tuple(kit.parts),  # type: ignore[arg-type]
    )


def every(game: str, language: str) -> Kit:
    """All pieces of a game, named in the language of the page."""
    return KITS[game](KitOptions(language=language, pieces=known(game).parts), _)  # type: ignore[arg-type]


def found(game: str, key: str) -> Job:
    """The kit of a key. Raises Refused."""
    known(game)
    job = workshop().get(key)
    if job is None or job.game != game:
        raise Refused("no_such_kit", _("This kit is not here any more. Make it again; it takes a few seconds."), 404)
    return job


def amount(game: str, options: KitOptions) -> Counts:
    """What a kit amounts to. Raises KitError."""
    return _amount(game, resolved(options, workshop().profiles))


@lru_cache(128)
def _amount(game: str, options: KitOptions) -> Counts:
    return counts(options, game)


def no_room() -> Refused:
    """What the disk or the ledger on it refuses, once it is in the log."""
    log.exception("no room for a kit")
    return Refused("no_room", _("The kit could not be made; the log of the server says why. Try again."), 503)


@blueprint.errorhandler(OSError)
@blueprint.errorhandler(sqlite3.Error)
def unreadable(_error: Exception) -> Response:
    """What the disk refuses while a page looks something up."""
    refusal = no_room()
    return answer(refusal.status, refusal.code, refusal.sentence)


def why(job: Job) -> str:
    """Why a kit failed, as a sentence in the language of the page."""
    if job.state != "failed":
        return ""
    if job.error == "too_slow":
        return _("This took too long and was stopped. Try again, or print fewer pieces at once.")
    if job.error == "broken_off":
        return _("The making of this kit broke off before it was done. Try again.")
    if job.template and job.error != "internal":
        try:
            return KitError(job.error, job.template, **job.about).sentence(_)
        except (KeyError, ValueError, TypeError):  # told by another version
            return job.sentence
    return _("The kit could not be made; the log of the server says why. Try again.")
