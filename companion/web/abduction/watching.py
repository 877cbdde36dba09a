"""What the player decides just now, and the hand, for those who look on: a game for one has no secrets."""

from __future__ import annotations

from html import escape

from companion.games.abduction.data import CARD_SLUGS, RULES
from companion.games.abduction.state import State
from companion.web.abduction import telling
from companion.web.abduction.pictures import art, face
from companion.web.table.moment import Moment
from companion.web.table.speech import gettext as _


def sign() -> str:
    """A saucer in the place of a seat's sign."""
    return str(art(CARD_SLUGS[0], "cowart sign big"))


def hand(state: State) -> str:
    """The hand, to look at."""
    cards = [(RULES.cards[card].slug, n) for card, n in enumerate(state.hand) if n]
    if not cards:
        return ""
    label = escape(_("In the hand: %(cards)s", cards=telling.cards(slug for slug, n in cards for _n in range(n))))
    shown = "".join(f'<span class="tapcard">{face(slug)}{f"<i>×{n}</i>" if n > 1 else ""}</span>' for slug, n in cards)
    return f'<div class="cards watched n{len(cards)}" role="img" aria-label="{label}">{shown}</div>'


def doing(now: Moment) -> str:
    """What the player decides just now."""
    name = now.table.names[0] or _("The player")
    match now.decision.kind if now.decision else "over":
        case "card":
            return _("%(name)s draws cards", name=name)
        case "face_down":
            return _("%(name)s turns the face-down card over", name=name)
        case "play" | "choose":
            return _("%(name)s plays saucers or cows", name=name)
        case "process":
            return _("%(name)s abducts, or waits", name=name)
        case "blue":
            return _("%(name)s chooses a saucer", name=name)
        case "clear":
            return _("%(name)s discards a decoy", name=name)
        case "release":
            return _("%(name)s lets a card go", name=name)
        case "carry":
            return _("%(name)s carries to the next digit", name=name)
        case "discard":
            return _("%(name)s ends the turn", name=name)
    return _("The game is over")
