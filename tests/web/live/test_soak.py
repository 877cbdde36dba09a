"""Bots play at several tables while phones look on, come and go: the short form of `bench/soak.py`."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.web.conftest import ROOT


@pytest.mark.slow
def test_tables_of_bots_grow_nothing_break_nothing_and_lose_nothing() -> None:
    command = [sys.executable, "bench/soak.py", "--minutes", "0.35", "--tables", "6"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no error in the log" in done.stdout
