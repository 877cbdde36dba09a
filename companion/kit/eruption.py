"""The pieces of Eruption: which, how many and how large, from its rules data."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.eruption.data import RULES
from companion.kit.errors import Gettext
from companion.kit.options import KitOptions, Part
from companion.kit.pieces import Face, Kit, Piece, Section
from companion.kit.shapes import Disc, Hexagon, Rectangle

AID_MM = (92.0, 124.0)
"""A turn summary: four of them fit a sheet of either paper."""
RAIN = "rain"
"""The card that the variant without Rain leaves out."""

TOGETHER: tuple[tuple[Part, ...], ...] = (("tiles",), ("cards",), ("summary", "walls", "markers"))
"""Parts that share their sheets: the small pieces fill what the summaries leave of theirs."""

TILE = Hexagon(RULES.print.tile_width_mm)
CARD = Rectangle(*RULES.print.card_mm, RULES.print.card_corner_mm)
WALL = Rectangle(*RULES.print.wall_mm)
MARKER = Disc(RULES.print.marker_mm)
AID = Rectangle(*AID_MM, RULES.print.card_corner_mm)

BOARD_FACE = Face("board", "island")
TILE_BACK = Face("tiles", "back")
ERUPTION_BACK = Face("tiles", "eruption_back")
CARD_BACK = Face("cards", "back")
AID_FACE = Face("summary", "turn")


def kit(options: KitOptions, gettext: Gettext) -> Kit:
    """What `options` ask for."""
    names = {
        "board": gettext("Board"),
        "tiles": gettext("Lava tiles"),
        "cards": gettext("Action cards"),
        "summary": gettext("Turn summaries"),
        "walls": gettext("Walls"),
        "markers": gettext("Markers"),
    }
    pieces = {
        "tiles": _tiles(gettext),
        "cards": _cards(gettext, options.no_rain),
        "summary": _summaries(gettext),
        "walls": _walls(gettext),
        "markers": _markers(gettext),
    }
    sections = []
    for together in TOGETHER:
        wanted = [part for part in together if options.wants(part)]
        if wanted:
            title = " · ".join(names[part] for part in wanted)
            sections.append(Section(title, tuple(piece for part in wanted for piece in pieces[part])))
    return Kit(
        game=RULES.game.slug,
        title=gettext(RULES.game.name),
        board=BOARD_FACE if options.wants("board") and options.board != "none" else None,
        sections=tuple(sections),
        names=names,
        wordless=frozenset({"tiles", "walls", "markers"}),
        grows=frozenset({"board", "tiles", "walls", "markers"}),
        carded=frozenset({"cards"}),
        tile_mm=RULES.print.tile_width_mm,
        clearance_mm=RULES.print.board_clearance_mm,
    )


def _tiles(gettext: Gettext) -> Sequence[Piece]:
    return [
        Piece(
            gettext(tile.name),
            Face("tiles", tile.slug),
            TILE,
            tile.count,
            RULES.print.bleed_mm,
            ERUPTION_BACK if tile.source else TILE_BACK,
            RULES.print.back_bleed_mm,
        )
        for tile in RULES.tiles
    ]


def _cards(gettext: Gettext, no_rain: bool) -> Sequence[Piece]:
    return [
        Piece(
            gettext(card.name),
            Face("cards", card.slug),
            CARD,
            card.count,
            RULES.print.bleed_mm,
            CARD_BACK,
            RULES.print.back_bleed_mm,
        )
        for card in RULES.cards
        if not (no_rain and card.slug == RAIN)
    ]


def _summaries(gettext: Gettext) -> Sequence[Piece]:
    """One for each seat, printed on one side."""
    return [Piece(gettext("Turn summary"), AID_FACE, AID, RULES.game.players.max, RULES.print.bleed_mm)]


def _walls(gettext: Gettext) -> Sequence[Piece]:
    """Walls look the same from both sides."""
    return [_counter(gettext(wall.name), Face("walls", wall.slug), WALL, wall.count) for wall in RULES.walls]


def _markers(gettext: Gettext) -> Sequence[Piece]:
    """One for each village, the same from both sides."""
    return [_counter(gettext(village.name), Face("markers", village.slug), MARKER, 1) for village in RULES.villages]


def _counter(name: str, face: Face, shape: Rectangle | Disc, count: int) -> Piece:
    return Piece(name, face, shape, count, RULES.print.bleed_mm, face, RULES.print.bleed_mm)
