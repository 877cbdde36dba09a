"""The pages of a kit drawn by Cairo, for bench/kit.py: `kit_cairo.py FOLDER` reads pages.json and writes cairo.pdf.

CairoSVG draws each picture once to a recording, which is placed as often as it is needed.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import cairocffi
from cairosvg.parser import Tree
from cairosvg.surface import Surface

MM = 72 / 25.4


class Recording(Surface):
    """A picture, kept as what was drawn."""

    device_units_per_user_units = 0.75

    def _create_surface(self, width: float, height: float) -> tuple[Any, float, float]:
        return cairocffi.RecordingSurface(cairocffi.CONTENT_COLOR_ALPHA, None), width, height

    def finish(self) -> None:
        """Keep it open."""


def main() -> int:
    """Draw all pages."""
    folder = Path(sys.argv[1])
    data = json.loads((folder / "pages.json").read_text("utf-8"))
    kept: dict[str, Recording] = {}
    surface = cairocffi.PDFSurface(str(folder / "cairo.pdf"), 100, 100)
    context = cairocffi.Context(surface)
    context.select_font_face("Noto Sans")
    context.set_font_size(7)
    for page in data["pages"]:
        surface.set_size(page["width"] * MM, page["height"] * MM)
        for placed in page["placed"]:
            face = data["faces"][placed["key"]]
            context.save()
            if placed["clip"]:
                context.rectangle(*(value * MM for value in placed["clip"]))
                context.clip()
            context.translate(placed["x"] * MM, placed["y"] * MM)
            scale = placed["scale"] * (-1 if placed["turned"] else 1)
            context.scale(scale, scale)
            context.translate(-face["width"] / 2 * MM, -face["height"] / 2 * MM)
            if face["svg"]:
                if placed["key"] not in kept:
                    tree = Tree(url=str(folder / face["svg"]))
                    kept[placed["key"]] = Recording(tree, None, 96, scale=0.75)
                drawn = kept[placed["key"]]
                context.save()
                size = face["width"] * MM / drawn.width
                context.scale(size, size)
                context.set_source_surface(drawn.cairo, 0, 0)
                context.paint()
                context.restore()
            write(context, face)
            context.restore()
        context.show_page()
    surface.finish()
    return 0


def write(context: cairocffi.Context, face: dict[str, Any]) -> None:
    """Words in lines of the width of the face, from its middle down."""
    context.set_source_rgb(0, 0, 0)
    line, y = "", face["height"] / 2 * MM if face["svg"] else 10.0
    for word in face["words"].split():
        if len(line) + len(word) > face["width"] * MM / 3.8:
            context.move_to(8, y)
            context.show_text(line)
            line, y = "", y + 9
        line += word + " "
    if line:
        context.move_to(8, y)
        context.show_text(line)


if __name__ == "__main__":
    sys.exit(main())
