"""The faces of Eruption that are read: cards, the aid of each village, the patterns, the score pad."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from companion.art.drawings import environment
from companion.art.press import Press
from companion.games.eruption.data import RULES, Village, zone_of
from companion.kit.artwork import picture, press
from companion.kit.drawing import Drawing
from companion.kit.errors import Gettext
from companion.kit.eruption import PAD_FACE, PATTERNS_FACE, aid_mm, deck_layout
from companion.kit.options import FaceOptions

PRINT = RULES.print
DASH = "–"


def card_fronts(options: FaceOptions, say: Gettext) -> Sequence[Drawing]:
    """Every action card."""
    layout = deck_layout(options, say)
    template = environment().get_template("eruption/card.html.j2")
    about = {"m": layout, "rules": RULES, "_": say, "picture": picture, "press": press(options)}
    return [
        Drawing(card.slug, layout.width, layout.height, template.render(card=card, **about)) for card in RULES.cards
    ]


def aids(options: FaceOptions, say: Gettext) -> Sequence[Drawing]:
    """A player's turn on one side of paper, drawn once, and upon it the colour and the sign of each village."""
    size = _aid_size(options)
    return [
        Drawing("turn", *size, _aid(options, say, None)),
        *(Drawing(v.slug, *size, _aid(options, say, v, alone=True), ground="turn") for v in RULES.villages),
    ]


def aids_to_read(options: FaceOptions, say: Gettext) -> Sequence[Drawing]:
    """The same as pages, each whole."""
    return [Drawing(v.slug, *_aid_size(options), _aid(options, say, v)) for v in RULES.villages]


def _aid_size(options: FaceOptions) -> tuple[float, float]:
    width, height = aid_mm(options.large_print)
    return width + 2 * PRINT.bleed_mm, height + 2 * PRINT.bleed_mm


def _aid(options: FaceOptions, say: Gettext, village: Village | None, alone: bool = False) -> str:
    """The aid of a village, or of none; `alone` is its head without the rest."""
    draw = press(options)
    return (
        environment()
        .get_template("eruption/aid.html")
        .render(
            _=say,
            rules=RULES,
            village=village,
            sign=picture(draw.sign(village.slug, 9)) if village else "",
            alone=alone,
            zones=zone_starts(),
            rows=zone_rows(),
            walls=wall_rows(draw),
            points=points(),
            large=options.large_print,
            inks=draw.text,
            height=_aid_size(options)[1],
        )
    )


def patterns(options: FaceOptions, say: Gettext) -> Sequence[Drawing]:
    """Every pattern with its name and how many there are."""
    template = environment().get_template("eruption/patterns.html")
    width, height = (side + 2 * PRINT.bleed_mm for side in aid_mm(options.large_print))
    draw, tiles = press(options), [tile for tile in RULES.tiles if not tile.source]
    body = template.render(
        _=say,
        tiles=[(tile, picture(draw.tile(tile.slug, 0))) for tile in RULES.tiles],
        lava=sum(tile.count for tile in tiles),
        kinds=len(tiles),
        height=height,
        large=options.large_print,
    )
    return [Drawing(PATTERNS_FACE.slug, width, height, body)]


def pad(options: FaceOptions, say: Gettext) -> Sequence[Drawing]:
    """A game's sheet of the score pad: the burn meter of each village, to be crossed off."""
    template = environment().get_template("eruption/pad.html")
    width, height = (side + 2 * PRINT.bleed_mm for side in PRINT.pad_mm)
    draw, meter = press(options), RULES.meter
    spaces = [(heat, zone_of(heat), heat in meter.zones) for heat in range(0, meter.max + 1, meter.step)]
    body = template.render(
        _=say,
        rules=RULES,
        rows=[spaces[i : i + 10] for i in range(0, len(spaces), 10)],
        villages=[(village, picture(draw.sign(village.slug, 9))) for village in RULES.villages],
        inks=draw.text,
        large=options.large_print,
        height=height,
    )
    return [Drawing(PAD_FACE.slug, width, height, body)]


# --- numbers that several faces show -----------------------------------------------------------------------------


def zone_starts() -> str:
    """Where the eruption tiles lie: `50°, 120°, 200°`."""
    return ", ".join(f"{start}°" for start in RULES.meter.zones)


def zone_rows() -> list[dict[str, object]]:
    """A row for each zone: its heat, and how many tiles, free cards and walls it allows (rules 4.1)."""
    meter, turn = RULES.meter, RULES.turn
    starts = (0, *meter.zones)
    ends = (*(start - meter.step for start in meter.zones), meter.max)
    return [
        {
            "heat": f"{start}{DASH}{end}°",
            "tiles": f"1 (+{extra})" if extra else "1",
            "cards": free or DASH,
            "walls": walls,
        }
        for start, end, extra, free, walls in zip(
            starts, ends, turn.extra_tiles, turn.free_cards, turn.walls, strict=True
        )
    ]


def wall_rows(draw: Press) -> list[dict[str, object]]:
    """A row for each material: what it adds to its die, and its chance to hold against the lava."""
    return [
        {
            "name": wall.name,
            "picture": picture(draw.symbol(f"wall-{wall.slug}", PRINT.wall_mm[0])),
            "bonus": f"+{wall.bonus}",
            "odds": f"{round(100 * chance_to_hold(wall.bonus))} %",
        }
        for wall in RULES.walls
    ]


def chance_to_hold(bonus: int) -> Fraction:
    """The chance of a wall in a duel, in which a tie is the lava's."""
    faces = range(1, RULES.dice.sides + 1)
    held = sum(white + bonus > orange for white in faces for orange in faces)
    return Fraction(held, RULES.dice.sides**2)


def points() -> str:
    """What walls count when villages are tied: `3 / 2 / 1`, the strongest first, with their names."""
    return " / ".join(str(wall.tiebreak) for wall in reversed(RULES.walls))
