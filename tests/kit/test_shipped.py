"""Without the libraries that draw: the faces that came with Tableside still give every option of the sheets."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from companion.kit import job, release
from companion.kit.cache import file_name
from companion.kit.choices import OPTIONS
from companion.kit.errors import KitError
from companion.kit.job import make
from companion.kit.options import PARTS, read_options
from companion.kit.shipped import FOLDER, Shipped
from tests.kit.programs import modules_of_the_usual_kit
from tests.kit.reading import read

WORDS_AND_PICTURES = {"look", "art", "large_print", "language"}
"""Options that change what is drawn."""


@pytest.fixture(scope="module")
def came_along(shelf):
    """A folder with the usual English faces, as they come with Tableside."""
    folder = shelf.root / "shipped"
    folder.mkdir()
    shelf.file(pieces=",".join(PARTS), backs="none")
    options, kit = next(release.kits("eruption"))
    for group in kit.groups():  # and not what other tests have drawn besides, such as cards of another size
        shutil.copy(shelf.cache / file_name(kit, group, options.faces), folder)
    return folder


@pytest.fixture
def no_pango(monkeypatch):
    def missing(*_):
        raise KitError("cannot_draw", "The libraries that draw are missing.")

    monkeypatch.setattr(job, "_draw", missing)


def some_value(option):
    """A value other than the usual one."""
    if option.kind in ("choice", "choices"):
        return list(option.values)[-1]
    return {
        "size": "200x280" if option.name == "paper" else "japanese",
        "number": f"{(option.low + option.high) / 2:g}" if option.kind == "number" else "",
        "switch": "yes",
        "calibration": "1,2,0.5",
        "only": "tile:fan_5=2",
        "version": "0",
        "printer": "",
    }[option.kind]


SHEET_OPTIONS = [option for option in OPTIONS if option.name not in WORDS_AND_PICTURES]


@pytest.mark.parametrize("option", SHEET_OPTIONS, ids=lambda option: option.name)
def test_every_option_of_the_sheets_works_without_drawing(came_along, no_pango, tmp_path, option):
    values = list(getattr(option, "values", ())) if option.kind == "choice" else [some_value(option)]
    for value in values:
        if option.name == "export" and value in ("reading", "png-sheets", "png-faces"):
            continue  # read on a screen, or slow
        options = {"pieces": "board,tiles,cards,aids,walls,markers,dice", option.name: value}
        if option.name == "pieces":
            options = {"pieces": "tiles"}
        out = tmp_path / "kit"
        make(read_options(options), out, cache=tmp_path / "empty", shipped=came_along)
        assert out.stat().st_size > 1000


def test_the_kit_is_the_same_as_with_the_libraries(came_along, no_pango, shelf, tmp_path):
    make(read_options({"paper": "letter"}), tmp_path / "kit.pdf", cache=tmp_path / "empty", shipped=came_along)
    assert (tmp_path / "kit.pdf").read_bytes() == shelf.file(paper="letter").read_bytes()


def test_cards_of_another_size_are_stretched_to_it(came_along, no_pango, tmp_path):
    make(
        read_options({"card": "bridge", "pieces": "cards", "guide": "no"}),
        tmp_path / "kit.pdf",
        cache=tmp_path / "empty",
        shipped=came_along,
    )
    for side in read(tmp_path / "kit.pdf"):
        for placed in side.placed:
            assert placed.scale == pytest.approx((57.15 / 63, 88.9 / 88), abs=1e-4)


@pytest.mark.parametrize(
    "options", [{"look": "grey"}, {"art": "night"}, {"large_print": "yes"}, {"language": "ja"}, {"card": "100x50"}]
)
def test_what_must_be_drawn_is_refused_and_says_why(came_along, no_pango, tmp_path, options):
    with pytest.raises(KitError, match="libraries that draw") as error:
        make(
            read_options({"pieces": "cards", **options}),
            tmp_path / "kit.pdf",
            cache=tmp_path / "empty",
            shipped=came_along,
        )
    assert error.value.code == "cannot_draw"
    assert not (tmp_path / "kit.pdf").exists()


def test_faces_of_an_older_version_are_better_than_none(came_along, no_pango, tmp_path):
    old = tmp_path / "old"
    old.mkdir()
    for file in came_along.glob("eruption-tiles-*"):
        shutil.copy(file, old / file.name.replace(file.stem[-16:], "0" * 16))
    make(read_options({"pieces": "tiles"}), tmp_path / "kit.pdf", cache=tmp_path / "empty", shipped=old)
    assert (tmp_path / "kit.pdf").exists()


def test_faces_that_came_along_are_not_drawn_again(came_along, tmp_path):
    modules = modules_of_the_usual_kit(tmp_path / "kit.pdf", cache=tmp_path / "empty", shipped=came_along)
    assert "pikepdf" in modules and "weasyprint" not in modules


def test_a_real_lack_of_libraries_is_told_in_one_sentence(tmp_path):
    """As WeasyPrint fails where Pango is not installed."""
    program = (
        "import sys, types; sys.modules['weasyprint'] = None\n"
        "import builtins; real = builtins.__import__\n"
        "def fail(name, *a, **k):\n"
        "    if name.startswith('weasyprint'): raise OSError('cannot load library libpango-1.0-0')\n"
        "    return real(name, *a, **k)\n"
        "builtins.__import__ = fail\n"
        "from companion.kit.__main__ import main\n"
        f"sys.exit(main(['eruption', '--pieces', 'markers', '--look=grey', '-o', {str(tmp_path / 'k.pdf')!r}, "
        f"'--cache', {str(tmp_path / 'empty')!r}]))"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "libraries that draw are missing" in run.stderr and "libpango" in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1 and "Traceback" not in run.stderr


@pytest.mark.slow
def test_every_language_comes_along(tmp_path):
    release.draw("eruption", tmp_path)
    for options, kit in release.kits("eruption"):
        assert all(Shipped(kit, options.faces, tmp_path).load(group) for group in kit.groups())
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) < 3e6


def test_faces_of_every_language_lie_in_the_repository():
    """Perhaps of an older version; script/faces draws them anew."""
    for options, kit in release.kits("eruption"):
        came = Shipped(kit, options.faces, FOLDER)
        assert all(came.nearest(group) for group in kit.groups()), options.language
