"""The table and the app differ: everything can be set by taps, is told in the history, and is undone like a move."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from companion.tables.play import Kit, Table
from tests.web.table.conftest import House
from tests.web.table.positions import AT_GATE, CHANNEL, FACING_VILLAGE, seats
from tests.web.table.taps import Phone

pytestmark = pytest.mark.browser

TOLD = "The app was set to what lies on the table."
UNDO = re.compile("^Undo")


def differs(tap: Phone, table: Table, *, covered: bool = False) -> Page:
    """The page for corrections, reached as a person does."""
    page = tap.open(table.code, covered=covered).page
    page.get_by_role("link", name="More").tap()
    page.get_by_role("link", name=re.compile("^The table differs")).tap()
    expect(page.get_by_role("heading", name="The table differs")).to_be_visible()
    return page


def section(page: Page, name: str) -> Any:
    """A fold of that page, opened."""
    fold = page.locator("details").filter(has=page.locator("summary").get_by_text(name, exact=True))
    if fold.get_attribute("open") is None:
        fold.locator("summary").tap()
    return fold


def told_and_undone(tap: Phone, table: Table, house: House) -> None:
    """The correction stands in the history, and undo takes it back."""
    expect(tap.panel).to_be_visible()
    entry = house.open(table.code).last
    assert entry.kind == "correct"
    tap.page.get_by_role("link", name="History").tap()
    expect(tap.page.get_by_text(TOLD).first).to_be_visible()
    tap.page.get_by_role("link", name="Table", exact=True).tap()
    expect(tap.button(UNDO)).to_contain_text("correction")
    tap.press(UNDO)
    assert house.state(table.code) == table.position.view()


def test_a_temperature(tap: Phone, house: House) -> None:
    table = house.set(phase="walls", tiles=CHANNEL, seats=seats())
    fold = section(differs(tap, table), "Temperature")
    fold.get_by_label("Village").select_option("Ben")
    fold.get_by_label("Degrees").select_option("120")
    fold.get_by_role("button", name="Set").tap()
    expect(tap.page.get_by_text("Ben: 120 degrees, zone 2")).to_be_attached()
    assert house.state(table.code)["seats"][1]["temperature"] == 120
    told_and_undone(tap, table, house)


def test_a_tile_that_cannot_lie_so_is_refused_and_one_that_can_is_taken(tap: Phone, house: House) -> None:
    table = house.set(phase="walls", seats=seats())
    page = differs(tap, table)
    page.get_by_role("link", name="hex 6,3", exact=True).tap()
    page.get_by_role("link", name="Wide bend").tap()
    page.get_by_role("button", name="It lies like this").tap()
    expect(page.get_by_role("alert")).to_contain_text("That cannot be. Lava must meet lava")
    expect(page.locator("#b-marks .wrong")).not_to_have_count(0)
    assert house.open(table.code).version == table.version
    page.get_by_role("link", name="Turn").tap()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("button", name="It lies like this").tap()
    expect(tap.hex(6, 3)).to_have_attribute("aria-label", re.compile("Wide bend, lava to north, south-west"))
    assert house.state(table.code)["tiles"] == CHANNEL[:1]
    told_and_undone(tap, table, house)


def test_a_tile_that_lies_there_no_more(tap: Phone, house: House) -> None:
    table = house.set(phase="walls", tiles=CHANNEL, walls=[FACING_VILLAGE, AT_GATE], seats=seats())
    page = differs(tap, table)
    page.get_by_role("link", name="hex 6,3", exact=True).tap()
    page.get_by_role("button", name="No tile lies here").tap()
    expect(page.get_by_role("alert")).to_contain_text("That cannot be.")
    page.get_by_role("link", name="hex 6,2", exact=True).tap()
    page.get_by_role("button", name="No tile lies here").tap()
    expect(tap.hex(6, 2)).to_have_attribute("aria-label", re.compile("^Hex 6,2, empty"))
    state = house.state(table.code)
    assert [wall["wall"] for wall in state["walls"]] == ["straw"]  # what stood on the tile went with it
    assert state["stack"]["branch_right"] == 4
    told_and_undone(tap, table, house)


def test_a_wall(tap: Phone, house: House) -> None:
    table = house.set(phase="walls", tiles=CHANNEL, walls=[FACING_VILLAGE], seats=seats())
    page = differs(tap, table)
    page.get_by_role("link", name="hex 6,1", exact=True).tap()
    line = page.locator("form.line").filter(has_text="Hex 6,2, north")
    expect(line.get_by_label("Wall")).to_have_value("wood")
    line.get_by_label("Wall").select_option("Stone")
    line.get_by_role("button", name="Set").tap()
    expect(tap.panel).to_be_visible()
    state = house.state(table.code)
    assert state["walls"] == [{**FACING_VILLAGE, "wall": "stone"}]
    assert state["supply"]["wood"] == table.position.view()["supply"]["wood"] + 1
    told_and_undone(tap, table, house)


def test_a_stockpile(tap: Phone, house: House) -> None:
    table = house.set(phase="walls", seats=seats())
    page = differs(tap, table)
    fold = section(page, "Stockpile")
    fold.get_by_label("Chika: Wood").fill("4")
    fold.locator("form").nth(2).get_by_role("button", name="Set").tap()
    expect(tap.panel).to_be_visible()
    assert house.state(table.code)["seats"][2]["stockpile"] == {"straw": 1, "wood": 4, "stone": 1}
    told_and_undone(tap, table, house)


def test_whose_turn_it_is(tap: Phone, house: House) -> None:
    table = house.set(phase="tile", drawn="trident", tiles=CHANNEL, seats=seats())
    fold = section(differs(tap, table), "Whose turn it is")
    fold.get_by_label("Village").select_option("Chika")
    fold.get_by_label("Phase").select_option("Walls")
    fold.get_by_role("button", name="Set").tap()
    tap.asks("Give the phone to Chika")
    state = house.state(table.code)
    assert (state["active"], state["phase"], state["drawn"]) == (2, "walls", None)
    told_and_undone(tap, table, house)


def test_the_own_hand(tap: Phone, house: House) -> None:
    table = house.set(phase="walls", seats=seats(hand={"rain": 1, "quake": 3}))
    page = differs(tap, table)
    fold = section(page, "Cards")
    expect(fold.get_by_label("Rain")).to_have_value("1")
    fold.get_by_label("Quake").fill("2")
    fold.get_by_role("button", name="Set").tap()
    expect(tap.panel).to_be_visible()
    assert {card: n for card, n in house.state(table.code)["seats"][0]["hand"].items() if n} == {"rain": 1, "quake": 2}
    told_and_undone(tap, table, house)


def test_a_covered_hand_is_not_shown_to_be_corrected(tap: Phone, house: House) -> None:
    table = house.set(phase="walls", seats=seats(hand={"rain": 1}))
    page = differs(tap, table, covered=True)
    expect(section(page, "Cards")).to_contain_text("Only the player whose turn it is can correct the own hand")
    expect(page.get_by_label("Rain")).to_have_count(0)


def test_the_number_of_real_cards(tap: Phone, house: House) -> None:
    table = house.set(options={"cards": "table"}, phase="walls", seats=seats(hand={"hidden": 2}))
    fold = section(differs(tap, table), "Cards")
    fold.get_by_label("Ben: cards").fill("3")
    fold.locator("form").nth(1).get_by_role("button", name="Set").tap()
    expect(tap.panel).to_be_visible()
    assert [seat["hand"].get("hidden", 0) for seat in house.state(table.code)["seats"]] == [2, 3, 0]
    told_and_undone(tap, table, house)


@pytest.mark.parametrize(
    "fields",
    [
        {"what": "temperature", "seat": "0", "degrees": "45"},
        {"what": "temperature", "seat": "0", "degrees": "300"},
        {"what": "temperature", "seat": "7", "degrees": "50"},
        {"what": "tile", "hex": "5,5", "tile": "star", "rotation": "0"},
        {"what": "tile", "hex": "6,2", "tile": "moon", "rotation": "0"},
        {"what": "tile", "hex": "6,2", "tile": "star", "rotation": "6"},
        {"what": "tile", "hex": "0,7", "tile": "star", "rotation": "0"},
        {"what": "wall", "site": "0,7,N", "wall": "straw"},
        {"what": "wall", "site": "6,3,N", "wall": "paper"},
        {"what": "wall", "site": "nowhere", "wall": "straw"},
        {"what": "stockpile", "seat": "0", "straw": "99", "wood": "1", "stone": "1"},
        {"what": "stockpile", "seat": "0", "straw": "-1", "wood": "1", "stone": "1"},
        {"what": "hand", "seat": "0", "hidden": "99"},
        {"what": "turn", "seat": "0", "phase": "over"},
        {"what": "weather"},
        {},
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_with_a_sentence_and_changes_nothing(
    client: FlaskClient, app: Flask, fields: dict[str, str]
) -> None:
    house = House(app.extensions["tables"])
    table = house.set(
        kit=Kit("table", "table"), options={"cards": "table"}, phase="walls", tiles=CHANNEL, seats=seats()
    )
    answer = client.post(f"/t/{table.code}/correct", data={"id": "a-correction", "version": table.version, **fields})
    assert answer.status_code == 422
    assert re.search(r'role="alert">[^<]{15,}\.', answer.text)
    assert house.open(table.code).version == table.version
