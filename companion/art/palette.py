"""The inks: one palette for the screen by day and by night, and for paper."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Literal

from companion.games.eruption.data import RULES
from companion.resources import folder

Mixed = Literal["day", "night", "grey", "grey_night"]
"""Plain colours: of day and night, and the same in black ink only."""
Theme = Literal["screen", "saver"] | Mixed
"""`screen`: custom properties that fall back to the day's inks. `saver`: names, which `companion.art.engraving` turns
into outlines and hatches."""

Inks = dict[str, str]
"""Ink name -> what stands in a `fill` or `stroke` attribute."""

DUSK = 0.07
"""How much darker the villages are by night, so that the lava outshines them."""


NAMED = "ink:"
"""What an ink of the saver begins with; its name follows."""


@cache
def mixed(theme: Mixed) -> Inks:
    """Every ink as `#rrggbb`; a village has `village_SLUG`, and `on_village_SLUG` for what is drawn upon it."""
    if theme in ("grey", "grey_night"):
        return {name: grey(colour) for name, colour in mixed("day" if theme == "grey" else "night").items()}
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
    if theme == "screen":
        return {name: f"var({custom_property(name)},{colour})" for name, colour in mixed("day").items()}
    if theme == "saver":
        return {name: NAMED + name for name in mixed("day")}
    return mixed(theme)


def grey(colour: str) -> str:
    """The grey that is as light to the eye as a colour."""
    light = luminance(colour)
    value = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return "#" + f"{round(value * 255):02x}" * 3


def blend(colour: str, other: str, share: float) -> str:
    """`colour` with a `share` (0 to 1) of another."""
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def custom_property(ink: str) -> str:
    """The CSS custom property of an ink."""
    return "--art-" + ink.replace("_", "-")


def declarations(theme: Mixed) -> str:
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
