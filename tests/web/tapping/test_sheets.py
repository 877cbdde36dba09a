"""The pages beside the board: what they tell, and that looking changes nothing."""

from __future__ import annotations

import hashlib
import re

import pytest

from companion.games.contract import to_wire
from companion.tables.play import Kit
from companion.web.table import corrections, ending, records

CHANNEL = [
    {"hex": [6, 3], "tile": "wide_bend", "rotation": 1},
    {"hex": [6, 2], "tile": "branch_right", "rotation": 0},
]
GATE = {"hex": [7, 0], "edge": "NW", "wall": "stone"}


def lay(table, x, y):
    """The first legal way to lay the drawn tile on a hex."""
    return to_wire(next(action for action in table.position.legal() if action.hex == (x, y)))


def row(seat, place, temperature, walls, flows, value):
    return {
        "seat": seat,
        "place": place,
        "temperature": temperature,
        "walls": walls,
        "flows": flows,
        "tiebreak": value,
    }


def test_a_tie_is_told_as_a_sum_and_only_to_those_who_tie():
    ranking = [
        row(1, 1, 90, {"straw": 0, "wood": 1, "stone": 1}, 2, 3),
        row(0, 2, 90, {"straw": 1, "wood": 0, "stone": 0}, 0, 1),
        row(2, 3, 120, {"straw": 4, "wood": 0, "stone": 0}, 9, -5),
    ]
    seats = [{"village": slug} for slug in ("orange", "green", "purple")]
    places = ending.places(ranking, seats, ("A", "B", "C"))
    assert [place.sum for place in places] == ["3 + 2 − 2 = 3", "1 − 0 = 1", ""]
    assert ending.tiebreak(ranking[2]) == "1 + 1 + 1 + 1 − 9 = −5"


def test_the_end_shows_ranking_heat_duels_and_dice(set_table, tables, command, client):
    table = set_table(
        phase="walls", seats=[{"temperature": 90}, {"temperature": 90}, {"temperature": 120}], walls=[GATE]
    )
    table = tables.finish(table.code, command(table))
    page = client.get(f"/t/{table.code}").text
    assert "Orange wins" in page
    end = client.get(f"/t/{table.code}/end").text
    assert re.search(r"3 \+ 3 \+ 2 \+ 1 − 0 = 9", end)
    assert "The game was finished early." in end
    assert 'class="chart"' in end


def test_the_dice_are_counted_against_what_they_should_do(new_table, tables, command):
    entry = type(
        "Entry",
        (),
        {
            "line": True,
            "events": [
                {"type": "duel", "wall": {"wall": "wood"}, "white": 6, "bonus": 1, "orange": 2, "held": True},
                {"type": "duel", "wall": {"wall": "straw"}, "white": 1, "bonus": 0, "orange": 6, "held": False},
                {"type": "temperature", "seat": 0, "from": 0, "to": 10, "cause": "burnt_wall"},
                {"type": "turn_started", "seat": 1, "turn": 2},
            ],
        },
    )
    state = new_table(2).position.view() | {"options": {"ties_to_wall": False}}
    state["seats"][0]["temperature"] = 10
    found = records.records([entry], state)
    assert (found.held, found.lost, found.duels) == (1, 1, 2)
    assert found.expected == pytest.approx(0.58 + 0.42)
    assert (found.mean(found.white), found.mean(found.orange)) == (3.5, 4.0)
    assert found.heat == [[0, 10, 10], [0, 0, 0]]


def test_the_promise_stands_from_the_start_and_the_secret_is_shown_at_the_end(new_table, tables, command, client):
    table = new_table()
    secret = table.row.seed.hex()
    page = client.get(f"/t/{table.code}/fair").text
    assert hashlib.sha256(table.row.seed).hexdigest() in page
    assert secret not in page
    tables.finish(table.code, command(table))
    assert secret in client.get(f"/t/{table.code}/fair").text


