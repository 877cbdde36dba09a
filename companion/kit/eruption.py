"""The pieces of Eruption: which, how many and how large, from its rules data."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt

from companion.art import nets
from companion.art.boardsize import board_size_mm
from companion.games.eruption.data import RULES, Card
from companion.kit.cardlayout import CardLayout, card_layout
from companion.kit.errors import Gettext
from companion.kit.options import FaceOptions, KitOptions, Part
from companion.kit.pieces import Booklet, Face, Kit, Piece, Section
from companion.kit.shapes import Disc, Hexagon, Outline, Rectangle

PRINT = RULES.print
RAIN = "rain"
"""The card that the variant without Rain leaves out."""

TOGETHER: tuple[tuple[Part, ...], ...] = (
    ("tiles", "walls", "markers"),
    ("cards",),
    ("aids", "patterns", "dice"),
    ("standing_walls", "standees"),
    ("pad",),
    ("boxes",),
)
"""Parts that share their sheets, for they are made of the same: what is glued on board, cards, what stays paper. Small
pieces fill what the larger leave of theirs."""

TILE = Hexagon(PRINT.tile_width_mm)
WALL = Rectangle(*PRINT.wall_mm)
MARKER = Disc(PRINT.marker_mm)
PAD = Rectangle(*PRINT.pad_mm)
STANDING_WALL = nets.tent(*PRINT.standing_wall_mm, PRINT.flap_mm)
STANDEE = nets.tent(*PRINT.standee_mm, PRINT.flap_mm)
DIE = nets.cube(PRINT.die_mm, PRINT.flap_mm)
FOLD_BLEED = 1.0
"""Of what is folded: flaps lie between its parts, and more would print on them."""

BOARD_FACE = Face("board", "island")
TILE_BACK = Face("tiles", "back")
ERUPTION_BACK = Face("tiles", "eruption_back")
CARD_BACK = Face("cards", "back")
PATTERNS_FACE = Face("patterns", "all")
PAD_FACE = Face("pad", "game")
CARD_BOX = Face("card_box", "box")
TILE_BOX = Face("tile_box", "box")
BOOKLET_MM = (148.0, 210.0)
"""A page of the rules: A5."""
DICE = ("white", "orange")


def kit(options: KitOptions, gettext: Gettext) -> Kit:
    """What `options` ask for."""
    names = {
        "board": gettext("Board"),
        "tiles": gettext("Lava tiles"),
        "cards": gettext("Action cards"),
        "aids": gettext("Player aids"),
        "patterns": gettext("The patterns"),
        "walls": gettext("Walls"),
        "markers": gettext("Markers"),
        "dice": gettext("Dice to fold"),
        "standing_walls": gettext("Walls to fold"),
        "standees": gettext("Markers to fold"),
        "pad": gettext("Score pad"),
        "boxes": gettext("Boxes"),
        "card_box": gettext("Box for the cards"),
        "tile_box": gettext("Box for the tiles"),
        "booklet": gettext("Rules"),
    }
    sections = []
    for together in TOGETHER:
        wanted = [part for part in together if options.wants(part)]
        if wanted:
            title = " · ".join(names[part] for part in wanted)
            pieces = [piece for part in wanted for piece in _pieces(part, options, gettext)]
            sections.append(Section(title, tuple(pieces)))
    booklets = []
    if options.wants("booklet"):
        pages = [Face("booklet", f"p{number}") for number in range(1, booklet_pages(options.large_print) + 1)]
        booklets.append(Booklet(names["booklet"], tuple(pages), BOOKLET_MM))
    wordless = {"tiles", "walls", "markers", "dice", "standing_walls", "standees"}
    return Kit(
        game=RULES.game.slug,
        title=gettext(RULES.game.name),
        board=BOARD_FACE if options.wants("board") and options.board != "none" else None,
        sections=tuple(sections),
        names=names,
        wordless=frozenset(wordless),
        grows=frozenset({"board", "tiles", "walls", "markers", "standing_walls", "standees"}),
        varies={
            "cards": ("card_mm",),
            "card_box": ("card_mm", "no_rain"),
            "tile_box": ("tile_mm",),
            "booklet": ("no_rain",),
        },
        tile_mm=PRINT.tile_width_mm,
        clearance_mm=PRINT.board_clearance_mm,
        board_mm=board_size_mm(),
        booklets=tuple(booklets),
    )


def aid_mm(large_print: bool) -> tuple[float, float]:
    """Width and height of an aid, and of the reference of the patterns."""
    return PRINT.large_aid_mm if large_print else PRINT.aid_mm


def deck_layout(options: FaceOptions, gettext: Gettext) -> CardLayout:
    """How the cards share their height. Raises KitError."""
    texts = [gettext(card.text).format(rain=RULES.meter.rain) for card in RULES.cards]
    trade_for = gettext("or trade for")
    trades = [f"{trade_for} {gettext(RULES.wall(card.trade).name)}" for card in RULES.cards]
    return card_layout(
        options.card_mm, PRINT.card_bleed_mm, PRINT.safe_mm, texts, trades, options.language, options.large_print
    )


def deck(no_rain: bool) -> tuple[Card, ...]:
    """The cards that are played with."""
    return tuple(card for card in RULES.cards if not (no_rain and card.slug == RAIN))


def booklet_pages(large_print: bool) -> int:
    """How many pages the rules have: whole sheets of four."""
    return 16 if large_print else 12


def _pieces(part: Part, options: KitOptions, gettext: Gettext) -> Sequence[Piece]:
    """The pieces of a part."""
    match part:
        case "tiles":
            return _tiles(gettext)
        case "cards":
            return _cards(gettext, options)
        case "aids":
            aid = Rectangle(*aid_mm(options.large_print), PRINT.card_corner_mm)
            return [_one_sided(gettext(v.name), Face("aids", v.slug), aid, 1) for v in RULES.villages]
        case "patterns":
            aid = Rectangle(*aid_mm(options.large_print), PRINT.card_corner_mm)
            return [_one_sided(gettext("The patterns"), PATTERNS_FACE, aid, 1)]
        case "walls":
            return [_counter(gettext(wall.name), Face("walls", wall.slug), WALL, wall.count) for wall in RULES.walls]
        case "markers":
            return [_counter(gettext(v.name), Face("markers", v.slug), MARKER, 1) for v in RULES.villages]
        case "dice":
            words = {"white": gettext("White die"), "orange": gettext("Orange die")}
            return [_net(words[colour], Face("dice", colour), DIE) for colour in DICE]
        case "standing_walls":
            faces = [(wall, Face("standing_walls", wall.slug)) for wall in RULES.walls]
            return [_net(gettext(wall.name), face, STANDING_WALL, wall.count) for wall, face in faces]
        case "standees":
            return [_net(gettext(v.name), Face("standees", v.slug), STANDEE) for v in RULES.villages]
        case "pad":
            return [_one_sided(gettext("Score pad"), PAD_FACE, PAD, PRINT.pads)]
        case "boxes":
            boxes, tile_net = tile_boxes(options.faces)
            return [
                _net(gettext("Box for the cards"), CARD_BOX, card_box(options.faces)),
                _net(gettext("Box for the tiles"), TILE_BOX, tile_net, boxes),
            ]
    return []


def _tiles(gettext: Gettext) -> Sequence[Piece]:
    return [
        Piece(
            gettext(tile.name),
            Face("tiles", tile.slug),
            TILE,
            tile.count,
            PRINT.bleed_mm,
            ERUPTION_BACK if tile.source else TILE_BACK,
            PRINT.back_bleed_mm,
        )
        for tile in RULES.tiles
    ]


def _cards(gettext: Gettext, options: KitOptions) -> Sequence[Piece]:
    if options.faces.card_mm != PRINT.card_mm:
        deck_layout(options.faces, gettext)  # which refuses what is too small before anything is drawn
    card = Rectangle(*options.faces.card_mm, options.corner)
    return [
        Piece(
            gettext(kind.name),
            Face("cards", kind.slug),
            card,
            kind.count,
            PRINT.bleed_mm,
            CARD_BACK,
            PRINT.back_bleed_mm,
        )
        for kind in deck(options.no_rain)
    ]


def _one_sided(name: str, face: Face, shape: Rectangle, count: int) -> Piece:
    """Printed on one side."""
    return Piece(name, face, shape, count, PRINT.bleed_mm)


def _counter(name: str, face: Face, shape: Rectangle | Disc, count: int) -> Piece:
    """The same from both sides."""
    return Piece(name, face, shape, count, PRINT.bleed_mm, face, PRINT.bleed_mm)


def _net(name: str, face: Face, net: nets.Net, count: int = 1) -> Piece:
    """Cut out, folded and glued."""
    return Piece(name, face, Outline(net.outline, net.folds), count, FOLD_BLEED)


# --- the boxes: as thick as what lies in them -------------------------------------------------------------------


def card_box(options: FaceOptions) -> nets.Net:
    """A box for all cards in one deck, upright as they are."""
    box, (width, height) = PRINT.box, options.card_mm
    depth = sum(card.count for card in deck(options.no_rain)) * box.card_thickness_mm
    room = box.clearance_mm
    return nets.tuck_box(width + room, height + room, depth + room, box.tongue_mm, box.flap_mm)


def tile_boxes(options: FaceOptions) -> tuple[int, nets.Net]:
    """Boxes for all tiles, lying on each other in stacks; as many as it takes for their nets to fit any paper."""
    box = PRINT.box
    tiles = sum(tile.count for tile in RULES.tiles)
    flat, corners = options.tile_mm + box.clearance_mm, options.tile_mm * 2 / sqrt(3) + box.clearance_mm
    for boxes in range(1, tiles + 1):
        in_box = ceil(tiles / boxes)
        for stacks in (1, 2, 3):
            thick = ceil(in_box / stacks) * box.tile_thickness_mm + box.clearance_mm
            wide = stacks * corners
            net = nets.tuck_box(max(wide, thick), flat, min(wide, thick), box.tongue_mm, box.flap_mm)
            if net.size[0] <= box.largest_mm[0] and net.size[1] <= box.largest_mm[1]:
                return boxes, net
    raise ValueError("The rules data allow no box for a tile.")
