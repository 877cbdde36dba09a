"""Sizes that have names: papers and cards, in millimetres, upright."""

from __future__ import annotations

from companion.games.eruption.data import RULES
from companion.kit.errors import N_

Size = tuple[float, float]

PAPERS: dict[str, Size] = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "a3": (297.0, 420.0),
    "tabloid": (279.4, 431.8),
    "legal": (215.9, 355.6),
    "b4": (257.0, 364.0),  # JIS B4, as sold in Japan; the ISO size of that name is smaller
}
PAPER_NAMES = {
    "a4": "A4",
    "letter": "Letter",
    "a3": "A3",
    "tabloid": "Tabloid",
    "legal": "Legal",
    "b4": "B4 (JIS)",
}
PAPER_RANGE = (139.0, 1200.0)
"""How narrow and how long paper of one's own may be: half a letter is the smallest."""

CARDS: dict[str, Size] = {
    "poker": RULES.print.card_mm,
    "us-poker": (63.5, 88.9),
    "bridge": (57.15, 88.9),
    "japanese": (59.0, 86.0),
    "mini-euro": (44.0, 68.0),
}
CARD_NAMES = {
    "poker": N_("Poker (63 × 88 mm)"),
    "us-poker": N_("American poker (63.5 × 88.9 mm)"),
    "bridge": N_("Bridge (57 × 89 mm)"),
    "japanese": N_("Japanese (59 × 86 mm)"),
    "mini-euro": N_("Mini Euro (44 × 68 mm)"),
}
CARD_RANGE = (35.0, 150.0)


def paper_size(paper: str) -> Size:
    """Width and height of a paper by its name or as `WxH`."""
    return PAPERS.get(paper) or parse(paper)


def card_size(card: str) -> Size:
    """Width and height of a card by its name or as `WxH`."""
    return CARDS.get(card) or parse(card)


def parse(size: str) -> Size:
    """A size from `200x300`.

    Raises:
        ValueError: it is none.
    """
    width, height = size.lower().replace("×", "x").removesuffix("mm").split("x")
    return float(width), float(height)
