"""Who may sit where: whatever people do, in whatever order, a table has one host and no seat two people."""

from __future__ import annotations

import tempfile

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from companion.tables import errors, seating
from companion.tables.log import Store
from companion.tables.play import Tables
from companion.tables.seats import MOST_PEOPLE, Company, first, hash_pin
from tests.tables.conftest import GAMES

NOW = 1_000_000_000_000
SEATS = 3
PIN = "2468"
HASHED = hash_pin(PIN)


def sit(device, seat=None, name="", pin="", now=NOW):
    return seating.sit(device, name, seat, SEATS, pin, now)


def company(*changes):
    """What comes of some changes at an open table."""
    found = Company()
    for change in changes:
        found = change(found)
    return found


PHONES = st.sampled_from(["ann", "ben", "cem", "dee", "eve"])
PLACES = st.one_of(st.none(), st.integers(-1, SEATS))
PINS = st.sampled_from(["", PIN, "1357"])


class Table(RuleBasedStateMachine):
    """People who come, go and settle things at one table, and what must hold after each of their wishes."""

    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.store = Store(f"sqlite:///{self.folder.name}/tables.db")
        self.tables = Tables(self.store, GAMES)
        self.code = self.tables.create("race", {"players": SEATS}, ["One", "Two", "Three"]).code
        self.now = NOW
        self.tokens = []

    def teardown(self):
        self.store.close()
        self.folder.cleanup()

    @property
    def company(self):
        return self.tables.open(self.code).company

    def wish(self, change):
        """Carry out a change; whatever is refused has changed nothing."""
        before = self.company
        try:
            after = self.tables.arrange(self.code, change).company
        except errors.TableError:
            assert self.company == before
            return
        assert after.revision == before.revision + (after != before)
        for seat in range(SEATS):  # nobody loses a seat by what others do, but by the host's or their own wish
            assert after.owner(seat) is None or after.owner(seat).seat == seat

    def somebody(self, data):
        people = [person.id for person in self.company.people]
        return data.draw(st.sampled_from([*people, "nobody"]))

    @rule(device=PHONES, seat=PLACES, name=st.sampled_from(["", "Ann", "\u202e", "A" * 100]), pin=PINS)
    def sits(self, device, seat, name, pin):
        owner = self.company.owner(seat) if seat is not None else None
        self.now += 1
        self.wish(sit(device, seat, name, pin, self.now))
        if owner is not None:
            assert self.company.owner(seat).id == owner.id

    @rule(device=PHONES)
    def leaves(self, device):
        self.wish(seating.leave(device))

    @rule(device=PHONES, data=st.data())
    def dismisses(self, device, data):
        self.wish(seating.dismiss(device, self.somebody(data)))

    @rule(device=PHONES, data=st.data())
    def hands_on(self, device, data):
        self.wish(seating.hand_on(device, self.somebody(data)))

    @rule(device=PHONES, pin=PINS)
    def claims(self, device, pin):
        self.wish(seating.claim_host(device, "", pin, self.now))

    @rule(device=PHONES, seat=st.integers(-1, SEATS))
    def stands_in(self, device, seat):
        self.wish(seating.stand_in(device, seat))

    @rule(device=PHONES, seat=st.integers(-1, SEATS))
    def gives_back(self, device, seat):
        self.wish(seating.give_back(device, seat))

    @rule(device=PHONES, seat=st.integers(-1, SEATS), on=st.booleans())
    def asks_the_app(self, device, seat, on):
        self.wish(seating.set_bot(device, seat, SEATS, on))

    @rule(device=PHONES, locked=st.booleans(), pin=st.sampled_from([None, HASHED]))
    def settles(self, device, locked, pin):
        self.wish(seating.settle(device, locked=locked, pin=pin))

    @rule(device=PHONES)
    def makes_a_link(self, device):
        self.tokens.append(f"token-{len(self.tokens)}")
        self.wish(seating.ticket(device, self.tokens[-1], self.now))

    @rule(device=PHONES, data=st.data())
    def follows_a_link(self, device, data):
        self.wish(seating.redeem(device, data.draw(st.sampled_from([*self.tokens, "forged"])), self.now))

    @invariant()
    def one_host_unless_nobody_came(self):
        hosts = [person for person in self.company.people if person.host]
        assert len(hosts) == (0 if self.company.open else 1)

    @invariant()
    def one_person_a_seat_and_one_place_a_phone(self):
        people = self.company.people
        seats = [person.seat for person in people if person.seat is not None]
        assert len(seats) == len(set(seats))
        assert all(0 <= seat < SEATS for seat in seats)
        assert len({person.device for person in people}) == len(people) == len({person.id for person in people})

    @invariant()
    def the_host_stands_in_for_people_alone(self):
        host = self.company.host
        for seat, id_ in self.company.stand_ins.items():
            assert self.company.owner(seat) is not None
            assert host is not None and host.id == id_

    @invariant()
    def what_is_stored_is_what_is_remembered(self):
        assert Tables(self.store, GAMES).open(self.code).company == self.company


