"""The front door: what is running, and a new table."""

from __future__ import annotations

from flask import Blueprint, Flask, render_template

blueprint = Blueprint("lobby", __name__)


@blueprint.get("/")
def home() -> str:
    """The first page."""
    return render_template("home.html")


def init_app(app: Flask) -> None:
    """Register the routes."""
    app.register_blueprint(blueprint)
