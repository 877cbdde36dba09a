"""The language of the request, looked up once: a tap says some thirty sentences."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

from flask_babel import get_translations

from companion.web import i18n
from companion.words.common import Speaker


class Catalogue(dict[str, str]):
    """The sentences of one language: each is looked up once."""

    def __init__(self, translations: Any) -> None:
        super().__init__()
        self.translations = translations

    def __missing__(self, source: str) -> str:
        text = self[source] = str(self.translations.ugettext(source))
        return text


_catalogue: ContextVar[Catalogue] = ContextVar("catalogue")
_catalogues: dict[str, Catalogue] = {}
_language: ContextVar[str] = ContextVar("language")


def begin() -> None:
    """At the beginning of a request: look up its language."""
    locale = i18n.language()
    if locale not in _catalogues:
        _catalogues[locale] = Catalogue(get_translations())
    enter(locale)


def enter(locale: str) -> None:
    """At the beginning of a request in a language that has been spoken before. Raises KeyError where it has not."""
    _catalogue.set(_catalogues[locale])
    _language.set(locale)


def language() -> str:
    """The locale of this request."""
    return _language.get()


def gettext(source: str, **values: object) -> str:
    """`source` in the language of this request, with `%(name)s` filled in."""
    text = _catalogue.get()[source]
    return text % values if values else text


def ngettext(one: str, many: str, number: int, **values: object) -> str:
    """`one` or `many` as the language wants for `number`, with `%(num)d` and other values filled in."""
    return _plural(one, many, number) % {"num": number, **values}


def _plural(one: str, many: str, number: int) -> str:
    return str(_catalogue.get().translations.ungettext(one, many, number))


SPEAKER = Speaker(gettext, _plural)
"""For the sentences of the game."""
