"""What every answer wears, which methods there are, and what no address leads to."""

from __future__ import annotations

import re
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import Signer

from companion.web.app import create_app
from companion.web.settings import Settings
from tests.web.people.conftest import Someone, made
from tests.web.security.answers import every_page
from tests.web.table.many import BEN, CHIKA, HOST, HTMX, Party
from tests.web.table.test_many_phones import fill, routes

FOR_SCRIPTS = {"sound", "vibration", "awake"}
"""Cookies that a script reads: switches, which open nothing."""
COMMANDS = ("/act", "/roll", "/undo", "/redo", "/here", "/cover", "/back", "/people/lock", "/switch", "/correct")
OUTSIDE = (
    "../secret.key",
    "..%2fsecret.key",
    "..%2f..%2fsecret.key",
    "%2e%2e/secret.key",
    "..%5csecret.key",
    "....//secret.key",
    "%2fetc%2fpasswd",
    "/etc/passwd",
    "..%00/secret.key",
    "secret.key%00.pdf",
    "..%c0%af..%c0%afsecret.key",
)


def test_every_answer_at_a_table_is_protected_and_kept_by_nobody(app: Flask, party: Party) -> None:
    ada, ben, _chika = party.sit(HOST, BEN, CHIKA, phase="walls", active=1)
    for phone in (ada, ben, party.stranger()):
        answers = [*every_page(app, phone), ("/live", phone.client.get(phone.path("/live"), buffered=False))]
        answers += [(f"POST {rule}", phone.post(fill(rule), htmx=htmx)) for htmx in (True, False) for rule in COMMANDS]
        for path, answer in answers:
            headers = answer.headers
            assert "script-src 'self'; style-src 'self'" in headers["Content-Security-Policy"], path
            assert "unsafe" not in headers["Content-Security-Policy"], path
            assert "frame-ancestors 'none'" in headers["Content-Security-Policy"], path
            assert headers["X-Content-Type-Options"] == "nosniff", path
            assert headers["Referrer-Policy"] in ("same-origin", "strict-origin"), path
            assert "Access-Control-Allow-Origin" not in headers, path
            assert "ETag" not in headers and "Last-Modified" not in headers, path
            if answer.status_code == 200:
                assert headers["Cache-Control"] == "no-store", path
            answer.close()


def test_every_cookie_is_out_of_reach_of_other_sites_and_all_that_open_something_of_scripts(someone) -> None:  # type: ignore[no-untyped-def]
    host: Someone = made(someone())
    answers = [host.client.post("/new/eruption", data={"players": "3"})]
    answers += [host.client.post(f"/t/{host.code}/join", data={"seat": "0", "name": "Ann"})]
    answers += [host.client.post(f"/t/{host.code}/here", data={"seat": host.table.position.view()["active"]})]
    answers += [host.client.post(f"/t/{host.code}/switch", data={name: "1"}) for name in FOR_SCRIPTS]
    answers += [host.client.post("/preferences", data={"lang": "ja", "theme": "dark"})]
    answers += [host.client.get("/?lang=en")]
    found: set[str] = set()
    for answer in answers:
        for field in answer.headers.getlist("Set-Cookie"):
            for name, cookie in SimpleCookie(field).items():
                found.add(name)
                assert cookie["samesite"] == "Lax", name
                assert bool(cookie["httponly"]) == (name not in FOR_SCRIPTS), name
    assert found >= {"device", "lang", "theme"} | FOR_SCRIPTS


def test_cookies_go_over_https_alone_where_the_companion_is_reached_so(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path, proxies=1, url="https://games.example.org"))
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1", "X-Forwarded-Host": "games.example.org"}
    answer = app.test_client().post("/new/eruption", data={"players": "3"}, headers=headers)
    assert "Secure" in answer.headers["Set-Cookie"]
    app.extensions["tables"].store.close()


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "OPTIONS", "HEAD"])
def test_other_methods_do_and_tell_nothing(app: Flask, party: Party, method: str) -> None:
    ada, _ben = party.sit(HOST, BEN, phase="walls")
    before = (party.table.version, party.table.company)
    for rule in {*routes(app, "GET"), *routes(app, "POST")}:
        answer = ada.client.open(ada.path(fill(rule)), method=method, data={"id": "odd-method-1", "version": 1})
        assert answer.status_code < 500
        if method == "HEAD":
            assert not answer.data, rule
        elif method == "OPTIONS":
            assert (answer.status_code, answer.data) == (200, b""), rule
        else:
            assert answer.status_code == 405, rule
    assert (party.table.version, party.table.company) == before
    assert party.tables.hub.count(party.code) == 0  # nobody reads the stream that HEAD asked for


