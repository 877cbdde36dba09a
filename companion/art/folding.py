"""The faces of what is folded: art on the panels of a net, and on its flaps only where glue goes."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from random import Random

from companion.art import pen
from companion.art.cardback import card_back
from companion.art.drawings import GAME, Drawing, draw, drawings
from companion.art.nets import Net, Panel
from companion.art.press import Press, Size
from companion.games.eruption.data import RULES

OVER = 1.0
"""How far a panel's ground runs on beyond it: over folds and cuts."""
HATCH = 2.2
"""Between the lines on a flap to glue."""

Art = Callable[[Panel], str]


def standing_wall(press: Press, kind: str, net: Net) -> str:
    """A wall of that material, with what it adds to its die."""
    inks, bonus = press.inks, RULES.wall(kind).bonus

    def art(panel: Panel) -> str:
        if panel.name == "foot":
            return _scaled(draw(f"{GAME}/standing.j2", "ground", inks), panel.width / 160)
        side = draw(f"{GAME}/standing.j2", kind, inks) + draw(f"{GAME}/standing.j2", "bonus", inks, bonus)
        return _scaled(side, panel.width / 160)

    return folded(press, net, art)


def standee(press: Press, village: str, net: Net) -> str:
    """A village's marker."""
    inks, sign = press.inks, RULES.village(village).sign

    def art(panel: Panel) -> str:
        if panel.name == "foot":
            return _scaled(draw(f"{GAME}/standing.j2", "foot", inks, village), panel.width / 120)
        return _scaled(draw(f"{GAME}/standing.j2", "banner", inks, village, sign), panel.width / 120)

    return folded(press, net, art)


def die(press: Press, colour: str, net: Net) -> str:
    """A die; its ground is that of its faces."""
    ink = press.inks["lava" if colour == "orange" else "paper"]
    found = drawings(press.theme)

    def art(panel: Panel) -> str:
        return filled(panel, ink) + _scaled(found[f"die-{colour}-{panel.name}"].body, panel.width / 112)

    return folded(press, net, art)


def card_box(press: Press, net: Net) -> str:
    """The box for cards: green like their backs, the emblem on both large sides."""
    inks = press.inks

    def art(panel: Panel) -> str:
        drawn = filled(panel, inks["land"])
        if panel.name in ("front", "back"):
            back = card_back((panel.width, panel.height))
            drawn += draw(f"{GAME}/box.j2", "cards", inks, back, panel.width, panel.height)
        return drawn

    return folded(press, net, art)


def tile_box(press: Press, net: Net) -> str:
    """The box for tiles: dark, with a stream of lava that runs round all four sides."""
    inks = press.inks

    def art(panel: Panel) -> str:
        drawn = filled(panel, inks["basalt"])
        if panel.name in ("front", "back") or panel.name.endswith("side"):
            random = Random(panel.name)
            marks = [
                pen.polyline([(x, y), (x + random.uniform(1.2, 2.6), y)])
                for y in (-1.9, 1.9)
                for x in (random.uniform(-0.5, 0.4) * panel.width for _ in range(int(panel.width / 6)))
            ]
            level = panel.height * 0.26
            drawn += draw(f"{GAME}/box.j2", "stream", inks, round(panel.width / 2 + OVER, 2), level, "".join(marks))
        elif panel.name == "lid":
            seen = drawings(press.theme)["tile-star"].body
            drawn += "".join(
                f'<g transform="translate({side * panel.width * 0.37:.2f} 0)">{_scaled(seen, 0.17)}</g>'
                for side in (-1, 1)
            )
        return drawn

    return folded(press, net, art)


def folded(press: Press, net: Net, art: Art) -> str:
    """A net as a document of its size and the bleed that it has."""
    width, height = (side + 2 * OVER for side in net.size)
    parts = [draw(f"{GAME}/box.j2", "glue", press.inks, "".join(map(_hatch, net.glued)))]
    # Flaps first: the grounds of the panels run on over the folds.
    for panel in sorted(net.panels, key=lambda panel: panel.name != "flap"):
        turn = f" rotate({panel.turn})" if panel.turn else ""
        x, y = panel.middle
        parts.append(f'<g transform="translate({x:.3f} {y:.3f}){turn}">{art(panel)}</g>')
    box = f"{-width / 2:.3f} {-height / 2:.3f} {width:.3f} {height:.3f}"
    return press.alone(Drawing(box, "".join(parts)), (width, height))


def size_mm(net: Net) -> Size:
    """The size of a net's face."""
    return net.size[0] + 2 * OVER, net.size[1] + 2 * OVER


def _scaled(body: str, scale: float) -> str:
    return f'<g transform="scale({scale:.4f})">{body}</g>'


def filled(panel: Panel, ink: str) -> str:
    """The panel's own ground, which runs on a little on all sides."""
    x, y = panel.width / 2 + OVER, panel.height / 2 + OVER
    return f'<path d="{pen.polygon([(-x, -y), (x, -y), (x, y), (-x, y)], 2)}" fill="{ink}"/>'


def _hatch(flap: Panel) -> str:
    """Slanted lines over a flap to glue."""
    left, top = flap.middle[0] - flap.width / 2, flap.middle[1] - flap.height / 2
    right, bottom = left + flap.width, top + flap.height
    lines = []
    for k in range(ceil((left + top) / HATCH), int((right + bottom) / HATCH) + 1):
        total = k * HATCH
        start, end = max(left, total - bottom), min(right, total - top)
        if end - start > 0.3:
            lines.append(pen.polyline([(start, total - start), (end, total - end)], 2))
    return "".join(lines)
