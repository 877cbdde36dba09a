"""The people of a table: who sits where, who is host, and what they have agreed on. Pure values; the store keeps them.

A phone is known by its device, a secret of its cookie; whoever is asked about in a page has a short public id.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from functools import cached_property, lru_cache

import msgspec

from companion.tables import names

MOST_PEOPLE = 64
"""People of one table, watchers included; the watchers of longest ago make room for new ones."""
LONGEST_PIN = 12


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody at a table: with a seat, or watching. `since` is in milliseconds since 1970."""

    id: str
    device: str
    name: str
    seat: int | None = None
    host: bool = False
    since: int = 0
    covered: bool = False
    """Their hand is covered on their own phone until they ask for it: the screen may lie face up on the table."""
    ticket: str = ""
    """The hash of the link that takes this place to another phone, while there is one."""
    ticket_until: int = 0


class Company(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """All people of a table, and their settings. `revision` grows with every change."""

    revision: int = 0
    people: tuple[Person, ...] = ()
    locked: bool = False
    """Nobody new may come."""
    everybody: bool = False
    """Every seated player may tap for every seat."""
    pin: str | None = None
    """Salt and hash of what newcomers must type."""
    bots: frozenset[int] = frozenset()
    """Seats that the app plays."""
    stand_ins: dict[int, str] = {}
    """Seats that the host plays for a moment, with the host's person id."""

    @property
    def open(self) -> bool:
        """Whether nobody has come yet: then everybody with the link plays, as on one phone that goes round."""
        return not self.people

    @cached_property
    def _by_device(self) -> dict[str, Person]:
        return {person.device: person for person in self.people}

    @cached_property
    def _by_seat(self) -> dict[int, Person]:
        return {person.seat: person for person in self.people if person.seat is not None}

    def by_device(self, device: str | None) -> Person | None:
        """The person with this phone."""
        return self._by_device.get(device) if device else None

    def by_id(self, id_: str) -> Person | None:
        """The person with this public id."""
        return next((person for person in self.people if person.id == id_), None)

    def owner(self, seat: int) -> Person | None:
        """The person who sits there."""
        return self._by_seat.get(seat)

    @cached_property
    def host(self) -> Person | None:
        """The host."""
        return next((person for person in self.people if person.host), None)

    def names(self, otherwise: tuple[str, ...]) -> tuple[str, ...]:
        """The names of the seats: of the people who sit there, of the seats themselves where no name was given."""
        if not self._by_seat:
            return otherwise
        own = (self._by_seat[i].name if i in self._by_seat else "" for i in range(len(otherwise)))
        return _named(tuple(name or usual for name, usual in zip(own, otherwise, strict=True)))

    def but(self, **changes: object) -> Company:
        """The same with some members changed."""
        return msgspec.structs.replace(self, **changes)

    def put(self, person: Person) -> Company:
        """The same with this person in place of the one of the same id, or beside the others."""
        others = tuple(person if other.id == person.id else other for other in self.people)
        return self.but(people=others if person in others else (*others, person))

    def without(self, person: Person) -> Company:
        """The same without this person; their seat is free, and the host stands in for it no longer."""
        left = tuple(other for other in self.people if other.id != person.id)
        stand_ins = {seat: id_ for seat, id_ in self.stand_ins.items() if person.id != id_ and seat != person.seat}
        return self.but(people=left, stand_ins=stand_ins)


@lru_cache(1024)
def _named(wanted: tuple[str, ...]) -> tuple[str, ...]:
    """Names of seats as they are shown, no two alike."""
    return names.seats(wanted)


def new_person(device: str, name: str, seat: int | None, host: bool, now: int) -> Person:
    """Somebody who comes now."""
    return Person(secrets.token_hex(4), device, names.clean(name), seat, host, now)


def first(device: str, now: int) -> Company:
    """The company of a table that this phone has made: its host, who has no seat of their own yet."""
    return Company(1, (new_person(device, "", None, True, now),))


def again(company: Company) -> Company:
    """The same people at their next table."""
    people = tuple(msgspec.structs.replace(one, ticket="", ticket_until=0) for one in company.people)
    return company.but(revision=1, people=people, stand_ins={}) if people else Company()


def hash_pin(pin: str) -> str:
    """A PIN as it is kept: out of casual sight. So short a secret stays guessable to whoever has the database."""
    salt = secrets.token_hex(8)
    return f"{salt}${_scrypt(pin, salt)}"


def right_pin(kept: str, typed: str) -> bool:
    """Whether it is the PIN."""
    salt, _, wanted = kept.partition("$")
    return hmac.compare_digest(_scrypt(plain_pin(typed), salt), wanted)


def plain_pin(typed: str) -> str:
    """A PIN as somebody meant it: without spaces, full-width digits as plain ones."""
    digits = "".join(str(int(c)) if c.isdecimal() else c for c in typed[: 4 * LONGEST_PIN] if not c.isspace())
    return digits[: LONGEST_PIN + 1]


def _scrypt(pin: str, salt: str) -> str:
    return hashlib.scrypt(pin.encode("utf-8", "replace"), salt=salt.encode(), n=1024, r=8, p=1, dklen=16).hex()
