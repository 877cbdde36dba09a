"""The best of what was offered; among equals, one by lot."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.bots.chance import name


class Best:
    """Keeps the actions of the highest worth."""

    def __init__(self) -> None:
        self.worth = float("-inf")
        self.actions: list[Any] = []

    def offer(self, worth: float, action: Any) -> None:
        """Consider an action."""
        if worth > self.worth:
            self.worth, self.actions = worth, [action]
        elif worth == self.worth:
            self.actions.append(action)

    def pick(self, rng: Random) -> Any:
        """One of the best; None when nothing was offered. In whatever order they were offered, it is the same one."""
        return rng.choice(sorted(self.actions, key=name)) if self.actions else None
