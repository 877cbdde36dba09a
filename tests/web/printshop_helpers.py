"""Programs that stand for the making of a kit, and what a test of the print shop waits for."""

from __future__ import annotations

import html
import sys
import time
from collections.abc import Callable
from pathlib import Path

from flask.testing import FlaskClient

from companion.web.kits.ledger import Job
from companion.web.kits.shelf import Shelf
from companion.web.kits.worker import Worker
from companion.web.kits.workshop import Workshop

QUICK = """
import json, pathlib, sys, pikepdf
out = pathlib.Path(sys.argv[sys.argv.index("-o") + 1])
print("a line that is no JSON")
print(json.dumps({"done": 1, "total": 2, "text": "Half of it"}), flush=True)
with pikepdf.new() as pdf:
    for _ in range(3):
        pdf.add_blank_page(page_size=(210, 297))
    pdf.docinfo["/Title"] = " ".join(sys.argv[1:])
    pdf.save(out)
print(json.dumps({"bytes": out.stat().st_size, "pages": 3, "sheets": 2, "pieces": 7}))
"""
"""Makes a PDF of three pages whose title is its command line."""
SLOW = 'import time; print(\'{"done": 1, "total": 4, "text": "Drawing"}\', flush=True); time.sleep(60)'
FAILING = (
    'import json, sys; print(json.dumps({"error": "cannot_draw", "text": "Pango is missing.", '
    '"template": "Missing: %(what)s.", "about": {"what": "Pango"}})); sys.exit(1)'
)
CRASHING = "import os; os.abort()"
WALLS = {"pieces": "walls"}
IDLE = (sys.executable, "-c", "import sys; sys.stdin.read()")
"""A worker that does nothing, for a workshop whose worker lives in the test."""


def worker(workshop: Workshop, program: str, at_once: int = 1, seconds: float = 30) -> Worker:
    """A worker of this test that makes kits with a program."""
    workshop.program = IDLE
    return Worker(workshop.shelf, at_once, seconds, (sys.executable, "-c", program))


def shelf(folder: Path, **limits: float) -> Shelf:
    return Shelf(folder / "kits", **limits)


def wait_until(true: Callable[[], object], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def wait_for(workshop: Workshop, job: Job, *states: str) -> Job:
    """The job when it has come to one of these states."""
    wait_until(lambda: (now := workshop.ledger.get(job.key)) and now.state in states)
    found = workshop.ledger.get(job.key)
    assert found
    return found


def key_in(location: str) -> str:
    return location.rpartition("/")[2]


def order(client: FlaskClient, **form: object) -> str:
    answer = client.post("/print/eruption", data={**WALLS, **form})
    assert answer.status_code == 303, answer.text
    return answer.location


def alert(text: str) -> str:
    return html.unescape(text.partition('role="alert">')[2].partition("</p>")[0])
