"""A kit is ordered on a phone at a real server: chosen, looked at, waited for, taken home; with and without scripts."""

from __future__ import annotations

import io
import re
import urllib.request
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pikepdf
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import Server, free_port
from tests.web.printshop_helpers import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.slow]
LONG = 90_000
"""Milliseconds that a kit may take on a busy machine."""
QUICK = "?pieces=walls,markers&guide=no"


def fetch(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=60) as answer:
        return bytes(answer.read())


def no_sideways(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def shown_pages(page: Page) -> list[str]:
    expect(page.locator(".strip img").first).to_be_attached(timeout=LONG)
    return [str(image.get_attribute("src")) for image in page.locator(".strip img").all()]


def test_a_whole_game_takes_one_tap_and_its_sheets_are_seen_before(server: Server, phone: Page) -> None:
    phone.goto(server.url + "/print/eruption")
    expect(phone.locator("#amount")).to_contain_text(re.compile(r"\d+ sheets of A4"))
    pictures = shown_pages(phone)
    phone.locator("#sheets").scroll_into_view_if_needed()
    expect(phone.locator(".strip img").first).to_have_js_property("naturalWidth", 720, timeout=LONG)
    no_sideways(phone)
    phone.locator("#make").click()
    expect(phone.get_by_text("Your kit is ready")).to_be_visible(timeout=LONG)
    assert shown_pages(phone) == pictures
    no_sideways(phone)
    with phone.expect_download() as download:
        phone.get_by_role("link", name="Take the PDF").click()
    assert download.value.suggested_filename == "eruption-a4-en.pdf"
    with pikepdf.open(Path(download.value.path())) as pdf:
        assert len(pdf.pages) == len(pictures)


def test_pictures_are_those_of_the_file(server: Server, phone: Page) -> None:
    phone.goto(server.url + "/print/eruption" + QUICK)
    first = shown_pages(phone)[0]
    picture = Image.open(io.BytesIO(fetch(server.url + first))).convert("L")
    pdf = pikepdf.open(io.BytesIO(fetch(server.url + first.rpartition("/")[0] + ".pdf")))
    box = pdf.pages[0].mediabox
    pdf.close()
    assert picture.width / picture.height == pytest.approx(float(box[2]) / float(box[3]), abs=0.005)
    assert picture.getextrema() == (0, 255)


def test_each_choice_is_counted_and_seen_at_once(server: Server, phone: Page) -> None:
    phone.goto(server.url + "/print/eruption" + QUICK)
    before = shown_pages(phone)
    phone.select_option("#paper", "letter")
    expect(phone.locator("#amount")).to_contain_text("of Letter")
    wait_until(lambda: shown_pages(phone) != before, 90)
    phone.get_by_role("button", name="Machine").click()
    expect(phone.locator("#cut-machine")).to_have_attribute("aria-pressed", "true")
    expect(phone.locator("#make")).to_have_text("Make the files")
    expect(phone.locator("#amount")).to_contain_text("of Letter")
    link = phone.get_by_role("link", name="A link to this choice")
    expect(link).to_have_attribute("href", re.compile("silhouette-3"), timeout=LONG)
    query = parse_qs(urlsplit(str(link.get_attribute("href"))).query)
    assert query["paper"] == ["letter"]
    assert query["cut_file"] == ["svg"]
    phone.goto(server.url + str(link.get_attribute("href")))
    expect(phone.locator("#cut-machine")).to_have_attribute("aria-pressed", "true")
    expect(phone.locator("#paper")).to_have_value("letter")


def test_a_size_of_one_s_own_is_asked_for_only_then(server: Server, phone: Page) -> None:
    phone.goto(server.url + "/print/eruption" + QUICK)
    own = phone.get_by_label("Paper: width x height in mm")
    expect(own).to_be_hidden()
    phone.select_option("#paper", "own")
    expect(own).to_be_visible()
    own.fill("9x9")
    own.blur()
    expect(phone.locator("#sheets [role=alert]")).to_contain_text("9x9")
    own.fill("200x300")
    own.blur()
    expect(phone.locator("#amount")).to_contain_text("200 × 300 mm")


def test_lost_pieces_are_picked_with_a_thumb(server: Server, phone: Page) -> None:
    phone.goto(server.url + "/print/eruption" + QUICK)
    phone.get_by_role("button", name="Single pieces").click()
    phone.wait_for_url("**/pieces?*")
    expect(phone.locator(".shot img").first).to_have_js_property("naturalWidth", 240, timeout=LONG)
    no_sideways(phone)
    more = phone.get_by_role("button", name="One more: Fan of five")
    more.click()
    more.click()
    phone.get_by_role("button", name="One more: Rain").click()
    phone.get_by_role("button", name="One less: Fan of five").click()
    expect(phone.locator("[data-total]")).to_have_text("Pieces: 2")
    phone.get_by_role("button", name="These pieces").click()
    expect(phone.get_by_text("1 × Fan of five · 1 × Rain")).to_be_visible()
    expect(phone.locator("#amount")).to_contain_text("2 sheets of A4")
    assert len(shown_pages(phone)) == 4
    phone.get_by_role("button", name="The whole game").click()
    expect(phone.get_by_text("1 × Fan of five")).to_be_hidden()


def test_a_printer_is_measured_saved_and_chosen(server: Server, phone: Page) -> None:
    phone.goto(server.url + "/print/eruption" + QUICK)
    phone.get_by_role("link", name="Backs do not line up?").click()
    phone.get_by_role("button", name="Make the calibration sheet").click()
    expect(phone.get_by_text("Your kit is ready")).to_be_visible(timeout=LONG)
    assert len(shown_pages(phone)) == 2
    phone.get_by_role("link", name="Type in what you read").click()
    for name, value in (("x at the top", "0.6"), ("x at the foot", "0.2"), ("y", "-1")):
        phone.get_by_label(name, exact=True).fill(value)
    phone.get_by_label("Name of the printer").fill("Inkjet")
    phone.get_by_role("button", name="Save the printer").click()
    expect(phone.get_by_text("“Inkjet” is saved")).to_be_visible()
    expect(phone.get_by_label("Printer", exact=True)).to_have_value("Inkjet")
    no_sideways(phone)


def test_a_kit_in_the_making_is_stopped(server: Server, phone: Page) -> None:
    # Cards of a size that nobody has drawn yet, in the look that takes longest.
    phone.goto(server.url + "/print/eruption?look=ink-saver&art=night&card=61x91&language=ja")
    phone.locator("#make").click()
    stop = phone.get_by_role("button", name="Stop")
    stop.evaluate("button => { button.dataset.same = 'yes'; }")
    with phone.expect_response(lambda answer: answer.request.headers.get("hx-request") == "true"):
        pass
    expect(stop).to_have_attribute("data-same", "yes")  # a finger on it is not interrupted
    stop.click()
    phone.wait_for_url("**/print/eruption?*")
    expect(phone.locator("#more, #fold-more")).to_be_visible()
    assert parse_qs(urlsplit(phone.url).query)["card"] == ["61x91"]


def test_a_kit_is_made_although_the_server_is_killed_in_the_middle(tmp_path: Path, phone: Page) -> None:
    server = Server(tmp_path / "data", free_port())
    server.start()
    try:
        phone.goto(server.url + "/print/eruption?art=night")
        phone.locator("#make").click()
        phone.wait_for_url(re.compile(r"/print/eruption/[0-9a-f]{16}$"))
        server.kill()
        server.start()
        phone.reload()
        expect(phone.get_by_text("Your kit is ready")).to_be_visible(timeout=LONG)
        assert fetch(phone.url + ".pdf").startswith(b"%PDF")
    finally:
        server.kill()


def test_without_scripts_a_kit_is_one_tap_further(server: Server, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 640}, java_script_enabled=False, locale="en")
    page = context.new_page()
    page.goto(server.url + "/print/eruption" + QUICK)
    page.get_by_role("button", name="Show the sheets").click()
    assert shown_pages(page)
    page.get_by_role("button", name="Straight cutter").click()
    assert page.locator("#cut-straight").get_attribute("aria-pressed") == "true"
    page.locator("#make").click()
    expect(page.get_by_text("Your kit is ready")).to_be_visible(timeout=LONG)
    page.get_by_role("link", name="Change something").click()
    page.get_by_role("button", name="Single pieces").click()
    page.get_by_label("Fan of five", exact=True).fill("2")
    page.get_by_role("button", name="These pieces").click()
    expect(page.get_by_text("2 × Fan of five")).to_be_visible()
    context.close()


