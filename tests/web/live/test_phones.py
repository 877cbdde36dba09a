"""Several phones at one table: what one does the others see, without loading their page again."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime

from playwright.sync_api import Page, Route, expect

from tests.web.live.conftest import Hall

Phones = Callable[[], Page]
MARK = "window.sameEver = true"
STILL = "window.sameEver === true"


def at(page: Page, code: str, url: str) -> Page:
    """A page at a table that follows it, and is marked to notice if it is ever loaded anew."""
    with page.expect_response(lambda answer: "/live?" in answer.url):
        page.goto(f"{url}/t/{code}")
    page.evaluate(MARK)
    return page


def state(hall: Hall, code: str) -> re.Pattern[str]:
    version, revision = hall.open(code).state
    return re.compile(rf"^{version}\.{revision}$")


def shows(page: Page, hall: Hall, code: str, patience: float = 15_000) -> None:
    """Wait until a page shows the table as it is, having been loaded once."""
    expect(page.locator("#have")).to_have_attribute("data-at", state(hall, code), timeout=patience)
    assert page.evaluate(STILL)


def place(page: Page) -> None:
    """Lay the tile on the first lit hex."""
    page.locator("#b-lit a").first.tap(force=True)
    page.get_by_role("button", name="Place it").tap()


def line(page: Page) -> str:
    return page.locator("#live").inner_text()


def test_a_tap_on_one_phone_shows_on_the_others(hall: Hall, phones: Phones) -> None:
    code = hall.new().code
    first, second, third = (at(phones(), code, hall.server.url) for _ in range(3))
    place(first)
    for page in (first, second, third):
        expect(page.locator("#bar .undo button")).to_be_enabled()
        shows(page, hall, code)
    second.locator("#bar .undo button").tap()
    for page in (first, second, third):
        expect(page.locator("#bar .undo button")).to_be_disabled()
        shows(page, hall, code)


def test_each_phone_numbers_its_own_taps(hall: Hall, phones: Phones) -> None:
    code = hall.new().code
    first, second = (at(phones(), code, hall.server.url) for _ in range(2))
    hall.move(code)
    for page in (first, second):
        expect(page.locator("#bar .undo button")).to_be_enabled()
    ids = [page.locator("input[name=id]").evaluate_all("all => all.map(one => one.value)") for page in (first, second)]
    assert len(set(ids[0] + ids[1])) == len(ids[0] + ids[1]) > 1
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{8,60}", one) for one in ids[0] + ids[1])


def test_two_phones_that_tap_at_once_get_one_result_and_a_sentence(hall: Hall, phones: Phones) -> None:
    code = hall.new().code
    first, second = (at(phones(), code, hall.server.url) for _ in range(2))
    for page in (first, second):
        page.locator("#b-lit a").first.tap(force=True)
        expect(page.get_by_role("button", name="Place it")).to_be_visible()
    hold: list[Route] = []
    second.route("**/act", lambda route: hold.append(route))
    second.get_by_role("button", name="Place it").tap()
    first.get_by_role("button", name="Place it").tap()
    expect(first.locator("#bar .undo button")).to_be_enabled()
    while not hold:
        second.wait_for_timeout(20)
    hold[0].continue_()
    expect(second.locator("#panel .say")).to_be_visible()
    shows(second, hall, code)
    assert hall.open(code).version == 1


def test_a_double_tap_is_one_tap(hall: Hall, phones: Phones) -> None:
    code = hall.new().code
    first, second = (at(phones(), code, hall.server.url) for _ in range(2))
    first.locator("#b-lit a").first.tap(force=True)
    first.get_by_role("button", name="Place it").dblclick()
    expect(first.locator("#bar .undo button")).to_be_enabled()
    shows(first, hall, code)
    shows(second, hall, code)
    assert hall.open(code).version == 1


def test_two_tabs_of_one_phone_both_follow(hall: Hall, phones: Phones) -> None:
    code = hall.new().code
    first = at(phones(), code, hall.server.url)
    second = at(first.context.new_page(), code, hall.server.url)
    for _ in range(2):
        hall.move(code)
        shows(first, hall, code)
        shows(second, hall, code)


def test_news_comes_while_something_is_picked_and_the_pick_is_dropped(hall: Hall, phones: Phones) -> None:
    code = hall.new().code
    page = at(phones(), code, hall.server.url)
    page.locator("#b-lit a").first.tap(force=True)
    expect(page.get_by_role("button", name="Place it")).to_be_visible()
    hall.move(code)
    shows(page, hall, code)
    expect(page.get_by_role("button", name="Place it")).to_have_count(0)
    links = page.locator("#b-land a").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert links and not [link for link in links if "play=" in link]


def test_a_pick_stays_when_only_the_stream_comes_anew(hall: Hall, phones: Phones) -> None:
    code = hall.new().code
    page = at(phones(), code, hall.server.url)
    page.locator("#b-lit a").first.tap(force=True)
    expect(page.get_by_role("button", name="Place it")).to_be_visible()
    with page.expect_response(lambda answer: "/live?" in answer.url):
        page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_timeout(500)
    expect(page.get_by_role("button", name="Place it")).to_be_visible()


def test_news_waits_while_a_tap_is_on_its_way(hall: Hall, phones: Phones) -> None:
    code = hall.new().code
    first, second = (at(phones(), code, hall.server.url) for _ in range(2))
    first.locator("#b-lit a").first.tap(force=True)
    hold: list[Route] = []
    first.route("**/act", lambda route: hold.append(route))
    first.get_by_role("button", name="Place it").tap()
    while not hold:
        first.wait_for_timeout(20)
    hall.move(code)
    shows(second, hall, code)
    first.wait_for_timeout(300)
    expect(first.get_by_role("button", name="Place it")).to_be_visible()
    hold[0].continue_()
    expect(first.locator("#panel .say")).to_be_visible()
    shows(first, hall, code)


def test_an_answer_that_took_too_long_does_not_turn_the_page_back(hall: Hall, phones: Phones) -> None:
    code = hall.new().code
    first = at(phones(), code, hall.server.url)
    first.locator("#b-lit a").first.tap(force=True)
    held: list[Route] = []
    first.route("**/act", lambda route: held.append(route))
    first.get_by_role("button", name="Place it").tap()
    while not held:
        first.wait_for_timeout(20)
    answer = held[0].fetch()
    for _ in range(3):
        hall.move(code)
    shows(first, hall, code)  # after a while the page no longer waits
    held[0].fulfill(response=answer)
    first.wait_for_timeout(500)
    shows(first, hall, code)


def test_a_button_that_has_just_come_takes_no_tap_that_was_meant_for_another(hall: Hall, phones: Phones) -> None:
    code = hall.new().code
    page = phones()
    page.clock.install(time=datetime(2026, 1, 1))
    at(page, code, hall.server.url)
    page.clock.pause_at(datetime(2026, 1, 1, 0, 0, 15))
    hall.move(code)
    shows(page, hall, code)
    undo = page.locator("#bar .undo button").bounding_box()
    assert undo
    page.mouse.click(undo["x"] + 20, undo["y"] + 20)
    page.clock.run_for(300)
    assert hall.open(code).version == 1
    page.mouse.click(undo["x"] + 20, undo["y"] + 20)
    expect(page.locator("#bar .undo button")).to_be_disabled()
    assert hall.open(code).version == 2


def test_the_keyboard_stays_where_it_was(hall: Hall, phones: Phones) -> None:
    code = hall.new().code
    page = at(phones(), code, hall.server.url)
    page.evaluate("document.querySelector('.tools a[href$=rules]').focus()")
    hall.move(code)
    shows(page, hall, code)
    assert page.evaluate("document.activeElement.getAttribute('href')") == f"/t/{code}/rules"
    page.evaluate("document.querySelector('#panel a, #panel button').focus()")
    hall.move(code)
    shows(page, hall, code)
    page.wait_for_function("() => document.activeElement.closest('#panel')")


def test_what_is_open_or_half_typed_stays(hall: Hall, phones: Phones) -> None:
    code = hall.new().code
    page = at(phones(), code, hall.server.url)
    page.evaluate(
        """() => {
        const piece = '<details id="more"><summary>more</summary><input name="half" type="text"></details>';
        const panel = () => document.getElementById("panel");
        const add = () => document.querySelector("#more") ?? panel().insertAdjacentHTML("beforeend", piece);
        add();
        document.querySelector("#more").open = true;
        document.querySelector("[name=half]").value = "half ty";
        document.addEventListener("htmx:after:swap", add); // as a page would that has such a piece
    }"""
    )
    hall.move(code)
    shows(page, hall, code)
    page.wait_for_function("() => document.querySelector('#more').open")
    assert page.locator("[name=half]").input_value() == "half ty"


def test_the_title_and_a_cue_tell_whose_turn_it_is(hall: Hall, phones: Phones) -> None:
    seats = [{"hand": {}}, {"hand": {}}, {"hand": {}}]
    code = hall.set(3, phase="walls", active=0, seats=seats).code
    hall.sit(code, "ada", 0)
    hall.sit(code, "ben", 1)
    page = phones()
    name, value = hall.cookie("ben").split("=", 1)
    page.context.add_cookies(
        [
            {"name": name, "value": value, "url": hall.server.url},
            {"name": "vibration", "value": "1", "url": hall.server.url},
            {"name": "sound", "value": "1", "url": hall.server.url},
        ]
    )
    at(page, code, hall.server.url)
    page.locator(".strip").tap()
    page.evaluate(
        """() => {
        window.felt = [];
        navigator.vibrate = (pattern) => felt.push(pattern);
        window.heard = 0;
        window.OscillatorNode = class extends OscillatorNode { start(...when) { heard += 1; super.start(...when); } };
    }"""
    )
    expect(page).to_have_title(re.compile("^Ada"))
    hall.tables.act(code, hall.command(hall.open(code)), {"type": "pass"})
    expect(page).to_have_title(re.compile("^Your turn"))
    shows(page, hall, code)
    assert page.locator("#panel").get_attribute("data-cue") == "turn"
    assert page.evaluate("felt") == [[20, 60, 20]]
    assert page.evaluate("heard") == 3


def test_who_is_away_shows_on_the_strip(hall: Hall, phones: Phones) -> None:
    code = hall.new().code
    for device, seat in (("ada", 0), ("ben", 1)):
        hall.sit(code, device, seat)
    pages = []
    for device in ("ada", "ben"):
        page = phones()
        name, value = hall.cookie(device).split("=", 1)
        page.context.add_cookies([{"name": name, "value": value, "url": hall.server.url}])
        pages.append(at(page, code, hall.server.url))
    ada, ben = pages
    expect(ada.locator("#people")).to_contain_text("Ben: connected")
    ben.context.close()
    expect(ada.locator("#people")).to_contain_text("Ben: away")
