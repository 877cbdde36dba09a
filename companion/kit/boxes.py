"""The words on a box: the game's name and what is inside, over the art of its panels."""

from __future__ import annotations

from markupsafe import escape

from companion.art import folding, nets
from companion.kit.drawing import Drawing
from companion.kit.options import FaceOptions

TITLE_PT, SMALL_PT, LARGE_PT = 26.0, 7.5, 11.0
"""Letters on a box: its name, and what is in it; in large print."""


def box(
    slug: str, net: nets.Net, art: str, name: str, contents: str, style: str, options: FaceOptions, sides: bool = True
) -> Drawing:
    """The art of a box, and upon it the game's name and what is inside; the name on its upright `sides` too."""
    width, height = folding.size_mm(net)
    name, small = escape(name), LARGE_PT if options.large_print else SMALL_PT
    parts = []
    for panel in net.panels:
        lines: list[tuple[str, float]] = []
        if panel.name in ("front", "back"):
            lines = [(name, min(TITLE_PT, panel.width * 0.42, panel.height * 0.6)), (escape(contents), small)]
        elif panel.name == "lid":
            lines = [(name, min(TITLE_PT, panel.height * 1.3, panel.width * 0.35))]
        elif panel.height > panel.width and sides:
            lines = [(name, min(TITLE_PT, panel.width * 1.3))]
        upright = panel.name.endswith("side") and panel.height > panel.width
        long, short = (panel.height, panel.width) if upright else (panel.width, panel.height)
        turn = panel.turn + (90 if upright else 0)
        left, top = width / 2 + panel.middle[0] - long / 2, height / 2 + panel.middle[1] - short / 2
        text = "".join(
            f'<{tag} style="font-size:{size:.1f}pt">{line}</{tag.split()[0]}>'
            for tag, (line, size) in zip(('span class="title"', "small"), lines, strict=False)
        )
        if text:
            parts.append(
                f'<p class="{panel.name.split()[-1]}" style="left:{left:.2f}mm;top:{top:.2f}mm;width:{long:.2f}mm;'
                f'height:{short:.2f}mm;transform:rotate({turn}deg)">{text}</p>'
            )
    picture = Drawing.of_svg(slug, (width, height), art).body
    return Drawing(slug, width, height, f'<div class="box {style}">{picture}{"".join(parts)}</div>')
