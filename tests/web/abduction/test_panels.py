"""What the panel says and offers at each decision."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from companion.tables.play import Table

from .conftest import Player, state

SCORES = re.compile(r"<small>on average [^<]*</small></span><b>[^<]*</b>")
Begin = Callable[..., Player]
Opened = Callable[[Player], Table]


def test_a_decoy_in_the_hand_says_that_cows_must_be_played(begin: Begin) -> None:
    player = begin(state({"red": 2, "cow_1": 1, "decoy": 1}))
    assert "There is a decoy in the hand: cows must be played." in player.panel()
    offered = {fields["card"] for _where, fields in player.buttons() if fields.get("type") == "place"}
    assert offered == {"cow_1", "decoy"}


def test_an_overflow_is_warned_of_before_it_comes(begin: Begin) -> None:
    player = begin(state({"cow_1": 2, "cow_2": 1, "cow_3": 1}, cows=[["cow_4"]]))
    assert "Cows would fill 5 columns; over 3 everything is lost." in player.panel()


def test_a_fifth_decoy_is_warned_of_before_it_comes(begin: Begin) -> None:
    player = begin(state({"cow_1": 3, "cow_2": 1}, cows=[["decoy"]], hangar=4))
    assert "the decoys lose the game" in player.panel()
    process = begin(state(phase="process", cows=[["cow_1"], ["decoy"]], ufos=[{"card": "red", "size": 1}], hangar=4))
    assert "the game would be lost" in process.panel()


def test_an_abduction_says_the_score_that_it_leads_to(begin: Begin, opened: Opened) -> None:
    field = {"ufos": [{"card": "red", "size": 1}], "cows": [["cow_4", "cow_5"]], "score": [{"cow_5": 1}]}
    player = begin(state({"red": 1}, phase="process", **field))
    assert "5 → 59" in player.panel()
    player.tap(type="abduct")
    assert opened(player).position.ranking()[0]["score"] == 59


def test_the_end_of_the_play_phase_and_what_follows_are_one_tap_and_one_step(begin: Begin, opened: Opened) -> None:
    field = {"ufos": [{"card": "red", "size": 1}], "cows": [["cow_4"]], "playing": "cow"}
    player = begin(state({"red": 1}, **field))
    before = opened(player)
    assert "4" in player.panel()
    player.tap(type="pass", then="abduct")
    after = opened(player)
    assert after.version == before.version + 1
    assert after.position.view()["score"] == [{"cow_4": 1}]
    assert after.position.decision().kind == "discard"  # type: ignore[union-attr]


def test_several_cards_are_discarded_at_once_and_come_back_with_one_undo(begin: Begin, opened: Opened) -> None:
    player = begin(state({"red": 2, "cow_1": 3, "cow_5": 1}, phase="discard"))
    before = opened(player).position.view()["hand"]
    assert 'href="?drop=red.1,cow_1.2"' in player.page("?drop=red.1,cow_1.1")
    panel = player.buttons("?drop=red.1,cow_1.2")
    where, fields = panel[0]
    assert player.client.post(where, data=fields).status_code == 303
    view = opened(player).position.view()
    assert view["discard"] == {"red": 1, "cow_1": 2}
    assert view["turn"] == 2
    assert "Discarded: Red saucer, Cow 1 ×2." in player.panel()
    code, version = player.code, opened(player).version
    player.client.post(f"/t/{code}/undo", data={"id": "undo-it-1", "version": version})
    assert opened(player).position.view()["hand"] == before


def test_where_nothing_is_to_be_abducted_the_turn_ends_with_one_tap(begin: Begin, opened: Opened) -> None:
    player = begin(state({"red": 1}, cows=[["cow_1"]], playing="cow"))
    before = opened(player).version
    assert "End of the turn: tap cards that shall go." in player.panel()
    assert 'href="?look=face"' in player.page()
    where, fields = player.buttons("?drop=red.1")[0]
    player.client.post(where, data=fields)
    view = opened(player).position.view()
    assert opened(player).version == before + 1
    assert (view["discard"], view["turn"], view["cows"]) == ({"red": 1}, 2, [["cow_1"]])


def test_a_card_that_is_to_go_can_be_kept_after_all(begin: Begin) -> None:
    player = begin(state({"red": 1}, phase="discard"))
    assert 'href="?drop=red.1"' in player.page()
    assert 'href="?"' in player.page("?drop=red.1")


def test_carrying_tells_the_total_of_each_card_and_marks_the_best_when_asked(begin: Begin) -> None:
    field = {"ufos": [{"card": "red", "size": 1}], "cows": [["cow_1"]], "score": [{"cow_5": 1, "cow_4": 1}]}
    player = begin(state(phase="process", **field))
    player.tap(type="abduct")
    panel = player.panel()
    assert "The ones come to 10: which card moves up?" in panel
    assert all(total in panel for total in (">55<", ">46<", ">19<"))
    assert "★" not in panel
    best = player.panel("?look=best")
    assert best.count("★") == 1
    assert best.index("Cow 5 moves up") < best.index("★")


def test_what_escapes_is_chosen_with_the_score_that_is_left(begin: Begin, opened: Opened) -> None:
    field = {"ufos": [{"card": "red", "size": 1}], "cows": [["cow_1"]], "score": [{"cow_5": 1, "decoy": 1}]}
    player = begin(state(phase="process", **field))
    player.tap(type="abduct")
    panel = player.panel()
    assert "Which card escapes?" in panel
    assert "ones → 6" in panel
    assert "ones → 2" in panel
    player.tap(type="release", card="cow_1")
    assert opened(player).position.view()["score"] == [{"cow_5": 1, "decoy": 1}]


def test_blue_offers_the_field_and_the_discard_pile(begin: Begin, opened: Opened) -> None:
    player = begin(
        state({"blue": 1}, ufos=[{"card": "red", "size": 2}, {"card": "blue", "size": 1}], discard={"yellow": 1})
    )
    player.tap(type="place", card="blue")
    offered = {(fields["type"], fields.get("column", fields.get("card"))) for _where, fields in player.buttons()}
    assert offered == {("remove", "0"), ("remove", "1"), ("take", "yellow")}
    player.tap(type="take")
    assert opened(player).position.view()["hand"] == {"yellow": 1}


def test_the_face_down_card_is_turned_over_only_after_its_chances_were_shown(begin: Begin, opened: Opened) -> None:
    player = begin(state({"red": 1}, cows=[["cow_1"]]))
    assert not any(fields.get("type") == "turn_up" for _where, fields in player.buttons())
    assert 'href="?look=face"' in player.page()
    panel = player.panel("?look=face")
    assert "Turn the face-down card over?" in panel
    assert "%" in panel
    where, fields = player.buttons("?look=face")[0]
    player.client.post(where, data=fields)
    assert opened(player).position.view()["face_down"]["used"]


def test_the_deck_tells_what_may_come(begin: Begin) -> None:
    player = begin(state({"red": 9, "decoy": 6}))
    panel = player.panel("?look=odds")
    assert "The next draw: a decoy with 0 %" in panel


def test_real_cards_are_tapped_in_and_those_that_are_gone_are_not_offered(begin: Begin, opened: Opened) -> None:
    player = begin(cards="table")
    assert "Draw 3 cards. Which came first?" in player.panel()
    for card in ("decoy", "cow_5", "red"):
        player.tap(card=card)
    view = opened(player).position.view()
    assert view["hand"] == {"red": 1, "cow_5": 1, "decoy": 1}
    gone = begin(state(phase="draw", hand={"red": 9, "blue": 9}) | {"drawing": 3}, cards="table")
    offered = {fields["card"] for _where, fields in gone.buttons()}
    assert offered == {"yellow", "cow_1", "cow_2", "cow_3", "cow_4", "cow_5", "decoy"}


def test_a_hint_tells_what_each_action_leads_to(begin: Begin) -> None:
    player = begin(state({"red": 1, "yellow": 1, "cow_3": 1}, ufos=[{"card": "red", "size": 1}], cows=[["cow_4"]]))
    panel = player.panel("?look=hint")
    assert "A hint: what each leads to" in panel
    offered = {fields.get("card") for _where, fields in player.buttons("?look=hint")}
    assert {"red", "yellow", "cow_3"} <= offered
    assert SCORES.findall(player.panel("?look=hint")) == SCORES.findall(panel) != []


def test_a_hint_that_does_not_come_is_asked_for_anew(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.web.abduction.hints import Helper

    player = begin(state({"red": 1, "cow_3": 1}))
    with monkeypatch.context() as broken:
        broken.setattr(Helper, "ask", lambda helper, question: None)
        panel = player.panel("?look=hint")
    assert "There is no hint just now." in panel
    assert "Play saucers or cows: tap the first." in panel
    assert "A hint: what each leads to" in player.panel("?look=hint")


def test_a_hint_comes_from_a_fresh_process_when_the_old_one_has_died(begin: Begin) -> None:
    from companion.web.abduction.hints import HELPER

    begin(state({"red": 1, "cow_3": 1})).panel("?look=hint")
    assert HELPER._process is not None
    HELPER._process.kill()
    HELPER._process.wait(5)
    assert "A hint: what each leads to" in begin(state({"red": 2, "cow_3": 1})).panel("?look=hint")


def test_what_cannot_be_is_refused_with_its_reason(begin: Begin, opened: Opened) -> None:
    player = begin(state({"red": 1, "decoy": 1}))
    table = opened(player)
    fields = {"id": "refused-1", "version": table.version, "type": "place", "card": "red"}
    answer = player.client.post(f"/t/{player.code}/act", data=fields)
    assert answer.status_code == 422
    assert "Only cows may be placed in this turn" in answer.text
    for bad in ({"type": "place", "card": "unicorn"}, {"type": "sing"}, {}):
        answer = player.client.post(f"/t/{player.code}/act", data={"id": "refused-2", "version": table.version, **bad})
        assert answer.status_code == 422
    assert opened(player).version == table.version
