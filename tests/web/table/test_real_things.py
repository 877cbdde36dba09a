"""Dice, tiles and cards that lie on the table: what came is tapped in, and the app checks what it can."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.games.eruption.data import LAVA_TILES, RULES
from companion.tables.play import Kit
from tests.web.table.conftest import House
from tests.web.table.positions import AT_GATE, CHANNEL, FACING_VILLAGE, seats
from tests.web.table.taps import Phone

pytestmark = pytest.mark.browser

REAL: dict[str, Any] = {"kit": Kit(dice="table", tiles="table"), "options": {"cards": "table"}}


def test_a_turn_with_everything_on_the_table(tap: Phone, house: House) -> None:
    table = house.new(3, REAL["kit"], cards="table")
    tap.open(table.code, covered=True).asks("Draw a tile from the stack. Which is it?")
    expect(tap.panel.get_by_role("button", name=re.compile(r", \d+ left$"))).to_have_count(len(LAVA_TILES))
    tap.press(f"Wide bend, {RULES.tile('wide_bend').count} left").asks("Tap a lit hex for the Wide bend")
    tap.hex_tap(6, 3).press("Place it").asks("Play cards? Tap the one that was played.")
    tap.follow(re.compile("^Rain")).press("Play").says("Ada plays Rain.")
    tap.press("Done with cards").asks("Tap a site to build a wall")
    tap.tap(tap.site("hex 6,3, north$")).press("Build").asks("Draw a tile from the stack. Which is it?")
    expect(tap.page.get_by_role("heading", level=1)).to_have_text("Ben")
    expect(tap.button("Wide bend, 1 left")).to_be_enabled()
    state = house.state(table.code)
    assert state["seats"][0]["hand"] == {"hidden": 2}
    assert state["card_discard"] == {"rain": 1}


def test_a_pattern_that_is_used_up_cannot_be_picked(tap: Phone, house: House) -> None:
    bends = [CHANNEL[0], {"hex": [7, 4], "tile": "wide_bend", "rotation": 1}]
    table = house.set(**REAL, phase="tile", tiles=bends, seats=seats())
    tap.open(table.code).asks("Draw a tile")
    expect(tap.button("Wide bend, 0 left")).to_be_disabled()
    expect(tap.button("Dead end, 1 left")).to_be_enabled()


def test_dice_are_tapped_in_white_first_then_orange(tap: Phone, house: House) -> None:
    table = house.set(**REAL, phase="tile", drawn="trident", tiles=CHANNEL, walls=[FACING_VILLAGE], seats=seats())
    tap.open(table.code).hex_tap(6, 1).press("Place it").asks("Wood wall at hex 6,2, north: roll.")
    for pips in range(1, RULES.dice.sides + 1):
        expect(tap.button(f"Orange {pips}")).to_be_disabled()
    tap.follow("White 2").follow("White 4")
    expect(tap.link("White 4")).to_have_attribute("aria-current", "true")
    tap.press("Orange 5").says("Wood: 4 + 1 against 5: a tie is lava's, it falls.")
    assert house.state(table.code)["walls"] == []


def test_the_damage_of_a_turn_explains_itself_and_asks_for_each_roll(tap: Phone, house: House) -> None:
    tiles = [
        *CHANNEL,
        {"hex": [6, 1], "tile": "trident", "rotation": 0},  # two gates of the orange village
    ]
    wall = {"hex": [6, 1], "edge": "N", "wall": "stone"}
    table = house.set(**REAL, phase="damage", tiles=tiles, walls=[wall], seats=seats(temperature=20))
    tap.open(table.code).asks("Stone wall at gate 2 of Orange: roll.")
    tap.says("Ada has 1 open flow: +20.").says("+2 for the wall, 72 % to hold.")
    tap.follow("White 1").press("Orange 6").says("Stone: 1 + 2 against 6: it falls.")
    state = house.state(table.code)
    assert state["seats"][0]["temperature"] == 20 + RULES.meter.open_flow + RULES.meter.burnt_wall
    assert state["walls"] == []
    assert state["supply"]["stone"] == RULES.wall("stone").count - 3
    expect(tap.page.get_by_text("Ada: 50 degrees, zone 1")).to_be_attached()


def test_a_quake_with_real_tiles_asks_for_the_tile_that_came(tap: Phone, house: House) -> None:
    table = house.set(**REAL, phase="cards", tiles=CHANNEL, walls=[AT_GATE], seats=seats(hand={"hidden": 1}))
    tap.open(table.code).follow(re.compile("^Quake")).press("Play").asks("Draw a tile from the stack. Which is it?")
    tap.press(re.compile("^Trident")).asks("Tap the tile to swap for the Trident")
    tap.hex_tap(6, 2).press("Swap it")
    assert {tile["tile"] for tile in house.state(table.code)["tiles"]} == {"wide_bend", "trident"}


def test_two_gates_can_be_tested_with_one_tap_by_the_app(tap: Phone, house: House) -> None:
    tiles = [*CHANNEL, {"hex": [6, 1], "tile": "trident", "rotation": 0}]
    walls = [{"hex": [6, 1], "edge": edge, "wall": "straw"} for edge in ("NW", "N")]
    table = house.set(phase="damage", tiles=tiles, walls=walls, seats=seats())
    tap.open(table.code).asks("Straw wall at gate 2 of Orange").press("Roll all 2")
    assert len(re.findall("Straw: ", tap.panel.inner_text())) == 2
    expect(tap.button(re.compile("^Roll"))).to_have_count(0)
