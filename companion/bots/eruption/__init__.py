"""A sensible player of Eruption: plays like a careful beginner, legal always, in a millisecond or two."""

from companion.bots.eruption.player import EruptionBot

__all__ = ["EruptionBot"]
