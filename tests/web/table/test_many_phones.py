"""Many phones at one table: whose turn it is taps, the others look on, the host can help, and each says so."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.tables import seating
from companion.tables.play import Kit
from tests.web.table.many import BEN, CHIKA, HANDS, HOST, TURN, Party, Phone, says

LAY = {"type": "place_tile", "hex": "6,2", "rotation": 0}
NOT_ADA = "It is Ada's turn."


@pytest.fixture
def party(app: Flask) -> Party:
    return Party(app)


def test_the_player_whose_turn_it_is_taps_and_the_others_look_on(party: Party) -> None:
    ada, ben, chika = party.sit(HOST, BEN, CHIKA, **TURN)
    assert "Tap a lit hex" in ada.heading
    assert 'class="lit"' in ada.lit
    for other in (ben, chika):
        assert other.heading == "Ada lays the Trident"
        assert "<a" not in other.lit
        assert "<form" not in other.panel.partition('class="pocket')[0]
    before = party.table.version
    answer = ben.post("/act", **LAY)
    assert (answer.status_code, party.table.version) == (409, before)
    assert says(answer, NOT_ADA)
    assert 'id="panel"' in answer.text
    assert ada.post("/act", **LAY).status_code == 200
    assert party.table.version == before + 1
    assert "Ada places Trident" in ben.panel


def test_a_tap_on_a_hex_tells_those_who_look_on_what_lies_there(party: Party) -> None:
    _ada, ben, _chika = party.sit(HOST, BEN, CHIKA, **TURN)
    assert "Hex 6,3, Wide bend, lava to" in ben.get("?hex=6,3").text
    assert "Ada lays the Trident" in ben.get("?hex=6,3").text


def test_a_roll_is_for_the_player_whose_turn_it_is(party: Party) -> None:
    gate = {"hex": [7, 0], "edge": "NW", "wall": "straw"}
    channel = [
        {"hex": [6, 3], "tile": "wide_bend", "rotation": 1},
        {"hex": [6, 2], "tile": "branch_right", "rotation": 0},
        {"hex": [7, 1], "tile": "wide_bend", "rotation": 1},
        {"hex": [7, 0], "tile": "branch_left", "rotation": 0},
    ]
    ada, ben = party.sit(HOST, BEN, phase="damage", tiles=channel, walls=[gate])
    assert ben.heading.startswith("Ada rolls for the straw wall at gate 1 of Orange")
    answer = ben.post("/roll", count=1)
    assert (answer.status_code, says(answer, NOT_ADA)) == (409, True)
    assert ada.post("/roll", count=1).status_code == 200
    assert "Straw:" in ben.panel


def test_the_host_may_tap_for_all_but_not_with_their_cards(party: Party) -> None:
    ada, ben, chika = party.sit(HOST, BEN, CHIKA, **TURN, active=1, seats=HANDS)
    assert "Ben's turn: you may tap as well." in ada.panel
    assert 'class="panel-now other"' in ada.panel
    assert 'class="panel-now mine of-yellow"' in ben.panel or 'class="panel-now mine of-green"' in ben.panel
    assert 'class="lit"' in ada.lit
    assert chika.post("/act", **LAY).status_code == 409
    assert ada.post("/act", **LAY).status_code == 200
    assert party.table.position.view()["phase"] == "cards"
    assert ada.heading == "Ben plays cards or keeps them"
    for action in ({"type": "play", "card": "sinkhole"}, {"type": "trade", "card": "sinkhole"}, {"type": "pass"}):
        answer = ada.post("/act", **action)
        assert (answer.status_code, says(answer, "These cards are Ben")) == (409, True)
    assert ben.post("/act", type="pass").status_code == 200


def test_everybody_taps_for_everybody_where_the_host_says_so(party: Party) -> None:
    ada, ben, _chika = party.sit(HOST, BEN, CHIKA, **TURN, seats=HANDS)
    watcher = party.seat("Wim", None)
    party.arrange(seating.settle(ada.device, everybody=True))
    assert "Ada's turn: you may tap as well." in ben.panel
    assert watcher.post("/act", **LAY).status_code == 403
    assert ben.post("/act", **LAY).status_code == 200
    assert ben.post("/act", type="trade", card="quake").status_code == 409
    assert ben.heading == "Ada plays cards or keeps them"


def test_the_host_stands_in_openly_and_the_player_takes_the_seat_back(party: Party) -> None:
    ada, ben, chika = party.sit(HOST, BEN, CHIKA, phase="cards", active=1, seats=HANDS)
    assert ">Step in</button>" in ada.panel
    assert "Step in" not in chika.panel
    assert chika.post("/stand-in", seat=1).status_code == 403
    assert "sinkhole" not in ada.panel
    answer = ada.post("/stand-in", seat=1)
    assert answer.status_code == 200
    assert "card=sinkhole" in answer.text
    assert "You play for Ben." in ada.panel
    assert "Ada plays for Ben." in chika.panel
    assert "Ada plays for you." in ben.panel
    assert "sinkhole" not in chika.get().text
    assert chika.post("/back", seat=1).status_code == 403
    assert ben.post("/back", seat=1).status_code == 200
    assert "card=sinkhole" not in ada.get().text
    assert ada.post("/act", type="trade", card="sinkhole").status_code == 409
    assert ben.post("/act", type="trade", card="sinkhole").status_code == 200


def test_a_seat_that_the_app_plays_waits_for_the_app_until_it_is_stopped(party: Party) -> None:
    ada, ben, chika = party.sit(HOST, BEN, CHIKA, **TURN, active=1)
    party.arrange(seating.set_bot(ada.device, 1, 3, True))
    assert "The app plays for Ben." in chika.panel
    for phone in (ada, ben):
        assert "<a" not in phone.lit
        answer = phone.post("/act", **LAY)
        assert (answer.status_code, says(answer, "the app plays for Ben")) == (409, True)
    assert "The app plays for you." in ben.panel
    assert ">Stop the app</button>" in ada.panel
    assert ben.post("/back", seat=1).status_code == 200
    assert ben.post("/act", **LAY).status_code == 200


def test_dice_on_the_table_are_tapped_in_for_a_seat_that_the_app_plays(party: Party) -> None:
    ada, _ben = party.sit(HOST, BEN, kit=Kit(tiles="table"), phase="tile", active=1)
    party.arrange(seating.set_bot(ada.device, 1, 3, True))
    assert "Which is it?" in ada.heading
    assert ada.post("/act", type="tile", tile="trident").status_code == 200


def test_one_phone_goes_round_for_the_seats_that_nobody_has(party: Party) -> None:
    ada, ben = party.sit(HOST, BEN, phase="cards", active=2, seats=HANDS)
    assert ada.heading == "Give the phone to Chika"
    assert ben.heading == "Chika plays cards or keeps them"
    assert "The phone of the host plays for Chika." in ben.panel
    assert ben.post("/here", seat=2).status_code == 200
    assert "relocate" not in ben.get().text
    assert ada.post("/act", type="trade", card="relocate").status_code == 409
    assert ada.post("/here", seat=2).status_code == 200
    assert ada.post("/act", type="trade", card="relocate").status_code == 200


def test_a_phone_with_a_seat_is_never_given_away(party: Party) -> None:
    ada, ben, chika = party.sit(HOST, BEN, CHIKA, phase="walls", seats=HANDS)
    for phone in (ada, ben, chika):
        assert not re.search("Give the phone|I am ", phone.get().text)
    assert ada.post("/act", type="pass").status_code == 200
    assert ada.heading != "Give the phone to Ben"
    assert "I am " not in ben.get().text


def test_watchers_look_and_may_do_nothing(party: Party) -> None:
    party.sit(HOST, BEN, CHIKA, **TURN, seats=HANDS)
    watcher = party.seat("Wim", None)
    assert "You are watching" in watcher.get().text
    assert watcher.heading == "Ada lays the Trident"
    assert "pocket" not in watcher.panel
    before = party.table.version
    for what in ("/act", "/roll", "/undo", "/redo", "/finish"):
        answer = watcher.post(what, **LAY, count=1)
        assert (answer.status_code, says(answer, "You are watching this game")) == (403, True)
    assert watcher.get("/differs").status_code == 403
    assert watcher.post("/correct", what="temperature", seat=0, degrees=50).status_code == 403
    assert party.table.version == before


def test_undo_is_for_all_who_play_and_finishing_for_the_host(party: Party) -> None:
    ada, ben, chika = party.sit(HOST, BEN, CHIKA, **TURN)
    assert ada.post("/act", **LAY).status_code == 200
    assert chika.post("/undo").status_code == 200
    assert "Chika took back 1 step." in ben.panel
    assert "Chika took back 1 step." in ada.panel
    assert chika.post("/redo").status_code == 200
    assert says(ben.get("/history"), "Chika brought back 1 step.")
    answer = ben.post("/finish")
    assert (answer.status_code, says(answer, "Only the host")) == (403, True)
    assert "Finish now" not in ben.get("/more").text
    assert ada.post("/finish").status_code == 200
    assert party.table.over


def test_the_host_begins_the_rematch_and_everybody_gets_the_way_there(party: Party) -> None:
    ada, ben, chika = party.sit(HOST, BEN, CHIKA, phase="walls")
    ada.post("/finish")
    assert "Rematch" not in ben.panel
    assert ben.post("/rematch", htmx=False).status_code == 403
    shown = party.table.state
    answer = ada.post("/rematch", htmx=False)
    assert answer.status_code == 303
    assert party.table.state > shown
    for phone in (ben, chika):
        assert f'href="{answer.location}"' in phone.panel
        assert phone.client.get(answer.location).status_code == 200
    assert ben.post("/rematch", htmx=False).location == answer.location


def test_two_at_once_get_one_result_and_one_friendly_word(party: Party) -> None:
    ada, ben, _chika = party.sit(HOST, BEN, CHIKA, **TURN)
    party.arrange(seating.settle(ada.device, everybody=True))
    version = party.table.version
    assert ada.post("/act", version, **LAY).status_code == 200
    late = ben.post("/act", version, type="place_tile", hex="4,7", rotation=0)
    assert late.status_code == 409
    assert "The table has moved on" in late.text
    assert "b-walls" in late.text
    assert party.table.version == version + 1


def test_the_same_tap_twice_is_answered_as_once_though_the_turn_has_passed(party: Party) -> None:
    ada, _ben, _chika = party.sit(HOST, BEN, CHIKA, phase="walls")
    form = {"id": "the-same-tap-twice", "version": party.table.version, "type": "pass"}
    answers = [ada.client.post(ada.path("/act"), data=form, headers={"HX-Request": "true"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert party.table.version == form["version"] + 1


def test_a_page_says_of_which_state_it_is(party: Party) -> None:
    ada, _ben, _chika = party.sit(HOST, BEN, CHIKA, **TURN)
    before = re.findall(r'data-at="([\d.]+)"', ada.get().text)
    party.seat("Wim", None)
    after = re.findall(r'data-at="([\d.]+)"', ada.get().text)
    assert len(set(before)) == len(set(after)) == 1
    assert before[0].split(".")[0] == after[0].split(".")[0]
    assert int(before[0].split(".")[1]) < int(after[0].split(".")[1])


def test_a_name_that_changes_changes_on_all_pages_at_once(party: Party) -> None:
    ada, ben, _chika = party.sit(HOST, BEN, CHIKA, **TURN)
    assert "Ada lays" in ben.heading
    party.arrange(seating.rename(ada.device, "Zoë"))
    assert ben.heading == "Zoë lays the Trident"


def test_the_own_turn_is_called_by_title_and_cue(party: Party) -> None:
    ada, ben, chika = party.sit(HOST, BEN, CHIKA, phase="walls")
    assert f'data-title="Your turn · Eruption · {party.code}"' in ada.panel
    assert f'data-title="Ada · Eruption · {party.code}"' in ben.panel
    ada.post("/act", type="pass")
    assert 'data-cue="turn"' in ben.panel
    assert 'data-title="Your turn' in ben.panel
    for phone in (ada, chika):
        assert 'data-cue="turn"' not in phone.panel


def test_a_name_is_text_on_every_phone(party: Party) -> None:
    name = "<b onmouseover=x>&amp;\"'"
    ada, ben, chika = party.sit(name, BEN, CHIKA, phase="cards", active=1, seats=HANDS)
    ada.post("/stand-in", seat=1)
    party.arrange(seating.set_bot(ada.device, 2, 3, True))
    for phone in (ada, ben, chika):
        for page in ("", "/more", "/hand", "/history", "/differs", "/at/0"):
            answer = phone.get(page)
            assert answer.status_code == 200, page
            assert "<b onm" not in answer.text, page
        assert "<b onm" not in phone.post("/act", type="pass").text


# --- nobody without a place -------------------------------------------------------------------------------------------


def test_a_phone_without_a_place_goes_to_the_door(party: Party) -> None:
    party.sit(HOST, BEN, CHIKA, **TURN)
    stranger = party.stranger()
    answer = stranger.get()
    assert (answer.status_code, answer.location) == (303, f"/t/{party.code}/join")
    answer = stranger.get(**{"HX-Request": "true"})
    assert answer.headers["HX-Redirect"].startswith(f"/t/{party.code}/join")
    assert "Trident" not in answer.text


def test_a_phone_that_was_sent_away_can_do_no_more(party: Party) -> None:
    ada, ben, _chika = party.sit(HOST, BEN, CHIKA, phase="walls", active=1)
    person = party.table.company.by_device(ben.device)
    assert person is not None
    assert ben.get().status_code == 200
    party.arrange(seating.dismiss(ada.device, person.id))
    assert ben.get().status_code == 303
    version = party.table.version
    assert ben.post("/act", type="pass").status_code == 403
    assert party.table.version == version


OPEN_TO_READERS = {"history", "at", "rules", "fair", "end", "board", "join"}
DOORS = {"join", "come"}
OF_ONES_OWN = {"switch", "cover", "people", "move"} | DOORS
"""What watchers may send: it is about their own phone and place. The page of the people has tests of its own."""


def words(rule: str) -> list[str]:
    return rule.removeprefix("/t/<code>").strip("/").split("/")


def routes(app: Flask, method: str) -> list[str]:
    """All addresses of a table."""
    rules = [rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/t/<code>")]
    return sorted({rule.rule for rule in rules if method in (rule.methods or ())})


def fill(rule: str) -> str:
    rest = rule.removeprefix("/t/<code>").replace("<int:n>", "0")
    return re.sub("<[^>]*>", "x", rest)


def test_no_page_of_a_table_is_open_to_a_stranger_but_those_without_secrets(app: Flask, party: Party) -> None:
    ada, _ben, _chika = party.sit(HOST, BEN, CHIKA, **TURN, seats=HANDS)
    stranger = party.stranger()
    open_to = set()
    for rule in routes(app, "GET"):
        answer = stranger.client.get(stranger.path(fill(rule)), headers={"Accept": "text/html"})
        if answer.status_code == 200:
            open_to.add(words(rule)[0])
        else:
            assert answer.status_code in (303, 308, 403, 404, 410), rule
    assert open_to <= OPEN_TO_READERS
    party.arrange(seating.settle(ada.device, pin="salt$hash"))
    for rule in routes(app, "GET"):
        if words(rule)[0] != "join":
            answer = stranger.client.get(stranger.path(fill(rule)), headers={"Accept": "text/html"})
            assert answer.status_code in (303, 308, 403, 404, 410), rule


@pytest.mark.parametrize("who", ["a stranger", "a watcher"])
def test_no_command_of_a_table_obeys_a_stranger_or_a_watcher(app: Flask, party: Party, who: str) -> None:
    party.sit(HOST, BEN, CHIKA, **TURN, seats=HANDS)
    phone: Phone = party.stranger() if who == "a stranger" else party.seat("Wim", None)
    fields = {"seat": 0, "count": 1, "what": "temperature", "degrees": 50, **LAY}
    before = party.table.state
    open_to = DOORS if who == "a stranger" else OF_ONES_OWN
    tried = [rule for rule in routes(app, "POST") if words(rule)[0] not in open_to]
    assert len(tried) >= 10
    for rule in tried:
        for htmx in (True, False):
            answer = phone.post(fill(rule), htmx=htmx, **fields)
            refused = answer.status_code == 403 or (answer.status_code == 303 and "/join" in answer.location)
            assert refused, (rule, answer.status_code)
    assert party.table.state == before
