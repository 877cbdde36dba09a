"""Each face alone as SVG, in millimetres: how the flat pieces look on paper.

Paper drawings use flat fills and plain nodes only, which every PDF renderer agrees on. Sizes are those of the rules
data; a kit with larger or smaller tiles has its faces scaled as a whole.
"""

from __future__ import annotations

from functools import cache
from math import sqrt

import msgspec
from markupsafe import escape

from companion.art.boardsize import BOARD_HEX_MM, BOARD_MARGIN_MM, board_size_mm
from companion.art.drawings import GAME, Drawing, card_back_face, draw, drawings, hex_back_face, tile_face
from companion.art.island import board_geometry
from companion.art.meter import meter
from companion.art.palette import Inks, Mixed, Theme, blend, contrast, inks, mixed
from companion.art.scenery import island, waves
from companion.games.eruption.data import RULES

PRINT = RULES.print
Size = tuple[float, float]
"""Width and height, in millimetres."""


class Press(msgspec.Struct, frozen=True):
    """Draws faces in one set of inks, for cards of one size."""

    theme: Theme = "day"
    card_mm: Size = PRINT.card_mm

    @property
    def inks(self) -> Inks:
        """What stands in a `fill` or `stroke` attribute before the drawing is finished."""
        return inks(self.theme)

    @property
    def text(self) -> Inks:
        """The inks of text and of its grounds as colours, with some that only text has: see `_for_text`."""
        return _for_text(self.theme)

    # --- tiles and cards ---------------------------------------------------------------------------------------------

    def tile(self, slug: str, bleed_mm: float = PRINT.bleed_mm) -> str:
        """The face of a lava or eruption tile at rotation 0."""
        bleed = bleed_mm / PRINT.tile_width_mm * 100
        return self.alone(tile_face(RULES.tile(slug), self.inks, bleed), tile_size_mm(bleed_mm))

    def tile_back(self, bleed_mm: float = PRINT.back_bleed_mm) -> str:
        """The back of every lava tile."""
        return self._hex_back("tile", bleed_mm)

    def eruption_back(self, bleed_mm: float = PRINT.back_bleed_mm) -> str:
        """The back of every eruption tile."""
        return self._hex_back("eruption", bleed_mm)

    def _hex_back(self, kind: str, bleed_mm: float) -> str:
        size = tile_size_mm(bleed_mm)
        return self.alone(hex_back_face(kind, self.inks, size[1] / PRINT.tile_width_mm), size)

    def card_size_mm(self, bleed_mm: float = PRINT.back_bleed_mm) -> Size:
        """Size of a card with its bleed."""
        return self.card_mm[0] + 2 * bleed_mm, self.card_mm[1] + 2 * bleed_mm

    def card_back(self, bleed_mm: float = PRINT.back_bleed_mm) -> str:
        """The back of every card."""
        return self.alone(card_back_face(self.inks, self.card_mm, bleed_mm), self.card_size_mm(bleed_mm))

    def card_art(self, slug: str, size: Size | None = None) -> str:
        """The pictogram of a card, four parts wide and three high; of another shape, its middle."""
        width, height = size or (self.card_size_mm(PRINT.bleed_mm)[0],) * 2
        if size is None:
            height = width * 3 / 4
        drawing = drawings(self.theme)[f"card-{slug}"]
        across = 120.0 if width / height >= 4 / 3 else 90 * width / height
        box = f"{-across / 2:.3f} {-across * height / width / 2:.3f} {across:.3f} {across * height / width:.3f}"
        return self.alone(Drawing(box, drawing.body), (width, height))

    # --- counters ----------------------------------------------------------------------------------------------------

    def wall(self, kind: str, bleed_mm: float = PRINT.bleed_mm) -> str:
        """A wall's counter: the wall on a plain ground that runs on into the bleed."""
        width, height = PRINT.wall_mm[0] + 2 * bleed_mm, PRINT.wall_mm[1] + 2 * bleed_mm
        ground = f'<path d="M{-width / 2} {-height / 2}h{width}v{height}h{-width}z" fill="{self.inks["paper"]}"/>'
        scale = PRINT.wall_mm[0] / 70
        body = f'{ground}<g transform="scale({scale:.4f})">{drawings(self.theme)[f"wall-{kind}"].body}</g>'
        return self.alone(_centred(body, width, height), (width, height))

    def marker(self, village: str, bleed_mm: float = PRINT.bleed_mm) -> str:
        """A village's temperature marker, on a square whose corners the cut takes away."""
        size = PRINT.marker_mm + 2 * bleed_mm
        ground = f'<circle r="{size / 2:g}" fill="{self.inks[f"village_{village}"]}"/>'
        scale = PRINT.marker_mm / 104
        body = f'{ground}<g transform="scale({scale:.4f})">{drawings(self.theme)[f"marker-{village}"].body}</g>'
        return self.alone(_centred(body, size, size), (size, size))

    def sign(self, village: str, width_mm: float = PRINT.marker_mm, ink: str = "ink") -> str:
        """A village's sign in one ink."""
        return self.symbol(f"sign-{RULES.village(village).sign}", width_mm, ink)

    def symbol(self, name: str, width_mm: float, ink: str = "ink") -> str:
        """Any drawing of the sprite, by its id."""
        drawing = drawings(self.theme)[name]
        width, height = map(float, drawing.view_box.split()[2:])
        body = drawing.body.replace("currentColor", self.inks[ink])
        return self.alone(Drawing(drawing.view_box, body), (width_mm, width_mm * height / width))

    # --- the board ---------------------------------------------------------------------------------------------------

    def board(self, title: str = RULES.game.name) -> str:
        """The whole printed board with its burn meter, `title` in the display face."""
        width, height = board_size_mm()
        _, top, _, island_height = board_geometry().view_box
        scale, track = BOARD_HEX_MM / 100, meter()
        layout = {
            "width": round(width, 3),
            "height": round(height, 3),
            "scale": scale,
            "middle": (round(width / 2, 3), round(BOARD_MARGIN_MM - top * scale, 3)),
            "meter": (round((width - track.width) / 2, 3), round(height - track.height - BOARD_MARGIN_MM, 3)),
            "waves": waves((-width / 2 / scale, top, width / scale, island_height), 60, 600),
            "title": escape(title),
        }
        drawn = island(PRINT.tile_width_mm / BOARD_HEX_MM)
        body = draw(f"{GAME}/poster.j2", "poster", self.inks, drawn, layout, track)
        return self.alone(Drawing(f"0 0 {width:.3f} {height:.3f}", body), (width, height))

    # --- finishing ---------------------------------------------------------------------------------------------------

    def alone(self, drawing: Drawing, size: Size) -> str:
        """A complete document of that size in millimetres."""
        document = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]:.4f}mm" height="{size[1]:.4f}mm" '
            f'viewBox="{drawing.view_box}">{drawing.body}</svg>'
        )
        if self.theme == "saver":
            from companion.art.engraving import engrave  # and fontTools, which the other looks do not need

            return engrave(document)
        return document


