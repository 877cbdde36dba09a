"""Small pictures of the pieces for panels and pages, as markup that is made once."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from markupsafe import Markup

from companion.web.table.island import piece


@lru_cache(1024)
def _picture(name: str, css: str, box: str, turn: int = 0) -> Markup:
    left, top, width, height = box.split()
    turned = f' transform="rotate({turn})"' if turn else ""
    return Markup(
        f'<svg class="{css}" viewBox="{box}" aria-hidden="true"><use href="{piece(name)}" x="{left}" y="{top}" '
        f'width="{width}" height="{height}"{turned}/></svg>'
    )


def tile(slug: str, rotation: int = 0, css: str = "tilepic") -> Markup:
    """A tile, turned clockwise by `rotation` times 60 degrees."""
    return _picture(f"tile-{slug}", css, "-58 -58 116 116", 60 * rotation)


def wall(slug: str, css: str = "wallpic") -> Markup:
    """A wall, lying flat."""
    return _picture(f"wall-{slug}", css, "-32 -16 64 32")


def card(slug: str, css: str = "cardart") -> Markup:
    """A card's pictogram."""
    return _picture(f"card-{slug}", css, "-60 -45 120 90")


def die(colour: str, pips: int, css: str = "die") -> Markup:
    """A die, `white` or `orange`."""
    return _picture(f"die-{colour}-{pips}", css, "-50 -50 100 100")


def sign(village: str, css: str = "sign") -> Markup:
    """A village's marker; a person's where seats have no signs."""
    if not village:
        return _picture("icon-people", css, "0 0 24 24")
    return _picture(f"marker-{village}", css, "-52 -52 104 104")


def icon(name: str) -> Markup:
    """An icon."""
    return _picture(f"icon-{name}", "icon", "0 0 24 24")


class Icons(dict[str, Markup]):
    """The icons by name, each drawn when it is first asked for."""

    def __missing__(self, name: str) -> Markup:
        return self.setdefault(name, icon(name))


ID_MARK = "\x1a"
"""Stands in kept pieces where each form gets a command id of its own; no name can hold this character."""
POCKET_MARK = "\x1d"
"""Where the own hand of a phone comes into the panel, which else is the same for all who look on."""


def fields(version: int, values: dict[str, str | int]) -> Markup:
    """The hidden fields of a form: its command's id, the version of the page, and what it says."""
    rest = "".join(f'<input type="hidden" name="{name}" value="{escape(str(v))}">' for name, v in values.items())
    return Markup(
        f'<input type="hidden" name="id" value="{ID_MARK}"><input type="hidden" name="version" value="{version}">{rest}'
    )
