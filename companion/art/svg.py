"""Everything that is drawn, as SVG for the screen: the sprite, the island, the house's own marks.

A drawing takes its inks from the page's custom properties (`companion.art.palette`). Paper has `companion.art.press`.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.art import abduction, pen
from companion.art.drawings import GAME, Drawing, draw, drawings
from companion.art.island import board_geometry
from companion.art.lava import channels
from companion.art.palette import Theme, inks, mixed
from companion.art.scenery import island
from companion.games.eruption.data import RULES


def sprite(theme: Theme = "screen") -> str:
    """One document with a `<symbol>` for every drawing of Eruption and of the house, for `<use href="...#ID">`."""
    return _symbols(drawings(theme))


def abduction_sprite(theme: Theme = "screen") -> str:
    """The same for the drawings of Abduction."""
    return _symbols(abduction.drawings(theme))


def _symbols(drawn: Mapping[str, Drawing]) -> str:
    symbols = "".join(
        f'<symbol id="{name}" viewBox="{drawing.view_box}"{_overflow(name)}>{drawing.body}</symbol>'
        for name, drawing in drawn.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>'


def _overflow(name: str) -> str:
    """Lava runs a hairline over a tile's edge, so that neighbours join; everything else ends at its box."""
    return ' overflow="visible"' if name.startswith("tile-") else ""


def board_background(theme: Theme = "screen") -> str:
    """The empty island as a picture of `board_geometry().view_box`; also `<use href="...#board">`."""
    box = " ".join(map(str, board_geometry().view_box))
    body = draw(f"{GAME}/board.j2", "island", inks(theme), island())
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><g id="board">{body}</g></svg>'


def app_icon() -> str:
    """The app's icon: a table with six people round it."""
    colours = [mixed("day")[f"village_{village.slug}"] for village in RULES.villages]
    places = [pen.turned((0, -22.5), 60 * k, 1, (32, 32)) for k in range(len(colours))]
    seats = [(pen.number(x), pen.number(y), colour) for (x, y), colour in zip(places, colours, strict=True)]
    body = draw("brand.j2", "icon", inks("day"), seats, channels(0b010101))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{body}</svg>'


def wordmark(theme: Theme = "screen") -> str:
    """The house's name in the display face, as outlines in the colour of the text."""
    body = draw("brand.j2", "wordmark", inks(theme))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -76 411 90">{body}</svg>'
