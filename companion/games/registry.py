"""Which games there are."""

from __future__ import annotations

from companion.games.contract import Game


def games() -> dict[str, Game]:
    """All games by slug."""
    from companion.games.abduction import ABDUCTION
    from companion.games.eruption import ERUPTION

    return {ERUPTION.slug: ERUPTION, ABDUCTION.slug: ABDUCTION}
