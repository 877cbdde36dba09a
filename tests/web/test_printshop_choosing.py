"""What is chosen in the print shop: refused by name, counted, warned of, written into a link, and seen before."""

from __future__ import annotations

import html
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.kit.calibration import Calibration, Profile
from companion.kit.choices import OPTIONS
from companion.kit.errors import KitError
from companion.kit.kinds import Number
from companion.kit.options import KitOptions
from companion.web.kits.workshop import Workshop, key_of
from tests.web.printshop_helpers import (
    FAILING,
    IDLE,
    alert,
    order,
    wait_until,
    worker,
)


@pytest.fixture
def workshop(app: Flask) -> Workshop:
    """The app's, whose worker does nothing."""
    found: Workshop = app.extensions["jobs"]
    found.program = IDLE
    return found


def test_the_language_of_the_page_is_the_kits(client: FlaskClient, workshop: Workshop) -> None:
    assert re.search(r'value="ja" checked', client.get("/print/eruption?lang=ja").text)


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"paper": "a9", "pieces": "tiles"}, ("a9", "letter")),
        ({"paper": "own", "paper_own": "12x9", "pieces": "tiles"}, ("12x9", "1200")),
        ({"colour": "red", "pieces": "tiles"}, ("colour", "paper")),
        ({"pieces": "dragons"}, ("dragons", "tiles")),
        ({"set": "1"}, ("pieces", "tiles")),
        ({"backs": "sideways", "pieces": "tiles"}, ("sideways", "duplex-long")),
        ({"gutter": "99", "pieces": "tiles"}, ("99", "20")),
        ({"only": "tile:dragon", "pieces": "tiles"}, ("tile:dragon", "tile:fan_5")),
        ({"printer": "Nobodys"}, ("Nobodys", "calibration sheet")),
        ({"since": "77"}, ("77",)),
        ({"pieces": "board", "board": "none"}, ("nothing to print",)),
    ],
)
def test_options_that_are_none_are_refused_by_name_with_what_is_allowed(
    client: FlaskClient, workshop: Workshop, form: dict[str, str], told: tuple[str, ...]
) -> None:
    answer = client.post("/print/eruption", data=form)
    assert answer.status_code == 422
    assert all(word in alert(answer.text) for word in told), alert(answer.text)
    assert not workshop.ledger.pending()


def test_a_link_says_all_that_was_chosen(client: FlaskClient, workshop: Workshop) -> None:
    page = client.get(
        "/print/eruption?paper=200x300&backs=fold&look=grey&large_print=yes&guide=no&pieces=tiles,pad&only=tile:fan_5=2"
    )
    link = re.search(r'class="again" href="([^"]+)"', page.text)
    assert link
    again = client.get(html.unescape(link[1])).text
    for text in (page.text, again):
        assert 'name="paper_own" value="200x300"' in text
        assert '<option value="fold" selected' in text
        assert 'value="grey" checked' in text
        assert re.search(r'name="large_print" value="yes" checked', text)
        assert not re.search(r'name="guide" value="yes" checked', text)
        assert 'name="only" value="tile:fan_5=2"' in text


def test_every_option_stands_on_the_page(client: FlaskClient, workshop: Workshop) -> None:
    workshop.profiles.save("Inkjet", Profile())
    page = client.get("/print/eruption").text
    for option in OPTIONS:
        assert f'name="{option.name}"' in page, option.name


@pytest.mark.parametrize(
    ("cut", "options"),
    [
        ("straight", {"hexes": ["rows"], "gutter": ["0"]}),
        ("machine", {"registration": ["silhouette-3"], "cut_file": ["svg"], "lines": ["none"]}),
        ("knife", {}),
    ],
)
def test_how_somebody_cuts_stands_for_the_finer_options(
    client: FlaskClient, workshop: Workshop, cut: str, options: dict[str, list[str]]
) -> None:
    page = client.get(f"/print/eruption?hexes=rows&gutter=5&cut={cut}").text
    assert re.search(rf'value="{cut}"[^>]*aria-pressed="true"', page)
    link = re.search(r'class="again" href="([^"]+)"', page)
    assert link
    query = parse_qs(urlsplit(html.unescape(link[1])).query)
    assert {name: query.get(name) for name in ("hexes", "gutter", "registration", "cut_file", "lines")} == {
        name: options.get(name) for name in ("hexes", "gutter", "registration", "cut_file", "lines")
    }


def test_what_is_new_asks_for_the_version_of_the_sheets(client: FlaskClient, workshop: Workshop) -> None:
    page = client.get("/print/eruption?what=new&only=tile").text
    assert re.search(r'<select id="since" name="since"', page)
    assert re.search(r'value="new"[^>]*aria-pressed="true"', page)
    assert "your copy is up to date" in alert(page)
    whole = client.get("/print/eruption?what=everything&since=1").text
    assert re.search(r'<input type="hidden" name="since" value="0">', whole)


