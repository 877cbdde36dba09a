"""Writes one page of PDF in millimetres from the top left: paths, text and faces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from companion.kit.paper import Area
from companion.kit.shapes import Point, Segment

if TYPE_CHECKING:
    from companion.kit.lettering import Lettering

POINTS = 72 / 25.4
"""Points of PDF in a millimetre."""

Ink = tuple[float, float, float]
Matrix = tuple[float, float, float, float, float, float]
BLACK: Ink = (0.0, 0.0, 0.0)
GREY: Ink = (0.45, 0.45, 0.45)
WHITE: Ink = (1.0, 1.0, 1.0)


def number(value: float) -> str:
    """A number as PDF writes it, to a ten-thousandth, without needless zeros."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


def factor(value: float) -> str:
    """A factor, finely enough for a face of half a metre."""
    return f"{value:.7f}".rstrip("0").rstrip(".")


class Canvas:
    """The content stream of one page, and the names of the faces and fonts that it uses."""

    def __init__(self, height: float) -> None:
        self.height = height
        self.faces: set[str] = set()
        self.fonts: set[str] = set()
        self._parts: list[str] = []

    def stream(self) -> bytes:
        """The finished content."""
        return "\n".join(self._parts).encode("ascii")

    def add(self, other: Canvas) -> None:
        """Put what was drawn on another canvas of the same page upon this one."""
        self._parts += other._parts
        self.faces |= other.faces
        self.fonts |= other.fonts

    @contextmanager
    def saved(self) -> Iterator[None]:
        """Keep clip, ink and lines of the inside to the inside."""
        self._parts.append("q")
        yield
        self._parts.append("Q")

    def clip(self, start: Point, segments: Iterable[Segment], x: float = 0.0, y: float = 0.0) -> None:
        """Draw only inside a closed path from here on; the path is moved by x, y."""
        self._parts.append(f"{self._path(start, segments, x, y)} h W n")

    def clip_area(self, area: Area) -> None:
        """Draw only inside a rectangle from here on."""
        self._parts.append(f"{self._rectangle(area)} W n")

    def move(self, matrix: Matrix) -> None:
        """Move and turn what is drawn from here on: x' = ax + by + e, y' = cx + dy + f, in mm from the top left."""
        a, b, c, d, e, f = matrix
        height = self.height
        shift = f"{number((b * height + e) * POINTS)} {number((height * (1 - d) - f) * POINTS)}"
        self._parts.append(f"{a:.8f} {-c:.8f} {-b:.8f} {d:.8f} {shift} cm")

    def face(
        self,
        key: str,
        x: float,
        y: float,
        size: tuple[float, float],
        upside_down: bool = False,
        scale: tuple[float, float] = (1.0, 1.0),
    ) -> None:
        """Place a face that was drawn at `size` with its centre at x, y, `scale` times as wide and high."""
        self.faces.add(key)
        sign = -1 if upside_down else 1
        across, up = sign * scale[0], sign * scale[1]
        corner = f"{self._x(x - across * size[0] / 2)} {self._y(y + up * size[1] / 2)}"
        self._parts.append(f"q {factor(across)} 0 0 {factor(up)} {corner} cm /{key} Do Q")

    def outline(
        self,
        start: Point,
        segments: Iterable[Segment],
        x: float,
        y: float,
        ink: Ink,
        width: float,
        dash: tuple[float, ...] = (),
    ) -> None:
        """Draw a closed path, moved by x, y, as a line of `width` mm, dashed in lengths of mm."""
        self._parts.append(f"{self._pen(ink, width, dash)} {self._path(start, segments, x, y)} s")

    def shape(self, points: Sequence[Point], ink: Ink) -> None:
        """Fill a shape with corners."""
        first, *others = points
        path = self._path(first, [(point,) for point in others], 0, 0)
        self._parts.append(f"{self._ink(ink, 'rg')} {path} h f")

    def lines(self, lines: Iterable[tuple[Point, Point]], ink: Ink, width: float, dash: tuple[float, ...] = ()) -> None:
        """Draw straight lines of `width` mm, dashed in lengths of mm."""
        pieces = [f"{self._x(a[0])} {self._y(a[1])} m {self._x(b[0])} {self._y(b[1])} l" for a, b in lines]
        if pieces:
            self._parts.append(f"{self._pen(ink, width, dash)} {' '.join(pieces)} S")

    def fill(self, area: Area, ink: Ink) -> None:
        """Fill a rectangle."""
        self._parts.append(f"{self._ink(ink, 'rg')} {self._rectangle(area)} f")

    def frame(self, area: Area, ink: Ink, width: float) -> None:
        """Draw the outline of a rectangle."""
        self._parts.append(f"{self._pen(ink, width)} {self._rectangle(area)} S")

    def text(
        self, lettering: Lettering, text: str, x: float, y: float, size: float, bold: bool = False, ink: Ink = BLACK
    ) -> None:
        """Write `text` with its baseline starting at x, y; `size` is the height of its em in mm."""
        runs = lettering.runs(text, bold)
        self.fonts.update(font for font, _ in runs)
        shown = " ".join(f"/{font} {number(size * POINTS)} Tf <{glyphs}> Tj" for font, glyphs in runs)
        self._parts.append(f"BT {self._ink(ink, 'rg')} {self._x(x)} {self._y(y)} Td {shown} ET")

    def _x(self, x: float) -> str:
        return number(x * POINTS)

    def _y(self, y: float) -> str:
        return number((self.height - y) * POINTS)

    def _rectangle(self, area: Area) -> str:
        size = f"{number(area.width * POINTS)} {number(area.height * POINTS)}"
        return f"{self._x(area.left)} {self._y(area.bottom)} {size} re"

    def _path(self, start: Point, segments: Iterable[Segment], x: float, y: float) -> str:
        parts = [f"{self._x(x + start[0])} {self._y(y + start[1])} m"]
        for segment in segments:
            points = " ".join(f"{self._x(x + px)} {self._y(y + py)}" for px, py in segment)
            parts.append(f"{points} {'l' if len(segment) == 1 else 'c'}")
        return " ".join(parts)

    def _pen(self, ink: Ink, width: float, dash: tuple[float, ...] = ()) -> str:
        pattern = " ".join(number(length * POINTS) for length in dash)
        return f"{self._ink(ink, 'RG')} {number(width * POINTS)} w [{pattern}] 0 d"

    def _ink(self, ink: Ink, operator: str) -> str:
        return f"{' '.join(number(part) for part in ink)} {operator}"
