"""What the big display says and, above all, what it does not: no hand is ever in it."""

from __future__ import annotations

import random
import re
from collections import Counter
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games.eruption.data import RULES
from companion.tables import seating, seats
from companion.tables.play import Table, Tables
from companion.web.table.display import MOST_LINES
from tests.web.display.conftest import NAMES, Room, duel, final, laying, never

STAMP = re.compile(r'data-at="[^"]*"|name="have" value="[^"]*"')
"""What tells one version of a page from another."""


@pytest.fixture
def here(app: Flask) -> Room:
    """The tables of the app in this process."""
    tables: Tables = app.extensions["tables"]
    tables._seeds = lambda: bytes(range(32))
    return Room(tables)


def look(client: FlaskClient, table: Table, query: str = "") -> str:
    answer = client.get(f"/t/{table.code}/board{query}")
    assert answer.status_code == 200, answer.text
    return answer.text


def piece(page: str, name: str) -> str:
    """The element with an id, as text."""
    start = re.search(rf'<(\w+) id="{name}"', page)
    assert start, name
    end = page.index(f"</{start[1]}>", start.start())
    return " ".join(unescape(re.sub("<[^>]*>", " ", page[start.start() : end])).split())


def test_it_shows_whose_turn_it_is_the_phase_and_every_village(client: FlaskClient, here: Room) -> None:
    table = here.played(laying, 4)
    state = table.position.view()
    page = look(client, table)
    assert piece(page, "d-turn").startswith(NAMES[state["active"]])
    assert "Lava tile" in piece(page, "d-turn")
    assert f"#tile-{state['drawn']}" in page[page.index('id="d-turn"') : page.index("</header>")]
    rows = piece(page, "d-lanes")
    for name, seat in zip(NAMES[:4], state["seats"], strict=True):
        assert re.search(rf"{name} {seat['temperature']} {seat['temperature']} degrees", rows), rows


def test_every_tile_and_wall_of_the_island_is_on_it(client: FlaskClient, here: Room) -> None:
    state = (table := here.played(laying, 4)).position.view()
    page = look(client, table)
    land = page[page.index('id="b-land"') : page.index('id="b-walls"')]
    walls = page[page.index('id="b-walls"') : page.index('id="b-marks"')]
    assert land.count("#tile-") == len(state["tiles"]) >= 8
    assert walls.count("#wall-") == len(state["walls"]) > 0


def test_the_last_things_stand_on_top_and_a_duel_with_its_dice(client: FlaskClient, here: Room) -> None:
    table = here.played(duel, 4)
    while (decision := table.position.decision()) and decision.kind == "duel":
        table = here.tables.roll(table.code, here.command(table))
    event = next(event for event in table.last.events if event["type"] == "duel")
    page = look(client, table)
    log = page[page.index('id="d-log"') :]
    assert f"die-white-{event['white']}" in log and f"die-orange-{event['orange']}" in log
    assert " against " in piece(page, "d-log")
    band = page[page.index('id="d-turn"') : page.index("</header>")]
    assert f"die-white-{event['white']}" in band and f"die-orange-{event['orange']}" in band


def test_a_step_taken_back_is_gone_and_said(client: FlaskClient, here: Room) -> None:
    table = here.played(laying, 3)
    before = look(client, table)
    here.tables.undo(table.code, here.command(table))
    after = look(client, table)
    assert piece(after, "d-log").startswith("1 step was taken back.")
    assert piece(before, "d-log") != piece(after, "d-log")


@pytest.mark.parametrize("number", range(4))
def test_no_hand_is_anywhere_in_it_at_any_step_of_a_game(client: FlaskClient, here: Room, number: int) -> None:
    """Pages of one game that differs only in who holds which cards are the same, letter by letter."""
    rng = random.Random(number)
    table = here.played(lambda position: len(position.view()["tiles"]) >= 4 + 3 * number, 4)
    pages, hands = list[str](), set[str]()
    for _ in range(MOST_LINES + 4):  # the log tells of each correction: the pages are compared when it is full of them
        state = table.position.view()
        box = [card.slug for card in RULES.cards for _ in range(card.count - state["card_discard"].get(card.slug, 0))]
        rng.shuffle(box)
        seats = [
            {**seat, "hand": dict(Counter(box.pop() for _ in range(sum(seat["hand"].values()) or 1)))}
            for seat in state["seats"]
        ]
        table = here.tables.correct(table.code, here.command(table), {"seats": seats, "deck": None})
        hands.add(str(table.position.view()["seats"]))
        pages.append(STAMP.sub("", look(client, table)))
    assert len(hands) > MOST_LINES
    assert len(set(pages[-4:])) == 1


def test_a_player_who_opens_it_sees_no_own_hand_either(client: FlaskClient, app: Flask, here: Room) -> None:
    table = here.new(3)
    plain = look(client, table)
    assert "playcard" not in plain and "card-" not in plain
    client.post(f"/t/{table.code}/join", data={"seat": "0", "name": "Ada"})
    assert "playcard" not in (page := look(client, table)) and "card-" not in page


