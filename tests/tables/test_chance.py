"""The dice are committed to, come again after an undo, and follow from the seed as the documentation says."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

from companion.tables import chance
from companion.tables.play import Kit, Tables
from tests.tables.conftest import GAMES, command, play


def test_a_number_is_the_first_eight_bytes_of_the_documented_hash():
    seed = bytes(range(32))
    told = hmac.new(seed, b"duel:7", hashlib.sha256).digest()[:8]
    assert chance.number(seed, "duel", 7) == int.from_bytes(told, "big")


def test_the_hash_of_the_seed_is_shown_from_the_start_and_the_seed_at_the_end(tables, new):
    table = new(goal=5)
    assert table.seed is None
    assert table.last.commitment == table.commitment
    end = play(tables, table, 200)
    assert hashlib.sha256(bytes.fromhex(end.seed)).hexdigest() == table.commitment == end.commitment


def test_each_table_has_a_secret_seed_of_its_own(store):
    tables = Tables(store, GAMES)
    made = [tables.create("race", {}, ["Ann", "Ben"]) for _ in range(3)]
    assert len({table.commitment for table in made}) == 3


def test_outcomes_follow_their_weights():
    drawn = Counter(chance.outcome(b"s" * 32, "tile", n, [("a", 1), ("b", 3)]) for n in range(4000))
    assert 900 < drawn["a"] < 1100


def test_kinds_and_tables_are_independent():
    assert len({chance.number(seed * 32, kind, 0) for seed in (b"a", b"b") for kind in ("tile", "card")}) == 4


def test_an_undo_never_rolls_again(tables, new):
    table = new(goal=1000)
    first = play(tables, table, 30, seed=1)
    drawn = [entry.actions for entry in tables.history(table.code)[1:]]
    back = tables.undo(table.code, command(first), 30)
    again = play(tables, back, 30, seed=1)
    assert [entry.actions for entry in tables.history(table.code)[-30:]] == drawn
    assert again.position.view() == first.position.view()


def test_what_is_tapped_in_takes_no_outcome_of_the_app(tables, new):
    table = new(kit=Kit(tiles="table"), goal=1000)
    for tile in ("duel", "one", "duel"):
        table = tables.act(table.code, command(table), {"type": "draw"})
        table = tables.act(table.code, command(table), {"type": "tile", "tile": tile})
        if tile == "duel":
            table = tables.roll(table.code, command(table))
    rolls = [a for entry in tables.history(table.code) for a in entry.actions if a["type"] == "roll"]
    table = tables.finish(table.code, command(table))
    dice = [((white, orange), 1) for white in range(1, 7) for orange in range(1, 7)]
    told = [chance.outcome(bytes.fromhex(table.seed), "duel", n, dice) for n in range(2)]
    assert [(roll["white"], roll["orange"]) for roll in rolls] == told
