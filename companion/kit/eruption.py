"""The pieces of Eruption: which, how many and how large, from its rules data."""

from __future__ import annotations

from companion.games.eruption.data import RULES
from companion.kit.errors import Gettext
from companion.kit.options import KitOptions
from companion.kit.pieces import Face, Kit, Piece, Section
from companion.kit.shapes import Disc, Hexagon, Rectangle

AID_MM = (92.0, 124.0)
"""A turn summary: four of them fit a sheet of either paper."""
RAIN = "rain"
"""The card that the variant without Rain leaves out."""

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
    sections = []
    if options.wants("tiles"):
        sections.append(Section(gettext("Lava tiles"), _tiles(gettext)))
    if options.wants("cards"):
        sections.append(Section(gettext("Action cards"), _cards(gettext, options.no_rain)))
    small: list[Piece] = []
    titles = []
    if options.wants("summary"):
        titles.append(gettext("Turn summaries"))
        small.append(Piece(gettext("Turn summary"), AID_FACE, AID, RULES.game.players.max, RULES.print.bleed_mm))
    if options.wants("walls"):
        titles.append(gettext("Walls"))
        small += _walls(gettext)
    if options.wants("markers"):
        titles.append(gettext("Markers"))
        small += _markers(gettext)
    if small:
        sections.append(Section(" · ".join(titles), tuple(small)))
    return Kit(
        game=RULES.game.slug,
        title=gettext(RULES.game.name),
        board=BOARD_FACE if options.wants("board") and options.board != "none" else None,
        board_name=gettext("Board"),
        sections=tuple(sections),
        wordless=frozenset({"tiles", "walls", "markers"}),
    )


def _tiles(gettext: Gettext) -> tuple[Piece, ...]:
    return tuple(
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
    )


def _cards(gettext: Gettext, no_rain: bool) -> tuple[Piece, ...]:
    return tuple(
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
    )


def _walls(gettext: Gettext) -> list[Piece]:
    """Walls look the same from both sides."""
    return [_counter(gettext(wall.name), Face("walls", wall.slug), WALL, wall.count) for wall in RULES.walls]


def _markers(gettext: Gettext) -> list[Piece]:
    """One for each village, the same from both sides."""
    return [_counter(gettext(village.name), Face("markers", village.slug), MARKER, 1) for village in RULES.villages]


def _counter(name: str, face: Face, shape: Rectangle | Disc, count: int) -> Piece:
    return Piece(name, face, shape, count, RULES.print.bleed_mm, face, RULES.print.bleed_mm)
