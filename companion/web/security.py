"""What keeps other sites out: the content policy, the origin of unsafe requests, the names it answers to."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request

from companion.tables.names import clean
from companion.web.errors import Refused
from companion.web.i18n import gettext as _
from companion.web.settings import Settings

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "media-src data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
HOME_SUFFIXES = (".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal", ".intranet", ".fritz.box")
"""Endings that no public name has: what routers and machines call themselves at home."""
LARGEST_BODY = 2 * 1024 * 1024
"""Bytes; the log of the longest game is a tenth of this."""


def init_app(app: Flask) -> None:
    """Check every request, and put the headers on every answer."""
    app.config.update(
        MAX_CONTENT_LENGTH=LARGEST_BODY,
        MAX_FORM_MEMORY_SIZE=LARGEST_BODY,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
    )
    names = known_names(app.config["SETTINGS"])

    @app.before_request
    def check() -> None:
        if not answers_to(request.host, names):
            name = clean(request.host or request.headers.get("Host", ""))  # the first is empty when it can be none
            known = _("This companion does not answer to the name %(host)s.", host=name)
            raise Refused("unknown_host", known + " " + _("Whoever runs it can add the name with TABLESIDE_HOSTS."))
        if request.method not in SAFE and not same_origin():
            sentence = _("This came from another site, so nothing was done. Open the page here and try again.")
            raise Refused("other_site", sentence, 403)

    @app.after_request
    def protect(response: Response) -> Response:
        there = {name.lower() for name, _value in response.headers}
        for name, value in HEADERS.items():
            if name.lower() not in there:
                response.headers.add(name, value)
        return response


def same_origin() -> bool:
    """Whether an unsafe request may have been made by one of our own pages, or by no browser at all.

    Browsers say so in Sec-Fetch-Site, but not to plain http addresses beyond localhost; there Origin must be ours. A
    request with neither header comes from a program, which no other site can make act for a person.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = request.headers.get("Origin")
    if origin is None:
        return True
    ours = urlsplit(current_app.config["SETTINGS"].url or request.host_url)
    try:
        theirs = urlsplit(origin)
    except ValueError:
        return False
    return (theirs.scheme, theirs.netloc) in {(ours.scheme, ours.netloc), (request.scheme, request.host)}


def is_surely_ours(environ: Mapping[str, Any], names: frozenset[str]) -> bool:
    """Whether an unsafe request is made by one of our own pages, or by no browser, to a name of ours.

    A look at the fields themselves, for taps; where it has a doubt the whole check is still to be made.
    """
    host = environ.get("HTTP_HOST", "")
    if not answers_to(host, names):
        return False
    site = environ.get("HTTP_SEC_FETCH_SITE")
    if site is not None:
        return site in ("same-origin", "none")
    return environ.get("HTTP_ORIGIN") in (None, f"{environ['wsgi.url_scheme']}://{host}")


def known_names(settings: Settings) -> frozenset[str]:
    """The names beside home names and numbers that the server answers to."""
    public = urlsplit(settings.url).hostname
    mine = {socket.gethostname().lower(), socket.getfqdn().lower()}
    return frozenset({*settings.hosts, *mine, *([public] if public else [])})


@lru_cache(256)
def answers_to(host: str, names: frozenset[str]) -> bool:
    """Whether `host` (with or without a port) is a number, a name of a home network, or one of `names`.

    A page of another site could otherwise point its own name at this machine and read the tables.
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    if not name:
        return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return "." not in name or name in names or name.endswith(HOME_SUFFIXES)
    return True
