"""Bad Wi-Fi, servers that end, proxies that hold streams back: the page finds its way back by itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from companion.games.registry import games
from companion.tables.log import Store
from companion.tables.play import Tables
from tests.web.conftest import free_port
from tests.web.live.conftest import Hall, LiveServer
from tests.web.live.proxy import Proxy
from tests.web.live.test_phones import at, line, place, shows

Phones = Callable[[], Page]
LOST = "Reconnecting …"


@pytest.fixture
def proxy(hall: Hall) -> Iterator[Proxy]:
    proxy = Proxy(hall.server.port)
    yield proxy
    proxy.close()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Hall]:
    """A hall with a server of its own, that a test may end."""
    server = LiveServer(tmp_path / "data", free_port())
    server.start()
    store = Store(f"sqlite:///{server.data / 'tables.sqlite'}")
    yield Hall(Tables(store, games()), server)
    server.kill()
    store.close()


def shorter(page: Page, **attributes: str) -> None:
    """Have the page's line carry other times: seconds of `silence`, `patience`, `poll`."""

    def change(route: Route) -> None:
        answer = route.fetch()
        body = answer.text()
        for name, value in attributes.items():
            body = re.sub(rf'data-{name}="[^"]*"', f'data-{name}="{value}"', body)
        route.fulfill(response=answer, body=body)

    page.route(re.compile(r"/t/[A-Z]+$"), change)


def test_a_first_connection_that_fails_is_tried_again(hall: Hall, phones: Phones) -> None:
    code = hall.new().code
    page = phones()
    tries: list[str] = []

    def unready(route: Route) -> None:
        tries.append(route.request.url)
        if len(tries) == 1:
            route.abort()
        elif len(tries) == 2:
            route.fulfill(status=503, body="not ready")
        else:
            route.continue_()

    page.route("**/live?*", unready)
    page.goto(f"{hall.server.url}/t/{code}")
    page.evaluate("window.sameEver = true")
    with page.expect_response(lambda answer: "/live?" in answer.url and answer.status == 200):
        pass
    hall.move(code)
    shows(page, hall, code)
    assert "not ready" not in page.inner_text("body")


def test_a_restarted_server_is_found_again(own: Hall, phones: Phones) -> None:
    code = own.new().code
    page = at(phones(), code, own.server.url)
    own.server.kill()
    expect(page.locator("#live")).to_have_text(LOST)
    own.move(code)
    own.server.start()
    shows(page, own, code)
    expect(page.locator("#live")).to_be_empty()
    own.move(code)
    shows(page, own, code)


def test_a_server_that_stops_in_order_is_found_again_too(own: Hall, phones: Phones) -> None:
    code = own.new().code
    page = at(phones(), code, own.server.url)
    own.server.stop()
    own.move(code)
    own.server.start()
    shows(page, own, code)
    page.locator("#bar .undo button").tap()
    expect(page.locator("#bar .undo button")).to_be_disabled()


def test_a_short_loss_is_not_worth_a_word_and_a_long_one_is(own: Hall, phones: Phones) -> None:
    code = own.new().code
    page = phones()
    page.clock.install(time=datetime(2026, 1, 1))
    at(page, code, own.server.url)
    page.clock.pause_at(datetime(2026, 1, 1, 0, 0, 15))
    own.server.kill()
    page.wait_for_event("requestfailed")
    page.clock.run_for(1500)
    assert line(page) == ""
    page.clock.run_for(1000)
    assert line(page) == LOST
    own.server.start()
    page.clock.resume()
    expect(page.locator("#live")).to_be_empty(timeout=30_000)


@pytest.mark.slow
def test_a_connection_that_falls_silent_is_noticed(hall: Hall, phones: Phones, proxy: Proxy) -> None:
    code = hall.new().code
    page = phones()
    shorter(page, silence="2.5")
    at(page, code, proxy.url)
    hall.move(code)
    shows(page, hall, code)
    proxy.hush()
    hall.move(code)
    shows(page, hall, code, patience=60_000)  # its other connections are as dead, which it finds out one by one


def test_five_seconds_without_a_network_in_a_duel_lose_nothing(hall: Hall, phones: Phones) -> None:
    code = hall.new().code
    first, second = (at(phones(), code, hall.server.url) for _ in range(2))
    second.context.set_offline(True)
    expect(second.locator("#live")).to_have_text(LOST)
    place(first)
    second.wait_for_timeout(5000)
    second.context.set_offline(False)
    shows(second, hall, code)
    expect(second.locator("#live")).to_be_empty()
    second.locator("#bar .undo button").tap()
    expect(first.locator("#bar .undo button")).to_be_disabled()


