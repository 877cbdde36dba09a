"""The words on every sheet: what is on it, how to print it, and a ruler that shows whether that was done."""

from __future__ import annotations

from dataclasses import dataclass

from companion.kit.canvas import BLACK, GREY, WHITE, Canvas
from companion.kit.lettering import Lettering
from companion.kit.paper import Area, Page

TEXT, SMALL, LEAST = 2.6, 2.2, 2.12
"""Heights of letters: their em in mm. Nothing is smaller than 6 points."""
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


def draw_labels(canvas: Canvas, page: Page, labels: Labels, lettering: Lettering) -> None:
    """The strip at the top (what this is) and the strip at the bottom (the ruler, and how to print)."""
    area = page.labels
    sheet_width = lettering.width(labels.sheet, TEXT)
    title = lettering.shortened(labels.title, TEXT, area.width - sheet_width - GAP, bold=True)
    canvas.text(lettering, title, area.left, area.top + 2.4, TEXT, bold=True)
    canvas.text(lettering, labels.sheet, area.right - sheet_width, area.top + 2.4, TEXT)
    if labels.names:
        size = min(SMALL, max(LEAST, SMALL * area.width / lettering.width(labels.names, SMALL)))
        names = lettering.shortened(labels.names, size, area.width)
        canvas.text(lettering, names, area.left, area.top + 5.4, size, ink=GREY)
    draw_ruler(canvas, area.left, area.bottom, labels.ruler, lettering)
    width = lettering.width(labels.scale, TEXT, bold=True)
    if RULER + GAP + width <= area.width:
        canvas.text(lettering, labels.scale, area.right - width, area.bottom - 0.6, TEXT, bold=True)
    else:  # narrow paper: over the end of the ruler, beside its words
        room = area.width - lettering.width(labels.ruler, SMALL) - GAP
        size = min(TEXT, max(LEAST, TEXT * room / width))
        width = lettering.width(labels.scale, size, bold=True)
        canvas.text(lettering, labels.scale, area.right - width, area.bottom - 2.4, size, bold=True)


def draw_ruler(canvas: Canvas, left: float, bottom: float, text: str, lettering: Lettering) -> None:
    """A bar of exactly 100 mm in centimetres: filled, so that its ends are edges and not the caps of lines."""
    bar = Area(left, bottom - 1.6, RULER, 1.2)
    canvas.fill(bar, BLACK)
    for centimetre in range(1, 10, 2):
        canvas.fill(Area(bar.left + 10 * centimetre, bar.top + 0.3, 10, bar.height - 0.6), WHITE)
    canvas.text(lettering, text, bar.left, bar.top - 0.8, SMALL)