def test_the_history_tells_each_turn_and_what_was_taken_back(set_table, tables, command, client):
    table = set_table(phase="tile", drawn="trident", tiles=CHANNEL)
    table = tables.act(table.code, command(table), lay(table, 7, 1))
    page = client.get(f"/t/{table.code}/history").text
    assert "Orange places Trident on 7,1." in page
    assert "Orange gets a stone wall." in page
    tables.undo(table.code, command(table))
    page = client.get(f"/t/{table.code}/history").text
    assert "1 step was taken back." in page
    assert re.search(r'<li class="gone"><a[^>]*>\s*<small>Lava tile</small>\s*<span>Orange places Trident', page)


def test_the_board_as_it_was_is_drawn_without_changing_anything(set_table, tables, command, client):
    table = set_table(phase="tile", drawn="trident", tiles=CHANNEL)
    table = tables.act(table.code, command(table), lay(table, 7, 1))
    then, now = (client.get(f"/t/{table.code}/at/{n}").text for n in (1, 2))
    assert (then.count("#tile-"), now.count("#tile-")) == (2, 3)
    assert "Take back to here" in then
    assert "Take back to here" not in now
    assert tables.open(table.code).version == table.version


def test_the_table_can_be_saved_as_a_file(new_table, client, tables):
    table = new_table()
    answer = client.get(f"/t/{table.code}/export")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="tableside-{table.code}.json"'
    assert tables.import_(answer.json).names == table.names


def test_a_rematch_is_one_table_whoever_asks(new_table, tables, command, client):
    table = new_table()
    asked = {"id": "rematch-001", "version": str(table.version)}
    assert client.post(f"/t/{table.code}/rematch", data=asked).status_code == 409
    table = tables.finish(table.code, command(table))
    places = set()
    for number in range(2):
        asked = {"id": f"rematch-00{number}", "version": str(table.version)}
        answer = client.post(f"/t/{table.code}/rematch", data=asked)
        assert answer.status_code == 303
        places.add(answer.headers["Location"])
    assert len(places) == 1
    assert places != {f"/t/{table.code}"}


def test_finishing_early_can_be_undone(new_table, tapper):
    hand = tapper(new_table())
    hand.page = hand.client.get(f"/t/{hand.code}/more").text
    found = re.search(r'action="(/t/\w+/finish)"[^>]*>(.*?)</form>', hand.page)
    hand.send(found[1], found[2])
    assert hand.over
    hand.press("Undo")
    assert not hand.over


@pytest.mark.parametrize("name", ["sound", "vibration"])
def test_sound_and_vibration_are_off_until_somebody_wants_them(new_table, client, name):
    table = new_table()
    assert f'data-{name}="0"' in client.get(f"/t/{table.code}").text
    client.post(f"/t/{table.code}/switch", data={name: "1"})
    assert f'data-{name}="1"' in client.get(f"/t/{table.code}").text


def test_the_rules_of_the_moment_have_the_numbers_of_the_rules(set_table, client):
    table = set_table(phase="walls", seats=[{"temperature": 60}, {}, {}])
    page = client.get(f"/t/{table.code}/rules").text
    assert "You may build 2 in this turn" in page
    table = set_table(phase="tile", drawn="trident", tiles=CHANNEL)
    assert "Lava must meet lava" in client.get(f"/t/{table.code}/rules").text


# --- the table differs ------------------------------------------------------------------------------------------------


def correct(client, table, status=303, **fields):
    form = {"id": f"correct-{table.version}", "version": str(table.version), **{k: str(v) for k, v in fields.items()}}
    answer = client.post(f"/t/{table.code}/correct", data=form, headers={"Accept": "text/html"})
    assert answer.status_code == status, answer.text[:2000]
    return answer.text


