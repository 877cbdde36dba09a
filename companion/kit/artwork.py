"""What the faces of every game are drawn with: the inks of a look, the style sheet of a game, pictures in a page."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from functools import cache

from companion.art.press import Press
from companion.kit.options import FaceOptions
from companion.resources import folder

THEMES = {
    ("colour", "day"): "day",
    ("colour", "night"): "night",
    ("grey", "day"): "grey",
    ("grey", "night"): "grey_night",
}
"""Look and art -> the inks. The saver has one art: outlines are the same by day and by night."""
CJK = {"ja": '"Noto Sans JP"', "zh_Hant_TW": '"Noto Sans TC"'}
INK = re.compile(r"ink\((\w+)\)")
"""How the style sheets name an ink."""


@cache
def press(options: FaceOptions) -> Press:
    """What draws the faces that are asked for."""
    theme = THEMES.get((options.look, options.art), "saver")
    return Press(theme=theme, card_mm=options.card_mm)  # type: ignore[arg-type]


def picture(drawing: str) -> str:
    """An SVG as the address of an image."""
    return "data:image/svg+xml;base64," + b64encode(drawing.encode("utf-8")).decode("ascii")


def style(game: str, sheets: Iterable[str], options: FaceOptions) -> str:
    """The style sheet of all faces of a game: explicit families, so that no system font is ever used."""
    cjk = CJK.get(options.language, '"Noto Sans"')
    inks = press(options).text
    text = "".join((folder("print") / game / name).read_text("utf-8") for name in sheets)
    text = INK.sub(lambda match: inks[match[1]], text)
    # The display face has no CJK characters: their titles are bold instead.
    titles = "h1,h2,.title{font-weight:700!important}" if options.language in CJK else ""
    return f'html{{--cjk:{cjk};font-family:"Noto Sans",{cjk}}}{text}{titles}'
