"""Other sites, other names and oversized requests are kept out; pages hold no inline script or style."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

PAGES = ["/", "/new/eruption", "/tables", "/import", "/about", "/offline", "/print/eruption", "/nothing-here"]


@pytest.mark.parametrize("page", PAGES)
def test_the_content_policy_is_strict_and_the_page_keeps_to_it(client: FlaskClient, page: str) -> None:
    answer = client.get(page)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert not re.search(r"<script(?![^>]*\ssrc=)", answer.text)
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:|hx-on", answer.text)
    assert not re.search(r"""(?:src|href|action)=["'](?:https?:)?//""", answer.text)


@pytest.mark.parametrize("path", [*PAGES, "/healthz", "/static/x/css/base.css", "/art/x/board.svg", "/worker.js"])
def test_every_answer_is_protected(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 303),
        ({"Sec-Fetch-Site": "same-origin"}, 303),
        ({"Sec-Fetch-Site": "none"}, 303),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"}, 403),
        ({"Sec-Fetch-Site": ""}, 403),
        ({"Origin": "http://localhost"}, 303),
        ({"Origin": "https://localhost"}, 403),
        ({"Origin": "http://localhost:8001"}, 403),
        ({"Origin": "http://localhost.evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
        ({"Origin": "http://["}, 403),
    ],
)
def test_an_unsafe_request_must_come_from_our_own_pages(
    client: FlaskClient, headers: dict[str, str], status: int
) -> None:
    answer = client.post("/preferences", data={"theme": "dark"}, headers=headers)
    assert answer.status_code == status
    assert ("Set-Cookie" in answer.headers) == (status == 303)


def test_a_phone_on_the_home_network_sends_only_its_origin(client: FlaskClient) -> None:
    at = {"base_url": "http://192.168.1.20:8000"}
    assert client.post("/preferences", headers={"Origin": "http://192.168.1.20:8000"}, **at).status_code == 303
    assert client.post("/preferences", headers={"Origin": "http://192.168.1.20:8001"}, **at).status_code == 403


@pytest.mark.parametrize(
    "host", ["localhost:8000", "192.168.1.20", "[fe80::1]:8000", "raspberrypi", "games.local", "games.fritz.box"]
)
def test_home_names_and_numbers_are_answered(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "localhost.evil.example", "a b", "[::1", ""])
def test_a_name_that_somebody_else_pointed_here_is_not(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 400


def test_a_body_that_is_too_large_is_refused(client: FlaskClient) -> None:
    answer = client.post("/new/eruption", data={"name-orange": "x" * 3_000_000})
    assert answer.status_code == 413
    assert "too large" in answer.text


def test_cookies_are_out_of_reach_of_scripts(client: FlaskClient) -> None:
    cookie = client.post("/preferences", data={"lang": "ja"}).headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


@pytest.mark.parametrize("target", ["//evil.example", "/\\evil.example", "https://evil.example", "evil", "/\n/x", ""])
def test_no_link_of_ours_leads_to_another_site(client: FlaskClient, target: str) -> None:
    assert client.post("/preferences", data={"next": target}).location == "/"
