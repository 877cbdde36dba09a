"""What WeasyPrint is given to draw for each group of Abduction's faces. The art comes from `companion.art`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.art import abduction as art
from companion.art import folding
from companion.art.drawings import Drawing as Svg
from companion.art.drawings import draw
from companion.art.nets import Panel
from companion.games.abduction.data import RULES
from companion.kit import abduction_texts, artwork
from companion.kit.abduction import BOX_FACE, CARD_BACK, card_box
from companion.kit.artwork import press
from companion.kit.boxes import box
from companion.kit.drawing import Drawing
from companion.kit.errors import Gettext
from companion.kit.options import FaceOptions

PRINT = RULES.print
SHEETS = ("card.css", "aid.css", "mat.css", "box.css")

Draw = Callable[[FaceOptions, Gettext], Sequence[Drawing]]


def style(options: FaceOptions) -> str:
    """The style sheet of all faces."""
    return artwork.style(RULES.game.slug, SHEETS, options)


def cards(options: FaceOptions, say: Gettext) -> Sequence[Drawing]:
    """Every card, and the back of all of them."""
    size = tuple(side + 2 * PRINT.back_bleed_mm for side in options.card_mm)
    return [
        *abduction_texts.card_fronts(options, say),
        Drawing.of_svg(CARD_BACK.slug, size, back(options)),  # type: ignore[arg-type]
    ]


def back(options: FaceOptions) -> str:
    """The common back for cards of any size: drawn for the usual one, its ground as far as the bleed."""
    ink, (width, height) = press(options), (side + 2 * PRINT.back_bleed_mm for side in options.card_mm)
    scale = min(options.card_mm[0] / art.CARD_MM[0], options.card_mm[1] / art.CARD_MM[1])
    across, down = width / scale, height / scale
    grow = max(across - art.CARD_MM[0], down - art.CARD_MM[1]) / 2
    view = f"{-across / 2:.3f} {-down / 2:.3f} {across:.3f} {down:.3f}"
    return ink.alone(Svg(view, art.back(ink.inks, round(grow, 3)).body), (width, height))


def card_box_face(options: FaceOptions, say: Gettext) -> Sequence[Drawing]:
    """The box for the cards: the sky on all sides, a saucer and its cow on the large ones."""
    ink, net = press(options), card_box(options)
    inks = ink.inks

    def panel(side: Panel) -> str:
        drawn = folding.filled(side, inks["dusk"])
        if side.name in ("front", "back"):
            drawn += draw("abduction/printed.j2", "box_side", inks, side.width, side.height)
        return drawn

    words = say("%(count)d cards for one player") % {"count": sum(card.count for card in RULES.cards)}
    picture = folding.folded(ink, net, panel)
    return [box(BOX_FACE.slug, net, picture, say(RULES.game.name), words, "night", options)]


GROUPS: dict[str, Draw] = {
    "board": abduction_texts.mat,
    "cards": cards,
    "aids": abduction_texts.summaries,
    "card_box": card_box_face,
}
READING: dict[str, Draw] = {"aids": abduction_texts.summaries}
"""What is read, and so has a text in everything that matters: see `companion.kit.drawing.reading`."""
