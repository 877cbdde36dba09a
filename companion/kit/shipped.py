"""The faces that come with Tableside, for machines without the libraries that draw: the usual look in every language.

With them every option of the sheets works, for those only move faces about. `script/faces` makes them.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from companion.kit.cache import SUFFIX, file_name, read_faces, variant
from companion.kit.options import FaceOptions
from companion.kit.pieces import Kit
from companion.kit.shapes import Rectangle

ENVIRONMENT = "COMPANION_KIT_FACES"
FOLDER = Path(__file__).with_name("faces")
MOST = 1.25
"""How much more a face may be stretched in one direction than in the other: then its letters are still well shaped."""


def default_folder() -> Path:
    """Where they lie: beside this file, or in `COMPANION_KIT_FACES`."""
    return Path(os.environ.get(ENVIRONMENT) or FOLDER)


class Shipped:
    """The faces of a kit, as far as they came with Tableside."""

    def __init__(self, kit: Kit, options: FaceOptions, root: Path | None = None) -> None:
        self.root = root or default_folder()
        self._kit = kit
        self._options = options

    def load(self, group: str) -> bytes | None:
        """Faces just as they would be drawn."""
        return read_faces(self.root / file_name(self._kit, group, self._options))

    def nearest(self, group: str) -> tuple[bytes, tuple[float, float]] | None:
        """Faces that will do: drawn by an older version, or for cards of another size and now to be stretched."""
        usual, stretched = self._options, (1.0, 1.0)
        if "card_mm" in self._kit.varies.get(group, ()) and self._is_flat(group):
            usual = msgspec.structs.replace(usual, card_mm=FaceOptions().card_mm)
            stretched = tuple(a / b for a, b in zip(self._options.card_mm, usual.card_mm, strict=True))  # type: ignore[assignment]
            if not 1 / MOST <= stretched[0] / stretched[1] <= MOST:
                return None
        pattern = f"{self._kit.game}-{group}-{variant(self._kit, group, usual)}-{'[0-9a-f]' * 16}{SUFFIX}"
        for file in sorted(self.root.glob(pattern)):
            pdf = read_faces(file)
            if pdf is not None:
                return pdf, stretched
        return None

    def _is_flat(self, group: str) -> bool:
        """Whether the pieces of a group are plain cards."""
        pieces = [piece for section in self._kit.sections for piece in section.pieces if piece.front.group == group]
        return bool(pieces) and all(isinstance(piece.shape, Rectangle) for piece in pieces)
