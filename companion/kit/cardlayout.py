"""How a card of any size shares its height: picture, title, sentence, and what it trades for.

The sentence comes first: it gets the lines that it needs in the letters that were asked for, on every card of the deck
the same, and the picture takes what is left.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.kit.lettering import Lettering
from companion.kit.options import Language

POINT = 25.4 / 72
USUAL = (63.0, 88.0)
"""The card that the design was made for."""
SMALLEST, LARGE = 6.0, 11.0
"""Points: the least that any text has, and the least in large print."""
LEADING = 1.28
LARGEST_SHARE = 1.5
"""How much larger than on the usual card words are at most."""
PICTURE = 0.62
"""The height of a picture in widths of the card, for which the sentence gives up larger letters."""
LEAST_PICTURE = 9.0
"""The height below which a picture says nothing: it is left out, and its room goes to the words."""


@dataclass(frozen=True)
class CardLayout:
    """Heights in mm from the upper edge of the bleed, letters in points."""

    width: float
    height: float
    side: float
    """From the edge of the bleed to the words."""
    art: float
    title: float
    title_pt: float
    act: float
    act_pt: float
    trade: float
    trade_pt: float
    wall: float
    """Width of the picture of a wall."""
    narrow: bool
    """The words of the trade stand on one side of its picture."""


def card_layout(
    card: tuple[float, float], bleed: float, safe: float, texts: Iterable[str], language: Language, large: bool
) -> CardLayout:
    """The layout of a deck with these sentences."""
    sentences, lettering = list(texts), Lettering(language)
    share = min(card[0] / USUAL[0], card[1] / USUAL[1], LARGEST_SHARE)
    least = LARGE if large else SMALLEST
    width, height = card[0] + 2 * bleed, card[1] + 2 * bleed
    side = bleed + safe + 0.5
    title_pt = max(15.5 * share, least + 1.5)
    trade_pt = max(8.2 * share, least)
    narrow = card[0] < 54 * trade_pt / 8.2
    title = title_pt * POINT * 1.75
    trade = max(14 * share, (2 * trade_pt * 1.15 * POINT + 2.5) if narrow else 0) + bleed
    free = height - title - trade
    act_pt = max(LARGE if large else 8.8 * max(share, 1.0), least)
    while True:
        lines = max(line_count(text, width - 2 * side, act_pt * POINT, lettering) for text in sentences)
        act = max(lines * act_pt * LEADING * POINT + 2.4, 17.4 * share)
        if free - act >= PICTURE * width or act_pt <= least:
            break
        act_pt = max(least, act_pt - 0.25)
    art = min(free - act, width * 0.75)
    if art < LEAST_PICTURE:
        art = bleed
    act = free - art
    return CardLayout(
        *(round(value, 3) for value in (width, height, side, art, title, title_pt, act, act_pt, trade, trade_pt)),
        wall=round(17.6 * share, 3),
        narrow=narrow,
    )


def line_count(text: str, width: float, size: float, lettering: Lettering) -> int:
    """How many lines a text takes: words are kept whole, CJK characters break anywhere."""
    lines, at = 1, 0.0
    for word in words(text):
        length = lettering.width(word.rstrip(), size)
        if at and at + length > width:
            lines, at = lines + 1, 0.0
        at += lettering.width(word, size)
    return lines


def words(text: str) -> list[str]:
    """The parts between which a line may break, each with the space behind it."""
    parts: list[str] = []
    for mark in text:
        if parts and not parts[-1].endswith(" ") and not (ord(mark) > 0x2E7F and mark not in "、。，：；！？）」』"):
            parts[-1] += mark
        else:
            parts.append(mark)
    return parts
