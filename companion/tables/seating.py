"""What can change among the people of a table, and who may change it.

Each change is a function from one company to the next, which raises what it refuses: so the store can carry it out on
what is true at that moment, and of two phones that want one seat one gets it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable

import msgspec

from companion.tables import errors, names
from companion.tables.seats import MOST_PEOPLE, Company, Person, new_person, right_pin

TICKET_MS = 10 * 60 * 1000
"""How long the link to another phone is good for."""

Change = Callable[[Company], Company]


def sit(device: str, name: str, seat: int | None, seats: int, pin: str, now: int) -> Change:
    """Take a free seat, change to one, or watch (`seat` None).

    The first who takes a seat at an open table becomes its host; to watch there, nobody needs a place.

    Raises (when carried out):
        SeatTaken, NoSuchSeat, Locked, WrongPin, Crowded.
    """

    def change(company: Company) -> Company:
        if seat is not None and not 0 <= seat < seats:
            raise errors.NoSuchSeat()
        if company.open and seat is None:
            return company
        known = company.by_device(device)
        if known is None:
            admit(company, pin)
        elif company.locked and seat not in (None, known.seat) and not known.host:
            raise errors.Locked()  # whoever changes to a free seat sees its hand
        owner = company.owner(seat) if seat is not None else None
        if owner is not None and owner is not known:
            raise errors.SeatTaken(name=owner.name)
        if known is None:
            person = new_person(device, name, seat, company.open, now)
            return _without_bot(_make_room(company).put(person), seat)
        stand_ins = {s: id_ for s, id_ in company.stand_ins.items() if s != known.seat or s == seat}
        cleaned = names.clean(name) or known.name
        company = company.but(stand_ins=stand_ins)
        return _without_bot(company.put(msgspec.structs.replace(known, seat=seat, name=cleaned)), seat)

    return change


def _without_bot(company: Company, seat: int | None) -> Company:
    return company.but(bots=company.bots - {seat}) if seat in company.bots else company


def _make_room(company: Company) -> Company:
    if len(company.people) < MOST_PEOPLE:
        return company
    watchers = [person for person in company.people if person.seat is None and not person.host]
    if not watchers:
        raise errors.Crowded()
    return company.without(min(watchers, key=lambda person: person.since))


def admit(company: Company, pin: str) -> None:
    """See that somebody new may come. Raises Locked, WrongPin."""
    if company.locked:
        raise errors.Locked()
    if company.pin is not None and not right_pin(company.pin, pin):
        raise errors.WrongPin()


def leave(device: str) -> Change:
    """Go away for good: the seat is free. A host hands on to the first who has a seat."""

    def change(company: Company) -> Company:
        person = _somebody(company, device)
        left = company.without(person)
        if person.host and left.people:
            heir = min(left.people, key=lambda one: (one.seat is None, one.since))
            left = left.put(msgspec.structs.replace(heir, host=True))
        return left if left.people else Company(company.revision)

    return change


def rename(device: str, name: str) -> Change:
    """Another name for oneself."""

    def change(company: Company) -> Company:
        person = _somebody(company, device)
        return company.put(msgspec.structs.replace(person, name=names.clean(name) or person.name))

    return change


def cover(device: str, on: bool) -> Change:
    """Cover the own hand, or show it again, on the own phone. Raises NoPlace."""

    def change(company: Company) -> Company:
        return company.put(msgspec.structs.replace(_somebody(company, device), covered=on))

    return change


def dismiss(device: str, id_: str) -> Change:
    """The host frees the place of somebody else. Raises NotHost, NoSuchPerson."""

    def change(company: Company) -> Company:
        host = _host(company, device)
        person = company.by_id(id_)
        if person is None or person.id == host.id:
            raise errors.NoSuchPerson()
        return company.without(person)

    return change


def settle(device: str, **settings: object) -> Change:
    """The host sets `locked`, `everybody` or `pin` (a hash of `hash_pin`, or None). Raises NotHost."""

    def change(company: Company) -> Company:
        _host(company, device)
        return company.but(**settings)

    return change


def hand_on(device: str, id_: str) -> Change:
    """The host makes somebody else host. Raises NotHost, NoSuchPerson."""

    def change(company: Company) -> Company:
        host, person = _host(company, device), company.by_id(id_)
        if person is None:
            raise errors.NoSuchPerson()
        return _crowned(company, host, person)

    return change


def claim_host(device: str, name: str, pin: str, now: int) -> Change:
    """Become host in place of one whose phone has gone; whoever asks has seen that. Raises Locked, WrongPin, NoPlace.

    Where others have seats, it must be one of them; where nobody has, anybody who may come, or who knows the PIN.
    """

    def change(company: Company) -> Company:
        person = company.by_device(device)
        seated = any(one.seat is not None and not one.host for one in company.people)
        if person is None:
            if seated:
                raise errors.NoPlace()
            if company.pin is None or not company.locked:
                admit(company, pin)
            elif not right_pin(company.pin, pin):  # a PIN opens a locked table that nobody else could find again
                raise errors.WrongPin()
            person = new_person(device, name, None, False, now)
            company = _make_room(company).put(person)
        elif seated and person.seat is None:
            raise errors.NoPlace()
        return _crowned(company, company.host, person)

    return change


def _crowned(company: Company, old: Person | None, new: Person) -> Company:
    if old is not None:
        company = company.put(msgspec.structs.replace(old, host=False))
    person = company.by_id(new.id) or new
    return company.put(msgspec.structs.replace(person, host=True)).but(stand_ins={})


def stand_in(device: str, seat: int) -> Change:
    """The host plays for a seat for a moment. Raises NotHost, NoSuchSeat."""

    def change(company: Company) -> Company:
        host = _host(company, device)
        if company.owner(seat) is None:
            raise errors.NoSuchSeat()
        return company.but(stand_ins={**company.stand_ins, seat: host.id})

    return change


def give_back(device: str, seat: int) -> Change:
    """The host, or the player whose seat it is, ends a standing in or a bot's play. Raises NotHost."""

    def change(company: Company) -> Company:
        person = _somebody(company, device)
        if not person.host and person.seat != seat:
            raise errors.NotHost()
        stand_ins = {s: id_ for s, id_ in company.stand_ins.items() if s != seat}
        return company.but(stand_ins=stand_ins, bots=company.bots - {seat})

    return change


