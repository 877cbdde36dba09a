"""The drawings for the screen: a sprite of every piece, the empty island, its inks and places as a style sheet."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from flask import Blueprint, Flask, Response, abort, current_app

from companion.art import palette, svg
from companion.art.island import board_geometry
from companion.web.assets import FOR_EVER, TYPES, Asset

blueprint = Blueprint("art", __name__)


@dataclass(frozen=True)
class Gallery:
    """The drawings by file name, and a hash of them all, which is part of their address."""

    files: dict[str, Asset]
    version: str


def gallery() -> Gallery:
    """Draw everything once."""
    texts = {
        "eruption.svg": svg.sprite(),
        "abduction.svg": svg.abduction_sprite(),
        "board.svg": svg.board_background(),
        "eruption.css": inks() + places(),
    }
    files = {name: Asset.of(text.encode(), TYPES["." + name.partition(".")[2]]) for name, text in texts.items()}
    digest = hashlib.sha256(b"\0".join(file.body for file in files.values()))
    return Gallery(files, digest.hexdigest()[:12])


def inks() -> str:
    """The palette as custom properties: by day, and by night where the device or the person asks for it."""
    day, night = palette.declarations("day"), palette.declarations("night")
    return (
        f":root{{{day}}}"
        f'@media (prefers-color-scheme:dark){{:root:not([data-theme="light"]){{{night}}}}}'
        f':root[data-theme="dark"]{{{night}}}\n'
    )


def places() -> str:
    """Where each village's sign is on a picture of the island, its colours, and that an empty village has no seat.

    As classes, since a page may hold no styles of its own, and made here, since a style sheet repeats no rules data.
    """
    geometry = board_geometry()
    left, top, width, height = geometry.view_box
    rules = [f".island{{aspect-ratio:{width:.1f}/{height:.1f}}}"]
    for village in geometry.villages:
        x, y = (village.emblem[0] - left) / width, (village.emblem[1] - top) / height
        rules.append(f".at-{village.slug}{{left:{x:.2%};top:{y:.2%}}}")
        rules.append(f".setup:has(#village-{village.slug}:not(:checked)) .seat-{village.slug}{{display:none}}")
        rules.append(
            f".of-{village.slug}{{--own:var(--art-village-{village.slug});--on:var(--art-on-village-{village.slug})}}"
        )
    return "".join(rules) + "\n"


@blueprint.get("/art/<version>/<name>")
def drawing(version: str, name: str) -> Response:
    """A drawing. Under an old version's address the newest is given, but not kept."""
    drawn: Gallery = current_app.extensions["gallery"]
    if name not in drawn.files:
        abort(404)
    return drawn.files[name].response(FOR_EVER if version == drawn.version else "no-cache")


def art_url(name: str) -> str:
    """The address of a drawing: `eruption.svg`, `abduction.svg`, `board.svg` or `eruption.css`."""
    drawn: Gallery = current_app.extensions["gallery"]
    return f"/art/{drawn.version}/{name}"


def symbol_url(name: str) -> str:
    """What `<use href>` wants for a symbol of the sprite, such as `tile-star`."""
    return f"{art_url('eruption.svg')}#{name}"


def init_app(app: Flask) -> None:
    """Draw, and give templates `art(name)` and `symbol(name)`."""
    app.extensions["gallery"] = gallery()
    app.register_blueprint(blueprint)
    app.jinja_env.globals.update(art=art_url, symbol=symbol_url)
