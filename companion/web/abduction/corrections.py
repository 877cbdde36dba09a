"""The table and the app differ: what a person says lies on the table, as a merge patch on the state.

What nobody has seen follows from the rest: a card comes into a zone, or out of it, by naming that zone alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.abduction.data import BOX, CARD_SLUGS, COW_SIDE, RULES, UFOS
from companion.games.contract import Wire
from companion.web.abduction.pictures import face
from companion.web.abduction.stage import state_of
from companion.web.table import forms
from companion.web.table.moment import Moment
from companion.web.table.pages import Sheet
from companion.web.table.speech import SPEAKER
from companion.web.table.speech import gettext as _
from companion.words import abduction as words

ZONES = ("hand", "discard", "removed")
COLUMNS, LEVELS, DIGITS = 6, 8, 6
"""As many columns, levels of the first column, and digits as a form offers at least."""
PHASES = ("draw", "play", "process", "discard")
MOST = 99
NONE = "none"


def patch(state: Wire, form: Mapping[str, str]) -> Wire:
    """The patch that a form asks for; `state` is the whole state on the wire.

    Raises:
        Refused: a field is missing or cannot be.
    """
    make = _PATCHES.get(form.get("what", ""))
    if make is None:
        raise forms.refuse(_("The companion does not know this kind of correction."))
    return make(state, form)


def _zone(state: Wire, form: Mapping[str, str]) -> Wire:
    zone = form.get("zone", "")
    if zone not in ZONES:
        raise forms.refuse(_("The companion does not know this kind of correction."))
    return {zone: {slug: forms.whole(form, slug, 0, BOX[i]) for i, slug in enumerate(CARD_SLUGS)}}


def _score(state: Wire, form: Mapping[str, str]) -> Wire:
    digits = [
        {CARD_SLUGS[i]: forms.whole(form, f"d{place}-{CARD_SLUGS[i]}", 0, BOX[i]) for i in COW_SIDE}
        for place in range(max(DIGITS, len(state["score"])))
    ]
    return {"score": digits, "fresh_decoys": 0}


def _hangar(state: Wire, form: Mapping[str, str]) -> Wire:
    return {"hangar": forms.whole(form, "hangar", 0, RULES.turn.hangar)}


def _ufos(state: Wire, form: Mapping[str, str]) -> Wire:
    columns = []
    for k in range(max(COLUMNS, len(state["ufos"]))):
        card = _one_of(form.get(f"u{k}", NONE), [CARD_SLUGS[i] for i in UFOS])
        if card:
            columns.append({"card": card, "size": forms.whole(form, f"s{k}", 1, MOST)})
    return {"ufos": columns}


def _cows(state: Wire, form: Mapping[str, str]) -> Wire:
    known = [CARD_SLUGS[i] for i in COW_SIDE]
    deep = max([LEVELS, *(len(column) for column in state["cows"][:1])])
    first = [card for i in range(deep) if (card := _one_of(form.get(f"c0-{i}", NONE), known))]
    rest = [
        [card]
        for k in range(1, max(COLUMNS, len(state["cows"])))
        if (card := _one_of(form.get(f"c{k}-0", NONE), known))
    ]
    return {"cows": [first, *rest] if first else rest}


def _turn(state: Wire, form: Mapping[str, str]) -> Wire:
    phase = form.get("phase", "")
    if phase not in PHASES:
        raise forms.refuse(_("Choose one of the four phases of a turn."))
    made: Wire = {"part": forms.whole(form, "part", 1, 2), "turn": forms.whole(form, "turn", 1, MOST), "phase": phase}
    return made | {"decision": None, "playing": None, "to_place": None, "drawing": None}


def _one_of(text: str, known: list[str]) -> str:
    """A card, or nothing."""
    if text == NONE:
        return ""
    if text not in known:
        raise forms.refuse(_("There is no such card."))
    return text


_PATCHES: dict[str, Callable[[Wire, Mapping[str, str]], Wire]] = {
    "zone": _zone,
    "score": _score,
    "hangar": _hangar,
    "ufos": _ufos,
    "cows": _cows,
    "turn": _turn,
}


def differs(now: Moment) -> Sheet:
    """What can be set."""
    state = state_of(now)
    zones = [
        (
            zone,
            title,
            [(CARD_SLUGS[i], _name(i), face(CARD_SLUGS[i], "cardface tiny"), n, BOX[i]) for i, n in enumerate(cards)],
        )
        for zone, title, cards in (
            ("hand", _("The hand"), state.hand),
            ("discard", _("The discard pile"), state.discard),
            ("removed", _("Out of the game"), state.removed),
        )
    ]
    digits = []
    for place in range(max(DIGITS, len(state.score))):
        cards = state.score[place] if place < len(state.score) else [0] * len(CARD_SLUGS)
        digits.append(
            (place, words.digit_name(place, SPEAKER), [(CARD_SLUGS[i], _name(i), cards[i]) for i in COW_SIDE])
        )
    shows: dict[str, Any] = {
        "zones": zones,
        "digits": digits,
        "hangar": state.hangar,
        "most": RULES.turn.hangar,
        "saucers": [(CARD_SLUGS[i], _name(i)) for i in UFOS],
        "cows": [(CARD_SLUGS[i], _name(i)) for i in COW_SIDE],
        "ufo_columns": [
            (CARD_SLUGS[state.ufos[k][0]], state.ufos[k][1]) if k < len(state.ufos) else (NONE, 1)
            for k in range(max(COLUMNS, len(state.ufos)))
        ],
        "first": [
            CARD_SLUGS[state.cows[0][i]] if state.cows and i < len(state.cows[0]) else NONE
            for i in range(max([LEVELS, *(len(column) for column in state.cows[:1])]))
        ],
        "others": [
            CARD_SLUGS[state.cows[k][0]] if k < len(state.cows) else NONE
            for k in range(1, max(COLUMNS, len(state.cows)))
        ],
        "part": state.part,
        "turn": state.turn,
        "phase": state.phase,
        "phases": [(phase, _(RULES.phases[phase])) for phase in PHASES],
    }
    return "abduction/differs.html", shows


def _name(card: int) -> str:
    return words.card_name(CARD_SLUGS[card], SPEAKER)
