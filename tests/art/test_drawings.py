from __future__ import annotations

import gzip
import re
from collections import Counter
from itertools import combinations
from math import dist
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.art import folding, nets, svg
from companion.art.boardsize import BOARD_HEX_MM, board_size_mm
from companion.art.drawings import drawings
from companion.art.island import board_geometry
from companion.art.palette import contrast, luminance, mixed
from companion.art.press import Press
from companion.games.eruption.data import RULES
from companion.resources import folder

SVG = "{http://www.w3.org/2000/svg}"
PRINT = RULES.print
TENT, DIE, BOX = nets.tent(16, 13, 7, 5), nets.cube(16, 5), nets.tuck_box(64, 89, 13, 13, 10)

PRESS = Press()

FACES = {
    **{f"tile {tile.slug}": lambda p, slug=tile.slug: p.tile(slug) for tile in RULES.tiles},
    **{f"card {card.slug}": lambda p, slug=card.slug: p.card_art(slug) for card in RULES.cards},
    **{f"wall {wall.slug}": lambda p, slug=wall.slug: p.wall(slug) for wall in RULES.walls},
    **{f"marker {village.slug}": lambda p, slug=village.slug: p.marker(slug) for village in RULES.villages},
    **{f"sign {village.slug}": lambda p, slug=village.slug: p.sign(slug) for village in RULES.villages},
    **{f"standing {wall.slug}": lambda p, slug=wall.slug: folding.standing_wall(p, slug, TENT) for wall in RULES.walls},
    **{
        f"standee {village.slug}": lambda p, slug=village.slug: folding.standee(p, slug, TENT)
        for village in RULES.villages
    },
    **{f"die {colour}": lambda p, colour=colour: folding.die(p, colour, DIE) for colour in ("white", "orange")},
    "card box": lambda p: folding.card_box(p, BOX),
    "tile box": lambda p: folding.tile_box(p, BOX),
    "tile back": Press.tile_back,
    "eruption back": Press.eruption_back,
    "card back": Press.card_back,
    "board": Press.board,
}
LOOKS = ("day", "night", "grey", "grey_night", "saver")


def size_mm(document: str) -> tuple[float, float]:
    root = ElementTree.fromstring(document)
    assert root.get("width", "").endswith("mm")
    return float(root.get("width", "")[:-2]), float(root.get("height", "")[:-2])


def test_every_piece_and_sign_has_a_symbol():
    wanted = {f"tile-{tile.slug}" for tile in RULES.tiles}
    wanted |= {f"wall-{wall.slug}" for wall in RULES.walls} | {f"resource-{kind}" for kind in RULES.board.resources}
    wanted |= {f"sign-{village.sign}" for village in RULES.villages}
    wanted |= {f"marker-{village.slug}" for village in RULES.villages}
    wanted |= {f"card-{card.slug}" for card in RULES.cards} | {"card-back", "tile-back", "eruption-back"}
    wanted |= {f"die-{colour}-{pips}" for colour in ("white", "orange") for pips in range(1, RULES.dice.sides + 1)}
    assert wanted <= set(drawings())


def test_the_pages_have_their_icons():
    wanted = {
        "undo",
        "redo",
        "history",
        "rules",
        "home",
        "settings",
        "share",
        "sound",
        "moon",
        "trash",
        "plus",
        "check",
    }
    wanted |= {"turn-left", "turn-right", "close", "cards", "wall", "tile", "flame", "print", "download", "people"}
    assert {f"icon-{name}" for name in wanted} <= set(drawings())


def test_the_ids_of_the_sprite_are_unique():
    ids = Counter(element.get("id") for element in ElementTree.fromstring(svg.sprite()).iter() if element.get("id"))
    assert set(ids) == set(drawings())
    assert max(ids.values()) == 1


@pytest.mark.parametrize("picture", [svg.sprite, svg.board_background, svg.app_icon, svg.wordmark])
def test_a_picture_on_a_page_needs_no_inline_style_or_script(picture):
    for element in ElementTree.fromstring(picture()).iter():
        assert element.tag.removeprefix(SVG) not in ("style", "script", "foreignObject")
        assert not [name for name in element.attrib if name == "style" or name.startswith("on") or "href" in name]


@pytest.mark.parametrize("theme", LOOKS)
@pytest.mark.parametrize("face", FACES)
def test_a_face_on_paper_uses_only_what_every_printer_draws(face, theme):
    """WeasyPrint drops or slows these: gradients vanish in some viewers, `opacity` makes a group for each node."""
    for element in ElementTree.fromstring(FACES[face](Press(theme))).iter():
        tag = element.tag.removeprefix(SVG)
        assert tag in {"svg", "g", "path", "circle", "text"}
        assert not {"style", "class", "opacity", "filter", "clip-rule", "clip-path", "mask"} & set(element.attrib)
        assert not [value for value in element.attrib.values() if "url(" in value or "var(" in value or "ink:" in value]


