"""One phone goes round: a hand is covered until its player says who holds it, and again when the turn has passed."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from companion.games.eruption.data import RULES
from companion.tables.play import Kit
from tests.web.conftest import Server
from tests.web.table.conftest import House
from tests.web.table.positions import seats
from tests.web.table.taps import I_AM, Phone

pytestmark = pytest.mark.browser

CARDS = re.compile("|".join(f"{card.name}|card-{card.slug}|card={card.slug}" for card in RULES.cards))
HANDS = {"phase": "cards", "seats": [{"hand": {"rain": 1, "quake": 2}}, {"hand": {"sinkhole": 1}}, {}]}


def hides_all_cards(tap: Phone) -> None:
    assert not CARDS.findall(tap.page.content())
    fresh = tap.page.request.get(tap.page.url)
    assert fresh.status == 200
    assert not CARDS.findall(fresh.text())


def test_a_hand_is_covered_until_its_player_says_so_and_again_afterwards(tap: Phone, house: House) -> None:
    table = house.set(**HANDS)
    tap.open(table.code, covered=True).asks("Give the phone to Ada")
    hides_all_cards(tap)
    tap.press("I am Ada").asks("Play cards")
    assert set(CARDS.findall(tap.panel.inner_text())) == {"Rain", "Quake"}
    assert "sinkhole" not in tap.page.content()
    tap.press("Done with cards").press("End turn").asks("Give the phone to Ben")
    hides_all_cards(tap)
    tap.page.go_back()
    tap.page.go_forward()
    tap.asks("Give the phone to Ben")
    hides_all_cards(tap)
    tap.press("I am Ben")
    assert "Quake" not in tap.page.content()


def test_a_player_can_cover_the_hand_before_the_turn_is_over(tap: Phone, house: House) -> None:
    table = house.set(**HANDS)
    tap.open(table.code, covered=True).asks("Give the phone to Ada")
    more = f"{tap.url}/t/{table.code}/more"
    tap.page.goto(more)
    expect(tap.page.get_by_role("button", name="Cover the hand")).to_have_count(0)
    tap.open(table.code).asks("Play cards")
    tap.page.goto(more)
    tap.page.get_by_role("button", name="Cover the hand").tap()
    tap.asks("Give the phone to Ada")
    hides_all_cards(tap)


def test_undo_by_the_next_player_does_not_show_the_hand_before(tap: Phone, house: House) -> None:
    table = house.set(**HANDS)
    tap.open(table.code).press("Done with cards").press("End turn").asks("Give the phone to Ben")
    tap.press(re.compile("^Undo")).press(re.compile("^Undo")).asks("Give the phone to Ada")
    hides_all_cards(tap)


def test_a_pick_on_the_board_does_not_show_a_covered_hand(tap: Phone, house: House) -> None:
    table = house.set(**HANDS)
    for query in ("?card=rain", "?play=sinkhole&hex=6,3", "?give=1", "?hex=6,3&r=1"):
        tap.page.goto(f"{tap.url}/t/{table.code}{query}")
        tap.asks("Give the phone to Ada")
        assert not tap.panel.locator(".playcard, .onecard").count()


def test_what_one_phone_uncovered_stays_covered_on_another(
    tap: Phone, house: House, browser: Browser, server: Server
) -> None:
    table = house.set(**HANDS)
    tap.open(table.code).asks("Play cards")
    context = browser.new_context(locale="en")
    other = Phone(server.url, context.new_page()).open(table.code, covered=True)
    other.asks("Give the phone to Ada")
    hides_all_cards(other)
    context.close()


def test_with_real_cards_nothing_is_covered(tap: Phone, house: House) -> None:
    table = house.set(options={"cards": "table"}, phase="cards", seats=seats(hand={"hidden": 2}))
    tap.open(table.code, covered=True).asks("Play cards? Tap the one that was played.")
    expect(tap.button(I_AM)).to_have_count(0)


@pytest.fixture
def at_home(app: Flask) -> House:
    """Tables of the app that `client` talks to."""
    return House(app.extensions["tables"])


def test_only_the_player_whose_turn_it_is_uncovers_a_hand(client: FlaskClient, at_home: House) -> None:
    table = at_home.set(**HANDS)
    path = f"/t/{table.code}"
    assert client.post(f"{path}/here", data={"seat": 1}).status_code == 303
    assert "Give the phone to Ada" in client.get(path).text
    for seat in ("-1", "3", "one", ""):
        assert client.post(f"{path}/here", data={"seat": seat}).status_code == 422
    client.set_cookie("holder", f"0.{table.position.view()['turn']}.{'0' * 32}", path=path)
    assert "Give the phone to Ada" in client.get(path).text


def test_a_covered_hand_is_not_played_from(client: FlaskClient, at_home: House) -> None:
    table = at_home.set(**HANDS)
    path, fields = f"/t/{table.code}", {"id": "a-tap-from-nowhere", "version": table.version}
    for action in ({"type": "play", "card": "rain"}, {"type": "trade", "card": "quake"}):
        answer = client.post(f"{path}/act", data={**fields, **action})
        assert answer.status_code == 409
        assert "These cards are Ada" in answer.text
    assert at_home.open(table.code).version == table.version
    client.post(f"{path}/here", data={"seat": 0})
    assert client.post(f"{path}/act", data={**fields, "type": "trade", "card": "quake"}).status_code == 303
    assert at_home.open(table.code).version == table.version + 1


def test_the_phone_covers_a_hand_at_once_when_asked(client: FlaskClient, at_home: House) -> None:
    table = at_home.set(**HANDS)
    path = f"/t/{table.code}"
    client.post(f"{path}/here", data={"seat": 0})
    assert "playcard" in client.get(path).text
    client.post(f"{path}/cover")
    assert "playcard" not in client.get(path).text


def test_dice_of_the_table_are_no_secret(client: FlaskClient, at_home: House) -> None:
    table = at_home.set(kit=Kit(dice="table"), **HANDS)
    assert "Give the phone to Ada" in client.get(f"/t/{table.code}").text
