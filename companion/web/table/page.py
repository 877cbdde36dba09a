"""The page of a table as pieces: whole for a browser that loads it, only those that changed for one that has it.

A piece is a string with the id of its element. What a phone shows is remembered under a short key that the phone sends
back with its next tap; pieces that are the same then are not sent again. A phone that is not remembered gets all.
"""

from __future__ import annotations

import secrets
import zlib
from collections import OrderedDict
from html import escape
from itertools import count
from typing import Any, NamedTuple

from flask import Response, render_template
from werkzeug.datastructures import Headers

from companion.tables.play import Table
from companion.web import security
from companion.web.people import presence
from companion.web.table import around, bar, drawings, forms, waiting
from companion.web.table.drawings import ID_MARK, POCKET_MARK
from companion.web.table.pages import pages_of
from companion.web.table.panel_templates import PanelTemplates
from companion.web.table.speech import gettext as _
from companion.web.table.speech import language
from companion.web.table.stage import Line, Stage
from companion.web.table.viewer import HAND_KINDS

REMEMBERED = 1024
"""Phones whose pieces are remembered."""
UNPACKED = 12_000
"""Bytes that go out as they are: they fit the first flight of network packets, and packing them takes longer."""
ALWAYS = (
    ("Content-Type", "text/html; charset=utf-8"),
    ("Vary", "Accept-Encoding"),
    ("Cache-Control", "no-store"),
    *security.HEADERS.items(),
)
"""The header fields of every answer to a tap."""
KEPT_VIEWS = 48
"""Ways to look at one moment whose pieces are kept."""


class Pieces(NamedTuple):
    """The pieces of the page by the id of their element, those of the land apart: they lie within one drawing."""

    parts: dict[str, str]
    land: dict[str, str]

    def lacking(self, old: Pieces) -> list[str]:
        """What must be sent to a phone that shows `old`, piece by piece."""
        shown = old.parts.get
        parts = [html for name, html in self.parts.items() if shown(name) != html]
        if self.land is not old.land:
            shown = old.land.get
            if land := [html for name, html in self.land.items() if shown(name) != html]:
                parts += ["<svg>", *land, "</svg>"]
        return parts

    def changed(self, old: Pieces) -> str:
        """What must be sent to a phone that shows `old`."""
        return "".join(self.lacking(old))


NOTHING_YET = Pieces({}, {})


