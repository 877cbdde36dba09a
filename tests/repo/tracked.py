"""The files of the repository, for tests that read them."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def tracked(*patterns: str) -> list[Path]:
    """The committed files that match git's `patterns`, those that are still there; all without patterns."""
    names = subprocess.run(["git", "ls-files", "-z", *patterns], cwd=ROOT, capture_output=True, check=True).stdout
    return [path for name in names.decode().split("\0") if name and (path := ROOT / name).is_file()]


def is_text(path: Path) -> bool:
    """Whether a person could read the file."""
    return b"\0" not in path.read_bytes()[:8192]
