"""What the player decides just now, for those who look on."""

from __future__ import annotations

from companion.games.abduction.data import CARD_SLUGS
from companion.web.abduction.pictures import art
from companion.web.table.moment import Moment
from companion.web.table.speech import gettext as _


def sign() -> str:
    """A saucer in the place of a seat's sign."""
    return str(art(CARD_SLUGS[0], "cowart sign big"))


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
