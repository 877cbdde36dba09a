"""The big display: a tablet or a TV in the middle of the table that shows what everybody may see, and no hand.

Nothing on it is tapped but the way to full screen and to the history. Its pieces are strings with the ids of their
elements, as those of `companion.web.table.page` are, so that the same stream can send them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Set
from html import escape
from typing import Any, NamedTuple
from unicodedata import east_asian_width

from flask import Blueprint, Response, render_template

from companion.games.eruption.data import DIRECTION_INDEX, HEXES, RULES
from companion.games.hexes import Hex
from companion.tables.seats import Company
from companion.web.errors import Refused
from companion.web.house import tables
from companion.web.share import base_url
from companion.web.table import around, drawings, ending, history, island, lanes, past, records, strip, telling
from companion.web.table.layers import LAID
from companion.web.table.moment import Moment, moment
from companion.web.table.page import Pieces, Shown, have
from companion.web.table.pages import pages_of
from companion.web.table.speech import gettext as _
from companion.web.table.speech import language
from companion.web.table.viewer import readable

blueprint = Blueprint("table_display", __name__)
KEPT = 12
"""Ways to show one moment whose pieces are kept: languages, and who is there."""
REFRESH_SECONDS = 10
"""How often a browser without scripts loads the page again."""
MOST_LINES = 12
"""Lines of the log in the page; how many are seen is a matter of room."""
TYPE_SIZES = (7, 12, 18)
"""Letters that fit into the band in the largest type, and in the next smaller ones."""


class Told(NamedTuple):
    """A line of the log. One with a village is the heading of that village's turn."""

    line: telling.Line
    village: str = ""


@blueprint.get("/t/<code>/board")
def board(code: str) -> Response:
    """The display of a table."""
    table = tables().open(code)
    readable(table)
    check(moment(table))
    drawn = pieces(moment(table), table.company)
    shown: Shown = around.part("shown")
    page = render_template(
        "table/display.html",
        table=table,
        pieces=drawn.parts,
        land=island.layer("b-land", drawn.land.values()),
        have=have(shown.remember(drawn), table),
        definitions=island.definitions(),
        address=base_url().partition("://")[2],
        refresh=REFRESH_SECONDS,
    )
    response = Response(page, content_type="text/html; charset=utf-8")
    response.headers["Cache-Control"] = "no-store"
    return response


def check(now: Moment) -> None:
    """See that there is a display of this game. Raises Refused."""
    if not pages_of(now.table).display:
        sentence = _("There is no big display of this game. Open its table on the tablet and choose “Just watch”.")
        raise Refused("no_display", sentence, 404)


def pieces(now: Moment, company: Company, present: Set[str] | None = None) -> Pieces:
    """All pieces of the display, from memory where they have been drawn. `present` are the devices connected now."""
    if present is None:
        present = tables().hub.present(now.table.code)
    there = frozenset(person.device for person in company.people if person.device in present)
    follows = tables().open(now.table.code).row.next_code if now.table.over else None  # a moment does not hear of it
    drawn: OrderedDict[Any, Pieces] = now.__dict__.setdefault("displayed", OrderedDict())
    key = (language(), company.revision, there, follows)
    found = drawn.get(key)
    if found is None:
        found = drawn[key] = _draw(now, company, there, follows)
        if len(drawn) > KEPT:
            drawn.popitem(last=False)
    return found


def say(now: Moment) -> str:
    """What has just happened, for those who listen instead of looking."""
    return " ".join(one.line.text for one in told(now)[:3])


def _draw(now: Moment, company: Company, there: Set[str], follows: str | None) -> Pieces:
    state, names, over = now.state, now.table.names, now.table.over
    waits = gathering(now, company)
    mode = "over" if over else "gathering" if waits else "playing"
    if over:
        rows = lanes.ranked(ending.places(now.table.position.ranking(), state["seats"], names), state)
        below, who = _how_it_went(now), [""] * len(rows)
    else:
        rows = lanes.rows(state, names, over)
        below, who = _log(now), lanes.who_is_there(now.table, there, waits)
    locked = " locked" if company.locked else ""
    return Pieces(
        {
            "d-mode": f'<p id="d-mode" class="{mode}{locked}" hidden hx-swap-oob="true"></p>',
            "d-turn": _won(rows) if over else _gather() if waits else _turn(now),
            "d-final": _final(now),
            "d-lanes": lanes.lanes(rows, who),
            "d-log": below,
            "d-next": _next(follows),
            "d-say": f'<p id="d-say" hx-swap-oob="true">{escape(say(now))}</p>',
            "b-walls": island.layer("b-walls", past.walls(state)),
            "b-marks": island.layer("b-marks", _marks(now)),
        },
        {f"h{x}-{y}": _hex((x, y), now.tiles.get((x, y))) for x, y in HEXES},
    )


