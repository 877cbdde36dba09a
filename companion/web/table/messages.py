"""What a phone lacks of a table: made once for all phones that show the same, who get the very same bytes."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple
from zlib import crc32

import msgspec

from companion.tables.play import Table
from companion.web.house import tables
from companion.web.people import presence
from companion.web.table import around, display
from companion.web.table.choice import NOTHING
from companion.web.table.moment import moment
from companion.web.table.page import NOTHING_YET, Pieces, Shown, at, have, pieces
from companion.web.table.scene import Scene
from companion.web.table.viewer import readable, viewer

KEPT = 512
"""Messages that are kept for further phones, and tables for which it is known how they stand."""

TRUSTED_SECONDS = 1.0
"""How long a table is taken to be as it was when nobody calls: another process may have deleted it."""


class Sight(NamedTuple):
    """What a page shows: its pieces, and one that changes on its own, who is there."""

    pieces: Pieces
    people: str


def _play(table: Table) -> Sight:
    now = moment(table)
    return Sight(pieces(Scene(now, NOTHING, viewer(now))), presence.people_piece(table))


def _board(table: Table) -> Sight:
    readable(table)
    return Sight(display.pieces(moment(table), table.company), "")


LOOKS: dict[str, Callable[[Table], Sight]] = {"": _play, "board": _board}
"""What each kind of page shows to the phone that asks, by its name in the addresses of streams. They raise NoPlace."""


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


def whole(table: Table, old: Shows, sight: Sight, here: str = "") -> tuple[Shows, Message]:
    """What a phone has after it was told all that it lacks, and the message that tells it."""
    shown: Shown = around.part("shown")
    new = Shows(at(table), shown.remember(sight.pieces), sight.pieces, sight.people)
    people = sight.people if old.people != sight.people else ""
    html = sight.pieces.changed(old.pieces) + people + have(str(new.key), table)
    return new, Message(new.at, old.key, html, here)


def asked(table: Table, key: str, state: str, here: str, sight: Sight) -> Message | None:
    """What a page lacks that says what it shows; nothing if it lacks nothing.

    In one state of the table only who is there can change. What somebody has picked on the page stays then.
    """
    old, now = Shows.known(key, state), format(crc32(sight.people.encode()), "x")
    if state != at(table) or (not sight.people and old.pieces is not sight.pieces):
        return whole(table, old, sight, now)[1]
    return None if here == now else Message(state, None, sight.people, now)


class Messages:
    """Messages made lately."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, tuple[int, float, Table]] = OrderedDict()
        self._made: OrderedDict[tuple[object, ...], tuple[Pieces, Shows, bytes]] = OrderedDict()

    def table(self, code: str) -> Table:
        """A table, looked up once after each call, for all whom it woke. Raises NoSuchTable, StoreError."""
        stamp, now = tables().hub.stamp(code), time.monotonic()
        known = self._tables.get(code)
        if known is not None and known[0] == stamp and now - known[1] < TRUSTED_SECONDS:
            return known[2]
        table = tables().open(code)
        if stamp is not None:
            self._tables[code] = stamp, now, table
            if len(self._tables) > KEPT:
                self._tables.popitem(last=False)
        return table

    def event(self, table: Table, old: Shows, sight: Sight) -> tuple[Shows, bytes]:
        """What a phone has after it was told what it lacks, and the event that tells it; empty if it lacks nothing."""
        now = at(table)
        if old.pieces is sight.pieces and old.at == now:
            if old.people == sight.people:
                return old, b""
            return old._replace(people=sight.people), _event(b"people", Message(now, None, sight.people))
        way = id(old.pieces), id(sight.pieces), old.key, old.people == sight.people, sight.people, old.at == now
        made = self._made.get(way)
        if made is None:
            new, message = whole(table, old, sight)
            made = self._made[way] = old.pieces, new, _event(b"people" if old.at == now else b"table", message)
            if len(self._made) > KEPT:
                self._made.popitem(last=False)
        return made[1], made[2]


def _event(name: bytes, message: Message) -> bytes:
    return b"event: %b\nid: %b\ndata: %b\n\n" % (name, message.at.encode(), msgspec.json.encode(message))