def test_what_counts_before_printing_is_the_number_of_sheets(client: FlaskClient, workshop: Workshop) -> None:
    few = client.get("/print/eruption/sheets?pieces=walls&guide=no").text
    many = client.get("/print/eruption/sheets").text
    counts = [int(found[1]) for page in (few, many) if (found := re.search(r"<b>(\d+) sheets? of A4", page))]
    assert len(counts) == 2
    assert 0 < counts[0] < counts[1]


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("lines=none", "Nothing will show where to cut"),
        ("lines=none&cut_file=svg", "Without its marks"),
        ("registration=silhouette-3", "no files for it"),
        ("gutter=0", "measure your printer"),
        ("margin=3", "so near the edge"),
    ],
)
def test_what_a_maker_would_be_sorry_about_is_told_before(
    client: FlaskClient, workshop: Workshop, query: str, told: str
) -> None:
    assert told in client.get(f"/print/eruption?{query}").text
    assert told not in client.get("/print/eruption").text


def test_looking_at_another_choice_gives_the_last_one_up(client: FlaskClient, workshop: Workshop) -> None:
    client.get("/print/eruption")
    client.get("/print/eruption/sheets?pieces=walls")
    assert workshop.ledger.pending() == 1
    client.get("/print/eruption/sheets?pieces=tiles")
    assert workshop.ledger.pending() == 1
    order(client, pieces="tiles")
    client.get("/print/eruption/sheets?pieces=cards")
    assert workshop.ledger.pending() == 2


def test_asking_how_far_a_kit_is_orders_nothing(client: FlaskClient, workshop: Workshop) -> None:
    client.get("/print/eruption")
    first = client.get("/print/eruption/sheets?pieces=walls").text
    poll = re.search(r'hx-get="(/print/eruption/sheets\?poll=[0-9a-f]{16})"', first)
    assert poll
    client.get("/print/eruption/sheets?pieces=tiles")  # another page of the same phone
    again = client.get(f"{poll[1]}&pieces=walls").text
    assert "hx-get" not in again
    assert "Show the sheets" in again
    assert workshop.ledger.pending() == 1


def test_a_failure_is_shown_beside_the_choice_and_not_tried_for_ever(client: FlaskClient, workshop: Workshop) -> None:
    failing = worker(workshop, FAILING)
    failing.start()
    try:
        client.get("/print/eruption/sheets?look=grey&paper=letter")
        wait_until(lambda: not workshop.ledger.pending())
        page = client.get("/print/eruption/sheets?look=grey&paper=letter").text
        assert "Missing: Pango." in alert(page)
        assert "hx-get" not in page
        usual = re.search(r'href="([^"]+)">Choose the usual look', page)
        assert usual
        assert "look" not in parse_qs(urlsplit(html.unescape(usual[1])).query)
        assert not workshop.ledger.pending()
    finally:
        failing.stop()


def test_a_key_names_all_that_a_kit_depends_on(workshop: Workshop) -> None:
    seen = {key_of("eruption", KitOptions())}
    for option in OPTIONS:
        if option.name not in ("printer", "pieces"):
            values = {
                "only": "tile",
                "since": "1",
                "calibration": "1,0,0",
                "paper": "letter",
                "card": "bridge",
            }
            value = values.get(option.name) or next(
                (v for v in getattr(option, "values", ()) if v != option.write(getattr(KitOptions(), option.name))), ""
            )
            if option.kind == "switch":
                value = "no" if getattr(KitOptions(), option.name) else "yes"
            if isinstance(option, Number):
                value = f"{option.high:g}"
            changed = KitOptions(**{option.name: option.read(value)})
            seen.add(key_of("eruption", changed))
    assert len(seen) == len(OPTIONS) - 1
    workshop.profiles.save("Inkjet", Profile(Calibration(1.0, 0.0, 0.0)))
    job = workshop.order("eruption", KitOptions(printer="Inkjet"), "x")
    assert job.key == key_of("eruption", KitOptions(calibration=Calibration(1.0, 0.0, 0.0), orientation="portrait"))
    with pytest.raises(KitError):
        workshop.order("eruption", KitOptions(printer="Other"), "x")


def test_another_game_is_asked_for_what_it_has(client: FlaskClient, workshop: Workshop) -> None:
    page = client.get("/print/abduction")
    assert page.status_code == 200
    assert 'name="tile_width"' not in page.text
    assert re.search(r"<b>\d+ sheets of A4", page.text)
    assert re.search(r'value="straight"[^>]*aria-pressed="true"', client.get("/print/abduction?cut=straight").text)
    form = {"set": "1", "pieces": ["board", "cards", "aids"], "guide": "yes", "paper": "a4"}
    answer = client.post("/print/abduction", data=form)
    assert answer.status_code == 303, alert(answer.text)
    assert client.get("/print/abduction/pieces").status_code == 200
    assert client.get("/print/abduction/printers").status_code == 200
    assert client.post("/print/abduction", data={"tile_width": "40"}).status_code == 422
