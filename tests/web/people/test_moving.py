"""The way to another phone: a link that a person uses once, and nobody else by the way."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
import segno
from flask import Flask

from companion.tables import seating
from tests.web.people.conftest import Someone

Come = Callable[..., Someone]


def link_of(someone: Someone) -> str:
    """The path of a new link for somebody's place."""
    someone.at("/people")
    someone.press("Move to another phone")
    found = re.search(r'value="http://[^/]+(/t/[^"]+)"', someone.page)
    assert found, someone.page
    return found[1]


def test_a_place_moves_to_another_phone(host: Someone, seated: Come, someone: Come) -> None:
    guest = seated(1, "Ben")
    path, tablet = link_of(guest), someone(host.code)
    tablet.go(path)
    assert "The place of Ben moves to this phone." in tablet.text
    tablet.press("Play on here")
    assert tablet.path == f"/t/{host.code}"
    assert tablet.me is not None
    assert (tablet.me.name, tablet.me.seat) == ("Ben", 1)
    assert guest.at().request.path == f"/t/{host.code}/join"


def test_a_host_moves_with_all_rights(host: Someone, someone: Come) -> None:
    path, tablet = link_of(host), someone(host.code)
    tablet.go(path)
    tablet.press("Play on here")
    assert tablet.me is not None and tablet.me.host
    assert host.me is None


def test_whoever_only_looks_at_the_link_does_not_use_it_up(host: Someone, seated: Come, someone: Come) -> None:
    path = link_of(seated(1))
    messenger = someone(host.code)
    for _time in range(3):
        assert messenger.go(path).status_code == 200
        assert messenger.client.head(path).status_code == 200
    assert messenger.client.get_cookie("device") is None
    tablet = someone(host.code)
    tablet.go(path)
    tablet.press("Play on here")
    assert tablet.me is not None


def test_a_used_link_is_worth_nothing(host: Someone, seated: Come, someone: Come) -> None:
    path, tablet, thief = link_of(seated(1)), someone(host.code), someone(host.code)
    tablet.go(path)
    thief.go(path)
    tablet.press("Play on here")
    thief.press("Play on here")
    assert (thief.status, thief.me) == (410, None)
    assert "Make a new one on the phone that has the seat." in thief.text
    assert thief.go(path).status_code == 410


def test_a_finger_that_taps_twice_has_moved_once(host: Someone, seated: Come, someone: Come) -> None:
    path, tablet = link_of(seated(1)), someone(host.code)
    tablet.go(path)
    page = tablet.page
    tablet.press("Play on here")
    tablet.client.delete_cookie("device")  # the browser never read the first answer
    tablet.page = page
    tablet.press("Play on here")
    assert (tablet.status, tablet.path) == (200, f"/t/{host.code}")
    assert tablet.me is not None and tablet.me.seat == 1


def test_a_link_does_not_last(app: Flask, host: Someone, seated: Come, someone: Come, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    path, late = link_of(seated(1)), someone(host.code)
    monkeypatch.setattr("companion.web.people.frame.now", lambda: 10**13 + seating.TICKET_MS)
    assert late.go(path).status_code == 410


@pytest.mark.parametrize("token", ["x", "A" * 22, "..%2f..", "%00", "火山", "a" * 3000])
def test_a_forged_link_is_refused(host: Someone, seated: Come, someone: Come, token: str) -> None:
    link_of(seated(1))
    thief = someone(host.code)
    assert thief.at(f"/come/{token}").status_code in (404, 410)
    thief.send(f"/come/{token}")
    assert thief.status in (404, 410)
    assert thief.me is None


def test_a_link_of_another_table_opens_nothing(host: Someone, seated: Come, someone: Come) -> None:
    token = link_of(seated(1)).rpartition("/")[2]
    other = someone()
    answer = other.client.post("/new/eruption", data={"set": "1", "village": ["orange", "green"], "dice": "app"})
    thief = someone(answer.headers["Location"].rpartition("/")[2])
    thief.send(f"/come/{token}")
    assert (thief.status, thief.me) == (410, None)


def test_a_phone_is_told_what_it_gives_up(host: Someone, seated: Come) -> None:
    guest, other = seated(1, "Ben"), seated(2, "Cem")
    other.go(link_of(guest))
    assert "This phone is Cem at this table. That place is free then." in other.text
    other.press("Play on here")
    assert host.table.names == ("Orange", "Ben", "Purple")
    assert guest.me is None


def test_the_links_code_can_be_scanned(host: Someone, seated: Come) -> None:
    guest = seated(1)
    token = link_of(guest).rpartition("/")[2]
    link = re.search(rf'"(http://[^"]+{token})"', guest.page)
    assert link
    drawn = segno.make(link[1], error="m", micro=False)
    lines = re.search(r' d="([^"]+)"', drawn.svg_inline(border=3))
    assert lines and lines[1] in guest.page
    assert "style=" not in guest.page.partition("<main")[2]


def test_the_link_stays_out_of_memories_referers_and_logs(
    host: Someone, seated: Come, someone: Come, capsys: pytest.CaptureFixture[str]
) -> None:
    guest = seated(1)
    path, tablet = link_of(guest), someone(host.code)
    shown = tablet.go(path)
    for headers in (shown.headers, guest.send("/people/move").headers):
        assert headers["Cache-Control"] == "no-store"
        assert headers["Referrer-Policy"] in ("no-referrer", "strict-origin")
    tablet.go(path)
    tablet.send(path.removeprefix(f"/t/{host.code}"))
    said = "".join(capsys.readouterr())
    assert f"/t/{host.code}/come/…" in said
    assert path.rpartition("/")[2] not in said


def test_a_link_cannot_be_made_for_somebody_else(host: Someone, seated: Come, someone: Come) -> None:
    seated(1)
    stranger = someone(host.code)
    stranger.send("/people/move")
    assert stranger.path == f"/t/{host.code}/join"
    assert all(not person.ticket for person in host.company.people)


def test_another_site_cannot_move_a_phone_to_its_place(host: Someone, seated: Come) -> None:
    mallory, victim = seated(1), seated(2)
    path = link_of(mallory)
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}, {"Origin": "null"}):
        assert victim.client.post(path, headers=headers).status_code == 403
    assert victim.me is not None and victim.me.seat == 2
