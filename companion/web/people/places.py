"""The seats of a table for people: whose each is, and how it looks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.tables.play import Table
from companion.tables.seats import Person
from companion.web.rights import NOBODY

Whose = Literal["free", "own", "taken", "bot"]


@dataclass(frozen=True)
class Place:
    """A seat: its number, its village if it has one, what it is called, whose it is, and who sits there."""

    seat: int
    village: str
    name: str
    whose: Whose
    person: Person | None = None


def places(table: Table, me: Person | None) -> list[Place]:
    """All seats in the order of turns."""
    return [
        Place(seat, view.get("village", ""), table.names[seat], whose(table, seat, me), table.company.owner(seat))
        for seat, view in enumerate(table.position.view(NOBODY)["seats"])
    ]


def whose(table: Table, seat: int, me: Person | None) -> Whose:
    """Whose a seat is, for the one who asks."""
    owner = table.company.owner(seat)
    if owner is None:
        return "bot" if seat in table.company.bots else "free"
    return "own" if me is not None and owner.id == me.id else "taken"
