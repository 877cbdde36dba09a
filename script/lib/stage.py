"""What the pictures share: a companion of their own, and a player that plays the same at every run."""

from __future__ import annotations

import random
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.games.contract import Position, to_wire
from companion.tables.play import Tables
from companion.tables.table import Command, Table

DOCS = Path(__file__).resolve().parents[2] / "docs"
PHONE = {"width": 360, "height": 640}
SEED = bytes(range(32))
CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
Wanted = Callable[[Position], bool]


def player(tables: Tables, code: str, rng: random.Random, wanted: Wanted) -> Table:
    """Play at random, walls rather than none, until the position is the wanted one or the game is over."""
    while True:
        table = tables.open(code)
        position = table.position
        decision = position.decision()
        if decision is None or wanted(position):
            return table
        command = Command(f"shot-{code}-{table.version:06d}", table.version)
        if decision.by == "chance":
            tables.roll(code, command)
            continue
        actions = position.legal()
        building = [action for action in actions if type(action).__name__ == "BuildWall"]
        tables.act(code, command, to_wire(rng.choice(building or actions)))


def tiles(position: Position) -> int:
    """How many tiles lie on the island."""
    return len(position.view()["tiles"])


def waits_for(kind: str, after: int) -> Wanted:
    """A decision of that kind, with at least so many tiles on the island."""

    def wanted(position: Position) -> bool:
        decision = position.decision()
        return decision is not None and decision.kind == kind and tiles(position) >= after

    return wanted


@contextmanager
def server(data: Path) -> Iterator[str]:
    """A companion of its own on a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "companion.cli", "serve", "--host", "127.0.0.1", "--port", str(port)]
    process = subprocess.Popen([*command, "--data", str(data)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            with suppress(OSError), urllib.request.urlopen(f"{url}/healthz"):
                break
            time.sleep(0.1)
        yield url
    finally:
        process.terminate()
        process.wait(10)
