"""Makes the fonts of screen and paper from the npm packages named in PACKAGES.

Screen (`static/fonts/*.woff2`): Latin; and for phones that have no Japanese or Chinese font of their own one weight of
each, with what the pages say in that language. Such a page alone fetches it, so that a first visit stays small.

Paper (`print/fonts/*.ttf`): every character that the catalogues and the rules data use, so that a PDF never depends on
what is installed. TrueType and not woff2, because WeasyPrint decodes woff2 in Python: seconds for each CJK font.

The packages serve the CJK fonts in numbered pieces; the Japanese and Chinese full-width punctuation differs in where it
sits in its square, so each language is put together from its own pieces.

The display face's licence reserves its name for the unchanged font: our subset is called "Tableside Display".
"""

from __future__ import annotations

import hashlib
import re
import string
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages.pofile import read_po
from fontTools import merge, subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / "build" / "fonts"
SCREEN = ROOT / "static" / "fonts"
PAPER = ROOT / "print" / "fonts"

# npm package@version -> sha256 of its archive.
PACKAGES = {
    "@fontsource/lilita-one@5.3.0": "3683e919cea07a1da43d697560a130d1c7284d1401722e5b7cbce91053792a7b",
    "@fontsource/noto-sans@5.3.0": "f62f8ed40e378f15134e32bed2fd5718d81e9ec7a5603d1022d7b385e2297abc",
    "@fontsource/noto-sans-jp@5.3.0": "e4fac0fb8e03e21d10e1bdfd6f09e04c12a0f3bd61463bfa41c53a5603c39524",
    "@fontsource/noto-sans-tc@5.3.0": "90f236faabce7fac6e7ec8d9dc55339394243432cf106f8925f5780a4d95c4a8",
}

ASCII = "".join(chr(code) for code in range(0x20, 0x7F))
LATIN = ASCII + "".join(chr(code) for code in range(0xA0, 0x100)) + "ıŒœŠšŽžŸ–—‘’‚“”„•…‹›⁄€™−"
KANA = "".join(chr(code) for code in (*range(0x3041, 0x3097), *range(0x30A1, 0x30FD)))
WIDE = "".join(chr(ord(mark) + 0xFEE0) for mark in string.punctuation + string.digits + string.ascii_letters)
CJK_MARKS = "\u3000、。〈〉《》「」『』【】〔〕〜・ー々〇…—─×÷→←↑↓✓●○▲△■□★☆"

# file name -> (family, style, package folder, weight, which pieces of the package come first)
FACES = {
    "tableside-display": ("Tableside Display", "Regular", "lilita-one", 400, "latin"),
    "noto-sans-regular": ("Noto Sans", "Regular", "noto-sans", 400, "latin"),
    "noto-sans-bold": ("Noto Sans", "Bold", "noto-sans", 700, "latin"),
    "noto-sans-jp-regular": ("Noto Sans JP", "Regular", "noto-sans-jp", 400, "japanese"),
    "noto-sans-jp-bold": ("Noto Sans JP", "Bold", "noto-sans-jp", 700, "japanese"),
    "noto-sans-tc-regular": ("Noto Sans TC", "Regular", "noto-sans-tc", 400, "chinese-traditional"),
    "noto-sans-tc-bold": ("Noto Sans TC", "Bold", "noto-sans-tc", 700, "chinese-traditional"),
}
PAPER_ALONE = {"noto-sans-jp-bold", "noto-sans-tc-bold"}  # a screen makes its own bold
LANGUAGES = {"noto-sans-jp": "ja", "noto-sans-tc": "zh_Hant_TW"}
COPYRIGHT = {
    "lilita-one": 'Copyright (c) 2011 Juan Montoreano (juan@remolacha.biz), with Reserved Font Names "Lilita One"',
    "noto-sans": "Copyright 2022 The Noto Project Authors (https://github.com/notofonts/latin-greek-cyrillic)",
    "noto-sans-jp": "Copyright 2014-2021 Adobe (http://www.adobe.com/), with Reserved Font Name 'Source'",
    "noto-sans-tc": "Copyright 2014-2021 Adobe (http://www.adobe.com/), with Reserved Font Name 'Source'",
}


def strings(data: object) -> Iterator[str]:
    """Every string in a nest of tables and lists."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from strings(value)
    elif isinstance(data, list):
        for value in data:
            yield from strings(value)


def characters(language: str | None) -> set[str]:
    """What a person can read in the catalogue of `language` (None: all catalogues' English) and the rules data."""
    found: set[str] = set()
    for rules in sorted((ROOT / "companion" / "games").glob("*/rules.toml")):
        for text in strings(tomllib.loads(rules.read_text(encoding="utf-8"))):
            found |= set(text)
    for path in sorted((ROOT / "companion" / "locale").glob(f"{language or '*'}/LC_MESSAGES/messages.po")):
        with path.open("rb") as file:
            for message in read_po(file):
                texts = message.string if language else message.id
                for text in (texts,) if isinstance(texts, str) else tuple(texts):
                    found |= set(text)
    return {mark for mark in found if mark.isprintable()}


def package(spec: str, digest: str) -> Path:
    """The unpacked folder of an npm package, checked against its digest."""
    name = spec.rpartition("@")[0].partition("/")[2]
    archive = CACHE / (spec.removeprefix("@").replace("/", "-").replace("@", "-") + ".tgz")
    if not archive.is_file():
        CACHE.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "pack", "--silent", spec], cwd=CACHE, check=True, stdout=subprocess.DEVNULL)
    if hashlib.sha256(archive.read_bytes()).hexdigest() != digest:
        sys.exit(f"{archive} is not the archive that this script was written for: delete it and try again.")
    folder = CACHE / name
    if not folder.is_dir():
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
    return folder / "package"


