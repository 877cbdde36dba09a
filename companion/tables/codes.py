"""The short codes of tables: four letters that nobody mixes up, read aloud or written by hand."""

from __future__ import annotations

import secrets
from functools import lru_cache

LETTERS = "BCDFGHJKMNPRSTVWXYZ"
"""No vowels (no words arise), and none of the letters that look like another letter or a digit: I, L, O, Q, U."""

LOOKS_LIKE = str.maketrans("258", "ZSB")
"""Digits that somebody may have read for a letter."""

LENGTH = 4


def new(extra: int = 0) -> str:
    """A random code; with `extra` more letters, for a house with very many tables."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH + extra))


@lru_cache(1024)
def read(typed: str) -> str | None:
    """The code that somebody meant: any case, spaces and hyphens ignored; None if it can be none."""
    code = "".join(typed.split()).replace("-", "").upper().translate(LOOKS_LIKE)
    if LENGTH <= len(code) <= 2 * LENGTH and all(letter in LETTERS for letter in code):
        return code
    return None
