"""Small pictures of a finished kit for a page: `python -m companion.kit.previews KIT FOLDER --first 1 --count 8`.

They are taken from the file that will be printed, a page each as `1.png`, `2.png`, ...; pictures of pieces, from a ZIP,
keep the names that they have there. It runs in a process of its own, for a file can be anything once it is on a disk.
"""

from __future__ import annotations

import argparse
import io
import sys
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pypdfium2
from PIL import Image

from companion.files import write_atomically

WIDTH = 720
"""Of a page, in dots: twice what a phone has across."""
FACE = 240
"""Of the longer side of a picture that was one already."""
COLOURS = 128
"""Flat drawings have few, and a third of the bytes then."""
NEARLY_WHITE = 252


def pictures(kit: Path, first: int, count: int) -> Iterator[tuple[str, bytes]]:
    """Names and PNGs of some pages, counted from 1; those of a ZIP with pictures all at once.

    Raises:
        ValueError: it is neither a PDF nor a ZIP of ours.
    """
    if not zipfile.is_zipfile(kit):
        yield from _pages(kit.read_bytes(), first, count)
        return
    with zipfile.ZipFile(kit) as archive:
        names = archive.namelist()
        pdf = next((name for name in names if name.endswith(".pdf")), None)
        if pdf:
            yield from _pages(archive.read(pdf), first, count)
            return
        for number, name in enumerate(names, 1):
            with Image.open(io.BytesIO(archive.read(name))) as image:
                side = FACE if "/" in name else WIDTH
                image.thumbnail((side, 2 * side))
                yield name if "/" in name else f"{number}.png", _png(image)


def _pages(data: bytes, first: int, count: int) -> Iterator[tuple[str, bytes]]:
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise ValueError(str(error)) from error
    with document:
        for number in range(first, min(first + count, len(document) + 1)):
            page = document[number - 1]
            bitmap = page.render(scale=WIDTH / page.get_width())
            with bitmap.to_pil().convert("RGB") as image:
                yield f"{number}.png", _png(_few_colours(image))
            bitmap.close()
            page.close()


def _few_colours(image: Image.Image) -> Image.Image:
    """The picture with a palette; what is nearly white is paper, and stays white."""
    few = image.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    palette = few.getpalette() or []
    for at in range(0, len(palette) - 2, 3):
        if min(palette[at : at + 3]) >= NEARLY_WHITE:
            palette[at : at + 3] = (255, 255, 255)
    few.putpalette(palette)
    return few


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=6)
    return out.getvalue()


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pictures; 1 when the file is none of ours or there is no room."""
    parser = argparse.ArgumentParser(prog="companion.kit.previews")
    parser.add_argument("kit", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=8)
    parsed = parser.parse_args(arguments)
    try:
        for name, png in pictures(parsed.kit, parsed.first, parsed.count):
            file = parsed.folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(file, png)
    except (OSError, ValueError, zipfile.BadZipFile) as error:
        print(f"The pictures of {parsed.kit} cannot be made: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
