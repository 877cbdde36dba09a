"""The pages of the standard kit in a form that any program can draw, for bench/kit.py and the peers beside it.

`kit_pages.py FOLDER` writes each picture as an SVG file and pages.json: of each page its size and what lies on it, by
centre, scale and clip. What is set in type comes as plain words and the picture that belongs to it. The marks and the
first page are left out, in favour of the peers.
"""

from __future__ import annotations

import json
import re
import sys
from base64 import b64decode
from html import unescape
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def prepare(folder: Path) -> None:
    """Write everything that the peers read."""
    from companion.kit import eruption_faces
    from companion.kit.choosing import chosen
    from companion.kit.games import KITS
    from companion.kit.job import translator
    from companion.kit.options import KitOptions
    from companion.kit.plan import plan

    options, say = KitOptions(guide=False), translator("en")
    kit = chosen(KITS["eruption"](options, say), options)
    faces = {
        f"{group}.{face.slug}": _face(folder, f"{group}.{face.slug}", face)
        for group in kit.groups()
        for face in eruption_faces.GROUPS[group](options.faces, say)
    }
    pages = []
    for printed in plan(kit, options, say).printed():
        page = printed.side.page
        pages.append({"width": page.width, "height": page.height, "placed": _placed(printed.side, kit)})
    (folder / "pages.json").write_text(json.dumps({"faces": faces, "pages": pages}), encoding="utf-8")


def _face(folder: Path, key: str, face: Any) -> dict[str, Any]:
    pictures = re.findall(r"base64,([A-Za-z0-9+/=]+)", face.body)
    words = unescape(re.sub(r"<[^>]*>", " ", face.body))
    if pictures:
        (folder / f"{key}.svg").write_bytes(b64decode(pictures[0]))
    whole = 'class="whole"' in face.body
    return {
        "width": face.width,
        "height": face.height,
        "svg": f"{key}.svg" if pictures else "",
        "words": "" if whole else " ".join(words.split()),
    }


def _placed(side: Any, kit: Any) -> list[dict[str, Any]]:
    from companion.kit.imposition import Spread
    from companion.kit.plan import Backs, Fronts, Part, Whole

    def one(key: str, x: float, y: float, scale: float, turned: bool, clip: Any) -> dict[str, Any]:
        box = [clip.left, clip.top, clip.width, clip.height] if clip else None
        return {"key": key, "x": x, "y": y, "scale": scale, "turned": turned, "clip": box}

    content = side.content
    if isinstance(content, Fronts | Backs):
        return [
            one(slot.face.key, slot.x, slot.y, slot.piece.scale, slot.upside_down, slot.cell)
            for slot in content.sheet.slots
        ]
    if isinstance(content, Part):
        x, y = content.window.on_page(kit.board_mm[0] / 2, kit.board_mm[1] / 2)
        return [one(kit.board.key, x, y, kit.board_scale, False, content.window.place)]
    if isinstance(content, Whole):
        return [one(kit.board.key, *content.place.middle, kit.board_scale, False, None)]
    if isinstance(content, Spread):
        sign = -1 if content.upside_down else 1
        middle, y = content.page.width / 2, content.page.height / 2
        return [
            one(face.key, middle + sign * aside * content.size[0] / 2, y, content.scale, content.upside_down, None)
            for face, aside in ((content.left, -1), (content.right, 1))
            if face
        ]
    return []


if __name__ == "__main__":
    prepare(Path(sys.argv[1]))
