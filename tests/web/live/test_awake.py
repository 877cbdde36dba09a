"""The screen that stays on: in one's own turn, from the first tap, and by whatever means the browser has."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.live.conftest import Hall
from tests.web.live.test_phones import at, shows

Phones = Callable[..., Page]
LOCKS = """
window.held = 0;
window.asked = 0;
if (navigator.wakeLock) navigator.wakeLock.request = async () => {
  asked += 1;
  if (window.refuses) throw new DOMException("low battery", "NotAllowedError");
  held += 1;
  const lock = new EventTarget();
  lock.release = async () => { held -= 1; lock.dispatchEvent(new Event("release")); };
  return lock;
};
"""
FILMS = """
window.films = 0;
HTMLMediaElement.prototype.play = async function () { films += 1; };
HTMLMediaElement.prototype.pause = function () { films -= 1; };
"""


def seated(hall: Hall, phones: Phones, device: str, url: str, script: str, **cookies: str) -> tuple[str, Page]:
    """The page of somebody at a table of two where it is Ada's turn to build."""
    code = hall.set(3, phase="walls", active=0, seats=[{"hand": {}}, {"hand": {}}, {"hand": {}}]).code
    hall.sit(code, "ada", 0)
    hall.sit(code, "ben", 1)
    page = phones()
    kept = {**dict([hall.cookie(device).split("=", 1)]), **cookies}
    page.context.add_cookies([{"name": name, "value": value, "url": url} for name, value in kept.items()])
    page.add_init_script(script)
    return code, at(page, code, url)


def test_the_screen_stays_on_in_ones_turn_and_may_go_off_after_it(hall: Hall, phones: Phones) -> None:
    code, page = seated(hall, phones, "ada", hall.server.url, LOCKS)
    assert page.evaluate("asked") == 0  # a browser would refuse before the first tap
    page.locator(".strip").tap()
    page.wait_for_function("() => held === 1")
    hall.tables.act(code, hall.command(hall.open(code)), {"type": "pass"})
    shows(page, hall, code)
    page.wait_for_function("() => held === 0")


def test_it_is_asked_for_when_the_turn_comes(hall: Hall, phones: Phones) -> None:
    code, page = seated(hall, phones, "ben", hall.server.url, LOCKS)
    page.locator(".strip").tap()
    page.wait_for_timeout(200)
    assert page.evaluate("asked") == 0
    hall.tables.act(code, hall.command(hall.open(code)), {"type": "pass"})
    page.wait_for_function("() => held === 1")


def test_it_is_asked_for_again_when_the_page_is_seen_again(hall: Hall, phones: Phones) -> None:
    _, page = seated(hall, phones, "ada", hall.server.url, LOCKS)
    page.locator(".strip").tap()
    page.wait_for_function("() => held === 1")
    hide = "Object.defineProperty(document, 'hidden', { get: () => %s, configurable: true });"
    event = "document.dispatchEvent(new Event('visibilitychange'));"
    page.evaluate(hide % "true" + event)
    page.wait_for_function("() => held === 0")
    page.evaluate(hide % "false" + event)
    page.wait_for_function("() => held === 1")


def test_a_refusal_is_nobodys_trouble_and_the_next_tap_asks_again(hall: Hall, phones: Phones) -> None:
    _, page = seated(hall, phones, "ada", hall.server.url, LOCKS + "window.refuses = true;")
    page.locator(".strip").tap()
    page.wait_for_function("() => asked === 1")
    page.evaluate("window.refuses = false")
    page.locator(".strip").tap()
    page.wait_for_function("() => held === 1")


def test_on_plain_http_a_small_film_keeps_it_on(hall: Hall, phones: Phones) -> None:
    url = f"http://games.local:{hall.server.port}"
    code, page = seated(hall, phones, "ada", url, FILMS)
    assert not page.evaluate("isSecureContext")
    page.wait_for_function("() => window.NoSleep")
    assert page.evaluate("films") == 0
    page.locator(".strip").tap()
    page.wait_for_function("() => films === 1")
    hall.tables.act(code, hall.command(hall.open(code)), {"type": "pass"})
    page.wait_for_function("() => films === 0")


def test_a_secure_page_does_not_load_the_film(hall: Hall, phones: Phones) -> None:
    _, page = seated(hall, phones, "ada", hall.server.url, LOCKS)
    page.locator(".strip").tap()
    page.wait_for_function("() => held === 1")
    assert page.evaluate("window.NoSleep") is None


def test_it_can_be_switched_off(hall: Hall, phones: Phones) -> None:
    code, page = seated(hall, phones, "ada", hall.server.url, LOCKS)
    page.goto(f"{hall.server.url}/t/{code}/more")
    page.get_by_role("button", name="Screen stays on in your turn").tap()
    expect(page.get_by_role("button", name="Screen may go off in your turn")).to_be_visible()
    at(page, code, hall.server.url)
    page.locator(".strip").tap()
    page.wait_for_timeout(200)
    assert page.evaluate("asked") == 0
