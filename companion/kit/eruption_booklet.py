"""The rules of Eruption as a booklet: chapters on pages of A5, to fold, to print one by one, or to read on a screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.art import figures
from companion.art.drawings import Drawing as SvgDrawing
from companion.art.drawings import environment
from companion.art.figures import Situation, figure
from companion.art.press import Press
from companion.games.eruption.data import HEXES, RULES, Card
from companion.kit.artwork import picture, press
from companion.kit.cardlayout import LARGE, POINT
from companion.kit.drawing import Drawing
from companion.kit.errors import Gettext
from companion.kit.eruption import BOOKLET_MM, booklet_pages, deck
from companion.kit.eruption_texts import wall_rows, zone_rows, zone_starts
from companion.kit.options import FaceOptions

NEAR_VOLCANO = ((6, 5), (7, 3), (7, 4), (7, 5), (8, 3), (8, 4))
AT_VILLAGE = ((8, 5), (8, 6), (9, 4), (9, 5), (9, 6), (10, 4))
TWO_FLOWS = (((7, 4), "branch_right", 1), ((8, 4), "sharp_bend", 2))
SITUATIONS = {
    "fits": Situation(NEAR_VOLCANO, (((7, 4), "straight", 1), ((8, 3), "wide_bend", 5)), marks=(((8, 3), "yes"),)),
    "edge": Situation(NEAR_VOLCANO, (((7, 4), "straight", 1), ((8, 3), "wide_bend", 3)), marks=(((8, 3), "no"),)),
    "alone": Situation(NEAR_VOLCANO, (((7, 4), "straight", 1), ((8, 4), "wide_bend", 4)), marks=(((8, 4), "no"),)),
    "open": Situation(NEAR_VOLCANO, TWO_FLOWS, (((7, 4), 1, "wood"),), (((8, 3), "here"),)),
    "walled": Situation(NEAR_VOLCANO, TWO_FLOWS, (((7, 4), 1, "wood"), ((8, 4), 0, "straw")), (((8, 3), "here"),)),
    "damage": Situation(
        AT_VILLAGE,
        (((8, 5), "straight", 2), ((8, 6), "straight", 1)),
        (((8, 6), 1, "wood"),),
        villages=("green",),
        signs=("green",),
    ),
    "source": Situation(((7, 1), (8, 1), (8, 2), (7, 3), (6, 3), (6, 2), (7, 2)), (((7, 2), "eruption", 0),)),
    "build": Situation(
        ((6, 5), (7, 4), (8, 3), (8, 4), (7, 5), (8, 5), (9, 3), (9, 4), (9, 5), (10, 4)),
        (((7, 4), "straight", 1),),
        (((7, 4), 1, "straw"), ((8, 5), 2, "stone"), ((9, 4), 3, "wood")),
        villages=("green",),
        signs=("green",),
    ),
}
"""Figures of the rules. Each is a position that the rules allow, but for what its mark says."""


def booklet(options: FaceOptions, say: Gettext) -> Sequence[Drawing]:
    """The pages, one after another."""
    bodies = pages(options, say)
    assert len(bodies) == booklet_pages(options.large_print)
    return [Drawing(f"p{number}", *BOOKLET_MM, body) for number, body in enumerate(bodies, 1)]


def pages(options: FaceOptions, say: Gettext) -> list[str]:
    """The HTML of each page: in large print there are more of them, and none of the meter, whose numbers are small."""
    draw, large = press(options), options.large_print
    cards = deck(options.no_rain)
    module: Any = (
        environment()
        .get_template("eruption/booklet.html")
        .make_module(
            {
                "_": say,
                "rules": RULES,
                "figures": _figures(draw),
                "inks": draw.text,
                "counts": _counts(cards, say),
                "zones": zone_starts(),
                "rows": zone_rows(),
                "walls": wall_rows(draw),
                "points": ", ".join(f"{say(wall.name)} {wall.tiebreak}" for wall in reversed(RULES.walls)),
                "variants": [
                    option
                    for option in RULES.options
                    if option.group == "variant" and not (options.no_rain and option.slug == "no_rain")
                ],
            }
        )
    )
    half = len(cards) // 2
    m = module
    if large:
        chapters = [
            (m.cover(),), (m.idea(), m.need()), (m.island(),), (m.seats(), m.setup()), (m.turn(), m.zones_()),
            (m.damage(),), (m.duel(),), (m.eruption(),), (m.tile(), m.fits()), (m.ways(),),
            (m.earns(), m.playing(), m.changed()), (m.cards(cards[:half]),), (m.cards(cards[half:]),), (m.build(),),
            (m.finish(),), (m.variants_(), m.patterns()),
        ]  # fmt: skip
    else:
        chapters = [
            (m.cover(),), (m.idea(), m.need()), (m.island(), m.seats()), (m.setup(), m.meter()),
            (m.turn(), m.zones_()), (m.damage(), m.duel()), (m.eruption(),), (m.tile(), m.fits()),
            (m.ways(), m.earns()), (m.playing(), m.cards(cards), m.changed()), (m.build(), m.finish()),
            (m.variants_(), m.patterns()),
        ]  # fmt: skip
    size = " large" if large else ""
    first, *others = ("".join(map(str, chapter)) for chapter in chapters)
    return [f'<div class="page front{size}">{first}</div>'] + [
        f'<div class="page{size}">{body}<img class="folio" alt="" src="{_folio(draw, number, large)}"></div>'
        for number, body in enumerate(others, 2)
    ]


def _folio(draw: Press, number: int, large: bool) -> str:
    """A page's number as a picture: it is for the eye, and not read aloud."""
    size = (LARGE if large else 7.5) * POINT
    text = f'<text y="1.2" text-anchor="middle" font-family="Noto Sans" font-size="{size:.2f}">{number}</text>'
    return picture(draw.alone(SvgDrawing("-10 -2.5 20 5", text), (20, 5)))