class Shown:
    """What phones show, by key."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Pieces] = OrderedDict()
        self._keys: dict[int, str] = {}
        # A key tells nothing and opens nothing, so it need not be secret; it must only be no key of an earlier process.
        self._new = map(f"{secrets.token_urlsafe(6)}-{{:x}}".format, count())

    def get(self, key: str) -> Pieces:
        """The pieces that a phone shows; none if it is not remembered."""
        return self._kept.get(key, NOTHING_YET)

    def remember(self, pieces: Pieces) -> str:
        """The key of these pieces: the same for all phones that show them."""
        key = self._keys.get(id(pieces))
        if key is not None:
            self._kept.move_to_end(key)
            return key
        key = self._keys[id(pieces)] = next(self._new)
        self._kept[key] = pieces
        if len(self._kept) > REMEMBERED:
            _, old = self._kept.popitem(last=False)
            del self._keys[id(old)]
        return key


def pieces(scene: Stage) -> Pieces:
    """All pieces of a scene but for what `own` gives, from memory where they have been drawn."""
    moment = scene.moment
    drawn: OrderedDict[Any, Pieces] = moment.__dict__.setdefault("drawn", OrderedDict())
    key = (scene.crowd, scene.choice, scene.say, language())
    found = drawn.get(key)
    if found is None:
        found = drawn[key] = _draw(scene)
        if len(drawn) > KEPT_VIEWS:
            drawn.popitem(last=False)
    return found


def _draw(scene: Stage) -> Pieces:
    kept: dict[Any, Any] = scene.moment.__dict__.setdefault("kept", {})
    if scene.picked:
        parts, land = _around_panel(scene, kept)
        return Pieces({**parts, "panel": _panel(scene)}, land)
    alike = (language(), "around", scene.idle, scene.viewer.plays)
    if alike not in kept:
        kept[alike] = _around_panel(scene, kept)
    parts, land = kept[alike]
    return Pieces({**parts, "panel": _panel(scene)}, land)


def _around_panel(scene: Stage, kept: dict[Any, Any]) -> tuple[dict[str, str], dict[str, str]]:
    """All pieces but the panel, and the land."""
    moment, plays = scene.moment, scene.viewer.plays
    steps = (language(), "bar", plays)
    if steps not in kept:
        kept[steps] = bar.bar(moment, plays)
    parts, land = pages_of(moment.table).surroundings(scene, kept)
    return {**parts, "bar": kept[steps]}, land


def _panel(scene: Stage) -> str:
    table = scene.moment.table
    pages, notes = pages_of(table), waiting.notes(scene)
    if scene.mode in ("wait", "covered"):
        told, body, kind = _happened(scene), pages.waiting(scene), f" waiting{_mine(scene)}"
    else:
        told, body = _played(scene)
        kind = _mine(scene)
        if whose := waiting.whose(scene):
            body, kind = body.replace("</h2>", f"</h2>{whose}", 1), " other"
    return (
        f'<section id="panel" class="panel-now{kind}" hx-swap-oob="true" aria-labelledby="todo" data-at="{at(table)}" '
        f'data-mode="{scene.mode}" data-version="{table.version}" data-cue="{pages.cue(scene)}" '
        f'data-title="{escape(title(scene))}">{notes}{told}{body}{POCKET_MARK}</section>'
    )


def _played(scene: Stage) -> tuple[str, str]:
    """What a panel tells and asks of whoever decides: the player, and the host, who may tap as well."""
    decision, kept = scene.moment.decision, scene.moment.__dict__["kept"]
    alike = scene.mode == "play" and not scene.picked and not scene.say
    alike = alike and decision is not None and decision.kind not in HAND_KINDS  # which show a hand
    key = (language(), "played")
    if alike and key in kept:
        told, body = kept[key]
        return told, body
    table, panel = scene.moment.table, pages_of(scene.moment.table).panel(scene)
    templates: PanelTemplates = around.part("panels")
    body = templates.draw(f"{panel.folder}/{panel.template}", panel=panel, code=table.code, version=table.version)
    told = _told(panel.say, panel.news) if panel.say or panel.news else ""
    if alike:
        kept[key] = told, body
    return told, body


def own(scene: Stage) -> str:
    """What only this phone shows: the own hand, for the place in the panel that is marked for it."""
    return pages_of(scene.moment.table).own(scene)


def _mine(scene: Stage) -> str:
    """Classes for the panel of the own turn, on a phone of one's own."""
    moment = scene.moment
    if scene.audience.seat is None or scene.audience.seat != moment.active or moment.decision is None:
        return ""
    return f" mine {pages_of(moment.table).colour(moment)}"


def title(scene: Stage) -> str:
    """What the phone's window is called: whose turn it is."""
    moment, game = scene.moment, _(scene.moment.table.game.name)
    if moment.decision is None:
        who = _("The game is over")
    elif scene.audience.seat == moment.active:
        who = _("Your turn")
    else:
        who = moment.table.names[moment.active]
    return f"{who} · {game} · {moment.table.code}"


def _happened(scene: Stage) -> str:
    """What the last action brought, for phones that look on; a refusal or an answer stands above it."""
    pages = pages_of(scene.moment.table)
    say = pages.about(scene)
    if say or scene.picked:
        return _told(say, [])
    kept, key = scene.moment.__dict__["kept"], (language(), "happened")
    if key not in kept:
        kept[key] = _told("", pages.happened(scene.moment))
    return str(kept[key])