def set_bot(device: str, seat: int, seats: int, on: bool) -> Change:
    """The host has a seat played by the app, or no longer; its player may end that too. Raises NotHost, NoSuchSeat."""

    def change(company: Company) -> Company:
        if not on:
            return give_back(device, seat)(company)
        _host(company, device)
        if not 0 <= seat < seats:
            raise errors.NoSuchSeat()
        stand_ins = {s: id_ for s, id_ in company.stand_ins.items() if s != seat}
        return company.but(bots=company.bots | {seat}, stand_ins=stand_ins)

    return change


def ticket(device: str, secret: str, now: int) -> Change:
    """Make a link good for one use: it takes the own place to another phone. Raises NoPlace."""

    def change(company: Company) -> Company:
        person = _somebody(company, device)
        return company.put(msgspec.structs.replace(person, ticket=_hashed(secret), ticket_until=now + TICKET_MS))

    return change


def promised(company: Company, secret: str, now: int) -> Person:
    """The person whose place a link is for. Raises BadTicket."""
    wanted = _hashed(secret)
    for person in company.people:
        if person.ticket and hmac.compare_digest(person.ticket, wanted) and _in_time(person.ticket_until - now):
            return person
    raise errors.BadTicket()


def redeem(device: str, secret: str, now: int) -> Change:
    """Take over the place that a link is for: the phone that made it has none then. Raises BadTicket."""

    def change(company: Company) -> Company:
        person, there = promised(company, secret, now), company.by_device(device)
        if there is not None and there.id != person.id:
            if there.host:
                person = msgspec.structs.replace(person, host=True)
            company = company.without(there)
        return company.put(msgspec.structs.replace(person, device=device, ticket="", ticket_until=0))

    return change


def _in_time(left: int) -> bool:
    """Whether a link of which so many milliseconds are left is good: a clock that was set back makes none better."""
    return 0 < left <= TICKET_MS


def _somebody(company: Company, device: str) -> Person:
    person = company.by_device(device)
    if person is None:
        raise errors.NoPlace()
    return person


def _host(company: Company, device: str) -> Person:
    person = _somebody(company, device)
    if not person.host:
        raise errors.NotHost()
    return person


def _hashed(secret: str) -> str:
    return hashlib.blake2b(secret.encode("utf-8", "replace"), digest_size=16).hexdigest()
