"""Abduction on a phone: taps, two phones, undo over chance, a power cut, no scripts, small screens."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.registry import games
from companion.tables.log import Store
from companion.tables.play import Command, Kit, Table, Tables

from ..conftest import Server
from .conftest import state

pytestmark = pytest.mark.browser
SEED = bytes(range(32))
Cards = Literal["app", "table"]


class House:
    """The tables of the server, written as another process of the companion would; every draw follows from one seed."""

    def __init__(self, server: Server) -> None:
        self.tables = Tables(Store(f"sqlite:///{server.data / 'tables.sqlite'}"), games(), seeds=lambda: SEED)

    def new(self, patch: dict[str, Any] | None = None, cards: Cards = "app") -> str:
        """A table that nobody has joined; its code."""
        table = self.tables.create("abduction", {}, ["Ann"], Kit(tiles=cards), None)
        if patch:
            table = self.tables.correct(table.code, Command("patched-1", table.version), patch)
        return table.code

    def open(self, code: str) -> Table:
        """The table as it stands."""
        return self.tables.open(code)

    def view(self, code: str) -> dict[str, Any]:
        """The state as it stands."""
        return self.open(code).position.view()


@pytest.fixture
def house(server: Server) -> Iterator[House]:
    house = House(server)
    yield house
    house.tables.store.close()


def heading(page: Page) -> Any:
    return page.locator("#todo")


def tap(page: Page, target: Any) -> None:
    """Tap, and wait until the panel of a new version is there."""
    version = page.locator("#panel").get_attribute("data-version")
    target.tap()
    page.locator(f'#panel:not([data-version="{version}"])').wait_for()


def card(page: Page, name: str) -> Any:
    return page.locator("#panel").get_by_role("button", name=re.compile(rf"^{name}\b"))


@pytest.mark.slow
@pytest.mark.parametrize("cards", ["app", "table"])
def test_a_whole_game_by_taps(server: Server, phone: Page, house: House, cards: Cards) -> None:
    code, rng = house.new(cards=cards), random.Random(7)
    phone.goto(f"{server.url}/t/{code}")
    for _step in range(700):
        if "Play again" in phone.locator("#panel").inner_text():
            break
        buttons = phone.locator("#panel form[action$='/act'] button:enabled")
        tap(phone, buttons.nth(rng.randrange(buttons.count())))
        assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    table = house.open(code)
    assert table.over
    shown = phone.locator(".final-score").inner_text().replace("\u202f", "")
    assert shown == str(table.position.ranking()[0]["score"])
    phone.get_by_role("link", name="How it went").tap()
    expect(phone.get_by_role("heading", name="How it went")).to_be_visible()


def test_cards_are_placed_and_abducted_by_taps(server: Server, phone: Page, house: House) -> None:
    code = house.new(state({"cow_4": 1, "cow_5": 1, "red": 1}, ufos=[{"card": "red", "size": 1}], playing="cow"))
    phone.goto(f"{server.url}/t/{code}")
    expect(heading(phone)).to_have_text("2 cows to place")
    tap(phone, card(phone, "Cow 4"))
    expect(phone.locator("#f-cow_4-1")).to_be_visible()
    tap(phone, card(phone, "Cow 5"))
    expect(heading(phone)).to_have_text("All placed. What now?")
    abduct = phone.get_by_role("button", name="Abduct")
    expect(abduct).to_contain_text("0 → 4")
    tap(phone, abduct)
    expect(phone.locator("#tally")).to_contain_text("4")
    assert house.view(code)["removed"] == {"red": 1, "cow_5": 1}


def test_what_can_be_done_is_within_reach_and_large_enough(server: Server, phone: Page, house: House) -> None:
    hand = {"red": 2, "blue": 1, "yellow": 2, "cow_1": 1, "cow_2": 1, "cow_5": 2, "decoy": 1}
    deep = [["cow_1", "cow_2", "cow_3", "decoy", "cow_4", "cow_4"], ["decoy"], ["cow_3"], ["cow_5"]]
    ufos = [{"card": "red", "size": 6}, {"card": "blue", "size": 1}, {"card": "yellow", "size": 2}]
    score = [{"cow_5": 1, "cow_1": 2}, {"cow_2": 1}, {}, {"decoy": 1}, {"cow_3": 1}]
    code = house.new(state(hand, cows=deep, ufos=ufos, score=score, hangar=2))
    for width, height in ((360, 640), (320, 568)):
        phone.set_viewport_size({"width": width, "height": height})
        phone.goto(f"{server.url}/t/{code}")
        assert phone.evaluate("document.documentElement.scrollWidth") <= width
        small = phone.evaluate(
            """[...document.querySelectorAll("#panel a, #panel button, .tools a, .tools button")]
            .filter((node) => node.checkVisibility())
            .map((node) => [node.outerHTML.slice(0, 90), node.getBoundingClientRect()])
            .filter(([, box]) => box.height < 47.5 || box.width < 40 || box.bottom > innerHeight + 1)
            .map(([html]) => html)"""
        )
        assert small == []


def test_a_watcher_sees_each_step_and_has_nothing_to_tap(
    server: Server, phone: Page, browser: Browser, house: House
) -> None:
    code = house.new(state({"red": 2}, ufos=[{"card": "red", "size": 1}], cows=[["decoy"]]))
    origin = {"Origin": server.url}
    assert phone.request.post(f"{server.url}/t/{code}/join", form={"seat": "0", "name": "Ann"}, headers=origin).ok
    other = browser.new_context(viewport={"width": 360, "height": 640}, locale="en")
    try:
        watcher = other.new_page()
        assert watcher.request.post(
            f"{server.url}/t/{code}/join", form={"seat": "watch", "name": "Bo"}, headers=origin
        ).ok
        watcher.goto(f"{server.url}/t/{code}")
        phone.goto(f"{server.url}/t/{code}")
        expect(watcher.locator("#panel form")).to_have_count(0)
        expect(watcher.locator("#panel")).to_contain_text("Ann plays saucers or cows")
        expect(watcher.get_by_role("img", name="In the hand: Red saucer ×2")).to_be_visible()
        tap(phone, card(phone, "Red saucer"))
        expect(watcher.locator("#panel")).to_contain_text("1 decoy leaves the field for the discard pile.")
        expect(watcher.locator("#f-decoy-1")).to_have_count(0)
    finally:
        other.close()


def test_an_undo_brings_back_the_same_cards_when_it_is_played_again(server: Server, phone: Page, house: House) -> None:
    code = house.new(state({"cow_1": 1}, phase="discard"))
    phone.goto(f"{server.url}/t/{code}")
    keep = phone.get_by_role("button", name="Keep all, next turn")
    tap(phone, keep)
    drawn = house.view(code)["hand"]
    assert sum(drawn.values()) == 4
    tap(phone, phone.get_by_role("button", name=re.compile("^Undo")))
    assert house.view(code)["hand"] == {"cow_1": 1}
    expect(heading(phone)).to_have_text("End of the turn: tap cards that shall go.")
    tap(phone, keep)
    assert house.view(code)["hand"] == drawn
    tap(phone, phone.get_by_role("button", name=re.compile("^Undo")))
    tap(phone, phone.get_by_role("button", name=re.compile("^Redo")))
    assert house.view(code)["hand"] == drawn


def test_nothing_is_lost_when_the_power_fails(server: Server, phone: Page, house: House) -> None:
    code = house.new(cards="table")
    phone.goto(f"{server.url}/t/{code}")
    tap(phone, card(phone, "Decoy cow"))
    tap(phone, card(phone, "Cow 3"))
    server.kill()
    server.start()
    expect(phone.locator("#live")).not_to_contain_text("Reconnecting", timeout=20_000)
    tap(phone, card(phone, "Red saucer"))
    assert house.view(code)["hand"] == {"red": 1, "cow_3": 1, "decoy": 1}
    expect(phone.locator("#panel")).to_contain_text("There is a decoy in the hand: cows must be played.")


def test_discards_are_picked_and_given_back_before_they_go(server: Server, phone: Page, house: House) -> None:
    code = house.new(state({"cow_1": 2, "red": 1}, phase="discard"))
    phone.goto(f"{server.url}/t/{code}")
    cow = phone.locator("#panel").get_by_role("link", name=re.compile("^Cow 1"))
    cow.tap()
    expect(phone.get_by_role("button", name="Discard 1, next turn")).to_be_visible()
    cow.tap()
    expect(phone.get_by_role("button", name="Discard 2, next turn")).to_be_visible()
    cow.tap()
    expect(phone.get_by_role("button", name="Keep all, next turn")).to_be_visible()
    cow.tap()
    tap(phone, phone.get_by_role("button", name="Discard 1, next turn"))
    assert house.view(code)["discard"] == {"cow_1": 1}


def test_the_deck_and_the_face_down_card_are_tapped_on_the_field(server: Server, phone: Page, house: House) -> None:
    code = house.new(state({"red": 1}, cows=[["cow_1"]]))
    phone.goto(f"{server.url}/t/{code}")
    phone.locator("#field a.deck").tap()
    expect(heading(phone)).to_contain_text("The next draw: a decoy with")
    phone.get_by_role("link", name="Back").tap()
    phone.locator("#field a.secret").tap()
    expect(heading(phone)).to_have_text("Turn the face-down card over?")
    tap(phone, phone.get_by_role("button", name="Turn it over"))
    assert house.view(code)["face_down"]["used"]
    expect(phone.locator("#field")).to_contain_text("Turned up")


def test_a_hint_comes_and_can_be_followed(server: Server, phone: Page, house: House) -> None:
    code = house.new(state({"red": 1, "cow_3": 1}, ufos=[{"card": "red", "size": 1}], cows=[["cow_4"]]))
    phone.goto(f"{server.url}/t/{code}")
    phone.get_by_role("link", name="A hint").tap()
    expect(heading(phone)).to_have_text("A hint: what each leads to")
    best = phone.locator(".tips .best")
    expect(best).to_have_count(1)
    tap(phone, best)
    assert house.open(code).last.kind == "act"


def test_the_table_is_corrected_on_the_phone(server: Server, phone: Page, house: House) -> None:
    code = house.new(state({"red": 1}), cards="table")
    phone.goto(f"{server.url}/t/{code}/differs")
    hand = phone.locator("#zone-hand")
    hand.locator("input[name=red]").fill("0")
    hand.locator("input[name=blue]").fill("2")
    hand.get_by_role("button", name="Set").tap()
    expect(phone.locator("#panel")).to_contain_text("The app was set to what lies on the table.")
    expect(card(phone, "Blue saucer ×2")).to_be_visible()
    tap(phone, phone.get_by_role("button", name=re.compile("^Undo")))
    expect(card(phone, "Red saucer")).to_be_visible()


def test_without_scripts_all_works_one_tap_slower(server: Server, browser: Browser, house: House) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 640}, java_script_enabled=False, locale="en")
    try:
        page = context.new_page()
        page.goto(server.url)
        page.get_by_role("link", name="New table").click()
        page.get_by_role("link", name="Abduction").click()
        page.get_by_text("House rules").click()
        page.get_by_role("button", name="Start").last.click()
        expect(page).to_have_url(re.compile(r"/t/[A-Z]{4}$"))
        code = house.new(state({"cow_4": 1, "cow_5": 1}, ufos=[{"card": "red", "size": 1}]))
        page.goto(f"{server.url}/t/{code}")
        page.get_by_role("button", name="Cow 4, column 1").click()
        page.locator("#field a.deck").click()
        expect(page.locator("#todo")).to_contain_text("The next draw")
        page.get_by_role("link", name="Back").click()
        page.get_by_role("button", name="Cow 5, column 2").click()
        page.get_by_role("button", name="Abduct").click()
        assert house.view(code)["score"] == [{"cow_4": 1}]
        page.get_by_role("button", name=re.compile("^Undo")).click()
        expect(page.locator("#panel").get_by_role("button", name="Abduct")).to_be_visible()
    finally:
        context.close()
