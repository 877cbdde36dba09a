"""A notice says what went wrong, is in nobody's way, and goes when things are right again."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Server


def test_a_notice_lies_over_no_button_and_goes_with_its_reason(server: Server, phone: Page) -> None:
    phone.goto(server.url + "/new/eruption")
    phone.get_by_role("button", name="Start").tap()
    phone.locator("#panel .main").first.tap()
    expect(phone.locator("#b-lit a").first).to_be_visible()
    history = phone.locator(".tools a").first
    phone.context.set_offline(True)
    phone.locator("#b-lit a").first.dispatch_event("click")
    expect(phone.locator("#notices")).to_contain_text("cannot be reached")
    history.tap(trial=True)
    phone.context.set_offline(False)
    expect(phone.locator("#notices")).to_be_empty(timeout=5_000)
    phone.route("**/t/*?*", lambda route: route.abort())
    phone.locator("#b-lit a").first.dispatch_event("click")
    expect(phone.locator("#notices")).to_contain_text("cannot be reached")
    phone.unroute_all()
    phone.locator("#b-lit a").first.dispatch_event("click")
    expect(phone.locator("#notices")).to_be_empty()
