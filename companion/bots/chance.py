"""A player of any game that does whatever is legal: company for tests, and the yardstick of better ones."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from companion.games.contract import Position


class RandomBot:
    """Chooses a kind of action first, so that what can be done in many ways is not done all the time."""

    def choose(self, position: Position, seat: int, rng: Random) -> Any:
        """Any legal action; the same one for the same position and state of `rng`."""
        kinds: dict[tuple[str, str], list[Any]] = {}
        for action in position.legal():
            kinds.setdefault((type(action).__name__, getattr(action, "card", None) or ""), []).append(action)
        if not kinds:
            return None
        # A position lists its actions in the order of its history: only their names make the same of the same.
        return rng.choice(sorted(kinds[rng.choice(sorted(kinds))], key=name))


def name(action: Any) -> bytes:
    """What an action is called on the wire, to sort by."""
    return msgspec.json.encode(action)
