"""Who looks at a table with the phone that asks: what they may see, and for whom they may act.

A player acts for their own seat, the host for all. A hand is seen and played by nobody but the phone that has the seat;
by the host after standing in, openly; and at a seat without a phone by whoever said "I am Green" on the phone that goes
round.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from companion.tables.errors import NoPlace
from companion.tables.play import Table
from companion.tables.seats import Company, Person
from companion.web.device import device
from companion.web.table import around, hands
from companion.web.table.moment import Moment

Mode = Literal["over", "play", "handover", "covered", "wait"]
"""What a phone is for just now: nothing more is to be done; the decision is made here; the phone must go to somebody
first; the own hand must be uncovered first; somebody else decides."""
HAND_KINDS = frozenset({"cards", "discard"})
"""Decisions about a hand."""


class Audience(NamedTuple):
    """All of a viewer that a page hangs on: phones of one audience show the same. `seat` is the own one."""

    mode: Mode
    seat: int | None
    host: bool
    covered: bool


class Viewer(NamedTuple):
    """A phone at a table. `said` is the seat whose player said so on a phone that goes round."""

    company: Company
    person: Person | None = None
    said: int | None = None

    @property
    def seat(self) -> int | None:
        """The own seat."""
        return self.person.seat if self.person else None

    @property
    def host(self) -> bool:
        """Whether this phone is the host's; at a table that nobody has joined every phone is as good as that."""
        return self.company.open or (self.person is not None and self.person.host)

    @property
    def plays(self) -> bool:
        """Whether this person has a say at the table: all but watchers."""
        return self.host or self.seat is not None

    @property
    def covered(self) -> bool:
        """Whether the hand on this phone is covered until it is asked for."""
        return self.person is not None and self.person.covered

    def may_act(self, now: Moment) -> bool:
        """Whether this phone may act for the seat whose turn it is, in all that is open to everybody's eyes."""
        if self.host:
            return True
        return self.seat is not None and (self.seat == now.active or self.company.everybody)

    def holds(self, seat: int) -> bool:
        """Whether a seat's hand belongs on this phone: that of the own seat, or of one that it stands in for."""
        if self.person is None:
            return False
        return self.person.seat == seat or self.company.stand_ins.get(seat) == self.person.id

    def hand(self, now: Moment) -> int | None:
        """The seat whose turn it is, if this phone may see and play its hand."""
        active = now.active
        if self.company.owner(active) is None:
            said = self.said == active and active not in self.company.bots
            return active if said and self.may_act(now) else None
        return active if self.holds(active) and not self.covered else None

    @property
    def pocket(self) -> int | None:
        """The seat whose hand this phone always has in its pocket: its own, while it is not covered."""
        return None if self.covered else self.seat

    def mode(self, now: Moment) -> Mode:
        """What this phone is for."""
        if now.decision is None:
            return "over"
        if by_app(now):
            return "wait"
        active, acts = now.active, self.may_act(now)
        if self.company.owner(active) is None and active not in self.company.bots:
            if not acts:
                return "wait"
            return "play" if not now.private or self.said == active else "handover"
        if now.private and now.decision.kind in HAND_KINDS:
            if not self.holds(active):
                return "wait"
            return "covered" if self.covered else "play"
        return "play" if acts else "wait"

    def audience(self, now: Moment) -> Audience:
        """What the page hangs on."""
        return Audience(self.mode(now), self.seat, self.host, self.covered)


def by_app(now: Moment) -> bool:
    """Whether the app makes the decision that waits, for a seat that it plays. What lies on the table is for people."""
    if now.active not in now.table.company.bots or now.decision is None or now.table.asks == "tap":
        return False
    return now.private or now.open_hands or now.decision.kind not in HAND_KINDS


def viewer(now: Moment) -> Viewer:
    """Who looks with the phone that asks. Raises NoPlace where it has no place at this table."""
    return seen(now, device(around.environ()), hands.holder(now.table.code, now.turn))


def seen(now: Moment, phone: str | None, said: int | None) -> Viewer:
    """Who looks with this phone, on which somebody has said so. Raises NoPlace where it has no place at this table."""
    company = now.table.company
    person = company.by_device(phone)
    if person is None and not company.open:
        raise NoPlace()
    return Viewer(company, person, said)


def reader(now: Moment) -> Viewer:
    """Who looks at a page that everybody with the code may read; no person where it is nobody of the table's."""
    company = now.table.company
    person = company.by_device(device(around.environ()))
    return Viewer(company, person, hands.holder(now.table.code, now.turn))


def placed(table: Table) -> Person | None:
    """The person who asks; None at a table that nobody has joined. Raises NoPlace."""
    company = table.company
    if company.open:
        return None
    person = company.by_device(device(around.environ()))
    if person is None:
        raise NoPlace()
    return person


def readable(table: Table) -> Person | None:
    """The person who asks, where everybody with the code may look: at a table without a PIN. Raises NoPlace."""
    company = table.company
    person = company.by_device(device(around.environ()))
    if person is None and company.pin is not None:
        raise NoPlace()
    return person
