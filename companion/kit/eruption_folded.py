"""The faces of Eruption that are folded: walls and markers that stand, dice, boxes."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from markupsafe import escape

from companion.art import folding, nets
from companion.games.eruption.data import RULES
from companion.kit.drawing import Drawing
from companion.kit.errors import Gettext
from companion.kit.eruption import CARD_BOX, DICE, DIE, STANDEE, STANDING_WALL, TILE_BOX, card_box, deck, tile_boxes
from companion.kit.eruption_texts import press
from companion.kit.options import FaceOptions

TITLE_PT, SMALL_PT, LARGE_PT = 26.0, 7.5, 11.0
"""Letters on a box: its name, and what is in it; in large print."""


def standing_walls(options: FaceOptions, _: Gettext) -> Sequence[Drawing]:
    """One of each material."""
    size, draw = folding.size_mm(STANDING_WALL), press(options)
    return [
        Drawing.of_svg(wall.slug, size, folding.standing_wall(draw, wall.slug, STANDING_WALL)) for wall in RULES.walls
    ]


def standees(options: FaceOptions, _: Gettext) -> Sequence[Drawing]:
    """One of each village."""
    size, draw = folding.size_mm(STANDEE), press(options)
    return [
        Drawing.of_svg(village.slug, size, folding.standee(draw, village.slug, STANDEE)) for village in RULES.villages
    ]


def dice(options: FaceOptions, _: Gettext) -> Sequence[Drawing]:
    """The wall's white die and the lava's orange one."""
    size, draw = folding.size_mm(DIE), press(options)
    return [Drawing.of_svg(colour, size, folding.die(draw, colour, DIE)) for colour in DICE]


def card_box_face(options: FaceOptions, say: Gettext) -> Sequence[Drawing]:
    """The box for the cards."""
    net = card_box(options)
    words = say("%(count)d action cards") % {"count": sum(card.count for card in deck(options.no_rain))}
    return [_box(CARD_BOX.slug, net, folding.card_box(press(options), net), words, "green", options, say)]


def tile_box_face(options: FaceOptions, say: Gettext) -> Sequence[Drawing]:
    """The box, or each of the boxes, for the tiles."""
    boxes, net = tile_boxes(options)
    tiles = ceil(sum(tile.count for tile in RULES.tiles) / boxes)
    words = say("%(count)d lava tiles") % {"count": tiles}
    return [_box(TILE_BOX.slug, net, folding.tile_box(press(options), net), words, "dark", options, say)]


def _box(slug: str, net: nets.Net, art: str, contents: str, style: str, options: FaceOptions, say: Gettext) -> Drawing:
    """The art of a box, and upon it the game's name and what is inside."""
    width, height = folding.size_mm(net)
    name, small = escape(say(RULES.game.name)), LARGE_PT if options.large_print else SMALL_PT
    parts = []
    for panel in net.panels:
        lines: list[tuple[str, float]] = []
        if panel.name in ("front", "back"):
            lines = [(name, min(TITLE_PT, panel.width * 0.42, panel.height * 0.6)), (escape(contents), small)]
        elif panel.name == "lid":
            lines = [(name, min(TITLE_PT, panel.height * 1.3, panel.width * 0.35))]
        elif panel.height > panel.width and style != "dark":  # whose stream runs across its sides
            lines = [(name, min(TITLE_PT, panel.width * 1.3))]
        upright = panel.name.endswith("side") and panel.height > panel.width
        long, short = (panel.height, panel.width) if upright else (panel.width, panel.height)
        turn = panel.turn + (90 if upright else 0)
        left, top = width / 2 + panel.middle[0] - long / 2, height / 2 + panel.middle[1] - short / 2
        text = "".join(
            f'<{tag} style="font-size:{size:.1f}pt">{line}</{tag.split()[0]}>'
            for tag, (line, size) in zip(('span class="title"', "small"), lines, strict=False)
        )
        if text:
            parts.append(
                f'<p class="{panel.name.split()[-1]}" style="left:{left:.2f}mm;top:{top:.2f}mm;width:{long:.2f}mm;'
                f'height:{short:.2f}mm;transform:rotate({turn}deg)">{text}</p>'
            )
    picture = Drawing.of_svg(slug, (width, height), art).body
    return Drawing(slug, width, height, f'<div class="box {style}">{picture}{"".join(parts)}</div>')
