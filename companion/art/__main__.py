"""`python -m companion.art OUTDIR`: every drawing on one page, by day, by night and in grey, for whoever draws."""

from __future__ import annotations

import sys
from pathlib import Path

from companion.art import svg
from companion.art.drawings import drawings
from companion.art.palette import declarations
from companion.art.press import Press

STYLE = """body{margin:0;font:12px sans-serif}section{padding:16px;background:#fbf3e1;color:#211815}
section.night{background:#0d0a0b;color:#efe3c8}section.grey{filter:grayscale(1)}
figure{display:inline-block;margin:6px;text-align:center}figure svg{display:block;width:110px;height:110px;margin:auto}
.small svg{width:34px;height:34px}.board svg{width:900px;height:900px}.phone svg{width:340px;height:346px}"""


def page() -> str:
    """The contact sheet as a page that needs nothing else."""
    names = list(drawings())
    sections = []
    for kind in ("day", "night", "grey"):
        figures = "".join(f'<figure><svg><use href="#{name}"/></svg>{name}</figure>' for name in names)
        small = "".join(f'<svg><use href="#{name}"/></svg>' for name in names)
        board = svg.board_background().replace('id="board"', "")
        sections.append(
            f'<section class="{kind}"><div>{figures}</div><div class="small">{small}</div>'
            f'<div class="board">{board}</div><div class="phone">{board}</div></section>'
        )
    day, night = declarations("day"), declarations("night")
    hidden = svg.sprite().replace("<svg ", '<svg width="0" height="0" ', 1)
    return (
        f'<!doctype html><meta charset="utf-8"><title>Art</title><style>{STYLE}'
        f":root{{{day}}}.night{{{night}}}</style>{hidden}{''.join(sections)}"
    )


def write(out: Path) -> Path:
    """Write the contact sheet and the pictures into a folder; the path of the sheet."""
    out.mkdir(parents=True, exist_ok=True)
    pictures = {
        "eruption": svg.sprite(),
        "board": svg.board_background(),
        "poster": Press().board(),
        "icon": svg.app_icon(),
        "wordmark": svg.wordmark("day"),
    }
    for name, picture in pictures.items():
        (out / f"{name}.svg").write_text(picture, "utf-8")
    (out / "art.html").write_text(page(), "utf-8")
    return out / "art.html"


def main() -> int:
    """The command line."""
    if len(sys.argv) != 2:
        print("Say where to: python -m companion.art OUTDIR", file=sys.stderr)
        return 2
    print(write(Path(sys.argv[1])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
