"""Players of Abduction: one that looks to the end of the turn, one that plays many games to their end."""

from companion.bots.abduction.rollout import Hint, RolloutBot, hints
from companion.bots.abduction.sensible import SensibleBot

__all__ = ["Hint", "RolloutBot", "SensibleBot", "hints"]
