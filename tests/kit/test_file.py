"""The PDF as a file: what it tells viewers, its fonts, its bytes, and what it does when things go wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pikepdf
import pytest

from companion.kit.choices import CHOICES
from companion.kit.errors import KitError
from companion.kit.job import Progress, make
from companion.kit.options import KitOptions, read_options
from tests.kit.programs import modules_of_the_usual_kit
from tests.kit.reading import codes

LANGUAGES = ("en", "ja", "zh_Hant_TW")
FONTS = {"NotoSans", "NotoSansJP", "NotoSansTC", "TablesideDisplay"}


@pytest.mark.parametrize(
    ("backs", "duplex"),
    [
        ("duplex-long", "/DuplexFlipLongEdge"),
        ("duplex-short", "/DuplexFlipShortEdge"),
        ("fold", "/Simplex"),
        ("none", "/Simplex"),
    ],
)
def test_the_print_dialogue_starts_at_true_scale_with_the_right_duplex(shelf, backs, duplex):
    with pikepdf.open(shelf.file(backs=backs)) as pdf:
        hints = pdf.Root.ViewerPreferences
        assert hints.PrintScaling == "/None"
        assert hints.Duplex == duplex
        assert hints.PickTrayByPDFSize is True
        assert hints.DisplayDocTitle is True
        assert [int(n) for n in hints.PrintPageRange] == [1, len(pdf.pages) - 1]


def test_a_kit_without_the_copy_shops_page_has_no_page_range(shelf):
    with pikepdf.open(shelf.file(board="poster")) as pdf:
        assert "/PrintPageRange" not in pdf.Root.ViewerPreferences


def test_the_file_is_sound(shelf):
    with pikepdf.open(shelf.file()) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert pdf.pdf_version >= "1.7"


@pytest.mark.parametrize("language", LANGUAGES)
def test_title_and_language_are_set_and_bookmarks_lead_to_each_section(shelf, language):
    with pikepdf.open(shelf.file(language=language)) as pdf:
        assert str(pdf.Root.Lang) == language.replace("_", "-")
        assert str(pdf.docinfo["/Title"])
        with pdf.open_outline() as outline:
            titles = [item.title for item in outline.root]
            pages = [pdf.pages.index(pikepdf.Page(item.destination[0])) for item in outline.root]
        assert len(titles) == len(set(titles)) >= 6
        assert pages == sorted(pages)
        assert pages[0] == 0 and pages[-1] == len(pdf.pages) - 1


def test_the_file_has_no_dates(shelf):
    with pikepdf.open(shelf.file()) as pdf:
        assert not {"/CreationDate", "/ModDate"} & set(pdf.docinfo.keys())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_font_is_embedded_and_is_one_of_ours(shelf, language):
    with pikepdf.open(shelf.file(language=language)) as pdf:
        fonts = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/FontDescriptor"]
        assert fonts
        for font in fonts:
            assert "/FontFile2" in font, font.FontName
            name = str(font.FontName).rpartition("+")[2].replace("-", "").replace("Regular", "").replace("Bold", "")
            assert name in FONTS


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_character_is_without_a_glyph(shelf, language):
    seen = 0
    for where, font, code in codes(shelf.file(language=language)):
        assert font.Subtype == "/Type0" and font.Encoding == "/Identity-H"
        glyphs = [code[i : i + 2] for i in range(0, len(code), 2)]
        assert b"\0\0" not in glyphs, where
        seen += len(glyphs)
    assert seen > 1000


def test_a_language_changes_the_words_of_labels_and_faces(shelf):
    assert shelf.file(language="ja").read_bytes() != shelf.file(language="en").read_bytes()
    texts = ["".join(side.text for side in shelf.sides(language=language)) for language in LANGUAGES]
    assert len(set(texts)) == 3


def test_the_same_kit_has_the_same_bytes_whether_its_faces_were_drawn_or_found(shelf, tmp_path):
    first = shelf.file().read_bytes()
    for name in ("cold", "warm"):
        out = tmp_path / f"{name}.pdf"
        make(KitOptions(), out, cache=tmp_path / "faces")
        assert out.read_bytes() == first, name


def test_the_order_in_which_faces_were_drawn_does_not_show(shelf, tmp_path):
    make(read_options({"pieces": "cards"}), tmp_path / "cards.pdf", cache=tmp_path / "faces")
    make(KitOptions(), tmp_path / "all.pdf", cache=tmp_path / "faces")
    assert (tmp_path / "all.pdf").read_bytes() == shelf.file().read_bytes()


def test_with_all_faces_at_hand_weasyprint_is_not_even_imported(shelf, tmp_path):
    shelf.file()
    modules = modules_of_the_usual_kit(tmp_path / "kit.pdf", cache=shelf.cache)
    assert "pikepdf" in modules and not modules & {"weasyprint", "jinja2"}


@pytest.mark.parametrize(
    "damage", [lambda d: d[:-100], lambda d: d[:200] + b"?" + d[201:], lambda d: b"", lambda d: b"x"]
)
def test_damaged_faces_are_drawn_again(shelf, tmp_path, damage):
    cache = tmp_path / "faces"
    whole = make_markers(tmp_path / "a.pdf", cache)
    (entry,) = cache.iterdir()
    kept = entry.read_bytes()
    entry.write_bytes(damage(kept))
    assert make_markers(tmp_path / "b.pdf", cache) == whole
    assert entry.read_bytes() == kept


def make_markers(out, cache):
    make(read_options({"pieces": "markers"}), out, cache=cache)
    return out.read_bytes()


def test_a_cache_that_cannot_be_written_costs_time_and_not_the_kit(tmp_path):
    (tmp_path / "faces").write_text("a file where the folder should be")
    assert make_markers(tmp_path / "a.pdf", tmp_path / "faces").startswith(b"%PDF")


def test_two_kits_may_be_made_at_once(tmp_path):
    command = [
        sys.executable,
        "-m",
        "companion.kit",
        "eruption",
        "--pieces",
        "markers",
        "--cache",
        str(tmp_path / "f"),
        "-o",
    ]
    files = [tmp_path / "a.pdf", tmp_path / "b.pdf"]
    assert [run.wait() for run in [subprocess.Popen([*command, str(file)]) for file in files]] == [0, 0]
    assert files[0].read_bytes() == files[1].read_bytes()
    assert len(list((tmp_path / "f").iterdir())) == 1


def test_only_the_newest_faces_are_kept(tmp_path):
    cache = tmp_path / "faces"
    make_markers(tmp_path / "a.pdf", cache)
    (entry,) = cache.iterdir()
    old = entry.with_name(entry.name.replace(entry.stem[-16:], "0" * 16))
    entry.rename(old)
    make_markers(tmp_path / "a.pdf", cache)
    assert [file.name for file in cache.iterdir()] == [entry.name]


# --- progress and refusals -----------------------------------------------------------------------------------------


def test_progress_only_moves_forward_and_ends_at_the_end(shelf, tmp_path):
    shelf.file()
    steps: list[Progress] = []
    make(KitOptions(), tmp_path / "kit.pdf", steps.append, cache=shelf.cache)
    assert [step.done for step in steps] == sorted({step.done for step in steps})
    assert {step.total for step in steps} == {steps[-1].done}
    assert all(step.text for step in steps)


def test_the_program_tells_its_progress_as_json(shelf, command, tmp_path):
    shelf.file()
    out = tmp_path / "kit.pdf"
    run = command("eruption", "-o", str(out), "--json")
    *steps, last = [json.loads(line) for line in run.stdout.splitlines()]
    assert run.returncode == 0 and run.stderr == ""
    assert [set(step) for step in steps] == [{"done", "total", "text"}] * len(steps)
    assert [(file["file"], file["bytes"]) for file in last["files"]] == [(str(out), out.stat().st_size)]
    assert out.read_bytes() == shelf.file().read_bytes()


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (["chess"], 2, "There is no kit of a game “chess”; there is one of: eruption"),
        (["eruption", "--paper", "a5"], 2, "“a5” cannot be chosen for the option paper; choose one of: a4, letter, a3"),
        (["eruption", "--pieces", "tiles,coins"], 2, "“coins” cannot be chosen for the option pieces"),
        (["eruption", "--pieces", "board", "--board", "none"], 2, "leave nothing to print"),
        (["eruption", "--papre", "a4"], 2, "papre"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(command, tmp_path, arguments, status, sentence):
    out = tmp_path / "kit.pdf"
    run = command(*arguments, "-o", str(out))
    assert run.returncode == status
    assert sentence in run.stderr and "Traceback" not in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1
    assert not out.exists()


def test_an_unknown_option_is_refused_with_those_that_there_are():
    with pytest.raises(KitError) as error:
        read_options({"papier": "a4"})
    assert error.value.code == "unknown_option"
    assert "papier" in str(error.value) and "paper" in str(error.value)


@pytest.mark.parametrize("name", sorted(CHOICES))
def test_a_value_that_cannot_be_is_refused_with_those_that_can(name):
    for value in ("nonsense", 5, None, ["nonsense"]):
        with pytest.raises(KitError) as error:
            read_options({name: value})
        assert error.value.code in ("bad_option", "no_pieces")
        assert all(choice in str(error.value) for choice in CHOICES[name])


@pytest.mark.parametrize(("word", "value"), [("yes", True), ("off", False), (True, True), ("1", True)])
def test_a_switch_reads_what_people_write(word, value):
    assert read_options({"no_rain": word}).no_rain is value


def test_a_switch_refuses_the_rest():
    with pytest.raises(KitError, match="maybe"):
        read_options({"no_rain": "maybe"})


def test_a_file_that_cannot_be_written_is_named_before_the_work(command, tmp_path):
    run = command("eruption", "-o", str(tmp_path / "missing" / "kit.pdf"), cache=tmp_path / "faces")
    assert run.returncode == 1
    assert str(tmp_path) in run.stderr and len(run.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "faces").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission_is_named(command, tmp_path):
    tmp_path.chmod(0o500)
    run = command("eruption", "-o", str(tmp_path / "kit.pdf"))
    assert run.returncode == 1 and str(tmp_path) in run.stderr


def test_a_file_that_failed_leaves_nothing_behind(shelf, tmp_path, monkeypatch):
    shelf.file()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.files.os.replace", full)
    with pytest.raises(KitError, match="No space left"):
        make(KitOptions(), tmp_path / "kit.pdf", cache=shelf.cache)
    assert list(tmp_path.iterdir()) == []


def test_several_files_make_a_folder_of_a_name_that_says_nothing_else(command, tmp_path):
    run = command("eruption", "--pieces", "markers", "--guide", "no", "--cut-file", "dxf", "-o", str(tmp_path / "mine"))
    assert run.returncode == 0, run.stderr
    assert {str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*.*")} == {
        "mine/eruption.pdf",
        "mine/cut/sheet-01.dxf",
    }
