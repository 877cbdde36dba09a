"""The set-up of a table of Abduction: what the form of a new table says, and what it shows."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.games.abduction.data import RULES
from companion.games.contract import BadState
from companion.games.info import Option
from companion.tables.errors import BadCommand
from companion.tables.play import Kit
from companion.web.errors import table_sentence
from companion.web.i18n import gettext as _
from companion.web.i18n import speaker
from companion.web.newtable import make
from companion.web.setup import BadForm, is_switch, option_word
from companion.words import abduction as words

blueprint = Blueprint("newabduction", __name__)
Value = str | bool


@dataclass(frozen=True)
class Setup:
    """A table that could be started: whose cards, the player's name, and the house rules."""

    cards: Literal["app", "table"]
    name: str
    options: Mapping[str, Value]

    def chosen(self) -> dict[str, Any]:
        """The options that are not the usual ones."""
        return {option.slug: v for option in RULES.options if (v := self.options[option.slug]) != option.values[0]}


@dataclass(frozen=True)
class NewAbduction:
    """What templates/abduction/new.html shows."""

    setup: Setup
    command: str
    problem: str = ""
    pin: str = ""
    options: tuple[Option, ...] = RULES.options

    @property
    def unusual(self) -> bool:
        """Whether a house rule is not the usual one."""
        return bool(self.setup.chosen())


def read(form: MultiDict[str, str]) -> Setup:
    """The set-up that a sent form describes; the usual one when nothing was sent. Raises BadForm."""
    cards = _one_of(form, "cards", ["app", "table"], "app")
    options = {option.slug: _option(form, option) for option in RULES.options}
    return Setup(cast(Literal["app", "table"], cards), form.get("name", ""), options)


def _option(form: MultiDict[str, str], option: Option) -> Value:
    """An option; a switch that is off sends nothing, so a form that was sent says so."""
    if is_switch(option):
        return _one_of(form, option.slug, ["on", "off"], "off") == "on" if "set" in form else option.values[0]
    known = {option_word(value): value for value in option.values}
    return known[_one_of(form, option.slug, list(known), option_word(option.values[0]))]


def _one_of(form: MultiDict[str, str], name: str, known: list[str], otherwise: str) -> str:
    word = form.get(name, otherwise)
    if word not in known:
        raise BadForm(_("“%(word)s” cannot be chosen for “%(name)s”.", word=word[:40], name=name))
    return word


@blueprint.get("/new/abduction")
def form() -> Response:
    """The form; with fields in the address, filled in with them."""
    try:
        return _page(read(request.args))
    except BadForm as error:
        return _page(read(MultiDict()), error.sentence)


@blueprint.post("/new/abduction")
def start() -> AnyResponse:
    """Set the table up, make this phone its host, and go to it."""
    chosen = read(MultiDict())
    try:
        chosen = read(request.form)
        kit = Kit(tiles=chosen.cards)
        return make(RULES.game.slug, chosen.chosen(), [chosen.name], kit, None, [_("Player")])
    except BadForm as error:
        return _page(chosen, error.sentence)
    except BadState as error:
        return _page(chosen, words.problem(error.problem, speaker()))
    except BadCommand as error:
        return _page(chosen, table_sentence(error))


def _page(chosen: Setup, problem: str = "") -> Response:
    shown = NewAbduction(chosen, secrets.token_urlsafe(12), problem, request.values.get("pin", ""))
    response = make_response(render_template("abduction/new.html", page=shown, game=RULES.game))
    response.status_code = 422 if problem else 200
    return response
