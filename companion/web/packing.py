"""Pages packed with gzip on their way out, at a level that costs little processor time."""

from __future__ import annotations

import zlib

from flask import Flask, Response, request

LEVEL = 4
"""The last of zlib's fast levels: a page of 30 kB takes a quarter of a millisecond and shrinks to a seventh."""
SMALLEST = 1024
"""Bytes: below this a packed answer needs as many network packets as a plain one."""
KINDS = frozenset({"text/html", "application/json", "image/svg+xml", "text/plain", "application/manifest+json"})


def pack(body: bytes) -> bytes:
    """`body` in gzip's format."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, 31)
    return packer.compress(body) + packer.flush()


def init_app(app: Flask) -> None:
    """Pack every whole answer worth packing. Streams go out as they are: they flush line by line."""

    @app.after_request
    def pack_response(response: Response) -> Response:
        if response.direct_passthrough or response.mimetype not in KINDS or response.is_streamed:
            return response
        if "Content-Encoding" in response.headers:
            return response
        response.vary.add("Accept-Encoding")
        if "gzip" not in request.accept_encodings.values():
            return response
        body = response.get_data()
        if len(body) >= SMALLEST:
            response.set_data(pack(body))
            response.headers["Content-Encoding"] = "gzip"
        return response
