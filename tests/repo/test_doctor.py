"""companion doctor: what is there, what is missing, and the line to type."""

from __future__ import annotations

import re
import socket
from importlib import metadata
from pathlib import Path

import pytest

from companion import doctor
from companion.cli import main
from companion.doctor import Finding
from tests.repo.tracked import ROOT


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def examine(data: Path, port: int | None = None) -> dict[str, Finding]:
    return {finding.slug: finding for finding in doctor.examine(data, "127.0.0.1", port or free_port())}


def test_all_is_well_where_the_tests_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--data", str(tmp_path), "--host", "127.0.0.1", "--port", str(free_port())]) == 0
    assert "All is well." in capsys.readouterr().out


def test_what_is_well_needs_no_remedy_and_what_is_not_has_one(tmp_path: Path) -> None:
    for finding in examine(tmp_path).values():
        assert finding.ok != bool(finding.remedy)


def test_a_library_that_is_missing_is_named_with_the_package_that_brings_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(doctor.LIBRARIES, "pango-1.0", ("libnowhere.so.0", "libpango-1.0-0"))
    found = examine(tmp_path)
    assert not found["libraries"].ok
    assert "pango-1.0" in found["libraries"].sentence
    assert "libpango-1.0-0" in found["libraries"].remedy
    assert "drawing" not in found


def test_a_python_package_that_is_missing_or_too_old_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = ["nothing-of-this-name>=1", "flask>=999", "other; python_version < '3'", "more; extra == 'more'"]
    monkeypatch.setattr(metadata, "requires", lambda _: wanted)
    found = examine(tmp_path)
    assert not found["package-nothing-of-this-name"].ok
    assert "999" in found["package-flask"].sentence
    assert "package-other" not in found
    assert "package-more" not in found


def test_a_port_in_use_is_found_and_another_proposed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["doctor", "--data", str(tmp_path), "--host", "127.0.0.1", "--port", str(port)]) == 1
    out = capsys.readouterr().out
    assert f"Port {port} is in use" in out
    assert f"--port {port + 1}" in out


def test_a_data_folder_that_cannot_be_is_found(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    found = examine(tmp_path / "file" / "folder")
    assert not found["data"].ok
    assert str(tmp_path) in found["data"].sentence


def test_a_lost_font_and_a_translation_not_compiled_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "print" / "fonts").mkdir(parents=True)
    (tmp_path / "print" / "fonts" / "fonts.css").write_text('@font-face { src: url("lost.ttf") }')
    (tmp_path / "locale" / "ja").mkdir(parents=True)
    monkeypatch.setattr(doctor, "PACKAGE", tmp_path)
    monkeypatch.setattr(doctor, "folder", lambda name: tmp_path / name)
    found = examine(tmp_path / "data")
    assert "lost.ttf" in found["fonts"].sentence
    assert "ja" in found["catalogues"].sentence


def test_what_only_the_tests_need_is_no_illness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "PROGRAMS", {"no-such-browser": "chromium"})
    findings = doctor.examine(tmp_path, "127.0.0.1", free_port())
    assert not {finding.slug: finding for finding in findings}["no-such-browser"].ok
    assert doctor.healthy(findings)


def test_the_doctor_and_the_set_up_script_agree_on_what_debian_calls_things() -> None:
    script = (ROOT / "script" / "lib" / "setup.sh").read_text("utf-8")
    lists = dict(re.findall(r"^(RUN|TEST)_PACKAGES=\(([^)]*)\)", script, re.MULTILINE))
    assert set(lists["RUN"].split()) <= {package for _, package in doctor.LIBRARIES.values()}
    assert set(doctor.PROGRAMS.values()) <= set(lists["TEST"].split())
