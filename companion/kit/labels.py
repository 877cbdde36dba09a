"""The words on every sheet: what is on it, how to print it, and a ruler that shows whether that was done."""

from __future__ import annotations

from dataclasses import dataclass

from companion.kit.canvas import BLACK, GREY, WHITE, Canvas
from companion.kit.lettering import Lettering
from companion.kit.paper import TALL_STRIP, Area, Page

TEXT, SMALL, LEAST = 2.6, 2.2, 2.12
LARGE = 3.9
"""Heights of letters: their em in mm. Nothing is smaller than 6 points, and in large print than 11."""
RULER = 100.0
GAP = 3.0
"""Between two texts on one line."""


@dataclass(frozen=True)
class Labels:
    """The words on one side of a sheet, translated."""

    title: str
    """What is on it, in bold."""
    sheet: str
    """Sheet n of m, which side, and the version of the kit."""
    names: str
    """The pieces, or how to put the pages of the board together."""
    scale: str
    """How to print."""
    ruler: str
    """What the ruler measures."""


def draw_labels(canvas: Canvas, page: Page, labels: Labels, lettering: Lettering, large_print: bool = False) -> None:
    """The strip at the top (what this is) and the strip at the bottom (the ruler, and how to print).

    In large print the names of the pieces are left out where there is no room: the pieces say them themselves.
    """
    area = page.labels
    text = LARGE if large_print else TEXT
    sheet_width = lettering.width(labels.sheet, text)
    title = lettering.shortened(labels.title, text, area.width - sheet_width - GAP, bold=True)
    canvas.text(lettering, title, area.left, area.top + 0.92 * text, text, bold=True)
    canvas.text(lettering, labels.sheet, area.right - sheet_width, area.top + 0.92 * text, text)
    if labels.names and (not large_print or page.strip >= TALL_STRIP):
        small, least = (LARGE, LARGE) if large_print else (SMALL, LEAST)
        size = min(small, max(least, small * area.width / lettering.width(labels.names, small)))
        names = lettering.shortened(labels.names, size, area.width)
        canvas.text(lettering, names, area.left, area.top + 2.07 * text, size, ink=GREY)
    _draw_foot(canvas, area, labels, lettering, large_print)


def _draw_foot(canvas: Canvas, area: Area, labels: Labels, lettering: Lettering, large_print: bool) -> None:
    """The ruler with its words, and how to print: beside it, or on narrow paper and in large print above its end."""
    draw_ruler(canvas, area.left, area.bottom, labels.ruler, lettering, LARGE if large_print else SMALL)
    width = lettering.width(labels.scale, TEXT, bold=True)
    if not large_print and RULER + GAP + width <= area.width:
        canvas.text(lettering, labels.scale, area.right - width, area.bottom - 0.6, TEXT, bold=True)
        return
    most, least = (LARGE, LARGE) if large_print else (TEXT, LEAST)
    room = area.width - lettering.width(labels.ruler, LARGE if large_print else SMALL) - GAP
    size = min(most, max(least, TEXT * room / width))
    scale = lettering.shortened(labels.scale, size, room, bold=True)
    canvas.text(
        lettering,
        scale,
        area.right - lettering.width(scale, size, bold=True),
        area.bottom - 2.4,
        size,
        bold=True,
    )


def draw_ruler(canvas: Canvas, left: float, bottom: float, text: str, lettering: Lettering, size: float) -> None:
    """A bar of exactly 100 mm in centimetres: filled, so that its ends are edges and not the caps of lines."""
    bar = Area(left, bottom - 1.6, RULER, 1.2)
    canvas.fill(bar, BLACK)
    for centimetre in range(1, 10, 2):
        canvas.fill(Area(bar.left + 10 * centimetre, bar.top + 0.3, 10, bar.height - 0.6), WHITE)
    canvas.text(lettering, text, bar.left, bar.top - 0.8, size)
