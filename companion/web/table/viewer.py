"""Who looks at a table with the phone that asks: what they may see, and for whom they may act.

A player acts for their own seat, the host for all. A hand is seen and played by nobody but the phone that has the seat;
by the host after standing in, openly; and at a seat without a phone by whoever said "I am Green" on the phone that goes
round.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.tables.errors import NoPlace
from companion.tables.play import Table
from companion.tables.seats import Company, Person
from companion.web.device import device
from companion.web.table import around, hands
from companion.web.table.moment import Moment


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

    def may_act(self, now: Moment) -> bool:
        """Whether this phone may act for the seat whose turn it is, in all that is open to everybody's eyes."""
        if self.host:
            return True
        return self.seat is not None and (self.seat == now.active or self.company.everybody)

    def hand(self, now: Moment) -> int | None:
        """The seat whose turn it is, if this phone may see and play its hand."""
        active = now.active
        owner = self.company.owner(active)
        if owner is None:
            return active if self.said == active and self.may_act(now) else None
        if self.person is None:
            return None
        own = self.person.id == owner.id
        return active if own or self.company.stand_ins.get(active) == self.person.id else None

    @property
    def pocket(self) -> int | None:
        """The seat whose hand this phone always has in its pocket: its own."""
        return self.seat


def viewer(now: Moment) -> Viewer:
    """Who looks with the phone that asks. Raises NoPlace where it has no place at this table."""
    return Viewer(now.table.company, placed(now.table), hands.holder(now.table.code, now.turn))


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
