"""The rules for exactly this moment, in our own words, with the numbers of the rules data; and all of them in short."""

from __future__ import annotations

from companion.games.abduction.data import RULES
from companion.web.table.moment import Moment
from companion.web.table.speech import gettext as _

TURN = RULES.turn
Help = tuple[str, list[str]]


def helps(now: Moment) -> Help:
    """A title and some sentences for the decision that waits."""
    kind = now.decision.kind if now.decision else "over"
    return {
        "card": draw,
        "choose": play,
        "play": play,
        "face_down": face_down,
        "blue": blue,
        "clear": face_down,
        "process": process,
        "release": release,
        "carry": carry,
        "discard": discard,
    }.get(kind, over)(now)


def draw(now: Moment) -> Help:
    """Drawing."""
    lines = [_("Draw %(n)s cards into your hand. The hand has no limit.", n=TURN.draw)]
    if now.state["part"] == 2:
        lines.append(_("With fewer than %(n)s cards in the deck the game ends instead.", n=TURN.draw))
    return _("Draw"), lines


def play(now: Moment) -> Help:
    """What must be played."""
    return _("Play saucers or cows"), [
        _("With a decoy in the hand cows must be played. Decoys belong to the cows."),
        _("Else with %(n)s or more saucers or cows the larger group; of the same number, saucers.", n=TURN.many),
        _("Else you choose. All cards of the kind are placed one by one, in any order, at the right end of their row."),
        _("A saucer that comes beside its like goes on top of it, and its colour takes effect: red, blue or yellow."),
        _("More than %(n)s columns in a row at the end of the phase, and the whole field is lost.", n=TURN.columns),
    ]


def blue(now: Moment) -> Help:
    """Blue."""
    return _("Blue"), [
        _("Discard one saucer of the field: saucers close up, and those that come together stack with their effect."),
        _("Or take a saucer of the discard pile into your hand."),
        _("Saucers in the discard pile count 1 each at the end of the game."),
    ]


def face_down(now: Moment) -> Help:
    """The face-down card."""
    return _("The face-down card"), [
        _("Once in the game, in a play phase and while the deck has cards, it may be turned over."),
        _("A saucer: its colour takes effect. A cow: the saucers abduct at once, whatever lies there."),
        _("A decoy: one decoy of the hangar or of the score goes to the discard pile."),
    ]


def process(now: Moment) -> Help:
    """Abducting."""
    lines = [
        _("Cows under a saucer go to the score: level 1 to the ones, level 2 to the tens, and so on."),
        _("All else in the field leaves the game; decoys that were under no saucer go to the hangar."),
        _("Or leave everything lying for later turns."),
        _("%(n)s decoys in the hangar lose the game.", n=TURN.hangar),
    ]
    if now.state["part"] == 2:
        lines.insert(0, _("First the cows shoot: in each column with both, the bottom saucer leaves the game."))
    return _("Abduct or wait"), lines


def release(now: Moment) -> Help:
    """A decoy in the score."""
    return _("A card escapes"), [
        _("With a decoy of an earlier turn in the score, each abduction lets one card of the score go: you choose it."),
        _("One card, however many decoys there are."),
    ]


def carry(now: Moment) -> Help:
    """Carrying."""
    return _("Carry"), [
        _("A digit of %(n)s or more passes cards on to the next one until it is below. You choose which.", n=TURN.base),
        _("A card keeps its value: a 5 that moves up is worth ten times as much there."),
    ]


def discard(now: Moment) -> Help:
    """The end of the turn."""
    return _("End of the turn"), [
        _("Discard any cards of your hand, or none."),
        _("What is discarded makes the deck of part two, and saucers there count at the end."),
    ]


def over(now: Moment) -> Help:
    """The end."""
    return _("The score"), [
        _("Each saucer in the discard pile counts 1 in the ones; then digits are carried a last time."),
        _("Hand, field, hangar and the face-down card count nothing."),
    ]


def summary(now: Moment) -> list[tuple[str, str]]:
    """A turn, phase by phase, and the two parts."""
    return [
        (_(RULES.phases["draw"]), _("%(n)s cards.", n=TURN.draw)),
        (_(RULES.phases["play"]), _("All your saucers or all your cows; saucers that stack take effect.")),
        (_(RULES.phases["process"]), _("Cows under saucers go to the score, all else is lost. Or wait.")),
        (_(RULES.phases["carry"]), _("Digits of %(n)s or more pass cards on.", n=TURN.base)),
        (_(RULES.phases["discard"]), _("Discard what you like.")),
        (_("Part two"), _("The discard pile and the decoys of the score are the new deck, and the cows shoot back.")),
        (
            _("The end"),
            _(
                "With fewer than %(n)s cards to draw in part two; or %(hangar)s decoys in the hangar: lost.",
                n=TURN.draw,
                hangar=TURN.hangar,
            ),
        ),
    ]


def unusual(now: Moment) -> list[tuple[str, str, str]]:
    """The house rules of this table that are not the usual ones: name, value, text."""
    found, chosen = [], now.state["options"]
    for option in RULES.options:
        value = chosen.get(option.slug, option.values[0])
        if value != option.values[0]:
            names = option.value_names
            called = _(names[option.values.index(value)]) if names else _("yes") if value is True else _("no")
            found.append((_(option.name), called, _(option.text)))
    return found
