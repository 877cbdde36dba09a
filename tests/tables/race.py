"""A tiny game with tiles, cards and dice, for the tables: whoever is first at the goal wins.

On its turn a seat draws a tile (1 to 3 steps, or a duel: a higher white die moves 2), plays a card (that many steps) or
passes, and then gets a card. Corrections may set scores.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from companion.games.contract import BadAction, BadState, Decision, IllegalAction, Problem

TILES = {"one": 6, "two": 4, "three": 2, "duel": 8}
CARDS = {"hop": 5, "leap": 3}
GOAL = 12
STEPS = {"one": 1, "two": 2, "three": 3, "hop": 1, "leap": 2, "hidden": 1}


class Base(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    pass


class Draw(Base, tag="draw"):
    seat: int | None = None


class Pass(Base, tag="pass"):
    seat: int | None = None


class Play(Base, tag="play"):
    card: str
    seat: int | None = None


class Tile(Base, tag="tile"):
    tile: str


class Card(Base, tag="card"):
    card: str


class Roll(Base, tag="roll"):
    white: int
    orange: int


class Correct(Base, tag="correct"):
    set: dict


Any_ = Draw | Pass | Play | Tile | Card | Roll | Correct


class Happened(msgspec.Struct, frozen=True, tag_field="type", tag="happened"):
    seat: int
    what: str
    score: int


class Race:
    slug = "race"
    rules_version = 1
    chance_kinds: ClassVar = {"tile": "tiles", "duel": "dice", "card": "cards"}
    start_roll = ("start", 6)

    def new(self, options=None):
        options = dict(options or {})
        if unknown := set(options) - {"players", "cards", "start", "goal"}:
            raise BadState(f"options.{min(unknown)}", Problem("unknown_option"))
        players = self.number(options, "players", 2, 1, 6)
        start = self.number(options, "start", 0, 0, players - 1)
        self.number(options, "goal", GOAL, 1, 10**12)
        state = {
            "options": options,
            "seats": [{"score": 0, "hand": {}} for _ in range(players)],
            "active": start,
            "bag": dict(TILES),
            "deck": dict(CARDS),
            "waits": ["card", start],
            "deals": players,
        }
        return Position(state), [Happened(start, "start", 0)]

    def number(self, options, name, default, least, most):
        value = options.get(name, default)
        if type(value) is not int or not least <= value <= most:
            raise BadState(f"options.{name}", Problem("bad_value"))
        return value

    def load(self, state):
        return Position(msgspec.to_builtins(dict(state))), []

    def action(self, wire):
        try:
            action = msgspec.convert(wire, Any_)
        except msgspec.ValidationError as error:
            raise BadAction(str(error)) from None
        if isinstance(action, Roll) and not (1 <= action.white <= 6 and 1 <= action.orange <= 6):
            raise BadAction("a die of 7")
        return action

    def schema(self):
        return {}


class Position:
    def __init__(self, state):
        self.state = state

    def copy(self):
        state = self.state
        seats = [{"score": s["score"], "hand": dict(s["hand"])} for s in state["seats"]]
        return Position({**state, "seats": seats, "bag": dict(state["bag"]), "deck": dict(state["deck"])})

    def view(self, seat=None):
        return msgspec.to_builtins(self.copy().state)

    def over(self):
        return max(s["score"] for s in self.state["seats"]) >= self.state["options"].get("goal", GOAL)

    def decision(self):
        if self.over():
            return None
        kind, seat = self.state["waits"]
        return Decision("chance" if kind in ("tile", "card", "duel") else "seat", kind, seat=seat)

    def legal(self):
        decision = self.decision()
        if decision is None or decision.by == "chance":
            return []
        hand = self.state["seats"][decision.seat]["hand"]
        return [Draw(), Pass(), *(Play(card) for card in hand if hand[card])]

    def outcomes(self):
        if self.over():
            return []
        match self.state["waits"][0]:
            case "tile":
                return [(Tile(tile), n) for tile, n in self.state["bag"].items() if n]
            case "card" if self.state["options"].get("cards") == "table":
                return [(Card("hidden"), 1)]
            case "card":
                return [(Card(card), n) for card, n in self.state["deck"].items() if n]
            case "duel":
                return [(Roll(white, orange), 1) for white in range(1, 7) for orange in range(1, 7)]
        return []

    def check(self, action):
        if isinstance(action, Correct):
            return None
        if self.decision() is None:
            return Problem("game_over")
        if action in self.legal() or action in [outcome for outcome, _ in self.outcomes()]:
            return None
        if getattr(action, "seat", None) not in (None, self.state["waits"][1]):
            return Problem("out_of_turn")
        return Problem("no_such_card" if isinstance(action, Play | Card) else "wrong_decision")

    def apply(self, action):
        problem = self.check(action)
        if problem is not None:
            raise IllegalAction(problem)
        state, (kind, seat) = self.state, self.state["waits"]
        match action:
            case Correct(set=patch):
                scores = patch.get("scores")
                if not isinstance(scores, list) or not all(isinstance(s, int) and s >= 0 for s in scores):
                    raise BadState("scores", Problem("bad_value"))
                for place, score in zip(state["seats"], scores, strict=False):
                    place["score"] = score
                return [Happened(0, "corrected", scores[0])]
            case Draw():
                state["waits"] = ["tile", seat]
                return []
            case Pass():
                return self.turn_ends(seat, "pass", 0)
            case Play(card=card):
                state["seats"][seat]["hand"][card] -= 1
                state["deck"][card] = state["deck"].get(card, 0) + 1
                return self.turn_ends(seat, card, STEPS[card])
            case Tile(tile=tile):
                state["bag"][tile] -= 1
                if not any(state["bag"].values()):
                    state["bag"] = dict(TILES)
                if tile == "duel":
                    state["waits"] = ["duel", seat]
                    return []
                return self.turn_ends(seat, tile, STEPS[tile])
            case Roll(white=white, orange=orange):
                return self.turn_ends(seat, f"{white}:{orange}", 2 if white > orange else 0)
            case Card(card=card):
                hand = state["seats"][seat]["hand"]
                hand[card] = hand.get(card, 0) + 1
                state["deck"][card] = max(0, state["deck"].get(card, 0) - 1)
                if state["deals"] > 1:
                    state["deals"] -= 1
                    state["waits"] = ["card", (seat + 1) % len(state["seats"])]
                else:
                    state["deals"] = 0
                    state["active"] = (seat + 1) % len(state["seats"])
                    state["waits"] = ["turn", state["active"]]
                return [Happened(seat, "card", 0)]
        raise AssertionError(kind)

    def turn_ends(self, seat, what, steps):
        place = self.state["seats"][seat]
        place["score"] += steps
        if any(self.state["deck"].values()):
            self.state["waits"] = ["card", seat]
        else:
            self.state["active"] = (seat + 1) % len(self.state["seats"])
            self.state["waits"] = ["turn", self.state["active"]]
        return [Happened(seat, what, place["score"])]

    def ranking(self):
        scores = [place["score"] for place in self.state["seats"]]
        ranked = [{"seat": n, "place": 1 + sum(o > s for o in scores), "score": s} for n, s in enumerate(scores)]
        return sorted(ranked, key=lambda row: (row["place"], row["seat"]))


RACE = Race()
