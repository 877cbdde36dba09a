"""The big display follows the table by itself: with the stream, in an old browser, and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from companion.tables.play import Table
from tests.web.conftest import Server
from tests.web.display.conftest import Room, Screen, duel, laying, never

pytestmark = pytest.mark.browser

MARK = "() => { window.same = true }"
SAME = "() => window.same === true"


def turn_of(room: Room, table: Table) -> str:
    now = room.tables.open(table.code)
    return now.names[now.position.view()["active"]]


def next_turn(room: Room, table: Table) -> str:
    turn = room.tables.open(table.code).position.view()["turn"]
    room.play(table, lambda position: position.view()["turn"] > turn)
    return turn_of(room, table)


def test_what_is_done_on_phones_is_on_it_without_loading_it_again(screen: Screen, room: Room) -> None:
    table = room.played(laying, 3)
    page = screen(table)
    page.evaluate(MARK)
    for _ in range(3):
        name = next_turn(room, table)
        expect(page.locator("#d-turn h1")).to_have_text(name)
        tiles = len(room.tables.open(table.code).position.view()["tiles"])
        expect(page.locator("#b-land use")).to_have_count(tiles)
    assert page.evaluate(SAME)


def test_the_dice_of_a_duel_come_by_themselves(screen: Screen, room: Room) -> None:
    table = room.played(duel, 4)
    page = screen(table)
    expect(page.locator("#b-marks .ring")).to_have_count(1)
    expect(page.locator(".in-play .wallpic")).to_be_visible()
    room.tables.roll(table.code, room.command(room.tables.open(table.code)))
    expect(page.locator(".log .die")).to_have_count(2)


def test_who_sits_down_and_who_goes_is_seen(screen: Screen, room: Room, server: Server, phone: Page) -> None:
    table = room.new(3)
    page = screen(table)
    expect(page.locator("#d-turn")).to_contain_text("Take a seat")
    phone.goto(f"{server.url}/t/{table.code}/join")
    phone.get_by_label("Your name").fill("Zoe")
    phone.locator("button.place").first.tap()
    row = page.locator(".lanes li", has_text="Zoe")
    expect(row.locator(".is")).to_have_text("here")
    phone.goto("about:blank")
    expect(row.locator(".is")).to_have_text("away", timeout=15_000)


def test_when_the_last_seat_is_taken_the_game_takes_the_place_of_the_way_in(
    screen: Screen, room: Room, server: Server, phone: Page
) -> None:
    table = room.new(2)
    page = screen(table)
    large = page.locator(".join img").bounding_box()
    expect(page.locator(".log")).to_be_hidden()
    room.sit(table, ("a", "Ann"))
    phone.request.post(f"{server.url}/t/{table.code}/join", form={"seat": "1", "name": "Bob"})
    expect(page.locator("#d-turn h1")).to_have_text(re.compile("Ann|Bob"))
    expect(page.locator(".lane").first).to_be_visible()
    small = page.locator(".join img").bounding_box()
    assert large and small and large["width"] > 1.5 * small["width"]


def test_a_display_that_watches_the_end_goes_on_to_the_rematch(
    screen: Screen, room: Room, server: Server, phone: Page
) -> None:
    table = room.played(never, 2)
    page = screen(table)
    expect(page.locator("#d-turn h1")).to_have_text(re.compile("win"))
    form = {"id": "rematch-1", "version": str(table.version)}
    phone.request.post(f"{server.url}/t/{table.code}/rematch", form=form)
    follows = room.tables.open(table.code).row.next_code
    assert follows
    page.wait_for_url(re.compile(f"/t/{follows}/board$"))


def test_a_display_of_an_old_game_stays_there(screen: Screen, room: Room) -> None:
    table = room.played(never, 2)
    follows = room.tables.rematch(table.code, room.command(table))
    page = screen(table)
    expect(page.get_by_role("link", name=follows.code)).to_be_visible()
    page.wait_for_timeout(1500)
    assert page.url.endswith(f"/t/{table.code}/board")


def test_a_locked_table_takes_the_code_away(screen: Screen, room: Room, server: Server, phone: Page) -> None:
    table = room.new(2)
    page = screen(table)
    phone.request.post(f"{server.url}/t/{table.code}/join", form={"seat": "0", "name": "Ann"})
    expect(page.locator(".join")).to_be_visible()
    phone.request.post(f"{server.url}/t/{table.code}/people/lock", form={"on": "1"})
    expect(page.locator(".join")).to_be_hidden()


def test_a_deleted_table_is_said_on_it(screen: Screen, room: Room, server: Server, phone: Page) -> None:
    table = room.new(2)
    page = screen(table)
    expect(page.locator("#d-turn")).to_contain_text("Take a seat")
    phone.request.post(f"{server.url}/tables/{table.code}/delete")
    expect(page.get_by_text("This table was deleted.")).to_be_visible()


@pytest.mark.slow
def test_the_browser_of_an_old_tv_follows_too(screen: Screen, room: Room) -> None:
    """One that knows no modules runs the scripts that others leave out, and no other."""
    table = room.played(laying, 3)
    page = screen(table)

    def old(route: Route) -> None:
        answer = route.fetch()
        text = answer.text().replace('type="module"', 'type="unknown"').replace(" nomodule", "")
        route.fulfill(response=answer, body=text)

    page.route("**/board", old)
    page.reload()
    page.evaluate(MARK)
    name = next_turn(room, table)
    expect(page.locator("#d-turn h1")).to_have_text(name, timeout=15_000)
    page.evaluate(MARK)
    page.wait_for_timeout(5000)
    assert page.evaluate(SAME), "it loads itself again only when something is new"


@pytest.mark.slow
def test_without_scripts_it_is_whole_and_follows(screen: Screen, room: Room) -> None:
    table = room.played(laying, 3)
    page = screen(table, java_script_enabled=False)
    expect(page.locator("#d-turn h1")).to_have_text(turn_of(room, table))
    expect(page.get_by_role("button", name="Full screen")).to_be_hidden()
    name = next_turn(room, table)
    expect(page.locator("#d-turn h1")).to_have_text(name, timeout=20_000)


def test_markers_glide_unless_less_motion_is_asked_for(screen: Screen, room: Room) -> None:
    """A marker that has just moved begins where it was; with reduced motion nothing is animated at all."""
    spy = """() => {
        window.moved = 0;
        const plain = Element.prototype.animate;
        Element.prototype.animate = function (...all) {
            window.moved += this.matches("[data-glide]");
            return plain.apply(this, all);
        };
    }"""
    for motion, glides in (("no-preference", True), ("reduce", False)):
        table = room.played(laying, 3)
        page = screen(table, reduced_motion=motion)
        page.evaluate(spy)
        degrees = [seat["temperature"] + 50 for seat in table.position.view()["seats"]]
        seats = [{**s, "temperature": d} for s, d in zip(table.position.view()["seats"], degrees, strict=True)]
        room.tables.correct(table.code, room.command(table), {"seats": seats})
        expect(page.locator(".lanes strong").first).to_have_text(str(degrees[0]))
        page.wait_for_timeout(100)
        assert bool(page.evaluate("window.moved")) is glides
        running = page.evaluate("document.getAnimations().length")
        assert glides or not running
