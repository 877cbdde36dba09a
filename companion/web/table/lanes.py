"""The villages on the big display: a row for each, with its sign, its name, how hot it is, and its lane of the meter.

One lane for each village rather than one track for all: from two metres, signs that lie upon each other are a blot.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import lru_cache
from html import escape
from itertools import pairwise
from typing import Any, NamedTuple

from companion.games.eruption.data import RULES, zone_of
from companion.tables.play import Table
from companion.web.people import presence
from companion.web.table.drawings import sign
from companion.web.table.ending import Place
from companion.web.table.island import sprite
from companion.web.table.speech import gettext as _

METER = RULES.meter
LONG = METER.max + METER.step
"""Degrees from one end of a lane to the other."""


class Row(NamedTuple):
    """What a row shows of a village.

    `place` is its place at the end; `note` says what decided a tie there, and stands where the lane was.
    """

    seat: int
    village: str
    name: str
    degrees: int
    now: bool = False
    place: int = 0
    note: str = ""


def rows(state: dict[str, Any], names: tuple[str, ...], over: bool) -> list[Row]:
    """The villages by seat, while they play."""
    return [
        Row(i, seat["village"], names[i], seat["temperature"], not over and i == state["active"])
        for i, seat in enumerate(state["seats"])
    ]


def ranked(places: Sequence[Place], state: dict[str, Any]) -> list[Row]:
    """The villages by place, at the end."""
    seat_of = {seat["village"]: i for i, seat in enumerate(state["seats"])}
    return [
        Row(seat_of[p.village], p.village, p.name, p.temperature, place=p.place, note=p.sum or _burnt(p))
        for p in places
    ]


def _burnt(place: Place) -> str:
    return _("burnt out") if place.burnt else ""


def lanes(rows: Sequence[Row], there: Sequence[str]) -> str:
    """All rows, as a piece. `there` tells of each seat who is there, as `who_is_there` says it."""
    label = escape(_("Villages"))
    items = "".join(_row(row, there[row.seat]) for row in rows)
    return f'<ol id="d-lanes" class="lanes n{len(rows)}" aria-label="{label}" hx-swap-oob="true">{items}</ol>'


def _row(row: Row, there: str) -> str:
    said = escape(_("%(degrees)s degrees, zone %(zone)s", degrees=row.degrees, zone=zone_of(row.degrees)))
    place = f"<b>{row.place}</b>" if row.place else ""
    below = f'<p class="note">{escape(row.note)}</p>' if row.note else lane(row.village, row.degrees)
    return (
        f'<li class="of-{row.village}{" now" if row.now else ""}">{place}{sign(row.village)}'
        f'<div><p><span class="who">{escape(row.name)}</span>{there}</p>{below}</div>'
        f'<strong aria-hidden="true">{row.degrees}</strong><span class="unseen">{said}</span></li>'
    )


@lru_cache(512)
def lane(village: str, degrees: int) -> str:
    """A village's lane: its zones, lava up to where the village is, and its sign there. As wide as there is room."""
    return (
        f'<svg class="lane" aria-hidden="true">{_ground(degrees)}'
        f'<svg x="{_share(degrees + METER.step / 2)}" overflow="visible"><use id="m-{village}" data-glide '
        f'href="{sprite()}#marker-{village}" x="-0.95em" y="0" width="1.9em" height="1.9em"/></svg></svg>'
    )


def _share(degrees: float) -> str:
    return f"{100 * degrees / LONG:.2f}%"


def _ground(degrees: int) -> str:
    bed = 'y="18%" height="64%"'
    parts = [f'<rect class="bed" {bed} width="100%"/>']
    for zone, (start, end) in enumerate(pairwise((0, *METER.zones, LONG))):
        reach = min(degrees, end) - start
        if reach > 0:
            parts.append(f'<rect class="z{zone}" {bed} x="{_share(start)}" width="{_share(reach)}"/>')
    for start in METER.zones:
        parts.append(f'<line class="gate" x1="{_share(start)}" x2="{_share(start)}" y1="18%" y2="82%"/>')
    return f'{"".join(parts)}<rect class="rim" {bed} width="100%"/>'


CHART = (300, 210)
"""Width and height of the chart, in its own units; on the right of it there is room for the signs."""
CHART_SIGN = 25


def chart(heat: Sequence[Sequence[int]], villages: Sequence[str]) -> str:
    """The heat of each village after each turn, each line ending in the village's sign."""
    width, height = CHART
    steps = max(len(heat[0]) - 1, 1)

    def y(degrees: float) -> float:
        return round(height - height * degrees / LONG, 1)

    bands = "".join(
        f'<rect class="z{zone}" y="{y(end)}" width="{width}" height="{round(y(start) - y(end), 1)}"/>'
        for zone, (start, end) in enumerate(pairwise((0, *METER.zones, LONG)))
    )
    order = sorted(range(len(villages)), key=lambda seat: heat[seat][-1])
    lines = ""
    for seat, top in zip(order, _apart([y(heat[seat][-1]) for seat in order]), strict=True):
        points = " ".join(f"{round(width * i / steps, 1)},{y(h)}" for i, h in enumerate(heat[seat]))
        lines += f'<polyline class="under" points="{points}"/><polyline class="of-{villages[seat]}" points="{points}"/>'
        lines += (
            f'<use href="{sprite()}#marker-{villages[seat]}" x="{width + 3}" y="{top}" '
            f'width="{CHART_SIGN}" height="{CHART_SIGN}"/>'
        )
    box = f'viewBox="0 -4 {width + CHART_SIGN + 4} {height + 8}" preserveAspectRatio="xMinYMin meet"'
    return f'<svg class="heat-chart" {box} aria-hidden="true">{bands}{lines}</svg>'


def _apart(middles: list[float]) -> list[float]:
    """Tops of signs, the lowest first: those that would lie upon each other move up, and at the top down again."""
    tops: list[float] = []
    for middle in middles:
        tops.append(min(middle - CHART_SIGN / 2, tops[-1] - CHART_SIGN if tops else CHART[1] - CHART_SIGN))
    for i in range(len(tops) - 1, -1, -1):
        tops[i] = max(tops[i], 0 if i == len(tops) - 1 else tops[i + 1] + CHART_SIGN)
    return [round(top, 1) for top in tops]


# --- who is there -----------------------------------------------------------------------------------------------------


def who_is_there(table: Table, present: Set[str], always: bool) -> list[str]:
    """Of each seat whether its phone is connected; nothing where one phone goes round, unless that is always asked for.

    `present` are the devices that are connected.
    """
    company, seats = table.company, range(len(table.names))
    if not always and not company.bots and all(company.owner(seat) is None for seat in seats):
        return [""] * len(seats)
    return [_there(table, seat, present) for seat in seats]


def _there(table: Table, seat: int, present: Set[str]) -> str:
    """Whether a seat's phone is connected, or who plays there, by sign and word."""
    state = presence.state(table, seat, present)
    return f'<small class="is {state}">{presence.mark(state) or HERE}{escape(_word(state))}</small>'


HERE = (
    '<svg class="mark" viewBox="0 0 16 16" aria-hidden="true"><circle class="full" cx="8" cy="8" r="7"/>'
    '<path class="cut" d="M4.7 8.3L7 10.6L11.3 5.8"/></svg>'
)
"""The sign of a phone that is connected."""


def _word(state: presence.State) -> str:
    """A state in a word that leaves room for the name."""
    words: dict[presence.State, str] = {
        "here": _("here"),
        "away": _("away"),
        "bot": _("bot"),
        "standin": _("host plays"),
        "free": _("free"),
    }
    return words[state]
