"""The strip at the top: whose turn, the phases, the heat of every village, the final round."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from itertools import pairwise
from typing import Any

from companion.games.eruption.data import RULES, zone_of
from companion.web.table.drawings import sign
from companion.web.table.island import sprite
from companion.web.table.speech import gettext as _
from companion.web.table.speech import language

METER = RULES.meter
PHASES = ("damage", "tile", "cards", "walls")
"""The four phases of a turn as dots; an eruption tile is laid between the first and the second."""
DOT = {"deal": 0, "damage": 0, "eruption": 1, "tile": 1, "cards": 2, "walls": 3, "over": 4}
SPACE = 10
"""Width of a space on the track, in the track's units."""
SPACES = METER.max // METER.step + 1
TRACK_HEIGHT = 30
SIGN = 13


def turn(state: dict[str, Any], names: tuple[str, ...], over: bool) -> str:
    """Whose turn it is, and its phase. `state` is what everybody may see, `names` go by seat."""
    if over:
        end = escape(_("The game is over"))
        return f'<div id="turn" class="turn" hx-swap-oob="true"><h1>{end}</h1></div>'
    count = escape(_("turn %(n)s", n=state["turn"]))
    village = state["seats"][state["active"]]["village"]
    return (
        f'<div id="turn" class="turn of-{village}" hx-swap-oob="true">{sign(village)}'
        f"<h1>{escape(names[state['active']])}</h1>"
        f'<span class="count">{count}</span>{_phases(language(), state["phase"])}</div>'
    )


def heat(state: dict[str, Any], names: tuple[str, ...], over: bool) -> str:
    """How hot every village is: numbers, and signs on the burn meter."""
    seats = state["seats"]
    temperatures = tuple(seat["temperature"] for seat in seats)
    villages = tuple(seat["village"] for seat in seats)
    active = -1 if over else state["active"]
    return _whole_heat(language(), villages, names, temperatures, active)


@lru_cache(64)
def _whole_heat(
    locale: str, villages: tuple[str, ...], names: tuple[str, ...], temperatures: tuple[int, ...], active: int
) -> str:
    numbers = _heat(villages, names, temperatures, active)
    return f'<div id="heat" hx-swap-oob="true">{numbers}{track(villages, temperatures)}</div>'


@lru_cache(64)
def _phases(locale: str, phase: str) -> str:
    now = DOT[phase]
    dots = []
    for i, slug in enumerate(PHASES):
        name = escape(_(RULES.phases[slug]))
        if i == now:
            here = escape(_(RULES.phases[phase]))
            dots.append(f'<li class="now" aria-current="step"><i></i><span>{here}</span></li>')
        else:
            dots.append(f'<li{" class=done" if i < now else ""}><i></i><span class="unseen">{name}</span></li>')
    label = escape(_("Phases of the turn"))
    return f'<ol class="phases" aria-label="{label}">{"".join(dots)}</ol>'


def _heat(villages: tuple[str, ...], names: tuple[str, ...], temperatures: tuple[int, ...], active: int) -> str:
    chips = []
    for seat, village in enumerate(villages):
        zone = zone_of(temperatures[seat])
        label = escape(
            _("%(name)s: %(degrees)s degrees, zone %(zone)s", name=names[seat], degrees=temperatures[seat], zone=zone)
        )
        now = " now" if seat == active else ""
        chips.append(
            f'<li class="heat z{zone}{now}">{sign(village)}<b aria-hidden="true">{temperatures[seat]}</b>'
            f'<span class="unseen">{label}</span></li>'
        )
    return f'<ul class="heats n{len(villages)}">{"".join(chips)}</ul>'


def track(villages: tuple[str, ...], temperatures: tuple[int, ...]) -> str:
    """The burn meter: its spaces, zones and eruption tiles, and a sign for every village on its space."""
    parts = [_ground()]
    at: dict[int, list[int]] = {}
    for seat, degrees in enumerate(temperatures):
        at.setdefault(degrees // METER.step, []).append(seat)
    for space, there in at.items():
        for (x, y), seat in zip(_spread(space, len(there)), there, strict=True):
            parts.append(
                f'<use id="m-{villages[seat]}" data-glide href="{sprite()}#marker-{villages[seat]}" '
                f'x="{x}" y="{y}" width="{SIGN}" height="{SIGN}"/>'
            )
    return f'<svg class="track" viewBox="0 0 {SPACES * SPACE} {TRACK_HEIGHT}" aria-hidden="true">{"".join(parts)}</svg>'


@lru_cache(1)
def _ground() -> str:
    starts = (0, *METER.zones, METER.max + METER.step)
    parts = []
    for zone, (start, end) in enumerate(pairwise(starts)):
        x, width = start // METER.step * SPACE, (end - start) // METER.step * SPACE
        parts.append(f'<rect class="z{zone}" x="{x}" y="0" width="{width}" height="{TRACK_HEIGHT}"/>')
        if zone:
            parts.append(
                f'<path class="gate" d="M{x} 0V{TRACK_HEIGHT}"/><text x="{x + 2}" y="{TRACK_HEIGHT - 4}">{start}</text>'
            )
    ticks = "".join(f"M{x} {TRACK_HEIGHT - 3}v3" for x in range(SPACE, SPACES * SPACE, SPACE))
    return f'{"".join(parts)}<path class="ticks" d="{ticks}"/>'


def _spread(space: int, count: int) -> list[tuple[float, float]]:
    """Corners of `count` signs round the middle of a space: side by side in one row, then in two; kept on the track."""
    rows = 1 if count == 1 else 2
    columns = -(-count // rows)
    step = 10 if columns > 1 else 0
    middle = space * SPACE + SPACE / 2
    left = min(max(middle - (SIGN + step * (columns - 1)) / 2, 0), SPACES * SPACE - SIGN - step * (columns - 1))
    places = []
    for i in range(count):
        row, column = divmod(i, columns)
        y = (TRACK_HEIGHT - SIGN) / 2 if rows == 1 else row * (TRACK_HEIGHT - SIGN - 4) + 1
        places.append((round(left + column * step, 1), round(y, 1)))
    return places


def final(state: dict[str, Any], names: tuple[str, ...], over: bool) -> str:
    """The banner of the final round; hidden before."""
    last = state["final_round"]
    if not last or over:
        return '<p id="final" hidden hx-swap-oob="true"></p>'
    if last["to_play"]:
        text = _("Final round. Then only: %(who)s", who=", ".join(names[seat] for seat in last["to_play"]))
    else:
        text = _("Final round: this is the last turn")
    return f'<p id="final" class="final" hx-swap-oob="true">{escape(text)}</p>'
