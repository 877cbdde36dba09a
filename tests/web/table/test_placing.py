"""Laying a tile: what is lit, the ghost and what it says beforehand, and what a hex says that cannot take it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.games.eruption.data import MASKS, TILE_INDEX
from companion.games.hexes import directions_of
from companion.tables.play import Kit
from tests.web.table.conftest import House
from tests.web.table.positions import CHANNEL, FACING_VILLAGE, seats
from tests.web.table.taps import Phone

pytestmark = pytest.mark.browser

WORDS = ("north", "north-east", "south-east", "south", "south-west", "north-west")
TWO_NEIGHBOURS: list[dict[str, Any]] = [
    {"hex": [4, 4], "tile": "sharp_bend", "rotation": 4},  # lava to 5,3
    {"hex": [6, 3], "tile": "dead_end", "rotation": 1},  # plain towards 5,3
]


def lava_of(label: str | None) -> frozenset[str]:
    """The directions that a hex's name tells."""
    assert label
    return frozenset(label.partition("lava to ")[2].split(", "))


def looks_of(tile: str, rotation: int) -> frozenset[str]:
    return frozenset(WORDS[way] for way in directions_of(MASKS[TILE_INDEX[tile]][rotation]))


def test_a_tile_that_does_not_fit_says_why_and_marks_the_edges_at_fault(tap: Phone, house: House) -> None:
    table = house.set(phase="tile", drawn="fan_5", tiles=TWO_NEIGHBOURS, seats=seats())
    tap.open(table.code).hex_tap(5, 3).says("Lava must meet lava, and plain must meet plain")
    expect(tap.button("Place it")).to_have_count(0)
    faults = tap.board.locator("#b-marks path.wrong")
    expect(faults).not_to_have_count(0)
    box = tap.hex(5, 3).bounding_box()
    assert box
    middle = _middle(box)
    reach = box["height"] / 2  # from the middle of a flat-topped hex to that of an edge
    for fault in faults.all():
        x, y = _middle(fault.bounding_box())
        assert abs(((x - middle[0]) ** 2 + (y - middle[1]) ** 2) ** 0.5 - reach) < reach / 5
        assert y > middle[1]  # the rock lies south, the plain edge south-east
    assert house.open(table.code).version == table.version


def _middle(box: Any) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_hex_without_lava_and_a_hex_with_a_tile_say_why_they_cannot_take_one(tap: Phone, house: House) -> None:
    table = house.set(phase="tile", drawn="fan_5", tiles=TWO_NEIGHBOURS, seats=seats())
    tap.open(table.code)
    tap.hex_tap(0, 7).says("No lava flows into that hex")
    expect(tap.board.locator("#b-marks .wrong")).to_have_count(1)
    tap.hex_tap(4, 4).says("A tile lies there already")
    tap.hex_tap(4, 7).asks("hex 4,7")
    expect(tap.board.locator("#b-marks .wrong")).to_have_count(0)
    assert house.open(table.code).version == table.version


def test_the_ghost_goes_round_its_legal_turns_and_no_others(tap: Phone, house: House) -> None:
    table = house.set(phase="tile", drawn="trident", tiles=CHANNEL[:1], seats=seats())
    legal = {looks_of("trident", a.rotation) for a in table.position.legal() if a.hex == (6, 2)}  # type: ignore[attr-defined]
    assert len(legal) > 2
    tap.open(table.code).hex_tap(6, 2)
    shown = [lava_of(tap.hex(6, 2).get_attribute("aria-label"))]
    for i in range(len(legal)):
        _ = tap.hex_tap(6, 2) if i % 2 else tap.follow("Turn")  # the arrow and the hex do the same
        shown.append(lava_of(tap.hex(6, 2).get_attribute("aria-label")))
    assert set(shown) == legal
    assert shown[0] == shown[-1]
    tap.follow("Turn back")
    assert lava_of(tap.hex(6, 2).get_attribute("aria-label")) == shown[-2]
    tap.press("Place it")
    placed = next(tile for tile in house.state(table.code)["tiles"] if tile["hex"] == [6, 2])
    assert looks_of(placed["tile"], placed["rotation"]) == shown[-2]


