"""The faces of a kit inside the PDF that it becomes: each a Form XObject, placed as often as it is needed."""

from __future__ import annotations

import io

import pikepdf

from companion.kit.canvas import POINTS
from companion.kit.pieces import Face


class Forms:
    """Faces by their keys."""

    def __init__(self) -> None:
        self.pdf = pikepdf.new()
        self._forms: dict[str, pikepdf.Object] = {}
        self._stretched: dict[str, tuple[float, float]] = {}

    def add(self, group: str, pdf: bytes, stretched: tuple[float, float] = (1.0, 1.0)) -> None:
        """Take over a group of faces as `companion.kit.cache` keeps them.

        `stretched` is how much wider and higher they are printed than drawn, where they were drawn for another size.
        """
        with pikepdf.open(io.BytesIO(pdf)) as source:
            for slug, form in self.pdf.copy_foreign(source.make_indirect(source.Root.Faces)).items():
                key = Face(group, slug[1:]).key
                self._forms[key] = form
                if stretched != (1.0, 1.0):
                    self._stretched[key] = stretched

    def form(self, key: str) -> pikepdf.Object:
        """A face."""
        return self._forms[key]

    def size(self, key: str) -> tuple[float, float]:
        """Width and height of a face in mm as it was drawn, bleed included."""
        left, bottom, right, top = (float(value) for value in self._forms[key].BBox)
        return (right - left) / POINTS, (top - bottom) / POINTS

    def scale(self, key: str, scale: float) -> tuple[float, float]:
        """How much wider and higher a face is printed than drawn, for a piece that is so much larger."""
        across, down = self._stretched.get(key, (1.0, 1.0))
        return across * scale, down * scale
