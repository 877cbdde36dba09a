"""What the panels of Abduction are made of: a heading with its reason, cards to tap, buttons that say what follows."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from markupsafe import Markup

from companion.web.table.stage import Panel

Fields = dict[str, str | int]


class Ask(Panel, frozen=True):
    """A panel of Abduction: `why` explains the heading, `warns` stand out, `tools` are small links beside it."""

    folder: ClassVar[str] = "abduction/panel"
    why: str = ""
    warns: list[str] = msgspec.field(default_factory=list)
    tools: list[tuple[str, str, str]] = msgspec.field(default_factory=list)
    """Link, icon, label."""
    back: str = ""
    """The link that takes back what is picked."""


class Card(msgspec.Struct, frozen=True):
    """A card to tap. `caption` is what would follow, `link` or `fields` what a tap does; without either it is dim."""

    slug: str
    name: str
    face: Markup
    count: int = 1
    caption: str = ""
    bad: bool = False
    fresh: bool = False
    link: str = ""
    fields: Fields = {}
    mark: str = ""


class Button(msgspec.Struct, frozen=True):
    """A button: what it says, what it sends, whether it is the usual one; `note` stands below in small letters."""

    words: str
    fields: Fields
    main: bool = False
    note: str = ""
    bad: bool = False


class Cards(Ask, frozen=True):
    """Cards to tap, and buttons below."""

    template: ClassVar[str] = "cards"
    cards: list[Card] = msgspec.field(default_factory=list)
    others: list[Card] = msgspec.field(default_factory=list)
    """Cards of the hand that cannot be placed now."""
    buttons: list[Button] = msgspec.field(default_factory=list)
    small: bool = False


def thousands(number: int) -> str:
    """A score with thin spaces between its thousands."""
    return f"{number:,}".replace(",", "\u202f")
