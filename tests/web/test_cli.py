"""The command line says what is wrong in one sentence, never with a traceback, and with the right status."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from companion import cli
from companion.games.registry import games
from companion.tables.log import Store
from companion.tables.play import Tables


def code_of(data: Path, name: str = "Ann") -> str:
    """A new table in a data folder; its code."""
    data.mkdir(exist_ok=True)
    store = Store(f"sqlite:///{data / 'tables.sqlite'}")
    code = Tables(store, games()).create("eruption", {"players": 3}, [name, "Ben", "Cem"]).code
    store.close()
    return code


def run(*arguments: str, data: Path | None = None) -> int:
    return cli.main([*arguments, *(["--data", str(data)] if data else [])])


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["frobnicate"],
        ["serve", "--nothing"],
        ["serve", "--port", "70000"],
        ["serve", "--port"],
        ["serve", "--data", "/dev/null/x"],
        ["export"],
        ["verify"],
        ["engine"],
        ["engine", "chess"],
        ["kit"],
        ["kit", "chess", "-o", "x.pdf"],
        ["kit", "eruption"],
        ["kit", "eruption", "-o", "x.pdf", "--paper", "a9"],
        ["tables", "extra"],
    ],
)
def test_a_command_line_that_makes_no_sense_is_status_2_and_one_sentence(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*arguments) == 2
    out, told = capsys.readouterr()
    assert out == ""
    assert told.count("\n") == 1
    assert told.rstrip().endswith((".", ").", "eruption"))


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["export", "ZZZZ"], "There is no table ZZZZ"),
        (["export", "../x"], "There is no table"),
        (["import", "/nothing/here.json"], "cannot be read"),
        (["import", __file__], "JSON"),
    ],
)
def test_what_cannot_be_done_is_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str], told: str
) -> None:
    assert run(*command, data=tmp_path) == 1
    assert told in capsys.readouterr().err


def test_a_wrong_variable_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("TABLESIDE_PROT", "80")
    assert run("tables") == 2
    assert "TABLESIDE_PROT" in capsys.readouterr().err


def test_tables_are_listed_a_line_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = code_of(tmp_path)
    assert run("tables", data=tmp_path) == 0
    line = capsys.readouterr().out
    assert line.startswith(code)
    assert "running" in line
    assert "Ann, Ben, Cem" in line
    assert run("tables", "--archived", data=tmp_path) == 0
    assert capsys.readouterr().out == ""


def test_a_table_goes_out_to_a_file_and_in_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = code_of(tmp_path)
    file = tmp_path / "table.json"
    assert run("export", code.lower(), "-o", str(file), data=tmp_path) == 0
    assert json.loads(file.read_text())["seats"] == ["Ann", "Ben", "Cem"]
    assert run("import", str(file), data=tmp_path) == 0
    new = capsys.readouterr().out.strip()
    assert new != code
    assert run("export", new, "-o", str(tmp_path), data=tmp_path) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_only_a_finished_game_is_proven(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.json"
    run("export", code_of(tmp_path), "-o", str(file), data=tmp_path)
    assert run("verify", str(file)) == 1
    assert "seed" in capsys.readouterr().err


def test_an_unforeseen_error_is_one_sentence_and_a_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(options: object) -> int:
        raise RuntimeError("inside")

    monkeypatch.setattr(cli, "version", broken)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert run("version") == 1
    told = capsys.readouterr().err
    assert "Traceback" not in told
    (log,) = tmp_path.rglob("companion.log")
    assert str(log) in told
    assert "RuntimeError: inside" in log.read_text()
    assert run("--debug", "version") == 1
    assert "RuntimeError: inside" in capsys.readouterr().err


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("version") == run("--version") == 0
    assert capsys.readouterr().out.startswith("Tableside ")


def test_a_reader_who_leaves_is_no_error(tmp_path: Path) -> None:
    code = code_of(tmp_path)
    command = [sys.executable, "-m", "companion.cli", "export", code, "--data", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ})
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(20) == 0


def shell(line: str, data: Path) -> subprocess.CompletedProcess[str]:
    """A line of shell in which $C is `companion` and $D a folder."""
    environ = {**os.environ, "C": f"{sys.executable} -m companion.cli", "D": str(data), "HOME": str(data)}
    return subprocess.run(["bash", "-c", line], env=environ, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    ("line", "status", "told"),
    [
        ("$C version >/dev/full", 1, "cannot be written"),
        ("$C version >&-", 0, ""),
        ("$C verify - <&-", 1, "JSON"),
        ("$C verify /dev/zero", 1, "too large"),
        ("echo '{}' | $C engine eruption >/dev/full", 1, "cannot be written"),
        ("$C engine eruption <&-", 0, ""),
    ],
)
def test_closed_full_and_endless_streams_are_told_in_a_sentence(
    tmp_path: Path, line: str, status: int, told: str
) -> None:
    done = shell(line, tmp_path)
    assert done.returncode == status
    assert told in done.stderr
    assert "inside" not in done.stderr
    assert done.stderr.count("\n") <= 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["tables", "--data", "~nobody-of-this-name/x"],
        ["serve", "--host", ".."],
        ["serve", "--host", "a" * 80],
        ["serve", "--host", "\udcff"],
        ["doctor", "--host", ".."],
        ["serve", "--url", "http://["],
        ["serve", "--url", "http://a:b"],
        ["serve", "--url", "http://a:0"],
    ],
)
def test_a_setting_that_cannot_be_is_told_in_our_own_words(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*arguments) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert re.search(r", but (this is|there is no such user|an address looks)", told)


@pytest.mark.parametrize("database", ["sqlite+other:///x.db", "sqlite:///x.db?timeout=abc", "sqlite://host/x.db"])
def test_an_address_of_tables_that_cannot_be_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], database: str
) -> None:
    assert run("tables", "--database", database, data=tmp_path) == 1
    assert "no address for the tables" in capsys.readouterr().err


def test_damaged_tables_are_told_by_every_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = code_of(tmp_path)
    file = tmp_path / "tables.sqlite"
    file.write_bytes(file.read_bytes()[:4096] + b"\xa5" * 40_000)
    for command in (["tables"], ["export", code]):
        assert run(*command, data=tmp_path) == 1
        assert "damaged" in capsys.readouterr().err


def test_an_export_replaces_no_device_and_spoils_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = code_of(tmp_path)
    pipe, link, file = tmp_path / "pipe", tmp_path / "link.json", tmp_path / "file.json"
    os.mkfifo(pipe)
    file.write_text("old")
    link.symlink_to(file)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        assert run("export", code, "-o", str(pipe), data=tmp_path) == 0
        assert reader.communicate()[0].startswith(b"{")
    assert pipe.is_fifo()
    assert run("export", code, "-o", str(link), data=tmp_path) == 0
    assert link.is_symlink()
    assert file.read_text().startswith("{")
    assert run("export", code, "-o", "/dev/full", data=tmp_path) == 1
    assert "No space left" in capsys.readouterr().err
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


def test_names_that_the_terminal_has_no_letters_for_are_listed(tmp_path: Path) -> None:
    code_of(tmp_path, "火山")
    assert shell("PYTHONIOENCODING=ascii $C tables --data $D", tmp_path).returncode == 0
