"""What holds for every file of the repository."""

from __future__ import annotations

import re

from tests.repo.tracked import ROOT, is_text, tracked

MACHINE_PATH = re.compile(r"(?<![\w.~<{$])/(?:home|root|Users|work|farm|mnt|opt|tmp)/[\w.-]+")
LINES = {".py": 400, ".js": 150}


def own_text() -> list[tuple[str, str]]:
    """Name and text of each file that people wrote here."""
    paths = [path for path in tracked() if "vendor" not in path.parts and is_text(path)]
    return [(path.relative_to(ROOT).as_posix(), path.read_text("utf-8")) for path in paths]


def test_no_file_names_a_place_on_somebodys_machine() -> None:
    found = [(name, match[0]) for name, text in own_text() for match in MACHINE_PATH.finditer(text)]
    assert found == []


def test_every_text_file_is_utf8_with_plain_line_ends_and_no_space_at_the_end_of_a_line() -> None:
    bad = [
        (name, number)
        for name, text in own_text()
        if not name.endswith((".svg", ".lock", ".txt", ".po"))
        for number, line in enumerate(text.split("\n"), 1)
        if line != line.rstrip() or "\t" in line.lstrip("\t")
    ]
    assert bad == []


def test_no_source_file_is_too_long_to_read() -> None:
    long = {
        name: len(text.splitlines())
        for name, text in own_text()
        for suffix, limit in LINES.items()
        if name.endswith(suffix) and len(text.splitlines()) > limit
    }
    assert long == {}


def test_every_script_can_be_run() -> None:
    idle = [
        path.relative_to(ROOT).as_posix()
        for path in tracked("script/*", ".ci/*")
        if path.parent.name != "lib" and not path.stat().st_mode & 0o111
    ]
    assert idle == []
