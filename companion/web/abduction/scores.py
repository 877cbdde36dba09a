"""Own scores of this phone's tables, the best first."""

from __future__ import annotations

import msgspec

from companion.games.abduction import ABDUCTION
from companion.tables.errors import TableError
from companion.web.device import device
from companion.web.house import tables
from companion.web.table import around

MOST = 12
"""As many scores as are shown."""
LOOKED = 60
"""As many tables as are opened for them: the last ones."""


class Score(msgspec.Struct, frozen=True):
    """A game that is over: its table, when it was played last, and its score."""

    code: str
    updated: str
    score: int
    lost: bool
    this: bool


def own(code: str) -> list[Score]:
    """The finished games of this phone, the best first."""
    found = []
    over = [info for info in tables().listed(device(around.environ())) if info.game == ABDUCTION.slug and info.over]
    for info in over[:LOOKED]:
        try:
            table = tables().open(info.code)
        except TableError:  # deleted just now, or damaged
            continue
        row = table.position.ranking()[0]
        found.append(Score(info.code, info.updated, row["score"], row["lost"], info.code == code))
    return sorted(found, key=lambda one: (-one.score, one.updated))[:MOST]
