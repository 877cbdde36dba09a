"""How a card of any size shares its height: picture, title, sentence, and what it trades for.

The sentence comes first: it gets the lines that it needs in the letters that were asked for, on every card of the deck
the same, and the picture takes what is left.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.kit.errors import N_, KitError
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
BORDER = 0.7
"""Height of the line between the sentence and the trade."""
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
    middle: float
    """Of the words of the trade, from the line above it: two lines of them keep clear of the cut."""
    narrow: bool
    """The words of the trade stand on one side of its picture."""
    brief: bool
    """There is only room for the name of the wall."""


def card_layout(
    card: tuple[float, float],
    bleed: float,
    safe: float,
    texts: Iterable[str],
    trades: Iterable[str],
    language: Language,
    large: bool,
) -> CardLayout:
    """The layout of a deck with these sentences, and these words for what its cards trade for.

    Raises:
        KitError: `cards_too_small`, when the words do not fit even in the smallest letters that are allowed.
    """
    sentences, lettering = list(texts), Lettering(language)
    share = min(card[0] / USUAL[0], card[1] / USUAL[1], LARGEST_SHARE)
    least = LARGE if large else SMALLEST
    width, height = card[0] + 2 * bleed, card[1] + 2 * bleed
    side = bleed + safe + 0.5
    title_pt = max(15.5 * share, least + 1.5)
    trade_pt = max(8.2 * share, least)
    narrow = card[0] < 54 * trade_pt / 8.2
    title = title_pt * POINT * 1.75
    two_lines = 2 * trade_pt * 1.2 * POINT
    trade = max(14 * share, two_lines + safe + BORDER + 0.4) + bleed
    free = height - title - trade
    act_pt = max(LARGE if large else 8.8 * max(share, 1.0), least)
    while True:
        lines = max(line_count(text, width - 2 * side, act_pt * POINT, lettering) for text in sentences)
        act = max(lines * act_pt * LEADING * POINT + 2.4, 17.4 * share)
        if free - act >= PICTURE * width or act_pt <= least:
            break
        act_pt = max(least, act_pt - 0.25)
    if free - act < bleed:
        raise KitError(
            "cards_too_small",
            N_("The words do not fit on cards of %(width)g × %(height)g mm: choose larger cards, or smaller print."),
            width=card[0],
            height=card[1],
        )
    wall, strip = 17.6 * share, trade - bleed - BORDER
    beside = width - 2 * side - wall - 1
    brief = narrow and any(line_count(text, beside * 0.94, trade_pt * POINT, lettering, True) > 2 for text in trades)
    art = min(free - act, width * 0.75)
    if art < LEAST_PICTURE:
        art = bleed
    act = free - art
    return CardLayout(
        width=round(width, 3),
        height=round(height, 3),
        side=side,
        art=round(art, 3),
        title=round(title, 3),
        title_pt=round(title_pt, 3),
        act=round(act, 3),
        act_pt=round(act_pt, 3),
        trade=round(trade, 3),
        trade_pt=round(trade_pt, 3),
        wall=round(wall, 3),
        middle=round(min(strip / 2, strip - safe - two_lines / 2), 3),
        narrow=narrow,
        brief=brief,
    )


def line_count(text: str, width: float, size: float, lettering: Lettering, bold: bool = False) -> int:
    """How many lines a text takes: words are kept whole, CJK characters break anywhere, its own lines stay apart."""
    if "\n" in text:
        return sum(line_count(line, width, size, lettering, bold) for line in text.split("\n"))
    lines, at = 1, 0.0
    for word in words(text):
        length = lettering.width(word.rstrip(), size, bold)
        if at and at + length > width:
            lines, at = lines + 1, 0.0
        at += lettering.width(word, size, bold)
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