def test_a_table_that_is_deleted_ends_with_a_way_on(hall: Hall, phones: Phones) -> None:
    code = hall.new().code
    page = at(phones(), code, hall.server.url)
    hall.tables.delete(code)
    expect(page.locator("#live")).to_contain_text("This table was deleted.")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(4000)
    assert not asked
    page.get_by_role("link", name="All tables").tap()
    expect(page).to_have_url(f"{hall.server.url}/")


def test_a_table_that_was_deleted_while_the_phone_was_away_ends_so_too(own: Hall, phones: Phones) -> None:
    code = own.new().code
    page = at(phones(), code, own.server.url)
    own.server.kill()
    own.tables.delete(code)
    own.server.start()
    expect(page.locator("#live")).to_contain_text("This table was deleted.")


def test_a_freed_place_ends_with_the_way_to_another(hall: Hall, phones: Phones) -> None:
    code = hall.new().code
    page = at(phones(), code, hall.server.url)
    hall.sit(code, "ada", 0)
    page.locator("#live").get_by_role("link").tap()
    expect(page).to_have_url(re.compile(rf"/t/{code}/join"))


def test_a_page_that_no_stream_reaches_asks_instead(hall: Hall, phones: Phones) -> None:
    code = hall.new().code
    page = phones()
    shorter(page, poll="0.5")
    page.route("**/live?*", lambda route: route.fulfill(status=502, body="<h1>proxy</h1>"))
    page.goto(f"{hall.server.url}/t/{code}")
    page.evaluate("window.sameEver = true")
    for _ in range(3):
        hall.move(code)
        shows(page, hall, code)
    expect(page.locator("#live")).to_be_empty()
    page.locator("#bar .undo button").tap()
    expect(page.locator("#bar .redo button")).to_be_visible()
    shows(page, hall, code)


def test_a_proxy_that_holds_streams_back_leaves_a_working_page(hall: Hall, phones: Phones) -> None:
    code = hall.new().code
    page = phones()
    shorter(page, poll="0.5")
    held: list[Route] = []
    page.route("**/live?*", lambda route: held.append(route))  # never answered
    page.goto(f"{hall.server.url}/t/{code}")
    page.evaluate("window.sameEver = true")
    hall.move(code)
    expect(page.locator("#have")).to_have_attribute("data-at", "1.0", timeout=60_000)


def test_the_way_back_to_the_page_shows_the_table_as_it_is(hall: Hall, phones: Phones) -> None:
    code = hall.new().code
    page = at(phones(), code, hall.server.url)
    page.goto(f"{hall.server.url}/t/{code}/rules")
    hall.move(code)
    page.go_back()
    page.evaluate("window.sameEver = true")
    shows(page, hall, code)


def test_a_page_that_the_browser_kept_wakes_up(hall: Hall, phones: Phones) -> None:
    code = hall.new().code
    page = at(phones(), code, hall.server.url)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    hall.move(code)
    with page.expect_response(lambda answer: "/live?" in answer.url):
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    shows(page, hall, code)


def test_a_page_that_nobody_sees_frees_its_stream_and_takes_it_up_again(hall: Hall, phones: Phones) -> None:
    code = hall.new().code
    page = phones()
    page.clock.install()
    at(page, code, hall.server.url)
    hide = "Object.defineProperty(document, 'hidden', { get: () => %s, configurable: true });"
    event = "document.dispatchEvent(new Event('visibilitychange'));"
    page.evaluate(hide % "true" + event)
    with page.expect_response(lambda answer: "/news?" in answer.url and "away" in answer.url):
        page.clock.run_for(31_000)
    with page.expect_response(lambda answer: "/live?" in answer.url):
        page.evaluate(hide % "false" + event)
    hall.move(code)
    shows(page, hall, code)


def test_pages_beside_the_table_have_no_stream(hall: Hall, phones: Phones) -> None:
    code = hall.new().code
    page = phones()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for sheet in ("rules", "history", "more"):
        page.goto(f"{hall.server.url}/t/{code}/{sheet}")
        page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "/live" in url or "/news" in url]


def test_a_display_follows_too(hall: Hall, browser: Browser) -> None:
    code = hall.new().code
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    with page.expect_response(lambda answer: "/live?" in answer.url):
        page.goto(f"{hall.server.url}/t/{code}/board")
    page.evaluate("window.sameEver = true")
    hall.move(code)
    shows(page, hall, code)
    page.close()
