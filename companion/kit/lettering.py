"""The text on the sheets round the pieces: measured, set and embedded with only the glyphs that it uses.

WeasyPrint sets the text of faces; this module exists so that labels, which change with every choice of paper, need no
WeasyPrint. It does no shaping: a label is a plain line of letters, digits or CJK characters.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import groupby

import pikepdf
from pikepdf import Array, Dictionary, Name

from companion.kit.errors import N_, KitError
from companion.kit.options import Language
from companion.kit.truetype import TrueType
from companion.resources import folder

LATIN, JAPANESE, CHINESE = ("noto-sans", "NotoSans"), ("noto-sans-jp", "NotoSansJP"), ("noto-sans-tc", "NotoSansTC")
ELLIPSIS = "…"
BEGIN_NO_LINE = "、。，．：；！？）」』】〉》ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ % °"
END_NO_LINE = "（「『【〈《"
FAMILIES: dict[Language, tuple[tuple[str, str], ...]] = {
    "en": (LATIN,),
    "ja": (LATIN, JAPANESE),
    "zh_Hant_TW": (LATIN, CHINESE),
}
"""Font files and their names, without the weight; each character is set in the first that has it."""


def _parts(text: str) -> list[str]:
    """What a line may be broken between."""
    parts: list[str] = []
    for mark in text:
        if parts and (mark in BEGIN_NO_LINE or parts[-1][-1] in END_NO_LINE or _one_word(parts[-1][-1], mark)):
            parts[-1] += mark
        else:
            parts.append(mark)
    return parts


def _one_word(before: str, mark: str) -> bool:
    """Whether two neighbouring marks belong to one word of an alphabet."""
    return before != " " and not any(unicodedata.east_asian_width(letter) in "WF" for letter in (before, mark))


class _Font:
    """One font file and the glyphs that were used of it."""

    def __init__(self, file: str, name: str) -> None:
        self.name = name
        self.outlines = TrueType((folder("print") / "fonts" / f"{file}.ttf").read_bytes())
        self.used: dict[int, int] = {}
        """Glyph number -> character."""

    def glyph(self, code: int) -> int:
        """The glyph of a character, from now on to be embedded."""
        glyph = self.outlines.glyphs[code]
        self.used[glyph] = code
        return glyph

    def width(self, code: int) -> float:
        """The width of a character; its em is 1."""
        return self.outlines.advance(self.outlines.glyphs[code]) / self.outlines.em


class Lettering:
    """The fonts of one language."""

    def __init__(self, language: Language) -> None:
        self._families = FAMILIES[language]
        self._fonts: dict[str, _Font] = {}
        self._widths: dict[tuple[str, bool], float] = {}

    def width(self, text: str, size: float, bold: bool = False) -> float:
        """The width of a line in the unit of `size`."""
        return sum(self._width(mark, bold) for mark in text) * size

    def _width(self, mark: str, bold: bool) -> float:
        key = mark, bold
        if key not in self._widths:
            self._widths[key] = self._fonts[self._font_for(mark, bold)].width(ord(mark))
        return self._widths[key]

    def shortened(self, text: str, size: float, width: float, bold: bool = False) -> str:
        """The text, or as much of it as fits and an ellipsis."""
        if self.width(text, size, bold) <= width:
            return text
        while text and self.width(text + ELLIPSIS, size, bold) > width:
            text = text[:-1].rstrip(" ·,")
        return text + ELLIPSIS

    def wrapped(self, text: str, size: float, width: float, bold: bool = False) -> list[str]:
        """The text in lines: broken between words, and in Chinese and Japanese between letters, but for the marks that
        begin no line."""
        lines, line, room = [], "", width
        for part in _parts(text):
            if line and self.width(part.rstrip(), size, bold) > room:
                lines.append(line.rstrip())
                line, room = "", width
            line += part
            room -= self.width(part, size, bold)
        return [*lines, line.rstrip()]

    def column(self, paragraphs: Sequence[str], size: float, width: float, leading: float, between: float) -> float:
        """The height of paragraphs under each other; `leading` is in ems."""
        return sum(len(self.wrapped(text, size, width)) * size * leading + between for text in paragraphs)

    def fitting(
        self,
        paragraphs: Sequence[str],
        sizes: tuple[float, float],
        width: float,
        height: float,
        leading: float,
        between: float,
    ) -> float:
        """The largest size of letters, from the least to the most, in which paragraphs are no higher than `height`."""
        least, size = sizes
        while size > least and self.column(paragraphs, size, width, leading, between) > height:
            size -= 0.1
        return max(least, size)

    def runs(self, text: str, bold: bool = False) -> list[tuple[str, str]]:
        """The text in runs of one font: its name and its glyph numbers in hexadecimal.

        Raises:
            KitError: `missing_glyph`, when no font has a character.
        """
        return [
            (name, "".join(f"{self._fonts[name].glyph(ord(mark)):04X}" for mark in marks))
            for name, marks in groupby(text, key=lambda mark: self._font_for(mark, bold))
        ]

    def embed(self, pdf: pikepdf.Pdf) -> dict[str, pikepdf.Object]:
        """Add the fonts that were used to `pdf`: their objects by name."""
        return {name: _embed(pdf, font) for name, font in sorted(self._fonts.items()) if font.used}

    def _font_for(self, mark: str, bold: bool) -> str:
        weight = "Bold" if bold else "Regular"
        for file, family in self._families:
            name = f"{family}-{weight}"
            if name not in self._fonts:
                self._fonts[name] = _Font(f"{file}-{weight.lower()}", name)
            if ord(mark) in self._fonts[name].outlines.glyphs:
                return name
        raise KitError(
            "missing_glyph",
            N_("Nothing was printed: the fonts of this installation lack the character %(character)s."),
            character=f"{mark} ({unicodedata.name(mark, hex(ord(mark)))})",
        )


def _embed(pdf: pikepdf.Pdf, font: _Font) -> pikepdf.Object:
    """A composite font whose codes are glyph numbers (PDF 32000-1, 9.7), so the subset keeps the numbers."""
    outlines = font.outlines
    program = outlines.subset(font.used)
    scale = 1000 / outlines.em
    # Six letters tell subsets of one font apart; glyph numbers make them the same in every run.
    tag = "".join(chr(ord("A") + sum(font.used) // 26**place % 26) for place in range(6))
    name = Name(f"/{tag}+{font.name}")
    descriptor = Dictionary(
        Type=Name.FontDescriptor,
        FontName=name,
        Flags=4,
        FontBBox=Array([round(value * scale) for value in outlines.bounds]),
        ItalicAngle=0,
        Ascent=round(outlines.ascent * scale),
        Descent=round(outlines.descent * scale),
        CapHeight=round(outlines.ascent * scale),
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
