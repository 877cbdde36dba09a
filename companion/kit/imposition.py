"""Pages of a booklet on sheets that are folded in the middle and laid into each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.kit.formats import paper_size
from companion.kit.options import KitOptions
from companion.kit.paper import Page, turns_upside_down
from companion.kit.pieces import Booklet, Face


@dataclass(frozen=True)
class Spread:
    """One side of such a sheet, which lies across: the pages left and right of the fold, None where it stays empty."""

    page: Page
    left: Face | None
    right: Face | None
    size: tuple[float, float]
    """Of one page on this paper."""
    scale: float
    upside_down: bool = False
    back: bool = False


def folded(booklet: Booklet, options: KitOptions) -> Iterator[tuple[Spread, Spread]]:
    """Front and back of every sheet, the outermost first."""
    faces: list[Face | None] = [*booklet.pages]
    faces += [None] * (-len(faces) % 4)
    last = len(faces) - 1
    for n in range(0, len(faces) // 2, 2):
        yield (
            _spread(booklet, options, faces[last - n], faces[n]),
            _spread(booklet, options, faces[n + 1], faces[last - n - 1], back=True),
        )


def in_order(booklet: Booklet, options: KitOptions) -> list[Spread]:
    """Side after side as they are read, two pages on each; where the printer turns the paper every other is a back."""
    faces: list[Face | None] = [*booklet.pages]
    faces += [None] * (len(faces) % 2)
    turned = options.backs.startswith("duplex")
    return [
        _spread(booklet, options, faces[n], faces[n + 1], back=turned and n % 4 == 2) for n in range(0, len(faces), 2)
    ]


def _spread(booklet: Booklet, options: KitOptions, left: Face | None, right: Face | None, back: bool = False) -> Spread:
    """A booklet is read and not played with: where the paper is smaller than two of its pages they are made to fit."""
    short, long = sorted(paper_size(options.paper))
    page = Page(long, short, options.margin)
    scale = min(1.0, long / 2 / booklet.size[0], short / booklet.size[1])
    size = booklet.size[0] * scale, booklet.size[1] * scale
    return Spread(page, left, right, size, scale, back and turns_upside_down(page, options.backs), back)
