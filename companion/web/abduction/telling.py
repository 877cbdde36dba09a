"""What happened, in the reader's words, for the lines of a panel and of the history."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from companion.games.contract import Problem
from companion.web.table.moment import Moment
from companion.web.table.moved import moved
from companion.web.table.speech import SPEAKER
from companion.web.table.speech import gettext as _
from companion.web.table.stage import Line
from companion.words import abduction as words

Event = dict[str, Any]
QUIET = frozenset({"turn_started", "kind_settled", "card_placed", "game_over"})
"""Events that the page shows in another way than by a line."""
BAD = frozenset({"hangar", "released", "shot"})


def problem(what: Problem) -> str:
    """Why something is not possible."""
    return words.problem(what, SPEAKER)


def lines(now: Moment) -> list[Line]:
    """The news of a moment."""
    return moved(now) or tell(now.news)


def tell(events: Sequence[Event], quiet: frozenset[str] = QUIET) -> list[Line]:
    """Lines for some events; cards that did the same stand in one line."""
    told: list[Line] = []
    for (kind, _digit), group in groupby(events, key=_alike):
        some = list(group)
        if kind in quiet:
            continue
        if len(some) > 1 and kind in _TOGETHER:
            told.append(Line(_TOGETHER[kind](some), bad=kind in BAD))
        else:
            told += [Line(_told(event), bad=_is_bad(event)) for event in some if _matters(event)]
    return told


def _told(event: Event) -> str:
    if event["type"] == "effect" and event["idle"]:
        return _("Its effect finds nothing to act on.")
    return words.event(event, (), SPEAKER)


def _alike(event: Event) -> tuple[str, Any]:
    """What events that are told together share."""
    return event["type"], event.get("digit") if event["type"] in ("abducted", "carried") else None


def _matters(event: Event) -> bool:
    """An effect that does something is told by what it does."""
    return event["type"] != "effect" or bool(event["idle"]) or event["effect"] == "abduct"


def _is_bad(event: Event) -> bool:
    return event["type"] in BAD or (event["type"] == "field_cleared" and event["cause"] == "overflow")


def cards(slugs: Iterable[str]) -> str:
    """Names of cards, with how many of each."""
    names: dict[str, int] = {}
    for slug in slugs:
        names[slug] = names.get(slug, 0) + 1
    return ", ".join(
        f"{words.card_name(slug, SPEAKER)} ×{n}" if n > 1 else words.card_name(slug, SPEAKER)
        for slug, n in names.items()
    )


def _drawn(some: list[Event]) -> str:
    return _("Drawn: %(cards)s.", cards=cards(event["card"] for event in some))


def _abducted(some: list[Event]) -> str:
    digit = words.digit_name(some[0]["digit"], SPEAKER)
    return _("Into the %(digit)s: %(cards)s.", digit=digit, cards=cards(event["card"] for event in some))


def _carried(some: list[Event]) -> str:
    digit = words.digit_name(some[0]["digit"], SPEAKER)
    return _("Up to the %(digit)s: %(cards)s.", digit=digit, cards=cards(event["card"] for event in some))


def _discarded(some: list[Event]) -> str:
    return _("Discarded: %(cards)s.", cards=cards(event["card"] for event in some))


def _shot(some: list[Event]) -> str:
    return _("The cows shoot down: %(cards)s.", cards=cards(event["card"] for event in some))


_TOGETHER = {
    "card_drawn": _drawn,
    "abducted": _abducted,
    "carried": _carried,
    "card_discarded": _discarded,
    "shot": _shot,
}

CUES = (
    ("game_over", "end"),
    ("field_cleared", "lost"),
    ("abducted", "held"),
    ("stacked", "wall"),
    ("card_placed", "tile"),
)


def cue(now: Moment) -> str:
    """What a phone may let hear or feel of the last action: the weightiest of its events."""
    kinds = {event["type"] for event in now.news}
    return next((name for kind, name in CUES if kind in kinds), "card" if kinds else "")


def shorten(sentence: str) -> str:
    """A sentence as it stands in the middle of others: without its full stop, and small where that letter is."""
    plain = sentence.rstrip(".。")
    return plain[:1].lower() + plain[1:]
