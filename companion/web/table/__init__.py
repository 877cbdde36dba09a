"""The play page: one table of Eruption, seen and played by tapping."""

from __future__ import annotations

from flask import Flask

from companion.web.table import commands, views
from companion.web.table.moment import Moments
from companion.web.table.page import Shown


def init_app(app: Flask) -> None:
    """Register the routes, and make room for what is remembered between taps."""
    app.extensions["moments"] = Moments()
    app.extensions["shown"] = Shown()
    app.register_blueprint(views.blueprint)
    app.register_blueprint(commands.blueprint)
