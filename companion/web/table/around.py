"""What is around a tap: its request's environ and the app's parts, looked up once.

Flask's `request` and `current_app` find their object anew at each look, which a tap takes some forty times.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

from flask import Flask, current_app, request

_environ: ContextVar[dict[str, Any]] = ContextVar("environ")
_parts: ContextVar[dict[str, Any]] = ContextVar("parts")
_key: ContextVar[bytes] = ContextVar("key")


def begin() -> None:
    """At the beginning of a request."""
    enter(current_app._get_current_object(), request.environ)  # type: ignore[attr-defined]


def enter(app: Flask, environ: dict[str, Any]) -> None:
    """At the beginning of a request to an app that has this environ."""
    _environ.set(environ)
    _parts.set(app.extensions)
    key = app.config["SECRET_KEY"]
    _key.set(key if isinstance(key, bytes) else key.encode())


def environ() -> dict[str, Any]:
    """The WSGI environ of the request; what is put into it lasts as long."""
    return _environ.get()


def part(name: str) -> Any:
    """A part of the app, as it is kept in its `extensions`."""
    return _parts.get()[name]


def key() -> bytes:
    """The app's secret key."""
    return _key.get()
