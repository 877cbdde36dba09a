"""Random options, random play and random nonsense for the tests of the rules."""

import itertools

from companion.games.contract import to_wire
from companion.games.registry import games
from companion.games.sampling import pick
from tests.rules import slow

GAME = games()["eruption"]
CHOICES = {option["slug"]: [value or None for value in option["values"]] for option in slow.RULES["options"]}
for option in slow.RULES["options"]:
    if set(option["values"]) == {True, False}:
        CHOICES[option["slug"]] = [False, True]


def options(rng):
    """Options for a game, any combination that is allowed."""
    chosen = {slug: rng.choice(values) for slug, values in CHOICES.items()}
    players = rng.randint(2, 6)
    if chosen["clans"]:
        chosen["last_standing"] = False
        players = rng.choice([4, 6])
    return {**chosen, "villages": rng.sample(sorted(slow.VILLAGE_EDGES), players), "start": rng.randrange(players)}


def move(position, rng):
    """Any legal action or outcome; None when the game is over."""
    actions = position.legal()
    if actions:
        # Passing and placing are rare among all the ways to stand a wall: choose a kind of action first.
        kinds = {}
        for action in actions:
            kinds.setdefault((type(action), getattr(action, "card", None)), []).append(action)
        return rng.choice(kinds[rng.choice(list(kinds))])
    outcomes = position.outcomes()
    return pick(outcomes, rng.getrandbits(64)) if outcomes else None


def game(rng, chosen=None):
    """A random game: yields the position, and the action and events that led to it (None first)."""
    position, events = GAME.new(options(rng) if chosen is None else chosen)
    yield position, None, to_wire(events)
    while (action := move(position, rng)) is not None:
        yield position, action, to_wire(position.apply(action))


def positions(rng, count, chosen=None):
    """Positions at which a seat decides, from random places of random games."""
    found = 0
    while found < count:
        stop = rng.randrange(10, 250)
        last = None
        for position, _, _ in itertools.islice(game(rng, chosen), stop):
            decision = position.decision()
            if decision is not None and decision.by == "seat":
                last = position.copy()
        if last is not None:
            found += 1
            yield last


def anything(rng):
    """A well-formed action of any type, seldom legal."""
    hex_ = rng.choice(sorted(slow.ISLAND | slow.VOLCANO | {(0, 0), (10, 10)}))
    edge, wall = rng.choice(slow.COMPASS), rng.choice(list(slow.BOX_WALLS))
    card, tile = rng.choice(list(slow.CARD)), rng.choice(list(slow.TILE))
    turned = {"hex": list(hex_), "rotation": rng.randrange(6)}
    side = {"hex": list(hex_), "edge": edge}
    effects = {
        "aftershock": turned,
        "sinkhole": {"hex": list(hex_)},
        "volcanic_bomb": side,
        "reinforce": {**side, "wall": wall},
        "relocate": {"walls": [{"hex": list(h), "edge": e, "wall": w} for h, e, w in _village_walls(rng)]},
    }
    return rng.choice(
        [
            {"type": "place_tile", **turned},
            {"type": "place_eruption", "hex": list(hex_)},
            {"type": "replace_tile", **turned},
            {"type": "draw_tile", "stack": rng.randrange(3)},
            {"type": "play", "card": card, **effects.get(card, {})},
            {"type": "play", "card": card, **effects.get(card, {})},
            {"type": "trade", "card": card},
            {"type": "trade_two", "cards": [card, rng.choice(list(slow.CARD))]},
            {"type": "discard", "card": card},
            {"type": "build_wall", **side, "wall": wall},
            {"type": "give", "to": rng.randrange(6), "card": rng.choice([card, "hidden"])},
            {"type": "give", "to": rng.randrange(6), "wall": wall},
            {"type": "pass"},
            {"type": "tile", "tile": tile},
            {"type": "card", "card": rng.choice([card, "hidden"])},
            {"type": "roll", "white": rng.randint(1, 6), "orange": rng.randint(1, 6)},
        ]
    )


def _village_walls(rng):
    edges = rng.choice(list(slow.VILLAGE_EDGES.values()))
    for hex_, edge in rng.choices(edges, k=rng.randrange(4)):
        yield hex_, edge, rng.choice(list(slow.BOX_WALLS))