def plain(theme: Theme) -> Mixed:
    """The inks as colours that a theme is mixed from."""
    return "day" if theme in ("screen", "saver") else theme  # type: ignore[return-value]


TINTED = ("saucer_red", "saucer_blue", "saucer_yellow", "meadow", "ply")
"""Inks of which there is a light `NAME_tint` too, a ground for dark words."""


@cache
def _for_text(theme: Theme) -> Inks:
    """`bar` and `on_bar`: a dark bar with a title. `page`: paper to write on. `tint`: a ground beside the usual.
    `rule`: a thin line. `zone1` to `zone3`: grounds of the burn meter. `box_text`: what stands on a box.

    With the saver every ground is white and all that is drawn upon it black.
    """
    found = mixed(plain(theme))
    if theme != "saver":
        paper, core, lava = found["paper"], found["core"], found["lava"]
        return found | {
            "bar": found["ink"],
            "on_bar": paper,
            "page": blend(paper, "#ffffff", 0.8),
            "tint": found["sand"],
            "rule": found["sand_mark"],
            "box_text": paper,
            "cover": found["land"],
            "on_cover": paper,
            "zone1": blend(core, paper, 0.62),
            "zone2": blend(blend(core, lava, 0.3), paper, 0.38),
            "zone3": blend(lava, paper, 0.42),
            "on_meadow": max((found["ink"], paper), key=lambda ink: contrast(ink, found["meadow"])),
            **{f"{name}_tint": blend(found[name], paper, 0.5) for name in TINTED},
        }
    dark = {"ink", "crust", "ember", "on_bar", "box_text", "on_cover", "on_meadow"} | {
        name for name in found if name.startswith("on_")
    }
    names = [*found, "bar", "on_bar", "page", "tint", "box_text", "cover", "on_cover", "zone1", "zone2", "zone3"]
    names += ["on_meadow", *(f"{name}_tint" for name in TINTED)]
    return {name: "#000000" if name in dark else "#ffffff" for name in names} | {"rule": "#808080"}


def tile_size_mm(bleed_mm: float = PRINT.bleed_mm) -> Size:
    """Size of a tile's face with its bleed: from corner to corner, and from flat to flat."""
    flat = PRINT.tile_width_mm + 2 * bleed_mm
    return 2 * flat / sqrt(3), flat


def _centred(body: str, width: float, height: float) -> Drawing:
    return Drawing(f"{-width / 2:g} {-height / 2:g} {width:g} {height:g}", body)
