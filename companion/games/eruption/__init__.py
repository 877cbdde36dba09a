"""Eruption: hex tiles of lava, walls, dice and action cards, for 2 to 6 villages round a volcano."""

from companion.games.eruption.position import ERUPTION

__all__ = ["ERUPTION"]
