"""Without scripts: turns by plain links and forms, each answered with a page."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.tables.play import Kit
from tests.web.conftest import Server
from tests.web.table.conftest import House
from tests.web.table.positions import CHANNEL, FACING_VILLAGE, seats

pytestmark = pytest.mark.browser

UNDO = re.compile("^Undo")


@pytest.fixture
def bare(browser: Browser, server: Server) -> Iterator[Page]:
    """A phone without scripts."""
    context = browser.new_context(
        viewport={"width": 360, "height": 640}, java_script_enabled=False, locale="en", base_url=server.url
    )
    context.set_default_timeout(10_000)
    yield context.new_page()
    context.close()


def press(page: Page, name: str | re.Pattern[str]) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def hex_click(page: Page, x: int, y: int) -> None:
    page.locator(".board").get_by_role("link", name=re.compile(f"^Hex {x},{y},")).last.click()


def test_two_turns_by_links_and_forms(bare: Page, house: House) -> None:
    table = house.set(phase="tile", drawn="trident", tiles=CHANNEL, walls=[FACING_VILLAGE], seats=seats())
    bare.goto(f"/t/{table.code}")
    heading = bare.locator("#todo")
    press(bare, "I am Ada")
    expect(bare).to_have_url(re.compile(f"/t/{table.code}$"))
    hex_click(bare, 7, 1)
    expect(heading).to_have_text("Trident on hex 7,1")
    bare.get_by_role("link", name="Turn", exact=True).click()
    press(bare, "Place it")
    expect(bare).to_have_url(re.compile(f"/t/{table.code}$"))
    bare.locator(".board").get_by_role("link", name=re.compile("^Wall site, gate 1 of Orange")).first.click()
    bare.get_by_role("link", name=re.compile("^Wood")).click()
    press(bare, "Build")
    expect(heading).to_have_text("Give the phone to Ben")
    state = house.state(table.code)
    assert {"hex": [7, 0], "edge": "NW", "wall": "wood"} in state["walls"]

    press(bare, "I am Ben")
    bare.get_by_role("link", name=re.compile("^Show the first")).click()
    press(bare, "Place it")
    expect(bare).to_have_url(re.compile(f"/t/{table.code}$"))
    if bare.get_by_role("button", name="Roll", exact=True).count():
        press(bare, "Roll")
        expect(bare).to_have_url(re.compile(f"/t/{table.code}$"))
    bare.wait_for_load_state()
    assert house.open(table.code).version > table.version + 2
    bare.reload()
    press(bare, UNDO)
    expect(bare.get_by_role("button", name=re.compile("^Redo"))).to_be_visible()


def test_dice_of_the_table_are_entered_by_links_and_forms(bare: Page, house: House) -> None:
    table = house.set(
        kit=Kit(dice="table"),
        options={"cards": "table"},
        phase="tile",
        drawn="trident",
        tiles=CHANNEL,
        walls=[FACING_VILLAGE],
        seats=seats(),
    )
    bare.goto(f"/t/{table.code}?hex=6,1")
    press(bare, "Place it")
    bare.get_by_role("link", name="White 1").click()
    press(bare, "Orange 6")
    expect(bare.get_by_text("Wood: 1 + 1 against 6: it falls.")).to_be_visible()


def test_a_refused_tap_says_why_and_its_page_goes_on(bare: Page, house: House) -> None:
    table = house.set(phase="tile", drawn="trident", tiles=CHANNEL, seats=seats())
    bare.goto(f"/t/{table.code}")
    press(bare, "I am Ada")
    hex_click(bare, 7, 1)
    house.tables.undo(table.code, house.command(house.open(table.code)))  # somebody else's phone
    house.tables.redo(table.code, house.command(house.open(table.code)))
    press(bare, "Place it")
    expect(bare.get_by_role("alert")).to_be_visible()
    expect(bare).to_have_url(re.compile(f"/t/{table.code}/act$"))
    hex_click(bare, 7, 1)
    expect(bare).to_have_url(re.compile(rf"/t/{table.code}\?hex=7,1"))
    press(bare, "Place it")
    assert [7, 1] in [tile["hex"] for tile in house.state(table.code)["tiles"]]


def test_a_reload_after_a_refusal_leads_to_the_table(bare: Page, house: House) -> None:
    table = house.set(phase="tile", drawn="trident", tiles=CHANNEL, seats=seats())
    bare.goto(f"/t/{table.code}/act")
    expect(bare).to_have_url(re.compile(f"/t/{table.code}$"))
    bare.goto(f"/t/{table.code}/correct?hex=6,2")
    expect(bare).to_have_url(re.compile(rf"/t/{table.code}/differs\?hex=6,2"))
    expect(bare.get_by_role("heading", name="Hex 6,2")).to_be_visible()
