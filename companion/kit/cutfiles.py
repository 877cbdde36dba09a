"""Files for cutting machines: the same outlines and folds that the sheets show, as SVG or DXF, in millimetres.

Layers `cut` and `fold`, and `paper`: the edge of the sheet, which shows a program where the cuts lie on it and is not
to be cut. The registration marks are not in these files, for the machine's program makes its own.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from math import atan2, pi, tan

from companion.kit.cutting import Closed, Cuts
from companion.kit.shapes import Point, Segment

Writer = Callable[[Cuts], bytes]


def svg(cuts: Cuts) -> bytes:
    """A drawing of the size of the paper, a user unit being a millimetre."""

    def number(value: float) -> str:
        return f"{value:.4f}".rstrip("0").rstrip(".")

    def at(*points: Point) -> str:
        return " ".join(f"{number(x)} {number(y)}" for x, y in points)

    def closed(path: Closed) -> str:
        curves = (f"{'L' if len(segment) == 1 else 'C'}{at(*segment)}" for segment in path.segments)
        return f'<path d="M{at(path.start)}{"".join(curves)}Z"/>'

    cut = [closed(path) for path in cuts.outlines] + [f'<path d="M{at(a)}L{at(b)}"/>' for a, b in cuts.lines]
    fold = [f'<path d="M{at(a)}L{at(b)}"/>' for a, b in cuts.folds]
    width, height = number(cuts.width), number(cuts.height)
    layers = (
        ("paper", 'fill="none" stroke="#999" stroke-width=".1"', [f'<rect width="{width}" height="{height}"/>']),
        ("fold", 'fill="none" stroke="#00f" stroke-width=".1"', fold),
        ("cut", 'fill="none" stroke="#f00" stroke-width=".1"', cut),
    )
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">',
    ]
    for name, style, shapes in layers:
        if shapes:
            lines += [f'<g id="{name}" inkscape:groupmode="layer" inkscape:label="{name}" {style}>', *shapes, "</g>"]
    return "\n".join([*lines, "</svg>", ""]).encode("utf-8")


def dxf(cuts: Cuts) -> bytes:
    """AutoCAD 2000, in millimetres, y upwards from the lower edge of the paper; round corners are arcs."""
    from ezdxf import units
    from ezdxf._options import options
    from ezdxf.filemanagement import new

    options.write_fixed_meta_data_for_testing = True  # no dates and no random names: the same file every time
    drawing = new("R2000", setup=False, units=units.MM)
    for name, colour in (("cut", 1), ("fold", 5), ("paper", 8)):
        drawing.layers.add(name, color=colour)
    space, top = drawing.modelspace(), cuts.height
    for path in cuts.outlines:
        points = [(x, top - y, bulge) for (x, y), bulge in _bulged(path)]
        space.add_lwpolyline(points, format="xyb", close=True, dxfattribs={"layer": "cut"})
    for layer, lines in (("cut", cuts.lines), ("fold", cuts.folds)):
        for a, b in lines:
            space.add_line((a[0], top - a[1]), (b[0], top - b[1]), dxfattribs={"layer": layer})
    corners = ((0, 0), (cuts.width, 0), (cuts.width, top), (0, top))
    space.add_lwpolyline(corners, close=True, dxfattribs={"layer": "paper"})
    text = io.StringIO()
    drawing.write(text)
    return text.getvalue().encode("utf-8")


WRITERS: dict[str, Writer] = {"svg": svg, "dxf": dxf}


def _bulged(path: Closed) -> list[tuple[Point, float]]:
    """Each corner, and how far the way to the next bulges: the tangent of a quarter of its angle, left turns positive.

    All curves of pieces are quarters of circles; with y upwards those of an outline that runs clockwise turn right.
    """
    points: list[Point] = [path.start]
    bulges: list[float] = []
    for segment in path.segments:
        bulges.append(_bulge(points[-1], segment))
        points.append(segment[-1])
    if _same(points[0], points[-1]):
        points.pop()
    else:
        bulges.append(0.0)
    return list(zip(points, bulges, strict=True))


def _bulge(start: Point, segment: Segment) -> float:
    if len(segment) == 1:
        return 0.0
    first, last, end = segment
    before = atan2(-(first[1] - start[1]), first[0] - start[0])
    after = atan2(-(end[1] - last[1]), end[0] - last[0])
    turn = (after - before + pi) % (2 * pi) - pi
    return tan(turn / 4)


def _same(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) < 1e-6 and abs(a[1] - b[1]) < 1e-6