@pytest.mark.parametrize("path", OUTSIDE)
def test_no_address_leads_out_of_its_folder(app: Flask, client: FlaskClient, path: str) -> None:
    key = (app.config["SETTINGS"].data / "secret.key").read_bytes()
    for base in ("/static/x/", "/static/", "/art/x/", "/print/eruption/", "/print/eruption/x/", "/print/eruption/x/y/"):
        for ending in ("", ".pdf", ".png"):
            answer = client.get(f"{base}{path}{ending}")
            assert answer.status_code in (308, 400, 404), (base, ending)
            assert key not in answer.data
            assert b"root:" not in answer.data


@pytest.mark.parametrize("path", ["//evil.example", "//evil.example/%2e%2e", "/t//evil.example", "/\\evil.example"])
def test_no_address_redirects_to_another_site(client: FlaskClient, path: str) -> None:
    location = client.get(path, base_url="http://localhost").location or "/"
    assert re.match(r"(http://localhost)?/(?![/\\])", location)


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_link_that_people_pass_on_holds_no_name_that_a_stranger_sent(party: Party, method: str) -> None:
    ada, _ben = party.sit(HOST, BEN)
    for headers in (
        {"X-Forwarded-Host": "evil.example"},
        {"Forwarded": "host=evil.example"},
        {"X-Host": "evil.example"},
    ):
        answer = getattr(ada.client, method)(ada.path("/people/move"), headers=headers)
        assert "evil.example" not in answer.text
        assert "evil.example" not in ada.get("/board", **headers).text
    assert ada.client.get(ada.path("/board"), headers={"Host": "evil.example"}).status_code == 400


def test_nobody_gives_a_phone_its_identity(party: Party, client: FlaskClient) -> None:
    """Neither a cookie that somebody planted, nor what a form was offered, nor another kind of signature."""
    party.sit(HOST)
    key = party.app.config["SECRET_KEY"]
    offered = Signer(key, salt="offered device").sign("planted-device-00").decode()
    holder = Signer(key, salt="holder").sign("planted-device-00").decode()
    for planted in ("planted-device-00", "planted-device-00.AAAA", offered, holder, "." * 200, "é"):
        client.set_cookie("device", planted)
        answer = client.post(f"/t/{party.code}/join", data={"seat": "watch"})
        kept = SimpleCookie(answer.headers["Set-Cookie"])["device"].value
        assert not kept.startswith("planted")
        assert kept != planted
        client.delete_cookie("device")
    assert party.table.company.by_device("planted-device-00") is None


def test_the_key_is_made_on_the_first_start_kept_and_the_owners_alone(tmp_path: Path) -> None:
    keys = []
    for folder in ("a", "a", "b"):
        app = create_app(Settings(data=tmp_path / folder))
        keys.append(app.config["SECRET_KEY"])
        app.extensions["tables"].store.close()
    assert keys[0] == keys[1] != keys[2]
    assert all(len(key) >= 32 for key in keys)
    assert (tmp_path / "a" / "secret.key").stat().st_mode & 0o777 == 0o600


def test_what_holds_hands_and_seeds_is_read_by_no_other_user_of_the_machine(tmp_path: Path) -> None:
    data = tmp_path / "new" / "data"
    create_app(Settings(data=data)).extensions["tables"].store.close()
    assert data.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "accept", ["application/json", "text/html", "*/*", "", "text/html;q=0,application/json;q=0", "é"]
)
def test_no_wish_for_another_format_opens_a_door(party: Party, accept: str) -> None:
    ada, ben = party.sit(
        HOST, BEN, phase="cards", active=1, seats=[{"hand": {"rain": 1}}, {"hand": {"sinkhole": 1}}, {}]
    )
    for path in ("/export", "", "/hand", "/news", "/history"):
        for headers in ({"Accept": accept}, {"Accept": accept, **HTMX}, {"Accept": accept, "Range": "bytes=0-999"}):
            assert "sinkhole" not in ada.get(path, **headers).text
            assert party.stranger().get(path, **headers).status_code in (200, 303, 403, 409)
    assert "sinkhole" in ben.get().text
