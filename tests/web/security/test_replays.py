"""What was once good: cookies, links and forms from before a place was lost, moved or taken away."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.tables import seating
from tests.web.table.many import BEN, CHIKA, HOST, Party, Phone
from tests.web.table.test_many_phones import fill, routes
from tests.web.table.test_secrets_of_many import BEN_HOLDS, SEATS, cards_in


def lose(party: Party, ada: Phone, ben: Phone, how: str) -> None:
    """Take Ben's place away from his phone."""
    person = party.table.company.by_device(ben.device)
    assert person is not None
    match how:
        case "dismissed":
            party.arrange(seating.dismiss(ada.device, person.id))
        case "left":
            party.arrange(seating.leave(ben.device))
        case "moved":
            party.arrange(seating.ticket(ben.device, "secret", 1))
            party.arrange(seating.redeem("another-phone", "secret", 2))


@pytest.mark.parametrize("how", ["dismissed", "left", "moved"])
def test_a_cookie_from_before_is_worth_nothing_after_a_place_is_lost(app: Flask, party: Party, how: str) -> None:
    ada, ben, _chika = party.sit(HOST, BEN, CHIKA, phase="cards", active=1, seats=SEATS)
    kept = ben.client.get_cookie("device")
    assert kept is not None
    assert set(BEN_HOLDS) <= cards_in(ben.get())
    lose(party, ada, ben, how)
    ben.client.set_cookie("device", kept.value)
    before = (party.table.version, party.table.company)
    for rule in routes(app, "GET"):
        if rule.endswith(("/rules", "/live")):  # the first tells what every card does
            continue
        assert not cards_in(ben.get(fill(rule))) & set(BEN_HOLDS), rule
    assert ben.client.get(ben.path("/live")).status_code in (303, 403)
    for rule in routes(app, "POST"):
        if fill(rule) != "/join":
            answer = ben.post(fill(rule), type="pass", seat=1, person="x", on=1, pin="1234", what="turn", phase="walls")
            assert answer.status_code in (303, 403, 410), rule
    assert (party.table.version, party.table.company) == before


def test_a_place_that_moved_is_not_brought_back_by_the_old_phone(party: Party) -> None:
    ada, ben, _chika = party.sit(HOST, BEN, CHIKA)
    link = re.search(r"/come/[\w-]+", ben.post("/people/move", htmx=False).text)
    assert link is not None
    fresh = party.stranger("new phone of Ben")
    assert fresh.client.post(fresh.path(link[0])).status_code == 303
    assert ben.client.post(ben.path(link[0])).status_code == 410
    assert ben.post("/people/move", htmx=False).status_code in (303, 403)
    assert party.table.company.by_device(fresh.device) is not None
    assert party.table.company.by_device(ben.device) is None
    assert ada.get().status_code == 200


@pytest.mark.parametrize("how", ["dismissed", "left"])
def test_a_link_dies_with_the_place_that_it_is_for(party: Party, how: str) -> None:
    ada, ben, _chika = party.sit(HOST, BEN, CHIKA)
    link = re.search(r"/come/[\w-]+", ben.post("/people/move", htmx=False).text)
    assert link is not None
    lose(party, ada, ben, how)
    thief = party.stranger()
    assert thief.client.get(thief.path(link[0])).status_code == 410
    assert thief.client.post(thief.path(link[0])).status_code == 410
    assert party.table.company.by_device(thief.device) is None


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}, {"Sec-Fetch-Site": "x"}],
)
def test_a_tap_that_another_site_sends_does_nothing_by_any_way(
    app: Flask, party: Party, headers: dict[str, str]
) -> None:
    ada, _ben = party.sit(HOST, BEN, phase="walls", active=0)
    before = (party.table.version, party.table.company)
    for rule in routes(app, "POST"):
        for also in ({}, {"HX-Request": "true"}, {"HX-Request": "true", "Accept": "application/json"}):
            form = {"id": "tap-of-another-site", "version": 1, "type": "pass", "seat": 1, "on": 1, "steps": 1}
            answer = ada.client.post(ada.path(fill(rule)), data=form, headers={**headers, **also})
            assert answer.status_code == 403, rule
    assert (party.table.version, party.table.company) == before