def _told(answer: str, news: list[Line]) -> str:
    """A refusal or an answer, and what the last action brought."""
    say = f'<p class="say" role="alert">{escape(answer)}</p>' if answer else ""
    duels = [line for line in news if line.white]
    rest = " · ".join(str(escape(line.text)) for line in news if not line.white)
    items = [
        f"<li{' class=bad' if line.bad else ''}>{drawings.die('white', line.white)}"
        f"{drawings.die('orange', line.orange)}<span>{escape(line.text)}</span></li>"
        for line in duels
    ]
    if rest:
        items.insert(0, f"<li><span>{rest}</span></li>")
    return f'{say}<ul class="news">{"".join(items)}</ul>' if items else say


def filled(html: str, own: str) -> str:
    """Some pieces with the own hand of a phone in its place. (`replace` would take far longer.)"""
    before, mark, after = html.partition(POCKET_MARK)
    return f"{before}{own}{after}" if mark else before


def with_ids(html: str) -> str:
    """Give each form of some pieces a command id of its own."""
    parts = html.split(ID_MARK)
    if len(parts) == 1:
        return html
    base, number = secrets.token_urlsafe(9), count()
    return "".join(part if i == 0 else f"{base}-{next(number)}{part}" for i, part in enumerate(parts))


def show(scene: Stage, status: int = 200) -> Response:
    """The answer to a tap: the pieces that changed to htmx, the whole page to everybody else."""
    drawn = pieces(scene)
    shown: Shown = around.part("shown")
    key = shown.remember(drawn)
    if by_htmx():
        fields = forms.sent() if around.environ()["REQUEST_METHOD"] == "POST" else forms.asked()
        changed = filled(drawn.changed(shown.get(fields.get("have", ""))), own(scene))
        response = small((with_ids(changed) + have(key, scene.moment.table)).encode(), status)
    else:
        pages = pages_of(scene.moment.table)
        page = render_template(
            pages.play,
            table=scene.moment.table,
            pieces={name: with_ids(filled(html, own(scene))) for name, html in drawn.parts.items()},
            people=presence.people_piece(scene.moment.table),
            title=title(scene),
            have=have(key, scene.moment.table),
            **pages.frame(drawn.land),
        )
        response = Response(page, status, content_type="text/html; charset=utf-8")
        response.headers["Cache-Control"] = "no-store"
    return response


def by_htmx() -> bool:
    """Whether only the pieces that changed are wanted."""
    return bool(around.environ().get("HTTP_HX_REQUEST") == "true")


class Fields(Headers):
    """Header fields that are known to be fit to send, and so not looked at one by one."""

    def __init__(self, fields: list[tuple[str, str]]) -> None:
        super().__init__()
        self._list = fields


class Answer(Response):
    """An answer to a tap: its header fields are whole, so that nothing is worked out anew when it goes out."""

    def get_wsgi_headers(self, environ: Any) -> Headers:
        """The fields as they are."""
        return self.headers


def small(body: bytes, status: int) -> Response:
    """The answer to a tap, packed if it is large and the browser can unpack it.

    The pieces of a tap are a few kB: the fastest level with small tables takes half the time of the pages' level, and
    makes a tenth more.
    """
    fields = [*ALWAYS]
    if len(body) >= UNPACKED and "gzip" in around.environ().get("HTTP_ACCEPT_ENCODING", ""):
        packer = zlib.compressobj(1, zlib.DEFLATED, 16 + 12, 5)
        body = packer.compress(body) + packer.flush()
        fields.append(("Content-Encoding", "gzip"))
    fields.append(("Content-Length", str(len(body))))
    return Answer([body], status, Fields(fields), direct_passthrough=True)  # packed or not, it goes out as it is


def have(key: str, table: Table) -> str:
    """The field that tells with each tap what the phone shows; `data-at` is the state of the table that it shows."""
    return f'<input type="hidden" id="have" name="have" value="{key}" data-at="{at(table)}" hx-swap-oob="true">'


def at(table: Table) -> str:
    """The state of a table as it is written in pages and streams."""
    version, revision = table.state
    return f"{version}.{revision}"
