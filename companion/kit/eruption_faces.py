"""What WeasyPrint is given to draw for each group of Eruption's faces. The art comes from `companion.art`."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Sequence
from fractions import Fraction

from companion.art import svg
from companion.art.drawings import environment
from companion.games.eruption.data import RULES
from companion.kit.drawing import Drawing
from companion.kit.errors import Gettext
from companion.kit.eruption import AID_MM, BOARD_FACE, CARD_BACK, ERUPTION_BACK, TILE_BACK
from companion.resources import folder

PRINT = RULES.print
MINUS, DASH = "−", "–"
CJK = {"ja": '"Noto Sans JP"', "zh_Hant_TW": '"Noto Sans TC"'}


def style(language: str) -> str:
    """The style sheet of all faces: explicit families, so that no system font is ever used."""
    cjk = CJK.get(language, '"Noto Sans"')
    sheets = "".join((folder("print") / "eruption" / name).read_text("utf-8") for name in ("card.css", "summary.css"))
    # The display face has no CJK characters: their titles are bold instead.
    titles = ".aid h1,.card h2{font-weight:700}" if language in CJK else ""
    return f'html{{--cjk:{cjk};font-family:"Noto Sans",{cjk}}}{sheets}{titles}'


def board(say: Gettext) -> Sequence[Drawing]:
    """The island with its meter."""
    return [Drawing.of_svg(BOARD_FACE.slug, svg.board_size_mm(), svg.board(say(RULES.game.name)))]


def tiles(_: Gettext) -> Sequence[Drawing]:
    """Every pattern of lava, and both backs."""
    front, back = svg.tile_size_mm(), svg.tile_size_mm(PRINT.back_bleed_mm)
    return [
        *(Drawing.of_svg(tile.slug, front, svg.tile(tile.slug)) for tile in RULES.tiles),
        Drawing.of_svg(TILE_BACK.slug, back, svg.tile_back()),
        Drawing.of_svg(ERUPTION_BACK.slug, back, svg.eruption_back()),
    ]


def cards(say: Gettext) -> Sequence[Drawing]:
    """Every action card, and their back."""
    template = environment().get_template("eruption/card.html.j2")
    size = svg.card_size_mm(PRINT.bleed_mm)
    return [
        *(
            Drawing(card.slug, *size, template.render(card=card, rules=RULES, _=say, picture=picture, svg=svg))
            for card in RULES.cards
        ),
        Drawing.of_svg(CARD_BACK.slug, svg.card_size_mm(), svg.card_back()),
    ]


def walls(_: Gettext) -> Sequence[Drawing]:
    """One counter of each material."""
    width, height = PRINT.wall_mm
    size = width + 2 * PRINT.bleed_mm, height + 2 * PRINT.bleed_mm
    return [Drawing.of_svg(wall.slug, size, svg.wall(wall.slug)) for wall in RULES.walls]


def markers(_: Gettext) -> Sequence[Drawing]:
    """The temperature marker of each village."""
    size = PRINT.marker_mm + 2 * PRINT.bleed_mm
    return [Drawing.of_svg(village.slug, (size, size), svg.marker(village.slug)) for village in RULES.villages]


def summary(say: Gettext) -> Sequence[Drawing]:
    """A player's turn on one side of paper."""
    template = environment().get_template("eruption/summary.html")
    body = template.render(_=say, rules=RULES, zones=_zone_starts(), rows=_zones(), walls=_walls(), points=_points())
    return [Drawing("turn", AID_MM[0] + 2 * PRINT.bleed_mm, AID_MM[1] + 2 * PRINT.bleed_mm, body)]


GROUPS: dict[str, Callable[[Gettext], Sequence[Drawing]]] = {
    "board": board,
    "tiles": tiles,
    "cards": cards,
    "walls": walls,
    "markers": markers,
    "summary": summary,
}


def picture(drawing: str) -> str:
    """An SVG as the address of an image."""
    return "data:image/svg+xml;base64," + b64encode(drawing.encode("utf-8")).decode("ascii")


def _zone_starts() -> str:
    """Where the eruption tiles lie: `50°, 120°, 200°`."""
    return ", ".join(f"{start}°" for start in RULES.meter.zones)


def _zones() -> list[dict[str, object]]:
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


def _walls() -> list[dict[str, object]]:
    """A row for each material: what it adds to its die, and its chance to hold against the lava."""
    return [
        {
            "name": wall.name,
            "picture": picture(svg.symbol(f"wall-{wall.slug}", PRINT.wall_mm[0])),
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


def _points() -> str:
    """What walls count when villages are tied: `3 / 2 / 1`, the strongest first, with their names."""
    return " / ".join(str(wall.tiebreak) for wall in reversed(RULES.walls))
