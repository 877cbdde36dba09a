"""What docs/security.md promises: every threat names the tests that hold its measure, and they are there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HELD = re.compile(r"`(tests/[\w/]+\.py)`:((?:\s+`test_\w+`,?)+)")
WANTED = (
    *("hand in a page", "hand in a stream", "hand in the file", "ETag", "Guessing codes", "Guessing PINs", "Forged"),
    *("Replayed", "CSRF", "XSS", "Open redirects", "host header", "Path traversal", "session fixation", "Oversized"),
    *("secret seed", "Answers without protection", "The key"),
)
"""What a threat's heading speaks of; each must have one."""


def threats() -> dict[str, str]:
    """Each threat's heading with its text."""
    text = (ROOT / "docs" / "security.md").read_text().partition("\n## Threats\n")[2]
    parts = re.split(r"^### (.+)$", text, flags=re.M)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def held(text: str) -> set[tuple[str, str]]:
    """The tests that a text names, with their files."""
    return {(file, test) for file, names in HELD.findall(text) for test in re.findall(r"test_\w+", names)}


def names_of(file: Path) -> set[str]:
    """The names of a file's tests."""
    tree = ast.parse(file.read_text())
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


@pytest.mark.parametrize("threat", threats())
def test_a_threat_names_tests_that_hold_its_measure(threat: str) -> None:
    text = threats()[threat]
    named = held(text)
    assert named
    for file, test in named:
        assert test in names_of(ROOT / file), (file, test)
    written = re.findall(r"`(test_\w+)`", text)
    assert sorted(written) == sorted(test for _file, test in named)  # none stands without its file, none twice


@pytest.mark.parametrize("word", WANTED)
def test_no_threat_is_forgotten(word: str) -> None:
    assert any(word in threat for threat in threats())


def test_every_test_about_security_holds_the_measure_of_a_threat() -> None:
    named = set().union(*(held(text) for text in threats().values()))
    for file in sorted((ROOT / "tests" / "web" / "security").glob("test_*.py")):
        where = file.relative_to(ROOT).as_posix()
        assert {(where, test) for test in names_of(file)} <= named
