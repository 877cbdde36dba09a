"""The pages on a phone of 360 x 640, by tapping: with scripts and without, in large type, by keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import Server

pytestmark = pytest.mark.browser

PAGES = ["/", "/new", "/new/abduction", "/new/eruption", "/tables", "/import", "/about", "/print/eruption", "/nothing"]


@pytest.fixture
def bare(browser: Browser, server: Server) -> Iterator[Page]:
    """A phone without scripts, at the front door."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, java_script_enabled=False, locale="en")
    page = context.new_page()
    page.goto(server.url)
    yield page
    context.close()


def test_a_table_in_four_taps(home: Page) -> None:
    home.get_by_role("link", name="New table").tap()
    home.get_by_role("link", name="Eruption").tap()
    home.get_by_role("button", name="4", exact=True).tap()
    home.get_by_role("button", name="Start").last.tap()
    expect(home).to_have_url(re.compile(r"/t/[A-Z]{4}$"))


def test_on_a_home_network_without_https_everything_works_too(server: Server, phone: Page) -> None:
    said: list[dict[str, str]] = []
    phone.on("request", lambda request: said.append(request.headers) if request.method == "POST" else None)
    phone.goto(f"http://games.local:{server.port}/new/eruption")
    phone.get_by_role("button", name="2", exact=True).tap()
    expect(phone.get_by_role("textbox")).to_have_count(2)
    phone.get_by_role("button", name="Start").last.tap()
    expect(phone).to_have_url(re.compile(r"games.local.*/t/[A-Z]{4}$"))
    assert "sec-fetch-site" not in said[0]  # so Origin had to do


def test_the_front_door_shows_what_to_do_without_scrolling(home: Page) -> None:
    button = home.get_by_role("link", name="New table").bounding_box()
    assert button
    assert button["y"] + button["height"] <= 640
    assert button["height"] >= 48


def test_villages_are_chosen_on_the_picture(home: Page) -> None:
    home.get_by_role("link", name="New table").tap()
    home.get_by_role("link", name="Eruption").tap()
    expect(home.get_by_role("textbox")).to_have_count(3)
    home.get_by_label("Name of the player at Green").fill("Gina")
    home.locator("label.at-blue").tap()
    expect(home.get_by_role("button", name="4", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(home.get_by_label("Name of the player at Blue")).to_be_visible()
    expect(home.get_by_label("Name of the player at Green")).to_have_value("Gina")
    home.locator("label.at-orange").tap()
    expect(home.get_by_label("Name of the player at Orange")).to_be_hidden()
    home.get_by_role("button", name="Start").last.tap()
    expect(home).to_have_url(re.compile(r"/t/"))


def test_everything_works_without_scripts(bare: Page) -> None:
    bare.get_by_role("link", name="New table").click()
    bare.get_by_role("link", name="Eruption").click()
    bare.get_by_role("button", name="5", exact=True).click()
    expect(bare.get_by_role("button", name="5", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(bare.get_by_role("textbox")).to_have_count(5)
    bare.locator("label.at-red").click()
    expect(bare.get_by_role("textbox")).to_have_count(4)
    bare.get_by_text("House rules").click()
    bare.get_by_role("button", name="As played online").click()
    expect(bare.get_by_role("button", name="As played online")).to_have_attribute("aria-pressed", "true")
    expect(bare.get_by_role("textbox")).to_have_count(4)
    bare.get_by_role("button", name="Start").last.click()
    expect(bare).to_have_url(re.compile(r"/t/[A-Z]{4}$"))


def test_enter_in_a_name_starts_the_table(home: Page) -> None:
    home.get_by_role("link", name="New table").tap()
    home.get_by_role("link", name="Eruption").tap()
    home.get_by_label("Name of the player at Orange").fill("Ann")
    home.keyboard.press("Enter")
    expect(home).to_have_url(re.compile(r"/t/"))


@pytest.mark.parametrize("path", PAGES)
def test_nothing_sticks_out_at_320_pixels_and_what_is_tapped_is_large(server: Server, phone: Page, path: str) -> None:
    phone.set_viewport_size({"width": 320, "height": 568})
    phone.goto(server.url + path)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320
    small = phone.evaluate(
        """[...document.querySelectorAll("a, button, select, summary, label.switch, input[type=text]")]
        .filter((node) => node.checkVisibility() && !node.matches(".unseen, .skip"))
        .map((node) => [node.outerHTML.slice(0, 80), node.getBoundingClientRect()])
        .filter(([, box]) => box.height < 47.5 || box.width < 40)
        .map(([html]) => html)"""
    )
    assert small == []


def test_the_keyboard_reaches_everything_in_order(home: Page) -> None:
    home.keyboard.press("Tab")
    expect(home.get_by_text("Skip to the content")).to_be_focused()
    home.keyboard.press("Tab")
    home.keyboard.press("Tab")
    expect(home.get_by_role("link", name="New table")).to_be_focused()
    home.keyboard.press("Enter")
    expect(home).to_have_url(re.compile(r"/new$"))


def test_night_and_language_are_switched_at_the_foot(home: Page) -> None:
    day = home.evaluate("getComputedStyle(document.body).backgroundColor")
    home.get_by_role("button", name="Night").tap()
    home.wait_for_function("day => getComputedStyle(document.body).backgroundColor !== day", arg=day)
    home.get_by_role("button", name="日本語").tap()
    expect(home.locator("html")).to_have_attribute("lang", "ja")
    home.get_by_role("button", name="English").tap()
    expect(home.locator("html")).to_have_attribute("lang", "en")


def test_an_unreachable_companion_says_so(server: Server, phone: Page) -> None:
    phone.goto(server.url + "/new/eruption")
    phone.context.set_offline(True)
    phone.get_by_role("button", name="5", exact=True).tap()
    expect(phone.get_by_role("status")).to_contain_text("cannot be reached")
    phone.context.set_offline(False)
    phone.get_by_role("button", name="5", exact=True).tap()
    expect(phone.get_by_role("textbox")).to_have_count(5)


def test_the_offline_page_is_kept_by_the_phone(server: Server, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 640}, locale="en")
    page = context.new_page()
    page.goto(server.url)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    context.set_offline(True)
    page.goto(server.url + "/tables")
    expect(page.get_by_role("heading", name="Not connected")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.bar')).backgroundColor") != "rgba(0, 0, 0, 0)"
    context.close()
