"""Which bot plays which game."""

from __future__ import annotations

from companion.bots.chance import RandomBot
from companion.games.contract import Bot
from companion.games.registry import games


def bots() -> dict[str, Bot]:
    """The bot of each game by slug: a sensible one where there is one, else one that plays anything legal."""
    return {slug: next(iter(named.values())) for slug, named in by_name().items()}


def by_name() -> dict[str, dict[str, Bot]]:
    """All bots of each game, by their names, the one that plays at tables first."""
    from companion.bots.abduction import RolloutBot, SensibleBot
    from companion.bots.eruption import EruptionBot

    made: dict[str, dict[str, Bot]] = {
        EruptionBot.game: {"sensible": EruptionBot()},
        SensibleBot.game: {"sensible": SensibleBot(), "rollout": RolloutBot()},
    }
    return {slug: {**made.get(slug, {}), "random": RandomBot()} for slug in games()}