def gathering(now: Moment, company: Company) -> bool:
    """Whether people are still coming: nothing is played yet, a seat is free, and the door is open."""
    if now.table.over or now.table.can_undo or company.locked:
        return False
    return any(company.owner(seat) is None and seat not in company.bots for seat in range(len(now.table.names)))


# --- the band on top --------------------------------------------------------------------------------------------------


def _turn(now: Moment) -> str:
    """Whose turn it is, its phases, and what is in play."""
    state = now.state
    village, name = state["seats"][now.active]["village"], now.table.names[now.active]
    phase = strip.DOT[state["phase"]]
    steps = "".join(
        f"<li{' class=done' if i < phase else ''}>{escape(_(RULES.phases[slug]))}</li>"
        if i != phase
        else f'<li class="now" aria-current="step">{escape(_(RULES.phases[state["phase"]]))}</li>'
        for i, slug in enumerate(strip.PHASES)
    )
    label = escape(_("Phases of the turn"))
    return (
        f'<header id="d-turn" class="of-{village}" hx-swap-oob="true">{drawings.sign(village)}'
        f"<h1{_size(name)}>{escape(name)}</h1>{_in_play(now)}"
        f'<ol class="steps" aria-label="{label}">{steps}</ol></header>'
    )


def _in_play(now: Moment) -> str:
    """The wall that is tested, or the dice just thrown and the drawn tile."""
    decision = now.decision
    if decision is not None and decision.wall:
        wall = decision.wall["wall"]
        return f'<div class="in-play">{drawings.wall(wall)}<b>+{RULES.wall(wall).bonus}</b></div>'
    drawn = now.state["drawn"]
    tile = drawings.tile(drawn) if drawn else ""
    duel = next((event for event in reversed(now.news) if event["type"] == "duel"), None)
    if duel is None:
        return f'<div class="in-play">{tile}</div>' if tile else ""
    dice = drawings.die("white", duel["white"]) + drawings.die("orange", duel["orange"])
    mark = drawings.icon("check" if duel["held"] else "close")
    return f'<div class="in-play{" both" if tile else ""}"><div>{dice}</div>{mark}{tile}</div>'


def _gather() -> str:
    heading, how = _("Take a seat"), _("Scan the code, or type the address.")
    words = f"<h1{_size(heading)}>{escape(heading)}</h1><p>{escape(how)}</p>"
    return f'<header id="d-turn" hx-swap-oob="true">{words}</header>'


def _won(rows: list[lanes.Row]) -> str:
    first = [row for row in rows if row.place == 1]
    one = len(first) == 1
    names = ", ".join(row.name for row in first)
    heading = _("%(name)s wins", name=names) if one else _("%(names)s win together", names=names)
    signs = "".join(drawings.sign(row.village) for row in first[:2])
    css = f' class="of-{first[0].village}"' if one else ""
    return f'<header id="d-turn"{css} hx-swap-oob="true">{signs}<h1{_size(heading)}>{escape(heading)}</h1></header>'


def _final(now: Moment) -> str:
    """The banner of the final round, with the signs of those who play after this turn; hidden before."""
    last = now.state["final_round"]
    if not last or now.table.over:
        return '<p id="d-final" hidden hx-swap-oob="true"></p>'
    if not last["to_play"]:
        text = escape(_("Final round: this is the last turn"))
        return f'<p id="d-final" class="final" hx-swap-oob="true">{text}</p>'
    names, seats = now.table.names, now.state["seats"]
    said = escape(_("Final round. Then only: %(who)s", who=", ".join(names[seat] for seat in last["to_play"])))
    signs = "".join(drawings.sign(seats[seat]["village"]) for seat in last["to_play"])
    only = escape(_("Final round, then only"))
    shown = f'<span aria-hidden="true">{only}</span>{signs}'
    return f'<p id="d-final" class="final" hx-swap-oob="true">{shown}<span class="unseen">{said}</span></p>'


