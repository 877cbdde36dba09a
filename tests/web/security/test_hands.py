"""Ways to another's hand that need more than asking for it: odd corrections, taps from the future, other seats."""

from __future__ import annotations

import msgspec
import pytest
from werkzeug.test import TestResponse

from companion.games.eruption.data import CARD_SLUGS, RULES
from companion.tables.play import Command, Table, Tables
from tests.web.table.many import BEN, CHIKA, HOST, Party, says
from tests.web.table.test_secrets_of_many import SEATS

BACK = "only be corrected by putting cards back"


def sentence(answer: TestResponse) -> str:
    """What a refusal says."""
    text = answer.text
    start = text.index('role="alert"')
    return text[start : text.index("</p>", start)]


def test_a_correction_of_the_own_hand_tells_nothing_of_the_hands_of_others(party: Party) -> None:
    _ada, _ben, chika = party.sit(HOST, BEN, CHIKA, phase="walls", active=1, seats=SEATS)
    held = party.table.position.view()["seats"][2]["hand"]
    told = set()
    for card in CARD_SLUGS:
        for number in range(held.get(card, 0) + 1, RULES.card(card).count + 2):
            answer = chika.post("/correct", htmx=False, what="hand", seat=2, **{card: number})
            told.add((answer.status_code, sentence(answer)))
    assert len(told) == 1
    assert BACK in told.pop()[1]
    assert party.table.position.view()["seats"][2]["hand"] == held


def test_cards_can_be_put_back(party: Party) -> None:
    ada, _ben, _chika = party.sit(HOST, BEN, CHIKA, phase="walls", active=1, seats=SEATS)
    assert ada.post("/correct", htmx=False, what="hand", seat=0, rain=1).status_code == 303
    assert party.table.position.view()["seats"][0]["hand"] == {"rain": 1}


def test_a_tap_for_a_version_to_come_passes_no_gate(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be asked of today's table, where it is refused as outdated anyway, and done at tomorrow's."""
    _ada, ben, _chika = party.sit(HOST, BEN, CHIKA, phase="walls", active=1)
    version = party.table.version
    act = Tables.act

    def after_another_tap(tables: Tables, code: str, command: Command, action: object) -> Table:
        monkeypatch.undo()
        assert ben.post("/act", version, type="pass").status_code == 200  # between the gate and the deed
        assert party.table.position.view()["active"] == 2
        return act(tables, code, command, msgspec.to_builtins(party.table.position.legal()[0]))

    monkeypatch.setattr(Tables, "act", after_another_tap)
    answer = ben.post("/act", version + 1, type="pass")
    assert (answer.status_code, says(answer, "moved on")) == (409, True)
    assert party.table.version <= version + 1
