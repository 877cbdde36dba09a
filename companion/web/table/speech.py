"""The language of the request, looked up once: a tap says some thirty sentences."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

from flask_babel import get_translations

from companion.web import i18n
from companion.words.common import Speaker

_catalogue: ContextVar[Any] = ContextVar("catalogue")
_catalogues: dict[str, Any] = {}
_language: ContextVar[str] = ContextVar("language")


def begin() -> None:
    """At the beginning of a request: look up its language."""
    locale = i18n.language()
    _language.set(locale)
    if locale not in _catalogues:
        _catalogues[locale] = get_translations()
    _catalogue.set(_catalogues[locale])


def language() -> str:
    """The locale of this request."""
    return _language.get()


def gettext(source: str, **values: object) -> str:
    """`source` in the language of this request, with `%(name)s` filled in."""
    text = str(_catalogue.get().ugettext(source))
    return text % values if values else text


def ngettext(one: str, many: str, number: int, **values: object) -> str:
    """`one` or `many` as the language wants for `number`, with `%(num)d` and other values filled in."""
    return _plural(one, many, number) % {"num": number, **values}


def _plural(one: str, many: str, number: int) -> str:
    return str(_catalogue.get().ungettext(one, many, number))


SPEAKER = Speaker(gettext, _plural)
"""For the sentences of the game."""
