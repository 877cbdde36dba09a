"""A hand is on its own phone and nowhere else: in no page, piece, refusal, history, end or file of a running game."""

from __future__ import annotations

import html
import re

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.games.eruption.data import CARD_INDEX, RULES
from companion.tables import seating
from tests.web.table.many import BEN, CHIKA, HOST, HTMX, Party, Phone
from tests.web.table.test_many_phones import fill, routes, words

ADA_HOLDS, BEN_HOLDS, CHIKA_HOLDS = ("rain", "quake"), ("sinkhole", "aftershock"), ("relocate",)
SEATS = [{"hand": dict.fromkeys(held, 1)} for held in (ADA_HOLDS, BEN_HOLDS, CHIKA_HOLDS)]
CARDS_OF_ALL = {"rules"}
"""Pages that tell what each card does, whoever holds it."""
QUERIES = ("", "?card=sinkhole", "?play=sinkhole&hex=6,3", "?play=rain", "?give=1", "?card=relocate", "?hex=6,3&r=1")
TRIES = (
    {"type": "play", "card": "sinkhole"},
    {"type": "play", "card": "relocate"},
    {"type": "trade", "card": "sinkhole"},
    {"type": "trade", "card": "rain"},
    {"type": "trade_two", "cards": "sinkhole,aftershock"},
    {"type": "discard", "card": "rain"},
    {"type": "give", "to": 1, "card": "sinkhole"},
    {"type": "pass"},
)


@pytest.fixture
def party(app: Flask) -> Party:
    return Party(app)


HAND_FORM = re.compile(
    r'<label class="line"><span>[^<]*</span><input type="number" name="([a-z_]+)" min="0" max="\d+" value="(\d+)"[^>]*>'
)
"""A line of the form that corrects the own hand, which names all cards."""


def cards_in(answer: TestResponse) -> set[str]:
    """The cards that an answer tells of, by slug or by name; of the form that names all, those with a number."""
    text = html.unescape(answer.get_data(as_text=True))
    corrected = {name for name, number in HAND_FORM.findall(text) if name in CARD_INDEX and number != "0"}
    rest = HAND_FORM.sub("", text)
    return corrected | {card.slug for card in RULES.cards if re.search(rf"\b({card.slug}|{card.name})\b", rest)}


def everything(app: Flask, phone: Phone) -> list[tuple[str, TestResponse]]:
    """What a phone gets that asks for all there is, and tries what it may not."""
    pages = [fill(rule) for rule in routes(app, "GET") if words(rule)[0] not in (*CARDS_OF_ALL, "live")]
    answers = [(page, phone.get(page)) for page in (*pages, *QUERIES)]
    answers += [(f"{query} by htmx", phone.get(query, **HTMX)) for query in QUERIES]
    answers.append(("news", phone.client.get(phone.path("/news?at=0.0"), headers={"Accept": "application/json"})))
    answers.append(("live", phone.client.get(phone.path("/live"), buffered=False)))
    for action in TRIES:
        answers.append((str(action), phone.post("/act", 999, **action)))
        if phone.name == CHIKA:  # it is not her turn
            answers.append((f"{action} now", phone.post("/act", **action)))
    for seat in range(3):
        answers.append((f"here {seat}", phone.post("/here", seat=seat)))
        form = {"what": "hand", "seat": seat, "rain": 4, "sinkhole": 4}
        answers.append((f"correct {seat}", phone.post("/correct", 999, **form)))
    return answers


def first_events(answer: TestResponse) -> str:
    """The first event of a stream, which is then left."""
    stream = iter(answer.response)
    first = next(stream)
    answer.close()
    return first.decode() if isinstance(first, bytes) else first


@pytest.mark.parametrize("phase", ["cards", "tile", "walls"])
def test_a_hand_is_on_its_own_phone_and_nowhere_else(app: Flask, party: Party, phase: str) -> None:
    tile = {"drawn": "trident"} if phase == "tile" else {}
    ada, ben, chika = party.sit(HOST, BEN, CHIKA, phase=phase, active=1, seats=SEATS, **tile)
    watcher, stranger = party.seat("Wim", None), party.stranger()
    own = {HOST: set(ADA_HOLDS), BEN: set(BEN_HOLDS), CHIKA: set(CHIKA_HOLDS)}
    for phone in (ada, ben, chika, watcher, stranger):
        may_see = own.get(phone.name, set())
        told = set()
        for what, answer in everything(app, phone):
            if what == "live":
                if answer.status_code == 200:
                    event = first_events(answer)
                    found = {card.slug for card in RULES.cards if card.slug in event or card.name in event}
                    assert found <= may_see, (phone.name, what, found - may_see)
                continue
            if what.startswith("?") and "=" in what:  # what was asked for stands in links back
                found = cards_in(answer) - set(re.findall("=([a-z_]+)", what))
            else:
                found = cards_in(answer)
            assert found <= may_see, (phone.name, what, found - may_see)
            told |= found
        assert told == may_see