def _counts(cards: Sequence[Card], say: Gettext) -> dict[str, object]:
    """How many there are of everything."""
    lava = [tile for tile in RULES.tiles if not tile.source]
    return {
        "hexes": len(HEXES),
        "lava": sum(tile.count for tile in lava),
        "patterns": len(lava),
        "sources": sum(tile.count for tile in RULES.tiles if tile.source),
        "cards": sum(card.count for card in cards),
        "walls": ", ".join(f"{wall.count} × {say(wall.name)}" for wall in RULES.walls),
    }


class _Addresses(dict[str, str]):
    """Pictures by their name, each drawn when a page asks for it."""

    def __init__(self, draw: Press) -> None:
        super().__init__()
        self._draw = draw

    def __missing__(self, name: str) -> str:
        self[name] = picture(_drawn(self._draw, name))
        return self[name]


def _figures(draw: Press) -> dict[str, str]:
    return _Addresses(draw)


def _drawn(draw: Press, name: str) -> str:
    """A figure, a sign or a piece by its name."""
    kind, _, slug = name.partition("-")
    if name in SITUATIONS:
        return figure(draw, SITUATIONS[name], 62)
    match kind:
        case "emblem":
            return figures.emblem(draw, 104)
        case "island":
            return figures.whole_island(draw, 104)
        case "board":
            return figures.board_sign(draw, 14)
        case "meter":
            return figures.burn_meter(draw, 112)
        case "sign":
            return draw.sign(slug, 8)
        case "die":
            return draw.symbol(f"die-{slug}-{4 if slug == 'white' else 5}", 11)
        case "tile" | "eruption":
            return draw.tile(slug or {"tile": "trident"}.get(kind, kind), 0)
        case "card":
            return draw.card_art(slug, (20, 15)) if slug else draw.card_back(0)
        case "marker":
            return draw.marker(RULES.villages[0].slug, 0)
    return draw.symbol(f"wall-{name}", 15)
