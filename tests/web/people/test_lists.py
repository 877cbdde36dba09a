"""What a phone sees of tables: its own, and those that are everybody's; and what it may do with them as a whole."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask

from companion.tables.play import Command
from tests.web.people.conftest import Someone, made

Come = Callable[..., Someone]


def over(someone: Someone) -> None:
    """End the game early."""
    someone.app.extensions["tables"].finish(someone.code, Command("the-end-of-it", someone.table.version))


def test_a_table_is_listed_for_its_people_alone(host: Someone, seated: Come, someone: Come) -> None:
    guest, stranger = seated(1, "Ben"), someone()
    for path in ("/", "/tables"):
        assert host.code in host.go(path).text
        assert host.code in guest.go(path).text
        assert host.code not in stranger.go(path).text


def test_a_table_without_people_is_listed_for_everybody(app: Flask, someone: Come) -> None:
    table = app.extensions["tables"].create("eruption", {"players": 2}, ["One", "Two"])
    assert table.code in someone().go("/tables").text


def test_a_list_calls_seats_by_their_people(host: Someone, seated: Come) -> None:
    seated(1, "Ben")
    assert "Orange, Ben, Purple" in host.go("/tables").text
    assert "Orange, Ben, Purple" in host.go(f"/tables/{host.code}/delete").text


@pytest.mark.parametrize("what", ["archive", "restore", "delete"])
def test_only_the_host_puts_a_table_aside_or_deletes_it(host: Someone, seated: Come, someone: Come, what: str) -> None:
    for other in (seated(1), seated("watch"), someone()):
        answer = other.client.post(f"/tables/{host.code}/{what}")
        assert answer.status_code == 403
        assert "host" in answer.text
    assert host.code in host.go("/tables").text
    host.client.post(f"/tables/{host.code}/{what}")
    assert (host.code in host.go("/tables").text) is (what == "restore")


def test_the_list_offers_what_can_be_done(host: Someone, seated: Come) -> None:
    guest = seated(1)
    host.go("/tables")
    assert "Put aside" in host.offers
    guest.go("/tables")
    assert "Put aside" not in guest.offers
    assert "Delete" not in guest.text


def test_a_damaged_table_is_still_put_aside_and_deleted_by_its_host(app: Flask, host: Someone, someone: Come) -> None:
    tables = app.extensions["tables"]
    with tables.store.transaction() as connection:
        connection.exec_driver_sql("UPDATE entries SET body = 'nonsense'")
    tables._forget(host.code)
    assert host.at().status_code == 500
    assert someone().client.post(f"/tables/{host.code}/delete").status_code == 403
    assert host.client.post(f"/tables/{host.code}/archive").status_code == 303
    assert host.client.post(f"/tables/{host.code}/delete").status_code == 303
    assert host.code not in host.go("/tables?archived=1").text


# --- the file holds every hand ----------------------------------------------------------------------------------------


@pytest.fixture(params=["/t/{}/export", "/tables/{}/export"])
def path(request: pytest.FixtureRequest, host: Someone) -> str:
    return str(request.param).format(host.code)


def test_a_family_with_one_phone_saves_its_game(host: Someone, path: str) -> None:
    assert host.go(path).mimetype == "application/json"
    host.send("/join", seat=0)
    assert host.go(path).mimetype == "application/json"


def test_a_running_game_with_hands_of_others_is_saved_by_nobody(
    host: Someone, seated: Come, someone: Come, path: str
) -> None:
    for one in (seated(1), seated("watch"), host):
        answer = one.go(path)
        assert answer.status_code == 409
        assert "when the game is over" in answer.text
        assert one.go(path, headers={"Accept": "application/json"}).json["code"] == "hands_inside"  # type: ignore[index]
    assert someone().go(path).request.path == f"/t/{host.code}/join"


def test_a_watcher_does_not_save_the_hands_of_the_one_phone(host: Someone, seated: Come, path: str) -> None:
    assert seated("watch").go(path).status_code == 409


def test_a_game_that_is_over_is_saved_by_all_its_people(host: Someone, seated: Come, someone: Come, path: str) -> None:
    guests = [seated(1), seated("watch"), host]
    over(host)
    for one in guests:
        assert one.go(path).mimetype == "application/json"
    assert someone().go(path).mimetype == "text/html"


def test_a_game_with_cards_on_the_table_is_saved_by_all_its_people(someone: Come) -> None:
    host = made(someone(), cards="table")
    guest = someone(host.code)
    guest.send("/join", seat=1)
    assert guest.at("/export").mimetype == "application/json"


def test_the_file_names_no_phones(host: Someone, seated: Come) -> None:
    seated(1, "Ben")
    people = host.company.people
    over(host)
    text = host.at("/export").text
    assert "Ben" in text
    assert not re.search("|".join(re.escape(secret) for one in people for secret in (one.device, one.id)), text)