def pieces(folder: Path, weight: int, first: str) -> list[Path]:
    """The woff2 files of one weight: the pieces named `first`, then the others in a stable order."""

    def order(path: Path) -> tuple[bool, bool, int, str]:
        name = re.sub(rf"-{weight}-normal$", "", path.stem)
        number = re.search(r"-(\d+)$", name)
        return (not name.endswith(f"-{first}"), not number, int(number[1]) if number else 0, name)

    return sorted(folder.glob(f"files/*-{weight}-normal.woff2"), key=order)


def cut(source: Path, wanted: set[str], features: list[str]) -> TTFont:
    """A font with only the wanted characters."""
    options = subset.Options(
        hinting=False, layout_features=features, notdef_outline=True, name_IDs=[1, 2, 3, 4, 5, 6], legacy_cmap=False
    )
    options.drop_tables += ["STAT", "gasp", "prep", "vhea", "vmtx", "VORG", "BASE", "DSIG"]
    font = TTFont(source, recalcTimestamp=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[ord(mark) for mark in wanted])
    cutter.subset(font)
    return font


def assemble(sources: list[Path], wanted: set[str], features: list[str]) -> TTFont:
    """One font with the wanted characters, each from the first source that has it."""
    parts: list[TTFont] = []
    missing = set(wanted)
    for source in sources:
        here = missing & {chr(code) for code in TTFont(source, lazy=True).getBestCmap()}
        if here:
            parts.append(cut(source, here, features))
            missing -= here
    if len(parts) == 1:
        return parts[0]
    with tempfile.TemporaryDirectory() as folder:
        paths = [str(Path(folder) / f"{number:03}.ttf") for number in range(len(parts))]
        for part, path in zip(parts, paths, strict=True):
            part.flavor = None
            part.save(path)
        font = merge.Merger().merge(paths)
    font["head"].created = parts[0]["head"].created  # and not now, or no two runs would make the same file
    return font


def christen(font: TTFont, family: str, style: str, rights: str) -> None:
    """Give the font its names, its licence and a date that does not change."""
    names = {
        0: rights,
        1: family,
        2: style,
        3: f"Tableside: {family} {style}",
        4: f"{family} {style}",
        6: f"{family.replace(' ', '')}-{style}",
        13: "SIL Open Font License, Version 1.1",
    }
    table = font["name"]
    table.names = []
    for number, text in names.items():
        table.setName(text, number, 3, 1, 0x409)
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False


def licence(folder: Path, target: Path) -> None:
    """The package's licence text, headed by the copyright line that the font itself carries."""
    text = (folder / "LICENSE").read_text(encoding="utf-8")
    body = text[text.index("This Font Software is licensed") :]
    target.write_text(COPYRIGHT[folder.parent.name] + "\n\n" + body.rstrip() + "\n", encoding="utf-8")


def make(folders: dict[str, Path], name: str, paper: bool) -> Path:
    """Make one font file, and its licence beside it."""
    family, style, source, weight, first = FACES[name]
    cjk = source in LANGUAGES
    wanted = set(LATIN)
    if paper:
        wanted |= characters(None)
    if cjk:
        wanted |= set(KANA + WIDE + CJK_MARKS) | characters(LANGUAGES[source])
    if cjk and not paper:
        wanted -= set(LATIN)  # the Latin fonts come first on every page
    font = assemble(pieces(folders[source], weight, first), wanted, [] if cjk else ["kern", "liga", "mark", "tnum"])
    christen(font, family, style, COPYRIGHT[source])
    font.flavor = None if paper else "woff2"
    target = (PAPER if paper else SCREEN) / f"{name}.{'ttf' if paper else 'woff2'}"
    target.parent.mkdir(parents=True, exist_ok=True)
    font.save(target)
    licence(folders[source], target.parent / f"OFL-{source if source != 'lilita-one' else 'tableside-display'}.txt")
    return target


def stylesheet(targets: Iterable[Path], folder: str) -> str:
    """The @font-face rules for `targets`, which lie in `folder` as seen from the style sheet."""
    rules = ["/* Made by script/fonts. */\n"]
    for target in targets:
        family, _, _, weight, _ = FACES[target.stem]
        kind = {".ttf": "truetype", ".woff2": "woff2"}[target.suffix]
        swap = "  font-display: swap;\n" if target.suffix == ".woff2" else ""
        rules.append(
            f'@font-face {{\n  font-family: "{family}";\n  font-weight: {weight};\n{swap}'
            f'  src: url("{folder}{target.name}") format("{kind}");\n}}\n'
        )
    return "".join(rules)


def main() -> None:
    """Make all fonts and the style sheets: the screen has one more for each language that needs it."""
    folders = {spec.rpartition("@")[0].partition("/")[2]: package(spec, digest) for spec, digest in PACKAGES.items()}
    screen = [make(folders, name, paper=False) for name in FACES if name not in PAPER_ALONE]
    paper = [make(folders, name, paper=True) for name in FACES]
    (ROOT / "static" / "css").mkdir(parents=True, exist_ok=True)
    sheets: dict[str, list[Path]] = {}
    for path in screen:
        language = LANGUAGES.get(FACES[path.stem][2])
        sheets.setdefault(f"fonts-{language}.css" if language else "fonts.css", []).append(path)
    for sheet, fonts in sheets.items():
        (ROOT / "static" / "css" / sheet).write_text(stylesheet(fonts, "../fonts/"), encoding="utf-8")
    (PAPER / "fonts.css").write_text(stylesheet(paper, ""), encoding="utf-8")
    for path in (*screen, *paper):
        print(f"{path.stat().st_size:>9,}  {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
