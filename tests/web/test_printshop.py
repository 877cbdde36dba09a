"""Kits are ordered, waited for and fetched on pages that work without scripts; each refusal says what is allowed."""

from __future__ import annotations

import html
import io
import re
import zipfile
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pikepdf
import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.kit.calibration import Calibration, Profile
from companion.kit.choices import OPTIONS
from companion.kit.errors import KitError
from companion.kit.kinds import Number
from companion.kit.options import KitOptions
from companion.web.kits.ledger import LineFull
from companion.web.kits.worker import Worker
from companion.web.kits.workshop import Workshop, key_of
from tests.web.printshop_helpers import FAILING, IDLE, QUICK, SLOW, wait_for, wait_until, worker

WALLS = {"pieces": "walls"}


@pytest.fixture
def workshop(app: Flask) -> Workshop:
    """The app's, whose worker does nothing."""
    found: Workshop = app.extensions["jobs"]
    found.program = IDLE
    return found


@pytest.fixture
def quick(workshop: Workshop) -> Iterator[Worker]:
    """The app's kits are made in no time."""
    made = worker(workshop, QUICK)
    made.start()
    yield made
    made.stop()


def key_in(location: str) -> str:
    return location.rpartition("/")[2]


def order(client: FlaskClient, **form: object) -> str:
    answer = client.post("/print/eruption", data={**WALLS, **form})
    assert answer.status_code == 303, answer.text
    return answer.location


def alert(text: str) -> str:
    return html.unescape(text.partition('role="alert">')[2].partition("</p>")[0])


def test_a_kit_is_ordered_waited_for_and_fetched(client: FlaskClient, workshop: Workshop, quick: Worker) -> None:
    where = order(client, paper="letter", pieces=["tiles", "cards"])
    job = workshop.get(key_in(where))
    assert job
    wait_for(workshop, job, "done")
    page = client.get(where).text
    assert "Your kit is ready" in page
    assert "2 sheets" in page
    assert "hx-get" not in page
    assert "refresh" not in page
    file = client.get(where + ".pdf")
    assert file.mimetype == "application/pdf"
    assert "eruption-letter-en.pdf" in file.headers["Content-Disposition"]
    with pikepdf.open(io.BytesIO(file.data)) as pdf:
        told = str(pdf.docinfo["/Title"])
    assert "--pieces=tiles,cards" in told
    assert "--paper=letter" in told
    file.close()


def test_its_pages_are_shown_as_they_will_be_printed(client: FlaskClient, workshop: Workshop, quick: Worker) -> None:
    where = order(client)
    pictures = [client.get(f"{where}/{number}.png") for number in (1, 3)]
    for picture in pictures:
        assert picture.mimetype == "image/png"
        assert picture.data.startswith(b"\x89PNG")
        picture.close()
    assert client.get(f"{where}/4.png").status_code == 404
    shown = re.findall(r'<img src="([^"]+)" loading="lazy" alt="([^"]+)"', client.get(where).text)
    assert shown == [(f"{where}/{n}.png", f"Page {n}") for n in (1, 2, 3)]


def test_a_kit_of_several_files_comes_as_a_zip_under_its_own_name(client: FlaskClient, workshop: Workshop) -> None:
    workshop.program = Workshop(workshop.settings).program
    where = order(client, cut_file="svg", guide="no")
    job = workshop.get(key_in(where))
    assert job
    wait_for(workshop, job, "done", "failed")
    assert client.get(where + ".pdf").status_code == 404
    file = client.get(where + ".zip")
    assert "eruption-a4-en.zip" in file.headers["Content-Disposition"]
    with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
        assert "eruption.pdf" in archive.namelist()
    file.close()
    with client.get(f"{where}/1.png") as picture:
        assert picture.data.startswith(b"\x89PNG")


def test_the_same_choice_is_one_tap_away_in_other_files(client: FlaskClient, workshop: Workshop, quick: Worker) -> None:
    where = order(client, paper="letter")
    job = workshop.get(key_in(where))
    assert job
    wait_for(workshop, job, "done")
    others = re.findall(r'<form method="post" action="([^"]+)"><button class="button">', client.get(where).text)
    exports = set()
    for address in others:
        answer = client.post(html.unescape(address))
        other = workshop.get(key_in(answer.location))
        assert other
        assert other.options.paper == "letter"
        assert other.options.pieces == ("walls",)
        exports.add((other.options.export, other.options.cut_file))
    assert exports == {
        ("sheets", "svg"),
        ("sheets", "dxf"),
        ("png-sheets", "none"),
        ("png-faces", "none"),
        ("print-on-demand", "none"),
    }


def test_the_language_of_the_page_is_the_kits(client: FlaskClient, workshop: Workshop) -> None:
    assert re.search(r'value="ja" checked', client.get("/print/eruption?lang=ja").text)


def test_whoever_asks_for_the_same_gets_the_same_at_once(
    client: FlaskClient, workshop: Workshop, quick: Worker
) -> None:
    first = order(client)
    job = workshop.get(key_in(first))
    assert job
    wait_for(workshop, job, "done")
    assert order(client) == first
    assert "Your kit is ready" in client.get(first).text
    assert order(client, pieces="tiles") != first


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


