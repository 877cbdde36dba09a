"""A full disk and a database that somebody holds: taps are refused in a sentence, reading goes on, and it recovers."""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from tests.web.conftest import Server, free_port
from tests.web.survival.phones import Phone

UNSHARE = shutil.which("unshare")
SMALL = ["sh", "-c", 'mount -t tmpfs -o size=4m small "$1" && shift && exec "$@"', "sh"]


class OnSmallDisk(Server):
    """A server whose data lie on a tmpfs of its own, which nobody but it and its family sees."""

    def command(self) -> list[str]:
        return [str(UNSHARE), "--user", "--map-root-user", "--mount", *SMALL, str(self.data), *super().command()]

    @property
    def inside(self) -> Path:
        """The data folder as the server sees it."""
        assert self.process
        return Path(f"/proc/{self.process.pid}/root{self.data}")


@pytest.fixture
def small(tmp_path: Path) -> Iterator[OnSmallDisk]:
    data = tmp_path / "data"
    data.mkdir()
    probe = [str(UNSHARE), "--user", "--map-root-user", "--mount", *SMALL, str(data), "true"]
    if UNSHARE is None or subprocess.run(probe, capture_output=True, check=False).returncode:
        pytest.skip("this system lets nobody mount a small disk")
    server = OnSmallDisk(data, free_port())
    server.start()
    yield server
    server.kill()


def test_on_a_full_disk_taps_are_refused_reading_goes_on_and_it_recovers(small: OnSmallDisk) -> None:
    phone, rng = Phone(small.port), random.Random(1)
    code = phone.new_table(cards="table", tiles="app", dice="app")
    filler = small.inside / "filler"
    fill(filler)
    statuses = set()
    while 503 not in statuses:
        statuses.add(phone.tap(rng, 503))
        assert len(phone.answered) < 500
    assert "disk of the server is full" in phone.told
    phone.look()
    assert 'id="panel"' in phone.page
    assert phone.ask("GET", f"/t/{code}/history")[0] == 200
    assert phone.ask("GET", "/")[0] == 200
    filler.unlink()
    assert any(phone.tap(rng) in (200, 303) for _ in range(5))
    assert "Traceback" not in small.log


def fill(path: Path) -> None:
    """Take all room that is left on a disk."""
    with suppress(OSError), path.open("wb", buffering=0) as file:
        while file.write(bytes(4096)):
            pass


def test_while_another_process_holds_the_database_taps_wait_or_are_refused_and_reading_goes_on(server: Server) -> None:
    phone, rng = Phone(server.port), random.Random(2)
    phone.new_table(cards="table", tiles="app", dice="app")
    phone.look()
    with closing(sqlite3.connect(server.data / "tables.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        until = time.monotonic() + 5
        refused = 0
        while time.monotonic() < until:
            if phone.tap(rng, 503) == 503:
                refused += 1
                assert "busy just now" in phone.told
            assert not phone.answered
            phone.look()
            assert phone.ask("GET", "/healthz")[0] == 200
        other.execute("ROLLBACK")
    assert refused > 3
    assert any(phone.tap(rng) in (200, 303) for _ in range(5))
    assert "Traceback" not in server.log
