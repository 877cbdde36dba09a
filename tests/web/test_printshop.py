"""Kits are ordered, waited for and fetched; what goes wrong with one is told and harms no other."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.kit.options import KitOptions
from companion.web.jobs import LONGEST_LINE, Job, KitJobs, LineFull

QUICK = """
import json, pathlib, sys
out = pathlib.Path(sys.argv[sys.argv.index("-o") + 1])
print("a line that is no JSON")
print(json.dumps({"done": 1, "total": 2, "text": "Half of it"}), flush=True)
out.write_bytes(b"%PDF-1.7 " + " ".join(sys.argv[1:]).encode())
print(json.dumps({"file": str(out), "bytes": out.stat().st_size}))
"""
SLOW = 'import time; print(\'{"done": 1, "total": 4, "text": "Drawing"}\', flush=True); time.sleep(60)'
FAILING = 'import sys; print(\'{"error": "cannot_draw", "text": "Pango is missing."}\'); sys.exit(1)'
CRASHING = "raise SystemExit(3)"


def shop(folder: Path, program: str, at_once: int = 1, seconds: float = 30) -> KitJobs:
    return KitJobs(folder / "kits", at_once, seconds, (sys.executable, "-c", program))


def wait_until(job: Job, *states: str) -> None:
    deadline = time.monotonic() + 20
    while job.state not in states:
        assert time.monotonic() < deadline, job
        time.sleep(0.01)


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[KitJobs]:
    jobs = shop(tmp_path, SLOW)
    yield jobs
    jobs.close()


@pytest.fixture
def quick(app: Flask, tmp_path: Path) -> KitJobs:
    """The app's shop, printing in no time."""
    app.extensions["jobs"] = shop(tmp_path, QUICK)
    return app.extensions["jobs"]  # type: ignore[no-any-return]


def test_a_kit_is_ordered_waited_for_and_fetched(client: FlaskClient, quick: KitJobs) -> None:
    answer = client.post("/print/eruption", data={"paper": "letter", "pieces": ["tiles", "cards"]})
    assert answer.status_code == 303
    job = quick.get(answer.location.rpartition("/")[2])
    assert job
    wait_until(job, "done", "failed")
    page = client.get(answer.location).text
    assert "Your kit is ready" in page
    assert "hx-get" not in page
    assert "refresh" not in page
    file = client.get(answer.location + ".pdf")
    assert file.mimetype == "application/pdf"
    assert "eruption-letter-en.pdf" in file.headers["Content-Disposition"]
    assert b"eruption -o" in file.data
    assert b"--pieces=tiles,cards" in file.data
    assert b"--paper=letter" in file.data
    file.close()


def test_the_language_of_the_page_is_the_kits(client: FlaskClient) -> None:
    assert '<option value="ja" selected' in client.get("/print/eruption?lang=ja").text


def test_whoever_asks_for_the_same_gets_the_same(client: FlaskClient, quick: KitJobs) -> None:
    first, second = (client.post("/print/eruption", data={"pieces": ["walls"]}).location for _ in range(2))
    assert first == second
    assert client.post("/print/eruption", data={"pieces": ["tiles"]}).location != first


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"paper": "a9", "pieces": "tiles"}, "a9"),
        ({"colour": "red", "pieces": "tiles"}, "colour"),
        ({"pieces": "dragons"}, "dragons"),
        ({}, "pieces"),
        ({"backs": "sideways", "pieces": "tiles"}, "sideways"),
    ],
)
def test_options_that_are_none_are_refused_by_name(
    client: FlaskClient, quick: KitJobs, form: dict[str, str], told: str
) -> None:
    answer = client.post("/print/eruption", data=form)
    assert answer.status_code == 422
    assert told in answer.text.partition('role="alert">')[2].partition("</p>")[0]


def test_a_kit_that_is_not_there_is_told(client: FlaskClient) -> None:
    assert client.get("/print/eruption/0123456789abcdef").status_code == 404
    assert client.get("/print/eruption/0123456789abcdef.pdf").status_code == 404
    assert client.get("/print/chess").status_code == 404


def test_progress_is_what_the_process_says(client: FlaskClient, app: Flask, slow: KitJobs) -> None:
    app.extensions["jobs"] = slow
    where = client.post("/print/eruption", data={"pieces": "tiles"}).location
    job = slow.get(where.rpartition("/")[2])
    assert job
    deadline = time.monotonic() + 20
    while not job.step.done and time.monotonic() < deadline:
        time.sleep(0.01)
    page = client.get(where).text
    assert '<progress max="4" value="1"' in page
    assert "Drawing" in page
    assert '<noscript><meta http-equiv="refresh"' in page
    assert client.get(where + ".pdf").status_code == 404


def test_a_kit_that_takes_too_long_is_stopped_and_the_next_one_starts(tmp_path: Path) -> None:
    jobs = shop(tmp_path, SLOW, seconds=0.3)
    first = jobs.ask("eruption", KitOptions(pieces=("tiles",)))
    second = jobs.ask("eruption", KitOptions(pieces=("walls",)))
    assert (first.state, second.state) == ("running", "waiting")
    assert jobs.place(second) == 0
    wait_until(second, "running", "failed")
    assert (first.state, first.error) == ("failed", "too_slow")
    wait_until(second, "failed")


def test_the_line_has_an_end(slow: KitJobs) -> None:
    asked = [
        KitOptions(pieces=pieces, backs=backs, paper=paper)
        for pieces in (("tiles",), ("cards",), ("walls",))
        for backs in ("none", "duplex-long", "duplex-short")
        for paper in ("a4", "letter")
    ]
    jobs = [slow.ask("eruption", options) for options in asked[: LONGEST_LINE + 1]]
    with pytest.raises(LineFull):
        slow.ask("eruption", asked[LONGEST_LINE + 1])
    assert [job.state for job in jobs] == ["running"] + ["waiting"] * LONGEST_LINE
    assert slow.place(jobs[3]) == 2


def test_a_failure_says_why(tmp_path: Path) -> None:
    job = shop(tmp_path, FAILING).ask("eruption", KitOptions())
    wait_until(job, "failed")
    assert (job.error, job.sentence) == ("cannot_draw", "Pango is missing.")


def test_a_failed_kit_can_be_tried_again(tmp_path: Path) -> None:
    jobs = shop(tmp_path, CRASHING)
    job = jobs.ask("eruption", KitOptions())
    wait_until(job, "failed")
    assert job.error == "broken_off"
    again = jobs.ask("eruption", KitOptions())
    assert again is not job
    wait_until(again, "failed")
