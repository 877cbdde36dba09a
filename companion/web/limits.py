"""How often one address may do what costs something, and how long it waits after too many wrong codes or PINs."""

from __future__ import annotations

import ipaddress
import time
from collections import deque
from dataclasses import dataclass, field
from functools import lru_cache

from flask import Flask, Response, current_app, request

from companion.tables.errors import NoSuchTable
from companion.web import device
from companion.web.errors import Refused
from companion.web.house import tables
from companion.web.i18n import gettext as _
from companion.web.i18n import ngettext

WINDOW_SECONDS = 60.0
MOST = {"create": 60, "import": 30, "kit": 20, "look": 60, "printer": 20, "join": 120, "sit": 60}
"""How often within the window: far above what people do, far below what would hurt."""
MOST_WRONG = {"code": 40, "pin": 5, "table": 10}
"""Wrong tries within the window before a pause: codes from one address; PINs from one address, and at one table.

One address is stopped before its tries make the table wait for everybody who is new.
"""
FIRST_PAUSE, LONGEST_PAUSE = 30.0, 15 * 60.0
FORGOTTEN_SECONDS = 60 * 60.0
"""How long a pause is remembered, so that the next is twice as long."""
MOST_KEPT = 10_000
LOOKS = ("lobby.join",)
"""Endpoints beside those of a table that tell whether there is a table of some code."""


@dataclass
class Tries:
    """Wrong tries of one kind: lately, and the pause that they led to."""

    times: deque[float] = field(default_factory=deque)
    pause: float = 0.0
    until: float = 0.0


@dataclass
class Limits:
    """When each address did each thing lately. One process serves everybody, so memory is enough."""

    done: dict[tuple[str, str], deque[float]] = field(default_factory=dict)
    wrong: dict[tuple[str, str], Tries] = field(default_factory=dict)

    def check(self, what: str, who: str, now: float) -> bool:
        """Note one more time; whether it is still within the limit."""
        times = self.done.setdefault((what, who), deque())
        while times and times[0] <= now - WINDOW_SECONDS:
            times.popleft()
        if len(times) >= MOST[what]:
            return False
        times.append(now)
        if len(self.done) > MOST_KEPT:
            self.done = {key: kept for key, kept in self.done.items() if kept and kept[-1] > now - WINDOW_SECONDS}
        return True

    def note(self, what: str, who: str, now: float) -> None:
        """One more wrong try; after too many a pause begins, each twice as long as the one before."""
        tries = self.wrong.setdefault((what, who), Tries())
        if now - tries.until > FORGOTTEN_SECONDS:
            tries.pause = 0.0
        while tries.times and tries.times[0] <= now - WINDOW_SECONDS:
            tries.times.popleft()
        tries.times.append(now)
        if len(tries.times) >= MOST_WRONG[what]:
            tries.times.clear()
            tries.pause = min(2 * tries.pause or FIRST_PAUSE, LONGEST_PAUSE)
            tries.until = now + tries.pause
        if len(self.wrong) > MOST_KEPT:
            self.wrong = {key: kept for key, kept in self.wrong.items() if kept.until > now or kept is tries}

    def wait(self, what: str, who: str, now: float) -> float:
        """The seconds that are left of a pause."""
        tries = self.wrong.get((what, who))
        return 0.0 if tries is None else max(tries.until - now, 0.0)

    def forgive(self, what: str, who: str) -> None:
        """Forget wrong tries."""
        self.wrong.pop((what, who), None)


def check(what: str) -> None:
    """Note that this request's address does `what` once more.

    Raises:
        Refused: too often, 429.
    """
    if not _limits().check(what, who(), time.monotonic()):
        sentence = _("That was a lot at once. Wait a minute and try again.")
        raise Refused("too_often", sentence, 429, int(WINDOW_SECONDS))


def check_pin(code: str) -> None:
    """See that this address may try the PIN of a table. Raises Refused (429)."""
    limits, now = _limits(), time.monotonic()
    wait = max(limits.wait("pin", f"{code} {who()}", now), limits.wait("table", code, now))
    if wait:
        raise paused(wait)


def wrong_pin(code: str) -> None:
    """Note that this address has typed a wrong one."""
    limits, now = _limits(), time.monotonic()
    limits.note("pin", f"{code} {who()}", now)
    limits.note("table", code, now)


def forgive_pins(code: str) -> None:
    """The PIN is another one now: newcomers need not wait."""
    _limits().forgive("table", code)


def paused(wait: float) -> Refused:
    """The refusal during a pause, with how long it still is."""
    if wait > WINDOW_SECONDS:
        much = ngettext("Wait %(num)d minute.", "Wait %(num)d minutes.", -(-int(wait) // 60))
    else:
        much = ngettext("Wait %(num)d second.", "Wait %(num)d seconds.", int(wait) + 1)
    return Refused("too_many_tries", _("That was wrong too often.") + " " + much, 429, int(wait) + 1)


def who() -> str:
    """The address that asks; of a long one the network, since one machine there has as many as it likes."""
    return _network(request.remote_addr or "")


@lru_cache(4096)
def _network(address: str) -> str:
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(number, ipaddress.IPv4Address):
        return address
    return str(number.ipv4_mapped or ipaddress.ip_network((int(number) >> 64 << 64, 64)))


def _limits() -> Limits:
    kept: Limits = current_app.extensions.setdefault("limits", Limits())
    return kept


def _names_table() -> bool:
    return "code" in (request.view_args or ()) or request.endpoint in LOOKS


def _known(code: str) -> bool:
    """Whether the phone that asks has a place at the table of this code."""
    try:
        return tables().open(code).company.by_device(device.device()) is not None
    except NoSuchTable:
        return False


def init_app(app: Flask) -> None:
    """Count the codes that no table has: whoever guesses on is told nothing for a while, neither of tables that are."""

    @app.before_request
    def guessing() -> None:
        limits = _limits()
        if limits.wrong and _names_table():
            wait = limits.wait("code", who(), time.monotonic())
            if wait and not _known((request.view_args or {}).get("code", "")):
                raise paused(wait)

    @app.after_request
    def guessed(response: Response) -> Response:
        if response.status_code == 404 and _names_table():
            _limits().note("code", who(), time.monotonic())
        return response