def test_what_is_not_there_is_told(client: FlaskClient, workshop: Workshop) -> None:
    for path in (
        "/print/chess",
        "/print/chess/sheets",
        "/print/chess/pieces",
        "/print/chess/printers",
        *(f"/print/eruption/0123456789abcdef{end}" for end in ("", ".pdf", ".zip", "/1.png", "/tiles/fan_5.png")),
    ):
        assert client.get(path).status_code == 404, path
    assert client.post("/print/eruption/0123456789abcdef/cancel").status_code == 404


def test_no_address_leads_out_of_the_folder_of_kits(client: FlaskClient, workshop: Workshop, quick: Worker) -> None:
    where = order(client)
    job = workshop.get(key_in(where))
    assert job
    wait_for(workshop, job, "done")
    (workshop.settings.data / "secret.png").write_bytes(b"SECRET-7f3a")
    (workshop.settings.data / "secret.pdf").write_bytes(b"SECRET-7f3a")
    for path in (
        "/print/eruption/..%2fsecret.pdf",
        "/print/eruption/../secret.pdf",
        "/print/eruption/..%2f..%2fsecret.key",
        f"{where}.py",
        f"{where}.sqlite",
        f"{where}/..%2f..%2f..%2fsecret.png",
        f"{where}/../../../secret.png",
        f"{where}/%2e%2e/secret.png",
        f"{where}/../secret/secret.png",
        f"{where}/-1.png",
        f"{where}/99999999999999999999.png",
        f"{where.replace(job.key, job.key.upper())}.pdf",
        f"{where.replace(job.key, job.key + '%00')}.pdf",
        f"{where.replace(job.key, '*')}.pdf",
    ):
        answer = client.get(path)
        assert answer.status_code in (404, 308), path
        assert b"SECRET-7f3a" not in answer.data


def test_progress_is_what_the_process_says(client: FlaskClient, workshop: Workshop) -> None:
    slow = worker(workshop, SLOW)
    slow.start()
    try:
        where = order(client)
        job = workshop.get(key_in(where))
        assert job
        wait_until(lambda: (now := workshop.get(job.key)) and now.done)
        page = client.get(where).text
        assert '<progress max="4" value="1"' in page
        assert "Drawing" in page
        assert '<noscript><meta http-equiv="refresh"' in page
        assert client.get(where + ".pdf").status_code == 404
    finally:
        slow.stop()


def test_who_ordered_may_stop_it_and_who_wants_it_too_still_gets_it(app: Flask, workshop: Workshop) -> None:
    slow = worker(workshop, SLOW)
    slow.start()
    try:
        ann, ben, stranger = (app.test_client() for _ in range(3))
        for one in (ann, ben, stranger):
            one.environ_base["HTTP_ACCEPT"] = "text/html"
            one.get("/print/eruption")
        where = order(ann)
        assert order(ben) == where
        job = workshop.get(key_in(where))
        assert job
        wait_for(workshop, job, "running")
        assert "Stop" in ann.get(where).text
        assert "/cancel" not in stranger.get(where).text
        stranger.post(f"{where}/cancel")
        answer = ann.post(f"{where}/cancel")
        assert answer.status_code == 303
        assert parse_qs(urlsplit(answer.location).query)["pieces"] == ["walls"]
        assert "Making your kit" in ben.get(where).text
        ben.post(f"{where}/cancel")
        wait_for(workshop, job, "cancelled")
        assert "Stopped" in ben.get(where).text
    finally:
        slow.stop()


def test_a_failure_says_why_in_the_language_of_the_page_and_what_still_works(
    client: FlaskClient, workshop: Workshop
) -> None:
    failing = worker(workshop, FAILING)
    failing.start()
    try:
        where = order(client, look="grey", paper="letter")
        job = workshop.get(key_in(where))
        assert job
        wait_for(workshop, job, "failed")
        page = client.get(where).text
        assert "Missing: Pango." in page
        usual = re.search(r'class="button main" href="([^"]+)"', page)
        assert usual
        query = parse_qs(urlsplit(html.unescape(usual[1])).query)
        assert query["paper"] == ["letter"]
        assert "look" not in query
    finally:
        failing.stop()


def test_a_line_that_is_full_is_told(client: FlaskClient, workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise LineFull

    monkeypatch.setattr(workshop.ledger, "order", full)
    answer = client.post("/print/eruption", data=WALLS)
    assert answer.status_code == 503
    assert "Try again in a minute" in answer.text
    assert "Try again in a minute" in client.get("/print/eruption/sheets?pieces=walls").text


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


def test_too_many_orders_are_slowed_down_but_what_is_there_is_given(
    client: FlaskClient, workshop: Workshop, quick: Worker
) -> None:
    where = order(client)
    answers = [client.post("/print/eruption", data={**WALLS, "gutter": str(n / 2)}).status_code for n in range(7, 32)]
    assert answers[0] == 303
    assert answers[-1] == 429
    assert order(client) == where


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
