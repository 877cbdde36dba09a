"""Faces of groups, each on a page of its own, so that tests can look at one without the sheets."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import numpy as np
import pdfplumber
import pikepdf
import pypdfium2

from companion.kit.drawing import draw
from companion.kit.job import translator
from companion.kit.options import FaceOptions

MM = 25.4 / 72


class Faces:
    """Draws groups on demand, each once for all tests."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._drawn: dict[tuple, tuple[Path, list[str]]] = {}

    def draw(self, group: str, game: str = "eruption", **options) -> tuple[Path, list[str]]:
        """A PDF with a page for each face of a group, and the names of the faces."""
        key = (game, group, *sorted(options.items()))
        if key not in self._drawn:
            asked, faces = FaceOptions(**options), import_module(f"companion.kit.{game}_faces")
            drawings = {group: faces.GROUPS[group](asked, translator(asked.language))}
            (data,) = draw(drawings, asked.language, faces.style(asked))
            self._drawn[key] = self._pages(data)
        return self._drawn[key]

    def _pages(self, data: bytes) -> tuple[Path, list[str]]:
        out = self.root / f"faces{len(self._drawn)}.pdf"
        with pikepdf.open(io.BytesIO(data)) as source, pikepdf.new() as pdf:
            faces = pdf.copy_foreign(source.make_indirect(source.Root.Faces))
            for form in faces.values():
                left, bottom, right, top = (float(value) for value in form.BBox)
                assert (left, bottom) == (0, 0)
                page = pdf.add_blank_page(page_size=(right, top))
                page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(F=form))
                page.Contents = pdf.make_stream(b"/F Do")
            pdf.save(out)
            return out, [name[1:] for name in faces]


def pictures(file: Path, dpi: int) -> list[np.ndarray]:
    """Every page in colour, 0 black to 255 white, by PDFium."""
    document = pypdfium2.PdfDocument(str(file))
    try:
        return [
            np.asarray(document[n].render(scale=dpi / 72).to_pil().convert("RGB"), float) for n in range(len(document))
        ]
    finally:
        document.close()


def ink(file: Path, dpi: int = 200) -> list[float]:
    """The ink on every page: mm2 of paper covered, by cyan, magenta and yellow together as if they were one."""
    return [float((255 - page).mean(axis=2).sum()) / 255 * (25.4 / dpi) ** 2 for page in pictures(file, dpi)]


@contextmanager
def opened(file: Path) -> Iterator[list[pdfplumber.page.Page]]:
    with pdfplumber.open(file) as pdf:
        yield pdf.pages


def letters(page: pdfplumber.page.Page) -> list[dict]:
    """The characters of a page: text, size in points (of those that stand upright), and box in mm from the top left."""
    return [
        {
            "text": char["text"],
            "points": char["size"] if char["upright"] else None,
            "box": tuple(char[side] * MM for side in ("x0", "top", "x1", "bottom")),
        }
        for char in page.chars
        if char["text"].strip()
    ]
