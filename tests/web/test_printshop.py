"""Kits are ordered, waited for and fetched on pages that work without scripts; each refusal says what is allowed."""

from __future__ import annotations

import html
import io
import re
import zipfile
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pikepdf
import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web.kits.ledger import LineFull
from companion.web.kits.worker import Worker
from companion.web.kits.workshop import Workshop
from tests.web.printshop_helpers import (
    FAILING,
    IDLE,
    QUICK,
    SLOW,
    WALLS,
    key_in,
    order,
    wait_for,
    wait_until,
    worker,
)


@pytest.fixture
def workshop(app: Flask) -> Workshop:
    """The app's, whose worker does nothing."""
    found: Workshop = app.extensions["jobs"]
    found.program = IDLE
    return found


@pytest.fixture
def quick(workshop: Workshop) -> Iterator[Worker]:
    """The app's kits are made in no time."""
    made = worker(workshop, QUICK)
    made.start()
    yield made
    made.stop()


def test_a_kit_is_ordered_waited_for_and_fetched(client: FlaskClient, workshop: Workshop, quick: Worker) -> None:
    where = order(client, paper="letter", pieces=["tiles", "cards"])
    job = workshop.get(key_in(where))
    assert job
    wait_for(workshop, job, "done")
    page = client.get(where).text
    assert "Your kit is ready" in page
    assert "2 sheets" in page
    assert "hx-get" not in page
    assert "refresh" not in page
    file = client.get(where + ".pdf")
    assert file.mimetype == "application/pdf"
    assert "eruption-letter-en.pdf" in file.headers["Content-Disposition"]
    with pikepdf.open(io.BytesIO(file.data)) as pdf:
        told = str(pdf.docinfo["/Title"])
    assert "--pieces=tiles,cards" in told
    assert "--paper=letter" in told
    file.close()


def test_its_pages_are_shown_as_they_will_be_printed(client: FlaskClient, workshop: Workshop, quick: Worker) -> None:
    where = order(client)
    pictures = [client.get(f"{where}/{number}.png") for number in (1, 3)]
    for picture in pictures:
        assert picture.mimetype == "image/png"
        assert picture.data.startswith(b"\x89PNG")
        picture.close()
    assert client.get(f"{where}/4.png").status_code == 404
    shown = re.findall(r'<img src="([^"]+)" loading="lazy" alt="([^"]+)"', client.get(where).text)
    assert shown == [(f"{where}/{n}.png", f"Page {n}") for n in (1, 2, 3)]


def test_a_kit_of_several_files_comes_as_a_zip_under_its_own_name(client: FlaskClient, workshop: Workshop) -> None:
    workshop.program = Workshop(workshop.settings).program
    where = order(client, cut_file="svg", guide="no")
    job = workshop.get(key_in(where))
    assert job
    wait_for(workshop, job, "done", "failed")
    assert client.get(where + ".pdf").status_code == 404
    file = client.get(where + ".zip")
    assert "eruption-a4-en.zip" in file.headers["Content-Disposition"]
    with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
        assert "eruption.pdf" in archive.namelist()
    file.close()
    with client.get(f"{where}/1.png") as picture:
        assert picture.data.startswith(b"\x89PNG")


def test_the_same_choice_is_one_tap_away_in_other_files(client: FlaskClient, workshop: Workshop, quick: Worker) -> None:
    where = order(client, paper="letter")
    job = workshop.get(key_in(where))
    assert job
    wait_for(workshop, job, "done")
    others = re.findall(r'<form method="post" action="([^"]+)"><button class="button">', client.get(where).text)
    exports = set()
    for address in others:
        answer = client.post(html.unescape(address))
        other = workshop.get(key_in(answer.location))
        assert other
        assert other.options.paper == "letter"
        assert other.options.pieces == ("walls",)
        exports.add((other.options.export, other.options.cut_file))
    assert exports == {
        ("sheets", "svg"),
        ("sheets", "dxf"),
        ("png-sheets", "none"),
        ("png-faces", "none"),
        ("print-on-demand", "none"),
    }


def test_whoever_asks_for_the_same_gets_the_same_at_once(
    client: FlaskClient, workshop: Workshop, quick: Worker
) -> None:
    first = order(client)
    job = workshop.get(key_in(first))
    assert job
    wait_for(workshop, job, "done")
    assert order(client) == first
    assert "Your kit is ready" in client.get(first).text
    assert order(client, pieces="tiles") != first


