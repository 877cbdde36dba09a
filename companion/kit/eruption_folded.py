"""The faces of Eruption that are folded: walls and markers that stand, dice, boxes."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from companion.art import folding
from companion.games.eruption.data import RULES
from companion.kit.artwork import press
from companion.kit.boxes import box
from companion.kit.drawing import Drawing
from companion.kit.errors import Gettext
from companion.kit.eruption import CARD_BOX, DICE, DIE, STANDEE, STANDING_WALL, TILE_BOX, card_box, deck, tile_boxes
from companion.kit.options import FaceOptions


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
    art, name = folding.card_box(press(options), net), say(RULES.game.name)
    return [box(CARD_BOX.slug, net, art, name, words, "green", options)]


def tile_box_face(options: FaceOptions, say: Gettext) -> Sequence[Drawing]:
    """The box, or each of the boxes, for the tiles."""
    boxes, net = tile_boxes(options)
    tiles = ceil(sum(tile.count for tile in RULES.tiles) / boxes)
    words = say("%(count)d lava tiles") % {"count": tiles}
    art, name = folding.tile_box(press(options), net), say(RULES.game.name)
    return [box(TILE_BOX.slug, net, art, name, words, "dark", options, sides=False)]  # across which its stream runs
