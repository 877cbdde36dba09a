"""The score by its digits, the ones on the right, with the cards that make them; and the hangar with its places."""

from __future__ import annotations

from html import escape

from companion.games.abduction.data import CARD_SLUGS, RULES
from companion.games.abduction.state import State, digit_sum
from companion.web.abduction.pictures import art, token
from companion.web.table.speech import SPEAKER
from companion.web.table.speech import gettext as _
from companion.words import abduction as words

LEAST = 3
"""So many digits are always shown."""


def tally(state: State) -> str:
    """The piece `tally`."""
    return f'<section id="tally" class="tally" hx-swap-oob="true">{_score(state)}{_hangar(state)}</section>'


def _score(state: State) -> str:
    points = f"{state.points:,}".replace(",", " ")
    label = escape(_("Score %(score)s", score=points))
    looked = state.digit if state.kind == "carry" else -1
    digits = "".join(_digit(state, place, place == looked) for place in reversed(range(max(LEAST, len(state.score)))))
    many = f" n{len(state.score)}" if len(state.score) > LEAST + 1 else ""
    return f'<ol class="digits{many}" aria-label="{label}">{digits}</ol>'


def _digit(state: State, place: int, looked: bool) -> str:
    cards = state.score[place] if place < len(state.score) else []
    total = digit_sum(cards) if cards else 0
    css = " class=now" if looked else " class=none" if not any(cards) else ""
    held = "".join(token(CARD_SLUGS[card], n) for card, n in enumerate(cards) if n)
    name = escape(words.digit_name(place, SPEAKER))
    full = " class=full" if total >= RULES.turn.base else ""
    return f'<li{css}><b{full}>{total}</b><span class="held">{held}</span><span class="unseen">{name}</span></li>'


def _hangar(state: State) -> str:
    places = "".join(
        f"<i>{art(CARD_SLUGS[-1])}</i>" if i < state.hangar else "<i></i>" for i in range(RULES.turn.hangar)
    )
    limit = RULES.turn.hangar
    label = escape(_("Hangar: %(decoys)s decoys, %(limit)s lose the game", decoys=state.hangar, limit=limit))
    css = " last" if state.hangar >= limit - 1 else ""
    name = escape(_("Hangar"))
    return f'<div class="hangar{css}" role="img" aria-label="{label}"><span>{places}</span><small>{name}</small></div>'
