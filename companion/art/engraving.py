"""The ink saver: the same drawings as outlines and hatches, black on white, for a printer that is short of ink.

A drawing in the inks of the theme `saver` names its inks; `[saver]` in print/palette.toml says what becomes of each. A
hatch is drawn as lines that end at the shape's edge, and not as a pattern, which printers tile with seams.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from itertools import pairwise
from math import cos, floor, prod, radians, sin
from xml.etree import ElementTree

from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path

from companion.art.palette import NAMED
from companion.art.pen import Point, number
from companion.resources import folder

SVG = "http://www.w3.org/2000/svg"
BLACK, WHITE, GREY = "#000", "#fff", "#777"
LINE, MARK, HATCH = 0.4, 0.22, 0.16
"""Widths in mm: the widest outline, the lines within a drawing, the lines of a hatch."""
CASING = 1.2
"""A line of paper or ink that is wider than this is a band: it is left white, with an outline."""
SHORTEST = 0.25
"""A piece of hatch shorter than this, in mm, is left out."""
STEPS = 8
"""Straight pieces to a curve."""

Shape = list[list[Point]]


@cache
def _treatments() -> dict[str, dict[str, str]]:
    """What becomes of each ink in fills and strokes."""
    found: dict[str, dict[str, str]] = tomllib.loads((folder("print") / "palette.toml").read_text("utf-8"))["saver"]
    return found


def engrave(document: str) -> str:
    """A document in named inks as one in black lines."""
    root = ElementTree.fromstring(document)
    width = float(root.get("viewBox", "").split()[2])
    scale = float(root.get("width", "").removesuffix("mm")) / width
    _walk(root, scale)
    ElementTree.register_namespace("", SVG)
    return ElementTree.tostring(root, encoding="unicode")


def _walk(parent: ElementTree.Element, scale: float) -> None:
    children = list(parent)
    bands = {child.get("d"): child for child in children if _ink(child, "stroke")}
    added = 0
    for i, child in enumerate(children):
        own = scale * _scale(child.get("transform", ""))
        if child.tag == f"{{{SVG}}}g":
            _walk(child, own)
            continue
        inside = bands.get(child.get("d"))
        hatch = _engraved(child, inside if inside is not child else None, own)
        if hatch is not None:
            added += 1
            parent.insert(i + added, hatch)


def _scale(transform: str) -> float:
    """How much larger a transform makes what it holds: turns and moves leave it as it is."""
    return prod(float(factor) for factor in re.findall(r"scale\(([-\d.]+)\)", transform))


def _engraved(
    node: ElementTree.Element, inside: ElementTree.Element | None, scale: float
) -> ElementTree.Element | None:
    """Give a node its lines; the hatch to draw over it, if there is one."""
    for name in ("fill-opacity", "stroke-opacity"):
        node.attrib.pop(name, None)
    fill, stroke = _ink(node, "fill"), _ink(node, "stroke")
    _draw_stroke(node, stroke, inside, scale)
    hatch = None
    if fill:
        hatch = _draw_fill(node, _treatments()["fill"].get(fill, "white"), bool(stroke), scale)
    return hatch


def _ink(node: ElementTree.Element, attribute: str) -> str:
    """The name of the ink in an attribute; nothing for none and for what is no ink."""
    return node.get(attribute, "").removeprefix(NAMED) if node.get(attribute, "").startswith(NAMED) else ""


def _draw_stroke(node: ElementTree.Element, ink: str, inside: ElementTree.Element | None, scale: float) -> None:
    """Thin the line of a node. A wide one is a band: white, or the outline of `inside`, drawn along it later."""
    if not ink:
        return
    width = float(node.get("stroke-width", "1")) * scale
    kind = _treatments()["stroke"].get(ink, "line")
    colour, most = BLACK, LINE
    if kind == "none":
        colour = "none"
    elif kind == "mark":
        colour, most = GREY, MARK
    elif kind == "paper" and width > CASING:
        colour, most = WHITE, width
    elif inside is not None:
        band = float(inside.get("stroke-width", "1")) * scale
        most = band + 2 * LINE if band > CASING else LINE
    node.set("stroke", colour)
    node.set("stroke-width", number(min(width, most) / scale, 3))


def _draw_fill(node: ElementTree.Element, kind: str, outlined: bool, scale: float) -> ElementTree.Element | None:
    """`white`, `black`, `none`, `line` (white with an outline) or `hatch SPACING ANGLE` of a node's ground."""
    if node.tag == f"{{{SVG}}}text":
        node.set("fill", "none" if kind == "none" else WHITE if kind == "white" else BLACK)
        return None
    if kind in ("black", "none"):
        node.set("fill", BLACK if kind == "black" else "none")
        return None
    node.set("fill", WHITE)
    if kind == "white":
        return None
    if not outlined:
        node.set("stroke", BLACK)
        node.set("stroke-width", number(MARK / scale, 3))
    if not kind.startswith("hatch") or node.tag != f"{{{SVG}}}path":
        return None
    spacing, angle = map(float, kind.split()[1:])
    lines = hatched(
        shape(node.get("d", "")), spacing / scale, angle, SHORTEST / scale, node.get("fill-rule") == "evenodd"
    )
    attributes = {"d": lines, "fill": "none", "stroke": BLACK, "stroke-width": number(HATCH / scale, 3)}
    if "transform" in node.attrib:
        attributes["transform"] = node.attrib["transform"]
    return ElementTree.Element(f"{{{SVG}}}path", attributes) if lines else None


class _Flat(BasePen):  # type: ignore[misc]
    """Collects the corners of a path whose curves are broken into straight pieces."""

    def __init__(self) -> None:
        super().__init__(None)
        self.shape: Shape = []

    def _moveTo(self, pt: Point) -> None:
        self.shape.append([pt])

    def _lineTo(self, pt: Point) -> None:
        self.shape[-1].append(pt)

    def _curveToOne(self, pt1: Point, pt2: Point, pt3: Point) -> None:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.shape[-1][-1], pt1, pt2, pt3
        for k in range(1, STEPS + 1):
            t = k / STEPS
            s = 1 - t
            a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
            self.shape[-1].append((a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy))


def shape(path: str) -> Shape:
    """The outlines of path data as corners."""
    pen = _Flat()
    parse_path(path, pen)
    return pen.shape


def hatched(outlines: Shape, spacing: float, degrees: float, shortest: float = 0.0, evenodd: bool = False) -> str:
    """Parallel lines inside a shape as path data: `spacing` apart, on one grid whatever the shape."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    edges = []
    for outline in outlines:
        turned = [(x * c + y * s, y * c - x * s) for x, y in outline]
        edges += [(a, b) for a, b in pairwise([*turned, turned[0]]) if a[1] != b[1]]
    crossings: dict[int, list[tuple[float, int]]] = {}
    for (ax, ay), (bx, by) in edges:
        low, high, way = (ay, by, 1) if ay < by else (by, ay, -1)
        for row in range(floor(low / spacing) + 1, floor(high / spacing) + 1):
            x = ax + (bx - ax) * (row * spacing - ay) / (by - ay)
            crossings.setdefault(row, []).append((x, way))
    out = []
    for row in sorted(crossings):
        y, winding, start = row * spacing, 0, 0.0
        for x, way in sorted(crossings[row]):
            before = winding
            winding = 1 - winding if evenodd else winding + way
            if not before:
                start = x
            elif not winding and x - start > shortest:
                ends = ((start * c - y * s, start * s + y * c), (x * c - y * s, x * s + y * c))
                out.append("M{} {}L{} {}".format(*(number(value, 2) for end in ends for value in end)))
    return "".join(out)
