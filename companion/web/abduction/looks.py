"""What can be looked at before a decision: the face-down card, what may come, a hint."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from markupsafe import Markup

from companion.games.abduction import advice
from companion.games.abduction.data import CARD_INDEX, CARD_SLUGS, DECOY_CARD, UFOS
from companion.games.abduction.state import State
from companion.web.abduction import hints, preview
from companion.web.abduction.asks import Ask, Button, Fields, thousands
from companion.web.abduction.cautions import caution, percent
from companion.web.abduction.panels import name
from companion.web.abduction.pick import NOTHING
from companion.web.abduction.pictures import art, face
from companion.web.abduction.stage import Show
from companion.web.abduction.telling import shorten
from companion.web.table.speech import SPEAKER
from companion.web.table.speech import gettext as _
from companion.words import abduction as words

MOST_TIPS = 5
"""As many actions as a hint shows."""


class Chance(msgspec.Struct, frozen=True):
    """A card that may come: how many are left, its chance, and what it would do."""

    face: Markup
    name: str
    left: int
    percent: str
    text: str = ""


class Odds(Ask, frozen=True):
    """What may come."""

    template: ClassVar[str] = "odds"
    chances: list[Chance] = msgspec.field(default_factory=list)
    buttons: list[Button] = msgspec.field(default_factory=list)
    tall: bool = False


class Tip(msgspec.Struct, frozen=True):
    """An action with what came of it."""

    face: Markup
    words: str
    score: str
    more: str
    fields: Fields
    best: bool = False


class Hinted(Ask, frozen=True):
    """What came of each action in many games played on."""

    template: ClassVar[str] = "hint"
    tips: list[Tip] = msgspec.field(default_factory=list)


def odds(show: Show) -> Odds:
    """What the next draw may bring."""
    found = advice.chances(show.state)
    decoy = percent(found.decoy)
    if not found.draws:
        heading, why = _("No more cards are drawn"), _("Fewer cards are left than a turn draws: then the game ends.")
    else:
        heading = _("The next draw: a decoy with %(n)s %%", n=decoy)
        why = _("Cards left that nobody has seen, and the chance that the next %(n)s hold one at least.", n=found.draws)
        if found.reshuffled:
            why = _("The deck of part two, as it would be now: the discard pile and the decoys of the score.")
    chances = [
        Chance(face(slug, "cardface tiny"), name(slug), found.left.get(slug, 0), percent(found.one.get(slug, 0.0)))
        for slug in CARD_SLUGS
    ]
    return Odds(heading, [], show.say, why, [], [], NOTHING.query(), chances)


def face_down(show: Show) -> Odds:
    """The face-down card, before it is turned up: what it may be, and what would follow."""
    state = show.state
    deck = state.deck if state.face_down < 0 else [int(card == state.face_down) for card in range(len(CARD_SLUGS))]
    total, chances = sum(deck), []
    groups = [[card] for card in UFOS] + [
        [c for c in range(len(deck)) if c not in UFOS and c != DECOY_CARD],
        [DECOY_CARD],
    ]
    for cards in groups:
        number = sum(deck[card] for card in cards)
        if not number:
            continue
        slug = CARD_SLUGS[next(card for card in cards if deck[card])]
        called = name(slug) if len(cards) == 1 else _("A cow")
        chances.append(
            Chance(art(slug, "cowart small"), called, number, percent(number / total), _follows(state, slug))
        )
    button = Button(_("Turn it over"), {"type": "turn_up"}, True)
    warns = [caution(found) for found in advice.cautions(state) if found.slug == "turn_up_loses"]
    why = _("Once in the game you may turn it over; it takes effect at once.")
    heading = _("Turn the face-down card over?")
    return Odds(heading, [], show.say, why, warns, [], NOTHING.query(), chances, [button], True)


def _follows(state: State, slug: str) -> str:
    """What would follow if the face-down card were this one."""
    after, events = preview.turning(state, slug)
    if after.lost:
        return _("the game would be lost")
    if CARD_INDEX[slug] == DECOY_CARD:
        return _("one decoy may go") if after.kind == "clear" else _("nothing happens")
    if CARD_INDEX[slug] not in UFOS:
        taken = sum(event["type"] == "abducted" for event in events)
        return _("abducts %(n)s at once", n=taken) if taken else _("abducts nothing, clears the field")
    if any(event["type"] == "effect" and event["idle"] for event in events):
        return _("nothing happens")
    return shorten(words.card_text(slug, SPEAKER))


def hint(show: Show) -> Hinted:
    """What a player that plays on by rules of thumb would do."""
    found = hints.asked(show.moment) or []
    tips, games = [], sum(one.games for one in found)
    ranked = sorted(found, key=lambda one: -one.typical)
    for i, one in enumerate(ranked[:MOST_TIPS]):
        picture, text = hints.told(show.state, one.action)
        more = _("on average %(score)s", score=thousands(round(one.score)))
        if one.lost:
            more += " · " + _("lost in %(n)s %%", n=percent(one.lost))
        tips.append(Tip(picture, text, thousands(round(one.typical)), more, one.action, i == 0))
    why = _("The game was played on %(n)s times by rule of thumb. The number is what is typical.", n=games)
    return Hinted(_("A hint: what each leads to"), [], show.say, why, [], [], NOTHING.query(), tips)
