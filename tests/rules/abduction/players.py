"""Random options, random play and every well-formed action of Abduction, for the tests of its rules."""

import tomllib
from pathlib import Path

from companion.games.contract import to_wire
from companion.games.registry import games
from companion.games.sampling import pick

GAME = games()["abduction"]
RULES = tomllib.loads((Path(__file__).parents[3] / "companion/games/abduction/rules.toml").read_text(encoding="utf-8"))
CARDS = {card["slug"]: card for card in RULES["cards"]}
CHOICES = {option["slug"]: option["values"] for option in RULES["options"]}
UFOS = [slug for slug, card in CARDS.items() if card["group"] == "ufo"]
COWS = [slug for slug, card in CARDS.items() if card["group"] == "cow"]
DECOY = next(slug for slug, card in CARDS.items() if card["group"] == "decoy")


def options(rng):
    """Any options; often a few others than the default, so that their effects are seen one by one too."""
    share = rng.choice([0.0, 0.1, 0.3, 1.0])
    return {slug: rng.choice(values) if rng.random() < share else values[0] for slug, values in CHOICES.items()}


def move(position, rng):
    """Any legal action or outcome; None when the game is over. Hands are kept more often than thrown away."""
    actions = position.legal()
    if actions:
        last = actions[-1]
        return last if type(last).__name__ == "Pass" and rng.random() < 0.4 else rng.choice(actions)
    outcomes = position.outcomes()
    return pick(outcomes, rng.getrandbits(64)) if outcomes else None


def game(rng, chosen=None):
    """A random game: yields the position, and the action and events that led to it (None first)."""
    position, events = GAME.new(options(rng) if chosen is None else chosen)
    yield position, None, to_wire(events)
    while (action := move(position, rng)) is not None:
        yield position, action, to_wire(position.apply(action))


def every_action(state):
    """Every well-formed action that could be thought of in a state, most of them illegal."""
    yield from ({"type": kind} for kind in ("turn_up", "pass", "clear", "abduct", "leave"))
    yield from ({"type": "choose", "kind": kind} for kind in RULES["groups"])
    for card in CARDS:
        yield from ({"type": kind, "card": card} for kind in ("place", "carry", "discard", "card"))
        yield from ({"type": "release", "digit": digit, "card": card} for digit in range(len(state["score"]) + 1))
    yield from ({"type": "take", "card": card} for card in UFOS)
    yield from ({"type": "remove", "column": column} for column in range(len(state["ufos"]) + 2))
    yield from ({"type": "clear", "digit": digit} for digit in range(len(state["score"]) + 1))
