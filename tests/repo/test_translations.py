"""The catalogues say everything that the sources ask for."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from companion.words import extract
from tests.repo.tracked import ROOT, tracked

LOCALE = ROOT / "companion" / "locale"
LANGUAGES = sorted(path.name for path in LOCALE.iterdir() if path.is_dir())
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w*(?:[.\[]\w+\]?)*(?:![rsa])?(?::[^{}]*)?\}|%[sd%]")
ASKING = {"_", "N_", "gettext", "ngettext", "say", "_say"}
TAG = re.compile(r"</?\w+[^>]*>")


def catalogue(language: str) -> Catalog:
    with (LOCALE / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale=language)


def messages(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


def texts(value: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Every message that Babel finds in the sources now."""
    template = tmp_path_factory.mktemp("messages") / "messages.pot"
    environment = os.environ | {"BABEL": f"{sys.executable} -m babel.messages.frontend", "TEMPLATE": str(template)}
    subprocess.run([ROOT / "script" / "translate", "collect"], env=environment, check=True, capture_output=True)
    with template.open("rb") as file:
        return {texts(message.id)[0] for message in read_po(file) if message.id}


def test_japanese_and_traditional_chinese_are_there() -> None:
    assert {"ja", "zh_Hant_TW"} <= set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_has_what_the_sources_ask_for_and_nothing_else(language: str, asked: set[str]) -> None:
    there = {texts(message.id)[0] for message in messages(language)}
    assert sorted(asked - there) == [], "run script/translate, then translate these"
    assert sorted(there - asked) == [], "run script/translate: these are asked for no more"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_untranslated_or_uncertain(language: str) -> None:
    open_ = [message.id for message in messages(language) if message.fuzzy or not all(texts(message.string))]
    assert open_ == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_fill_in_the_same_values_and_mark_the_same_parts(language: str) -> None:
    wrong = []
    for message in messages(language):
        source = texts(message.id)[-1]  # the plural, which names the number
        for translation in texts(message.string):
            for pattern in (PLACEHOLDER, TAG):
                if Counter(pattern.findall(source)) != Counter(pattern.findall(translation)):
                    wrong.append((source, translation))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_the_space_around_a_text(language: str) -> None:
    wrong = [
        message.id
        for message in messages(language)
        for source, translation in zip(texts(message.id), texts(message.string), strict=False)
        if (source[:1].isspace(), source[-1:].isspace()) != (translation[:1].isspace(), translation[-1:].isspace())
    ]
    assert wrong == []


def test_the_extractor_finds_names_lists_and_tables_of_a_games_data(tmp_path: Path) -> None:
    data = tmp_path / "rules.toml"
    data.write_text(
        '[game]\nslug = "g"\nname = "Game"\n[phases]\none = "First"\n'
        '[[options]]\nslug = "o"\nname = "Option"\nvalues = ["a"]\nvalue_names = ["A"]\ntext = "Says what."\n',
        "utf-8",
    )
    with data.open("rb") as file:
        found = {message: (line, comments) for line, _, message, comments in extract.rules(file, (), (), {})}
    assert found == {
        "Game": (3, ["game g name"]),
        "First": (5, ["phases one"]),
        "Option": (8, ["options o name"]),
        "A": (10, ["options o value_names"]),
        "Says what.": (11, ["options o text"]),
    }


def test_no_message_hides_in_an_f_string() -> None:
    """Before Python 3.12 Babel does not see it there."""
    hidden = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in tracked("companion/*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.JoinedStr)
        for call in ast.walk(node)
        if isinstance(call, ast.Call)
        and (call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")) in ASKING
        and any(isinstance(argument, ast.Constant) for argument in call.args)
    ]
    assert hidden == []
