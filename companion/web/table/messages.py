"""What a phone lacks of a table: made once for all phones that show the same, who get the very same bytes."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from math import inf
from typing import NamedTuple
from zlib import crc32

import msgspec

from companion.tables.play import Table
from companion.web.device import device
from companion.web.house import tables
from companion.web.i18n import cookie
from companion.web.people import presence
from companion.web.table import around, display, hands
from companion.web.table.drawings import POCKET_MARK
from companion.web.table.moment import moment
from companion.web.table.page import NOTHING_YET, Pieces, Shown, at, filled, have, own, pieces
from companion.web.table.pages import pages_of
from companion.web.table.speech import language
from companion.web.table.viewer import readable, seen

KEPT = 512
"""Messages that are kept for further phones, and tables for which it is known how they stand."""

TRUSTED_SECONDS = 1.0
"""How long a table is taken to be as it was when nobody calls: another process may have deleted it."""


class Sight(NamedTuple):
    """What a page shows: its pieces; one that changes on its own, who is there; and what no other phone shows."""

    pieces: Pieces
    people: str
    own: str = ""


class Looker(NamedTuple):
    """A phone that looks at a table; `told` if somebody may have said on it whose hand it shows."""

    device: str | None
    told: bool

    @classmethod
    def asking(cls) -> Looker:
        """The phone that asks."""
        environ = around.environ()
        return cls(device(environ), bool(cookie(hands.HOLDER, environ)))


class Standing:
    """How a table stands, worked out once for all who look at it just now."""

    def __init__(self, table: Table) -> None:
        self.table, self.at, self.now = table, at(table), moment(table)
        self._people: dict[str, str] = {}

    @property
    def people(self) -> str:
        """Who is there, in the language of the request."""
        locale = language()
        if locale not in self._people:
            self._people[locale] = presence.people_piece(self.table)
        return self._people[locale]


def _play(standing: Standing, looker: Looker) -> Sight:
    now = standing.now
    said = hands.holder(standing.table.code, now.turn) if looker.told else None
    scene = pages_of(now.table).stage(now, {}, seen(now, looker.device, said))
    return Sight(pieces(scene), standing.people, own(scene))


def _board(standing: Standing, looker: Looker) -> Sight:
    readable(standing.table)
    display.check(standing.now)
    return Sight(display.pieces(standing.now, standing.table.company), "")


LOOKS: dict[str, Callable[[Standing, Looker], Sight]] = {"": _play, "board": _board}
"""What each kind of page shows to a phone, by its name in the addresses of streams. They raise NoPlace."""


class Shows(NamedTuple):
    """What a phone has: the state of the table, the pieces with their key, who is there."""

    at: str = ""
    key: str | None = None
    pieces: Pieces = NOTHING_YET
    people: str = ""

    @classmethod
    def known(cls, key: str, at: str = "") -> Shows:
        """What a phone says that it has; nothing where that is not remembered."""
        shown: Shown = around.part("shown")
        found = shown.get(key)
        return cls() if found is NOTHING_YET else cls(at, key, found)


class Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a phone lacks that shows the pieces `base`; that shows anything, where it is null."""

    at: str
    base: str | None
    html: str
    here: str = ""
    """A mark of who is there, for a page that asks to send back with its next question."""


def _whole(table: Table, state: str, old: Shows, sight: Sight) -> tuple[Shows, list[str]]:
    """What a phone has after it was told all that it lacks, and the pieces that tell it."""
    shown: Shown = around.part("shown")
    new = Shows(state, shown.remember(sight.pieces), sight.pieces, sight.people)
    people = [sight.people] if old.people != sight.people else []
    return new, [*sight.pieces.lacking(old.pieces), *people, have(str(new.key), table)]


def asked(table: Table, key: str, state: str, here: str, sight: Sight) -> Message | None:
    """What a page lacks that says what it shows; nothing if it lacks nothing.

    In one state of the table only who is there can change. What somebody has picked on the page stays then.
    """
    old, now = Shows.known(key, state), format(crc32(sight.people.encode()), "x")
    if state != at(table) or (not sight.people and old.pieces is not sight.pieces):
        new, html = _whole(table, at(table), old, sight)
        return Message(new.at, old.key, filled("".join(html), sight.own), now)
    return None if here == now else Message(state, None, sight.people, now)


class Messages:
    """Messages made lately."""

    def __init__(self) -> None:
        self._looked: OrderedDict[str, float] = OrderedDict()
        """When the database was asked about a table."""
        self._made: OrderedDict[tuple[object, ...], tuple[Pieces, Shows, tuple[bytes, bytes]]] = OrderedDict()
        """Events in two parts: between them comes the own hand."""

    def standing(self, code: str) -> Standing:
        """How a table stands. Raises NoSuchTable, StoreError.

        The database is asked when another process may have written; what this one writes it has in memory as well.
        """
        all_, now = tables(), time.monotonic()
        if code not in all_.hub.elsewhere and now - self._looked.get(code, -inf) < TRUSTED_SECONDS:
            known = all_.known(code)
            if known is not None:
                return Standing(known)
        all_.hub.elsewhere.discard(code)
        table = all_.open(code)
        self._looked[code] = now
        if len(self._looked) > KEPT:
            self._looked.popitem(last=False)
        return Standing(table)

    def event(self, standing: Standing, old: Shows, sight: Sight) -> tuple[Shows, bytes]:
        """What a phone has after it was told what it lacks, and the event that tells it; empty if it lacks nothing."""
        same = old.at == standing.at
        if old.pieces is sight.pieces and same:
            if old.people == sight.people:
                return old, b""
            return old._replace(people=sight.people), _event(b"people", old.at, None, [sight.people])
        way = id(old.pieces), id(sight.pieces), old.key, old.people == sight.people, sight.people, same
        made = self._made.get(way)
        if made is None:
            new, html = _whole(standing.table, standing.at, old, sight)
            before, _mark, after = _event(b"people" if same else b"table", new.at, old.key, html).partition(_POCKET)
            made = self._made[way] = old.pieces, new, (before, after)
            if len(self._made) > KEPT:
                self._made.popitem(last=False)
        before, after = made[2]
        return made[1], before + _json(sight.own) + after if after else before


def _event(name: bytes, state: str, base: str | None, html: list[str]) -> bytes:
    """A message as an event, with the mark for the own hand.

    Its pieces are written as JSON one by one, since most of them go to several phones.
    """
    now, shown = state.encode(), b"null" if base is None else b'"%b"' % base.encode()
    body = b"".join([_json(piece) for piece in html])
    return b'event: %b\nid: %b\ndata: {"at":"%b","base":%b,"html":"%b"}\n\n' % (name, now, now, shown, body)


@lru_cache(1024)
def _json(text: str) -> bytes:
    """A text as it stands in a JSON string; the mark stays as it is, which nothing else in JSON can look like."""
    return _POCKET.join([msgspec.json.encode(part)[1:-1] for part in text.split(POCKET_MARK)])


_POCKET = POCKET_MARK.encode()
