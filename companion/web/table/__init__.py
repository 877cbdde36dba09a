"""The play page: one table of Eruption, seen and played by tapping."""

from __future__ import annotations

from flask import Flask

from companion.web.table import commands, drawings, sheets, speech, views
from companion.web.table.moment import Moments
from companion.web.table.page import Shown, panel_environment

BLUEPRINTS = (views.blueprint, commands.blueprint, sheets.blueprint)
for _blueprint in BLUEPRINTS:
    _blueprint.before_request(speech.begin)  # once: a blueprint that was registered cannot be changed


def init_app(app: Flask) -> None:
    """Register the routes, and make room for what is remembered between taps."""
    app.jinja_env.globals["p"] = drawings
    app.extensions["panels"] = panel_environment(app)
    app.extensions["moments"] = Moments()
    app.extensions["shown"] = Shown()
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
