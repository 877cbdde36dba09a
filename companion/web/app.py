"""The factory: everything that a running companion is made of, put together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, Request
from flask.sessions import NullSession, SessionInterface
from jinja2 import StrictUndefined
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.resources import folder
from companion.web import (
    art,
    assets,
    errors,
    health,
    house,
    i18n,
    limits,
    lobby,
    logs,
    newtable,
    packing,
    people,
    printshop,
    security,
    share,
    shelf,
    table,
)
from companion.web.settings import Settings, secret_key
from companion.web.table import pilots
from companion.web.table.shortcut import Shortcut


class Companion(Flask):
    """Flask without a question that it asks of each function for each request: none of ours is a coroutine."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function."""
        return func


class NoSession(SessionInterface):
    """Flask's session, which no page uses: opening one would cost every tap a signature."""

    NOTHING = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        """The session that is none, the same for all."""
        return self.NOTHING


def create_app(settings: Settings) -> Flask:
    """A companion for `settings`. Its tables lie in the data folder, which is made when it is missing.

    Raises:
        BadSettings: the data folder or the key in it cannot be used.
    """
    settings.prepare()
    app = Companion("companion", template_folder=str(folder("templates")), static_folder=None)
    app.config.update(SETTINGS=settings, SECRET_KEY=secret_key(settings.data), TEMPLATES_AUTO_RELOAD=settings.dev)
    app.session_interface = NoSession()
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    if settings.proxies:
        hops = settings.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    frame = (logs, i18n, security, errors, packing, assets, art, house, limits)
    pages = (health, share, lobby, newtable, shelf, printshop, table, people, pilots)
    for part in (*frame, *pages):
        part.init_app(app)
    if not settings.proxies and not settings.dev:
        app.wsgi_app = Shortcut(app)  # type: ignore[method-assign]
    return app
