"""Tables are set up, found, put aside, brought back, deleted, taken home and brought again."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games.eruption.data import RULES

FORM: dict[str, Any] = {
    "set": "1",
    "village": ["orange", "green", "purple"],
    "start": "roll",
    "dice": "app",
    "tiles": "app",
    "cards": "app",
}


def start(client: FlaskClient, **changes: object) -> str:
    """Start a table; its code."""
    answer = client.post("/new/eruption", data={**FORM, **changes})
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"].rpartition("/")[2]


def opened(app: Flask, code: str) -> Any:
    return app.extensions["tables"].open(code)


def test_the_form_as_it_comes_starts_a_table(app: Flask, client: FlaskClient) -> None:
    code = start(client)
    table = opened(app, code)
    assert table.names == ("Orange", "Green", "Purple")
    assert table.made.start_roll


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_number_of_players_fills_in_the_villages(client: FlaskClient, players: int) -> None:
    page = client.get("/new/eruption", query_string={**FORM, "players": players, "name-orange": "Ann"}).text
    for village in RULES.villages:
        checked = f'value="{village.slug}" checked' in page
        assert checked == (village.slug in RULES.seats[str(players)])
    assert 'value="Ann"' in page


def test_names_villages_starter_and_kit_are_as_chosen(app: Flask, client: FlaskClient) -> None:
    code = start(
        client,
        village=["red", "yellow"],
        start="red",
        dice="table",
        tiles="table",
        cards="table",
        **{"name-red": "Åsa 火", "name-orange": "nobody"},
    )
    table = opened(app, code)
    assert table.names == ("Yellow", "Åsa 火")
    assert (table.kit.dice, table.kit.tiles) == ("table", "table")
    assert table.options["villages"] == ["yellow", "red"]
    assert table.options["start"] == 1
    assert table.options["cards"] == "table"
    assert not table.made.start_roll


def test_turns_go_round_the_island_whatever_order_the_form_has(app: Flask, client: FlaskClient) -> None:
    table = opened(app, start(client, village=["purple", "orange", "green"]))
    assert table.options["villages"] == ["orange", "green", "purple"]


@pytest.mark.parametrize("preset", RULES.presets, ids=lambda preset: preset.slug)
def test_a_preset_fills_in_the_house_rules(client: FlaskClient, preset: Any) -> None:
    page = client.get("/new/eruption", query_string={**FORM, "preset": preset.slug, "cards": "table"}).text
    for option in RULES.options:
        value = preset.options.get(option.slug, option.values[0])
        if option.slug == "cards":
            assert 'value="table" checked' in page
        elif isinstance(value, str):
            assert f'<option value="{value}" selected' in page
        elif set(option.values) == {True, False}:
            assert (f'name="{option.slug}" value="on" checked' in page) is value


def test_every_option_stands_in_the_form_with_its_sentence(client: FlaskClient) -> None:
    page = client.get("/new/eruption").text.replace("&#39;", "'")
    for option in RULES.options:
        assert f'name="{option.slug}"' in page
        if option.slug != "cards":
            assert option.text in page


def test_house_rules_reach_the_table(app: Flask, client: FlaskClient) -> None:
    table = opened(app, start(client, ties_to_wall="on", claim="own_damage", **{"preset-set": "bga"}))
    state = table.position.view()["options"]
    assert state["ties_to_wall"] is True
    assert state["claim"] == "own_damage"
    assert state["unlimited_walls"] is False  # switched off by hand, whatever the preset says


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"village": ["orange"]}, "2 to 6 villages"),
        ({"village": []}, "2 to 6 villages"),
        ({"village": ["orange", "atlantis"]}, "no such village"),
        ({"claim": "whoever"}, "whoever"),
        ({"ties_to_wall": "perhaps"}, "perhaps"),
        ({"dice": "loaded"}, "loaded"),
        ({"start": "atlantis"}, "atlantis"),
        ({"preset-set": "mine"}, "mine"),
        ({"clans": "pairs"}, "Clans"),
        ({"command": "short"}, "again"),
    ],
)
def test_what_cannot_be_is_told_and_starts_nothing(
    app: Flask, client: FlaskClient, changes: dict[str, object], told: str
) -> None:
    answer = client.post("/new/eruption", data={**FORM, **changes})
    assert answer.status_code == 422
    alert = answer.text.partition('role="alert">')[2].partition("</p>")[0]
    assert told in alert
    assert app.extensions["tables"].all() == []


def test_a_refused_form_keeps_what_was_entered(client: FlaskClient) -> None:
    page = client.post("/new/eruption", data={**FORM, "village": ["red"], "name-red": "Ann"}).text
    assert 'value="Ann"' in page
    assert 'value="red" checked' in page


def test_a_form_that_is_sent_twice_makes_one_table(app: Flask, client: FlaskClient) -> None:
    assert start(client, command="a-command-of-its-own") == start(client, command="a-command-of-its-own")
    assert len(app.extensions["tables"].all()) == 1


def test_making_tables_without_end_is_stopped(client: FlaskClient) -> None:
    statuses = {client.post("/new/eruption", data=FORM).status_code for _ in range(70)}
    assert statuses == {303, 429}


def test_running_tables_stand_on_the_first_page(client: FlaskClient) -> None:
    code = start(client, **{"name-orange": "Ann"})
    assert f'href="/t/{code}"' in client.get("/").text
    assert "Ann, Green, Purple" in client.get("/").text


def test_a_code_leads_to_its_table_however_it_is_typed(client: FlaskClient) -> None:
    code = start(client)
    for typed in (code, code.lower(), f" {code[:2]} {code[2:]} "):
        answer = client.get("/join", query_string={"code": typed})
        assert answer.status_code == 303
        assert answer.location == f"/t/{code}"


@pytest.mark.parametrize("typed", ["", "X", "1234567890123", "ÄÖÜ!", "ZZZZ"])
def test_a_code_that_is_none_is_told(client: FlaskClient, typed: str) -> None:
    assert client.get("/join", query_string={"code": typed}).status_code == 404


def test_a_table_is_put_aside_and_brought_back(client: FlaskClient) -> None:
    code = start(client)
    client.post(f"/tables/{code}/archive")
    assert code not in client.get("/").text
    assert code not in client.get("/tables").text
    assert code in client.get("/tables?archived=1").text
    client.post(f"/tables/{code}/restore")
    assert code in client.get("/tables").text


def test_a_table_is_deleted_only_after_a_question(client: FlaskClient) -> None:
    code = start(client)
    assert "gone for ever" in client.get(f"/tables/{code}/delete").text
    assert code in client.get("/tables").text
    client.post(f"/tables/{code}/delete")
    assert code not in client.get("/tables").text
    assert client.post(f"/tables/{code}/delete").status_code == 404


def test_a_table_goes_home_as_a_file_and_comes_back(client: FlaskClient) -> None:
    code = start(client, **{"name-orange": "Ann"})
    answer = client.get(f"/tables/{code}/export")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="tableside-{code}.json"'
    back = client.post("/import", data={"file": (io.BytesIO(answer.data), "table.json")})
    assert back.status_code == 303
    new = back.location.rpartition("/")[2]
    assert new != code
    assert client.get("/tables").text.count("Ann, Green, Purple") == 2


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (None, "Choose a file"),
        (b"", "Choose a file"),
        (b"%PDF-1.7", "JSON"),
        (b'{"half":', "JSON"),
        (b"[" * 100_000, "JSON"),
        (b"\xff\xfe", "JSON"),
        (b"[]", ""),
        (b'{"format": "tableside", "log": 3}', ""),
        (json.dumps({"a": "x" * 2_050_000}).encode(), "too large"),
    ],
)
def test_a_file_that_is_no_table_is_told(app: Flask, client: FlaskClient, body: bytes | None, told: str) -> None:
    part = b'--x\r\nContent-Disposition: form-data; name="file"; filename="x.json"\r\n\r\n'
    sent = b"--x--\r\n" if body is None else part + body + b"\r\n--x--\r\n"
    answer = client.post("/import", data=sent, content_type="multipart/form-data; boundary=x")
    assert answer.status_code == 422
    alert = answer.text.partition('role="alert">')[2].partition("</p>")[0]
    assert len(alert) > 20
    assert told in alert
    assert app.extensions["tables"].all() == []


def test_a_tables_link_has_a_qr_code_that_other_phones_can_follow(client: FlaskClient) -> None:
    code = start(client)
    answer = client.get(f"/tables/{code}/qr.svg", base_url="http://192.168.1.20:8000")
    assert answer.mimetype == "image/svg+xml"
    assert answer.data.startswith(b"<?xml") or answer.data.startswith(b"<svg")
    assert client.get("/tables/ZZZZ/qr.svg").status_code == 404
