"""Whether the companion can do its work, for whoever watches over it."""

from __future__ import annotations

from flask import Blueprint, Flask, Response, jsonify

from companion import __version__
from companion.tables.errors import StoreError
from companion.web.house import tables
from companion.web.logs import log

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
def healthz() -> Response:
    """200 with `{"status": "ok"}` while the database answers; 503 when it does not."""
    try:
        tables().store.pulse("")
        response = jsonify(status="ok", version=__version__)
    except StoreError as error:
        log.error("unhealthy", why=str(error))
        response = jsonify(status="store_error", version=__version__)
        response.status_code = 503
    response.headers["Cache-Control"] = "no-store"
    return response


def init_app(app: Flask) -> None:
    """Register the route."""
    app.register_blueprint(blueprint)
