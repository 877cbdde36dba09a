"""Faces that were drawn before, on disk.

A group of faces is one file: a line that says what it is, the SHA-256 of the rest, and a PDF whose catalogue holds each
face as a Form XObject. Its name carries the hash of everything that the faces are made of, so an old entry is never
taken for a new one; a damaged one fails its checksum and is drawn again. Writing is atomic, so two kits may be made at
once.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import logging
import os
from functools import cache
from pathlib import Path

import platformdirs

from companion.files import write_atomically
from companion.kit.options import FaceOptions
from companion.kit.pieces import Kit
from companion.resources import PACKAGE, folder

log = logging.getLogger(__name__)

ENVIRONMENT = "TABLESIDE_KIT_CACHE"
MAGIC = b"Tableside faces 1\n"
SUFFIX = ".faces"
DIGEST = hashlib.sha256().digest_size


def default_folder() -> Path:
    """Where faces are kept: `TABLESIDE_KIT_CACHE`, or the user's folder for caches."""
    return Path(os.environ.get(ENVIRONMENT) or platformdirs.user_cache_path("tableside") / "kit")


class FaceCache:
    """The faces of one game in one language and look.

    Groups without words are shared by all languages, and those without cards by cards of all sizes.
    """

    def __init__(self, root: Path, kit: Kit, options: FaceOptions) -> None:
        self.root = root
        self._kit = kit
        self._options = options

    def load(self, group: str) -> bytes | None:
        """The PDF with a group's faces; None when it is not there or was damaged."""
        return read_faces(self._file(group))

    def store(self, group: str, pdf: bytes) -> None:
        """Keep a group's faces and drop its older ones. A folder that cannot be written costs time, not the kit."""
        file = self._file(group)
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            write_atomically(file, MAGIC + hashlib.sha256(pdf).digest() + pdf)
            for other in self.root.glob(f"{file.name.rpartition('-')[0]}-{'[0-9a-f]' * 16}{SUFFIX}"):
                if other != file:
                    other.unlink(missing_ok=True)
        except OSError as error:
            log.warning("The faces cannot be kept in %s; the next kit will draw them again: %s", self.root, error)

    def _file(self, group: str) -> Path:
        return self.root / file_name(self._kit, group, self._options)


def file_name(kit: Kit, group: str, options: FaceOptions) -> str:
    """The name of a file of faces: what they are, and the hash of what they are made of."""
    language = "any" if group in kit.wordless else options.language
    return f"{kit.game}-{group}-{variant(kit, group, options)}-{_sources(kit.game, language)[:16]}{SUFFIX}"


def read_faces(file: Path) -> bytes | None:
    """The PDF in a file of faces; None when it is not there or was damaged."""
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        log.warning("The faces in %s cannot be read and are drawn again: %s", file, error)
        return None
    pdf = data[len(MAGIC) + DIGEST :]
    if data[: len(MAGIC) + DIGEST] != MAGIC + hashlib.sha256(pdf).digest():
        log.warning("The faces in %s are damaged and are drawn again.", file)
        return None
    return pdf


def variant(kit: Kit, group: str, options: FaceOptions) -> str:
    """What tells the faces of a group from those that other options ask for."""
    parts = ["any" if group in kit.wordless else options.language, options.look, options.art]
    if options.large_print:
        parts.append("large")
    parts += [_word(getattr(options, name)) for name in kit.varies.get(group, ())]
    return "-".join(parts)


def _word(value: object) -> str:
    """A value as part of a file's name."""
    if isinstance(value, tuple):
        return "x".join(map(_word, value))
    return f"{value:g}" if isinstance(value, float) else str(value).lower()


@cache
def _sources(game: str, language: str) -> str:
    """The hash of all that faces are made of: art, styles and fonts, rules data, words, our code, WeasyPrint."""
    kit, games = PACKAGE / "kit", PACKAGE / "games"
    files = [kit / f"{name}.py" for name in ("drawing", "artwork", "boxes", "cardlayout")]
    files += [*sorted(kit.glob(f"{game}*.py")), games / "hexes.py", games / "info.py"]
    files += [games / game / "rules.toml", games / game / "data.py"]
    for root in (folder("print"), PACKAGE / "art", PACKAGE / "words", PACKAGE / "locale" / language):
        files += sorted(file for file in root.rglob("*") if file.is_file() and file.suffix != ".pyc")
    digest = hashlib.sha256(importlib.metadata.version("weasyprint").encode())
    for file in files:
        data = file.read_bytes()
        digest.update(f"\n{file.name} {len(data)}\n".encode())
        digest.update(data)
    return digest.hexdigest()