@pytest.mark.parametrize("path", ["", "/pieces", "/printers"])
def test_what_is_touched_is_large_enough(server: Server, phone: Page, path: str) -> None:
    phone.goto(server.url + "/print/eruption" + path)
    phone.locator("details").evaluate_all("folds => folds.forEach(fold => fold.open = true)")
    small = phone.evaluate(
        """[...document.querySelectorAll("main :is(a, button, input:not([type=hidden]), select, summary)")]
        .filter(it => it.offsetParent && !it.matches(".unseen, .switch input, .strip a"))
        .map(it => [it.id || it.textContent.trim(), it.getBoundingClientRect()])
        .filter(([, box]) => box.height < 47.5 || box.width < 47.5)
        .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""
    )
    assert not small
    no_sideways(phone)


def test_a_choice_that_cannot_be_is_told_beside_the_button(server: Server, phone: Page) -> None:
    phone.goto(server.url + "/print/eruption" + QUICK)
    phone.get_by_role("button", name="What is new").click()
    expect(phone.locator("#amount")).to_contain_text("your copy is up to date")
    expect(phone.get_by_label("Version on your sheets")).to_be_visible()
    phone.get_by_role("button", name="The whole game").click()
    expect(phone.locator("#amount")).to_contain_text("sheets of A4")
