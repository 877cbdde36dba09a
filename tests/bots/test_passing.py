"""The turn of somebody who is away is passed by a correction, after which the rules hold as before."""

import random

import pytest

from companion.games.contract import to_wire
from companion.games.eruption.actions import Correct
from companion.tables.errors import Over
from companion.web.errors import Refused
from companion.web.table import around, passing, speech
from tests.bots.games import ANY, GAME, SENSIBLE, moves
from tests.rules import invariants, slow
from tests.rules.players import options
from tests.tables.conftest import command

LIMIT = slow.RULES["turn"]["hand_limit"]
ERUPTION = next(slug for slug, tile in slow.TILE.items() if tile.get("source"))


def waiting(seeds, every=1, **fixed):
    """Positions of many games at which somebody is waited for, rolls and draws included; of some kinds only a few."""
    for seed in seeds:
        rng = random.Random(seed)
        players = [rng.choice([SENSIBLE, ANY]) for _ in range(6)]
        for position, _ in moves(players, {**options(rng), **fixed}, rng):
            state = position.view()
            if state["phase"] == "deal" or passing.tested(state) or rng.randrange(every):
                continue
            yield position.copy(), state


def corrected(position, state):
    """What becomes of a position when the turn is passed, and the events."""
    events = to_wire(position.apply(Correct(set=passing.patch(state))))
    return position.view(), events


def test_the_next_seat_begins_its_turn_and_the_rules_hold():
    kinds = set()
    for position, before in waiting(range(40), every=6):
        after, events = corrected(position, before)
        kinds.add((before["decision"]["kind"], before["placing"] is not None))
        surplus = sum(before["seats"][before["active"]]["hand"].values()) > LIMIT
        if not (after["phase"] == "over" and surplus):  # too many cards stay, and can be discarded no more
            invariants.check(after)
        final = before["final_round"]
        if after["phase"] == "over":
            continue
        assert events[0]["type"] == "corrected"
        turns = [event for event in events if event["type"] == "turn_started"]
        follower = final["to_play"][0] if final else (before["active"] + 1) % len(before["seats"])
        assert (turns[0]["turn"], turns[0]["seat"]) == (before["turn"] + 1, follower)
        if final:
            assert after["final_round"]["to_play"] == final["to_play"][len(turns) :]
    assert kinds >= {
        *((kind, False) for kind in ("place_eruption", "place_tile", "replace_tile", "cards", "walls", "discard")),
        *((kind, False) for kind in ("extra_tile", "draw", "tile")),
        ("duel", True),
    }


def test_nothing_of_the_seat_changes_hands():
    for position, before in waiting(range(100, 130), every=4, last_standing=False):
        active = before["active"]
        after, _ = corrected(position, before)
        if after["active"] != active:  # else its next turn has begun with its damage
            assert after["seats"][active] == before["seats"][active]
        assert after["tiles"] == before["tiles"]
        assert after["drawn"] is None


def test_at_the_walls_it_does_what_passing_does():
    seen = 0
    for position, before in waiting(range(200, 220)):
        if position.decision().kind == "walls":
            passed = position.copy()
            passed.apply(GAME.action({"type": "pass"}))
            after, _ = corrected(position, before)
            if after["phase"] != "over":
                assert after == passed.view()
            assert position.ranking() == passed.ranking()
            seen += 1
    assert seen > 100


def test_with_the_forecast_a_tile_in_hand_goes_back_into_its_own_stack():
    seen = 0
    for position, before in waiting(range(300, 320), forecast=True):
        if before["drawn"] is None:
            continue
        after, _ = corrected(position, before)
        if after["final_round"] and not before["final_round"]:
            continue  # a burnt village ended the stack
        source = before["drawn_from"]
        sizes = [stack["size"] for stack in before["stacks"]]
        sizes[source] += 1
        assert [stack["size"] for stack in after["stacks"]] == sizes
        assert after["stack"].get(before["drawn"], 0) == before["stack"].get(before["drawn"], 0) + 1
        seen += 1
    assert seen > 50


# --- at a table -------------------------------------------------------------------------------------------------------


@pytest.fixture
def tables(app):
    yield app.extensions["tables"]
    app.extensions["tables"].hub.close()


