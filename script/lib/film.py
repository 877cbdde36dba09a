"""A short film of one evening: two phones and the big display at the same moments, frame by frame, for docs/film.md.

The table has a fixed seed and is played by a fixed random player; only its code is new each time.
"""

from __future__ import annotations

import random
from pathlib import Path

from itsdangerous import Signer
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from companion.games.registry import games
from companion.tables import seating
from companion.tables.log import Store
from companion.tables.play import Tables
from companion.web.settings import secret_key
from script.lib import stage

TABLET = {"width": 1280, "height": 800}
HOST, GUEST, THIRD = "host-phone-0000", "guest-phone-000", "third-phone-000"
GAP = 24
GROUND = "#8a8a8a"
DEVICE = {"device_scale_factor": 1.5, "reduced_motion": "reduce", "locale": "en"}


class Film:
    """Three screens of one table, and what was shot of them."""

    def __init__(self, browser: Browser, url: str, data: Path, out: Path) -> None:
        self.url, self.out, self.count = url, out, 0
        self.tables = Tables(Store(f"sqlite:///{data / 'tables.sqlite'}"), games(), seeds=lambda: stage.SEED)
        table = self.tables.create("eruption", {"players": 3}, ["Ada", "Ben", "Chika"], device=HOST)
        self.code = table.code
        self.tables.arrange(self.code, seating.sit(HOST, "Ada", 0, 3, "", 1))
        signer = Signer(secret_key(data), salt="device")
        self.host = self._phone(browser, signer.sign(HOST).decode())
        self.guest = self._phone(browser, signer.sign(GUEST).decode())
        self.board = browser.new_context(viewport=TABLET, **DEVICE).new_page()
        self.third = signer.sign(THIRD).decode()

    def _phone(self, browser: Browser, cookie: str) -> Page:
        context: BrowserContext = browser.new_context(viewport=stage.PHONE, has_touch=True, is_mobile=True, **DEVICE)
        context.add_cookies([{"name": "device", "value": cookie, "url": self.url}])
        return context.new_page()

    def shoot(self, pause: int = 1800) -> None:
        """A frame: the three screens side by side, once what was played has reached them."""
        self.host.wait_for_timeout(pause)
        self.count += 1
        shots = []
        for name, page in (("host", self.host), ("guest", self.guest), ("board", self.board)):
            path = self.out / f"{name}.png"
            page.screenshot(path=path)
            shots.append(Image.open(path).convert("RGB"))
        height = shots[0].height
        shots = [shot.resize((shot.width * height // shot.height, height)) for shot in shots]
        width = sum(shot.width + GAP for shot in shots) + GAP
        frame, x = Image.new("RGB", (width, height + 2 * GAP), GROUND), GAP
        for shot in shots:
            frame.paste(shot, (x, GAP))
            x += shot.width + GAP
        frame.resize((frame.width * 2 // 3, frame.height * 2 // 3)).save(stage.DOCS / f"film-{self.count}.png")

    def play(self, seed: int, wanted: stage.Wanted) -> None:
        """Play on until a position is the wanted one."""
        stage.player(self.tables, self.code, random.Random(seed), wanted)

    def at(self, page: Page, rest: str = "") -> None:
        """Go to a page of the table."""
        page.goto(f"{self.url}/t/{self.code}{rest}")


def turn_of(seat: int, kind: str, after: int) -> stage.Wanted:
    """A decision of that kind in the turn of a seat, with at least so many tiles on the island."""
    waits = stage.waits_for(kind, after)
    return lambda position: waits(position) and position.view()["active"] == seat


def evening(film: Film) -> None:
    """What happens, frame by frame; docs/film.md tells it in words."""
    film.at(film.host, "/more")
    film.host.locator(".qr").scroll_into_view_if_needed()
    film.at(film.guest)
    film.at(film.board, "/board")
    film.shoot()
    film.guest.get_by_role("button", name="Ben").tap()
    film.at(film.host)
    film.shoot()
    film.tables.arrange(film.code, seating.sit(THIRD, "Chika", 2, 3, "", 3))
    film.play(1, turn_of(0, "place_tile", 9))
    film.host.wait_for_timeout(1500)
    film.host.locator("#b-lit a.lit").nth(2).tap()
    film.shoot()
    film.play(2, turn_of(1, "cards", 10))
    film.shoot()
    film.play(3, stage.waits_for("duel", 11))
    film.shoot()
    film.guest.context.set_offline(True)
    film.shoot(4000)
    film.guest.context.set_offline(False)
    film.at(film.host, "/people")
    film.tables.arrange(film.code, seating.set_bot(HOST, 2, 3, True))
    film.shoot()
    film.at(film.host)
    film.play(4, lambda position: False)
    film.shoot(3000)


def take(folder: Path) -> None:
    """Shoot the film in a companion of its own."""
    with stage.server(folder) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=stage.CHROMIUM)
        evening(Film(browser, url, folder, folder))
        browser.close()
