"""What an action would bring, tried on a copy: before it is confirmed, and never known to the table."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.abduction import advice
from companion.games.abduction.actions import Abduct, CardOutcome, Pass, Place, Release
from companion.games.abduction.data import CARD_INDEX, CARD_SLUGS, RULES, UFOS
from companion.games.abduction.doing import EFFECTS
from companion.games.abduction.state import State
from companion.games.contract import to_wire
from companion.web.abduction import telling
from companion.web.table.speech import SPEAKER, ngettext
from companion.web.table.speech import gettext as _
from companion.words import abduction as words

Event = dict[str, Any]


class Outlook(msgspec.Struct, frozen=True):
    """What an action would bring: a few words, and whether they warn."""

    text: str
    bad: bool = False


def tried(state: State, action: Any) -> tuple[State, list[Event]]:
    """The state after a legal action, and what happened."""
    after, events = state.copy(), list[Any]()
    EFFECTS[type(action)](after, action, events)
    return after, to_wire(events)


def placing(state: State, slug: str) -> Outlook:
    """What placing a card would bring, in two or three words."""
    _after, events = tried(state, Place(card=slug))
    kinds = [event["type"] for event in events]
    if CARD_INDEX[slug] in UFOS and "stacked" in kinds:
        return _stacked(events)
    column = next(event["column"] for event in events if event["type"] == "card_placed") + 1
    if column > RULES.turn.columns:
        return Outlook(_("column %(n)s!", n=column), True)
    return Outlook(_("column %(n)s", n=column))


def _stacked(events: list[Event]) -> Outlook:
    """What stacking brings: what its effects do, or that they do nothing."""
    cleared = sum(event["count"] for event in events if event["type"] == "decoys_cleared")
    if cleared:
        return Outlook(ngettext("%(num)d decoy goes", "%(num)d decoys go", cleared))
    depth = next((event["depth"] for event in reversed(events) if event["type"] == "herded"), 0)
    if depth:
        return Outlook(_("herds: %(n)s deep", n=depth))
    if any(event["type"] == "effect" and event["effect"] == "swap_saucer" and not event["idle"] for event in events):
        return Outlook(_("stacks: swap"))
    return Outlook(_("stacks"))


class Raid(msgspec.Struct, frozen=True):
    """What an abduction would bring: cards by digit, the score before and after with the best way to carry.

    `free` decoys go to the hangar, and `hangar` is what it holds then.
    """

    gains: list[str]
    before: int
    after: int
    hangar: int
    free: int
    releases: bool
    lost: bool
    shot: int


def raid(state: State) -> Raid:
    """An abduction now."""
    after, events = tried(state, Abduct())
    releases = after.kind == "release"
    points = settled(after)
    if releases:
        options = [(place, card) for place, digit in enumerate(after.score) for card, n in enumerate(digit) if n]
        ends = []
        for place, card in options:
            if RULES.cards[card].group != "decoy":
                ends.append(tried(after, Release(digit=place, card=CARD_SLUGS[card]))[0])
        points = max((settled(end) for end in ends), default=0)
        after = ends[0] if ends else after
    taken: dict[int, list[str]] = {}
    for event in events:
        if event["type"] == "abducted":
            taken.setdefault(event["digit"], []).append(event["card"])
    gains = [f"{words.digit_name(digit, SPEAKER)}: {telling.cards(cards)}" for digit, cards in sorted(taken.items())]
    shot = sum(event["type"] == "shot" for event in events)
    return Raid(gains, state.points, points, after.hangar, after.hangar - state.hangar, releases, after.lost, shot)


def settled(state: State) -> int:
    """The score when what must be carried is carried as well as can be."""
    if state.lost:
        return 0
    return advice.best_total(state) if state.kind in ("carry", "release") else state.points


def passing(state: State) -> tuple[State, list[Event]]:
    """What comes after the play phase."""
    return tried(state, Pass())


def turning(state: State, slug: str) -> tuple[State, list[Event]]:
    """What would happen if the face-down card were this one."""
    asked = state.copy()
    asked.kind = "face_down"
    return tried(asked, CardOutcome(card=slug))