def test_who_is_there_is_told_by_sign_and_word(client: FlaskClient, here: Room, app: Flask) -> None:
    table = here.played(laying, 6)
    assert "free" not in piece(look(client, table), "d-lanes"), "one phone that goes round needs no signs"
    here.sit(table, ("a", "Ann"), ("b", "Bob"), ("c", "Cid"))
    here.arrange(table, seating.set_bot("a", 3, 6, True))
    here.arrange(table, seating.stand_in("a", 2))
    with here.tables.hub.subscribe(table.code, "a"):
        page = look(client, table)
    rows = piece(page, "d-lanes")
    for name, word in (("Ann", "here"), ("Bob", "away"), ("Cid", "host plays"), ("Dan", "bot"), ("Fay", "free")):
        assert re.search(rf"{name} {word}", rows), rows
    lanes = page[page.index('id="d-lanes"') :]
    signs = re.findall(r'<small class="is \w+">(<svg.*?</svg>)', lanes)
    assert len(signs) == 6
    assert len(set(signs)) == 5, "each state has a shape of its own"


def test_while_seats_are_free_the_way_in_is_the_main_thing(client: FlaskClient, here: Room) -> None:
    table = here.new(2)
    page = look(client, table)
    assert piece(page, "d-turn").startswith("Take a seat")
    assert 'id="d-mode" class="gathering"' in page
    here.sit(table, ("a", "Ann"), ("b", "Bob"))
    page = look(client, table)
    assert 'id="d-mode" class="playing"' in page
    assert piece(page, "d-turn").startswith(("Ann", "Bob"))


def test_a_locked_table_shows_no_way_in_and_waits_for_nobody(client: FlaskClient, here: Room) -> None:
    table = here.new(3)
    here.sit(table, ("a", "Ann"))
    here.arrange(table, seating.settle("a", locked=True))
    page = look(client, table)
    assert 'id="d-mode" class="playing locked"' in page
    assert piece(page, "d-turn").startswith("Ann")


def test_the_final_round_says_who_still_plays(client: FlaskClient, here: Room) -> None:
    table = here.played(final, 4)
    left = table.position.view()["final_round"]["to_play"]
    assert f"Then only: {', '.join(NAMES[seat] for seat in left)}" in piece(look(client, table), "d-final")


def test_the_end_is_the_ranking_with_its_reasons(client: FlaskClient, here: Room) -> None:
    table = here.played(never, 4)
    ranking = table.position.ranking()
    page = look(client, table)
    winners = [NAMES[row["seat"]] for row in ranking if row["place"] == 1]
    assert piece(page, "d-turn") == (
        f"{winners[0]} wins" if len(winners) == 1 else f"{', '.join(winners)} win together"
    )
    rows = piece(page, "d-lanes")
    order = [rows.index(f"{row['place']} {NAMES[row['seat']]}") for row in ranking]
    assert order == sorted(order)
    assert piece(page, "d-log").startswith("The heat over the game")


def test_it_leads_on_to_the_rematch(client: FlaskClient, here: Room) -> None:
    table = here.played(never, 2)
    look(client, table)
    follows = here.tables.rematch(table.code, here.command(table))
    page = look(client, table)
    assert f'href="/t/{follows.code}/board"' in page


def test_with_a_pin_only_people_of_the_table_see_it(client: FlaskClient, here: Room) -> None:
    table = here.new(3)
    here.sit(table, ("a", "Ann"))
    look(client, table)
    here.arrange(table, seating.settle("a", pin=seats.hash_pin("1234")))
    answer = client.get(f"/t/{table.code}/board")
    assert answer.status_code == 303
    assert "Ann" not in answer.text
    assert answer.headers["Location"].startswith(f"/t/{table.code}/join")


def test_names_are_shown_as_text_whatever_is_in_them(client: FlaskClient, here: Room) -> None:
    table = here.new(2)
    here.sit(table, ("a", "<b onx=1>&amp;"), ("b", "\"'><svg/>"))
    table = here.play(table, laying)
    page = look(client, table)
    assert "<b onx" not in page and "<svg/>" not in page
    assert "<b onx=1>&amp;" in piece(page, "d-lanes")


def test_without_scripts_it_loads_itself_again_and_with_them_never(client: FlaskClient, here: Room) -> None:
    page = look(client, here.new(2))
    assert re.search(r'<noscript><meta http-equiv="refresh" content="\d+"></noscript>', page)
    assert "http-equiv" not in page.replace("<noscript><meta http-equiv", "", 1)


def test_it_is_light_enough_for_an_old_tv(client: FlaskClient, here: Room) -> None:
    """A full board, packed, beside the phone's play page, which is tapped on the same network."""
    table = here.played(final, 6)
    answer = client.get(f"/t/{table.code}/board", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert len(answer.data) < 12_000
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_code_typed_in_small_letters_leads_to_the_display(client: FlaskClient, here: Room) -> None:
    table = here.new(2)
    answer = client.get(f"/t/{table.code.lower()}/board")
    assert (answer.status_code, answer.headers["Location"]) == (308, f"/t/{table.code}/board")
    assert client.get("/t/NONE/board").status_code == 404


def test_the_way_back_from_the_history_leads_a_tv_to_the_display(client: FlaskClient, here: Room) -> None:
    table = here.played(laying, 2)
    here.sit(table, ("a", "Ann"))
    for path in ("history", f"at/{table.version}"):
        page = client.get(f"/t/{table.code}/{path}")
        assert page.status_code == 200
        assert f'href="/t/{table.code}/board"' in page.text
        assert f'href="/t/{table.code}"' not in page.text
