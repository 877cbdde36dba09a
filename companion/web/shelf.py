"""A phone's tables: open, put aside, bring back, take home as a file, delete; and tables brought as a file."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass

from flask import Blueprint, Flask, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.tables import guestbook, transfer
from companion.tables.errors import BadTransfer, NoSuchGame, TableError
from companion.tables.play import TableInfo
from companion.tables.seats import Company
from companion.web import limits, rights
from companion.web.device import device
from companion.web.errors import table_sentence
from companion.web.house import tables
from companion.web.i18n import gettext as _

blueprint = Blueprint("shelf", __name__)

AT_ONCE = 50
"""How many tables a page shows: with thousands it would be too large for a phone."""


@dataclass(frozen=True)
class ShelfPage:
    """What templates/lobby/tables.html shows: some tables, the last used first; `archived`: those put aside.

    `hosted` are the codes of those whose host this phone is. `more` tables come after them, and begin at number `next`.
    """

    tables: list[TableInfo]
    hosted: set[str]
    archived: bool
    more: int
    next: int


@blueprint.get("/tables")
def shelf() -> str:
    """The tables of this phone, or with `?archived` those put aside; with `?from=50` those from number 50 on."""
    archived, text = "archived" in request.args, request.args.get("from", "")
    start = int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 0
    found = tables().listed(device(), archived)
    end = start + AT_ONCE
    shown = found[start:end]
    hosted = {info.code for info in shown if _is_host(info.code)}
    page = ShelfPage(shown, hosted, archived, len(found) - end, end)
    return render_template("lobby/tables.html", page=page)


def _people(code: str) -> Company:
    return guestbook.company_of(tables().store, code)


def _is_host(code: str) -> bool:
    try:
        return rights.is_host(_people(code), device())
    except TableError:  # deleted just now, or damaged
        return False


@blueprint.post("/tables/<code>/archive")
def archive(code: str) -> AnyResponse:
    """Put a table aside. Raises NotHost."""
    rights.check_host(_people(code))
    tables().archive(code)
    return redirect(url_for("shelf.shelf"), 303)


@blueprint.post("/tables/<code>/restore")
def restore(code: str) -> AnyResponse:
    """Bring a table back. Raises NotHost."""
    rights.check_host(_people(code))
    tables().restore(code)
    return redirect(url_for("shelf.shelf"), 303)


@blueprint.get("/tables/<code>/delete")
def ask_delete(code: str) -> str:
    """Ask before deleting. Raises NotHost."""
    table = tables().open(code)
    rights.check_host(table.company)
    return render_template("lobby/delete.html", table=table.info.with_names(table.names))


@blueprint.post("/tables/<code>/delete")
def delete(code: str) -> AnyResponse:
    """Delete a table for ever. Raises NotHost."""
    rights.check_host(_people(code))
    tables().delete(code)
    return redirect(url_for("shelf.shelf"), 303)


@blueprint.get("/tables/<code>/export")
def export(code: str) -> Response:
    """The table as a JSON file. Raises NoPlace, Refused."""
    table = tables().open(code)
    rights.check_export(table)
    response = make_response(transfer.write(tables().export(code)))
    response.content_type = "application/json"
    response.headers["Content-Disposition"] = f'attachment; filename="tableside-{table.code}.json"'
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/import")
def choose() -> str:
    """Choose a file."""
    return render_template("lobby/import.html", problem="")


@blueprint.post("/import")
def bring() -> AnyResponse:
    """Set up the table of a file and go to it; or say what is wrong with the file."""
    limits.check("import")
    try:
        table = tables().import_(_read_upload())
    except _NoTable as error:
        return _refuse(error.sentence)
    except (BadTransfer, NoSuchGame) as error:
        return _refuse(table_sentence(error))
    return redirect(f"/t/{table.code}", 303)


class _NoTable(Exception):
    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def _read_upload() -> object:
    file = request.files.get("file")
    if file is None:
        raise _NoTable(_("Choose a file first: one that Tableside exported."))
    with closing(file):
        body = file.read()
    if not body:
        raise _NoTable(_("Choose a file first: one that Tableside exported."))
    return transfer.read(body)


def _refuse(sentence: str) -> Response:
    response = make_response(render_template("lobby/import.html", problem=sentence))
    response.status_code = 422
    return response


def init_app(app: Flask) -> None:
    """Register the routes."""
    app.register_blueprint(blueprint)
