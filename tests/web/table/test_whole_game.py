"""A whole game by taps, from the set-up to the ranking."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.web.table.conftest import NAMES, House
from tests.web.table.taps import Phone

pytestmark = pytest.mark.browser

CONFIRM = ("Place it", "Build", "Turn it", "Swap it", "Remove it", "Destroy it", "Leave them so")
LOOK = """() => {
    const panel = document.getElementById("panel");
    const seen = (node) => node.checkVisibility();
    const name = (node) => node.getAttribute("aria-label") ?? node.innerText.trim();
    const below = (node) => node.getBoundingClientRect().bottom > innerHeight + 0.5;
    const doing = [...panel.querySelectorAll("h2, .main")].filter(seen);
    return {
        heading: panel.querySelector("h2").innerText,
        buttons: [...panel.querySelectorAll("button:enabled")].filter(seen).map(name),
        links: [...panel.querySelectorAll("a")].filter(seen).map(name),
        cards: panel.querySelectorAll("a.playcard").length,
        lit: document.querySelectorAll("#b-lit a.lit").length,
        sites: document.querySelectorAll("#b-lit a.site, #b-lit a.target").length,
        below: doing.filter(below).map(name),
    };
}"""


class Player:
    """Taps whatever may be tapped, by chance but to an end: what is picked is confirmed more often than not."""

    def __init__(self, tap: Phone, seed: int) -> None:
        self.tap, self.rng = tap, random.Random(seed)
        self.done: Counter[str] = Counter()

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] = self.tap.page.evaluate(LOOK)
        assert not found["below"], f"not on the screen without scrolling: {found}"
        return found

    def step(self, seen: dict[str, Any]) -> None:
        what, where = self.choose(seen)
        self.done[what] += 1
        self.tap.tap(where)

    def choose(self, seen: dict[str, Any]) -> tuple[str, Locator]:
        panel, board, rng, buttons = self.tap.panel, self.tap.board, self.rng, seen["buttons"]
        sure = next((i for i, name in enumerate(buttons) if name in CONFIRM), None)
        if sure is not None and "Turn" in seen["links"] and rng.random() < 0.1:
            return "Turn", panel.get_by_role("link", name="Turn", exact=True)
        if sure is not None:
            return buttons[sure], panel.locator("button:enabled").nth(sure)
        if seen["lit"]:
            return "hex", board.locator("#b-lit a.lit").nth(rng.randrange(seen["lit"]))
        if seen["sites"] and (rng.random() < 0.5 or "End turn" not in buttons):
            return "site", board.locator("#b-lit :is(a.site, a.target)").nth(rng.randrange(seen["sites"]))
        if seen["cards"] and (rng.random() < 0.4 or not buttons):
            return "card", panel.locator("a.playcard").nth(rng.randrange(seen["cards"]))
        if buttons and (not seen["links"] or rng.random() < 0.9):
            i = rng.randrange(len(buttons))
            return buttons[i], panel.locator("button:enabled").nth(i)
        return "link", panel.locator("a").nth(rng.randrange(len(seen["links"])))


def test_a_game_by_taps_from_the_deal_to_the_ranking(tap: Phone, house: House) -> None:
    loud: list[str] = []
    tap.page.on("console", lambda message: loud.append(message.text) if message.type in ("error", "warning") else None)
    table = house.new(2)
    tap.open(table.code, covered=True)
    player = Player(tap, 3)
    while "win" not in (seen := player.look())["heading"]:
        player.step(seen)
        assert sum(player.done.values()) < 900, player.done

    table = house.open(table.code)
    assert table.over
    ranking = table.position.ranking()
    rows = tap.panel.locator(".ranking li")
    expect(rows).to_have_count(len(ranking))
    for row, seat in zip(rows.all(), ranking, strict=True):
        expect(row.locator("b")).to_have_text(str(seat["place"]))
        expect(row.locator("strong")).to_have_text(str(seat["temperature"]))
        expect(row).to_contain_text(NAMES[seat["seat"]])
    winners = [NAMES[seat["seat"]] for seat in ranking if seat["place"] == 1]
    expect(tap.heading).to_have_text(f"{winners[0]} wins" if len(winners) == 1 else re.compile("win together"))
    expect(tap.page.get_by_role("heading", level=1)).to_have_text("The game is over")
    assert {"Place it", "hex", "Build", "card", "Roll"} <= set(player.done)
    assert any(word in player.done for word in ("Trade", "Play"))
    assert not loud
