"""One state of a table as everybody may see it, worked out once and kept while people look at it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from companion.games.eruption.data import DIRECTION_INDEX
from companion.games.eruption.decision import Decision
from companion.games.eruption.position import EruptionPosition
from companion.games.hexes import Hex
from companion.tables.play import Entry, Table
from companion.web.errors import Refused
from companion.web.house import tables
from companion.web.table import around
from companion.web.table.choice import Site
from companion.web.table.once import once
from companion.web.table.speech import gettext as _
from companion.web.table.targets import Targets, sort

NOBODY = -1
"""The viewer who may see no hand and no deck."""
KEPT = 256
"""Moments kept in memory."""
KEPT_EACH = 4
"""Of one table: the next moment grows out of the last, and phones may be a tap behind."""


@dataclass
class Moment:
    """A table in one state: a version of its log, with the people who are there then."""

    table: Table
    story: Story
    hands: dict[int, dict[str, int]] = field(default_factory=dict)

    @once
    def state(self) -> dict[str, Any]:
        """The state without hands and deck."""
        return self.table.position.view(NOBODY)

    @once
    def decision(self) -> Decision | None:
        """What the game waits for; None when it is over or was finished early."""
        return None if self.table.over else cast(EruptionPosition, self.table.position).decision()

    @once
    def targets(self) -> Targets:
        """What can be done, by place."""
        return sort(self.table.position.legal()) if self.decision is not None else Targets()

    @once
    def tiles(self) -> dict[Hex, tuple[str, int]]:
        """The tiles on the island with their rotations."""
        return {(t["hex"][0], t["hex"][1]): (t["tile"], t["rotation"]) for t in self.state["tiles"]}

    @once
    def walls(self) -> dict[Site, str]:
        """The walls on the island."""
        return {(w["hex"][0], w["hex"][1], DIRECTION_INDEX[w["edge"]]): w["wall"] for w in self.state["walls"]}

    @property
    def news(self) -> Sequence[dict[str, Any]]:
        """What the last action brought."""
        return self.story.news

    @once
    def active(self) -> int:
        """The seat whose turn it is."""
        return int(self.state["active"])

    @once
    def turn(self) -> int:
        """The number of the turn."""
        return int(self.state["turn"])

    @once
    def private(self) -> bool:
        """Whether the app holds hands that have to be covered."""
        return bool(self.state["options"].get("cards") == "app")

    @once
    def open_hands(self) -> bool:
        """Whether no hand is hidden from others: a game of hidden hands says whose cards it is played with."""
        return "cards" not in self.state["options"]

    def hand(self, seat: int) -> dict[str, int]:
        """A seat's cards by name. With real cards, those that it may have, by how many are unaccounted for."""
        if seat not in self.hands:
            self.hands[seat] = self.table.position.hand(seat)  # type: ignore[attr-defined]
        return self.hands[seat]

    def among(self, table: Table) -> Moment:
        """The same version with other people, whose names stand in what is drawn: nothing of that is kept."""
        known = {name: value for name, value in self.__dict__.items() if name in _OF_THE_VERSION}
        fresh = Moment(table, self.story, self.hands)
        fresh.__dict__.update(known)
        return fresh


_OF_THE_VERSION = frozenset(
    {"state", "decision", "targets", "tiles", "walls", "active", "turn", "private", "open_hands"}
)


class Moments:
    """The moments that this process remembers."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, bytes, int], Moment] = OrderedDict()

    def of(self, table: Table) -> Moment:
        """The table's moment, from memory where it is there."""
        key = (table.row.id, table.row.seed, table.version)
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = _after(self._kept.get((*key[:2], table.version - 1)), table)
            self._kept.pop((*key[:2], table.version - KEPT_EACH), None)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
            if found.table.state != table.state:
                found = self._kept[key] = found.among(table)
        return found


def moment(table: Table) -> Moment:
    """The moment of a table as it stands. Raises Refused at the table of a game that has no pages."""
    if table.game.slug not in around.part("pages"):
        sentence = _("There are no pages for %(game)s yet: play it with real cards.", game=_(table.game.name))
        raise Refused("no_pages", sentence, 501)
    moments: Moments = around.part("moments")
    return moments.of(table)


class Story(NamedTuple):
    """What has happened lately: events as they stand in the log."""

    last_turn: Sequence[dict[str, Any]] = ()
    """Of the turn before this one."""
    turn: Sequence[dict[str, Any]] = ()
    """Since this turn began, the beginning included."""
    news: Sequence[dict[str, Any]] = ()
    """Of the last action, and of the duels that it led to."""

    def after(self, entry: Entry) -> Story:
        """The story after one more entry: a roll adds to the news, all else begins them anew."""
        fresh = entry.events
        rolled = bool(entry.actions) and entry.actions[0]["type"] == "roll"
        news = [*self.news, *fresh] if rolled else fresh
        turn = [*self.turn, *fresh]
        for i in range(len(turn) - 1, len(self.turn) - 1, -1):
            if turn[i]["type"] == "turn_started":
                return Story(turn[:i], turn[i:], news)
        return Story(self.last_turn, turn, news)


def _after(before: Moment | None, table: Table) -> Moment:
    if before is not None and table.last.kind == "act":
        return Moment(table, before.story.after(table.last))
    story = Story()
    for entry in tables().history(table.code):
        if entry.line:
            story = story.after(entry)
    return Moment(table, story)
