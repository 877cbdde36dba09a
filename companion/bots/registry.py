"""Which bot plays which game."""

from __future__ import annotations

from companion.bots.chance import RandomBot
from companion.games.contract import Bot
from companion.games.registry import games


def bots() -> dict[str, Bot]:
    """The bot of each game by slug: a sensible one where there is one, else one that plays anything legal."""
    from companion.bots.eruption import EruptionBot

    made: dict[str, Bot] = {slug: RandomBot() for slug in games()}
    return {**made, EruptionBot.game: EruptionBot()}
