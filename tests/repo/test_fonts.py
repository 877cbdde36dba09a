"""The fonts in the repository are enough for every word that it prints or shows, and cost a phone little."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from fontTools.ttLib import TTFont

from tests.repo.tracked import ROOT

SCREEN_BYTES = 60_000
PAPER = ROOT / "print" / "fonts"
SCREEN = ROOT / "static" / "fonts"
FACE = re.compile(r'font-family: "([^"]+)";\s*font-weight: (\d+);.*?url\("([^"]+)"\)', re.DOTALL)


def strings(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for value in data.values() if isinstance(data, dict) else data:
            yield from strings(value)


def readable(texts: Iterator[str]) -> set[str]:
    return {mark for text in texts for mark in text if mark.isprintable()}


def english() -> set[str]:
    def texts() -> Iterator[str]:
        for rules in (ROOT / "companion" / "games").glob("*/rules.toml"):
            yield from strings(tomllib.loads(rules.read_text("utf-8")))
        with (ROOT / "companion/locale/ja/LC_MESSAGES/messages.po").open("rb") as file:
            for message in read_po(file):
                yield from (message.id,) if isinstance(message.id, str) else message.id

    return readable(texts())


def translated(language: str) -> set[str]:
    with (ROOT / f"companion/locale/{language}/LC_MESSAGES/messages.po").open("rb") as file:
        catalogue = read_po(file)
    return readable(
        text
        for message in catalogue
        if message.id
        for text in ((message.string,) if isinstance(message.string, str) else message.string)
    )


def faces(sheet: Path) -> dict[tuple[str, int], Path]:
    found = {
        (family, int(weight)): (sheet.parent / url).resolve()
        for family, weight, url in FACE.findall(sheet.read_text("utf-8"))
    }
    assert found
    return found


def characters(path: Path) -> set[str]:
    with TTFont(path) as font:
        return {chr(code) for code in font.getBestCmap()}


def name(path: Path, number: int) -> str:
    with TTFont(path) as font:
        return str(font["name"].getDebugName(number))


@pytest.mark.parametrize("weight", [400, 700])
@pytest.mark.parametrize(
    ("family", "language"), [("Noto Sans JP", "ja"), ("Noto Sans TC", "zh_Hant_TW")], ids=["ja", "zh_Hant_TW"]
)
def test_every_word_of_a_catalogue_can_be_printed(family: str, language: str, weight: int) -> None:
    missing = (translated(language) | english()) - characters(faces(PAPER / "fonts.css")[family, weight])
    assert sorted(missing) == [], "run script/fonts"


@pytest.mark.parametrize("weight", [400, 700])
def test_english_can_be_printed_without_the_asian_fonts_but_for_symbols(weight: int) -> None:
    missing = english() - characters(faces(PAPER / "fonts.css")["Noto Sans", weight])
    assert [mark for mark in missing if mark.isalnum()] == []


def test_titles_of_any_western_language_can_be_set() -> None:
    for font in (faces(PAPER / "fonts.css")["Tableside Display", 400], SCREEN / "tableside-display.woff2"):
        assert set("ABCXYZabcxyz0123456789 ÄÖÜßéèñçåøæ°×–—’“”!?&") <= characters(font)


def test_kana_and_full_width_marks_are_there_for_words_to_come() -> None:
    for family in ("Noto Sans JP", "Noto Sans TC"):
        for weight in (400, 700):
            assert set("あんアンー、。「」（）！？：；，０９Ａ→") <= characters(
                faces(PAPER / "fonts.css")[family, weight]
            )


def test_the_printed_fonts_are_truetype_files_that_the_style_sheet_names() -> None:
    named = set(faces(PAPER / "fonts.css").values())
    assert named == set(PAPER.glob("*.ttf"))
    for path in named:
        with TTFont(path) as font:
            assert "glyf" in font


def test_the_screen_fonts_are_small_and_the_style_sheet_names_them() -> None:
    everybody = set(faces(ROOT / "static/css/fonts.css").values())
    languages = {path for sheet in ROOT.glob("static/css/fonts-*.css") for path in faces(sheet).values()}
    assert everybody | languages == set(SCREEN.glob("*.woff2"))
    assert sum(path.stat().st_size for path in everybody) < SCREEN_BYTES


@pytest.mark.parametrize(("family", "language"), [("Noto Sans JP", "ja"), ("Noto Sans TC", "zh_Hant_TW")])
def test_every_word_of_a_catalogue_can_be_shown_where_the_device_has_no_font_for_it(family: str, language: str) -> None:
    own = faces(ROOT / f"static/css/fonts-{language}.css")[family, 400]
    there = characters(own) | characters(faces(ROOT / "static/css/fonts.css")["Noto Sans", 400])
    missing = {mark for mark in translated(language) - there if mark.isalnum()}
    assert sorted(missing) == [], "run script/fonts"


def test_every_font_says_its_licence_and_none_bears_a_reserved_name() -> None:
    for path in (*PAPER.glob("*.ttf"), *SCREEN.glob("*.woff2")):
        assert "SIL Open Font License" in name(path, 13)
        assert not {"Lilita", "Source"} & set(name(path, 1).split())
        assert any(name(path, 0) in text.read_text("utf-8") for text in path.parent.glob("OFL-*.txt"))
