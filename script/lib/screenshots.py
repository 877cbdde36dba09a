"""Pictures of the main screens and of printed sheets, for README and docs/ (run by script/screenshots).

The tables have fixed seeds and are played by a fixed random player, so the pictures change only when the product does;
the front page alone shows what is new each time, the codes of the tables.
"""

from __future__ import annotations

import random
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from companion.games.contract import Position, to_wire
from companion.games.registry import games
from companion.tables.log import Store
from companion.tables.play import Tables
from companion.tables.table import Command, Table

DOCS = Path(__file__).resolve().parents[2] / "docs"
PHONE = {"width": 360, "height": 640}
SEED = bytes(range(32))
CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
Wanted = Callable[[Position], bool]


def player(tables: Tables, code: str, rng: random.Random, wanted: Wanted) -> Table:
    """Play at random, walls rather than none, until the position is the wanted one or the game is over."""
    while True:
        table = tables.open(code)
        position = table.position
        decision = position.decision()
        if decision is None or wanted(position):
            return table
        command = Command(f"shot-{code}-{table.version:06d}", table.version)
        if decision.by == "chance":
            tables.roll(code, command)
            continue
        actions = position.legal()
        building = [action for action in actions if type(action).__name__ == "BuildWall"]
        tables.act(code, command, to_wire(rng.choice(building or actions)))


def tiles(position: Position) -> int:
    """How many tiles lie on the island."""
    return len(position.view()["tiles"])


def waits_for(kind: str, after: int) -> Wanted:
    """A decision of that kind, with at least so many tiles on the island."""

    def wanted(position: Position) -> bool:
        decision = position.decision()
        return decision is not None and decision.kind == kind and tiles(position) >= after

    return wanted


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
    store.close()
    return codes


def _cards(position: Position) -> int:
    state = position.view()
    return sum(state["seats"][state["active"]]["hand"].values())


@contextmanager
def server(data: Path) -> Iterator[str]:
    """A companion of its own on a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "companion.cli", "serve", "--host", "127.0.0.1", "--port", str(port)]
    process = subprocess.Popen([*command, "--data", str(data)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            with suppress(OSError), urllib.request.urlopen(f"{url}/healthz"):
                break
            time.sleep(0.1)
        yield url
    finally:
        process.terminate()
        process.wait(10)


def take_screens(url: str, codes: dict[str, str]) -> None:
    """The pages of a phone, and the table on a tablet."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=CHROMIUM)
        context = browser.new_context(
            viewport=PHONE, device_scale_factor=2, has_touch=True, is_mobile=True, reduced_motion="reduce", locale="en"
        )
        page = context.new_page()

        def shot(name: str) -> None:
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(200)
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
        page.goto(f"{url}/t/{codes['tile']}/history")
        shot("history")
        page.goto(f"{url}/print/eruption")
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
    pdf = folder / "kit.pdf"
    subprocess.run([sys.executable, "-m", "companion.cli", "kit", "eruption", "-o", str(pdf)], check=True)
    for name, first, last in (("sheets", 9, 15), ("board", 25, 25)):
        subprocess.run(
            ["pdftoppm", "-r", "50", "-png", "-f", str(first), "-l", str(last), str(pdf), str(folder / name)],
            check=True,
        )
        pages = [Image.open(file) for file in sorted(folder.glob(f"{name}-*.png"))][::2]
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
        take_sheets(folder)
    for file in DOCS.glob("*.png"):
        # Flat drawings lose nothing with a palette, and the repository stays small.
        Image.open(file).convert("RGB").quantize(128).save(file, optimize=True)


if __name__ == "__main__":
    main()
