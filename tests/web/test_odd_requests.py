"""What odd requests got through once: each is answered with the right status, tells no secret and changes nothing."""

from __future__ import annotations

import re
import socket

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games.eruption.data import RULES
from tests.web.conftest import Server


def set_up(client: FlaskClient, **fields: str) -> str:
    """A table of two with cards dealt by the app; its code."""
    form = {"set": "1", "village": ["orange", "green"], "cards": "app", "start": "orange", **fields}
    return str(client.post("/new/eruption", data=form).location.rpartition("/")[2])


def told(answer: object) -> str:
    """The visible words of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text))  # type: ignore[attr-defined]


@pytest.mark.parametrize("host", ["evil.box", "tables.evil.box", "evil.box:8000"])
def test_a_public_ending_is_no_home_name(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 400


@pytest.mark.parametrize("host", ["evil.example@127.0.0.1", "a<b>", "\u202eevil.example"])
def test_a_refused_name_is_shown_without_its_tricks(client: FlaskClient, host: str) -> None:
    answer = client.get("/", headers={"Host": host})
    assert answer.status_code == 400
    assert "the name ." not in told(answer)
    assert "\u202e" not in answer.text


def test_a_code_that_is_none_is_shown_without_its_tricks(client: FlaskClient) -> None:
    answer = client.get("/t/%E2%80%AEabc%00" + "x" * 2000)
    assert answer.status_code == 404
    assert not re.search("[\u202e\0]|x{100}", told(answer))


def test_a_name_that_shows_nothing_is_none(app: Flask, client: FlaskClient) -> None:
    code = set_up(client, **{"name-orange": "\u3164\u2800", "name-green": "\u115f\u00a0"})
    assert app.extensions["tables"].open(code).names == ("Orange", "Green")


@pytest.mark.parametrize("rest", ["", "?hex=6,3", "/history", "/more?lang=ja", "/at/0"])
def test_a_code_in_small_letters_leads_to_the_tables_own_address(client: FlaskClient, rest: str) -> None:
    code = set_up(client)
    answer = client.get(f"/t/{code.lower()}{rest}")
    assert answer.status_code == 308
    assert answer.location == f"/t/{code}{rest}"


def test_only_the_own_hand_can_be_corrected(client: FlaskClient) -> None:
    code = set_up(client)
    most = {card.slug: str(card.count) for card in RULES.cards}
    form = {"what": "hand", "id": "correction", "version": "0", "seat": "1", **most}
    for seat in ("0", "1"):
        answer = client.post(f"/t/{code}/correct", data={**form, "seat": seat})
        assert answer.status_code == 409
        assert "Give the phone on" in told(answer)
    client.post(f"/t/{code}/here", data={"seat": "0"})
    assert client.post(f"/t/{code}/correct", data={**form, "seat": "1"}).status_code == 409
    assert client.post(f"/t/{code}/correct", data={**form, "seat": "0"}).status_code == 422


def test_a_roll_whose_number_leaves_no_room_is_refused_before_the_first(client: FlaskClient) -> None:
    code = set_up(client)
    answer = client.post(f"/t/{code}/roll", data={"id": "x" * 62, "version": "0", "count": "3"})
    assert answer.status_code == 422
    assert "lost its number" in told(answer)


@pytest.mark.parametrize("target", ["/t/BBBB/switch", "/print", "/no/such/page", "/" + "x" * 5000])
def test_a_choice_of_language_never_leads_to_a_refusal(client: FlaskClient, target: str) -> None:
    assert client.post("/preferences", data={"next": target, "lang": "ja"}).location == "/"


@pytest.mark.parametrize("target", ["/tables?archived=", "/t/BBBB/history", "/print/eruption", "/"])
def test_a_choice_of_language_leads_back_to_its_page(client: FlaskClient, target: str) -> None:
    assert client.post("/preferences", data={"next": target, "lang": "ja"}).location == target


def test_a_kit_without_pieces_keeps_what_else_was_chosen(client: FlaskClient) -> None:
    answer = client.post("/print/eruption", data={"set": "1", "paper": "letter", "backs": "none", "board": "none"})
    assert answer.status_code == 422
    for value in ("letter", "none"):
        assert re.search(rf'<(?:option|input)[^>]*value="{value}"[^>]*(?:selected|checked)', answer.text)


def test_a_kit_that_has_no_room_is_told_in_a_sentence(app: Flask, client: FlaskClient) -> None:
    (app.config["SETTINGS"].data / "kits").write_text("in the way")
    answer = client.post("/print/eruption", data={"pieces": "walls"})
    assert answer.status_code == 503
    assert "could not be made" in told(answer)


def test_a_body_in_broken_pieces_is_refused(server: Server) -> None:
    request = (
        b"POST /preferences HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\n\r\nzz\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port), 10) as connection:
        connection.sendall(request)
        assert connection.recv(12) == b"HTTP/1.1 400"


def test_thousands_of_tables_come_in_portions(client: FlaskClient) -> None:
    codes = {set_up(client) for _ in range(55)}
    pages = [client.get("/tables").text]
    while (more := re.search(r'href="(/tables\?from=\d+)"', pages[-1])) is not None:
        pages.append(client.get(more[1]).text)
    assert len(pages) == 2
    assert {code for page in pages for code in re.findall(r'href="/t/(\w+)"', page)} == codes


@pytest.mark.parametrize("start", ["-1", "x", "9" * 50, "١", "9999999"])
def test_a_portion_that_is_none_is_no_error(client: FlaskClient, start: str) -> None:
    assert client.get("/tables", query_string={"from": start}).status_code == 200