@pytest.fixture
def stand(tables):
    """Make a table of two where the game stands as somebody corrected it; nobody holds a card that is not said."""

    def make(seats=({}, {}), **state):
        table = tables.create("eruption", {"players": 2, "start": 0}, ["Ann", "Ben"])
        now = table.position.view()["seats"]
        seats = [{**old, "hand": {}, **new} for old, new in zip(now, seats, strict=True)]
        fresh = {"seats": seats, "drawn": None, "stack": None, "deck": None, "decision": None}
        return tables.correct(table.code, command(table), {**fresh, **state})

    return make


@pytest.fixture
def pass_turn(app, tables):
    """Pass the turn at a table, in a request as the button makes it."""

    def carry_out(table):
        with app.test_request_context():
            around.begin()
            speech.begin()
            return tables.correct(table.code, command(table), passing.pass_turn(table))

    return carry_out


def test_the_last_turn_of_the_final_round_ends_the_game(stand, pass_turn):
    tiles = GAME.new()[0].view()["stack"]
    final = {"reason": "stack_out", "to_play": []}
    table = stand(phase="walls", final_round=final, stack=dict.fromkeys(tiles, 0), tile_discard=tiles)
    assert not table.over
    table = pass_turn(table)
    assert table.over
    assert table.last.events[-1]["type"] == "game_over"
    with pytest.raises(Over):
        pass_turn(table)


def test_a_burnt_village_begins_the_final_round_though_its_turn_is_passed(stand, pass_turn):
    decision = {"by": "seat", "kind": "cards"}
    table = stand([{"temperature": 290, "hand": {"rain": 1}}, {}], phase="cards", decision=decision)
    assert table.position.decision().kind == "cards"
    now = pass_turn(table).position.view()
    assert now["final_round"] == {"reason": "burn_out", "to_play": []}
    assert now["active"] == 1


def test_damage_passes_nobody_by_walls_are_tested_first(tables, stand, pass_turn):
    tiles = [{"hex": [5, 2], "tile": ERUPTION, "rotation": 0}]  # by the village of the first seat of two
    table = stand(tiles=tiles, walls=[{"hex": [5, 2], "edge": "N", "wall": "stone"}], supply=None, phase="damage")
    assert table.position.decision().kind == "duel"
    with pytest.raises(Refused) as refusal:
        pass_turn(table)
    assert (refusal.value.code, refusal.value.status) == ("roll_first", 409)
    assert "Ann" in refusal.value.sentence
    table = tables.roll(table.code, command(table))
    assert pass_turn(table).position.view()["active"] == 1


def test_a_held_eruption_tile_and_too_many_cards_stay_for_the_next_turn(tables, stand, pass_turn):
    held = {"eruption_tiles": [1], "temperature": 60, "hand": {"rain": 2, "quake": 2}}
    table = stand([held, {"hand": {"reinforce": 1}}], eruption_claims=None, phase="eruption")
    assert table.position.decision().kind == "place_eruption"
    table = pass_turn(table)
    now = table.position.view()
    assert now["active"] == 1
    assert {name: now["seats"][0][name] for name in held} == held
    table = pass_turn(table)
    assert table.position.decision().kind == "place_eruption"  # the first thing in the next turn of its seat
    assert table.position.decision().seat == 0
    table = tables.act(table.code, command(table), to_wire(table.position.legal()[0]))
    cards = {"by": "seat", "kind": "cards"}
    table = tables.correct(
        table.code, command(table), {"phase": "cards", "decision": cards, "drawn": None, "stack": None}
    )
    table = tables.act(table.code, command(table), {"type": "pass"})
    assert table.position.decision().kind == "discard"


def test_a_placement_that_was_being_rolled_for_is_off(stand, pass_turn):
    table = stand(
        phase="tile",
        drawn="straight",
        walls=[{"hex": [5, 4], "edge": "NE", "wall": "straw"}],
        supply=None,
        placing={"hex": [6, 3], "rotation": 1, "lost": False},
    )
    assert table.position.decision().kind == "duel"
    now = pass_turn(table).position.view()
    assert now["active"] == 1
    assert now["tiles"] == []
    assert now["walls"] == table.position.view()["walls"]
    assert now["stack"].get("straight", 0) + (now["drawn"] == "straight") == slow.TILE["straight"]["count"]
