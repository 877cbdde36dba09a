"""The strip at the top: which turn of how many, which part, and the phases of the turn."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from companion.games.abduction.data import BOX, RULES
from companion.games.abduction.state import State
from companion.web.table.speech import gettext as _
from companion.web.table.speech import language, ngettext

PHASES = ("draw", "play", "process", "discard")
"""The phases of a turn as dots; carrying belongs to the abduction."""
DOT = {"draw": 0, "play": 1, "process": 2, "carry": 2, "discard": 3, "over": 4}
TURNS = (sum(BOX) - 1) // RULES.turn.draw
"""Turns of part one: as many draws as the deck has without the face-down card."""


def strip(state: State, over: bool) -> str:
    """The piece `turn`."""
    left = state.deck_size // RULES.turn.draw
    return _strip(language(), state.part, state.turn, left, state.phase, over)


@lru_cache(512)
def _strip(locale: str, part: int, turn: int, left: int, phase: str, over: bool) -> str:
    if over:
        end = escape(_("The game is over"))
        return f'<div id="turn" class="turn" hx-swap-oob="true"><h1>{end}</h1></div>'
    if part == 1:
        heading, count = _("Turn %(n)s of %(turns)s", n=turn, turns=TURNS), _("part one")
    else:
        heading, count = _("Turn %(n)s", n=turn), _draws(left)
    return (
        f'<div id="turn" class="turn part-{part}" hx-swap-oob="true"><h1>{escape(heading)}</h1>'
        f'<span class="count">{escape(count)}</span>{_phases(phase)}</div>'
    )


def _draws(left: int) -> str:
    """How much longer part two lasts."""
    if not left:
        return _("part two, the last one")
    return ngettext("part two, %(num)d more", "part two, %(num)d more", left)


def _phases(phase: str) -> str:
    now, dots = DOT[phase], []
    for i, slug in enumerate(PHASES):
        name = escape(_(RULES.phases[slug]))
        if i == now:
            here = escape(_(RULES.phases[phase]))
            dots.append(f'<li class="now" aria-current="step"><i></i><span>{here}</span></li>')
        else:
            dots.append(f'<li{" class=done" if i < now else ""}><i></i><span class="unseen">{name}</span></li>')
    label = escape(_("Phases of the turn"))
    return f'<ol class="phases" aria-label="{label}">{"".join(dots)}</ol>'