def _size(text: str) -> str:
    """The class for the type in which a text fits into the band; a letter of Chinese or Japanese is as wide as two."""
    width = sum(2 if east_asian_width(char) in "WF" else 1 for char in text)
    size = sum(width > most for most in TYPE_SIZES)
    return f' class="s{size}"' if size else ""


# --- the log ----------------------------------------------------------------------------------------------------------


def told(now: Moment) -> list[Told]:
    """The last things that happened, the newest first; above each turn's, whose it was."""
    names, last = now.table.names, now.table.last
    lines: list[Told] = []
    for events in (now.story.last_turn, now.story.turn):
        begun = events[0] if events and events[0]["type"] == "turn_started" else None
        if begun:
            count = _("turn %(n)s", n=begun["turn"])
            heading = f"{names[begun['seat']]} · {count}"
            lines.append(Told(telling.Line(heading), now.state["seats"][begun["seat"]]["village"]))
        lines += map(Told, telling.tell(events[1:] if begun else events, names, quiet=history.QUIET))
    if last.kind in ("undo", "redo"):
        lines.append(Told(telling.Line(history.summary(last, names))))
    return lines[: -MOST_LINES - 1 : -1]


def _log(now: Moment) -> str:
    items = "".join(map(_line, told(now)))
    label = escape(_("History"))
    return f'<ol id="d-log" class="log" aria-label="{label}" hx-swap-oob="true">{items}</ol>'


def _line(told: Told) -> str:
    line, text = told.line, escape(told.line.text)
    if told.village:
        return f'<li class="whose of-{told.village}">{drawings.sign(told.village)}<span>{text}</span></li>'
    return f"<li{' class=bad' if line.bad else ''}>{_dice(line)}<span>{text}</span></li>"


def _dice(line: telling.Line) -> str:
    if not line.white:
        return ""
    return f"{drawings.die('white', line.white)}{drawings.die('orange', line.orange)}"


def _how_it_went(now: Moment) -> str:
    """At the end: the heat of each village over the game."""
    heat = records.records(tables().history(now.table.code), now.state).heat
    label = escape(_("The heat over the game"))
    chart = lanes.chart(heat, [seat["village"] for seat in now.state["seats"]])
    return f'<figure id="d-log" class="went" hx-swap-oob="true"><figcaption>{label}</figcaption>{chart}</figure>'


def _next(code: str | None) -> str:
    """The way to the rematch, which the display goes by itself."""
    word = escape(_("Rematch"))
    link = f'<a href="/t/{code}/board">{word}: <b>{code}</b></a>' if code else ""
    return f'<p id="d-next" class="next" hx-swap-oob="true">{link}</p>'


# --- the board --------------------------------------------------------------------------------------------------------


def _hex(hex_: Hex, lying: tuple[str, int] | None) -> str:
    """A hex's tile as a piece of its own, so that a new tile sends one hex and not the island."""
    body = island.tile(hex_, *lying) if lying else ""
    return f'<g id="h{hex_[0]}-{hex_[1]}" hx-swap-oob="true">{body}</g>'


def _marks(now: Moment) -> list[str]:
    """Round the village that plays and the wall that is tested; the tile that is being laid, and the one just laid."""
    state, parts = now.state, []
    if not now.table.over:
        village = state["seats"][now.active]["village"]
        x, y = next(place.emblem for place in island.GEOMETRY.villages if place.slug == village)
        parts.append(f'<circle class="turn-of" cx="{x:.0f}" cy="{y:.0f}" r="44"/>')
    parts += [island.hex_mark((x, y), "barred") for x, y in state["barred"]]
    placing = state["placing"]
    if placing and state["drawn"]:
        parts.append(island.tile(tuple(placing["hex"]), state["drawn"], placing["rotation"], "ghost"))
    decision = now.decision
    if decision is not None and decision.wall:
        wall = decision.wall
        parts.append(island.mark((wall["hex"][0], wall["hex"][1], DIRECTION_INDEX[wall["edge"]]), "ring"))
    laid = {tuple(event["hex"]) for event in now.news if event["type"] in LAID}
    return parts + [island.hex_mark(hex_, "landing") for hex_ in laid]