Table.TestCase.settings = settings(
    max_examples=30, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
TestTable = Table.TestCase


def test_the_first_who_takes_a_seat_at_an_open_table_becomes_its_host():
    there = company(sit("ann", 1), sit("ben", 0))
    assert [(one.device, one.host) for one in there.people] == [("ann", True), ("ben", False)]


def test_watching_an_open_table_leaves_it_open():
    assert company(sit("ann")) == Company()


def test_a_table_made_on_a_phone_has_its_host_without_a_seat():
    made = first("ann", NOW)
    assert (made.host.device, made.host.seat, made.open) == ("ann", None, False)


def test_a_taken_seat_is_refused_with_the_name_of_who_sits_there():
    there = company(sit("ann", 0, "Ann"))
    with pytest.raises(errors.SeatTaken) as refused:
        sit("ben", 0)(there)
    assert "Ann" in str(refused.value)


def test_changing_seats_keeps_the_name_and_being_host():
    moved = company(sit("ann", 0, "Ann"), sit("ann", 2))
    assert [(one.name, one.seat, one.host) for one in moved.people] == [("Ann", 2, True)]


def test_a_locked_table_lets_nobody_new_in_and_those_who_are_there_back():
    locked = seating.settle("ann", locked=True)(company(sit("ann", 0), sit("ben", 1)))
    with pytest.raises(errors.Locked):
        sit("cem", 2)(locked)
    with pytest.raises(errors.Locked):
        sit("cem")(locked)
    assert sit("ben", 1)(locked).owner(1).device == "ben"


def test_a_locked_table_lets_nobody_but_the_host_change_to_a_free_seat_and_see_its_hand():
    locked = seating.settle("ann", locked=True)(company(sit("ann", 0), sit("ben", 1), sit("cem")))
    for device in ("ben", "cem"):
        with pytest.raises(errors.Locked):
            sit(device, 2)(locked)
    assert sit("ann", 2)(locked).owner(2).device == "ann"
    assert sit("ben")(locked).by_device("ben").seat is None


def test_nobody_new_becomes_host_of_a_locked_table_but_who_knows_its_pin():
    locked = seating.settle("ann", locked=True)(company(sit("ann", 0)))
    with pytest.raises(errors.Locked):
        seating.claim_host("cem", "Cem", "", 1)(locked)
    guarded = seating.settle("ann", pin=HASHED)(locked)
    with pytest.raises(errors.WrongPin):
        seating.claim_host("cem", "Cem", "0000", 1)(guarded)
    assert seating.claim_host("cem", "Cem", PIN, 1)(guarded).host.device == "cem"


@pytest.mark.parametrize("typed", ["", "1357", "24680", "2 4 6", "2468x"])
def test_a_wrong_pin_is_refused(typed):
    guarded = seating.settle("ann", pin=HASHED)(company(sit("ann", 0)))
    with pytest.raises(errors.WrongPin):
        sit("ben", 1, pin=typed)(guarded)


@pytest.mark.parametrize("typed", ["2468", " 24 68 ", "２４６８"])
def test_a_pin_is_right_however_it_is_typed(typed):
    guarded = seating.settle("ann", pin=HASHED)(company(sit("ann", 0)))
    assert sit("ben", 1, pin=typed)(guarded).owner(1).device == "ben"


def test_a_pin_is_not_kept_as_it_is():
    assert PIN not in HASHED
    assert hash_pin(PIN) != HASHED


def test_when_a_table_is_full_the_watcher_of_longest_ago_makes_room():
    full = company(sit("ann", 0), *(sit(f"watcher-{n}", now=NOW + n) for n in range(MOST_PEOPLE - 1)))
    assert len(full.people) == MOST_PEOPLE
    more = sit("ben", 1, now=NOW + 10**6)(full)
    assert len(more.people) == MOST_PEOPLE
    assert more.by_device("watcher-0") is None
    assert more.by_device("watcher-1") is not None


def test_a_host_who_leaves_hands_on_to_whoever_took_a_seat_first():
    left = company(sit("ann", 0), sit("cem", now=NOW + 1), sit("ben", 1, now=NOW + 2), seating.leave("ann"))
    assert left.host.device == "ben"
    assert left.owner(0) is None


def test_a_table_that_all_have_left_is_open_again():
    left = company(sit("ann", 0), seating.leave("ann"))
    assert left.open
    assert left.host is None


@pytest.mark.parametrize(
    "change",
    [
        lambda ann: seating.dismiss("ben", ann.id),
        lambda ann: seating.hand_on("ben", ann.id),
        lambda ann: seating.settle("ben", locked=True),
        lambda ann: seating.stand_in("ben", 0),
        lambda ann: seating.set_bot("ben", 2, SEATS, True),
        lambda ann: seating.give_back("ben", 0),
    ],
)
def test_what_is_the_hosts_is_refused_to_others(change):
    there = company(sit("ann", 0), sit("ben", 1))
    with pytest.raises(errors.NotHost):
        change(there.by_device("ann"))(there)


@pytest.mark.parametrize("change", [seating.leave, lambda phone: seating.ticket(phone, "t", NOW)])
def test_a_phone_without_a_place_changes_nothing(change):
    with pytest.raises(errors.NoPlace):
        change("eve")(company(sit("ann", 0)))


def test_nobody_stands_in_for_a_seat_that_is_free():
    with pytest.raises(errors.NoSuchSeat):
        seating.stand_in("ann", 1)(company(sit("ann", 0)))


def test_the_player_ends_a_standing_in_and_the_apps_play():
    there = company(sit("ann", 0), sit("ben", 1))
    assert seating.give_back("ben", 1)(seating.stand_in("ann", 1)(there)).stand_ins == {}
    assert seating.give_back("ben", 1)(seating.set_bot("ann", 1, SEATS, True)(there)).bots == frozenset()


def test_whoever_takes_a_seat_takes_it_from_the_app():
    there = seating.set_bot("ann", 1, SEATS, True)(company(sit("ann", 0)))
    assert sit("ben", 1)(there).bots == frozenset()


def test_a_seat_that_is_freed_has_nobody_who_stands_in():
    there = company(sit("ann", 0), sit("ben", 1), seating.stand_in("ann", 1))
    assert seating.dismiss("ann", there.owner(1).id)(there).stand_ins == {}


def test_a_new_host_does_not_go_on_standing_in():
    there = company(sit("ann", 0), sit("ben", 1), sit("cem", 2), seating.stand_in("ann", 1))
    assert seating.hand_on("ann", there.owner(2).id)(there).stand_ins == {}


def test_hosting_is_claimed_by_those_with_a_seat_first():
    there = company(sit("ann", 0), sit("ben", 1), sit("cem"))
    for phone in ("cem", "eve"):
        with pytest.raises(errors.NoPlace):
            seating.claim_host(phone, "", "", NOW)(there)
    assert seating.claim_host("ben", "", "", NOW)(there).host.device == "ben"


def test_hosting_is_claimed_by_anybody_who_may_come_where_nobody_has_a_seat():
    lonely = seating.settle("ann", pin=HASHED)(first("ann", NOW))
    with pytest.raises(errors.WrongPin):
        seating.claim_host("eve", "Eve", "", NOW)(lonely)
    claimed = seating.claim_host("eve", "Eve", PIN, NOW)(lonely)
    assert (claimed.host.name, len(claimed.people)) == ("Eve", 2)


def test_a_link_takes_the_place_to_another_phone_once():
    there = company(sit("ann", 0, "Ann"), seating.ticket("ann", "secret", NOW))
    moved = seating.redeem("tablet", "secret", NOW + 1)(there)
    assert [(one.device, one.name, one.seat, one.host) for one in moved.people] == [("tablet", "Ann", 0, True)]
    with pytest.raises(errors.BadTicket):
        seating.redeem("thief", "secret", NOW + 2)(moved)


@pytest.mark.parametrize(("secret", "later"), [("forged", 1), ("", 1), ("secret", seating.TICKET_MS), ("secret", -1)])
def test_a_link_that_is_forged_or_too_old_is_refused(secret, later):
    there = company(sit("ann", 0), seating.ticket("ann", "secret", NOW))
    with pytest.raises(errors.BadTicket):
        seating.redeem("tablet", secret, NOW + later)(there)


def test_a_newer_link_makes_the_older_worthless():
    there = company(sit("ann", 0), seating.ticket("ann", "older", NOW), seating.ticket("ann", "newer", NOW))
    with pytest.raises(errors.BadTicket):
        seating.redeem("tablet", "older", NOW + 1)(there)


def test_a_phone_that_takes_another_place_over_leaves_its_own():
    there = company(sit("ann", 0), sit("ben", 1), seating.ticket("ben", "secret", NOW))
    moved = seating.redeem("ann", "secret", NOW + 1)(there)
    assert [(one.device, one.seat, one.host) for one in moved.people] == [("ann", 1, True)]


def test_seats_are_called_as_their_people_and_otherwise_as_before():
    there = company(sit("ann", 0, "Zoe"), sit("ben", 1), sit("cem", 2, "zoe"))
    assert there.names(("One", "Two", "Three")) == ("Zoe", "Two", "zoe 2")
