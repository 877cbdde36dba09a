"""A phone at a table, used as a person uses it: by what is written on buttons and called on the board."""

from __future__ import annotations

import re
from re import Pattern

from playwright.sync_api import Locator, Page, expect

DRAWN_ANEW = "key => { const have = document.getElementById('have'); return have && have.value !== key }"

I_AM = re.compile("^I am ")


class Phone:
    """One page; every tap waits until the answer is drawn."""

    def __init__(self, url: str, page: Page) -> None:
        self.url, self.page = url, page

    def open(self, code: str, *, covered: bool = False) -> Phone:
        """Go to a table, and say who is there unless the hand is to stay covered."""
        self.page.goto(f"{self.url}/t/{code}")
        if not covered and self.button(I_AM).count():
            self.i_am()
        return self

    def front(self) -> Phone:
        """Bring this tab before the others: one behind draws nothing."""
        self.page.bring_to_front()
        return self

    def i_am(self) -> None:
        """Say that the phone has come to the player whose turn it is."""
        self.tap(self.button(I_AM))

    # --- what is there ----------------------------------------------------------------------------------------------

    @property
    def panel(self) -> Locator:
        """What there is to do."""
        return self.page.locator("#panel")

    @property
    def board(self) -> Locator:
        """The island."""
        return self.page.locator(".board")

    @property
    def heading(self) -> Locator:
        """The one thing to do."""
        return self.panel.get_by_role("heading", level=2)

    def button(self, name: str | Pattern[str]) -> Locator:
        """A button, anywhere on the page."""
        return self.page.get_by_role("button", name=name, exact=True)

    def link(self, name: str | Pattern[str]) -> Locator:
        """A link of the panel."""
        return self.panel.get_by_role("link", name=name, exact=True)

    def hex(self, x: int, y: int) -> Locator:
        """The uppermost link of a hex: the picked or the lit one if there is one."""
        return self.board.get_by_role("link", name=re.compile(rf"^Hex {x},{y},")).last

    def site(self, name: str) -> Locator:
        """A wall or its site on the board."""
        return self.board.locator(".site, .target").and_(self.board.get_by_role("link", name=re.compile(name))).first

    # --- taps -------------------------------------------------------------------------------------------------------

    def tap(self, what: Locator) -> Phone:
        """Tap something that is answered on this page."""
        before = self.page.locator("#have").get_attribute("value")
        what.tap()
        self.page.wait_for_function(DRAWN_ANEW, arg=before)
        return self

    def press(self, name: str | Pattern[str]) -> Phone:
        """Tap a button by its name."""
        return self.tap(self.button(name))

    def follow(self, name: str | Pattern[str]) -> Phone:
        """Tap a link of the panel by its name."""
        return self.tap(self.link(name))

    def hex_tap(self, x: int, y: int) -> Phone:
        """Tap a hex where a finger would: in its middle."""
        return self.tap(self.hex(x, y))

    def says(self, text: str | Pattern[str]) -> Phone:
        """See that the panel says something."""
        expect(self.panel).to_contain_text(text)
        return self

    def asks(self, text: str | Pattern[str]) -> Phone:
        """See what the heading asks for."""
        expect(self.heading).to_contain_text(text)
        return self
