"""Structured logs: a line an event, as JSON for machines or coloured for a terminal, each with its request's id."""

from __future__ import annotations

import logging
import re
import secrets
import sys
import time
from collections.abc import MutableMapping
from typing import Any

import structlog
import structlog.tracebacks
from flask import Flask, Response, g, has_request_context, request

log: structlog.stdlib.BoundLogger = structlog.get_logger("companion")

QUIET = re.compile(
    r"^/(static/|art/|healthz$|t/[^/]+(/(act|roll|here|undo|redo|live|news))?$|print/[^/]+/(sheets$|[0-9a-f]{16}($|/)))"
)
"""Paths whose requests are logged only at the level debug, unless they fail: a tap is in the log of its table, and who
waits for a kit asks twice a second."""

SECRET = re.compile(r"^(/t/[^/]*/come/).*", re.S)
"""Paths that hold what nobody but their reader may know, with the part before it."""


def path() -> str:
    """The path of this request as a log may have it."""
    return SECRET.sub(r"\1…", request.path)


def _with_request(_logger: object, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A line that is written while a request is answered has its id."""
    if has_request_context() and "request_id" in g:
        line.setdefault("request", g.request_id)
    return line


def _tame(_logger: object, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """What strangers send stays on its line and gives a terminal no orders."""
    for name, value in line.items():
        if isinstance(value, str) and not value.isprintable() and name not in ("exception", "stack"):
            line[name] = ascii(value)[1:-1]
    return line


def configure(level: str = "info", form: str = "auto") -> None:
    """Send structlog's lines, and those of the standard library's loggers, to stderr in one form.

    `form` is `json`, `console` or `auto`: console when stderr is a terminal.
    """
    console = form == "console" or (form == "auto" and sys.stderr.isatty())
    shared: list[Any] = [
        _with_request,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    # Tracebacks without the values of variables: hands and seeds do not belong in a log.
    traceback = structlog.processors.ExceptionRenderer(structlog.tracebacks.ExceptionDictTransformer(show_locals=False))
    last: list[Any] = [traceback, structlog.processors.JSONRenderer()]
    if console:
        last = [_tame, structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    root = logging.getLogger()
    for old in [h for h in root.handlers if isinstance(h.formatter, structlog.stdlib.ProcessorFormatter)]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level.upper())
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def init_app(app: Flask) -> None:
    """Give every request an id, bound to all its log lines and sent as X-Request-Id, and log its end."""

    @app.before_request
    def begin() -> None:
        g.started = time.perf_counter()
        g.request_id = secrets.token_hex(4)

    @app.after_request
    def end(response: Response) -> Response:
        response.headers["X-Request-Id"] = request_id()
        quiet = response.status_code < 400 and QUIET.match(request.path)
        if quiet and not logging.root.isEnabledFor(logging.DEBUG):
            return response
        write = log.debug if quiet else log.info
        took = (time.perf_counter() - g.started) * 1000 if "started" in g else 0.0
        write("request", method=request.method, path=path(), status=response.status_code, ms=round(took, 1))
        return response


def request_id() -> str:
    """The id of this request, as the person sees it on an error page."""
    if "request_id" not in g:
        g.request_id = secrets.token_hex(4)
    return str(g.request_id)
