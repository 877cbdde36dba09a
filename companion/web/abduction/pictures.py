"""The drawings of cards as markup: whole faces, pictures, signs of effects, and tokens for the score."""

from __future__ import annotations

from functools import cache, lru_cache

from markupsafe import Markup

from companion.art.abduction import CARD_MM, PICTURE_BOX
from companion.games.abduction.data import DECOY, RULES, UFO
from companion.web.art import art_url

WIDTH, HEIGHT = CARD_MM
SIGN_OF = {
    "clear_decoys": "red",
    "swap_saucer": "blue",
    "herd": "yellow",
    "abduct": "abduct",
    "clear_one_decoy": "decoy",
}
"""The sign of each effect."""


@cache
def sprite() -> str:
    """The address of the drawings; the same for every app of a process."""
    return art_url("abduction.svg")


@lru_cache(256)
def face(slug: str, css: str = "cardface") -> Markup:
    """The face of a card, or with `back` its back."""
    name = slug if slug == "back" else f"face-{slug}"
    return _picture(name, css, f"{-WIDTH / 2:g} {-HEIGHT / 2:g} {WIDTH:g} {HEIGHT:g}")


@lru_cache(256)
def art(slug: str, css: str = "cowart") -> Markup:
    """What a card shows, without its ground."""
    return _picture(f"art-{slug}", css, PICTURE_BOX)


@lru_cache(64)
def sign(effect: str, css: str = "icon") -> Markup:
    """The sign of an effect."""
    return _picture(f"sign-{SIGN_OF[effect]}", css, "-12 -12 24 24")


def _picture(name: str, css: str, box: str) -> Markup:
    left, top, width, height = box.split()
    return Markup(
        f'<svg class="{css}" viewBox="{box}" aria-hidden="true"><use href="{sprite()}#{name}" x="{left}" y="{top}" '
        f'width="{width}" height="{height}"/></svg>'
    )


@lru_cache(64)
def token(slug: str, number: int = 1) -> Markup:
    """A card of the score as a small round token: its value, and how many there are."""
    card = RULES.card(slug)
    kind = {UFO: "saucer", DECOY: "decoy"}.get(card.group, "cow")
    times = f"<small>×{number}</small>" if number > 1 else ""
    return Markup(f'<i class="token {kind}">{card.value}{times}</i>')
