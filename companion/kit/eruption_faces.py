"""What WeasyPrint is given to draw for each group of Eruption's faces. The art comes from `companion.art`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.art.boardsize import board_size_mm
from companion.art.press import tile_size_mm
from companion.games.eruption.data import RULES
from companion.kit import artwork, eruption_booklet, eruption_folded, eruption_texts
from companion.kit.artwork import press
from companion.kit.drawing import Drawing
from companion.kit.errors import Gettext
from companion.kit.eruption import BOARD_FACE, CARD_BACK, ERUPTION_BACK, TILE_BACK
from companion.kit.options import FaceOptions

PRINT = RULES.print
SHEETS = ("card.css", "aid.css", "patterns.css", "pad.css", "box.css", "booklet.css")

Draw = Callable[[FaceOptions, Gettext], Sequence[Drawing]]


def style(options: FaceOptions) -> str:
    """The style sheet of all faces."""
    return artwork.style(RULES.game.slug, SHEETS, options)


def board(options: FaceOptions, say: Gettext) -> Sequence[Drawing]:
    """The island with its meter."""
    return [Drawing.of_svg(BOARD_FACE.slug, board_size_mm(), press(options).board(say(RULES.game.name)))]


def tiles(options: FaceOptions, _: Gettext) -> Sequence[Drawing]:
    """Every pattern of lava, and both backs."""
    front, back, draw = tile_size_mm(), tile_size_mm(PRINT.back_bleed_mm), press(options)
    return [
        *(Drawing.of_svg(tile.slug, front, draw.tile(tile.slug)) for tile in RULES.tiles),
        Drawing.of_svg(TILE_BACK.slug, back, draw.tile_back()),
        Drawing.of_svg(ERUPTION_BACK.slug, back, draw.eruption_back()),
    ]


def cards(options: FaceOptions, say: Gettext) -> Sequence[Drawing]:
    """Every action card, and their back."""
    draw = press(options)
    return [
        *eruption_texts.card_fronts(options, say),
        Drawing.of_svg(CARD_BACK.slug, draw.card_size_mm(), draw.card_back()),
    ]


def walls(options: FaceOptions, _: Gettext) -> Sequence[Drawing]:
    """One counter of each material."""
    width, height = PRINT.wall_mm
    size = width + 2 * PRINT.bleed_mm, height + 2 * PRINT.bleed_mm
    return [Drawing.of_svg(wall.slug, size, press(options).wall(wall.slug)) for wall in RULES.walls]


def markers(options: FaceOptions, _: Gettext) -> Sequence[Drawing]:
    """The temperature marker of each village."""
    size = PRINT.marker_mm + 2 * PRINT.bleed_mm
    return [
        Drawing.of_svg(village.slug, (size, size), press(options).marker(village.slug)) for village in RULES.villages
    ]


GROUPS: dict[str, Draw] = {
    "board": board,
    "tiles": tiles,
    "cards": cards,
    "aids": eruption_texts.aids,
    "walls": walls,
    "markers": markers,
    "dice": eruption_folded.dice,
    "standing_walls": eruption_folded.standing_walls,
    "standees": eruption_folded.standees,
    "patterns": eruption_texts.patterns,
    "pad": eruption_texts.pad,
    "card_box": eruption_folded.card_box_face,
    "tile_box": eruption_folded.tile_box_face,
    "booklet": eruption_booklet.booklet,
}
READING: dict[str, Draw] = {"booklet": eruption_booklet.booklet, "aids": eruption_texts.aids_to_read}
"""What is read, and so has a text in everything that matters: see `companion.kit.drawing.reading`."""
