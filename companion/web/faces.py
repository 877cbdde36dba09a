"""The games as people choose them: names, a sentence, how many and how long, for the pages that offer all."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art.island import board_geometry
from companion.games.abduction.data import RULES as ABDUCTION
from companion.games.eruption.data import RULES as ERUPTION


@dataclass(frozen=True)
class Face:
    """A game; names and sentences are the English sources. templates/lobby/games.html draws each."""

    slug: str
    name: str
    tagline: str
    players: tuple[int, int]
    minutes: tuple[int, int]


def games() -> list[Face]:
    """All games that there are pages for, in the order in which they are offered."""
    return [
        Face(g.slug, g.name, g.tagline, (g.players.min, g.players.max), (g.minutes.min, g.minutes.max))
        for g in (ERUPTION.game, ABDUCTION.game)
    ]


def names() -> dict[str, str]:
    """What each game is called, in English, by its slug."""
    return {game.slug: game.name for game in games()}


def island_box() -> str:
    """The view box of the island, for its picture."""
    return " ".join(f"{number:g}" for number in board_geometry().view_box)
