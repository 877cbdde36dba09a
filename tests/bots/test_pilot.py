"""The app plays for some seats of a table: one command each time, its own decisions alone."""

import random

import pytest

from companion.bots.chance import RandomBot
from companion.bots.registry import bots
from companion.games.registry import games
from companion.tables import seating
from companion.tables.log import Store
from companion.tables.pilot import Pilot
from companion.tables.play import Command, Kit, Tables
from tests.tables.conftest import answer, command, seeds
from tests.tables.race import RACE

HOST = "host-device"


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path}/tables.db"


@pytest.fixture
def tables(url):
    store = Store(url)
    yield Tables(store, games(), seeds=seeds())
    store.close()


@pytest.fixture
def pilot(tables):
    return Pilot(tables, bots())


@pytest.fixture
def new(tables):
    """Make a table whose seats of some numbers the app plays."""

    def make(*played, kit=Kit(), **options):  # noqa: B008
        names = ["Ann", "Ben", "Cho", "Dee"]
        table = tables.create("eruption", {"players": 4, **options}, names, kit, device=HOST)
        for seat in played:
            table = tables.arrange(table.code, seating.set_bot(HOST, seat, 4, True))
        return table

    return make


def person(tables, table, rng):
    """Somebody does what the table asks."""
    if table.asks == "roll":
        return tables.roll(table.code, command(table))
    return tables.act(table.code, command(table), answer(table, rng))


def test_a_table_of_bots_alone_plays_to_its_end(tables, pilot, new):
    table = new(0, 1, 2, 3)
    steps = 0
    while (entry := pilot.play(table.code)) is not None:
        steps += 1
        assert entry.n == table.version + steps
        assert entry.kind == "act"
    assert tables.open(table.code).over
    assert steps > 60
    kinds = {action["type"] for entry in tables.history(table.code) for action in entry.actions}
    assert kinds >= {"place_tile", "roll", "build_wall", "play", "trade", "pass"}


def test_it_acts_for_its_own_seats_alone_and_rolls_their_dice(tables, pilot, new):
    table = new(1, 3)
    rng = random.Random(7)
    rolled = set()
    while not table.over:
        before, active = table.version, table.position.view()["active"]
        asks = table.asks
        entry = pilot.play(table.code)
        if entry is None:
            assert active in (0, 2), (active, asks)
            table = person(tables, table, rng)
            continue
        assert active in (1, 3)
        assert entry.n == before + 1
        if entry.seat is not None:
            assert entry.seat == active
        else:
            assert entry.actions[0]["type"] == "roll"
            rolled.add(active)
        table = tables.open(table.code)
    assert rolled


def test_a_table_without_bots_is_left_alone(tables, pilot, new):
    table = new()
    assert pilot.play(table.code) is None
    assert tables.open(table.code).version == table.version


def test_a_seat_that_somebody_takes_is_theirs_again(tables, pilot, new):
    table = new(0)
    assert pilot.turn(table) == 0
    table = tables.arrange(table.code, seating.sit("guest-device", "Eve", 0, 4, "", 0))
    assert pilot.turn(table) is None
    assert pilot.play(table.code) is None


def test_dice_and_tiles_on_the_table_are_tapped_in_by_people(tables, pilot, new):
    table = new(0, 1, 2, 3, kit=Kit(dice="table", tiles="table"))
    tapped = set()
    rng = random.Random(3)
    while not table.over:
        while pilot.play(table.code) is not None:
            pass
        table = tables.open(table.code)
        if not table.over:
            assert table.asks == "tap"
            tapped.add(table.position.decision().kind)
            table = person(tables, table, rng)
    assert tapped == {"tile", "duel"}


def test_cards_on_the_table_are_passed_over_and_a_discard_waits_for_people(tables, pilot, new):
    table = new(0, 1, 2, 3, cards="table")
    waited = set()
    rng = random.Random(3)
    while not table.over:
        while pilot.play(table.code) is not None:
            pass
        table = tables.open(table.code)
        if not table.over:
            waited.add(table.position.decision().kind)
            table = person(tables, table, rng)
    assert waited == {"discard"}
    assert "card_played" not in {e["type"] for entry in tables.history(table.code) for e in entry.events}


def test_two_processes_that_play_for_a_seat_do_one_thing(url, tables, pilot, new):
    table = new(0)
    other_store = Store(url)
    other = Pilot(Tables(other_store, games()), bots())
    before = table.version
    assert pilot.turn(table) == 0
    # Both have seen the same table; the second comes with what the first has done already.
    seat_of_other = other.turn(other._tables.open(table.code))
    first = pilot._act(table, 0)
    second = other._act(other._tables.known(table.code), seat_of_other)
    assert first == second
    assert tables.open(table.code).version == before + 1
    other_store.close()


def test_it_gives_way_to_somebody_who_was_faster(tables, pilot, new):
    table = new(0)
    bot = pilot._bots["eruption"]

    class Slow:
        def choose(self, position, seat, rng):
            chosen = bot.choose(position, seat, rng)
            tables.finish(table.code, Command("host-ends-it", table.version))
            return chosen

    assert Pilot(tables, {"eruption": Slow()}).play(table.code) is None
    assert tables.open(table.code).finished_early


def test_a_table_that_is_gone_is_nothing_to_play(tables, pilot, new):
    table = new(0)
    tables.delete(table.code)
    assert pilot.play(table.code) is None


def test_after_an_undo_it_plays_the_same_seat_anew(tables, pilot, new):
    table = new(0)
    first = pilot.play(table.code)
    table = tables.undo(table.code, command(tables.open(table.code)))
    assert pilot.turn(table) == 0
    again = pilot.play(table.code)
    assert again.n == first.n + 2
    assert again.kind == "act"


def test_any_game_can_be_played_by_a_bot_that_knows_nothing_of_it(url):
    store = Store(url)
    tables = Tables(store, {"race": RACE}, seeds=seeds())
    pilot = Pilot(tables, {"race": RandomBot()})
    table = tables.create("race", {"players": 3}, ["Ann", "Ben", "Cho"], device=HOST)
    for seat in range(3):
        table = tables.arrange(table.code, seating.set_bot(HOST, seat, 3, True))
    while pilot.play(table.code) is not None:
        pass
    assert tables.open(table.code).over
    store.close()


def test_a_game_without_a_bot_is_left_to_people(tables, new):
    table = new(0)
    assert Pilot(tables, {}).play(table.code) is None
