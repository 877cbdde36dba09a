"""How other phones come here: the address that they can reach, and its QR code."""

from __future__ import annotations

import ipaddress
import socket
from io import BytesIO
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Flask, Response, current_app, request, url_for

from companion.web.house import tables
from companion.web.settings import Settings

blueprint = Blueprint("share", __name__)


def lan_address() -> str:
    """This machine's address on the network, as other machines see it; 127.0.0.1 without a network.

    Nothing is sent: connecting a datagram socket only chooses the way that a packet would take.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def bracketed(host: str) -> str:
    """A host as an address has it: IPv6 numbers in brackets."""
    return f"[{host}]" if ":" in host else host


def address(settings: Settings) -> str:
    """What a phone of this network types."""
    if settings.url:
        return settings.url
    host = lan_address() if settings.host in ("0.0.0.0", "::") else settings.host
    return f"http://{bracketed(host)}:{settings.port}"


def base_url() -> str:
    """The address of this companion for other phones: as this one reached it, unless only this machine can."""
    settings: Settings = current_app.config["SETTINGS"]
    host = urlsplit(request.host_url).hostname or ""
    if settings.url or host == "localhost" or (_is_number(host) and ipaddress.ip_address(host).is_loopback):
        return address(settings)
    return request.host_url.rstrip("/")


def table_url(code: str) -> str:
    """The short link of a table, for a phone that is not here yet."""
    return f"{base_url()}/t/{code}"


LOOKS = {"border": 3, "dark": "#211815", "light": "#fff"}
"""Dark on light whatever the page looks like: cameras want it so."""


def qr(text: str) -> bytes:
    """A QR code as an SVG picture."""
    out = BytesIO()
    segno.make(text, error="m", micro=False).save(out, kind="svg", nl=False, **LOOKS)
    return out.getvalue()


def qr_inline(text: str) -> str:
    """A QR code as an element of a page: for a link that must be in no other address."""
    return str(
        segno.make(text, error="m", micro=False).svg_inline(omitsize=True, svgclass=None, lineclass=None, **LOOKS)
    )


@blueprint.get("/tables/<code>/qr.svg")
def table_qr(code: str) -> Response:
    """The QR code of a table's link."""
    table = tables().open(code)
    response = Response(qr(table_url(table.code)), content_type="image/svg+xml; charset=utf-8")
    response.headers["Cache-Control"] = "private, max-age=300"
    return response


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def init_app(app: Flask) -> None:
    """Register the route, and give templates `table_url(code)` and `qr_url(code)`."""
    app.register_blueprint(blueprint)
    app.jinja_env.globals["table_url"] = table_url
    app.jinja_env.globals["qr_url"] = lambda code: url_for("share.table_qr", code=code)
