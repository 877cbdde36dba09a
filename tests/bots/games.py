"""Whole games among bots."""

import random

from companion.bots.chance import RandomBot
from companion.bots.registry import bots
from companion.games.registry import games
from companion.games.sampling import pick

GAME = games()["eruption"]
SENSIBLE, ANY = bots()["eruption"], RandomBot()


def moves(players, options, rng):
    """Play a game: yields the position and the action about to be carried out, chance included."""
    position, _ = GAME.new(options)
    while (decision := position.decision()) is not None:
        if decision.by == "chance":
            action = pick(position.outcomes(), rng.getrandbits(64))
        else:
            action = players[decision.seat].choose(position, decision.seat, rng)
            if action is None:  # the cards lie on the table: somebody who sees them chooses
                action = ANY.choose(position, decision.seat, rng)
        yield position, action
        position.apply(action)


def played(players, options, seed):
    """The ranking of a whole game by seat."""
    position = None
    for position, _ in moves(players, options, random.Random(seed)):  # noqa: B007
        pass
    return {row["seat"]: row for row in position.ranking()}


def decisions(players, options, seed):
    """Copies of the positions of a game at which a seat decides."""
    for position, _ in moves(players, options, random.Random(seed)):
        if position.decision().by == "seat":
            yield position.copy()
