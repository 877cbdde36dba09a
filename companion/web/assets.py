"""Styles, scripts and fonts: packed once at start, kept by browsers for ever under an address made of their content."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass, field
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, request

from companion.resources import folder

FOR_EVER = "public, max-age=31536000, immutable"
PACKED_TYPES = ("text/", "image/svg+xml", "application/json", "application/manifest+json", "font/ttf", "font/otf")
"""Kinds of content that gzip makes smaller."""
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".ttf": "font/ttf",
    ".woff2": "font/woff2",
}

blueprint = Blueprint("assets", __name__)


@dataclass(frozen=True)
class Asset:
    """One file: its bytes, the same packed by gzip where that helps, its kind."""

    body: bytes
    packed: bytes | None
    kind: str

    @classmethod
    def of(cls, body: bytes, kind: str) -> Asset:
        """An asset of some bytes, packed once."""
        packed = gzip.compress(body, 9, mtime=0) if kind.startswith(PACKED_TYPES) and len(body) > 512 else None
        return cls(body, packed if packed and len(packed) < len(body) else None, kind)

    def response(self, cache: str) -> Response:
        """The answer with this file's bytes, packed if the browser can unpack them."""
        packed = self.packed is not None and "gzip" in request.accept_encodings.values()
        response = Response(self.packed if packed else self.body, content_type=self.kind)
        response.headers["Cache-Control"] = cache
        response.headers["Vary"] = "Accept-Encoding"
        if packed:
            response.headers["Content-Encoding"] = "gzip"
        return response


@dataclass
class Assets:
    """The files of one folder. `version` is a hash of them all: part of the address, so that files may name each other
    relatively and still be kept for ever."""

    root: Path
    files: dict[str, Asset] = field(default_factory=dict)
    version: str = ""

    def __post_init__(self) -> None:
        self.read()

    def read(self) -> None:
        """Read the folder (again)."""
        digest = hashlib.sha256()
        for path in sorted(self.root.rglob("*")):
            if path.is_file() and not path.name.startswith("."):
                name = path.relative_to(self.root).as_posix()
                body = path.read_bytes()
                digest.update(name.encode() + b"\0" + hashlib.sha256(body).digest())
                kind = TYPES.get(path.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
                old = self.files.get(name)
                if old is None or old.body != body:
                    self.files[name] = Asset.of(body, kind)
        self.version = digest.hexdigest()[:12]


@blueprint.get("/static/<version>/<path:name>")
def static(version: str, name: str) -> Response:
    """A file. Under an old version's address the newest is given, but not kept."""
    assets: Assets = current_app.extensions["assets"]
    asset = assets.files.get(name)
    if asset is None:
        abort(404)
    return asset.response(FOR_EVER if version == assets.version else "no-cache")


@blueprint.get("/favicon.ico")
def favicon() -> Response:
    """The icon for browsers that ask without being told."""
    assets: Assets = current_app.extensions["assets"]
    icon = assets.files.get("icons/icon.svg")
    if icon is None:
        abort(404)
    return icon.response("public, max-age=86400")


def asset_url(name: str) -> str:
    """The address of a file under `static/`, such as `css/base.css`.

    Raises:
        KeyError: there is no such file.
    """
    assets: Assets = current_app.extensions["assets"]
    if current_app.config["SETTINGS"].dev:
        assets.read()
    if name not in assets.files:
        raise KeyError(f"There is no static/{name}.")
    return f"/static/{assets.version}/{name}"  # url_for needs a sound Host header, and error pages must do without


def init_app(app: Flask) -> None:
    """Read the files, and give templates `asset(name)`."""
    app.extensions["assets"] = Assets(folder("static"))
    app.register_blueprint(blueprint)
    app.jinja_env.globals["asset"] = asset_url
