"""A second opinion on Abduction, from the wire state and the rules text alone: what is legal, and what must hold."""

from collections import Counter
from itertools import pairwise

from tests.rules.abduction.players import CARDS, COWS, DECOY, RULES, UFOS

BOX = Counter({slug: card["count"] for slug, card in CARDS.items()})
TURN = RULES["turn"]


def total(digit):
    return sum(CARDS[card]["value"] * n for card, n in digit.items())


def points(score):
    """The digits as they are read: the sum of each, times its place."""
    return sum(total(digit) * 10**place for place, digit in enumerate(score))


def zones(state):
    """All cards of a state, wherever they are."""
    found = Counter()
    for name in ("hand", "discard", "removed", "deck"):
        found += Counter(state[name])
    for digit in state["score"]:
        found += Counter(digit)
    for column in state["ufos"]:
        found[column["card"]] += column["size"]
    for column in state["cows"]:
        found += Counter(column)
    found[DECOY] += state["hangar"]
    if state["face_down"]["card"] is not None:
        found[state["face_down"]["card"]] += 1
    return +found


def allowed_kinds(hand):
    """Which kinds a hand lets be played (rules 5.2): the rules' list, line by line."""
    ufos = sum(hand.get(card, 0) for card in UFOS)
    cows = sum(hand.get(card, 0) for card in [*COWS, DECOY])
    if hand.get(DECOY, 0):
        return {"cow"}
    if ufos >= TURN["many"] and cows >= TURN["many"] and ufos == cows:
        return {"ufo"}
    if ufos >= TURN["many"] or cows >= TURN["many"]:
        return {"ufo"} if ufos > cows else {"cow"}
    return {"ufo", "cow"}


def kind_of(card):
    return "ufo" if card in UFOS else "cow"


def legal(state):
    """The legal actions of the player, in wire form."""
    return list(LISTS[state["decision"]["kind"]](state))


def _choose(state):
    there = {kind_of(card) for card in state["hand"]}
    for kind in allowed_kinds(state["hand"]) & ({"ufo", "cow"} if state["options"]["pass"] else there):
        yield {"type": "choose", "kind": kind}


def _play(state):
    hand, playing = state["hand"], state["playing"]
    if playing is None:
        kinds = allowed_kinds(hand)
        cards = [card for card in hand if kind_of(card) in kinds]
        absent = kinds - {kind_of(card) for card in hand}
        done = not hand or (state["options"]["pass"] and len(kinds) == 2 and absent)
    else:
        cards = list(state["to_place"])
        done = not cards
    for card in cards:
        yield {"type": "place", "card": card}
    if not state["face_down"]["used"] and state["deck_size"]:
        yield {"type": "turn_up"}
    if done:
        yield {"type": "pass"}


def _blue(state):
    for column in range(len(state["ufos"])):
        yield {"type": "remove", "column": column}
    for card in UFOS:
        if state["discard"].get(card):
            yield {"type": "take", "card": card}
    if state["options"]["blue_optional"]:
        yield {"type": "pass"}


def _clear(state):
    if state["hangar"]:
        yield {"type": "clear"}
    for digit, cards in enumerate(state["score"]):
        if cards.get(DECOY):
            yield {"type": "clear", "digit": digit}


def _process(state):
    yield from [{"type": "abduct"}, {"type": "leave"}]


def _release(state):
    for digit, cards in enumerate(state["score"]):
        for card in cards:
            if card != DECOY:
                yield {"type": "release", "digit": digit, "card": card}


def _carry(state):
    for card in state["score"][state["digit"]]:
        yield {"type": "carry", "card": card}
    if state["options"]["carry"] == "may":
        yield {"type": "pass"}


def _discard(state):
    for card in state["hand"]:
        yield {"type": "discard", "card": card}
    yield {"type": "pass"}


LISTS = {
    "choose": _choose,
    "play": _play,
    "blue": _blue,
    "clear": _clear,
    "process": _process,
    "release": _release,
    "carry": _carry,
    "discard": _discard,
}


# --- what must hold ---------------------------------------------------------------------------------------------------


def check(state):
    """Assert everything that one state shows by itself (rules 10)."""
    assert zones(state) == BOX
    kind = state["decision"] and state["decision"]["kind"]
    hidden = not state["face_down"]["used"] and state["face_down"]["card"] is None
    assert state["deck_size"] == sum(state["deck"].values()) - hidden >= 0
    assert all(len(column) == 1 for column in state["cows"][1:])
    assert all(state["cows"])
    if state["options"]["packed_stack"] and kind not in ("blue", "release"):
        colours = [column["card"] for column in state["ufos"]]
        assert all(a != b for a, b in pairwise(colours)), colours
    assert state["lost"] == (state["hangar"] >= TURN["hangar"])
    assert not state["lost"] or kind is None
    assert not state["score"] or state["score"][-1], "no empty digit on top"
    if state["options"]["carry"] == "must" and kind not in ("release", "carry") and not state["lost"]:
        assert all(total(digit) < TURN["base"] for digit in state["score"])
    final = kind is None or state["then"] == "end"
    assert final or not any(card in UFOS for digit in state["score"] for card in digit)
    assert state["seats"] == [{"score": 0 if state["lost"] else points(state["score"]), "lost": state["lost"]}]
    assert (state["phase"] == "over") == (kind is None)
    decoys = sum(digit.get(DECOY, 0) for digit in state["score"])
    assert 0 <= state["fresh_decoys"] <= decoys
    assert all(state["hand"].get(card, 0) >= n for card, n in state["to_place"].items())


class Watch:
    """Follows a game from `new` and asserts what only its course shows."""

    def __init__(self, state):
        self.state = state
        self.turns = Counter()
        self.placed = []

    def see(self, state, action, events):
        """One action more."""
        before, self.state = self.state, state
        for event in events:
            self._event(event, before)
        types = [event["type"] for event in events]
        if action["type"] == "abduct" and state["decision"] and state["decision"]["kind"] not in ("release", "blue"):
            assert not state["ufos"] and not state["cows"]
        if "field_cleared" in types:
            assert not state["ufos"] and not state["cows"]
        if "part_two" in types and not state["lost"]:
            assert self.turns[1] == 19
            assert not any(DECOY in digit for digit in state["score"])
            assert state["deck_size"] == next(event["deck"] for event in events if event["type"] == "part_two")
        for column in state["ufos"]:
            assert column["size"] > 0

    def _event(self, event, before):
        match event["type"]:
            case "turn_started":
                self.turns[event["part"]] += 1
                assert event["turn"] == sum(self.turns.values())
                self.placed = []
            case "card_placed":
                self.placed.append(kind_of(event["card"]))
                assert len(set(self.placed)) == 1, "one kind a turn"
            case "game_over":
                assert event["reason"] == ("hangar" if event["score"] == 0 and self.state["lost"] else "deck")
                assert event["score"] == self.state["seats"][0]["score"]
                assert event["reason"] == "hangar" or self.state["part"] == 2
