"""What must hold in every position of a game that began with `new` (rules section 10), judged from the wire state."""

from collections import Counter

from tests.rules import slow

METER = slow.RULES["meter"]
SOURCE = next(slug for slug, tile in slow.TILE.items() if tile.get("source"))


def check(state):
    """Assert everything that one state shows by itself."""
    tiles(state)
    cards(state)
    walls(state)
    board(state)
    meter(state)
    decision(state)


def tiles(state):
    """40 lava tiles = stack + island + discard + in hand; 3 eruption tiles likewise."""
    found = Counter(tile["tile"] for tile in state["tiles"]) + Counter(state["stack"]) + Counter(state["tile_discard"])
    if state["drawn"] is not None:
        found[state["drawn"]] += 1
    held = sum(len(seat["eruption_tiles"]) for seat in state["seats"])
    found[SOURCE] += held + state["eruption_claims"].count(None)
    assert found == Counter({slug: tile["count"] for slug, tile in slow.TILE.items()})
    assert not state["stack"].get(SOURCE)
    for i, seat in enumerate(state["seats"]):
        assert all(state["eruption_claims"][zone - 1] == i for zone in seat["eruption_tiles"])
        assert len(set(seat["eruption_tiles"])) == len(seat["eruption_tiles"])
    if "stacks" in state:
        tops = Counter(stack["top"] for stack in state["stacks"] if stack["top"] is not None)
        assert not tops - Counter(state["stack"])
        assert sum(stack["size"] for stack in state["stacks"]) == sum(state["stack"].values())


def cards(state):
    """All cards = deck + discard + hands."""
    box = {slug: card["count"] for slug, card in slow.CARD.items()}
    if state["options"].get("no_rain"):
        box["rain"] = 0
    hands = [seat["hand"] for seat in state["seats"]]
    if state["options"].get("cards") == "table":
        assert sum(part["hidden"] for part in [*hands, state["deck"]]) + sum(state["card_discard"].values()) == sum(
            box.values()
        )
        assert not Counter(state["card_discard"]) - Counter(box)
        return
    found = Counter()
    for part in [*hands, state["deck"], state["card_discard"]]:
        assert all(n >= 0 for n in part.values())
        found += Counter(part)
    assert found == +Counter(box)


def walls(state):
    """18/15/15 = supply + stockpiles + island."""
    found = Counter(wall["wall"] for wall in state["walls"])
    for seat in state["seats"]:
        assert all(n >= 0 for n in seat["stockpile"].values())
        found += Counter(seat["stockpile"])
    if state["options"].get("unlimited_walls"):
        assert state["supply"] is None
    else:
        assert all(n >= 0 for n in state["supply"].values())
        assert found + Counter(state["supply"]) == Counter(slow.BOX_WALLS)
    sides = [(tuple(wall["hex"]), wall["edge"]) for wall in state["walls"]]
    assert len(set(sides)) == len(sides), "two walls on one side"
    owned = {side for seat in state["seats"] for side in slow.VILLAGE_EDGES[seat["village"]]}
    assert set(sides) <= owned | slow.flow_sites(state), "a wall where none may stand"


def board(state):
    """Every edge matches and no tile is cut off; one tile a hex, all on the island."""
    found = slow.board_of(state)
    assert len(found) == len(state["tiles"])
    assert set(found) <= slow.ISLAND
    assert not slow.mismatched(found)
    assert not slow.cut_off(found)
    assert {tuple(hex_) for hex_ in state["barred"]} <= slow.ISLAND - set(found)


def meter(state):
    for seat in state["seats"]:
        assert 0 <= seat["temperature"] <= METER["max"]
        assert seat["temperature"] % METER["step"] == 0


def decision(state):
    """The game is over exactly when nothing is decided; only the player on turn decides."""
    assert (state["decision"] is None) == (state["phase"] == "over")
    if state["decision"] and state["decision"]["by"] == "seat":
        assert state["decision"]["seat"] == state["active"]
    limit = slow.RULES["turn"]["hand_limit"]
    if state["phase"] in ("walls", "over"):
        assert all(
            sum(seat["hand"].values()) <= limit or seat.get("burnt") for seat in state["seats"][state["active"] :][:1]
        )


class Watch:
    """What must hold from one state to the next of a game."""

    def __init__(self, state):
        self.state = state
        self.eruptions = 0

    def see(self, state, events):
        before, self.state = self.state, state
        for old, new in zip(before["eruption_claims"], state["eruption_claims"], strict=True):
            assert old is None or old == new, "a zone was claimed twice"
        for event in events:
            if event["type"] == "turn_started":
                self.eruptions = 0
            gone = event["type"] in ("tile_placed", "tile_discarded") and event["tile"] == SOURCE
            self.eruptions += gone
            assert self.eruptions <= 1, "two eruption tiles in one turn"
        told = [(event["seat"], event["to"]) for event in events if event["type"] == "temperature"]
        for i, (old, new) in enumerate(zip(before["seats"], state["seats"], strict=True)):
            last = [to for seat, to in told if seat == i]
            assert new["temperature"] == (last[-1] if last else old["temperature"]), "a marker moved without an event"
