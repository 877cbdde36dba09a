"""What comes but seldom: open stacks, eruption tiles, second tiles, the final round, the end and what is after it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.games.eruption.data import RULES
from companion.tables.play import Kit
from tests.web.table.conftest import House
from tests.web.table.positions import AT_GATE, CHANNEL, seats
from tests.web.table.taps import Phone

pytestmark = pytest.mark.browser


def test_with_the_forecast_a_tile_is_taken_from_one_of_the_open_stacks(tap: Phone, house: House) -> None:
    table = house.new(forecast=True)
    tap.open(table.code).asks("Take the top tile of a stack")
    stacks = tap.panel.get_by_role("button", name=re.compile(r"\d+ left"))
    expect(stacks).to_have_count(RULES.turn.stacks)
    top = table.position.view()["stacks"][1]["top"]
    tap.tap(stacks.nth(1)).asks(f"Tap a lit hex for the {RULES.tile(top).name}")


def test_with_real_tiles_the_forecast_asks_for_the_top_of_each_stack(tap: Phone, house: House) -> None:
    table = house.new(3, Kit(tiles="table"), forecast=True, cards="table")
    tap.open(table.code)
    for stack in (1, 2, 3):
        tap.asks(f"Turn up the top tile of stack {stack}. Which is it?").press(re.compile("^Star"))
    tap.asks("Take the top tile of a stack")


def test_an_eruption_tile_is_laid_and_heats_the_others(tap: Phone, house: House) -> None:
    ada = {"temperature": 50, "eruption_tiles": [1]}
    table = house.set(phase="eruption", tiles=CHANNEL, seats=seats(**ada))
    tap.open(table.code).asks("Eruption! Tap a lit hex for the new source of lava.")
    tap.hex_tap(6, 3).says("A tile lies there already")
    tap.hex_tap(2, 9).says("+30 for Ben, Chika").press("Place it")
    state = house.state(table.code)
    assert {"hex": [2, 9], "tile": "eruption", "rotation": 0} in state["tiles"]
    assert [seat["temperature"] for seat in state["seats"]] == [50, RULES.meter.eruption, RULES.meter.eruption]


@pytest.mark.parametrize("take", [True, False], ids=["taken", "declined"])
def test_a_village_in_the_last_zone_may_lay_a_second_tile(tap: Phone, house: House, take: bool) -> None:
    ada = {"temperature": RULES.meter.zones[-1], "eruption_tiles": []}
    table = house.set(phase="tile", drawn="trident", tiles=CHANNEL, seats=seats(**ada))
    tap.open(table.code).hex_tap(7, 1).press("Place it").asks("so hot that you may lay a second tile")
    tap.press("Draw" if take else "No, thank you")
    if take:
        tap.asks("Tap a lit hex").follow(re.compile("^Show the first")).press("Place it")
    expect(tap.panel).not_to_contain_text("second tile")
    assert len(house.state(table.code)["tiles"]) == len(CHANNEL) + 1 + take


def test_the_final_round_says_who_still_plays(tap: Phone, house: House) -> None:
    table = house.set(phase="walls", final_round={"reason": "burn_out", "to_play": [1, 2]}, seats=seats())
    banner = tap.open(table.code).page.locator("#final")
    expect(banner).to_have_text("Final round. Then only: Ben, Chika")
    tap.press("End turn")
    expect(banner).to_have_text("Final round. Then only: Chika")


def test_a_tie_is_told_with_its_sum(tap: Phone, house: House) -> None:
    stock = {"straw": 0, "wood": 1, "stone": 0}
    hot = {"temperature": 200, "stockpile": {}, "eruption_tiles": []}
    table = house.set(
        phase="walls",
        tiles=CHANNEL,
        walls=[AT_GATE],
        final_round={"reason": "stack_out", "to_play": []},
        seats=[{"temperature": 90, "stockpile": stock}, {"temperature": 90}, hot],
    )
    tap.open(table.code).press("End turn").asks("Ben wins")
    rows = tap.panel.locator(".ranking li")
    expect(rows.nth(0)).to_contain_text("3 + 2 + 1 − 0 = 6")
    expect(rows.nth(1)).to_contain_text("2 + 1 − 0 = 3")
    expect(rows.nth(2)).not_to_contain_text("=")


def test_a_game_is_finished_early_and_taken_up_again(tap: Phone, house: House) -> None:
    table = house.set(phase="walls", seats=seats(temperature=100))
    page = tap.open(table.code).page
    page.get_by_role("link", name="More").tap()
    page.get_by_text("Finish the game now").tap()
    page.get_by_role("button", name="Finish now").tap()
    expect(tap.heading).to_have_text("Ben, Chika win together")
    assert house.open(table.code).finished_early
    tap.press(re.compile("^Undo"))
    expect(tap.heading).not_to_contain_text("win together")
    assert not house.open(table.code).over


def test_a_rematch_is_the_same_table_for_everybody_who_asks(tap: Phone, second: Phone, house: House) -> None:
    table = house.set(4, phase="walls", final_round={"reason": "stack_out", "to_play": []}, seats=seats(4))
    tap.front().open(table.code).press("End turn")
    second.front().open(table.code)
    tap.front().button("Rematch").tap()
    expect(tap.page).not_to_have_url(re.compile(table.code))
    expect(tap.heading).to_have_text("Give the phone to Ada")
    second.front().link("To the rematch").tap()
    expect(second.page).to_have_url(tap.page.url)
    code = tap.page.url.rpartition("/")[2]
    assert house.open(code).names == table.names
    assert house.state(code)["turn"] == 1


def test_the_file_of_a_finished_game_proves_its_dice(tap: Phone, house: House, tmp_path: Path) -> None:
    table = house.new(2)
    page = tap.open(table.code).page
    promise = house.open(table.code).commitment
    tap.follow(re.compile("^Show the first")).press("Place it")
    page.goto(f"{tap.url}/t/{table.code}/fair")
    expect(page.locator("#commitment")).to_have_text(promise)
    expect(page.get_by_text("The secret is shown here when the game is over.")).to_be_visible()
    page.goto(f"{tap.url}/t/{table.code}/more")
    page.get_by_text("Finish the game now").tap()
    page.get_by_role("button", name="Finish now").tap()
    page.get_by_role("link", name="How it went").tap()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as a file").tap()
    assert download.value.suggested_filename == f"tableside-{table.code}.json"
    file = tmp_path / "game.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["result"] == house.open(table.code).position.ranking()
    done = _verify(file)
    assert done.returncode == 0, done.stderr

    changed = json.loads(file.read_text())
    action = next(a for entry in changed["log"] for a in entry["actions"] if a["type"] == "card")
    action["card"] = "rain" if action["card"] != "rain" else "quake"
    file.write_text(json.dumps(changed))
    assert _verify(file).returncode != 0


def _verify(file: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "companion.cli", "verify", str(file)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
