"""Whose hand this phone may show. On one phone that goes round, a hand is covered until its player says who is there.

What was said is kept in a signed cookie of the table, for one seat and one turn: when the turn passes, the hand covers
itself. The signature is a keyed hash, checked with every tap.
"""

from __future__ import annotations

import hashlib
import hmac
from functools import lru_cache

from flask import request
from werkzeug.wrappers import Response

from companion.web.i18n import cookie
from companion.web.table import around

HOLDER = "holder"
DAY_SECONDS = 24 * 60 * 60


def uncover(response: Response, code: str, seat: int, turn: int) -> None:
    """The player of `seat` holds the phone, in this turn."""
    response.set_cookie(
        HOLDER,
        f"{seat}.{turn}.{_signature(around.key(), code, seat, turn)}",
        max_age=DAY_SECONDS,
        path=f"/t/{code}",
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )


def cover(response: Response, code: str) -> None:
    """Nobody in particular holds the phone."""
    response.delete_cookie(HOLDER, path=f"/t/{code}")


def forget(response: Response, code: str, known: int | None, active: int) -> None:
    """A turn that has passed takes its holder with it: an undo by whoever has the phone now must not show that hand."""
    if known != active and cookie(HOLDER, around.environ()):
        cover(response, code)


def holder(code: str, turn: int) -> int | None:
    """The seat whose player said so in this turn."""
    parts = cookie(HOLDER, around.environ()).split(".")
    if len(parts) != 3 or parts[1] != str(turn) or not (parts[0].isascii() and parts[0].isdigit()) or len(parts[0]) > 2:
        return None
    seat = int(parts[0])
    signed = hmac.compare_digest(parts[2].encode(), _signature(around.key(), code, seat, turn).encode())
    return seat if signed else None


@lru_cache(1024)
def _signature(key: bytes, code: str, seat: int, turn: int) -> str:
    text = f"holder {code} {seat} {turn}".encode()
    return hashlib.blake2b(text, key=key[:64], digest_size=16).hexdigest()
