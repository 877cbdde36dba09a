"""Where kits lie: finished files, their pictures, the faces that they are made of; and what is thrown away when."""

from __future__ import annotations

import re
import shutil
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from companion.web.kits.ledger import Ledger

MEGABYTE = 1_000_000
FACES_SHARE = 0.2
"""How much of the room drawn faces may take: they are small, but every size of cards brings its own."""
UNKNOWN_SECONDS = 3600.0
"""How old a file is that no kit owns, before it goes."""
KEY = re.compile(r"[0-9a-f]{16}")


@dataclass
class Shelf:
    """A folder. Kits stay for `days` after they were last of use, and take `megabytes` together."""

    folder: Path
    own_faces: Path | None = None
    days: float = 7.0
    megabytes: float = 500.0
    ledger: Path = field(init=False)

    def __post_init__(self) -> None:
        self.ledger = self.folder / "kits.sqlite"

    @property
    def faces(self) -> Path:
        """The folder of drawn faces."""
        return self.own_faces or self.folder / "faces"

    def file(self, key: str, suffix: str) -> Path:
        """A finished kit."""
        return self.folder / "files" / f"{key}{suffix}"

    def pictures(self, key: str) -> Path:
        """The folder of a kit's pictures."""
        return self.folder / "pictures" / key

    def tidy(self, ledger: Ledger) -> None:
        """Throw away what is old, what is too much, and what nobody owns; the least used first."""
        now = time.time()
        finished = ledger.finished()
        sizes = {key: self._size(key) for key, _ in finished}
        room = self.megabytes * MEGABYTE * (1 - FACES_SHARE)
        too_much = sum(sizes.values()) - room
        gone = []
        newest = finished[-1][0] if finished else ""
        for key, used in finished:
            if now - used > self.days * 86400 or (too_much > 0 and key != newest):
                too_much -= sizes[key]
                self._drop(key)
                gone.append(key)
        if gone:
            ledger.forget(gone)
        self._drop_unknown({key for key, _ in finished} - set(gone), now)
        self._thin_faces()

    def _of(self, key: str) -> list[Path]:
        return [*self.folder.glob(f"files/{key}.*"), *self.pictures(key).rglob("*.png")]

    def _size(self, key: str) -> int:
        return sum(_stat(file)[0] for file in self._of(key))

    def _drop(self, key: str) -> None:
        for file in self.folder.glob(f"files/{key}.*"):
            file.unlink(missing_ok=True)
        shutil.rmtree(self.pictures(key), ignore_errors=True)

    def _drop_unknown(self, known: set[str], now: float) -> None:
        for file in (*self.folder.glob("files/*"), *self.folder.glob("pictures/*"), *self.folder.glob("*.pdf")):
            if file.name.partition(".")[0] in known or now - _stat(file)[1] < UNKNOWN_SECONDS:
                continue
            if file.is_dir():
                shutil.rmtree(file, ignore_errors=True)
            else:
                file.unlink(missing_ok=True)

    def _thin_faces(self) -> None:
        """Drop the faces that were drawn longest ago, where they take more than their share."""
        if self.own_faces:  # somebody else's folder
            return
        drawn = sorted((_stat(file)[1], _stat(file)[0], file) for file in self.faces.glob("*.faces"))
        too_much = sum(size for _, size, _ in drawn) - self.megabytes * MEGABYTE * FACES_SHARE
        for _, size, file in drawn:
            if too_much <= 0:
                return
            with suppress(OSError):
                file.unlink()
                too_much -= size


def _stat(file: Path) -> tuple[int, float]:
    """Size and time of change; of a file that is gone meanwhile nothing and now."""
    try:
        found = file.stat()
    except OSError:
        return 0, time.time()
    return found.st_size, found.st_mtime
