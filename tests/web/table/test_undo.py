"""Undo and redo, across duels and turns, one step or many: the same dice come back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.table.conftest import House
from tests.web.table.positions import CHANNEL, FACING_VILLAGE, seats
from tests.web.table.taps import Phone

pytestmark = pytest.mark.browser

UNDO, REDO = re.compile("^Undo"), re.compile("^Redo")
DUEL = re.compile(r"Wood: (\d \+ 1 against \d)")


def duel_at(tap: Phone) -> str:
    """What the panel says about the duel."""
    found = DUEL.search(tap.panel.inner_text())
    assert found, tap.panel.inner_text()
    return found[1]


def test_undo_across_a_duel_and_the_same_dice_come_back(tap: Phone, house: House) -> None:
    table = house.set(phase="tile", drawn="trident", tiles=CHANNEL, walls=[FACING_VILLAGE], seats=seats())
    before = house.state(table.code)
    tap.open(table.code).hex_tap(6, 1).press("Place it").press("Roll")
    rolled, after = duel_at(tap), house.state(table.code)
    expect(tap.button(UNDO)).to_contain_text("roll")
    tap.press(UNDO).asks("Wood wall")
    expect(tap.button(UNDO)).to_contain_text("tile on 6,1")
    tap.press(UNDO).asks("Tap a lit hex for the Trident")
    expect(tap.hex(6, 1)).to_have_attribute("aria-label", re.compile("^Hex 6,1, empty"))
    assert house.state(table.code) == before

    expect(tap.button(REDO)).to_contain_text("tile on 6,1")
    tap.press(REDO)
    expect(tap.button(REDO)).to_contain_text("roll")
    tap.press(REDO)
    assert duel_at(tap) == rolled
    assert house.state(table.code) == after

    tap.press(UNDO).press(UNDO)
    tap.hex_tap(6, 1).press("Place it").press("Roll")  # another way round, not a redo
    assert duel_at(tap) == rolled
    expect(tap.button(REDO)).to_have_count(0)


def test_undo_leads_back_over_the_end_of_a_turn_and_covers_the_hand(tap: Phone, house: House) -> None:
    table = house.set(phase="walls", seats=seats(hand={"rain": 2}))
    tap.open(table.code).press("End turn").asks("Give the phone to Ben")
    tap.press(re.compile("^I am Ben"))
    tap.press(UNDO).asks("Give the phone to Ada")
    expect(tap.button("I am Ada")).to_be_visible()
    assert house.state(table.code)["active"] == 0
    tap.press(REDO)
    assert house.state(table.code)["active"] == 1


def test_the_history_takes_back_to_a_step_and_redo_brings_all_of_it_again(tap: Phone, house: House) -> None:
    table = house.set(phase="tile", drawn="trident", tiles=CHANNEL, walls=[FACING_VILLAGE], seats=seats())
    start = house.state(table.code)
    tap.open(table.code).hex_tap(6, 1).press("Place it").press("Roll")
    while not tap.button("End turn").count():
        tap.press("Done with cards" if tap.button("Done with cards").count() else re.compile("^Place it|^Roll$"))
    tap.press("End turn")
    end, version = house.state(table.code), house.open(table.code).version

    page = tap.page
    page.get_by_role("link", name="History").tap()
    expect(page.get_by_role("heading", name="History")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Trident on 6,1|Wood: "))).not_to_have_count(0)
    page.get_by_role("link", name=re.compile("The app was set to what lies on the table")).tap()
    expect(page.get_by_text("This is how it was")).to_be_visible()
    expect(page.get_by_role("heading", name="After step 1")).to_be_visible()
    assert house.open(table.code).version == version  # looking changes nothing

    page.get_by_role("button", name="Take back to here").tap()
    expect(tap.heading).to_have_text("Give the phone to Ada")
    assert house.state(table.code) == start
    while tap.button(REDO).count():
        tap.press(REDO)
    assert house.state(table.code) == end
    page.get_by_role("link", name="History").tap()
    expect(page.get_by_text(re.compile(r"\d+ steps were taken back"))).to_be_visible()


def test_the_steps_of_the_past_are_leafed_through(tap: Phone, house: House) -> None:
    table = house.set(phase="walls", tiles=CHANNEL, seats=seats())
    tap.open(table.code).tap(tap.site("hex 6,2, north$")).press("Build")
    page = tap.page
    page.goto(f"{tap.url}/t/{table.code}/at/2")
    walls = page.locator("#b-walls use")
    expect(walls).to_have_count(1)
    page.get_by_role("link", name="Step before").tap()
    expect(page.get_by_role("heading", name="After step 1")).to_be_visible()
    expect(walls).to_have_count(0)
    page.get_by_role("link", name="Step after").tap()
    expect(page.get_by_role("heading", name="After step 2")).to_be_visible()
    page.get_by_role("link", name="Back to now").tap()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_at_the_very_beginning_there_is_nothing_to_undo(tap: Phone, house: House) -> None:
    table = house.new()
    tap.open(table.code, covered=True)
    expect(tap.button(UNDO)).to_be_disabled()
    expect(tap.button(UNDO)).to_contain_text("nothing yet")
