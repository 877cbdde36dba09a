"""How a sentence gets its language: the two functions of gettext, whoever provides them; and what any game says."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Speaker(NamedTuple):
    """`gettext(message)` and `ngettext(singular, plural, number)` of one language."""

    gettext: Callable[[str], str]
    ngettext: Callable[[str, str, int], str]


def _plural(singular: str, plural: str, number: int) -> str:
    return singular if number == 1 else plural


ENGLISH = Speaker(lambda message: message, _plural)
"""The language of the sources."""


def N_(message: str) -> str:
    """Mark a message for the translators without translating it yet; the name is gettext's own."""
    return message


def literal(value: object) -> str:
    """A value of an option as it is written on the wire, without quotes."""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


SHARED_PROBLEMS = {
    "wrong_decision": N_("That is not what the game waits for: it waits for %(kind)s."),
    "out_of_turn": N_("It is not your turn: the game waits for %(seat)s."),
    "game_over": N_("The game is over: start another one."),
    "not_an_object": N_("Something else than an object stands here: give members with names."),
    "not_a_list": N_("Something else than a list stands here: give a list."),
    "not_a_number": N_("Something else than a whole number stands here: give a whole number."),
    "not_a_boolean": N_("Something else than true or false stands here: give one of them."),
    "unknown_name": N_("Nobody knows that name: choose one of %(values)s."),
    "unknown_option": N_("There is no option %(option)s: leave it out."),
    "option_value": N_("The option %(option)s cannot have that value: choose one of %(values)s."),
    "option_range": N_("%(option)s must be from %(min)d to %(max)d: give a number in between."),
    "out_of_range": N_("The number must be from %(min)d to %(max)d."),
}
"""Why actions, states and options of any game are refused, by the slug of the problem."""
