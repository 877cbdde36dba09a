"""Tables of Abduction: whole games with real cards and with the app's, opened again, exported and proven."""

from __future__ import annotations

import msgspec
import pytest

from companion.bots.chance import RandomBot
from companion.games import registry
from companion.tables import transfer
from companion.tables.pilot import Pilot
from companion.tables.play import Kit, Tables
from companion.tables.seats import Company
from tests.tables.conftest import command, play, seeds

GAMES = registry.games()
KITS = [Kit(tiles="app"), Kit(tiles="table")]
VARIANTS = [{}, {"pass": True, "kind_fixed": "start", "carry": "may", "shot_stack": True, "empty_abduction": True}]


@pytest.fixture
def abduction(store):
    return Tables(store, GAMES, seeds=seeds())


@pytest.mark.parametrize("options", VARIANTS, ids=["default", "variants"])
@pytest.mark.parametrize("kit", KITS, ids=["app", "table"])
def test_a_whole_game_is_played_undone_and_proven(abduction, store, kit, options):
    table = abduction.create("abduction", options, ["Ann"], kit)
    assert table.asks == ("seat" if kit.tiles == "app" else "tap")
    table = play(abduction, table, 30, seed=1)
    state = table.position.view()
    table = abduction.undo(table.code, command(table), 20)
    table = abduction.redo(table.code, command(table), 20)
    assert table.position.view() == state
    table = play(abduction, table, 900, seed=2)
    assert table.over and not table.finished_early
    data = transfer.read(transfer.write(abduction.export(table.code)))
    proof = transfer.verify(data, GAMES)
    assert proof.problems == []
    assert proof.draws > 0 or kit.tiles == "table"
    assert data["result"][0]["score"] == table.position.ranking()[0]["score"]
    again = abduction.import_(data)
    assert again.position.view() == table.position.view() == Tables(store, GAMES).open(table.code).position.view()


def test_real_cards_are_tapped_in_and_corrected(abduction):
    table = abduction.create("abduction", {}, ["Ann"], Kit(tiles="table"))
    for card in ("cow_5", "cow_4", "red"):
        assert table.asks == "tap"
        table = abduction.act(table.code, command(table), {"type": "card", "card": card})
    assert table.position.view()["hand"] == {"cow_5": 1, "cow_4": 1, "red": 1}
    table = abduction.correct(table.code, command(table), {"hand": {"cow_4": None, "cow_3": 1}})
    assert table.position.view()["hand"] == {"cow_5": 1, "cow_3": 1, "red": 1}
    table = abduction.act(table.code, command(table), {"type": "turn_up"})
    assert table.asks == "tap"
    table = abduction.act(table.code, command(table), {"type": "card", "card": "decoy"})
    assert table.position.view()["face_down"] == {"used": True, "card": "decoy"}


def test_what_can_be_one_card_only_needs_no_tap(abduction):
    table = abduction.create("abduction", {}, ["Ann"], Kit(tiles="table"))
    table = play(abduction, table, 3, seed=1)
    hand, deck = table.position.view()["hand"], table.position.view()["deck"]
    left = {"deck": {**dict.fromkeys(deck), "red": 3, "blue": 1}, "deck_size": 3, "removed": None}
    left["hand"] = dict.fromkeys(hand)
    table = abduction.correct(table.code, command(table), {**left, "phase": "draw", "decision": None})
    table = abduction.act(table.code, command(table), {"type": "card", "card": "blue"})
    assert table.position.view()["hand"] == {"blue": 1, "red": 2}
    assert table.asks == "seat"


def test_the_app_gives_the_cards_in_the_same_order_whatever_was_undone(abduction):
    table = abduction.create("abduction", {}, ["Ann"])
    table = play(abduction, table, 40, seed=4)
    drawn = [entry.actions for entry in abduction.history(table.code)[1:]]
    back = abduction.undo(table.code, command(table), table.version)
    play(abduction, back, 40, seed=4)
    assert [entry.actions for entry in abduction.history(table.code)[-len(drawn) :]] == drawn


def test_an_old_table_opens_from_its_snapshot(abduction, store):
    table = abduction.create("abduction", {}, ["Ann"])
    table = play(abduction, table, 130, seed=9)
    for snapshot in store.snapshots(table.row.id):
        assert abduction.at(table.code, snapshot.n).view() == msgspec.json.decode(snapshot.body)["view"]


def test_the_app_can_play_the_seat(abduction):
    table = abduction.create("abduction", {}, ["Ann"])
    abduction.arrange(table.code, lambda company: Company(company.revision + 1, bots=frozenset({0})))
    pilot = Pilot(abduction, {"abduction": RandomBot()})
    for _ in range(40):
        assert pilot.play(table.code) is not None or abduction.open(table.code).over
    assert abduction.open(table.code).version >= 30
