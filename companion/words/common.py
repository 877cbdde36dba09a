"""How a sentence gets its language: the two functions of gettext, whoever provides them."""

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
