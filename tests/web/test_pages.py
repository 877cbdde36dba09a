"""The frame of every page: languages, day and night, friendly errors, what is kept by browsers and for how long."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.web.app import create_app
from companion.web.settings import Settings


def test_the_front_door_opens(client: FlaskClient) -> None:
    answer = client.get("/")
    assert answer.status_code == 200
    assert "New table" in answer.text


@pytest.mark.parametrize(
    ("accepted", "tag"),
    [
        ("ja", "ja"),
        ("zh-TW,zh;q=0.9,en;q=0.8", "zh-Hant-TW"),
        ("de-DE,ja;q=0.5", "ja"),
        ("de", "en"),
        ("en-GB,ja;q=0.9", "en"),
        ("*", "en"),
        ("", "en"),
    ],
)
def test_the_language_is_the_browsers_first_that_there_is(client: FlaskClient, accepted: str, tag: str) -> None:
    assert f'<html lang="{tag}"' in client.get("/", headers={"Accept-Language": accepted}).text


def test_a_chosen_language_is_kept(client: FlaskClient) -> None:
    client.post("/preferences", data={"lang": "ja", "next": "/about"})
    assert '<html lang="ja"' in client.get("/").text
    assert '<html lang="zh-Hant-TW"' in client.get("/?lang=zh_Hant_TW").text
    assert '<html lang="zh-Hant-TW"' in client.get("/").text
    assert '<html lang="zh-Hant-TW"' in client.get("/?lang=klingon").text


def test_night_is_kept(client: FlaskClient) -> None:
    assert 'data-theme="auto"' in client.get("/").text
    client.post("/preferences", data={"theme": "dark"})
    assert 'data-theme="dark"' in client.get("/").text
    client.post("/preferences", data={"theme": "purple"})
    assert 'data-theme="dark"' in client.get("/").text


def test_a_missing_page_says_so_kindly(client: FlaskClient) -> None:
    answer = client.get("/t/nothing/like/this")
    assert answer.status_code == 404
    assert "Nothing at this address" in answer.text
    assert answer.headers["X-Request-Id"] in answer.text


def test_a_wrong_method_says_which_are_right(client: FlaskClient) -> None:
    answer = client.delete("/about")
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]


def test_programs_get_json(client: FlaskClient) -> None:
    answer = client.get("/nothing", headers={"Accept": "application/json"})
    assert answer.json
    assert answer.json["code"] == "not_found"


def test_htmx_gets_a_notice_instead_of_a_page(client: FlaskClient) -> None:
    answer = client.get("/nothing", headers={"HX-Request": "true"})
    assert "<html" not in answer.text
    assert 'class="notice' in answer.text


def test_health_is_ok_while_the_database_answers(client: FlaskClient) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json
    assert answer.json["status"] == "ok"


def test_health_is_503_when_the_database_is_gone(client: FlaskClient, settings: Settings) -> None:
    for file in settings.data.glob("tables.sqlite*"):
        file.write_bytes(b"overwritten by something else entirely, again and again" * 200)
    answer = client.get("/healthz")
    assert answer.status_code == 503
    page = client.get("/tables")
    assert page.status_code == 503
    assert str(settings.data) not in page.text


def addresses(client: FlaskClient, page: str = "/") -> list[str]:
    return re.findall(r'(?:href|src)="(/(?:static|art)/[^"#]+)', client.get(page).text)


def test_files_are_kept_for_ever_under_the_address_of_their_content(client: FlaskClient) -> None:
    found = addresses(client)
    assert any("/css/base.css" in address for address in found)
    for address in found:
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert "immutable" in answer.headers["Cache-Control"]


def test_an_old_address_gives_the_newest_file_but_is_not_kept(client: FlaskClient) -> None:
    answer = client.get("/static/0123456789ab/css/base.css")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("name", ["nothing.css", "../pyproject.toml", "css", "css/", "/etc/passwd"])
def test_no_other_file_is_given_away(client: FlaskClient, name: str) -> None:
    assert client.get(f"/static/x/{name}", follow_redirects=True).status_code == 404


def test_files_and_pages_are_packed_for_those_who_can_unpack(client: FlaskClient) -> None:
    for address in [*addresses(client), "/new/eruption"]:
        plain = client.get(address)
        packed = client.get(address, headers={"Accept-Encoding": "gzip, br"})
        assert "Content-Encoding" not in plain.headers
        assert "Accept-Encoding" in plain.headers["Vary"]
        if packed.headers.get("Content-Encoding") == "gzip":
            command = re.compile(rb'name="(?:command|device)" value="[^"]*"')  # a new one each time
            assert command.sub(b"", gzip.decompress(packed.data)) == command.sub(b"", plain.data)
            assert len(packed.data) < len(plain.data)
        else:
            assert len(plain.data) < 1024 or plain.mimetype in ("font/woff2", "image/svg+xml")


def test_a_first_visit_weighs_less_than_150_kilobytes(client: FlaskClient) -> None:
    headers = {"Accept-Encoding": "gzip"}
    pages = ["/", "/new/eruption"]
    files = {address for page in pages for address in addresses(client, page)}
    css = "".join(client.get(address).text for address in files if address.endswith(".css"))
    files |= {f"/static/x/{font}" for font in re.findall(r"fonts/[\w-]+\.woff2", css)}
    total = sum(len(client.get(address, headers=headers).data) for address in [*pages, *files])
    assert 50_000 < total < 150_000, total


def test_a_phone_can_keep_the_companion_among_its_apps(client: FlaskClient) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    manifest = json.loads(answer.data)
    assert manifest["start_url"] == "/"
    assert client.get(manifest["icons"][0]["src"]).status_code == 200


def test_the_about_page_says_that_it_is_unofficial(client: FlaskClient) -> None:
    assert "unofficial" in client.get("/about").text


def test_behind_a_proxy_the_addresses_are_the_proxys(tmp_path: Path) -> None:
    client = create_app(Settings(data=tmp_path, proxies=1, url="https://games.example.org")).test_client()
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "games.example.org", "X-Forwarded-For": "10.0.0.9"}
    forwarded["Origin"] = "https://games.example.org"
    answer = client.post("/preferences", data={"theme": "dark"}, headers=forwarded)
    assert answer.status_code == 303
    assert "Secure" in answer.headers["Set-Cookie"]
