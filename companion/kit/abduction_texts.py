"""The faces of Abduction that are read: cards, summaries, and the mat with its words."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import escape

from companion.art.abduction_mat import Word, mat_layout
from companion.art.drawings import Drawing as Svg
from companion.art.drawings import draw, environment
from companion.art.press import Press
from companion.games.abduction.data import COWS, RULES, Card
from companion.kit.abduction import MAT_FACE, SCORE_FACE, TURN_FACE, counts, deck_layout, effect, lead, summary_mm
from companion.kit.artwork import picture, press
from companion.kit.cardlayout import LEAST_PICTURE, POINT, USUAL, line_count
from companion.kit.drawing import Drawing
from companion.kit.errors import Gettext
from companion.kit.lettering import Lettering
from companion.kit.options import FaceOptions
from companion.words.abduction import digit_name
from companion.words.common import Speaker

PRINT = RULES.print
PRINTED = "abduction/printed.j2"
BESIDE = 1.5
"""Between what a card counts and the words beside it, in mm."""
CARRIED = (5, 4, 1)
"""The example of carrying: the values of three cows in the ones."""


def card_fronts(options: FaceOptions, say: Gettext) -> Sequence[Drawing]:
    """Every card."""
    layout, ink = deck_layout(options, say), press(options)
    template = environment().get_template("abduction/card.html.j2")
    share = min(options.card_mm[0] / USUAL[0], options.card_mm[1] / USUAL[1])
    found, bleed = [], PRINT.card_bleed_mm
    round_mm = min(0.58 * layout.wall, 2 * layout.middle - 1)
    beside = layout.width - 2 * layout.side - round_mm - BESIDE
    lettering = Lettering(options.language)
    for card in RULES.cards:
        words = counts(card, say)
        if line_count(words, beside * 0.94, layout.trade_pt * POINT, lettering, bold=True) > 2:
            words = counts(card, say, brief=True)
        body = template.render(
            m=layout,
            card=card,
            scene=picture(scene(ink, card, (layout.width, layout.art), bleed, min(share, layout.art / 40))),
            worth=picture(ink.alone(Svg("-5 -5 10 10", draw(PRINTED, "worth", ink.inks, card)), (10, 10))),
            name=say(card.name),
            lead=lead(card, say),
            effect=effect(card, say),
            counts=words,
            round=round_mm,
            beside=BESIDE,
        )
        found.append(Drawing(card.slug, layout.width, layout.height, body))
    return found


def scene(ink: Press, card: Card, size: tuple[float, float], bleed: float, share: float) -> str:
    """The picture of a card; where it has no room, its ground alone."""
    width, height = size
    view = f"{-width / 2:.3f} {-height / 2:.3f} {width:.3f} {height:.3f}"
    if height < LEAST_PICTURE:
        return ink.alone(Svg(view, draw(PRINTED, "night", ink.inks, width, height)), size)
    return ink.alone(Svg(view, draw(PRINTED, "scene", ink.inks, card, width, height, bleed, share)), size)


# --- summaries ----------------------------------------------------------------------------------------------------


def summaries(options: FaceOptions, say: Gettext) -> Sequence[Drawing]:
    """The order of a turn; effects, carrying, part two and the end."""
    width, height = (side + 2 * PRINT.bleed_mm for side in summary_mm(options.large_print))
    ink = press(options)
    pictures = {card.slug: picture(small(ink, card.slug)) for card in RULES.cards}
    about = {
        "_": say,
        "rules": RULES,
        "large": options.large_print,
        "height": height,
        "pictures": pictures,
        "effects": _effects(say, pictures),
        "carry": _carry(),
    }
    return [
        Drawing(face.slug, width, height, environment().get_template(f"abduction/{face.slug}.html").render(**about))
        for face in (TURN_FACE, SCORE_FACE)
    ]


def small(ink: Press, slug: str) -> str:
    """A card's picture alone."""
    from companion.art.abduction import PICTURE_BOX, picture

    return ink.alone(Svg(PICTURE_BOX, picture(RULES.card(slug), ink.inks)), (16.0, 12.0))


def _effects(say: Gettext, pictures: dict[str, str]) -> list[dict[str, object]]:
    """A row for each effect: the card, what it does, how many of them there are. All cows have one."""
    rows: list[dict[str, object]] = []
    cows = [RULES.cards[i] for i in COWS]
    for card in RULES.cards:
        if card in cows[1:]:
            continue
        group = cows if card.group == "cow" else [card]
        rows.append(
            {
                "picture": pictures[cows[-1].slug if card.group == "cow" else card.slug],
                "name": say("Cow") if card.group == "cow" else say(card.name),
                "text": effect(card, say),
                "count": sum(other.count for other in group),
            }
        )
    return rows


def _carry() -> dict[str, object]:
    """What moving each of the cards of the example makes."""
    total = sum(CARRIED)
    ways = [{"value": value, "score": RULES.turn.base * value + total - value} for value in CARRIED]
    return {"cards": " + ".join(map(str, CARRIED)), "ways": ways}


# --- the mat ------------------------------------------------------------------------------------------------------


def mat(options: FaceOptions, say: Gettext) -> Sequence[Drawing]:
    """The mat for cards of the size that is asked for."""
    ink, layout = press(options), mat_layout(options.card_mm)
    view = f"0 0 {layout.width:g} {layout.height:g}"
    ground = Drawing.of_svg("", layout.size, ink.alone(Svg(view, draw(PRINTED, "mat", ink.inks, layout)), layout.size))
    words = "".join(_word(word, say) for word in layout.words)
    body = f'<div class="mat" style="height:{layout.height:g}mm">{ground.body}{words}</div>'
    return [Drawing(MAT_FACE.slug, *layout.size, body)]


def _word(word: Word, say: Gettext) -> str:
    """A text of the mat in its place."""
    text = _text(word, say)
    kind = word.kind
    if word.text in ("deck", "discard", "slot", "saucers", "cows", "hangar", "score"):
        kind = f"name title {kind}"
    if kind == "power" and len(text) > 3:
        kind += " long"
    return (
        f'<p class="{kind}" style="left:{word.left:.2f}mm;top:{word.top:.2f}mm;width:{word.width:.2f}mm;'
        f'height:{word.height:.2f}mm"><span>{escape(text)}</span></p>'
    )


def _text(word: Word, say: Gettext) -> str:
    turn = RULES.turn
    match word.text:
        case "column" | "place" | "power":
            return str(word.number)
        case "digit":
            return digit_name(word.number, Speaker(say, lambda one, more, n: say(one if n == 1 else more)))
        case "deck":
            return say("Deck")
        case "deck_note":
            return say("Draw %(draw)d cards at the start of each turn.") % {"draw": turn.draw}
        case "discard":
            return say("Discard pile")
        case "discard_note":
            return say("It is the deck of part two. Each saucer here counts 1 at the end.")
        case "slot":
            return say("Face-down card")
        case "slot_note":
            return say("Turn it up once in the game, while the deck has cards.")
        case "saucers":
            return say("Saucers")
        case "cows":
            return say("Cows")
        case "cows_note":
            return say("Only the first column grows deeper. The level of a cow is its digit of the score.")
        case "hangar":
            return say("Hangar for decoys")
        case "lost":
            return say("The game is lost.")
        case "score":
            return say("Score")
        case "carry":
            return f"{turn.base}+"
    return say(RULES.game.name)
