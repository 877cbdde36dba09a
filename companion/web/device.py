"""Which phone asks: a random id of the server's making, in a signed cookie.

It says only that this browser was here before. What its person may do stands with the table, so a cookie of a phone
whose seat was freed or moved is worth nothing there.
"""

from __future__ import annotations

import secrets
from functools import lru_cache
from typing import Any

from flask import current_app, request
from itsdangerous import BadSignature, Signer
from werkzeug.wrappers import Response

from companion.web.i18n import YEAR_SECONDS, cookie

COOKIE = FIELD = "device"
LONGEST = 100
KEPT, OFFERED = "device", "offered device"
"""What a signature is for: an id in a cookie, and one in a form, which is nobody's yet."""


def device(environ: dict[str, Any] | None = None) -> str | None:
    """The id of the phone that asks; None where it has none of ours."""
    kept = cookie(COOKIE, request.environ if environ is None else environ)
    return _read(_key(), KEPT, kept) if kept else None


def offer() -> str:
    """What a form keeps in its field FIELD, for a phone that has no id yet.

    A form that is sent twice, by a finger that taps twice, comes from one phone then, even if the browser never reads
    the first answer with its cookie.
    """
    return "" if device() else _signer(_key(), OFFERED).sign(secrets.token_urlsafe(16)).decode()


def fresh() -> str:
    """The id of the phone that asks, else that of its form, else a new one: `keep` must put it into the response."""
    offered = request.form.get(FIELD, "")
    return device() or (_read(_key(), OFFERED, offered) if offered else None) or secrets.token_urlsafe(16)


def keep(response: Response, id_: str) -> None:
    """Have the phone keep this id for a year from now."""
    response.set_cookie(
        COOKIE,
        _signer(_key(), KEPT).sign(id_).decode(),
        max_age=YEAR_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )


def _key() -> bytes:
    key = current_app.config["SECRET_KEY"]
    return key if isinstance(key, bytes) else str(key).encode()


@lru_cache(4)
def _signer(key: bytes, salt: str) -> Signer:
    return Signer(key, salt=salt)


@lru_cache(4096)
def _read(key: bytes, salt: str, kept: str) -> str | None:
    if len(kept) > LONGEST:
        return None
    try:
        return _signer(key, salt).unsign(kept).decode("ascii")
    except (BadSignature, UnicodeError):
        return None
