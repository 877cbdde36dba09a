"""Pictures of the main screens and of printed sheets, for README and docs/ (run by script/screenshots).

The tables have fixed seeds and are played by a fixed random player, so the pictures change only when the product does;
the front page alone shows what is new each time, the codes of the tables.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from companion.games.contract import Position
from companion.games.registry import games
from companion.tables.log import Store
from companion.tables.play import Tables
from script.lib import film
from script.lib.stage import CHROMIUM, DOCS, PHONE, SEED, Wanted, player, server, waits_for

ABDUCTION_TURN = 7


def make_tables(data: Path) -> dict[str, str]:
    """The tables of the pictures; the code of each by name."""
    store = Store(f"sqlite:///{data / 'tables.sqlite'}")
    tables = Tables(store, games(), seeds=lambda: SEED)
    wanted: dict[str, Wanted] = {
        "tile": waits_for("place_tile", 14),
        "duel": waits_for("duel", 18),
        "cards": lambda position: waits_for("cards", 16)(position) and _cards(position) >= 3,
        "walls": waits_for("walls", 10),
        "end": lambda position: False,
    }
    codes = {}
    for number, (name, stop) in enumerate(wanted.items()):
        table = tables.create("eruption", {"players": 4}, ["Ada", "Ben", "Chika", "Dan"])
        player(tables, table.code, random.Random(number), stop)
        codes[name] = table.code
    alone = tables.create("abduction", {}, ["Ada"])
    player(tables, alone.code, random.Random(5), lambda position: position.view()["turn"] == ABDUCTION_TURN)
    codes["abduction"] = alone.code
    store.close()
    return codes


def _cards(position: Position) -> int:
    state = position.view()
    return sum(state["seats"][state["active"]]["hand"].values())


def take_screens(url: str, codes: dict[str, str]) -> None:
    """The pages of a phone, and the table on a tablet."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM)
        context = browser.new_context(
            viewport=PHONE, device_scale_factor=2, has_touch=True, is_mobile=True, reduced_motion="reduce", locale="en"
        )
        page = context.new_page()

        def shot(name: str) -> None:
            page.wait_for_load_state("load")
            page.wait_for_timeout(700)
            page.screenshot(path=DOCS / f"{name}.png")

        page.goto(url)
        shot("home")
        page.goto(f"{url}/new/eruption")
        shot("new-table")
        for name in ("tile", "duel", "cards", "walls", "end"):
            page.goto(f"{url}/t/{codes[name]}")
            uncover(page)
            if name == "tile":
                page.locator("a.lit").nth(3).click()
                page.wait_for_timeout(400)
            shot(name)
        page.goto(f"{url}/new")
        shot("games")
        page.goto(f"{url}/t/{codes['abduction']}")
        shot("abduction")
        page.goto(f"{url}/t/{codes['tile']}/history")
        shot("history")
        page.goto(f"{url}/print/eruption")
        page.wait_for_selector(".strip img", timeout=90_000)
        shot("print-shop")
        context.add_cookies([{"name": "theme", "value": "dark", "url": url}])
        page.goto(f"{url}/t/{codes['tile']}")
        shot("night")
        browser.close()


def uncover(page: Page) -> None:
    """Be the player whose turn it is."""
    button = page.get_by_role("button", name=re.compile("^I am "))
    if button.count():
        button.first.click()
        page.wait_for_timeout(400)


def take_sheets(folder: Path) -> None:
    """Sheets of the printed copy, side by side."""
    wanted = {
        "sheets": ["--pieces", "tiles,cards,walls,dice", "--backs", "none", "--board", "none"],
        "board": ["--pieces", "board", "--backs", "none", "--board", "single"],
    }
    for name, options in wanted.items():
        pdf = folder / f"{name}.pdf"
        command = [sys.executable, "-m", "companion.cli", "kit", "eruption", "--guide", "no", "--quiet", *options]
        subprocess.run([*command, "-o", str(pdf)], check=True)
        subprocess.run(["pdftoppm", "-r", "50", "-l", "5", "-png", str(pdf), str(folder / name)], check=True)
        pages = [Image.open(file) for file in sorted(folder.glob(f"{name}-*.png"))]
        gap = 12
        picture = Image.new(
            "RGB", (sum(p.width + gap for p in pages) + gap, max(p.height for p in pages) + 2 * gap), "#8a8a8a"
        )
        x = gap
        for sheet in pages:
            picture.paste(sheet, (x, gap))
            x += sheet.width + gap
        picture.save(DOCS / f"print-{name}.png", optimize=True)


def main() -> None:
    """Make them all."""
    DOCS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        codes = make_tables(folder)
        with server(folder) as url:
            take_screens(url, codes)
        film.take(folder)
        take_sheets(folder)
    for file in DOCS.glob("*.png"):
        # Flat drawings lose nothing with a palette, and the repository stays small.
        Image.open(file).convert("RGB").quantize(128).save(file, optimize=True)


if __name__ == "__main__":
    main()