@pytest.mark.parametrize("face", FACES)
def test_a_face_on_paper_is_few_nodes(face):
    nodes = sum(1 for _ in ElementTree.fromstring(FACES[face](PRESS)).iter())
    assert nodes <= (400 if face == "board" else 80)


def test_faces_have_the_sizes_of_the_rules_data():
    flat = PRINT.tile_width_mm + 2 * PRINT.bleed_mm
    assert size_mm(PRESS.tile("star")) == pytest.approx((flat * 2 / 3**0.5, flat), abs=1e-3)
    width, height = PRINT.card_mm
    back = 2 * PRINT.back_bleed_mm
    assert size_mm(PRESS.card_back()) == pytest.approx((width + back, height + back))
    assert size_mm(PRESS.wall("wood", bleed_mm=0)) == pytest.approx(PRINT.wall_mm)
    assert size_mm(PRESS.marker("red", bleed_mm=0)) == pytest.approx((PRINT.marker_mm, PRINT.marker_mm))


def test_the_printed_board_fits_four_sheets_of_either_paper():
    width, height = size_mm(PRESS.board())
    assert (width, height) == pytest.approx(board_size_mm(), abs=1e-3)
    assert width <= 370
    assert height <= 510


def test_a_hex_of_the_printed_board_is_wider_than_a_tile():
    assert BOARD_HEX_MM - PRINT.tile_width_mm == pytest.approx(PRINT.board_clearance_mm)


def test_the_title_of_the_board_is_whatever_the_language_calls_it():
    assert "溶岩 &lt;1&gt;" in PRESS.board("溶岩 <1>")


def test_the_screen_gets_little_to_load():
    assert len(gzip.compress(svg.sprite().encode())) < 25_000
    assert len(gzip.compress(svg.board_background().encode())) < 10_500


def test_the_same_island_is_drawn_every_time():
    from companion.art import scenery

    first = svg.board_background()
    scenery.island.cache_clear()
    assert svg.board_background() == first


def test_the_background_is_what_the_geometry_says():
    box = ElementTree.fromstring(svg.board_background()).get("viewBox")
    assert [float(part) for part in str(box).split()] == list(board_geometry().view_box)


@pytest.mark.parametrize("theme", ["day", "night"])
def test_a_sign_stands_out_from_its_village(theme):
    inks = mixed(theme)
    for village in RULES.villages:
        assert contrast(inks[f"village_{village.slug}"], inks[f"on_village_{village.slug}"]) >= 4.5


def test_villages_that_look_alike_in_grey_have_different_signs():
    assert len({village.sign for village in RULES.villages}) == len(RULES.villages)
    shapes = {drawings()[f"sign-{village.sign}"].body for village in RULES.villages}
    assert len(shapes) == len(RULES.villages)


@pytest.mark.parametrize("theme", ["day", "night"])
def test_lava_is_the_lightest_thing_on_a_tile_and_its_crust_the_darkest(theme):
    inks = {name: luminance(mixed(theme)[name]) for name in ("crust", "earth", "lava", "core")}
    assert sorted(inks, key=lambda name: inks[name]) == ["crust", "earth", "lava", "core"]
    assert contrast(mixed(theme)["core"], mixed(theme)["earth"]) > 4.5
    assert contrast(mixed(theme)["lava"], mixed(theme)["crust"]) > 4.5


def test_night_mixes_every_ink_of_the_day():
    assert mixed("night").keys() == mixed("day").keys()
    assert all(
        re.fullmatch(r"#[0-9a-fA-F]{6}", colour) for theme in ("day", "night") for colour in mixed(theme).values()
    )


def test_the_icon_of_the_pages_is_the_one_that_is_drawn():
    assert (folder("static") / "icons" / "icon.svg").read_text("utf-8") == svg.app_icon()


def test_the_contact_sheet_shows_every_drawing(tmp_path: Path):
    from companion.art.__main__ import write

    write(tmp_path)
    page = (tmp_path / "art.html").read_text("utf-8")
    assert all(f'href="#{name}"' in page for name in drawings())


def test_no_two_villages_have_nearly_the_same_colour():
    colours = [oklab(village.colour) for village in RULES.villages]
    assert min(dist(one, other) for one, other in combinations(colours, 2)) > 0.1


def oklab(colour: str) -> tuple[float, float, float]:
    """Lightness and two opponent colours, in which a distance of 0.02 can just be seen. Source: Ottosson, Oklab."""
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in bytes.fromhex(colour[1:]))
    )
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )
