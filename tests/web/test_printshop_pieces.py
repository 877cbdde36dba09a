"""Lost pieces are picked from pictures, and printers are measured: both lead back to the form, filled in."""

from __future__ import annotations

import html
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games.eruption.data import RULES
from companion.kit.calibration import Calibration, Profile, Profiles
from companion.web.kits.workshop import Workshop
from tests.web.printshop_helpers import IDLE

READ = {"top": "0.5", "foot": "0,3", "y": "-1.2", "name": "Inkjet (tray 2)"}


@pytest.fixture
def workshop(app: Flask) -> Workshop:
    found: Workshop = app.extensions["jobs"]
    found.program = IDLE
    return found


def query(location: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(html.unescape(location)).query)


def alert(text: str) -> str:
    return html.unescape(text.partition('role="alert">')[2].partition("</p>")[0])


def test_every_piece_stands_there_with_how_many_a_game_has(client: FlaskClient, workshop: Workshop) -> None:
    page = client.get("/print/eruption/pieces").text
    for tile in RULES.tiles:
        assert re.search(rf'name="tile:{tile.slug}" value="0".*?a game has {tile.count}<', page, re.S), tile.slug
    for card in RULES.cards:
        assert re.search(rf'name="card:{card.slug}" value="0".*?a game has {card.count}<', page, re.S), card.slug
    (key,) = {found[1] for found in re.finditer(r"/print/eruption/([0-9a-f]{16})/tiles/", page)}
    job = workshop.get(key)
    assert job
    assert job.options.export == "png-faces"


def test_picked_pieces_lead_back_to_the_form_with_what_else_was_chosen(client: FlaskClient, workshop: Workshop) -> None:
    form = {"tile:fan_5": "2", "card:rain": "1", "card:quake": "0", "wall:straw": "", "board": "yes"}
    answer = client.post("/print/eruption/pieces?paper=letter&look=grey", data=form)
    assert answer.status_code == 303
    chosen = query(answer.location)
    assert chosen["only"] == ["board,tile:fan_5=2,card:rain=1"]
    assert chosen["paper"] == ["letter"]
    assert chosen["look"] == ["grey"]
    page = client.get(answer.location).text
    assert "2 × Fan of five" in page
    assert "1 × Rain" in page
    again = client.get("/print/eruption/pieces", query_string=urlsplit(answer.location).query).text
    assert re.search(r'name="tile:fan_5" value="2"', again)
    assert re.search(r'name="board" value="yes" checked', again)


@pytest.mark.parametrize(
    ("form", "status", "told"),
    [
        ({}, 422, "at least one"),
        ({"tile:fan_5": "0"}, 422, "at least one"),
        ({"tile:fan_5": "lots"}, 422, "at least one"),
        ({"tile:dragon!": "1"}, 422, "tile:dragon!"),
    ],
)
def test_pieces_that_are_none_are_refused(
    client: FlaskClient, workshop: Workshop, form: dict[str, str], status: int, told: str
) -> None:
    answer = client.post("/print/eruption/pieces", data=form)
    assert answer.status_code == status
    assert told in alert(answer.text)


def test_more_of_a_piece_than_anybody_needs_is_refused(client: FlaskClient, workshop: Workshop) -> None:
    answer = client.post("/print/eruption/pieces", data={"tile:fan_5": "1000"})
    assert answer.status_code == 422
    assert "At most 99" in answer.text


@pytest.mark.parametrize(
    ("paper", "degrees"),
    [("a4", 0.25), ("letter", 0.25), ("a3", 0.25), ("150x200", 0.5)],
)
def test_what_was_read_is_saved_as_a_printer_and_chosen(
    client: FlaskClient, workshop: Workshop, paper: str, degrees: float
) -> None:
    answer = client.post(f"/print/eruption/printers?look=grey&paper={paper}", data=READ)
    assert answer.status_code == 303, alert(answer.text)
    profile = workshop.profiles.get("Inkjet (tray 2)")
    assert profile.orientation == "portrait"
    assert profile.calibration == Calibration(0.4, -1.2, round(degrees * 0.2, 3))
    chosen = query(answer.location)
    assert chosen["printer"] == ["Inkjet (tray 2)"]
    assert chosen["look"] == ["grey"]
    page = client.get(answer.location).text
    assert "is saved" in page
    assert '<option value="Inkjet (tray 2)" selected' in page


def test_a_printer_of_the_page_is_the_command_line_s(client: FlaskClient, workshop: Workshop) -> None:
    client.post("/print/eruption/printers", data=READ)
    assert list(Profiles(workshop.settings.data / "printers.json").all()) == ["Inkjet (tray 2)"]


def test_kits_for_a_printer_are_made_with_its_calibration(client: FlaskClient, workshop: Workshop) -> None:
    client.post("/print/eruption/printers", data=READ)
    answer = client.post("/print/eruption", data={"pieces": "cards", "printer": "Inkjet (tray 2)"})
    job = workshop.get(answer.location.rpartition("/")[2])
    assert job
    assert job.options.calibration == workshop.profiles.get("Inkjet (tray 2)").calibration
    assert job.options.printer == ""


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"top": ""}, "all three readings"),
        ({"y": "far"}, "all three readings"),
        ({"foot": "nan"}, "all three readings"),
        ({"top": "10.5", "foot": "10.5"}, "more than 10 mm"),
        ({"top": "10", "foot": "-10", "paper": "150x150"}, "askew"),
        ({"name": ""}, "1 to 40 letters"),
        ({"name": "../x"}, "1 to 40 letters"),
        ({"name": "x" * 41}, "1 to 40 letters"),
        ({"paper": "a9"}, "a9"),
    ],
)
def test_readings_that_cannot_be_are_refused_and_kept_for_another_try(
    client: FlaskClient, workshop: Workshop, form: dict[str, str], told: str
) -> None:
    answer = client.post("/print/eruption/printers", data={**READ, **form})
    assert answer.status_code == 422
    assert told in alert(answer.text)
    assert 'value="-1.2"' in answer.text or "y" in form
    assert not workshop.profiles.all()


def test_a_printer_that_nobody_uses_is_removed(client: FlaskClient, workshop: Workshop) -> None:
    workshop.profiles.save("Old", Profile())
    assert "Old" in client.get("/print/eruption/printers").text
    assert client.post("/print/eruption/printers/forget", data={"name": "Old"}).status_code == 303
    assert workshop.profiles.all() == {}
    assert client.post("/print/eruption/printers/forget", data={"name": "Old"}).status_code == 422


def test_a_damaged_file_of_printers_is_told_and_hinders_nobody(client: FlaskClient, workshop: Workshop) -> None:
    workshop.profiles.file.write_text("{")
    assert client.get("/print/eruption").status_code == 200
    answer = client.get("/print/eruption/printers")
    assert answer.status_code == 422
    assert "Mend or delete the file" in alert(answer.text)
    assert client.post("/print/eruption/printers", data=READ).status_code == 422
    assert client.post("/print/eruption", data={"pieces": "walls"}).status_code == 303


def test_the_calibration_sheet_is_ordered_with_paper_and_backs(client: FlaskClient, workshop: Workshop) -> None:
    page = client.get("/print/eruption/printers?paper=letter&backs=duplex-short").text
    assert '<option value="letter" selected' in page
    answer = client.post(
        "/print/eruption", data={"export": "calibration", "paper": "letter", "backs": "duplex-short", "language": "en"}
    )
    job = workshop.get(answer.location.rpartition("/")[2])
    assert job
    assert (job.options.export, job.options.paper, job.options.backs) == ("calibration", "letter", "duplex-short")
