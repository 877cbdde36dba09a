"""What a person sees when something is refused or breaks: a sentence with the right status, as a page or a fragment."""

from __future__ import annotations

from http import HTTPStatus

from flask import Flask, Response, jsonify, make_response, redirect, render_template, request, url_for
from gunicorn.http.errors import ParseException
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from companion.tables.errors import NoPlace, StoreError, TableError
from companion.web.i18n import gettext as _
from companion.web.logs import log, path, request_id

STATUS_OF_TABLE_ERROR = {
    "no_such_table": 404,
    "no_such_entry": 404,
    "no_such_game": 404,
    "no_such_person": 404,
    "no_such_seat": 404,
    "bad_command": 400,
    "no_place": 403,
    "not_host": 403,
    "locked": 403,
    "wrong_pin": 403,
    "bad_ticket": 410,
    "bad_transfer": 422,
    "table_broken": 500,
}
"""HTTP statuses of what a table refuses; 409, a conflict with how things stand, where nothing is given."""

TOLD = frozenset({"store_busy", "store_full"})
"""Troubles of the store that a player can do something about; the others name files, which are for the log."""


def table_status(error: TableError) -> int:
    """The HTTP status of a table's refusal."""
    return 503 if isinstance(error, StoreError) else STATUS_OF_TABLE_ERROR.get(error.code, 409)


def table_sentence(error: TableError) -> str:
    """What a table's refusal says, in the language of this request."""
    if isinstance(error, StoreError) and error.code not in TOLD:
        return sentence_for(503)
    return _(error.sentence).format(**error.about)


class Refused(Exception):
    """Something asked for that cannot be. `code` is stable, for programs; `sentence` is translated, for people.

    `wait_seconds` is when to try again, where that is known.
    """

    def __init__(self, code: str, sentence: str, status: int = 400, wait_seconds: int | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.sentence = sentence
        self.status = status
        self.wait_seconds = wait_seconds


def sentence_for(status: int) -> str:
    """One sentence for an HTTP status that no page of ours explained."""
    sentences = {
        400: _("The companion could not read that. Go back and try again."),
        403: _("That is not open to you."),
        404: _("There is nothing at this address. A table may have been deleted, or the link may have lost a letter."),
        405: _("That address is no page. Go back and use the buttons there."),
        408: _("That took too long to arrive. Try again."),
        409: _("Somebody was faster. Here is how things stand now."),
        410: _("This is gone."),
        413: _("That is too large for the companion."),
        414: _("That address is too long for the companion."),
        415: _("The companion cannot read this kind of file."),
        422: _("The companion could not use that. Go back and look over what you entered."),
        429: _("That was a lot at once. Wait a minute and try again."),
        503: _("The companion is not ready. Try again in a moment."),
    }
    if status in sentences:
        return sentences[status]
    if status < 500:
        return sentences[400]
    return _("Something went wrong here; it was not your doing. Nothing that was saved is lost.")


def for_program() -> bool:
    """Whether JSON is wanted rather than a page."""
    return request.accept_mimetypes.best_match(["text/html", "application/json"]) == "application/json"


def to_the_door(code: str) -> AnyResponse:
    """Lead a phone that has no place at a table to where it gets one: htmx by its own header, which goes to a page."""
    door = url_for("people.join", code=code, lost=None if request.method == "GET" else 1)
    if request.headers.get("HX-Request") != "true":
        return redirect(door, 303)
    response = answer(403, NoPlace.code, _(NoPlace.sentence))
    response.headers["HX-Redirect"] = door
    return response


def answer(status: int, code: str, sentence: str) -> Response:
    """The answer that tells a sentence: JSON to programs, a notice to htmx, a page to everybody else."""
    id_ = request_id()
    if for_program():
        response = jsonify(code=code, message=sentence, request=id_)
    elif request.headers.get("HX-Request") == "true":
        response = make_response(render_template("notice.html", sentence=sentence, status=status, id=id_))
    else:
        response = make_response(render_template("error.html", sentence=sentence, status=status, id=id_))
    response.status_code = status
    response.headers["Cache-Control"] = "no-store"
    return response


def init_app(app: Flask) -> None:
    """Answer refusals, HTTP errors and everything unforeseen; log the last with its traceback."""

    @app.errorhandler(Refused)
    def refused(error: Refused) -> Response:
        log.info("refused", code=error.code, status=error.status)
        response = answer(error.status, error.code, error.sentence)
        if error.wait_seconds is not None:
            response.headers["Retry-After"] = str(error.wait_seconds)
        return response

    @app.errorhandler(TableError)
    def table_refused(error: TableError) -> AnyResponse:
        status = table_status(error)
        write = log.error if status >= 500 else log.info
        write("refused", code=error.code, status=status, why=str(error))
        code = (request.view_args or {}).get("code")
        if isinstance(error, NoPlace) and code and not for_program():
            return to_the_door(code)
        return answer(status, error.code, table_sentence(error))

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response | AnyResponse | HTTPException:
        if error.response is not None or error.code is None or error.code < 400:  # redirects of the router
            return error
        response = answer(error.code, HTTPStatus(error.code).name.lower(), sentence_for(error.code))
        for name, value in error.get_headers(request.environ):
            if name in ("Allow", "Retry-After"):
                response.headers[name] = value
        return response

    @app.errorhandler(ParseException)
    def unreadable(error: ParseException) -> Response:
        log.info("refused", code="bad_request", status=400, why=str(error))
        return answer(400, "bad_request", sentence_for(400))

    @app.errorhandler(Exception)
    def broken(error: Exception) -> Response:
        log.exception("broken", path=path(), method=request.method)
        return answer(500, "internal_error", sentence_for(500))
