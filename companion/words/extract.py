"""A Babel extractor for rules.toml.

The names and sentences of a game have one home, its rules data, which is no Python file: Babel would not see them, and
a list of them in Python would be a second home. So this reads the data itself, and translators find every tile, card,
wall, village, phase, option and text of a game in their catalogue. `babel.cfg` registers it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import IO

WORDS = frozenset({"name", "tagline", "text", "sign_name"})
"""Keys whose value is a name or a sentence."""
LISTS = frozenset({"value_names"})
"""Keys whose value is a list of names."""
TABLES = frozenset({"phases", "effects", "groups"})
"""Keys of tables all whose values are names."""

Message = tuple[int, str, str, list[str]]


def rules(file: IO[bytes], keywords: object, comment_tags: object, options: object) -> Iterator[Message]:
    """What Babel asks of an extractor: `(line, function, message, comments)` for each message of a rules.toml."""
    source = file.read().decode("utf-8")
    lines = source.splitlines()
    for where, message in _words(tomllib.loads(source), ()):
        line = next((number for number, text in enumerate(lines, 1) if f'"{message}"' in text), 1)
        yield line, "gettext", message, [where]


def _words(data: object, path: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Each message with where it stands (`tiles dead_end name`), which helps the translator."""
    if isinstance(data, list):
        for row in data:
            if isinstance(row, dict):
                yield from _words(row, path)
    elif isinstance(data, dict):
        here = (*path, str(data["slug"])) if "slug" in data else path
        for key, value in data.items():
            if isinstance(value, str) and (key in WORDS or TABLES.intersection(path[-1:])):
                yield " ".join((*here, key)), value
            elif key in LISTS:
                yield from ((" ".join((*here, key)), name) for name in value)
            else:
                yield from _words(value, (*here, key))