def test_a_temperature_is_set_logged_and_undone(new_table, tables, command, client):
    table = new_table()
    correct(client, table, what="temperature", seat=1, degrees=120)
    assert tables.open(table.code).position.view()["seats"][1]["temperature"] == 120
    assert "The app was set to what lies on the table." in client.get(f"/t/{table.code}/history").text
    tables.undo(table.code, command(tables.open(table.code)))
    assert tables.open(table.code).position.view()["seats"][1]["temperature"] == 0


def test_a_tile_is_put_turned_and_taken_with_the_walls_that_it_touches(set_table, tables, client):
    wall = {"hex": [6, 3], "edge": "N", "wall": "straw"}
    table = set_table(phase="walls", tiles=CHANNEL[:1], walls=[wall])
    correct(client, table, what="tile", hex="6,2", tile="branch_right", rotation=0)
    table = tables.open(table.code)
    view = table.position.view()
    assert [tile["hex"] for tile in view["tiles"]] == [[6, 2], [6, 3]]
    assert view["walls"] == []
    correct(client, table, what="tile", hex="6,2", tile="none")
    assert [tile["hex"] for tile in tables.open(table.code).position.view()["tiles"]] == [[6, 3]]


def test_a_wall_is_set_and_the_supply_follows(set_table, tables, client):
    table = set_table(phase="walls", tiles=CHANNEL)
    before = table.position.view()["supply"]["stone"]
    correct(client, table, what="wall", site="6,2,N", wall="stone")
    view = tables.open(table.code).position.view()
    assert view["walls"] == [{"hex": [6, 2], "edge": "N", "wall": "stone"}]
    assert view["supply"]["stone"] == before - 1


def test_a_stockpile_is_set(new_table, tables, client):
    table = new_table()
    correct(client, table, what="stockpile", seat=2, straw=3, wood=0, stone=2)
    assert tables.open(table.code).position.view()["seats"][2]["stockpile"] == {"straw": 3, "stone": 2}


def test_the_number_of_real_cards_is_set(new_table, tables, client):
    table = new_table(3, Kit(), cards="table")
    correct(client, table, what="hand", seat=1, hidden=5)
    assert tables.open(table.code).position.view()["seats"][1]["hand"] == {"hidden": 5}


@pytest.mark.parametrize("phase", corrections.TURN_PHASES)
def test_whose_turn_it_is_is_set(set_table, tables, client, phase):
    table = set_table(phase="tile", drawn="trident", tiles=CHANNEL)
    correct(client, table, what="turn", seat=2, phase=phase)
    view = tables.open(table.code).position.view()
    assert view["active"] == 2
    assert sum(view["stack"].values()) + len(view["tiles"]) + (view["drawn"] is not None) == 40


def test_what_cannot_be_is_refused_with_a_sentence_and_the_edges_at_fault(set_table, tables, client):
    table = set_table(phase="walls", tiles=CHANNEL[:1])
    page = correct(client, table, 422, what="tile", hex="5,3", tile="fan_5", rotation=0)
    assert "That cannot be." in page
    assert 'class="wrong"' in page
    assert tables.open(table.code).version == table.version


@pytest.mark.parametrize(
    "odd",
    [
        {"what": "weather"},
        {"what": "temperature", "seat": 9, "degrees": 10},
        {"what": "temperature", "seat": 0, "degrees": 15},
        {"what": "temperature", "seat": 0, "degrees": 300},
        {"what": "tile", "hex": "5,5", "tile": "star", "rotation": 0},
        {"what": "tile", "hex": "6,3", "tile": "comet", "rotation": 0},
        {"what": "wall", "site": "6,3", "wall": "straw"},
        {"what": "wall", "site": "6,3,N", "wall": "paper"},
        {"what": "stockpile", "seat": 0, "straw": 99, "wood": 0, "stone": 0},
        {"what": "turn", "seat": 0, "phase": "deal"},
    ],
)
def test_an_odd_correction_is_refused_with_a_sentence(new_table, tables, client, odd):
    table = new_table()
    assert 'role="alert"' in correct(client, table, 422, **odd)
    assert tables.open(table.code).version == table.version
