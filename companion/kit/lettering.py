"""The text on the sheets round the pieces: measured, set and embedded with only the glyphs that it uses.

WeasyPrint sets the text of faces; this module exists so that labels, which change with every choice of paper, need no
WeasyPrint. It does no shaping: a label is a plain line of letters, digits or CJK characters.
"""

from __future__ import annotations

import io
import unicodedata
from itertools import groupby

import pikepdf
from fontTools import subset  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
from pikepdf import Array, Dictionary, Name

from companion.kit.errors import N_, KitError
from companion.kit.options import Language
from companion.resources import folder

FAMILIES: dict[Language, tuple[str, ...]] = {
    "en": ("noto-sans",),
    "ja": ("noto-sans", "noto-sans-jp"),
    "zh_Hant_TW": ("noto-sans", "noto-sans-tc"),
}
"""Font files without their weight; each character is set in the first that has it."""


NEEDLESS = ["GSUB", "GPOS", "GDEF", "BASE", "name", "OS/2", "post", "cmap", "gasp", "STAT", "vhea", "vmtx"]
"""Tables of a font that a PDF makes no use of."""


class _Font:
    """One font file and the glyphs that were used of it."""

    def __init__(self, stem: str) -> None:
        self.file = folder("print") / "fonts" / f"{stem}.ttf"
        self.font = TTFont(self.file, lazy=True)
        self.glyphs: dict[int, str] = self.font.getBestCmap()
        self.widths = self.font["hmtx"].metrics
        self.em: int = self.font["head"].unitsPerEm
        self.used: dict[int, int] = {}
        """Glyph number -> character."""

    def number_of(self, code: int) -> int:
        glyph: int = self.font.getGlyphID(self.glyphs[code])
        self.used[glyph] = code
        return glyph

    def width(self, code: int) -> float:
        advance: int = self.widths[self.glyphs[code]][0]
        return advance / self.em


class Lettering:
    """The fonts of one language."""

    def __init__(self, language: Language) -> None:
        self._families = FAMILIES[language]
        self._fonts: dict[str, _Font] = {}

    def width(self, text: str, size: float, bold: bool = False) -> float:
        """The width of a line in the unit of `size`."""
        return sum(self._fonts[self._font_for(mark, bold)].width(ord(mark)) for mark in text) * size

    def runs(self, text: str, bold: bool = False) -> list[tuple[str, str]]:
        """The text in runs of one font: its name and its glyph numbers in hexadecimal.

        Raises:
            KitError: `missing_glyph`, when no font has a character.
        """
        return [
            (name, "".join(f"{self._fonts[name].number_of(ord(mark)):04X}" for mark in marks))
            for name, marks in groupby(text, key=lambda mark: self._font_for(mark, bold))
        ]

    def embed(self, pdf: pikepdf.Pdf) -> dict[str, pikepdf.Object]:
        """Add the fonts that were used to `pdf`: their objects by name."""
        return {name: _embed(pdf, font) for name, font in sorted(self._fonts.items()) if font.used}

    def _font_for(self, mark: str, bold: bool) -> str:
        for family in self._families:
            name = f"{family}-{'bold' if bold else 'regular'}"
            if name not in self._fonts:
                self._fonts[name] = _Font(name)
            if ord(mark) in self._fonts[name].glyphs:
                return name
        raise KitError(
            "missing_glyph",
            N_("Nothing was printed: the fonts of this installation lack the character %(character)s."),
            character=f"{mark} ({unicodedata.name(mark, hex(ord(mark)))})",
        )


def _embed(pdf: pikepdf.Pdf, font: _Font) -> pikepdf.Object:
    """A composite font whose codes are glyph numbers (PDF 32000-1, 9.7), so the subset keeps the numbers."""
    program = _subset(font)
    head, hhea = font.font["head"], font.font["hhea"]
    scale = 1000 / font.em
    # Six letters tell subsets of one font apart; glyph numbers make them the same in every run.
    tag = "".join(chr(ord("A") + sum(font.used) // 26**place % 26) for place in range(6))
    name = Name("/" + tag + "+" + str(font.font["name"].getDebugName(6)))
    descriptor = Dictionary(
        Type=Name.FontDescriptor,
        FontName=name,
        Flags=4,
        FontBBox=Array([round(value * scale) for value in (head.xMin, head.yMin, head.xMax, head.yMax)]),
        ItalicAngle=0,
        Ascent=round(hhea.ascent * scale),
        Descent=round(hhea.descent * scale),
        CapHeight=round(hhea.ascent * scale),
        StemV=80,
        FontFile2=pdf.make_stream(program, Length1=len(program)),
    )
    widths = Array()
    for glyph in sorted(font.used):
        widths.append(glyph)
        widths.append(Array([round(font.width(font.used[glyph]) * 1000)]))
    descendant = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType2,
        BaseFont=name,
        CIDSystemInfo=Dictionary(Registry=b"Adobe", Ordering=b"Identity", Supplement=0),
        CIDToGIDMap=Name.Identity,
        FontDescriptor=pdf.make_indirect(descriptor),
        DW=1000,
        W=widths,
    )
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Font,
            Subtype=Name.Type0,
            BaseFont=name,
            Encoding=Name("/Identity-H"),
            DescendantFonts=Array([pdf.make_indirect(descendant)]),
            ToUnicode=pdf.make_stream(_to_unicode(font)),
        )
    )


def _subset(font: _Font) -> bytes:
    options = subset.Options(
        retain_gids=True, hinting=False, layout_features=[], notdef_outline=True, recalc_timestamp=False
    )
    options.drop_tables += NEEDLESS
    subsetter = subset.Subsetter(options)
    subsetter.populate(gids=sorted(font.used))
    with TTFont(font.file, lazy=True, recalcTimestamp=False) as program:
        subsetter.subset(program)
        out = io.BytesIO()
        program.save(out)
    return out.getvalue()


def _to_unicode(font: _Font) -> bytes:
    """The map back to characters, so that labels can be searched and copied."""
    pairs = [f"<{glyph:04X}> <{chr(code).encode('utf-16-be').hex()}>" for glyph, code in sorted(font.used.items())]
    chunks = [pairs[i : i + 100] for i in range(0, len(pairs), 100)]
    body = "\n".join(f"{len(chunk)} beginbfchar\n" + "\n".join(chunk) + "\nendbfchar" for chunk in chunks)
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
        "/CMapName /Labels def /CMapType 2 def\n"
        "1 begincodespacerange <0000> <FFFF> endcodespacerange\n"
        f"{body}\nendcmap CMapName currentdict /CMap defineresource pop end end\n"
    ).encode("ascii")
