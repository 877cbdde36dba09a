"""Guessing: codes, PINs and seats cost whoever guesses time, and nobody else anything."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from flask import Flask

from companion.web.limits import (
    FIRST_PAUSE,
    FORGOTTEN_SECONDS,
    LONGEST_PAUSE,
    MOST_KEPT,
    MOST_WRONG,
    WINDOW_SECONDS,
    Limits,
)
from tests.web.people.conftest import Someone, made

Come = Callable[..., Someone]


def from_address(someone: Someone, address: str) -> Someone:
    someone.client.environ_base["REMOTE_ADDR"] = address
    return someone


def test_a_pause_begins_after_too_many_and_each_is_twice_as_long() -> None:
    limits, now, pauses = Limits(), 1000.0, []
    for _round in range(8):
        for _try in range(MOST_WRONG["pin"]):
            assert limits.wait("pin", "a", now) == 0
            limits.note("pin", "a", now)
        pauses.append(limits.wait("pin", "a", now))
        now += pauses[-1]
    assert pauses[:3] == [FIRST_PAUSE, 2 * FIRST_PAUSE, 4 * FIRST_PAUSE]
    assert pauses[-1] == LONGEST_PAUSE
    now += FORGOTTEN_SECONDS + 1
    for _try in range(MOST_WRONG["pin"]):
        limits.note("pin", "a", now)
    assert limits.wait("pin", "a", now) == FIRST_PAUSE


def test_a_slip_now_and_then_leads_to_no_pause() -> None:
    limits = Limits()
    for minute in range(100):
        limits.note("pin", "a", 61.0 * minute)
        assert limits.wait("pin", "a", 61.0 * minute) == 0


def test_what_is_remembered_of_wrong_tries_has_bounds() -> None:
    limits = Limits()
    for number in range(3 * MOST_KEPT):
        limits.note("code", f"address {number}", float(number) / 1000)
    assert len(limits.wrong) <= MOST_KEPT + 1


def test_too_many_wrong_pins_make_their_address_wait_and_nobody_else(someone: Come) -> None:
    host = made(someone(), pin="2468")
    thief = from_address(someone(host.code), "192.0.2.66")
    statuses = []
    for number in range(8):
        thief.send("/join", seat=1, pin=f"000{number}")
        statuses.append(thief.status)
    assert statuses == [403] * 5 + [429] * 3
    assert "Wait" in thief.told
    thief.send("/join", seat=1, pin="2468")  # not even the right one
    assert thief.me is None
    guest = from_address(someone(host.code), "192.0.2.7")
    guest.send("/join", seat=1, pin="2468")
    assert guest.me is not None
    assert host.at().status_code == 200


def test_wrong_pins_from_many_addresses_make_newcomers_wait_until_the_host_changes_the_pin(someone: Come) -> None:
    host = made(someone(), pin="2468")
    guest = from_address(someone(host.code), "192.0.2.7")
    guest.send("/join", seat=1, pin="2468")
    for number in range(12):
        from_address(someone(host.code), f"198.51.100.{number}").send("/join", seat=2, pin="0000")
    late = from_address(someone(host.code), "192.0.2.8")
    late.send("/join", seat=2, pin="2468")
    assert (late.status, late.me) == (429, None)
    assert guest.at().request.path == f"/t/{host.code}"  # whoever is there plays on
    for other in (guest, from_address(someone(host.code), "192.0.2.9")):  # nor does a new PIN help that is refused
        assert other.send("/people/pin", follow=False, pin="97531").status_code in (303, 403)
    late.send("/join", seat=2, pin="2468")
    assert (late.status, late.me) == (429, None)
    assert host.send("/people/pin", pin="97531").status_code == 200
    late.send("/join", seat=2, pin="97531")
    assert late.me is not None


def test_machines_of_one_network_count_as_one(someone: Come) -> None:
    host = made(someone(), pin="2468")
    thieves = [from_address(someone(host.code), f"2001:db8::{number:x}") for number in range(1, 7)]
    for thief in thieves:
        thief.send("/join", seat=1, pin="0000")
    assert [thief.status for thief in thieves] == [403] * 5 + [429]


def test_guessing_codes_ends_in_a_pause_that_tells_nothing(host: Someone, someone: Come) -> None:
    thief = from_address(someone(), "192.0.2.66")
    statuses = [thief.go(f"/t/{code}").status_code for code in ["ZZZZ"] * 60]
    assert statuses == [404] * MOST_WRONG["code"] + [429] * (60 - MOST_WRONG["code"])
    for path in (f"/t/{host.code}", f"/join?code={host.code}", f"/tables/{host.code}/qr.svg", "/t/YYYY"):
        answer = thief.go(path)
        assert answer.status_code == 429, path
        assert int(answer.headers["Retry-After"]) <= FIRST_PAUSE + 1
    assert from_address(host, "192.0.2.66").at().status_code == 200  # who has a place plays on
    assert thief.go("/").status_code == 200


@pytest.mark.parametrize("wishes", [200, pytest.param(10_000, marks=pytest.mark.slow)])
def test_thousands_of_wishes_to_join_leave_the_table_unharmed(
    app: Flask, host: Someone, someone: Come, wishes: int
) -> None:
    guest = someone(host.code)
    guest.send("/join", seat=1, name="Ben")
    before = host.company
    client = app.test_client()
    statuses: dict[int, int] = {}
    began = time.monotonic()
    for number in range(wishes):
        answer = client.post(f"/t/{host.code}/join", data={"seat": number % 3, "name": "x" * (number % 50)})
        client.delete_cookie("device")
        statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
    windows = 2 + (time.monotonic() - began) // WINDOW_SECONDS
    assert statuses[429] > wishes - 65 * windows
    assert set(statuses) <= {303, 409, 429}
    assert len(host.company.people) <= len(before.people) + 2
    assert host.company.host == before.host
    assert host.table.names[1] == "Ben"
    assert host.at().status_code == 200


@pytest.mark.parametrize("watchers", [80])
def test_a_crowd_of_watchers_sends_no_player_away(host: Someone, someone: Come, watchers: int) -> None:
    guest = someone(host.code)
    guest.send("/join", seat=1, name="Ben")
    for number in range(watchers):
        from_address(someone(host.code), f"198.51.100.{number}").send("/join", seat="watch")
    assert guest.me is not None
    assert host.me is not None and host.me.host
    assert len(host.company.people) <= 64
