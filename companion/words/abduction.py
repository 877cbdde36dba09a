"""What people read about a game of Abduction: names, what happened, and why something cannot be.

Problems and events come as the rules tell them (slugs and numbers, columns and digits from 0); the sentences are made
here, in the reader's language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.games.abduction.data import RULES
from companion.games.contract import Problem
from companion.words.common import ENGLISH, N_, SHARED_PROBLEMS, Speaker, literal

# --- names ------------------------------------------------------------------------------------------------------------


def card_name(slug: str, speak: Speaker = ENGLISH) -> str:
    """The name of a card."""
    return speak.gettext(RULES.card(slug).name)


def card_text(slug: str, speak: Speaker = ENGLISH) -> str:
    """What a card does when it is turned up, and a saucer whenever it stacks."""
    return effect_text(RULES.card(slug).effect, speak)


def effect_text(slug: str, speak: Speaker = ENGLISH) -> str:
    """What an effect does, in one sentence."""
    return speak.gettext(RULES.effects[slug])


def group_name(slug: str, speak: Speaker = ENGLISH) -> str:
    """Saucers or cows, in the middle of a sentence."""
    return speak.gettext(RULES.groups[slug])


def digit_name(place: int, speak: Speaker = ENGLISH) -> str:
    """What a digit of the score is called: the ones, the tens, and so on; further up by its number, from 1."""
    if place < len(_DIGITS):
        return speak.gettext(_DIGITS[place])
    return speak.gettext(N_("digit %(number)d")) % {"number": place + 1}


_DIGITS = (N_("ones"), N_("tens"), N_("hundreds"), N_("thousands"), N_("ten thousands"))


def kind_reason(kind: str, why: str, speak: Speaker = ENGLISH) -> str:
    """Why saucers or cows are played, in one sentence; `why` as in the event `kind_settled`."""
    return speak.gettext(_REASONS[why, kind]) % {"many": RULES.turn.many}


_REASONS = {
    ("decoy", "cow"): N_("There is a decoy in the hand: cows must be played."),
    ("equal", "ufo"): N_("As many saucers as cows, %(many)d or more of each: saucers must be played."),
    ("many", "ufo"): N_("Saucers are the larger group, and %(many)d or more: saucers must be played."),
    ("many", "cow"): N_("Cows are the larger group, and %(many)d or more: cows must be played."),
    ("choice", "ufo"): N_("Saucers are played."),
    ("choice", "cow"): N_("Cows are played."),
    ("settled", "ufo"): N_("Saucers are played in this turn."),
    ("settled", "cow"): N_("Cows are played in this turn."),
}

# --- what happened ----------------------------------------------------------------------------------------------------

Event = Mapping[str, Any]


def event(wire: Event, names: Sequence[str] = (), speak: Speaker = ENGLISH) -> str:
    """One event, as it stands in the log, in one sentence. The player is alone: `names` are not needed."""
    tell = _EVENTS.get(wire["type"])
    return str(wire["type"]) if tell is None else tell(wire, speak)


_Teller = Callable[[Event, Speaker], str]


def _values(wire: Event, speak: Speaker) -> dict[str, Any]:
    """What a sentence may name: cards and digits by their names, columns from 1."""
    values = dict(wire)
    if "card" in values:
        values["card"] = card_name(values["card"], speak)
    if isinstance(values.get("digit"), int):
        values["digit"] = digit_name(values["digit"], speak)
    if "column" in values:
        values["column"] += 1
    return values


def _simple(message: str) -> _Teller:
    return lambda wire, speak: speak.gettext(message) % _values(wire, speak)


def _by(field: str, messages: Mapping[Any, str]) -> _Teller:
    """One sentence of several, by the value of a field."""
    return lambda wire, speak: speak.gettext(messages[wire[field]]) % _values(wire, speak)


def _effect(wire: Event, speak: Speaker) -> str:
    text = effect_text(wire["effect"], speak)
    return (
        speak.gettext(N_("%(effect)s There is nothing for it to act on.")) % {"effect": text} if wire["idle"] else text
    )


def _decoys_cleared(wire: Event, speak: Speaker) -> str:
    message = speak.ngettext(
        "%(count)d decoy leaves the field for the discard pile.",
        "%(count)d decoys leave the field for the discard pile.",
        wire["count"],
    )
    return message % {"count": wire["count"]}


def _decoy_discarded(wire: Event, speak: Speaker) -> str:
    if wire["digit"] is None:
        return speak.gettext(N_("A decoy of the hangar goes to the discard pile."))
    return speak.gettext(N_("A decoy of the %(digit)s goes to the discard pile.")) % _values(wire, speak)


def _hangar(wire: Event, speak: Speaker) -> str:
    message = speak.ngettext(
        "There is %(decoys)d decoy in the hangar now; %(limit)d lose the game.",
        "There are %(decoys)d decoys in the hangar now; %(limit)d lose the game.",
        wire["decoys"],
    )
    return message % {"decoys": wire["decoys"], "limit": RULES.turn.hangar}


def _part_two(wire: Event, speak: Speaker) -> str:
    message = speak.ngettext(
        "Part two begins: %(deck)d discarded card is the new deck, and the cows shoot back.",
        "Part two begins: %(deck)d discarded cards are the new deck, and the cows shoot back.",
        wire["deck"],
    )
    return message % {"deck": wire["deck"]}


def _game_over(wire: Event, speak: Speaker) -> str:
    messages = {
        "deck": N_("The deck is used up: the game is over with a score of %(score)d."),
        "hangar": N_("%(limit)d decoys are in the hangar: the game is lost."),
    }
    return speak.gettext(messages[wire["reason"]]) % {"score": wire["score"], "limit": RULES.turn.hangar}


_EVENTS: dict[str, _Teller] = {
    "turn_started": _by("part", {1: N_("Turn %(turn)d."), 2: N_("Turn %(turn)d, in part two.")}),
    "card_drawn": _simple(N_("%(card)s is drawn.")),
    "kind_settled": lambda wire, speak: kind_reason(wire["kind"], wire["why"], speak),
    "card_placed": _simple(N_("%(card)s lies in column %(column)d.")),
    "stacked": _simple(N_("%(card)s goes on its like: %(size)d of them in column %(column)d.")),
    "turned_up": _simple(N_("The face-down card is turned up: %(card)s.")),
    "effect": _effect,
    "decoys_cleared": _decoys_cleared,
    "herded": _simple(N_("The first column of cows is %(depth)d deep now.")),
    "saucer_discarded": _simple(N_("%(card)s of column %(column)d goes to the discard pile.")),
    "saucer_taken": _simple(N_("%(card)s comes from the discard pile into the hand.")),
    "decoy_discarded": _decoy_discarded,
    "shot": _simple(N_("The cows of column %(column)d shoot down: %(card)s.")),
    "abducted": _simple(N_("%(card)s is abducted into the %(digit)s.")),
    "released": _simple(N_("A decoy lets go from the %(digit)s: %(card)s.")),
    "field_cleared": _by(
        "cause",
        {
            "overflow": N_("Too many columns: everything in the field is lost."),
            "abduction": N_("What is left in the field is gone."),
            "part": N_("The field is cleared for part two."),
        },
    ),
    "hangar": _hangar,
    "carried": _simple(N_("%(card)s moves up to the %(digit)s.")),
    "card_discarded": _simple(N_("%(card)s is discarded.")),
    "part_two": _part_two,
    "corrected": _simple(N_("The app was set to what lies on the table.")),
    "game_over": _game_over,
}

# --- why it cannot be -------------------------------------------------------------------------------------------------


def problem(found: Problem, speak: Speaker = ENGLISH, names: Sequence[str] | None = None) -> str:
    """Why an action, a state or an option is refused, and what to do, in one sentence."""
    message = _PROBLEMS.get(found.slug) or SHARED_PROBLEMS.get(found.slug)
    if message is None:
        return found.slug
    return speak.gettext(message) % _about(found, speak, names)


def _about(found: Problem, speak: Speaker, names: Sequence[str] | None) -> dict[str, Any]:
    values = dict(found.about)
    if "card" in values:
        values["card"] = card_name(values["card"], speak)
    if "group" in values:
        values["group"] = group_name(values["group"], speak)
    if "kind" in values:
        values["kind"] = decision_name(values["kind"], speak)
    if "phase" in values:
        values["phase"] = speak.gettext(RULES.phases[values["phase"]])
    if "seat" in values:
        values["seat"] = names[values["seat"]] if names else speak.gettext(N_("seat %d")) % (values["seat"] + 1)
    if "values" in values:
        values["values"] = ", ".join(literal(value) for value in values["values"])
    return values


def decision_name(kind: str, speak: Speaker = ENGLISH) -> str:
    """What the game waits for, such as "a card to be placed"."""
    return speak.gettext(_DECISIONS.get(kind, kind))


_DECISIONS = {
    "card": N_("a card to be drawn"),
    "face_down": N_("the face-down card to show what it is"),
    "choose": N_("the choice of saucers or cows"),
    "play": N_("a card to be placed"),
    "blue": N_("the choice that blue gives"),
    "clear": N_("the decoy to be discarded"),
    "process": N_("the choice to abduct or to leave"),
    "release": N_("the card that a decoy lets go"),
    "carry": N_("the card to be carried"),
    "discard": N_("cards to be discarded"),
}

_PROBLEMS = {
    # actions
    "no_such_card": N_("There is no %(card)s to be had: look at the cards again."),
    "no_such_kind": N_("There are no %(group)s in the hand: choose what there is."),
    "wrong_kind": N_("Only %(group)s may be placed in this turn: choose one of them."),
    "all_placed": N_("All %(group)s that had to be placed lie in the field: end the phase."),
    "turned_up": N_("The face-down card was turned up before: that is done once in a game."),
    "deck_empty": N_("With an empty deck the face-down card stays as it is: go on without it."),
    "no_pass": N_("The game waits for %(kind)s, and that cannot be left out: choose something."),
    "no_target": N_("There is nothing there for it to act on: choose another target."),
    # states and options
    "wrong_game": N_("This is not a state of %(game)s: load it where it belongs."),
    "too_many_cards": N_("The box holds only %(most)d of this card, %(card)s: take some away."),
    "cards_missing": N_("%(left)d of this card, %(card)s, are in no other place: they must be in the deck."),
    "missing": N_("Say which card the face-down card is, or leave one that nobody has seen."),
    "deck_size": N_("The deck has %(size)d cards then: correct one of them."),
    "not_in_this_phase": N_("That cannot be in the phase %(phase)s: correct one of them."),
    "not_in_this_part": N_("That cannot be in part %(part)d: correct one of them."),
    "not_in_hand": N_("%(card)s cannot wait to be placed: it is not in the hand, or of the other kind."),
    "empty_column": N_("A column without cards is none: leave it out."),
    "too_deep": N_("Only the first column of cows can be deeper than one card: correct it."),
    "not_stacked": N_("%(card)s lies beside its like: put one on top of the other."),
    "saucer_in_score": N_("Saucers count at the end of the game only: take them out of the score."),
}
