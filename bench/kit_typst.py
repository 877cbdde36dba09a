"""The sheets of a kit drawn by typst, for bench/kit.py: the same pictures in the same places and fonts.

`kit_typst.py FOLDER prepare` writes the SVG files and sheets.typ; `kit_typst.py FOLDER` compiles them to typst.pdf.
Hexes are clipped to rectangles and the marks are left out, in typst's favour.
"""

from __future__ import annotations

import sys
from base64 import b64decode
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def prepare(folder: Path) -> None:
    """Write everything that typst reads."""
    from companion.games.eruption.data import RULES
    from companion.kit import eruption, eruption_faces, layout
    from companion.kit.options import KitOptions
    from companion.kit.poster import poster

    def say(text: str) -> str:
        return text

    sizes = {}
    for group, faces in eruption_faces.GROUPS.items():
        for face in faces(say):
            key = f"{group}.{face.slug}"
            sizes[key] = face.width, face.height
            if "base64," in face.body:
                picture = face.body.split("base64,")[1].split('"')[0].split("'")[0]
                (folder / f"{key}.svg").write_bytes(b64decode(picture))
    cards = {f"cards.{card.slug}": card for card in RULES.cards}
    summary = " ".join(f"{option.name} {option.text}" for option in RULES.options)
    options = KitOptions()
    kit = eruption.kit(options, say)
    pages = []

    def placed(key: str, x: float, y: float, clip: tuple[float, float, float, float]) -> str:
        left, top, width, height = clip
        full, high = sizes[key]
        if key == "summary.turn":
            body = f'[#set text(size: 7pt)\n#box(width: {full}mm, height: {high}mm, fill: rgb("#fbf3e1"), [{summary}])]'
        elif key in cards:
            art = f'#image("{key}.svg", width: {full}mm)'
            body = f"[#box(width: {full}mm, height: {high}mm, [{art} #strong[{cards[key].name}] {cards[key].text}])]"
        else:
            body = f'image("{key}.svg", width: {full}mm, height: {high}mm)'
        inner = f"place(dx: {x - full / 2 - left}mm, dy: {y - high / 2 - top}mm, {body})"
        return f"#place(dx: {left}mm, dy: {top}mm, box(width: {width}mm, height: {height}mm, clip: true, {inner}))"

    def page(width: float, height: float, parts: list[str]) -> None:
        pages.append(f"#page(width: {width}mm, height: {height}mm, margin: 0mm)[{chr(10).join(parts)}]")

    width, height = sizes["board.island"]
    sheet = poster(width, height, options.paper)
    for window in sheet.windows:
        place, picture = window.place, window.picture
        x, y = place.left - picture.left + width / 2, place.top - picture.top + height / 2
        shown = placed("board.island", x, y, (place.left, place.top, place.width, place.height))
        page(sheet.page.width, sheet.page.height, [shown])
    for section in kit.sections:
        for front in layout.sheets(section.pieces, options.paper):
            for side in (front, layout.back(front, options.backs)):
                parts = []
                for slot in side.slots if side else ():
                    (w, h), cell = slot.shape.size, slot.cell
                    left, top = max(cell.left, slot.x - w / 2 - 2), max(cell.top, slot.y - h / 2 - 2)
                    right, bottom = min(cell.right, slot.x + w / 2 + 2), min(cell.bottom, slot.y + h / 2 + 2)
                    parts.append(placed(slot.face.key, slot.x, slot.y, (left, top, right - left, bottom - top)))
                page(front.page.width, front.page.height, parts)
    whole = placed("board.island", width / 2 + 10, height / 2 + 16.5, (0, 0, width + 20, height + 33))
    page(width + 20, height + 33, [whole])
    head = '#set document(title: "Eruption", date: none)\n#set text(font: ("Noto Sans",), size: 8pt)\n'
    (folder / "sheets.typ").write_text(head + "\n".join(pages), encoding="utf-8")


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
