"""The names that people give themselves, made safe to show anywhere."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

MAX_LENGTH = 24

_DROPPED = frozenset({"Cc", "Cf", "Cs", "Cn", "Co"})
"""Unicode categories without a place in a name: control and direction marks, halves of characters, unassigned."""
_JOINERS = "\u200c\u200d"
"""Needed inside Persian words, Indic letters and emoji; of no use at an end."""
_MARKS = frozenset({"Mn", "Me"})
MOST_MARKS = 4
"""Marks on one letter: languages need three; a tower of them covers the lines above."""
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters that show nothing: a name of them would be no name to anybody who looks."""


def clean(name: str) -> str:
    """`name` in one line: no control or direction characters, single spaces, at most MAX_LENGTH characters."""
    line = unicodedata.normalize("NFC", " ".join(name[: 40 * MAX_LENGTH].split()))
    kept = "".join(c for c in line if c in _JOINERS or (c not in _BLANKS and unicodedata.category(c) not in _DROPPED))
    return _without_towers(" ".join(kept.split()))[:MAX_LENGTH].strip(" " + _JOINERS)


def _without_towers(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.category(char) in _MARKS else 0
        if marks <= MOST_MARKS:
            kept.append(char)
    return "".join(kept)


def _looks(name: str) -> str:
    """What two names share that look alike: case, width and joiners make no difference to the eye."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(char for char in plain if char not in _JOINERS)


def seats(names: Sequence[str], defaults: Sequence[str] = ()) -> tuple[str, ...]:
    """The names of all seats: cleaned, an empty one replaced by its default, a repeated one numbered."""
    taken: list[str] = []
    for number, name in enumerate(names):
        wanted = clean(name) or (clean(defaults[number]) if number < len(defaults) else "")
        free, count = wanted, 1
        while free and _looks(free) in map(_looks, taken):
            count += 1
            suffix = f" {count}"
            free = wanted[: MAX_LENGTH - len(suffix)] + suffix
        taken.append(free)
    return tuple(taken)
