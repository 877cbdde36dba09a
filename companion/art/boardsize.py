"""How large the printed board is: needed to count its pages, long before anything is drawn."""

from __future__ import annotations

from functools import cache

from companion.art.island import board_geometry
from companion.art.meter import meter
from companion.games.eruption.data import RULES

BOARD_HEX_MM = RULES.print.tile_width_mm + RULES.print.board_clearance_mm
"""Flat width of a hex of the printed board."""
BOARD_MARGIN_MM = 5.0


@cache
def board_size_mm() -> tuple[float, float]:
    """Size of the whole printed board: the island with the meter below it."""
    _, _, width, height = board_geometry().view_box
    scale, track = BOARD_HEX_MM / 100, meter()
    return (
        max(width * scale, track.width) + 2 * BOARD_MARGIN_MM,
        height * scale + track.height + 3 * BOARD_MARGIN_MM,
    )
