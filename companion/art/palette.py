"""The inks: one palette for the screen by day and by night, and for paper."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Literal

from companion.games.eruption.data import RULES
from companion.resources import folder

Theme = Literal["screen", "day", "night"]
"""`screen`: custom properties that fall back to the day's inks; `day` (also the paper's) and `night`: plain colours."""

Inks = dict[str, str]
"""Ink name -> what stands in a `fill` or `stroke` attribute."""

DUSK = 0.07
"""How much darker the villages are by night, so that the lava outshines them."""


@cache
def mixed(theme: Literal["day", "night"]) -> Inks:
    """Every ink as `#rrggbb`; a village has `village_SLUG`, and `on_village_SLUG` for what is drawn upon it."""
    inks: Inks = tomllib.loads((folder("print") / "palette.toml").read_text("utf-8"))[theme]
    shade = DUSK if theme == "night" else 0
    villages = {f"village_{village.slug}": blend(village.colour, inks["ink"], shade) for village in RULES.villages}
    on = {
        f"on_{name}": max((inks["ink"], inks["paper"]), key=lambda ink: contrast(ink, colour))
        for name, colour in villages.items()
    }
    return {**inks, **villages, **on}


@cache
def inks(theme: Theme) -> Inks:
    """Every ink as an attribute value."""
    if theme != "screen":
        return mixed(theme)
    return {name: f"var({custom_property(name)},{colour})" for name, colour in mixed("day").items()}


def blend(colour: str, other: str, share: float) -> str:
    """`colour` with a `share` (0 to 1) of another."""
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def custom_property(ink: str) -> str:
    """The CSS custom property of an ink."""
    return "--art-" + ink.replace("_", "-")


def declarations(theme: Literal["day", "night"]) -> str:
    """The palette as CSS declarations, to stand in a rule of the page's style sheet."""
    return "".join(f"{custom_property(name)}:{colour};" for name, colour in mixed(theme).items())


def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb`, 0 black to 1 white. Source: WCAG 2.2."""

    def linear(channel: int) -> float:
        value = channel / 255
        return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)

    red, green, blue = bytes.fromhex(colour[1:])
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21. Source: WCAG 2.2."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
