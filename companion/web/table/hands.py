"""Whose hand this phone may show. On one phone that goes round, a hand is covered until its player says who is there.

What was said is kept in a signed cookie of the table, for one seat and one turn: when the turn passes, the hand covers
itself. The signature is a keyed hash, checked with every tap. A stream keeps the cookie with which it was opened, so
what was taken back is remembered until its turn has passed, or this process ends and its streams with it.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import OrderedDict
from functools import lru_cache

from flask import request
from werkzeug.wrappers import Response

from companion.web.i18n import cookie
from companion.web.table import around

HOLDER = "holder"
DAY_SECONDS = 24 * 60 * 60
MOST_COVERED = 4096


class Covered:
    """What was said and then taken back."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, None] = OrderedDict()

    def add(self, said: str) -> None:
        """It counts no longer."""
        self._kept[said] = None
        if len(self._kept) > MOST_COVERED:
            self._kept.popitem(last=False)

    def __contains__(self, said: str) -> bool:
        return said in self._kept


def uncover(response: Response, code: str, seat: int, turn: int) -> None:
    """The player of `seat` holds the phone, in this turn."""
    nonce = secrets.token_urlsafe(6)
    response.set_cookie(
        HOLDER,
        f"{seat}.{turn}.{nonce}.{_signature(around.key(), code, seat, turn, nonce)}",
        max_age=DAY_SECONDS,
        path=f"/t/{code}",
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )


def cover(response: Response, code: str) -> None:
    """Nobody in particular holds the phone."""
    if said := cookie(HOLDER, around.environ()):
        covered: Covered = around.part("covered")
        covered.add(said)
    response.delete_cookie(HOLDER, path=f"/t/{code}")


def forget(response: Response, code: str, known: int | None, active: int) -> None:
    """A turn that has passed takes its holder with it: an undo by whoever has the phone now must not show that hand."""
    if known != active and cookie(HOLDER, around.environ()):
        cover(response, code)


def holder(code: str, turn: int) -> int | None:
    """The seat whose player said so in this turn."""
    said = cookie(HOLDER, around.environ())
    if not said:
        return None
    parts = said.split(".")
    if len(parts) != 4 or parts[1] != str(turn) or not (parts[0].isascii() and parts[0].isdigit()) or len(parts[0]) > 2:
        return None
    seat = int(parts[0])
    signed = _signature(around.key(), code, seat, turn, parts[2]).encode()
    covered: Covered = around.part("covered")
    return seat if hmac.compare_digest(parts[3].encode(), signed) and said not in covered else None


@lru_cache(1024)
def _signature(key: bytes, code: str, seat: int, turn: int, nonce: str) -> str:
    text = f"holder {code} {seat} {turn} {nonce}".encode()
    return hashlib.blake2b(text, key=key[:64], digest_size=16).hexdigest()
