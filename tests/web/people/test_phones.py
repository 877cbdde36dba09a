"""Two phones in real browsers: scan, sit down, see each other, and go on with another phone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.conftest import Server

Phones = Callable[..., Page]


@pytest.fixture
def phones(browser: Browser, server: Server) -> Iterator[Phones]:
    """New phones of 360 x 640; a script error or a breach of the content policy fails the test."""
    contexts, wrong = [], []

    def take(scripts: bool = True) -> Page:
        context = browser.new_context(
            viewport={"width": 360, "height": 640},
            has_touch=True,
            is_mobile=True,
            locale="en",
            java_script_enabled=scripts,
            base_url=server.url,
        )
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda m: wrong.append(m.text) if "Content Security Policy" in m.text else None)
        return page

    yield take
    for context in contexts:
        context.close()
    assert not wrong, wrong


def new_table(page: Page) -> str:
    """A table of two seats with dice and cards of the app; its code."""
    page.goto("/new/eruption?players=2")
    page.locator("#start").tap()
    page.wait_for_url("**/t/*")
    return page.url.rpartition("/")[2]


def sit(page: Page, code: str, seat: str, name: str) -> None:
    page.goto(f"/t/{code}/join")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name=re.compile(seat)).tap()
    page.wait_for_url(f"**/t/{code}")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_two_phones_scan_sit_down_and_see_each_other(phones: Phones, scripts: bool) -> None:
    host, guest = phones(scripts), phones(scripts)
    code = new_table(host)
    host.goto(f"/t/{code}/more")
    expect(host.get_by_text(code, exact=True).first).to_be_visible()
    expect(host.get_by_alt_text("QR code of this table")).to_be_visible()
    sit(host, code, "Blue", "Ann")
    sit(guest, code, "Orange", "Ben")
    for page in (host, guest):
        page.goto(f"/t/{code}/people")
        expect(page.get_by_text("Ann", exact=True)).to_be_visible()
        expect(page.get_by_text("Ben", exact=True)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_of_two_phones_that_want_one_seat_one_gets_it(phones: Phones) -> None:
    code = new_table(phones())
    first, second = phones(), phones()
    for page in (first, second):
        page.goto(f"/t/{code}")
    seats = [page.locator("button.place").first for page in (first, second)]
    for seat in seats:
        seat.tap(no_wait_after=True)
    for page in (first, second):
        page.wait_for_load_state()
    expect(first.locator(".play").or_(first.get_by_role("alert"))).to_be_visible()
    expect(second.locator(".play").or_(second.get_by_role("alert"))).to_be_visible()
    assert sorted(page.locator(".play").count() for page in (first, second)) == [0, 1]
    loser = first if second.locator(".play").count() else second
    expect(loser.get_by_role("alert")).to_contain_text("sits there already")
    expect(loser.locator("button.place")).to_have_count(1)


def test_a_tap_of_a_phone_whose_seat_was_freed_leads_to_the_free_seats(phones: Phones) -> None:
    host, guest = phones(), phones()
    code = new_table(host)
    sit(guest, code, "Orange", "Ben")
    guest.route("**/live*", lambda route: route.abort())  # this one hears of nothing
    guest.reload()
    host.goto(f"/t/{code}/people")
    host.locator("summary", has_text="Ben").tap()
    host.get_by_role("button", name="Free this seat").tap()
    expect(host.get_by_text("Ben", exact=True)).to_have_count(0)
    tap = """code => htmx.ajax("POST", `/t/${code}/undo`, {values: {id: "tap-of-a-guest", version: "0"}})"""
    guest.evaluate(tap, code)
    guest.wait_for_url(f"**/t/{code}/join?lost=1")
    expect(guest.get_by_role("alert")).to_contain_text("You have no place at this table now.")


def test_a_place_moves_to_another_phone_on_a_plain_home_network(phones: Phones, server: Server) -> None:
    """There browsers do not say where a request comes from except in Origin, which a stricter policy would hide."""
    home = f"http://games.local:{server.port}"
    old, new = phones(), phones()
    old.goto(f"{home}/new/eruption?players=2")
    old.locator("#start").tap()
    old.wait_for_url("**/t/*")
    code = old.url.rpartition("/")[2]
    old.goto(f"{home}/t/{code}/people")
    old.get_by_role("button", name="Move to another phone").tap()
    link = old.get_by_label("The link").input_value()
    assert link.startswith(f"{home}/t/{code}/come/")
    referers: list[str] = []
    new.on("request", lambda request: referers.append(request.all_headers().get("referer", "")))
    new.goto(link)
    new.get_by_role("button", name="Play on here").tap()
    new.wait_for_url(f"**/t/{code}")
    expect(new.locator(".play")).to_be_visible()
    token = link.rpartition("/")[2]
    assert not [referer for referer in referers if token in referer]
    old.goto(f"{home}/t/{code}")
    expect(old).to_have_url(f"{home}/t/{code}/join")


def test_the_marks_of_the_strip_take_no_room_and_tell_who_went(phones: Phones) -> None:
    host, guest = phones(), phones()
    code = new_table(host)
    before = host.locator(".strip").bounding_box()
    sit(guest, code, "Orange", "Ben")
    marks = host.locator("#people")
    expect(marks).to_contain_text("Ben: connected")
    after = host.locator(".strip").bounding_box()
    assert before and after
    assert before["height"] == after["height"]
    guest.context.close()
    expect(marks).to_contain_text("Ben: away", timeout=20_000)


@pytest.mark.slow
def test_a_phone_whose_stream_opens_anew_learns_who_went_meanwhile_and_keeps_what_is_picked(phones: Phones) -> None:
    host, guest = phones(), phones()
    code = new_table(host)
    sit(host, code, "Blue", "Ann")
    sit(guest, code, "Orange", "Ben")
    expect(host.locator("#people")).to_contain_text("Ben: connected")
    host.locator("a.lit").first.tap()
    expect(host.get_by_role("button", name="Place it")).to_be_visible()
    host.route("**/news*", lambda route: route.abort())  # it hears only what the stream tells
    host.context.set_offline(True)
    guest.goto("about:blank")
    host.wait_for_timeout(5_000)  # who reloads a page has not gone
    host.context.set_offline(False)
    expect(host.locator("#people")).to_contain_text("Ben: away")
    expect(host.get_by_role("button", name="Place it")).to_be_visible()


def test_the_list_of_people_shows_who_comes_and_whoever_looks_at_it_is_there(phones: Phones) -> None:
    host, guest = phones(), phones()
    code = new_table(host)
    host.goto(f"/t/{code}/people")
    expect(host.get_by_text("free")).to_have_count(2)
    sit(guest, code, "Orange", "Ben")
    expect(host.get_by_text("Ben", exact=True)).to_be_visible(timeout=20_000)
    guest.goto(f"/t/{code}/people")
    expect(host.locator("li", has_text="Ben").get_by_text("connected")).to_be_visible(timeout=20_000)
    host.locator("summary", has_text="Ben").tap()
    host.get_by_role("button", name="Free this seat").tap()
    guest.wait_for_url(f"**/t/{code}/join", timeout=20_000)


@pytest.mark.slow
def test_whoever_has_a_menu_of_the_list_of_people_open_is_still_there(phones: Phones) -> None:
    host, guest = phones(), phones()
    code = new_table(host)
    sit(host, code, "Blue", "Ann")
    sit(guest, code, "Orange", "Ben")
    host.goto(f"/t/{code}/people")
    host.locator("summary", has_text="Ben").tap()
    host.wait_for_timeout(7_000)
    expect(host.locator("details[open]")).to_have_count(1)
    expect(guest.locator("#people")).to_contain_text("Ann: connected")


def test_who_taps_again_because_no_answer_came_makes_one_table_and_takes_one_seat(phones: Phones) -> None:
    host, guest = phones(), phones()
    lost: list[str] = []

    def lose_the_first(route: Route) -> None:
        """The server does it; its answer, with the cookie, never reaches the phone."""
        if route.request.method == "POST" and route.request.url not in lost:
            lost.append(route.request.url)
            route.fetch(max_redirects=0)
            route.request.frame.page.context.clear_cookies()
            route.fulfill(status=204)
        else:
            route.continue_()

    host.goto("/new/eruption?players=2")
    host.route("**/*", lose_the_first)
    host.locator("#start").tap()
    host.locator("#start").tap()
    host.wait_for_url("**/t/*")
    expect(host.locator(".play")).to_be_visible()
    code = host.url.rpartition("/")[2]
    guest.goto(f"/t/{code}")
    guest.route("**/*", lose_the_first)
    guest.locator("button.place").first.tap()
    guest.locator("button.place").first.tap()
    guest.wait_for_url(f"**/t/{code}")
    assert len(lost) == 2
    host.goto(f"/t/{code}/people")
    expect(host.locator("li.person")).to_have_count(3)  # two seats, and the host without one
    expect(host.locator("li.person").last).to_contain_text("The host")
    expect(host.locator("li.person").last).to_contain_text("you")
