"""Reads a printed kit back from its PDF, in millimetres from the top left: faces, paths, text, fonts, pixels."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import atan2, degrees, hypot
from pathlib import Path

import numpy as np
import pikepdf

MM = 25.4 / 72
Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)


def times(a: Matrix, b: Matrix) -> Matrix:
    """First `a`, then `b`."""
    return (
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    )


@dataclass(frozen=True)
class Path_:
    """One painted path: its subpaths' points, and how it was painted."""

    paint: str
    subpaths: tuple[tuple[tuple[float, float], ...], ...]
    face: str = ""

    def bounds(self) -> tuple[float, float, float, float]:
        xs, ys = zip(*(point for sub in self.subpaths for point in sub), strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def size(self) -> tuple[float, float]:
        left, top, right, bottom = self.bounds()
        return right - left, bottom - top


@dataclass(frozen=True)
class Placed:
    """A face on a page: its centre, whether it stands upside down, its size, and the bounds of its clip.

    `angle`: how far it is turned, in degrees clockwise, less than half a turn; `scale`: how much larger than drawn.
    """

    key: str
    x: float
    y: float
    upside_down: bool
    size: tuple[float, float]
    clip: tuple[float, float, float, float] | None
    angle: float = 0.0
    scale: tuple[float, float] = (1.0, 1.0)


@dataclass
class Side:
    """What is on one page."""

    width: float
    height: float
    placed: list[Placed] = field(default_factory=list)
    paths: list[Path_] = field(default_factory=list)
    text: str = ""

    def faces(self, group: str) -> list[Placed]:
        return [placed for placed in self.placed if placed.key.startswith(group + ".")]

    @property
    def number(self) -> int:
        """The n of sheet n of m; 0 for the page for a copy shop."""
        return int(self.text.split("Sheet ")[1].split(" of")[0]) if "Sheet " in self.text else 0


def read(file: Path) -> list[Side]:
    """Every page of a kit; the inside of faces is left out."""
    with pikepdf.open(file) as pdf:
        return [_read_page(page) for page in pdf.pages]


def _read_page(page: pikepdf.Page) -> Side:
    left, bottom, right, top = (float(v) for v in page.MediaBox)
    assert (left, bottom) == (0, 0)
    side = Side(right * MM, top * MM)
    fonts = {name: _characters(font) for name, font in page.Resources.get("/Font", {}).items()}
    forms = page.Resources.get("/XObject", {})
    for kind, name, value, clip in _walk(page, IDENTITY, top):
        if kind == "Do":
            box = [float(v) for v in forms[name].BBox]
            scale = hypot(value[0], value[1]), hypot(value[2], value[3])
            size = (box[2] - box[0]) * MM * scale[0], (box[3] - box[1]) * MM * scale[1]
            x, y = _point(value, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, top)
            sign = -1 if value[0] < 0 else 1
            assert value[0] * value[3] > 0, "a face is mirrored"
            angle = degrees(atan2(-sign * value[1], sign * value[0]))
            side.placed.append(Placed(name[1:], x, y, sign < 0, size, clip, angle, scale))
        elif kind == "text":
            side.text += "".join(fonts[name][value[i : i + 2]] for i in range(0, len(value), 2))
        else:
            side.paths.append(Path_(name, value))
            side.text += " "
    return side


def paths_in_face(file: Path, key: str) -> list[Path_]:
    """The paths inside one face, in millimetres from its own top left."""
    with pikepdf.open(file) as pdf:
        for page in pdf.pages:
            form = page.Resources.get("/XObject", {}).get("/" + key)
            if form is not None:
                return [
                    Path_(name, value)
                    for kind, name, value, _ in _deep(form, IDENTITY, float(form.BBox[3]))
                    if kind == "path"
                ]
    raise LookupError(key)


def _deep(stream: pikepdf.Object, matrix: Matrix, top: float) -> Iterator[tuple]:
    forms = stream.get("/Resources", {}).get("/XObject", {})
    for kind, name, value, clip in _walk(stream, matrix, top):
        if kind == "Do" and name in forms and forms[name].get("/Subtype") == "/Form":
            own = tuple(float(v) for v in forms[name].get("/Matrix", IDENTITY))
            yield from _deep(forms[name], times(own, value), top)
        else:
            yield kind, name, value, clip


def _point(matrix: Matrix, x: float, y: float, top: float) -> tuple[float, float]:
    return (
        (matrix[0] * x + matrix[2] * y + matrix[4]) * MM,
        (top - (matrix[1] * x + matrix[3] * y + matrix[5])) * MM,
    )


def _walk(stream: pikepdf.Object, matrix: Matrix, top: float) -> Iterator[tuple]:
    """Faces, paths and text of one content stream, with the bounds of the clip at each."""
    stack = [(matrix, None)]
    subpaths: list[list[tuple[float, float]]] = []
    clipping, font = False, ""
    for operands, operator in pikepdf.parse_content_stream(stream):
        op, (now, clip) = str(operator), stack[-1]
        if op == "q":
            stack.append(stack[-1])
        elif op == "Q":
            stack.pop()
        elif op == "cm":
            stack[-1] = times(tuple(float(v) for v in operands), now), clip
        elif op == "Do":
            yield "Do", str(operands[0]), now, clip
        elif op == "Tf":
            font = str(operands[0])
        elif op == "Tj":
            yield "text", font, bytes(operands[0]), clip
        elif op == "TJ":
            for part in operands[0]:
                if isinstance(part, pikepdf.String):
                    yield "text", font, bytes(part), clip
        elif op == "m":
            subpaths.append([_point(now, *(float(v) for v in operands), top)])
        elif op in ("l", "c", "v", "y"):
            values = [float(v) for v in operands]
            subpaths[-1].append(_point(now, values[-2], values[-1], top))
        elif op == "re":
            x, y, w, h = (float(v) for v in operands)
            corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
            subpaths.append([_point(now, *corner, top) for corner in corners])
        elif op in ("W", "W*"):
            clipping = True
        elif op in ("S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "n"):
            shape = tuple(tuple(sub) for sub in subpaths)
            if clipping and shape:
                bounds = Path_("n", shape).bounds()
                if clip:
                    bounds = (*map(max, clip[:2], bounds[:2]), *map(min, clip[2:], bounds[2:]))
                stack[-1] = now, bounds
            elif shape and op != "n":
                yield "path", op, shape, clip
            subpaths, clipping = [], False


def _characters(font: pikepdf.Object) -> dict[bytes, str]:
    """Code -> character, from the font's own map."""
    found, tokens = {}, font.ToUnicode.read_bytes().decode("ascii").split()
    inside = False
    pairs: list[str] = []
    for token in tokens:
        if token == "beginbfchar":
            inside, pairs = True, []
        elif token == "endbfchar":
            inside = False
            for code, char in zip(pairs[::2], pairs[1::2], strict=True):
                found[bytes.fromhex(code[1:-1])] = bytes.fromhex(char[1:-1]).decode("utf-16-be")
        elif inside:
            pairs.append(token)
    return found


def codes(file: Path) -> Iterator[tuple[str, pikepdf.Object, bytes]]:
    """Every piece of text of a kit, faces included: where it is, its font, its codes."""
    with pikepdf.open(file) as pdf:
        for number, page in enumerate(pdf.pages, 1):
            yield from _codes(page, page.Resources, f"page {number}", set())


def _codes(stream, resources, where: str, seen: set) -> Iterator[tuple[str, pikepdf.Object, bytes]]:
    fonts, forms = resources.get("/Font", {}), resources.get("/XObject", {})
    for kind, name, value, _ in _walk(stream, IDENTITY, 0):
        if kind == "text":
            yield where, fonts[name], value
        elif kind == "Do" and forms[name].get("/Subtype") == "/Form" and forms[name].objgen not in seen:
            seen.add(forms[name].objgen)
            yield from _codes(forms[name], forms[name].get("/Resources", {}), f"{where} {name}", seen)


def pixels(file: Path, page: int, dpi: int, box: tuple[float, float, float, float] | None = None) -> np.ndarray:
    """A page by Poppler in grey, 0 black to 255 white; `box` is left, top, width and height in mm."""
    crop = []
    if box:
        for flag, value in zip(("-x", "-y", "-W", "-H"), box, strict=True):
            crop += [flag, str(round(value / 25.4 * dpi))]
    command = ["pdftoppm", "-r", str(dpi), "-gray", "-f", str(page), "-l", str(page), *crop, str(file)]
    out = subprocess.run(command, check=True, capture_output=True).stdout
    magic, size, _, data = out.split(b"\n", 3)
    assert magic == b"P5"
    width, height = map(int, size.split())
    return np.frombuffer(data, np.uint8).reshape(height, width).astype(float)