def test_lit_are_the_hexes_where_the_tile_fits(tap: Phone, house: House) -> None:
    table = house.set(phase="tile", drawn="trident", tiles=CHANNEL, seats=seats())
    hexes = {a.hex for a in table.position.legal()}  # type: ignore[attr-defined]
    tap.open(table.code)
    labels = [link.get_attribute("aria-label") for link in tap.board.locator("#b-lit a.lit").all()]
    assert sorted(labels) == sorted(label for label in labels if label and "tile fits in" in label)
    assert {tuple(map(int, re.findall(r"\d+", str(label))[:2])) for label in labels} == hexes
    tap.follow(re.compile("^Show the first")).asks("Trident on hex")
    first = tap.heading.inner_text()
    for _ in range(len(hexes)):
        tap.follow("Next hex")
    expect(tap.heading).to_have_text(first)


def test_what_a_placement_brings_stands_there_before_it_is_confirmed(tap: Phone, house: House) -> None:
    table = house.set(phase="tile", drawn="trident", tiles=CHANNEL, walls=[FACING_VILLAGE], seats=seats())
    tap.open(table.code).hex_tap(7, 1).says("1 stone wall")
    tap.hex_tap(6, 1).says("duel against wood, 58 % to hold")
    for _ in range(6):
        if "2 cards" in tap.panel.inner_text():
            break
        tap.follow("Turn")
    tap.says("2 cards")
    assert house.open(table.code).version == table.version


def test_a_hex_where_the_walls_held_is_barred_and_says_so(tap: Phone, house: House) -> None:
    kit = Kit(dice="table")
    table = house.set(kit=kit, phase="tile", drawn="trident", tiles=CHANNEL, walls=[FACING_VILLAGE], seats=seats())
    tap.open(table.code).hex_tap(6, 1).press("Place it").asks("Wood wall at hex 6,2, north: roll.")
    expect(tap.board.locator("#b-marks .ring")).to_have_count(1)
    tap.follow("White 6").press("Orange 6").says("Wood: 6 + 1 against 6: it holds.")
    tap.asks("Tap a lit hex for the Trident")
    expect(tap.board.locator("#b-marks .barred")).to_have_count(1)
    tap.hex_tap(6, 1).says("The walls held here against this tile: choose another hex.")
    tap.hex_tap(7, 1).press("Place it")
    assert [tile["hex"] for tile in house.state(table.code)["tiles"]].count([7, 1]) == 1


def test_a_wall_that_falls_lets_the_tile_in(tap: Phone, house: House) -> None:
    kit = Kit(dice="table")
    table = house.set(kit=kit, phase="tile", drawn="trident", tiles=CHANNEL, walls=[FACING_VILLAGE], seats=seats())
    tap.open(table.code).hex_tap(6, 1).press("Place it")
    tap.follow("White 3").press("Orange 4").says("a tie is lava's, it falls")
    state = house.state(table.code)
    assert state["walls"] == []
    assert [6, 1] in [tile["hex"] for tile in state["tiles"]]


def test_a_tile_is_laid_with_the_keyboard_alone(tap: Phone, house: House) -> None:
    table = house.set(phase="tile", drawn="trident", tiles=CHANNEL, seats=seats())
    page = tap.open(table.code, covered=True).page
    name = """[document.activeElement].filter((node) => node.matches("a, button"))
        .map((node) => node.getAttribute("aria-label") ?? node.innerText)[0] ?? "" """

    def on(text: str) -> None:
        for _ in range(20):
            if text in page.evaluate(name):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{text} is not reached")

    def enter() -> None:
        before = page.locator("#have").get_attribute("value")
        page.keyboard.press("Enter")
        expect(page.locator("#have")).not_to_have_value(str(before))

    on("I am Ada")
    enter()
    on("Show the first")
    enter()
    on("Place it")
    tap.board.locator("#b-lit a.lit").first.focus()
    start = page.evaluate(name)
    page.keyboard.press("ArrowDown")
    assert page.evaluate(name) != start
    there = str(page.evaluate(name)).split(", tile fits")[0]
    enter()
    x, y = re.findall(r"\d+", there)[:2]
    tap.asks(f"hex {x},{y}")
    for _ in range(80):  # round the page: past the board, to the button
        if page.evaluate(name).startswith("Place it"):
            break
        page.keyboard.press("Shift+Tab")
    enter()
    assert [int(x), int(y)] in [tile["hex"] for tile in house.state(table.code)["tiles"]]
