"""`companion kit`: what it makes lies where it was asked for, and what it tells suits people and programs."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from companion.kit.__main__ import MISUSED, STOPPED, flag
from companion.kit.choices import OPTIONS
from companion.kit.kinds import Choice, Number

SMALL = ("--pieces", "walls", "--guide", "no")
"""Options of a kit that is made quickly."""
COMMAND = [sys.executable, "-m", "companion.cli", "kit"]


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLESIDE_PRINTERS", str(tmp_path / "printers.json"))
    monkeypatch.chdir(tmp_path)


def kit(*arguments: str) -> int:
    return cli.main(["kit", *arguments])


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_every_option_can_be_given_with_each_of_its_values(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for option in OPTIONS:
        values = list(option.values) if isinstance(option, Choice) else []
        if isinstance(option, Number):
            values = [f"{option.low:g}", f"{option.high:g}"]
        for value in values:
            # The last is refused, so nothing is made: but not before all others were read.
            assert kit("eruption", "-o", "x.pdf", f"{flag(option.name)}={value}", "--printer=nobody") == MISUSED
            assert "nobody" in capsys.readouterr().err, (option.name, value)


def test_the_list_of_options_is_for_people_and_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert kit("--list-options") == 0
    told = capsys.readouterr().out
    assert kit("--list-options", "--json") == 0
    for option in json.loads(capsys.readouterr().out):
        assert flag(option["name"]) in told
        for value in option.get("values", []):
            assert value in told


def test_each_game_has_its_own_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert kit("abduction", "--list-options", "--json") == 0
    options = {option["name"]: option for option in json.loads(capsys.readouterr().out)}
    assert "tile_width" not in options
    assert set(options["pieces"]["default"].split(",")) <= set(options["pieces"]["values"])
    assert kit("abduction", "-o", "x.pdf", "--tile-width", "40") == MISUSED
    assert "tile_width" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["eruption", "--colour", "red"], ["colour", "paper", "export"]),
        (["eruption", "--paper", "a9"], ["a9", "paper", "letter", "WxH"]),
        (["eruption", "--gutter", "40"], ["40", "gutter", "0–20 mm"]),
        (["eruption", "--only", "tile:dragon"], ["tile:dragon", "tile:fan_5"]),
        (["eruption", "--only", "dragon"], ["dragon", "tile", "board"]),
        (["eruption", "--since", "77"], ["77", "1"]),
        (["eruption", "--pieces", "dragons"], ["dragons", "tiles"]),
        (["eruption", "--profile", "Nobody's"], ["Nobody's", "printer"]),
        (["eruption", "--calibration", "1,2,90"], ["1,2,90", "−5–5°"]),
        (["eruption", "red"], ["red"]),
        (["chess"], ["chess", "eruption"]),
        (["eruption", "--export", "png-sheets"], ["x.pdf", ".zip"]),
        (["eruption", "--tile-width", "60", "--paper", "150x150", "--pieces", "cards", "--card", "150x150"], ["150"]),
    ],
)
def test_what_cannot_be_chosen_is_refused_by_name_with_what_can(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str], told: list[str]
) -> None:
    assert kit(*arguments, "-o", "x.pdf") == MISUSED
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert all(word in err for word in told), err
    assert not (tmp_path / "x.pdf").exists()


def test_programs_are_told_progress_and_result(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert kit("eruption", "-o", "x.pdf", *SMALL, "--json") == 0
    *steps, last = lines(capsys)
    assert [step["done"] for step in steps] == sorted(step["done"] for step in steps)
    assert steps[-1]["done"] == steps[-1]["total"]
    size = (tmp_path / "x.pdf").stat().st_size
    assert last["files"] == [{"file": "x.pdf", "kind": "pdf", "bytes": size}]
    assert last["bytes"] == size
    assert last["sheets"] == sum(last["sections"].values()) > 0
    assert last["pages"] == 2 * last["sheets"]
    assert last["pieces"] > last["sheets"]
    assert last["version"] > 0


def test_programs_are_told_what_went_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert kit("eruption", "-o", "nowhere/x.pdf", *SMALL, "--json") == 1
    last = lines(capsys)[-1]
    assert last["error"] == "cannot_write"
    assert last["template"] % last["about"] == last["text"]


def test_a_person_is_told_in_one_line_and_nothing_when_it_is_to_be_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    assert kit("eruption", "-o", "x.pdf", *SMALL) == 0
    out, err = capsys.readouterr()
    assert re.fullmatch(r"x\.pdf: \d+ sheets?, \d+ kB\n", out)
    assert err == ""
    assert kit("eruption", "-o", "x.pdf", *SMALL, "--quiet") == 0
    assert capsys.readouterr() == ("", "")


def test_cut_files_lie_beside_the_pdf_or_with_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("eruption", *SMALL, "--cut-file", "svg", "--json")
    for out in ("x.pdf", "all/", "x.zip"):
        assert kit(*options, "-o", out) == 0
        for file in lines(capsys)[-1]["files"]:
            assert (tmp_path / file["file"]).stat().st_size == file["bytes"]
    pdf, cut = (tmp_path / "x.pdf").read_bytes(), (tmp_path / "x-cut" / "sheet-01.svg").read_bytes()
    assert pdf.startswith(b"%PDF")
    assert cut.startswith(b"<")
    assert (tmp_path / "all" / "eruption.pdf").read_bytes() == pdf
    assert (tmp_path / "all" / "cut" / "sheet-01.svg").read_bytes() == cut
    with zipfile.ZipFile(tmp_path / "x.zip") as archive:
        assert archive.read("eruption.pdf") == pdf
        assert archive.read("cut/sheet-01.svg") == cut


def test_a_kit_goes_to_standard_output(tmp_path: Path) -> None:
    done = subprocess.run([*COMMAND, "eruption", *SMALL, "-o", "-"], capture_output=True, check=True, timeout=120)
    assert done.stdout.startswith(b"%PDF")
    assert done.stdout.rstrip().endswith(b"%%EOF")
    assert done.stderr == b""


def test_a_printer_is_saved_once_and_used_by_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert kit("printers", "save", "Inkjet at home", "--calibration", "-0.5,1.2,0.3") == 0
    assert kit("printers", "--json") == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "Inkjet at home: -0.5 mm, +1.2 mm, +0.3°, portrait"
    assert list(json.loads(out[-1])["printers"]) == ["Inkjet at home"]
    cards = ("eruption", "--pieces", "cards", "--only", "card:rain", "--quiet")
    assert kit(*cards, "-o", "named.pdf", "--profile", "Inkjet at home") == 0
    assert kit(*cards, "-o", "typed.pdf", "--calibration", "-0.5,1.2,0.3", "--orientation", "portrait") == 0
    assert kit(*cards, "-o", "straight.pdf", "--orientation", "portrait") == 0
    named, typed, straight = ((tmp_path / f"{name}.pdf").read_bytes() for name in ("named", "typed", "straight"))
    assert named == typed != straight
    assert kit("printers", "forget", "Inkjet at home") == 0
    assert kit("printers", "forget", "Inkjet at home") == MISUSED
    assert "There is no printer" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [["save"], ["save", "x"], ["save", "a/b", "--calibration=1,1"], ["save", "x", "--calibration=far"]]
)
def test_a_printer_that_cannot_be_saved_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str]
) -> None:
    assert kit("printers", *arguments) == MISUSED
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "printers.json").exists()


def test_a_terminal_shows_a_bar_and_then_the_result(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [*COMMAND, "eruption", *SMALL, "-o", "x.pdf"]
    environ = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, env=environ) as process:
        os.close(theirs)
        shown = io.BytesIO()
        while True:
            try:
                data = os.read(ours, 4096)
            except OSError:  # nobody writes any more
                break
            if not data:
                break
            shown.write(data)
        assert process.stdout
        assert process.stdout.read().startswith(b"x.pdf: ")
    os.close(ours)
    assert "100%" in shown.getvalue().decode()
    assert "Done" in shown.getvalue().decode()
    assert process.returncode == 0


def test_ctrl_c_leaves_nothing_behind(tmp_path: Path) -> None:
    command = [*COMMAND, "eruption", "-o", "x.pdf", "--json", "--cache", str(tmp_path / "cache"), "--art", "night"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        *_, last = process.stdout.read().splitlines()
        assert process.wait(60) == STOPPED
    assert json.loads(last)["error"] == "stopped"
    assert not [file for file in tmp_path.iterdir() if "x.pdf" in file.name]
