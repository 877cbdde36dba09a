"""What a decision of Eruption says beside whose it is."""

from __future__ import annotations

from companion.games import contract
from companion.games.contract import Wire


class Decision(contract.Decision, frozen=True, omit_defaults=True):
    """What the game waits for; `wall` is set at a duel, `stack` where a top is turned up."""

    wall: Wire | None = None
    stack: int | None = None