def test_a_file_of_a_running_game_is_refused_while_others_have_hands(party: Party) -> None:
    ada, ben, _chika = party.sit(HOST, BEN, CHIKA, phase="cards", active=1, seats=SEATS)
    for phone in (ada, ben):
        answer = phone.get("/export")
        assert answer.status_code == 409
        assert not cards_in(answer)
        assert "/export" not in phone.get("/more").text
    program = ada.client.get(ada.path("/export"), headers={"Accept": "application/json"})
    assert program.json["code"] == "hands_inside"
    ada.post("/finish")
    assert ben.get("/export").status_code == 200


def test_the_own_hand_is_always_at_hand_and_opens_with_both_uses(party: Party) -> None:
    ada, _ben, chika = party.sit(HOST, BEN, CHIKA, phase="walls", active=1, seats=SEATS)
    assert 'aria-label="Your cards: Rain, Quake"' in ada.panel
    assert 'aria-label="Your cards: Relocate"' in chika.panel
    sheet = html.unescape(ada.get("/hand").text)
    for card in ADA_HOLDS:
        assert RULES.card(card).name in sheet
        assert f"or trade for {RULES.wall(RULES.card(card).trade).name}" in sheet


def test_a_covered_hand_is_not_even_on_its_own_phone_until_it_is_asked_for(party: Party) -> None:
    _ada, ben, chika = party.sit(HOST, BEN, CHIKA, phase="cards", active=1, seats=SEATS)
    assert chika.post("/cover").status_code == 200
    assert ben.post("/cover").status_code == 200
    for phone, number in ((chika, "1 card, covered"), (ben, "Your cards are covered")):
        assert number in phone.panel
        for page in ("", "/hand", "/more", "/differs", "?card=sinkhole&play=sinkhole"):
            assert cards_in(phone.get(page)) <= {"sinkhole"} & set(re.findall("sinkhole", page)), page
    refused = ben.post("/act", type="pass")
    assert refused.status_code == 409
    assert "Your cards are covered" in refused.text
    assert ben.post("/here", seat=1).status_code == 200
    assert chika.post("/here", seat=2).status_code == 200
    assert set(BEN_HOLDS) <= cards_in(ben.get())
    assert set(CHIKA_HOLDS) <= cards_in(chika.get())


def test_a_hand_on_a_phone_that_goes_round_stays_covered_once_it_was_covered_again(party: Party) -> None:
    ada, _ben = party.sit(HOST, BEN, phase="cards", active=2, seats=SEATS)
    ada.post("/here", seat=2)
    said = ada.client.get_cookie("holder", path=ada.path())
    assert said is not None
    assert "relocate" in cards_in(ada.get())
    ada.post("/cover")
    ada.client.set_cookie("holder", said.value, path=ada.path())  # as a stream has it that was opened before
    assert not cards_in(ada.get()) & set(CHIKA_HOLDS)


def test_whoever_gets_the_phone_for_a_free_seat_does_not_see_the_hand_of_its_owner(party: Party) -> None:
    ada, _ben = party.sit(HOST, BEN, phase="tile", drawn="trident", active=2, seats=SEATS)
    for page in ("", "/differs", "/more", "?hex=6,2"):
        assert not cards_in(ada.get(page)), page
    ada.post("/here", seat=2)
    for page in ("", "/differs", "/more", "?hex=6,2"):
        assert not cards_in(ada.get(page)) & set(ADA_HOLDS), page


def test_the_hand_of_a_seat_that_the_app_plays_is_nobodys(party: Party) -> None:
    ada, _ben = party.sit(HOST, BEN, phase="cards", active=2, seats=SEATS)
    ada.post("/here", seat=2)
    party.arrange(seating.set_bot(ada.device, 2, 3, True))
    assert not cards_in(ada.post("/here", seat=2)) & set(CHIKA_HOLDS)
    for page in ("", "/differs"):
        assert not cards_in(ada.get(page)) & set(CHIKA_HOLDS)
    assert ada.post("/correct", what="hand", seat=2, rain=1).status_code == 409


def test_only_the_own_hand_is_corrected(party: Party) -> None:
    ada, ben, _chika = party.sit(HOST, BEN, CHIKA, phase="walls", active=1, seats=SEATS)
    for phone, seat in ((ada, 1), (ben, 0), (ben, 2)):
        answer = phone.post("/correct", what="hand", seat=seat, rain=2)
        assert answer.status_code == 409
        assert "These cards are" in answer.text
    answer = ada.post("/correct", what="hand", seat=0, rain=1, quake=0)
    assert answer.status_code == 303
    assert party.table.position.view()["seats"][0]["hand"] == {"rain": 1}


def test_who_loses_the_host_loses_what_was_stood_in_for(party: Party) -> None:
    ada, ben, chika = party.sit(HOST, BEN, CHIKA, phase="cards", active=1, seats=SEATS)
    ada.post("/stand-in", seat=1)
    assert set(BEN_HOLDS) <= cards_in(ada.get())
    person = party.table.company.by_device(chika.device)
    assert person is not None
    party.arrange(seating.hand_on(ada.device, person.id))
    assert not cards_in(ada.get()) & set(BEN_HOLDS)
    assert not cards_in(chika.get()) & set(BEN_HOLDS)
    assert set(BEN_HOLDS) <= cards_in(ben.get())
