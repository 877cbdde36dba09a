"""What would go wrong, in sentences for people."""

from __future__ import annotations

from companion.games.abduction.advice import Caution
from companion.games.abduction.data import RULES
from companion.web.table.speech import gettext as _
from companion.web.table.speech import ngettext


def caution(found: Caution) -> str:
    """What to know before going on."""
    about = found.about
    match found.slug:
        case "overflow" | "overflow_loses":
            return _overflow(found)
        case "last_decoy":
            return _("%(n)s decoys are in the hangar: one more loses the game.", n=about["hangar"])
        case "turn_up_loses":
            return _("Turned up now, the face-down card loses the game with %(n)s %%.", n=percent(about["chance"]))
        case "abduct_releases":
            return _("A decoy in the score lets one card escape.")
        case "abduct_loses":
            return _(
                "The decoys left over would be number %(n)s in the hangar: the game would be lost.", n=about["hangar"]
            )
        case "abduct_decoys":
            return ngettext("%(num)d decoy goes to the hangar.", "%(num)d decoys go to the hangar.", about["decoys"])
        case "abduct_nothing":
            return _("The counter-attack leaves no saucer over a cow: nothing would be abducted.")
    return found.slug


def _overflow(found: Caution) -> str:
    about = found.about
    if found.slug == "overflow_loses":
        return _("Over %(n)s columns everything is lost, and the decoys lose the game.", n=RULES.turn.columns)
    if about["row"] == "ufo":
        text = _(
            "Saucers would fill %(columns)s columns; over %(n)s everything is lost.",
            columns=about["columns"],
            n=RULES.turn.columns,
        )
    else:
        text = _(
            "Cows would fill %(columns)s columns; over %(n)s everything is lost.",
            columns=about["columns"],
            n=RULES.turn.columns,
        )
    if about["decoys"]:
        text += " " + ngettext(
            "%(num)d decoy would go to the hangar.", "%(num)d decoys would go to the hangar.", about["decoys"]
        )
    return text


def percent(chance: float) -> str:
    """A chance as a whole number of percent; `<1` for one that is rarer but there."""
    rounded = round(100 * chance)
    return "<1" if chance > 0 and rounded == 0 else ">99" if chance < 1 and rounded == 100 else str(rounded)
