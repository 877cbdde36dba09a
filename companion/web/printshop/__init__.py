"""The print shop: choose a kit, look at its true sheets, take it home; measure a printer, print lost pieces."""

from __future__ import annotations

import atexit

from flask import Flask

from companion.web.kits.workshop import Workshop
from companion.web.printshop import picking, printers, shop, watching
from companion.web.printshop.common import blueprint
from companion.web.settings import Settings

__all__ = ["init_app", "picking", "printers", "shop", "watching"]


def init_app(app: Flask) -> None:
    """Register the routes and open the workshop; its worker is started by the first order."""
    settings: Settings = app.config["SETTINGS"]
    workshop = Workshop(settings)
    app.extensions["jobs"] = workshop
    atexit.register(workshop.close)
    app.register_blueprint(blueprint)
