"""What each version of a kit looked like: a short hash of every face, so that a copy can be brought up to date.

`versions/GAME.json` holds, by version, how often each piece was in the kit and the hash of what each face was drawn
from, by language (`any` for faces without words). `script/faces` writes it; the newest version is the one that is
printed, and every sheet carries its number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

from companion.kit.errors import N_, KitError
from companion.kit.pieces import Piece

FOLDER = Path(__file__).with_name("versions")
WORDLESS = "any"


class Record(msgspec.Struct, frozen=True):
    """One version."""

    counts: dict[str, int]
    """Face of a piece's front -> how many there were."""
    faces: dict[str, dict[str, str]]
    """Language -> face -> hash."""


@dataclass(frozen=True)
class Changes:
    """What is different between two versions, in one language."""

    old: Mapping[str, str]
    new: Mapping[str, str]
    counts: Mapping[str, int]

    def face(self, key: str) -> bool:
        """Whether a face looks different now. One that nobody has recorded does."""
        return key not in self.new or self.old.get(key) != self.new[key]

    def missing(self, piece: Piece) -> int:
        """How many of a piece an old copy lacks: all when a side looks different now, or else what was added."""
        if self.face(piece.front.key) or (piece.back and self.face(piece.back.key)):
            return piece.count
        return max(0, piece.count - self.counts.get(piece.front.key, 0))


@cache
def records(game: str) -> dict[int, Record]:
    """All versions of a game's kit, the newest last."""
    file = FOLDER / f"{game}.json"
    if not file.exists():
        return {}
    found = msgspec.json.decode(file.read_bytes(), type=dict[int, Record])
    return dict(sorted(found.items()))


def newest(game: str) -> int:
    """The version that is printed now; 0 for a game without a record."""
    return max(records(game), default=0)


def changes(game: str, language: str, since: int) -> Changes:
    """What has changed since a version.

    Raises:
        KitError: `unknown_version`, with those that there are.
    """
    known = records(game)
    if since not in known:
        raise KitError(
            "unknown_version",
            N_("There is no version %(version)d of this kit; there is: %(allowed)s."),
            version=since,
            allowed=", ".join(map(str, known)) or "–",
        )
    old, new = known[since], known[newest(game)]
    return Changes(_faces(old, language), _faces(new, language), old.counts)


def _faces(record: Record, language: str) -> dict[str, str]:
    return {**record.faces.get(WORDLESS, {}), **record.faces.get(language, {})}
