"""Two phones in two browsers at one table: what one does the other sees, and what is its own stays its own."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.web.conftest import Server
from tests.web.table.conftest import House
from tests.web.table.positions import AT_GATE, CHANNEL
from tests.web.table.taps import Phone

pytestmark = pytest.mark.browser

HANDS = [{"hand": {"rain": 1, "quake": 2}}, {"hand": {"sinkhole": 1}}, {}]


@pytest.fixture
def friends(browser: Browser, server: Server) -> Iterator[list[Phone]]:
    """Two phones that have never been here."""
    contexts: list[BrowserContext] = []
    phones, wrong = [], list[str]()
    for _ in range(2):
        context = browser.new_context(
            viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True, reduced_motion="reduce", locale="en"
        )
        context.set_default_timeout(15_000)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda m: wrong.append(m.text) if "Content Security Policy" in m.text else None)
        contexts.append(context)
        phones.append(Phone(server.url, page))
    yield phones
    for context in contexts:
        context.close()
    assert not wrong, wrong


def sit(phone: Phone, code: str, seat: int, name: str) -> Phone:
    """Come to the table by its link, and take a seat."""
    answer = phone.page.request.post(
        f"{phone.url}/t/{code}/join", form={"seat": str(seat), "name": name}, headers={"Origin": phone.url}
    )
    assert answer.ok
    return phone.open(code, covered=True)


def test_one_plays_and_the_other_looks_on(house: House, friends: list[Phone]) -> None:
    table = house.set(phase="tile", drawn="trident", tiles=CHANNEL, walls=[AT_GATE], seats=HANDS)
    ada, ben = (
        sit(phone, table.code, i, name) for i, (phone, name) in enumerate(zip(friends, ("Ann", "Bo"), strict=True))
    )
    ada.asks("Tap a lit hex for the Trident")
    expect(ben.heading).to_have_text("Ann lays the Trident")
    expect(ben.panel.get_by_role("link", name="Your cards: Sinkhole")).to_be_visible()
    expect(ada.panel.get_by_role("link", name="Your cards: Rain, Quake ×2")).to_be_visible()
    ben.hex_tap(6, 3).says("Hex 6,3, Wide bend")
    assert not ben.board.locator("#b-lit a").count()

    ada.hex_tap(7, 1).press("Place it").asks("Play cards")
    expect(ben.heading).to_have_text("Ann plays cards or keeps them")
    expect(ben.hex(7, 1)).to_have_attribute("aria-label", re.compile("Trident"))
    assert "rain" not in ben.page.content()

    ada.press("Done with cards")
    while not ada.panel.get_by_text("Bo lays").count() and ada.button("End turn").count():
        ada.press("End turn")
    expect(ben.panel).to_have_class(re.compile("mine"))
    expect(ben.page).to_have_title(re.compile("^Your turn"))
    expect(ada.page).to_have_title(re.compile("^Bo"))


def test_the_cards_are_covered_by_one_tap_and_shown_by_one(house: House, friends: list[Phone]) -> None:
    table = house.set(phase="walls", tiles=CHANNEL, seats=HANDS)
    sit(friends[0], table.code, 0, "Ann")
    bo = sit(friends[1], table.code, 1, "Bo")
    bo.press("Cover my cards").says("1 card, covered")
    assert "sinkhole" not in bo.page.content()
    bo.page.reload()
    bo.says("1 card, covered").press(re.compile("1 card, covered"))
    bo.panel.get_by_role("link", name="Your cards: Sinkhole").tap()
    expect(bo.page.get_by_role("heading", name="Your cards")).to_be_visible()
    expect(bo.page.get_by_text("or trade for Wood")).to_be_visible()


def test_the_host_steps_in_and_the_player_comes_back(house: House, friends: list[Phone]) -> None:
    table = house.set(phase="cards", active=1, tiles=CHANNEL, seats=HANDS)
    ann, bo = (
        sit(phone, table.code, i, name) for i, (phone, name) in enumerate(zip(friends, ("Ann", "Bo"), strict=True))
    )
    expect(ann.heading).to_have_text("Bo plays cards or keeps them")
    expect(ann.button("Step in")).to_be_hidden()
    bo.page.goto("about:blank")
    expect(ann.button("Step in")).to_be_visible()  # once it is clear that Bo's page is not only loaded anew
    assert "card=sinkhole" not in ann.page.content()
    ann.press("Step in").says("You play for Bo.")
    expect(ann.panel.locator("a.playcard", has_text="Sinkhole")).to_be_visible()
    bo.open(table.code, covered=True).says("Ann plays for you.").press("I am back")
    expect(ann.heading).to_have_text("Bo plays cards or keeps them")
    assert "card=sinkhole" not in ann.page.content()
