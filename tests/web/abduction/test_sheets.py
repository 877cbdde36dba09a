"""The other pages of a table of Abduction, its set-up, and where tables are listed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games.abduction.data import RULES
from companion.tables.play import Table

from .conftest import Player, state

Begin = Callable[..., Player]
Opened = Callable[[Player], Table]


def start(client: FlaskClient, **fields: object) -> str:
    answer = client.post("/new/abduction", data={"set": "1", "cards": "app", **fields})
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"].rpartition("/")[2]


def usual() -> dict[str, str]:
    """The house rules as the form sends them when nobody touches them."""
    return {
        option.slug: option.values[0] if isinstance(option.values[0], str) else "on"
        for option in RULES.options
        if option.values[0] is not False
    }


# --- a new table ------------------------------------------------------------------------------------------------------


def test_both_games_are_offered_with_pictures(client: FlaskClient) -> None:
    page = client.get("/new").text
    assert 'href="/new/eruption"' in page
    assert 'href="/new/abduction"' in page
    assert "face-cow_5" in page


def test_the_form_as_it_comes_starts_a_table_with_the_usual_rules(app: Flask, client: FlaskClient) -> None:
    page = client.get("/new/abduction").text
    fields = dict(re.findall(r'<input type="checkbox" name="([a-z_]+)" value="([a-z]+)" checked', page))
    fields |= dict(re.findall(r'<select id="option-[a-z_]+" name="([a-z_]+)".*?value="([a-z_]+)" selected', page, re.S))
    table = app.extensions["tables"].open(start(client, **fields))
    options = table.position.view()["options"]
    assert {slug: options[slug] for slug in options if slug != "players"} == {
        o.slug: o.values[0] for o in RULES.options
    }
    assert table.kit.tiles == "app"
    assert fields == usual()


@pytest.mark.parametrize("option", RULES.options, ids=lambda option: str(option.slug))
def test_each_house_rule_can_be_changed(app: Flask, client: FlaskClient, option: Any) -> None:
    value = option.values[1]
    fields = usual()
    fields.pop(option.slug, None)
    if value is not False:
        fields[option.slug] = value if isinstance(value, str) else "on"
    table = app.extensions["tables"].open(start(client, **fields))
    assert table.position.view()["options"][option.slug] == value


def test_a_form_with_what_it_did_not_offer_is_shown_again(client: FlaskClient) -> None:
    for wrong in ({"cards": "hers"}, {"carry": "never"}, {"pin": "1"}):
        answer = client.post("/new/abduction", data={"set": "1", **wrong})
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text


def test_real_cards_are_a_choice(app: Flask, client: FlaskClient) -> None:
    assert app.extensions["tables"].open(start(client, cards="table")).asks == "tap"


def test_tables_are_listed_under_the_name_of_their_game(client: FlaskClient) -> None:
    start(client, name="Ann")
    for page in ("/", "/tables"):
        text = client.get(page).text
        assert "Ann" in text
        assert "Abduction · " in text


# --- the other pages --------------------------------------------------------------------------------------------------


def test_the_history_tells_each_turn_and_leads_to_the_field_as_it_was(begin: Begin, opened: Opened) -> None:
    player = begin(state({"red": 1, "cow_1": 1, "decoy": 1}))
    player.tap(card="cow_1")
    player.tap(card="decoy")
    page = player.page("/history")
    assert "The app was set to what lies on the table." in page
    then = player.page("/at/2")
    assert "This is how it was" in then
    assert "face-cow_1" in then
    assert "Take back to here" in then


def test_the_rules_are_those_of_this_moment_with_the_house_rules_that_are_unusual(begin: Begin) -> None:
    player = begin(state({"red": 1}), herd_again=True)
    page = player.page("/rules")
    assert "Play saucers or cows" in page
    assert "Yellow herds them all: yes" in page
    assert "Carrying" not in page


def test_there_is_no_big_display_and_that_is_said(begin: Begin) -> None:
    player = begin()
    answer = player.client.get(f"/t/{player.code}/board")
    assert answer.status_code == 404
    assert "There is no big display of this game." in answer.text
    assert player.client.get(f"/t/{player.code}/news?as=board").status_code == 404
    assert f"/t/{player.code}/board" not in player.page("/more") + player.page("/join")


def test_people_sit_down_and_watch_at_a_table_without_villages(app: Flask, client: FlaskClient) -> None:
    code = start(client, name="Ann")
    assert "Ann" in client.get(f"/t/{code}/people").text
    other = app.test_client()
    assert other.get(f"/t/{code}/join").status_code == 200
    other.post(f"/t/{code}/join", data={"seat": "watch", "name": "Bo"})
    page = other.get(f"/t/{code}").text
    assert "You are watching" in page
    assert 'action="/t/' + code + '/act"' not in page


def test_who_watches_may_not_play(app: Flask, client: FlaskClient, begin: Begin) -> None:
    code = start(client, name="Ann")
    other = app.test_client()
    other.post(f"/t/{code}/join", data={"seat": "watch", "name": "Bo"})
    client.post(f"/t/{code}/join", data={"seat": "0", "name": "Ann"})
    table = app.extensions["tables"].open(code)
    action = {"id": "watcher-1", "version": table.version, "type": "place", "card": "red"}
    assert other.post(f"/t/{code}/act", data=action).status_code == 403
    assert app.extensions["tables"].open(code).version == table.version


def test_finished_games_of_this_phone_are_ranked(client: FlaskClient, app: Flask) -> None:
    scores = []
    for cows in ({"cow_5": 1}, {"cow_5": 1, "cow_4": 1}):
        code = start(client)
        tables = app.extensions["tables"]
        from companion.tables.play import Command

        table = tables.correct(code, Command("set-score", tables.open(code).version), state({"red": 1}, score=[cows]))
        client.post(f"/t/{code}/finish", data={"id": "finish-it", "version": table.version})
        scores.append(tables.open(code).position.ranking()[0]["score"])
    page = client.get(f"/t/{code}/end").text
    ranked = re.findall(r"<strong>(\d+)</strong>", page)
    assert ranked == ["9", "5"] == [str(score) for score in sorted(scores, reverse=True)]
    assert page.count("this game") == 1


# --- the table differs ------------------------------------------------------------------------------------------------


def form_of(player: Player, what: str, zone: str = "") -> dict[str, str]:
    """The fields of a form of the corrections as they stand."""
    page = player.page("/differs")
    for form in re.findall(r'<form class="inside.*?</form>', page, re.S):
        fields = dict(re.findall(r'name="([a-z0-9_-]+)"[^>]* value="([^"]*)"', form))
        for name, options in re.findall(r'<select name="([a-z0-9-]+)".*?>(.*?)</select>', form, re.S):
            chosen = re.search(r'value="([a-z0-9_]+)" selected', options)
            fields[name] = chosen[1] if chosen else "none"
        if fields.get("what") == what and fields.get("zone", "") == zone:
            return fields
    raise AssertionError(f"no form for {what}")


def correct(player: Player, what: str, zone: str = "", **changes: str) -> int:
    fields = form_of(player, what, zone) | changes
    return player.client.post(f"/t/{player.code}/correct", data=fields).status_code


@pytest.fixture
def laid(begin: Begin) -> Player:
    field = {"ufos": [{"card": "red", "size": 2}], "cows": [["cow_3", "decoy"], ["cow_2"]], "score": [{"cow_5": 1}]}
    return begin(state({"red": 1, "cow_1": 1}, hangar=1, **field), cards="table")


@pytest.mark.parametrize(
    ("what", "zone"),
    [
        ("zone", "hand"),
        ("zone", "discard"),
        ("zone", "removed"),
        ("ufos", ""),
        ("cows", ""),
        ("score", ""),
        ("hangar", ""),
    ],
)
def test_a_correction_that_changes_nothing_leaves_all_as_it_is(
    laid: Player, opened: Opened, what: str, zone: str
) -> None:
    before = opened(laid).position.view()
    assert correct(laid, what, zone) == 303
    assert opened(laid).position.view() == before


def test_a_card_that_was_tapped_in_wrongly_is_changed(laid: Player, opened: Opened) -> None:
    deck = opened(laid).position.view()["deck"]
    assert correct(laid, "zone", "hand", red="0", blue="1") == 303
    view = opened(laid).position.view()
    assert view["hand"] == {"blue": 1, "cow_1": 1}
    assert view["deck"] == {**deck, "red": deck["red"] + 1, "blue": deck["blue"] - 1}


def test_field_score_hangar_and_turn_are_set(laid: Player, opened: Opened) -> None:
    assert correct(laid, "ufos", u0="yellow", s0="1", u1="blue", s1="3") == 303
    assert correct(laid, "cows", **{"c0-1": "none", "c2-0": "cow_4"}) == 303
    assert correct(laid, "score", **{"d0-cow_5": "0", "d2-cow_4": "2"}) == 303
    assert correct(laid, "hangar", hangar="2") == 303
    view = opened(laid).position.view()
    assert view["ufos"] == [{"card": "yellow", "size": 1}, {"card": "blue", "size": 3}]
    assert view["cows"] == [["cow_3"], ["cow_2"], ["cow_4"]]
    assert (view["score"], view["hangar"]) == ([{}, {}, {"cow_4": 2}], 2)
    assert correct(laid, "turn", turn="12", phase="process") == 303
    view = opened(laid).position.view()
    assert (view["turn"], view["phase"]) == (12, "process")


def test_what_cannot_lie_there_is_refused_with_its_reason(laid: Player, opened: Opened) -> None:
    version = opened(laid).version
    fields = form_of(laid, "ufos") | {"u0": "red", "u1": "red"}
    answer = laid.client.post(f"/t/{laid.code}/correct", data=fields)
    assert answer.status_code == 422
    assert "lies beside its like" in answer.text
    for what, changes in (("zone", {"red": "99"}), ("ufos", {"u0": "cow_1"}), ("turn", {"phase": "nap"})):
        fields = form_of(laid, what, "hand" if what == "zone" else "") | changes
        assert laid.client.post(f"/t/{laid.code}/correct", data=fields).status_code == 422
    assert opened(laid).version == version


def test_who_plays_alone_has_the_seat_at_once_and_others_can_only_watch(app: Flask, client: FlaskClient) -> None:
    code = start(client, name="Ann", pin="1234")
    table = app.extensions["tables"].open(code)
    assert table.names == ("Ann",)
    assert table.company.owner(0) is not None
    assert "of the host" not in client.get(f"/t/{code}").text
    other = app.test_client()
    assert other.get(f"/t/{code}").status_code in (302, 303, 403)
    answer = other.post(f"/t/{code}/join", data={"seat": "0", "name": "Bo", "pin": "1234"})
    assert answer.status_code == 409
    assert app.extensions["tables"].open(code).names == ("Ann",)
