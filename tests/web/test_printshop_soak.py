"""A hundred kits in a row leave the server and its worker as large as they were."""

from __future__ import annotations

import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.conftest import Server, free_port

KITS, WARM = 100, 30
"""How many are made, and after how many everything that is kept for good is there."""
GROWTH_KB = 6_000
"""What chance may add."""


class BehindProxy(Server):
    """A server that is told who asks: each kit is ordered from another address, so that none is too often."""

    def command(self) -> list[str]:
        return [*super().command(), "--proxies", "1"]


@pytest.fixture
def soaked(tmp_path: Path) -> Iterator[Server]:
    server = BehindProxy(tmp_path / "data", free_port())
    server.start()
    yield server
    server.kill()


def children(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found += [child, *children(child)]
    return found


def memory(server: Server) -> dict[str, int]:
    """The private memory in kB of the server's processes that stay, by what they are."""
    assert server.process
    sizes = {}
    for pid in (server.process.pid, *children(server.process.pid)):
        try:
            command = Path(f"/proc/{pid}/cmdline").read_text()
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        except OSError:  # a kit's process, which has just ended
            continue
        if "companion.kit\0" in command or "previews" in command:
            continue
        name = "worker" if "kits.worker" in command else "server"
        private = sum(int(line.split()[1]) for line in lines if line.startswith(("Private_Dirty", "Private_Clean")))
        sizes[name] = max(sizes.get(name, 0), private)
    return sizes


def make(server: Server, number: int) -> None:
    headers = {"X-Forwarded-For": f"10.0.{number // 250}.{number % 250 + 1}", "Accept": "text/html"}
    form = {"pieces": "walls", "guide": "no", "margin": f"{3 + number % 40 * 0.5:g}", "gutter": f"{number // 40}"}
    data = urllib.parse.urlencode(form).encode()
    request = urllib.request.Request(server.url + "/print/eruption", data, headers)
    deadline = time.monotonic() + 120
    with urllib.request.urlopen(request, timeout=60) as answer:
        where, page = answer.url, answer.read().decode()
    while "Your kit is ready" not in page:
        assert "did not work" not in page
        assert time.monotonic() < deadline
        time.sleep(0.1)
        with urllib.request.urlopen(urllib.request.Request(where, headers=headers), timeout=60) as answer:
            page = answer.read().decode()
    for end in (".pdf", "/1.png"):
        with urllib.request.urlopen(where + end, timeout=90) as answer:
            assert answer.read(4) in (b"%PDF", b"\x89PNG")


@pytest.mark.slow
def test_a_hundred_kits_in_a_row_leave_no_memory_behind(soaked: Server) -> None:
    for number in range(WARM):
        make(soaked, number)
    before = memory(soaked)
    assert set(before) == {"server", "worker"}
    for number in range(WARM, KITS):
        make(soaked, number)
    after = memory(soaked)
    grown = {name: after[name] - before[name] for name in before}
    assert max(grown.values()) < GROWTH_KB, (before, after)
