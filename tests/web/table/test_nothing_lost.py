"""Nothing is lost: a killed server, a double tap, an outdated page, a reload and the back button are harmless."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import expect

from tests.web.conftest import Server
from tests.web.table.conftest import House
from tests.web.table.positions import AT_GATE, CHANNEL, FACING_VILLAGE, seats
from tests.web.table.taps import Phone

pytestmark = pytest.mark.browser

TO_PLACE = {"phase": "tile", "drawn": "trident", "tiles": CHANNEL, "walls": [FACING_VILLAGE], "seats": seats()}
FALLING = [
    {"hex": [7, 1], "tile": "wide_bend", "rotation": 1},  # from 6,2 on to 7,0
    {"hex": [7, 0], "tile": "branch_left", "rotation": 0},  # and to a gate of the orange village
]


def test_a_server_killed_in_mid_turn_goes_on_with_the_next_tap(server: Server, tap: Phone, house: House) -> None:
    table = house.set(**TO_PLACE)
    tap.open(table.code).hex_tap(6, 1).press("Place it").asks("Wood wall")
    kept = house.state(table.code)
    server.kill()
    tap.button("Roll").tap()
    expect(tap.page.locator("#notices")).to_contain_text("cannot be reached. Nothing was lost")
    server.start()
    assert house.state(table.code) == kept
    tap.press("Roll").says("Wood:")
    server.kill()
    server.start()
    rolled = house.state(table.code)
    tap.press(re.compile("^Undo")).asks("Wood wall")
    assert house.state(table.code) == kept
    tap.press("Roll")
    assert house.state(table.code) == rolled


def test_a_ghost_outlives_a_restart(server: Server, tap: Phone, house: House) -> None:
    table = house.set(**TO_PLACE)
    tap.open(table.code).hex_tap(7, 1)
    server.kill()
    server.start()
    tap.press("Place it")
    assert [7, 1] in [tile["hex"] for tile in house.state(table.code)["tiles"]]


def test_a_double_tap_counts_once(tap: Phone, house: House) -> None:
    table = house.set(phase="damage", tiles=[*CHANNEL, *FALLING], walls=[AT_GATE], seats=seats())
    version = table.version
    tap.open(table.code).asks("Straw wall")
    tap.button("Roll").dblclick()
    tap.page.wait_for_load_state("networkidle")
    expect(tap.button("Roll")).to_have_count(0)
    assert house.open(table.code).version == version + 1


def test_the_same_tap_sent_twice_gets_the_same_answer_and_is_done_once(tap: Phone, house: House) -> None:
    table = house.set(**TO_PLACE)
    tap.open(table.code).hex_tap(7, 1)
    form = tap.panel.locator("form", has=tap.button("Place it"))
    fields = {
        name: form.locator(f"[name={name}]").input_value() for name in ("id", "version", "type", "hex", "rotation")
    }
    url = f"{tap.url}/t/{table.code}/act"
    answers = [tap.page.request.post(url, form=fields, max_redirects=0) for _ in range(2)]
    assert [answer.status for answer in answers] == [303, 303]
    assert house.open(table.code).version == table.version + 1


def test_an_outdated_page_gets_the_fresh_board_and_a_sentence(tap: Phone, second: Phone, house: House) -> None:
    table = house.set(**TO_PLACE)
    tap.front().open(table.code).hex_tap(7, 1)
    second.page.route(re.compile(r"/(live|news)\?"), lambda route: route.abort())  # news comes late
    second.front().open(table.code).hex_tap(6, 1)
    tap.front().press("Place it")
    now = house.open(table.code)
    second.front()
    with second.page.expect_response("**/act") as sent:
        second.press("Place it")
    assert sent.value.status == 409
    expect(second.panel.get_by_role("alert")).to_be_visible()
    expect(second.hex(7, 1)).to_have_attribute("aria-label", re.compile("^Hex 7,1, Trident"))
    expect(second.button("Place it")).to_have_count(0)
    assert house.open(table.code).version == now.version
    second.press(re.compile("End turn|Done with cards"))  # and the page goes on from there
    assert house.open(table.code).version == now.version + 1


def test_a_reload_changes_nothing_and_keeps_who_holds_the_phone(tap: Phone, house: House) -> None:
    table = house.set(phase="cards", seats=seats(hand={"rain": 1}))
    tap.open(table.code).asks("Play cards")
    tap.page.reload()
    tap.asks("Play cards")
    assert house.open(table.code).version == table.version


def test_a_pick_in_the_address_outlives_a_reload(tap: Phone, house: House) -> None:
    table = house.set(**TO_PLACE)
    tap.open(table.code)
    tap.page.goto(f"{tap.url}/t/{table.code}?hex=7,1")
    tap.asks("Trident on hex 7,1")
    tap.page.reload()
    tap.asks("Trident on hex 7,1")


def test_the_back_button_shows_the_table_as_it_is_now(tap: Phone, house: House) -> None:
    table = house.set(**TO_PLACE)
    tap.open(table.code).hex_tap(7, 1).press("Place it")
    heading = tap.heading.inner_text()
    tap.page.get_by_role("link", name="Rules").tap()
    expect(tap.page.get_by_role("heading", name="A turn in short")).to_be_visible()
    tap.page.go_back()
    tap.asks(heading)
    expect(tap.hex(7, 1)).to_have_attribute("aria-label", re.compile("^Hex 7,1, Trident"))
    tap.page.go_back()
    tap.page.go_forward()
    tap.asks(heading)
    assert house.open(table.code).version == table.version + 1


def test_a_phone_that_lost_the_network_says_so_and_goes_on(tap: Phone, house: House) -> None:
    table = house.set(**TO_PLACE)
    tap.open(table.code).hex_tap(7, 1)
    tap.page.context.set_offline(True)
    tap.button("Place it").tap()
    expect(tap.page.locator("#notices")).to_contain_text("cannot be reached")
    tap.page.context.set_offline(False)
    tap.press("Place it")
    assert house.open(table.code).version == table.version + 1


@pytest.mark.parametrize(
    "changes",
    [
        {"id": ""},
        {"id": "x" * 100},
        {"version": "soon"},
        {"version": "-1"},
        {"hex": "99,99"},
        {"hex": "6;1"},
        {"rotation": "six"},
        {"rotation": "9"},
        {"type": "fly"},
        {"type": "build_wall"},
        {"type": ""},
    ],
    ids=str,
)
def test_a_broken_form_changes_nothing_and_is_told_in_a_sentence(
    client: FlaskClient, app: Flask, changes: dict[str, str]
) -> None:
    house = House(app.extensions["tables"])
    table = house.set(**TO_PLACE)
    client.post(f"/t/{table.code}/here", data={"seat": 0})
    fields = {"id": "a-single-tap", "version": table.version, "type": "place_tile", "hex": "7,1", "rotation": 1}
    answer = client.post(f"/t/{table.code}/act", data={**fields, **changes})
    assert answer.status_code in (400, 409, 422)
    assert re.search(r'role="alert">[^<]{10,}', answer.text)
    assert "Traceback" not in answer.text
    assert house.open(table.code).version == table.version
