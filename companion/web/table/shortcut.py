"""The short way of a tap: what htmx asks from the play page is answered without Flask's rounds, a third of its cost.

Only what is plain goes this way: something picked, or a form of our own page to a name of ours that does what it was
sent for. All else, each refusal and each failure among it, goes the long way from the start. It may: a command counts
once, however often it comes.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any

from flask import Flask
from werkzeug.wrappers import Response

from companion.tables import codes
from companion.web import i18n, security
from companion.web.table import around, commands, forms, gates, speech, views
from companion.web.table.gates import Gate

WAYS: dict[str, tuple[Gate, commands.What]] = {
    "act": (gates.action, commands.act),
    "roll": (gates.turn, commands.roll),
}
TAP = re.compile(rf"/t/([A-Z0-9]+)(?:/({'|'.join(WAYS)}))?")


class Shortcut:
    """Around an app: answers taps, and leaves all else to it."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._long_way = app.wsgi_app
        self._names = security.known_names(app.config["SETTINGS"])

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer a request."""
        if environ.get("HTTP_HX_REQUEST") == "true":
            tap = TAP.fullmatch(environ["PATH_INFO"])
            if tap is not None and environ["REQUEST_METHOD"] == ("POST" if tap[2] else "GET"):
                answer = self._answer(environ, tap[1], tap[2]) if self._is_plain(environ, tap[1]) else None
                if answer is not None:
                    return answer(environ, start_response)
        return self._long_way(environ, start_response)

    def _is_plain(self, environ: dict[str, Any], code: str) -> bool:
        """Whether nothing about a request is special, and nobody is under suspicion."""
        limits = self._app.extensions.get("limits")
        return (
            codes.read(code) == code
            and "lang=" not in environ.get("QUERY_STRING", "")
            and isinstance(environ["wsgi.input"], BytesIO)
            and (limits is None or not limits.wrong)
            and security.is_surely_ours(environ, self._names)
            and not logging.root.isEnabledFor(logging.DEBUG)
        )

    def _answer(self, environ: dict[str, Any], code: str, name: str | None) -> Response | None:
        """The answer to a tap; None where it goes the long way."""
        try:
            with self._app.app_context():
                around.enter(self._app, environ)
                speech.enter(i18n.usual(environ))
                answer = views.play(code) if name is None else commands.done(code, *WAYS[name])
                self._look_after(code)
        except Exception:  # the long way comes to it again, and tells it
            environ["wsgi.input"].seek(0)
            environ.pop(forms.SENT, None)
            return None
        answer.headers.add("X-Request-Id", secrets.token_hex(4))
        return answer

    def _look_after(self, code: str) -> None:
        table = self._app.extensions["tables"].known(code)
        if table is not None and table.company.bots and not table.over:
            self._app.extensions["pilots"].look(code)
