"""The people of a table: how they come, who is there, and what they can change."""

from __future__ import annotations

from flask import Flask

from companion.web.people import join
from companion.web.table import naming

BLUEPRINTS = (join.blueprint,)


def init_app(app: Flask) -> None:
    """Register the routes, and give templates `village_name(slug)`."""
    app.jinja_env.globals["village_name"] = naming.village_name
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
