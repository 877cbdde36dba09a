"""The drawings of Abduction by their ids: a picture of each kind of card, its face, and the common back.

The drawings are the macros of print/abduction/. Screen and paper use the same; a face leaves its words to whoever
prints it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from companion.art.drawings import Drawing, draw
from companion.art.palette import Inks, Theme, inks
from companion.games.abduction.data import RULES, UFO, Card

CARDS = "abduction/cards.j2"
CARD_MM = (63.0, 88.0)
"""The card that a face is drawn for: what is printed in another size is scaled."""
PICTURE_BOX = "-60 -50 120 90"
"""A picture of a card, four parts wide and three high as the table's other cards are."""
SIGNS = ("red", "blue", "yellow", "abduct", "decoy")


@cache
def drawings(theme: Theme = "screen") -> Mapping[str, Drawing]:
    """Every drawing: `cow-SLUG` the picture of a card, `face-SLUG` its face, `back`, and `sign-NAME` of effects."""
    c = inks(theme)
    found = {f"art-{card.slug}": Drawing(PICTURE_BOX, picture(card, c)) for card in RULES.cards}
    found |= {f"face-{card.slug}": face(card, c) for card in RULES.cards}
    found["back"] = back(c)
    for name in SIGNS:
        found[f"sign-{name}"] = Drawing("-12 -12 24 24", draw(CARDS, f"sign_{name}", "currentColor"))
    return found


def picture(card: Card, c: Inks) -> str:
    """What a card shows, without a ground."""
    if card.group == "cow":
        return draw(CARDS, "cow", c, card.value)
    return draw(CARDS, card.slug, c)


def face(card: Card, c: Inks, bleed: float = 0) -> Drawing:
    """The face of a card without words, in millimetres; its ground runs on into the bleed."""
    if card.group == UFO:
        body = draw(CARDS, "saucer_face", c, card.slug, bleed)
    elif card.group == "cow":
        body = draw(CARDS, "cow_face", c, card.value, bleed)
    else:
        body = draw(CARDS, "decoy_face", c, bleed)
    return Drawing(_box(bleed), body)


def back(c: Inks, bleed: float = 0) -> Drawing:
    """The back of every card, the same whichever way it is turned."""
    return Drawing(_box(bleed), draw(CARDS, "back", c, bleed))


def _box(bleed: float) -> str:
    width, height = CARD_MM[0] + 2 * bleed, CARD_MM[1] + 2 * bleed
    return f"{-width / 2:g} {-height / 2:g} {width:g} {height:g}"
