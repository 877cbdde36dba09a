"""What the pages about people have in common: their beginning, and who asks."""

from __future__ import annotations

import time
from typing import Any

from flask import Blueprint, Response, redirect, render_template
from werkzeug.wrappers import Response as AnyResponse

from companion.tables.errors import SeatTaken, TableError
from companion.tables.play import Table
from companion.tables.seating import Change
from companion.web import table as play_page
from companion.web.errors import table_sentence
from companion.web.house import tables
from companion.web.rights import NOBODY as NOBODY


def blueprint(name: str) -> Blueprint:
    """A blueprint whose requests begin as those of the play page do."""
    made = Blueprint(name, __name__)

    @made.before_request
    def begin() -> AnyResponse | None:
        return play_page.begin()

    return made


def now() -> int:
    """Milliseconds since 1970."""
    return int(time.time() * 1000)


def page(template: str, status: int = 200, **context: Any) -> Response:
    """A page that no one keeps."""
    response = Response(render_template(template, **context), status, content_type="text/html; charset=utf-8")
    response.headers["Cache-Control"] = "no-store"
    return response


def see(path: str) -> AnyResponse:
    """On to a page, which a browser then gets with GET."""
    return redirect(path, 303)


def arrange(code: str, change: Change) -> Table:
    """Change the people of a table. Raises what the change refuses."""
    return tables().arrange(code, change)


def sentence(error: TableError, table: Table, seat: int | None = None) -> str:
    """What a refusal says; who has a seat is called as the table calls them."""
    if isinstance(error, SeatTaken) and seat is not None:
        error = SeatTaken(name=table.names[seat])
    return table_sentence(error)
