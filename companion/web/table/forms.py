"""What the page's forms send, read into commands and actions. Nothing here trusts a field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote_plus

from flask import request

from companion.games.eruption.data import DIRECTIONS
from companion.tables.play import Command
from companion.web.errors import Refused
from companion.web.table import around
from companion.web.table.choice import read_hex, read_site
from companion.web.table.speech import gettext as _

LONGEST_ID, MOST_FIELDS = 60, 100  # a number may follow the id, where one tap rolls several duels
SENT = "tableside.sent"
"""Where the environ keeps the fields that were read."""
SHORT = 4
"""Digits of the length of a body that is read at once."""
NUMBERS = ("rotation", "white", "orange", "stack", "to")
NAMES = ("card", "wall", "tile")


def refuse(sentence: str) -> Refused:
    """A field that cannot be used."""
    return Refused("bad_form", sentence, 422)


def sent() -> dict[str, str]:
    """The fields that a form sent. Read by hand: a tap's six fields need no more, and Flask takes three times as long.

    Raises:
        RequestEntityTooLarge: it sent far too much.
        Refused: it sent too many fields.
    """
    environ = around.environ()
    if SENT not in environ:
        environ[SENT] = _fields(_body(environ).decode("utf-8", "replace"))
    fields: dict[str, str] = environ[SENT]
    return fields


def _body(environ: dict[str, Any]) -> bytes:
    length = environ.get("CONTENT_LENGTH", "")
    if length.isascii() and length.isdigit() and len(length) <= SHORT:
        return bytes(environ["wsgi.input"].read(int(length)))
    return request.get_data(cache=False)  # which refuses what is too long, and bodies of no known length


def asked() -> dict[str, str]:
    """The fields of the page's address; none where they cannot be read."""
    try:
        return _fields(around.environ().get("QUERY_STRING", "").encode("latin-1", "replace").decode("utf-8", "replace"))
    except Refused:
        return {}


def _fields(text: str) -> dict[str, str]:
    if not text:
        return {}
    pairs = text.split("&")
    if len(pairs) > MOST_FIELDS:
        raise refuse(_("That was no form of this page. Go back and tap again."))
    fields = {}
    for pair in pairs:
        name, _equals, value = pair.partition("=")
        fields[_plain(name)] = _plain(value)
    return fields


def _plain(text: str) -> str:
    return unquote_plus(text) if "%" in text or "+" in text else text


def read_command(form: Mapping[str, str]) -> Command:
    """The command's id and the version of the page that it was sent from.

    Raises:
        Refused: one is missing or cannot be.
    """
    id_ = form.get("id", "")
    if not id_ or len(id_) > LONGEST_ID or not id_.isascii() or not id_.isprintable():
        raise refuse(_("This button has lost its number. Load the page again, then tap once more."))
    return Command(id_, whole(form, "version", 0, 10**9))


def whole(form: Mapping[str, str], name: str, low: int, high: int) -> int:
    """A field that holds a whole number from `low` to `high`.

    Raises:
        Refused: it does not.
    """
    text = form.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 12 and low <= int(text) <= high):
        raise refuse(_("That is no whole number from %(low)s to %(high)s: choose one of them.", low=low, high=high))
    return int(text)


def read_action(form: Mapping[str, str]) -> dict[str, Any]:
    """The action of a form as it stands on the wire; the rules check its names and whether it is legal.

    Raises:
        Refused: a field is no number, hex or edge.
    """
    kind = form.get("type", "")
    action: dict[str, Any] = {"type": kind}
    for name in NUMBERS:
        if name in form:
            action[name] = whole(form, name, 0, 99)
    for name in NAMES:
        if name in form:
            action[name] = form[name]
    if "cards" in form:
        action["cards"] = form["cards"].split(",")
    if "hex" in form:
        hex_ = read_hex(form["hex"])
        if hex_ is None:
            raise refuse(_("There is no such hex on the island."))
        action["hex"] = list(hex_)
    if "site" in form:
        site = read_site(form["site"])
        if site is None:
            raise refuse(_("There is no such edge on the island."))
        action["hex"], action["edge"] = [site[0], site[1]], DIRECTIONS[site[2]]
    if "walls" in form:
        action["walls"] = [read_wall(part) for part in form["walls"].split("~") if part]
    return action


def read_wall(text: str) -> dict[str, Any]:
    """A wall written `6,3,NE,straw`.

    Raises:
        Refused: it is not written so.
    """
    place, _comma, material = text.rpartition(",")
    site = read_site(place)
    if site is None:
        raise refuse(_("There is no such edge on the island."))
    return {"hex": [site[0], site[1]], "edge": DIRECTIONS[site[2]], "wall": material}
