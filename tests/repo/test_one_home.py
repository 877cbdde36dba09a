"""A name or a colour of a game stands in its rules data, and nowhere else in the program."""

import re
from pathlib import Path

import pytest

from companion.games.eruption.data import RULES

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [
    file
    for folder in ("companion", "templates", "static", "print")
    for file in sorted((ROOT / folder).rglob("*"))
    if file.suffix in {".py", ".html", ".j2", ".css", ".js", ".toml", ".svg"}
    and "vendor" not in file.parts
    and file.name not in {"rules.toml", "icon.svg"}  # the icon is made from the drawings, which another test holds
]


def names():
    """Names that are no everyday words, and the sentences."""
    for things in (RULES.tiles, RULES.cards, RULES.options, RULES.presets):
        for thing in things:
            if " " in thing.name and things is not RULES.options:
                yield thing.name
            if text := getattr(thing, "text", ""):
                yield text
    yield RULES.game.tagline


@pytest.mark.parametrize("name", sorted(set(names())))
def test_a_name_stands_in_the_rules_data_alone(name):
    words = re.compile(rf"""["'>]{re.escape(name)}["'<]""")  # as a text of the program, not in a comment
    found = [str(file.relative_to(ROOT)) for file in SOURCES if words.search(file.read_text(encoding="utf-8"))]
    assert not found


@pytest.mark.parametrize("village", RULES.villages, ids=lambda village: village.slug)
def test_a_colour_of_a_village_stands_in_the_rules_data_alone(village):
    colour = re.compile(re.escape(village.colour), re.I)
    found = [str(file.relative_to(ROOT)) for file in SOURCES if colour.search(file.read_text(encoding="utf-8"))]
    assert not found
