"""The pieces of Abduction: which, how many and how large, from its rules data."""

from __future__ import annotations

from collections.abc import Sequence

from companion.art import nets
from companion.art.abduction_mat import mat_layout
from companion.games.abduction.data import COW, RULES, UFO, Card
from companion.kit.cardlayout import CardLayout, card_layout
from companion.kit.errors import Gettext
from companion.kit.options import FaceOptions, KitOptions, Part
from companion.kit.pieces import Face, Kit, Piece, Section
from companion.kit.shapes import Outline, Rectangle

PRINT = RULES.print
TOGETHER: tuple[Part, ...] = ("cards", "aids", "boxes")
"""Each on sheets of its own."""
MAT_FACE = Face("board", "mat")
CARD_BACK = Face("cards", "back")
TURN_FACE, SCORE_FACE = Face("aids", "turn"), Face("aids", "score")
BOX_FACE = Face("card_box", "box")
FOLD_BLEED = 1.0
"""Of what is folded: flaps lie between its parts, and more would print on them."""


def kit(options: KitOptions, gettext: Gettext) -> Kit:
    """What `options` ask for."""
    names = {
        "board": gettext("Mat"),
        "cards": gettext("Cards"),
        "aids": gettext("Summaries"),
        "card_box": gettext("Box for the cards"),
    }
    titles = {"cards": names["cards"], "aids": names["aids"], "boxes": names["card_box"]}
    sections = [
        Section(titles[part], tuple(_pieces(part, options, gettext))) for part in TOGETHER if options.wants(part)
    ]
    mat = mat_layout(options.faces.card_mm)
    return Kit(
        game=RULES.game.slug,
        title=gettext(RULES.game.name),
        board=MAT_FACE if options.wants("board") and options.board != "none" else None,
        sections=tuple(sections),
        names=names,
        wordless=frozenset(),
        varies={"cards": ("card_mm",), "board": ("card_mm",), "card_box": ("card_mm",)},
        board_mm=mat.size,
    )


def summary_mm(large_print: bool) -> tuple[float, float]:
    """Width and height of a summary."""
    return PRINT.large_summary_mm if large_print else PRINT.summary_mm


def deck_layout(options: FaceOptions, gettext: Gettext) -> CardLayout:
    """How the cards share their height. Raises KitError."""
    texts = [f"{lead(card, gettext)}\n{effect(card, gettext)}" for card in RULES.cards]
    worth = [counts(card, gettext) for card in RULES.cards]
    return card_layout(
        options.card_mm, PRINT.card_bleed_mm, PRINT.safe_mm, texts, worth, options.language, options.large_print
    )


def card_box(options: FaceOptions) -> nets.Net:
    """A box for all cards in one deck, upright as they are."""
    box, (width, height) = PRINT.box, options.card_mm
    depth = sum(card.count for card in RULES.cards) * box.card_thickness_mm
    room = box.clearance_mm
    return nets.tuck_box(width + room, height + room, depth + room, box.tongue_mm, box.flap_mm)


# --- what a card says ---------------------------------------------------------------------------------------------


def lead(card: Card, gettext: Gettext) -> str:
    """When a card's effect happens."""
    return gettext("Stacked, or turned up") if card.group == UFO else gettext("Turned up")


def effect(card: Card, gettext: Gettext) -> str:
    """What then happens."""
    return gettext(RULES.effects[card.effect])


def counts(card: Card, gettext: Gettext, brief: bool = False) -> str:
    """What a card counts in the score; where there is little room, nothing else."""
    if card.group == UFO:
        return gettext("in the discard pile at the end")
    if card.group == COW or brief:
        return gettext("in its digit of the score")
    return gettext("in the score; %(decoys)d in the hangar lose the game") % {"decoys": RULES.turn.hangar}


def _pieces(part: Part, options: KitOptions, gettext: Gettext) -> Sequence[Piece]:
    """The pieces of a part."""
    match part:
        case "cards":
            return _cards(options, gettext)
        case "aids":
            shape = Rectangle(*summary_mm(options.large_print), PRINT.card_corner_mm)
            names = {TURN_FACE: gettext("A turn"), SCORE_FACE: gettext("Effects and score")}
            return [Piece(name, face, shape, 1, PRINT.bleed_mm) for face, name in names.items()]
        case "boxes":
            net = card_box(options.faces)
            return [Piece(gettext("Box for the cards"), BOX_FACE, Outline(net.outline, net.folds), 1, FOLD_BLEED)]
    return []


def _cards(options: KitOptions, gettext: Gettext) -> Sequence[Piece]:
    deck_layout(options.faces, gettext)  # which refuses what is too small before anything is drawn
    shape = Rectangle(*options.faces.card_mm, options.corner)
    return [
        Piece(
            gettext(card.name),
            Face("cards", card.slug),
            shape,
            card.count,
            PRINT.bleed_mm,
            CARD_BACK,
            PRINT.back_bleed_mm,
        )
        for card in RULES.cards
        if card.count
    ]
