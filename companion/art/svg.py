"""Everything that is drawn, as SVG: sprite and island for the screen; for paper, each face alone in millimetres.

On the screen a drawing takes its inks from the page's custom properties (`companion.art.palette`), on paper it has them
mixed. Paper drawings use flat fills and plain nodes only, which every PDF renderer agrees on.
"""

from __future__ import annotations

from math import sqrt

from markupsafe import escape

from companion.art import pen
from companion.art.drawings import GAME, Drawing, back_face, draw, drawings, tile_face
from companion.art.island import board_geometry
from companion.art.lava import channels
from companion.art.meter import meter
from companion.art.palette import Theme, inks, mixed
from companion.art.scenery import island, waves
from companion.games.eruption.data import RULES

PRINT = RULES.print
BOARD_HEX_MM = PRINT.tile_width_mm + PRINT.board_clearance_mm
"""Flat width of a hex of the printed board."""
BOARD_MARGIN_MM = 5.0

Size = tuple[float, float]
"""Width and height, in millimetres."""


# --- the screen ------------------------------------------------------------------------------------------------------


def sprite(theme: Theme = "screen") -> str:
    """One document with a `<symbol>` for every drawing, to be shown with `<use href="...#ID">`."""
    symbols = "".join(
        f'<symbol id="{name}" viewBox="{drawing.view_box}"{_overflow(name)}>{drawing.body}</symbol>'
        for name, drawing in drawings(theme).items()
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


# --- paper -----------------------------------------------------------------------------------------------------------


def tile_size_mm(bleed_mm: float = PRINT.bleed_mm) -> Size:
    """Size of a tile's face with its bleed: from corner to corner, and from flat to flat."""
    flat = PRINT.tile_width_mm + 2 * bleed_mm
    return 2 * flat / sqrt(3), flat


def tile(slug: str, bleed_mm: float = PRINT.bleed_mm) -> str:
    """The face of a lava or eruption tile at rotation 0."""
    bleed = bleed_mm / PRINT.tile_width_mm * 100
    return _alone(tile_face(RULES.tile(slug), inks("day"), bleed), tile_size_mm(bleed_mm))


def tile_back(bleed_mm: float = PRINT.back_bleed_mm) -> str:
    """The back of every lava tile."""
    return _hex_back("tile", bleed_mm)


def eruption_back(bleed_mm: float = PRINT.back_bleed_mm) -> str:
    """The back of every eruption tile."""
    return _hex_back("eruption", bleed_mm)


def card_size_mm(bleed_mm: float = PRINT.back_bleed_mm) -> Size:
    """Size of a card with its bleed."""
    return PRINT.card_mm[0] + 2 * bleed_mm, PRINT.card_mm[1] + 2 * bleed_mm


def card_back(bleed_mm: float = PRINT.back_bleed_mm) -> str:
    """The back of every card."""
    width, height = card_size_mm(bleed_mm)
    body = back_face("card", inks("day"), 2).body
    return _alone(Drawing(f"{-width / 2:g} {-height / 2:g} {width:g} {height:g}", body), (width, height))


def card_art(slug: str, width_mm: float = PRINT.card_mm[0] + 2 * PRINT.bleed_mm) -> str:
    """The pictogram of a card, four parts wide and three high."""
    return _alone(drawings("day")[f"card-{slug}"], (width_mm, width_mm * 3 / 4))


def wall(kind: str, bleed_mm: float = PRINT.bleed_mm) -> str:
    """A wall's counter: the wall on a plain ground that runs on into the bleed."""
    width, height = PRINT.wall_mm[0] + 2 * bleed_mm, PRINT.wall_mm[1] + 2 * bleed_mm
    drawing = drawings("day")[f"wall-{kind}"]
    ground = f'<path d="M{-width / 2} {-height / 2}h{width}v{height}h{-width}z" fill="{inks("day")["paper"]}"/>'
    scale = PRINT.wall_mm[0] / 70
    body = f'{ground}<g transform="scale({scale:.4f})">{drawing.body}</g>'
    return _alone(Drawing(f"{-width / 2:g} {-height / 2:g} {width:g} {height:g}", body), (width, height))


def marker(village: str, bleed_mm: float = PRINT.bleed_mm) -> str:
    """A village's temperature marker, on a square whose corners the cut takes away."""
    size = PRINT.marker_mm + 2 * bleed_mm
    scale = PRINT.marker_mm / 104
    own = inks("day")[f"village_{village}"]
    ground = f'<circle r="{size / 2:g}" fill="{own}"/>'
    body = f'{ground}<g transform="scale({scale:.4f})">{drawings("day")[f"marker-{village}"].body}</g>'
    return _alone(Drawing(f"{-size / 2:g} {-size / 2:g} {size:g} {size:g}", body), (size, size))


def sign(village: str, width_mm: float = PRINT.marker_mm) -> str:
    """A village's sign in black."""
    drawing = drawings("day")[f"sign-{RULES.village(village).sign}"]
    return _alone(Drawing(drawing.view_box, drawing.body.replace("currentColor", inks("day")["ink"])), (width_mm,) * 2)


def symbol(name: str, width_mm: float) -> str:
    """Any drawing of the sprite, by its id."""
    drawing = drawings("day")[name]
    width, height = map(float, drawing.view_box.split()[2:])
    body = drawing.body.replace("currentColor", inks("day")["ink"])
    return _alone(Drawing(drawing.view_box, body), (width_mm, width_mm * height / width))


def board_size_mm() -> Size:
    """Size of the whole printed board: the island with the meter below it."""
    _, _, width, height = board_geometry().view_box
    scale, track = BOARD_HEX_MM / 100, meter()
    return (
        max(width * scale, track.width) + 2 * BOARD_MARGIN_MM,
        height * scale + track.height + 3 * BOARD_MARGIN_MM,
    )


def board(title: str = RULES.game.name) -> str:
    """The whole printed board with its burn meter, `title` in the display face."""
    width, height = board_size_mm()
    _, top, _, island_height = board_geometry().view_box
    scale, track = BOARD_HEX_MM / 100, meter()
    layout = {
        "width": round(width, 3),
        "height": round(height, 3),
        "scale": scale,
        "middle": (round(width / 2, 3), round(BOARD_MARGIN_MM - top * scale, 3)),
        "meter": (round((width - track.width) / 2, 3), round(height - track.height - BOARD_MARGIN_MM, 3)),
        "waves": waves((-width / 2 / scale, top, width / scale, island_height), 60, 600),
        "title": escape(title),
    }
    drawn = island(PRINT.tile_width_mm / BOARD_HEX_MM)
    body = draw(f"{GAME}/poster.j2", "poster", inks("day"), drawn, layout, track)
    return _alone(Drawing(f"0 0 {width:.3f} {height:.3f}", body), (width, height))


def _hex_back(kind: str, bleed_mm: float) -> str:
    width, height = tile_size_mm(bleed_mm)
    unit = 100 / PRINT.tile_width_mm
    box = f"{-width * unit / 2:.3f} {-height * unit / 2:.3f} {width * unit:.3f} {height * unit:.3f}"
    return _alone(Drawing(box, back_face(kind, inks("day"), height / PRINT.tile_width_mm).body), (width, height))


def _alone(drawing: Drawing, size: Size) -> str:
    """A complete document of that size in millimetres."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]:.4f}mm" height="{size[1]:.4f}mm" '
        f'viewBox="{drawing.view_box}">{drawing.body}</svg>'
    )
