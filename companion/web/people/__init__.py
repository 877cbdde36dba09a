"""The people of a table: how they come, who is there, and what they can change."""

from __future__ import annotations

from flask import Flask

from companion.web.people import changes, join, moving, presence, sheet
from companion.web.table import naming

BLUEPRINTS = (join.blueprint, sheet.blueprint, changes.blueprint, moving.blueprint)


def init_app(app: Flask) -> None:
    """Register the routes, and give templates `people_piece(table)`, `state_mark(state)` and `village_name(slug)`."""
    app.jinja_env.globals.update(
        people_piece=presence.people_piece, state_mark=presence.mark, village_name=naming.village_name
    )
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
