"""The secret seed: nobody is told before the end, and a game that goes on after its end says so."""

from __future__ import annotations

import json
import re

from flask import Flask

from tests.web.security.answers import events, every_page
from tests.web.table.many import BEN, CHIKA, HOST, Party, Phone

REOPENED = 'id="reopened"'


def seed_of(party: Party) -> str:
    return party.table.row.seed.hex()


def told(app: Flask, phone: Phone) -> str:
    """All that a phone can be told."""
    answers = [answer.get_data(as_text=True) + str(answer.headers) for _path, answer in every_page(app, phone)]
    for look in ("", "?as=board"):
        stream = phone.client.get(phone.path(f"/live{look}"), buffered=False)
        answers += events(stream, 1) if stream.status_code == 200 else []
    answers.append(phone.client.get(f"/tables/{phone.party.code}/export").get_data(as_text=True))
    return "".join(answers)


def test_the_seed_is_told_to_nobody_before_the_end_and_not_while_a_game_goes_on_after_it(
    app: Flask, party: Party
) -> None:
    ada, ben, _chika = party.sit(HOST, BEN, CHIKA, phase="walls", active=1)
    people = (ada, ben, party.stranger())
    for phone in people:
        assert seed_of(party) not in told(app, phone)
    ada.post("/finish")
    assert json.loads(ben.get("/export").text)["seed"] == seed_of(party)
    assert seed_of(party) in ben.get("/fair").text
    assert ben.post("/undo").status_code == 200
    for phone in people:
        assert seed_of(party) not in told(app, phone)
    assert ben.get("/export").status_code == 409


def test_a_game_that_went_on_after_its_end_says_so_to_everybody(party: Party) -> None:
    ada, ben, _chika = party.sit(HOST, BEN, CHIKA, phase="walls", active=1)
    ben.post("/act", type="pass")
    ben.post("/undo")
    assert REOPENED not in ben.get("/fair").text  # an undo in the middle is nothing
    ada.post("/finish")
    assert REOPENED not in ben.get("/fair").text
    ada.post("/undo")
    for phone in (ada, ben, party.stranger()):
        assert REOPENED in phone.get("/fair").text
        assert "finished early" in phone.get("/history").text
    ada.post("/redo")
    assert REOPENED in ben.get("/fair").text


def test_a_rematch_has_a_seed_of_its_own(party: Party) -> None:
    ada, ben, _chika = party.sit(HOST, BEN, CHIKA)
    before = seed_of(party)
    ada.post("/finish")
    ada.post("/rematch")
    code = party.table.info.next_code
    assert code is not None
    assert party.tables.open(code).row.seed.hex() != before
    fair = ben.client.get(f"/t/{code}/fair").text
    assert not re.search(f'{before}|id="seed"', fair)