def test_what_is_not_there_is_told(client: FlaskClient, workshop: Workshop) -> None:
    for path in (
        "/print/chess",
        "/print/chess/sheets",
        "/print/chess/pieces",
        "/print/chess/printers",
        *(f"/print/eruption/0123456789abcdef{end}" for end in ("", ".pdf", ".zip", "/1.png", "/tiles/fan_5.png")),
    ):
        assert client.get(path).status_code == 404, path
    assert client.post("/print/eruption/0123456789abcdef/cancel").status_code == 404


def test_no_address_leads_out_of_the_folder_of_kits(client: FlaskClient, workshop: Workshop, quick: Worker) -> None:
    where = order(client)
    job = workshop.get(key_in(where))
    assert job
    wait_for(workshop, job, "done")
    (workshop.settings.data / "secret.png").write_bytes(b"SECRET-7f3a")
    (workshop.settings.data / "secret.pdf").write_bytes(b"SECRET-7f3a")
    for path in (
        "/print/eruption/..%2fsecret.pdf",
        "/print/eruption/../secret.pdf",
        "/print/eruption/..%2f..%2fsecret.key",
        f"{where}.py",
        f"{where}.sqlite",
        f"{where}/..%2f..%2f..%2fsecret.png",
        f"{where}/../../../secret.png",
        f"{where}/%2e%2e/secret.png",
        f"{where}/../secret/secret.png",
        f"{where}/-1.png",
        f"{where}/99999999999999999999.png",
        f"{where.replace(job.key, job.key.upper())}.pdf",
        f"{where.replace(job.key, job.key + '%00')}.pdf",
        f"{where.replace(job.key, '*')}.pdf",
    ):
        answer = client.get(path)
        assert answer.status_code in (404, 308), path
        assert b"SECRET-7f3a" not in answer.data


def test_progress_is_what_the_process_says(client: FlaskClient, workshop: Workshop) -> None:
    slow = worker(workshop, SLOW)
    slow.start()
    try:
        where = order(client)
        job = workshop.get(key_in(where))
        assert job
        wait_until(lambda: (now := workshop.get(job.key)) and now.done)
        page = client.get(where).text
        assert '<progress max="4" value="1"' in page
        assert "Drawing" in page
        assert '<noscript><meta http-equiv="refresh"' in page
        assert client.get(where + ".pdf").status_code == 404
    finally:
        slow.stop()


def test_who_ordered_may_stop_it_and_who_wants_it_too_still_gets_it(app: Flask, workshop: Workshop) -> None:
    slow = worker(workshop, SLOW)
    slow.start()
    try:
        ann, ben, stranger = (app.test_client() for _ in range(3))
        for one in (ann, ben, stranger):
            one.environ_base["HTTP_ACCEPT"] = "text/html"
            one.get("/print/eruption")
        where = order(ann)
        assert order(ben) == where
        job = workshop.get(key_in(where))
        assert job
        wait_for(workshop, job, "running")
        assert "Stop" in ann.get(where).text
        assert "/cancel" not in stranger.get(where).text
        stranger.post(f"{where}/cancel")
        answer = ann.post(f"{where}/cancel")
        assert answer.status_code == 303
        assert parse_qs(urlsplit(answer.location).query)["pieces"] == ["walls"]
        assert "Making your kit" in ben.get(where).text
        ben.post(f"{where}/cancel")
        wait_for(workshop, job, "cancelled")
        assert "Stopped" in ben.get(where).text
    finally:
        slow.stop()


def test_a_failure_says_why_in_the_language_of_the_page_and_what_still_works(
    client: FlaskClient, workshop: Workshop
) -> None:
    failing = worker(workshop, FAILING)
    failing.start()
    try:
        where = order(client, look="grey", paper="letter")
        job = workshop.get(key_in(where))
        assert job
        wait_for(workshop, job, "failed")
        page = client.get(where).text
        assert "Missing: Pango." in page
        usual = re.search(r'class="button main" href="([^"]+)"', page)
        assert usual
        query = parse_qs(urlsplit(html.unescape(usual[1])).query)
        assert query["paper"] == ["letter"]
        assert "look" not in query
    finally:
        failing.stop()


def test_a_line_that_is_full_is_told(client: FlaskClient, workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise LineFull

    monkeypatch.setattr(workshop.ledger, "order", full)
    answer = client.post("/print/eruption", data=WALLS)
    assert answer.status_code == 503
    assert "Try again in a minute" in answer.text
    assert "Try again in a minute" in client.get("/print/eruption/sheets?pieces=walls").text


def test_too_many_orders_are_slowed_down_but_what_is_there_is_given(
    client: FlaskClient, workshop: Workshop, quick: Worker
) -> None:
    where = order(client)
    answers = [client.post("/print/eruption", data={**WALLS, "gutter": str(n / 2)}).status_code for n in range(7, 32)]
    assert answers[0] == 303
    assert answers[-1] == 429
    assert order(client) == where
