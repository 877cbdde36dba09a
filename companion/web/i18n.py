"""Which language and which light a page has: asked for in the address, kept in a cookie, else as the browser says."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from flask import Blueprint, Flask, Response, current_app, g, redirect, request
from flask_babel import Babel, get_translations
from flask_babel import gettext as _gettext
from flask_babel import ngettext as _ngettext
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header
from werkzeug.wrappers import Response as AnyResponse

from companion.resources import PACKAGE
from companion.words.common import Speaker

LANGUAGES = {"en": "English", "ja": "日本語", "zh_Hant_TW": "繁體中文"}
"""Locale names with what each language calls itself."""

THEMES = ("auto", "light", "dark")
YEAR_SECONDS = 365 * 24 * 60 * 60
LONGEST_PATH = 500


def gettext(source: str, **values: object) -> str:
    """`source` in the language of this request, with `%(name)s` filled in."""
    return str(_gettext(source, **values))


def ngettext(one: str, many: str, number: int, **values: object) -> str:
    """`one` or `many` as the language wants for `number`, with `%(num)d` filled in."""
    return str(_ngettext(one, many, number, **values))


def speaker() -> Speaker:
    """The language of this request for the sentences of `companion.words`, which fill in their values themselves."""
    catalogue = get_translations()
    return Speaker(catalogue.gettext, catalogue.ngettext)


blueprint = Blueprint("preferences", __name__)


def language() -> str:
    """The locale of this request."""
    found = g.get("language")
    if found is None:
        found = g.language = _chosen()
    return str(found)


def _chosen() -> str:
    asked = request.args.get("lang") if b"lang=" in request.query_string else None
    return asked if asked in LANGUAGES else usual(request.environ)


def usual(environ: Mapping[str, Any]) -> str:
    """The locale of a request whose address asks for none."""
    kept = cookie("lang", environ)
    return kept if kept in LANGUAGES else accepted(environ.get("HTTP_ACCEPT_LANGUAGE", ""))


def cookie(name: str, environ: Mapping[str, Any]) -> str:
    """A cookie of a request, or nothing.

    Read from the header itself: Flask takes all of them apart, which costs a tap more than looking for one.
    """
    for part in environ.get("HTTP_COOKIE", "").split(";"):
        key, _, value = part.strip().partition("=")
        if key == name:
            return str(value)
    return ""


@lru_cache(256)
def accepted(header: str) -> str:
    """The first language of the browser's list that there is; English when there is none."""
    for tag, weight in parse_accept_header(header, LanguageAccept):
        primary = tag.lower().replace("_", "-").split("-")[0]
        found = {"en": "en", "ja": "ja", "zh": "zh_Hant_TW"}.get(primary)
        if found and weight > 0:
            return found
    return "en"


def html_tag() -> str:
    """The language for the page's lang attribute."""
    return {"zh_Hant_TW": "zh-Hant-TW"}.get(language(), language())


def theme() -> str:
    """`light` or `dark` where somebody chose it, else `auto`."""
    chosen = request.cookies.get("theme", "auto")
    return chosen if chosen in THEMES else "auto"


def local_path(target: str | None, otherwise: str = "/") -> str:
    """`target` when it is a path of this site, so that no link can send a person elsewhere."""
    if target and target.isprintable() and target.startswith("/") and target[1:2] not in ("/", "\\"):
        return target
    return otherwise


def a_page(path: str) -> str:
    """`path` when there may be a page at it: the address of a button has none, and would only be refused."""
    found = current_app.url_map.bind("").test(path.partition("?")[0], "GET")
    return path if found and len(path) <= LONGEST_PATH else "/"


def keep(response: AnyResponse, name: str, value: str) -> None:
    """Keep a preference for a year."""
    response.set_cookie(name, value, max_age=YEAR_SECONDS, httponly=True, samesite="Lax", secure=request.is_secure)


@blueprint.post("/preferences")
def preferences() -> AnyResponse:
    """Keep the language or the light that was chosen, and go back to the page."""
    response = redirect(a_page(local_path(request.form.get("next"))), 303)
    if (lang := request.form.get("lang")) in LANGUAGES:
        keep(response, "lang", str(lang))
    if (light := request.form.get("theme")) in THEMES:
        keep(response, "theme", str(light))
    return response


def init_app(app: Flask) -> None:
    """Set up translations, and what templates need to know of language and light."""
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(PACKAGE / "locale")
    Babel(app, locale_selector=language)
    app.register_blueprint(blueprint)

    @app.context_processor
    def context() -> dict[str, object]:
        return {"language": language(), "html_lang": html_tag(), "languages": LANGUAGES, "theme": theme()}

    @app.after_request
    def remember(response: Response) -> Response:
        if b"lang=" in request.query_string and request.args.get("lang") in LANGUAGES and response.status_code < 400:
            keep(response, "lang", request.args["lang"])
        return response
