"""The page of a table as pieces: whole for a browser that loads it, and only the pieces that changed for one that has it.

A piece is a string with the id of its element. What a phone shows is remembered under a short key that the phone sends
back with its next tap; pieces that are the same then are not sent again. A phone that is not remembered gets all.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from html import escape
from itertools import count
from typing import Any

from flask import Response, current_app, render_template, request

from companion.web.i18n import language
from companion.web.table import bar, layers, panels
from companion.web.table.moment import Moment
from companion.web.table.scene import Scene
from companion.web.table.strip import strip

ID_MARK = "\ue000"
"""Stands in kept pieces where each form gets a command id of its own; no name can hold this character."""
REMEMBERED = 1024
"""Phones whose pieces are remembered."""
KEPT_VIEWS = 48
"""Ways to look at one moment whose pieces are kept."""

Pieces = dict[str, str]


class Shown:
    """What phones show, by key."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Pieces] = OrderedDict()

    def get(self, key: str) -> Pieces:
        """The pieces that a phone shows; none if it is not remembered."""
        return self._kept.get(key, {})

    def remember(self, pieces: Pieces) -> str:
        """A key for these pieces."""
        key = secrets.token_urlsafe(8)
        self._kept[key] = pieces
        if len(self._kept) > REMEMBERED:
            self._kept.popitem(last=False)
        return key


def pieces(scene: Scene) -> Pieces:
    """All pieces of a scene, from memory where they have been drawn."""
    moment = scene.moment
    drawn: OrderedDict[Any, Pieces] = moment.__dict__.setdefault("drawn", OrderedDict())
    key = (scene.choice, None if scene.covered else scene.holder, scene.say, language())
    found = drawn.get(key)
    if found is None:
        found = drawn[key] = _draw(scene)
        if len(drawn) > KEPT_VIEWS:
            drawn.popitem(last=False)
    return found


def _draw(scene: Scene) -> Pieces:
    moment = scene.moment
    return {
        "strip": _once(moment, "strip", lambda: strip(moment.state, moment.table.names, moment.table.over)),
        "b-tiles": _once(moment, "b-tiles", lambda: layers.tiles(moment)),
        "b-walls": layers.walls(scene),
        "b-marks": layers.marks(scene),
        "b-hits": layers.hits(scene),
        "panel": _panel(scene),
        "bar": _once(moment, "bar", lambda: bar.bar(moment)),
    }


def _once(moment: Moment, name: str, draw: Any) -> str:
    """A piece that is the same for everybody, drawn once in each language."""
    kept: dict[Any, str] = moment.__dict__.setdefault("common", {})
    key = (name, language())
    if key not in kept:
        kept[key] = draw()
    return kept[key]


def _panel(scene: Scene) -> str:
    panel = panels.panel(scene)
    template = current_app.jinja_env.get_template(f"table/panel/{panel.template}.html")
    return template.render(panel=panel, code=scene.moment.table.code, version=scene.moment.table.version, new_id=ID_MARK)


def with_ids(html: str) -> str:
    """Give each form of some pieces a command id of its own."""
    parts = html.split(ID_MARK)
    if len(parts) == 1:
        return html
    base, number = secrets.token_urlsafe(9), count()
    return "".join(part if i == 0 else f"{base}-{next(number)}{part}" for i, part in enumerate(parts))


def show(scene: Scene, status: int = 200) -> Response:
    """The answer to a tap: the pieces that changed to htmx, the whole page to everybody else."""
    drawn = pieces(scene)
    shown: Shown = current_app.extensions["shown"]
    key = shown.remember(drawn)
    if request.headers.get("HX-Request") == "true":
        old = shown.get(request.values.get("have", ""))
        changed = "".join(html for name, html in drawn.items() if old.get(name) != html or ID_MARK in html)
        body = with_ids(changed) + have(key)
        response = Response(body, status, content_type="text/html; charset=utf-8")
    else:
        marked = {name: with_ids(html) for name, html in drawn.items()}
        page = render_template("table/play.html", table=scene.moment.table, pieces=marked, have=have(key), definitions=layers.island.definitions())
        response = Response(page, status, content_type="text/html; charset=utf-8")
    response.headers["Cache-Control"] = "no-store"
    return response


def have(key: str) -> str:
    """The field that tells with each tap what the phone shows."""
    return f'<input type="hidden" id="have" name="have" value="{escape(key)}" hx-swap-oob="true">'
