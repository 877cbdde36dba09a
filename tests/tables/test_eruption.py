"""Tables of Eruption: whole games with every kit and the variants, opened again, exported and proven."""

from __future__ import annotations

import random

import msgspec
import pytest

from companion.games import registry
from companion.tables import transfer
from companion.tables.play import Kit, Tables
from tests.tables.conftest import command, play, seeds

GAMES = registry.games()
KITS = [Kit(dice, tiles) for dice in ("app", "table") for tiles in ("app", "table")]
VARIANTS = [
    {"players": 2},
    {"players": 3, "cards": "table"},
    {"players": 4, "clans": "pairs", "forecast": True},
    {"players": 6, "last_standing": True},
    {"players": 5, "preset": "bga", "no_rain": True},
]


@pytest.fixture
def eruption(store):
    return Tables(store, GAMES, seeds=seeds())


def names(options):
    return [f"Player {n}" for n in range(options["players"])]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("kit", KITS, ids=str)
def test_a_whole_game_is_played_undone_and_proven(eruption, store, kit, options):
    table = eruption.create("eruption", options, names(options), kit, start_roll="app")
    table = play(eruption, table, 30, seed=1)
    board = table.position.view()
    table = eruption.undo(table.code, command(table), 20)
    table = eruption.redo(table.code, command(table), 20)
    assert table.position.view() == board
    table = play(eruption, table, 400, seed=2)
    if not table.over:
        table = eruption.finish(table.code, command(table))
    data = transfer.read(transfer.write(eruption.export(table.code)))
    proof = transfer.verify(data, GAMES)
    assert proof.problems == []
    assert proof.draws > 0
    again = eruption.import_(data)
    assert again.position.view() == table.position.view() == Tables(store, GAMES).open(table.code).position.view()
    assert again.position.ranking() == table.position.ranking()


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_every_position_loads_from_its_own_view(eruption, options):
    table = eruption.create("eruption", options, names(options), Kit(dice="table", tiles="table"))
    for step in range(150):
        view = msgspec.to_builtins(table.position.view())
        loaded, _ = GAMES["eruption"].load(view)
        assert msgspec.to_builtins(loaded.view()) == view
        assert sorted(map(repr, loaded.legal())) == sorted(map(repr, table.position.legal()))
        assert loaded.outcomes() == table.position.outcomes()
        if table.over:
            break
        table = play(eruption, table, 1, seed=step)


def test_the_same_dice_come_again_whatever_was_undone(eruption):
    table = eruption.create("eruption", {"players": 3}, ["Ann", "Ben", "Cem"])
    table = play(eruption, table, 60, seed=4)
    drawn = [entry.actions for entry in eruption.history(table.code)[1:]]
    back = eruption.undo(table.code, command(table), table.version)
    play(eruption, back, 60, seed=4)
    assert [entry.actions for entry in eruption.history(table.code)[-len(drawn) :]] == drawn


def test_an_old_table_of_eruption_opens_from_its_snapshot(eruption, store):
    table = eruption.create("eruption", {"players": 6}, names({"players": 6}))
    table = play(eruption, table, 120, seed=random.Random(9).randrange(99))
    for snapshot in store.snapshots(table.row.id):
        assert eruption.at(table.code, snapshot.n).view() == msgspec.json.decode(snapshot.body)["view"]
