"""The tables of this installation, for every page that needs them."""

from __future__ import annotations

from flask import Flask, current_app

from companion.games.registry import games
from companion.tables.errors import StoreError
from companion.tables.log import Store
from companion.tables.play import Tables
from companion.web.settings import BadSettings, Settings


def tables() -> Tables:
    """The tables of the running app."""
    kept: Tables = current_app.extensions["tables"]
    return kept


def init_app(app: Flask) -> None:
    """Open the store.

    Raises:
        BadSettings: it cannot be opened.
    """
    settings: Settings = app.config["SETTINGS"]
    try:
        app.extensions["tables"] = Tables(Store(settings.database_url), games())
    except StoreError as error:
        raise BadSettings([str(error)]) from None
