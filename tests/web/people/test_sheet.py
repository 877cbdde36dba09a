"""The people of a table: who is there, and what each of them can change."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from companion.tables.live import GRACE_SECONDS
from companion.web.people.sheet import HOST_AWAY_SECONDS
from tests.web.people.conftest import Someone, later

Come = Callable[..., Someone]


def away(app: Flask, someone: Someone) -> None:
    """All phones were there, and go."""
    for person in someone.company.people:
        app.extensions["tables"].hub.seen(someone.code, person.device)
    later(app, GRACE_SECONDS + 1)


# --- who is there -----------------------------------------------------------------------------------------------------


def test_every_seat_is_shown_with_its_person_and_how_it_stands(app: Flask, host: Someone, seated: Come) -> None:
    guest = seated(1, "Ben")
    seated("watch", "Wim")
    host.send("/people/bot", seat=2)
    with app.extensions["tables"].hub.subscribe(host.code, guest.me and guest.me.device):
        host.at("/people")
    assert "Orange free" in host.text
    assert "Ben connected" in host.text
    assert "Purple the app plays" in host.text
    assert "Wim" in host.text
    assert "connected you host" in host.text


def test_whose_phone_has_gone_is_away_and_for_how_long(app: Flask, host: Someone, seated: Come) -> None:
    seated(1, "Ben")
    away(app, host)
    host.at("/people")
    assert "Ben away" in host.text
    later(app, 5 * 60)
    host.at("/people")
    assert "away for 5 minutes" in host.text


def test_at_a_table_that_nobody_has_joined_one_can_take_a_seat(app: Flask, someone: Come) -> None:
    table = app.extensions["tables"].create("eruption", {"players": 2}, ["", ""], defaults=["One", "Two"])
    guest = someone(table.code)
    guest.at("/people")
    assert guest.status == 200
    assert f'href="/t/{table.code}/join"' in guest.page
    assert guest.offers == []


def test_the_people_are_shown_to_people_of_the_table_only(host: Someone, someone: Come) -> None:
    assert someone(host.code).at("/people").request.path == f"/t/{host.code}/join"


# --- the host ---------------------------------------------------------------------------------------------------------


def test_the_host_frees_a_seat(host: Someone, seated: Come) -> None:
    guest = seated(1, "Ben")
    host.at("/people")
    host.press("Free this seat")
    assert (host.status, host.path) == (200, f"/t/{host.code}/people")
    assert "Green free" in host.text
    assert guest.at().request.path == f"/t/{host.code}/join"


def test_the_host_sends_a_watcher_away(host: Someone, seated: Come) -> None:
    watcher = seated("watch", "Wim")
    host.at("/people")
    host.press("Send away")
    assert "Wim" not in host.text
    assert watcher.me is None


def test_the_host_hands_on(host: Someone, seated: Come) -> None:
    guest = seated(1, "Ben")
    host.at("/people")
    host.press("Make Ben host")
    assert host.offers == ["Move to another phone", "Leave"]
    guest.at("/people")
    assert "Off" in guest.offers


def test_the_host_plays_for_somebody_for_a_moment_and_everybody_sees_it(host: Someone, seated: Come) -> None:
    guest, other = seated(1, "Ben"), seated(2, "Cem")
    host.at("/people")
    host.press("Play for Ben")
    for one in (host, guest, other):
        one.at("/people")
        assert "Ben The host plays for them" in one.text
    guest.press("I am back")
    assert host.company.stand_ins == {}


def test_the_host_gives_the_seat_back(host: Someone, seated: Come) -> None:
    seated(1, "Ben")
    host.at("/people")
    host.press("Play for Ben")
    host.press("Let Ben play again")
    assert host.company.stand_ins == {}


def test_the_host_lets_the_app_play_and_takes_the_seat_back(host: Someone, seated: Come) -> None:
    guest = seated(1, "Ben")
    host.at("/people")
    host.press("Let the app play for Ben")
    assert host.company.bots == {1}
    guest.at("/people")
    assert "The app plays for you." in guest.text
    guest.press("I am back")
    assert host.company.bots == frozenset()
    host.at("/people")
    host.press("Let the app play$")  # a free seat
    host.press("Take it from the app")
    assert host.company.bots == frozenset()


def test_the_host_locks_and_unlocks(host: Someone) -> None:
    for locked in (True, False):
        host.send("/people/lock", on=int(locked))
        assert host.company.locked is locked


def test_the_host_lets_everybody_tap_for_everybody(host: Someone, seated: Come) -> None:
    guest = seated(1)
    host.send("/people/everybody", on=1)
    assert host.company.everybody
    assert "Everybody with a seat may tap for everybody." in guest.at("/people").text


def test_the_host_sets_and_takes_away_the_pin(host: Someone, someone: Come) -> None:
    host.at("/people")
    host.press("Set it", pin="2468")
    late = someone(host.code)
    late.send("/join", seat=1, pin="1111")
    assert late.me is None
    host.at("/people")
    host.press("Set it", pin="")
    late.send("/join", seat=1)
    assert late.me is not None


def test_a_pin_that_is_none_is_told_and_changes_nothing(host: Someone) -> None:
    host.send("/people/pin", pin="12")
    assert host.status == 422
    assert "4 to 12 digits" in host.told
    assert host.company.pin is None


def test_the_host_passes_the_turn_of_somebody_who_is_away(app: Flask, host: Someone, seated: Come) -> None:
    seated(0, "Ann")
    away(app, host)
    host.at("/people")
    assert "It is Ann’s turn, and their phone is away." in host.text
    page = host.page
    host.press("Pass the turn")
    assert host.path == f"/t/{host.code}"
    assert host.table.position.view()["active"] == 1
    version = host.table.version
    host.page = page
    host.press("Pass the turn")  # the same tap once more
    assert host.table.version == version


def test_an_outdated_passing_passes_nobody(app: Flask, host: Someone, seated: Come) -> None:
    guest = seated(0, "Ann")
    host.send("/people/pass", id="a-command-of-its-own", version=7)
    assert (host.status, host.table.version) == (409, 0)
    assert "moved on" in host.told
    guest.send("/people/pass", id="another-command", version=0)
    assert (guest.status, host.table.version) == (403, 0)


@pytest.mark.parametrize(
    ("what", "fields"),
    [
        ("dismiss", {"person": "host"}),
        ("host", {"person": "guest"}),
        ("stand-in", {"seat": 0}),
        ("bot", {"seat": 2}),
        ("back", {"seat": 0}),
        ("lock", {"on": 1}),
        ("everybody", {"on": 1}),
        ("pin", {"pin": "1111"}),
        ("pass", {"id": "command-of-guest", "version": 0}),
    ],
)
def test_what_is_the_hosts_is_refused_to_others_and_to_strangers(
    host: Someone, seated: Come, someone: Come, what: str, fields: dict[str, str]
) -> None:
    host.send("/join", seat=0)
    guest = seated(1)
    assert host.me is not None and guest.me is not None
    ids = {"host": host.me.id, "guest": guest.me.id}
    sent = {name: ids.get(str(value), value) for name, value in fields.items()}
    before = host.company
    guest.send(f"/people/{what}", **sent)
    assert guest.status == 403
    assert "host" in guest.told
    assert someone(host.code).send(f"/people/{what}", **sent).request.path == f"/t/{host.code}/join"
    assert host.company == before


@pytest.mark.parametrize(
    "what", ["dismiss", "host", "stand-in", "bot", "back", "lock", "pin", "claim", "leave", "pass"]
)
@pytest.mark.parametrize("field", ["", "-1", "99", "nobody", "' OR 1=1", "٣"])
def test_nonsense_is_told_and_harms_nobody(host: Someone, seated: Come, what: str, field: str) -> None:
    guest = seated(1, "Ben")
    host.send(f"/people/{what}", seat=field, person=field, on=field, pin=field, id=field, version=field)
    assert host.status < 500
    assert guest.me is not None
    assert guest.me.seat == 1


def test_a_reload_of_a_refusal_leads_to_the_people(host: Someone) -> None:
    host.send("/people/stand-in", seat=9)
    assert host.status == 404
    assert host.at("/people/stand-in").request.path == f"/t/{host.code}/people"


# --- each for themselves ----------------------------------------------------------------------------------------------


def test_whoever_leaves_frees_the_seat(host: Someone, seated: Come) -> None:
    guest = seated(1, "Ben")
    guest.at("/people")
    guest.press("Leave")
    assert guest.path == "/"
    assert host.code not in guest.page
    assert host.table.names[1] == "Green"


def test_a_host_who_leaves_hands_on(host: Someone, seated: Come) -> None:
    guest = seated(1, "Ben")
    host.at("/people")
    host.press("Leave")
    assert guest.me is not None and guest.me.host


def test_a_player_becomes_host_when_the_hosts_phone_has_been_away_for_two_minutes(
    app: Flask, host: Someone, seated: Come
) -> None:
    guest, watcher = seated(1, "Ben"), seated("watch")
    guest.at("/people")
    assert "Become host" not in guest.offers
    guest.send("/people/claim")
    assert (guest.status, host.company.host) == (409, host.me)
    away(app, host)
    later(app, HOST_AWAY_SECONDS)
    watcher.at("/people")
    assert "Become host" not in watcher.offers
    watcher.send("/people/claim")
    assert (watcher.status, host.company.host) == (403, host.me)
    guest.at("/people")
    guest.press("Become host")
    assert host.company.host == guest.me
    assert host.me is not None and not host.me.host


def test_a_host_whose_phone_is_there_stays_host(app: Flask, host: Someone, seated: Come) -> None:
    guest = seated(1)
    assert host.me is not None
    with app.extensions["tables"].hub.subscribe(host.code, host.me.device):
        later(app, 10 * HOST_AWAY_SECONDS)
        guest.send("/people/claim")
    assert guest.status == 409
    assert host.company.host == host.me


def test_a_table_whose_host_has_lost_the_phone_is_found_again_by_whoever_may_come(
    app: Flask, host: Someone, someone: Come
) -> None:
    host.send("/people/pin", pin="2468")
    host.send("/people/lock", on=1)
    again = someone(host.code)
    again.at()
    assert "Become host" not in again.offers
    later(app, HOST_AWAY_SECONDS + 1)
    again.at()
    again.press("Become host", name="Ann", pin="1111")
    assert again.me is None
    again.press("Become host", name="Ann", pin="2468")
    assert again.me is not None and again.me.host


def test_changing_the_people_leaves_the_game_alone(host: Someone, seated: Come) -> None:
    before = host.table.position.view()
    seated(1)
    host.send("/people/lock", on=1)
    assert (host.table.version, host.table.position.view()) == (0, before)


def test_what_another_site_sends_changes_nothing(host: Someone, seated: Come) -> None:
    seated(1)
    before = host.company
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}):
        for what in ("lock", "leave", "move", "pin"):
            assert host.send(f"/people/{what}", headers=headers, on=1).status_code == 403
        assert host.send("/join", headers=headers, seat=2).status_code == 403
    assert host.company == before


def test_seats_without_an_owner_have_nobody_standing_in(host: Someone) -> None:
    host.send("/people/stand-in", seat=0)
    assert host.status == 404
    assert host.company.stand_ins == {}
