"""Coming to a table: scan, choose a seat, play. Who comes too late, to a locked table or without the PIN is told so."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

import pytest
from flask import Flask

from tests.web.people.conftest import Someone, made

Come = Callable[..., Someone]


def test_the_phone_that_makes_a_table_is_its_host_and_goes_straight_to_it(host: Someone) -> None:
    assert host.at().request.path == f"/t/{host.code}"
    assert host.me is not None
    assert (host.me.host, host.me.seat) == (True, None)


def test_a_phone_that_scans_the_code_is_at_its_seat_one_tap_later(host: Someone, someone: Come) -> None:
    guest = someone(host.code)
    guest.at()
    assert guest.path == f"/t/{host.code}/join"
    guest.press("Green", name="Ben")
    assert (guest.status, guest.path) == (200, f"/t/{host.code}")
    assert host.table.names == ("Orange", "Ben", "Purple")


def test_a_typed_code_leads_to_the_free_seats(host: Someone, someone: Come) -> None:
    guest = someone()
    guest.go(f"/join?code={host.code.lower()}")
    assert guest.path == f"/t/{host.code}/join"


def test_without_a_name_a_seat_keeps_its_own(host: Someone, someone: Come) -> None:
    guest = someone(host.code)
    guest.at()
    guest.press("Purple")
    assert host.table.names == ("Orange", "Green", "Purple")


def test_free_and_taken_seats_are_told_apart_and_taken_ones_named(host: Someone, seated: Come, someone: Come) -> None:
    seated(1, "Ben")
    guest = someone(host.code)
    guest.at()
    assert "Ben taken" in guest.text
    assert [offer for offer in guest.offers if "free" in offer] == ["Orange free ›", "Purple free ›"]


def test_whoever_just_watches_has_no_seat(host: Someone, someone: Come) -> None:
    guest = someone(host.code)
    guest.at()
    guest.press("Just watch", name="Wim")
    assert guest.path == f"/t/{host.code}"
    assert guest.me is not None
    assert (guest.me.name, guest.me.seat, guest.me.host) == ("Wim", None, False)


def test_of_two_phones_that_show_the_same_free_seat_the_second_is_shown_what_is_left(
    host: Someone, someone: Come
) -> None:
    first, second = someone(host.code), someone(host.code)
    first.at(), second.at()
    first.press("Green", name="Ben")
    second.press("Green", name="Cem")
    assert second.status == 409
    assert second.told == "Ben sits there already. Choose a free seat, or watch."
    assert "Green" not in " ".join(second.offers)
    assert 'value="Cem"' in second.page  # what was typed stays
    second.press("Purple", name="Cem")
    assert host.table.names == ("Orange", "Ben", "Cem")


def test_a_seat_that_was_taken_without_a_name_is_refused_by_its_own(host: Someone, seated: Come, someone: Come) -> None:
    seated(1)
    late = someone(host.code)
    late.send("/join", seat=1)
    assert late.told.startswith("Green sits there already.")


def test_a_person_who_is_there_changes_the_seat_and_the_name(host: Someone, seated: Come) -> None:
    guest = seated(1, "Ben")
    guest.at("/join")
    assert "Your place" in guest.text
    guest.press("Save", name="Benno")
    assert host.table.names == ("Orange", "Benno", "Purple")
    guest.at("/join")
    guest.press("Orange", name="Benno")
    assert host.table.names == ("Benno", "Green", "Purple")
    guest.at("/join")
    guest.press("Just watch")
    assert host.table.names == ("Orange", "Green", "Purple")


def test_the_host_takes_a_seat_and_stays_host(host: Someone) -> None:
    host.at("/join")
    host.press("Orange", name="Ann")
    assert host.me is not None
    assert (host.me.host, host.me.seat, host.table.names[0]) == (True, 0, "Ann")


def test_a_table_that_nobody_has_joined_is_played_by_everybody_until_somebody_sits_down(
    app: Flask, someone: Come
) -> None:
    table = app.extensions["tables"].create("eruption", {"players": 2}, ["", ""], defaults=["One", "Two"])
    first, second = someone(table.code), someone(table.code)
    assert first.at().request.path == f"/t/{table.code}"
    first.send("/join", seat="watch")
    assert first.company.open
    first.send("/join", seat=0, name="Ann")
    assert first.me is not None and first.me.host
    assert second.at().request.path == f"/t/{table.code}/join"


def test_a_phone_comes_back_to_its_seat_from_the_list(host: Someone, seated: Come) -> None:
    guest = seated(1, "Ben")
    guest.go("/")
    assert "Orange, Ben, Purple" in guest.text
    assert guest.at().request.path == f"/t/{host.code}"


@pytest.mark.parametrize("seat", ["", "stay", "9", "-1", "x", "٣", "99999", "1.0"])
def test_a_seat_that_there_is_not_is_refused(host: Someone, someone: Come, seat: str) -> None:
    guest = someone(host.code)
    guest.send("/join", seat=seat)
    assert guest.status in (404, 422)
    assert len(guest.told) > 10
    assert guest.me is None


@pytest.mark.parametrize("name", ["<script>a()</script>", '"><img src=x onerror=a>', "'-a()-'", "{{ 7*7 }}", "%(x)s{}"])
def test_a_name_is_only_a_name(host: Someone, seated: Come, someone: Come, name: str) -> None:
    seated(1, name)
    watcher, stranger = seated("watch", name), someone(host.code)
    pages = [host.at("/people"), host.at(), host.at("/more"), stranger.at("/join"), watcher.at("/people")]
    lists = [host.go("/"), host.go("/tables")]
    for page in (*pages, *lists):
        assert html.escape(name) in page.text.replace("&#34;", "&quot;").replace("&#39;", "&#x27;")
        assert "<" not in name or name not in page.text


def test_a_name_turns_no_other_words_round(host: Someone, seated: Come) -> None:
    seated(1, "\u202eneB\u2066")
    assert host.table.names[1] == "neB"


def test_a_phone_that_gave_a_name_elsewhere_is_not_asked_again(host: Someone, someone: Come) -> None:
    guest = made(someone())
    guest.send("/join", seat=0, name="Ben")
    made(guest)
    guest.code = host.code
    guest.at()
    assert 'name="name" value="Ben"' in guest.page
    assert 'name="name" value=""' in someone(host.code).at().text


# --- locked, PIN ------------------------------------------------------------------------------------------------------


def test_a_locked_table_says_so_and_its_people_come_back(host: Someone, seated: Come, someone: Come) -> None:
    guest = seated(1)
    host.send("/people/lock", on=1)
    late = someone(host.code)
    late.at()
    assert "locked" in late.text
    assert not [offer for offer in late.offers if "free" in offer]
    late.send("/join", seat=2)
    assert (late.status, late.me) == (403, None)
    assert guest.at().request.path == f"/t/{host.code}"
    guest.send("/join", seat=2)  # whose hand nobody should see
    assert (guest.status, guest.me and guest.me.seat) == (403, 1)
    guest.send("/join", seat=1, name="Ben")
    assert host.table.names[1] == "Ben"


def test_a_table_with_a_pin_lets_in_who_types_it(someone: Come) -> None:
    host = made(someone(), pin="2468")
    guest = someone(host.code)
    guest.at()
    guest.press("Green", name="Ben", pin="２４ ６８")
    assert guest.path == f"/t/{host.code}"
    assert host.table.names[1] == "Ben"


@pytest.mark.parametrize(("pin", "status"), [("", 422), ("1357", 403)])
def test_a_table_with_a_pin_refuses_who_does_not(someone: Come, pin: str, status: int) -> None:
    host = made(someone(), pin="2468")
    guest = someone(host.code)
    guest.at()
    guest.press("Green", name="Ben", pin=pin)
    assert (guest.status, guest.me) == (status, None)
    assert "PIN" in guest.told
    assert 'aria-invalid="true"' in guest.page


def test_a_table_with_a_pin_tells_strangers_no_names(someone: Come) -> None:
    host = made(someone(), pin="2468", **{"name-purple": "Chiharu"})
    host.send("/join", seat=0, name="Annabel")
    guest = someone(host.code)
    guest.at()
    assert "Annabel" not in guest.page
    assert "Chiharu" not in guest.page
    assert "Orange taken" in guest.text


def test_the_pin_of_a_new_table_must_be_digits(someone: Come) -> None:
    for pin in ("12", "12a4", "1" * 13):
        answer = someone().client.post("/new/eruption", data={"set": "1", "village": ["orange", "green"], "pin": pin})
        assert answer.status_code == 422
        assert "4 to 12 digits" in answer.text


# --- without a place --------------------------------------------------------------------------------------------------


def test_a_phone_that_has_lost_its_place_is_led_to_the_free_seats(host: Someone, seated: Come) -> None:
    guest = seated(1)
    assert guest.me is not None
    host.send("/people/dismiss", person=guest.me.id)
    answer = guest.send("/undo", id="some-command", version=0)
    assert answer.request.path == f"/t/{host.code}/join"
    assert guest.told.startswith("You have no place at this table now.")


def test_htmx_is_led_there_by_its_own_header(host: Someone, someone: Come) -> None:
    guest = someone(host.code)
    answer = guest.send("/undo", follow=False, headers={"HX-Request": "true"}, id="some-command", version=0)
    assert answer.status_code == 403
    assert answer.headers["HX-Redirect"] == f"/t/{host.code}/join?lost=1"


def test_programs_are_told_in_json(host: Someone, someone: Come) -> None:
    answer = someone(host.code).at(headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json and answer.json["code"]) == (403, "no_place")


def test_a_cookie_that_was_forged_or_belongs_elsewhere_opens_nothing(host: Someone, someone: Come) -> None:
    assert host.me is not None
    for forged in (host.me.device, f"{host.me.device}.{'A' * 27}", host.me.id, "x" * 3000):
        thief = someone(host.code)
        thief.client.set_cookie("device", forged)
        assert thief.at().request.path == f"/t/{host.code}/join"


def test_no_page_tells_a_phones_secret(host: Someone, seated: Come, someone: Come) -> None:
    guest, watcher = seated(1, "Ben"), seated("watch")
    secrets = [person.device for person in host.company.people]
    assert len(secrets) == 3
    for one in (host, guest, watcher, someone(host.code)):
        for rest in ("", "/people", "/join", "/more", "/history", "/end", "/fair", "/rules"):
            page = one.at(rest).text
            assert not [secret for secret in secrets if secret in page]


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(someone: Come) -> None:
    answer = someone().client.post("/new/eruption", data={"set": "1", "village": ["orange", "green"]})
    (cookie,) = [value for value in answer.headers.getlist("Set-Cookie") if value.startswith("device=")]
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= {part.strip() for part in cookie.split(";")}


def test_looking_around_sets_no_cookie(host: Someone, someone: Come) -> None:
    guest = someone(host.code)
    for path in ("/", "/tables", "/new/eruption", f"/t/{host.code}", f"/t/{host.code}/join"):
        guest.go(path)
    assert guest.client.get_cookie("device") is None


def test_a_form_that_is_sent_twice_is_of_one_phone(host: Someone, someone: Come) -> None:
    guest = someone(host.code)
    guest.at()
    page = guest.page
    guest.press("Green", name="Ben")
    guest.client.delete_cookie("device")  # the browser never read the first answer
    guest.page = page
    guest.press("Green", name="Ben")
    assert (guest.status, guest.path) == (200, f"/t/{host.code}")
    assert len(host.company.people) == 2


@pytest.mark.parametrize("forged", ["x", "AAAAAAAAAAAAAAAAAAAAAA.AAAA", "\x00", "ä"])
def test_an_id_in_a_form_that_is_not_ours_is_not_taken(host: Someone, someone: Come, forged: str) -> None:
    guest = someone(host.code)
    guest.send("/join", seat=1, device=forged)
    assert guest.me is not None
    assert guest.me.device not in ("", forged, "AAAAAAAAAAAAAAAAAAAAAA")


def test_an_id_in_a_form_is_not_a_cookie_nor_the_other_way_round(host: Someone, seated: Come, someone: Come) -> None:
    guest = seated(1)
    cookie = guest.client.get_cookie("device")
    assert cookie is not None
    thief = someone(host.code)
    thief.send("/join", seat=2, device=cookie.value)
    assert guest.me is not None and thief.me is not None
    assert thief.me.id != guest.me.id
    offered = re.search(r'name="device" value="([^"]+)"', someone(host.code).at("/join").text)
    assert offered
    other = someone(host.code)
    other.client.set_cookie("device", offered[1])
    other.send("/people/leave")
    assert other.path == f"/t/{host.code}/join"
