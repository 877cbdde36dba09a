"""The pages of a kit drawn by typst, for bench/kit.py: `kit_typst.py FOLDER` reads pages.json and writes typst.pdf.

With `prepare` it writes typst's own source from pages.json, which is not counted.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def prepare(folder: Path) -> None:
    """Write sheets.typ."""
    data = json.loads((folder / "pages.json").read_text("utf-8"))
    pages = []
    for page in data["pages"]:
        parts = [_placed(placed, data["faces"][placed["key"]], page) for placed in page["placed"]]
        size = f"width: {page['width']}mm, height: {page['height']}mm"
        pages.append(f"#page({size}, margin: 0mm)[{chr(10).join(parts)}]")
    head = '#set document(title: "Eruption", date: none)\n#set text(font: ("Noto Sans",), size: 7pt)\n'
    (folder / "sheets.typ").write_text(head + "\n".join(pages), encoding="utf-8")


def _placed(placed: dict[str, Any], face: dict[str, Any], page: dict[str, Any]) -> str:
    width, height = face["width"] * placed["scale"], face["height"] * placed["scale"]
    left, top, wide, high = placed["clip"] or (0, 0, page["width"], page["height"])
    if face["words"]:
        art = f'#image("{face["svg"]}", width: {width}mm)' if face["svg"] else ""
        words = "".join("\\" + mark if mark in '#$*_`<>@[]\\~"' else mark for mark in face["words"])
        body = f"[#box(width: {width}mm, height: {height}mm, clip: true, [{art} {words}])]"
    else:
        body = f'image("{face["svg"]}", width: {width}mm, height: {height}mm)'
    if placed["turned"]:
        body = f"rotate(180deg, {body})"
    inner = f"place(dx: {placed['x'] - width / 2 - left}mm, dy: {placed['y'] - height / 2 - top}mm, {body})"
    return f"#place(dx: {left}mm, dy: {top}mm, box(width: {wide}mm, height: {high}mm, clip: true, {inner}))"


def main() -> int:
    """Prepare or compile."""
    folder = Path(sys.argv[1])
    if sys.argv[2:] == ["prepare"]:
        prepare(folder)
    else:
        import typst

        fonts = [str(ROOT / "print" / "fonts")]
        source, out = str(folder / "sheets.typ"), str(folder / "typst.pdf")
        typst.compile(source, output=out, font_paths=fonts, ignore_system_fonts=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
