"""Abduction: a card game for one, of saucers, cows and decoy cows."""

from companion.games.abduction.position import ABDUCTION

__all__ = ["ABDUCTION"]
