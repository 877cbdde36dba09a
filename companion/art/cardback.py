"""The back of a card of any size: ground, a pattern of hexes that leaves room for the emblem, a double frame."""

from __future__ import annotations

import msgspec

from companion.art import pen
from companion.games.eruption.data import RULES

INSET, BETWEEN = 3.5, 1.8
"""From the edge to the frame, and from its outer to its inner line."""
ACROSS, DOWN = 7.8, 9.0
"""From column to column of the pattern, and from hex to hex; every other column stands half a step lower."""
HEX = "l1.7-2.9h3.4l1.7 2.9-1.7 2.9h-3.4z"
HEX_SIZE = (6.8, 5.8)
EMBLEM = (27.5, 24.0)
"""Half of the room that the emblem takes on a card of the usual size."""


class CardBack(msgspec.Struct, frozen=True):
    """Path data in millimetres round 0, 0."""

    ground: str
    pattern: str
    frame: str
    scale: float
    """Of the emblem."""


def card_back(size: tuple[float, float], bleed: float = 0.0, corner: float = 0.0) -> CardBack:
    """The back of a card of `size`; its ground runs on by `bleed`, or has round corners on the screen."""
    width, height = size
    usual = RULES.print.card_mm
    x, y = width / 2 + bleed, height / 2 + bleed
    corners = [(-x, -y), (x, -y), (x, y), (-x, y)]
    scale = min(1.0, width / usual[0], height / usual[1])
    frame = ""
    for inset in (INSET, INSET + BETWEEN):
        fx, fy = width / 2 - inset, height / 2 - inset
        frame += pen.polygon([(-fx, -fy), (fx, -fy), (fx, fy), (-fx, fy)], 2)
    return CardBack(
        ground=pen.rounded(corners, corner) if corner else pen.polygon(corners, 2),
        pattern=_pattern(width / 2 - INSET - BETWEEN, height / 2 - INSET - BETWEEN, scale),
        frame=frame,
        scale=round(scale, 4),
    )


def _pattern(x: float, y: float, scale: float) -> str:
    """As many hexes as lie whole within the frame and clear of the emblem."""
    out = []
    columns, rows = int(x / ACROSS) + 1, int(y / DOWN) + 1
    for column in range(-columns, columns + 1):
        for row in range(-rows, rows + 1):
            middle = column * ACROSS, row * DOWN + (DOWN / 2 if column % 2 else 0)
            whole = abs(middle[0]) + HEX_SIZE[0] / 2 < x - 0.8 and abs(middle[1]) + HEX_SIZE[1] / 2 < y - 0.8
            near = abs(middle[0]) < EMBLEM[0] * scale and abs(middle[1]) < EMBLEM[1] * scale
            if whole and not near:
                out.append(f"M{pen.at((middle[0] - HEX_SIZE[0] / 2, middle[1]))}{HEX}")
    return "".join(out)
