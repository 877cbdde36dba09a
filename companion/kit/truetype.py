"""As much of TrueType as labels need: which glyph a character has, how wide it is, and a font of some glyphs only.

fontTools does all this and more, but importing it and subsetting with it takes a third of the CPU of a kit whose faces
are drawn. Source: Microsoft's OpenType specification 1.9, tables cmap, glyf, head, hhea, hmtx, loca and maxp.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from struct import iter_unpack, pack, unpack_from

KEPT = ("glyf", "head", "hhea", "hmtx", "loca", "maxp")
"""Tables that a PDF needs of a font whose text is written in glyph numbers, in the order of their names."""
WORD_ARGUMENTS, HAS_SCALE, MORE, HAS_TWO_SCALES, HAS_MATRIX = 0x01, 0x08, 0x20, 0x40, 0x80
"""Flags of a part of a composite glyph."""


class TrueType:
    """A font with `glyf` outlines."""

    def __init__(self, data: bytes) -> None:
        count = unpack_from(">H", data, 4)[0]
        entries = iter_unpack(">4sIII", data[12 : 12 + 16 * count])
        self._tables = {tag.decode("ascii"): data[start : start + length] for tag, _, start, length in entries}
        head, hhea = self._tables["head"], self._tables["hhea"]
        self.em: int = unpack_from(">H", head, 18)[0]
        self.bounds: tuple[int, int, int, int] = unpack_from(">4h", head, 36)
        self.ascent, self.descent = unpack_from(">2h", hhea, 4)
        self.glyphs = dict(_characters(self._tables["cmap"]))
        """Character code -> glyph number."""
        self._advances = [advance for advance, _ in iter_unpack(">Hh", self._tables["hmtx"][: 4 * self._metrics()])]
        form, scale = (">I", 1) if unpack_from(">h", head, 50)[0] else (">H", 2)
        self._starts = [start * scale for (start,) in iter_unpack(form, self._tables["loca"])]

    def advance(self, glyph: int) -> int:
        """How far the pen moves after a glyph; `em` of these are the height of the letters."""
        advance: int = self._advances[min(glyph, len(self._advances) - 1)]
        return advance

    def subset(self, glyphs: Iterable[int]) -> bytes:
        """A font with the outlines of `glyphs` and of the missing glyph only; their numbers stay."""
        kept, waiting = set(), {0, *glyphs}
        while waiting:
            glyph = waiting.pop()
            kept.add(glyph)
            waiting |= set(_parts(self._outline(glyph))) - kept
        outlines, starts = bytearray(), [0]
        for glyph in range(len(self._starts) - 1):
            if glyph in kept:
                outlines += self._outline(glyph)
                outlines += bytes(-len(outlines) % 4)
            starts.append(len(outlines))
        head = bytearray(self._tables["head"])
        head[8:12] = bytes(4)
        head[50:52] = pack(">h", 1)  # loca in 32 bits
        own = {"glyf": bytes(outlines), "head": bytes(head), "loca": pack(f">{len(starts)}I", *starts)}
        return _file({tag: own.get(tag, self._tables[tag]) for tag in KEPT})

    def _metrics(self) -> int:
        metrics: int = unpack_from(">H", self._tables["hhea"], 34)[0]
        return metrics

    def _outline(self, glyph: int) -> bytes:
        return self._tables["glyf"][self._starts[glyph] : self._starts[glyph + 1]]


def _characters(cmap: bytes) -> Iterator[tuple[int, int]]:
    """Code and glyph of every character: from the table of all planes, or else that of the first."""
    encodings = {(a, b): start for a, b, start in iter_unpack(">HHI", cmap[4 : 4 + 8 * unpack_from(">H", cmap, 2)[0]])}
    if (3, 10) in encodings:
        start = encodings[3, 10]
        groups = unpack_from(">I", cmap, start + 12)[0]
        for first, last, glyph in iter_unpack(">III", cmap[start + 16 : start + 16 + 12 * groups]):
            yield from ((code, glyph + code - first) for code in range(first, last + 1))
        return
    start = encodings[3, 1]
    count = unpack_from(">H", cmap, start + 6)[0] // 2
    ends = unpack_from(f">{count}H", cmap, start + 14)
    firsts = unpack_from(f">{count}H", cmap, start + 16 + 2 * count)
    deltas = unpack_from(f">{count}H", cmap, start + 16 + 4 * count)
    offsets_at = start + 16 + 6 * count
    offsets = unpack_from(f">{count}H", cmap, offsets_at)
    for i, (first, end, delta, offset) in enumerate(zip(firsts, ends, deltas, offsets, strict=True)):
        for code in range(first, end + 1):
            glyph = code
            if offset:
                glyph = unpack_from(">H", cmap, offsets_at + 2 * i + offset + 2 * (code - first))[0]
            if code != 0xFFFF and (glyph or not offset):
                yield code, (glyph + delta) % 0x10000


def _parts(outline: bytes) -> Iterator[int]:
    """The glyphs that a composite glyph is put together from."""
    if not outline or unpack_from(">h", outline)[0] >= 0:
        return
    at, flags = 10, MORE
    while flags & MORE:
        flags, glyph = unpack_from(">HH", outline, at)
        yield glyph
        at += 8 if flags & WORD_ARGUMENTS else 6
        at += 2 if flags & HAS_SCALE else 4 if flags & HAS_TWO_SCALES else 8 if flags & HAS_MATRIX else 0


def _file(tables: dict[str, bytes]) -> bytes:
    """A font file of these tables."""
    power = len(tables).bit_length() - 1
    header = pack(">IHHHH", 0x00010000, len(tables), 16 << power, power, 16 * (len(tables) - (1 << power)))
    start = len(header) + 16 * len(tables)
    directory, body = b"", b""
    for tag, data in tables.items():
        directory += pack(">4sIII", tag.encode("ascii"), _checksum(data), start + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    font = bytearray(header + directory + body)
    at = start + sum(len(data) + -len(data) % 4 for tag, data in tables.items() if tag < "head") + 8
    font[at : at + 4] = pack(">I", (0xB1B0AFBA - _checksum(bytes(font))) % 2**32)
    return bytes(font)


def _checksum(data: bytes) -> int:
    padded = data + bytes(-len(data) % 4)
    words: tuple[int, ...] = unpack_from(f">{len(padded) // 4}I", padded)
    return sum(words) % 2**32
