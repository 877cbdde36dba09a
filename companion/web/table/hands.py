"""Whose hand this phone may show. On one phone that goes round, a hand is covered until its player says who is there.

What was said is kept in the signed session cookie, for one seat and one turn of a table: when the turn passes, the hand
covers itself.
"""

from __future__ import annotations

from flask import session

KEPT = 8
"""Tables of which a phone remembers who holds it."""


def uncover(code: str, seat: int, turn: int) -> None:
    """The player of `seat` holds the phone, in this turn."""
    seen = [entry for entry in session.get("seen", []) if entry[0] != code]
    session["seen"] = [*seen, [code, seat, turn]][-KEPT:]


def cover(code: str) -> None:
    """Nobody in particular holds the phone."""
    session["seen"] = [entry for entry in session.get("seen", []) if entry[0] != code]


def holder(code: str, turn: int) -> int | None:
    """The seat whose player said so in this turn."""
    for entry in session.get("seen", []):
        if entry[0] == code and entry[2] == turn:
            return int(entry[1])
    return None
