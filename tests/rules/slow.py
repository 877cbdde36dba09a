"""A second, slow opinion on what is legal: scans the whole board, from the wire state and the rules data alone.

Written from the rules text, independently of companion.games; it has its own hexes, and judges a change of the board by
carrying it out and validating every edge and every tile's way to a source.
"""

import itertools
import tomllib
from collections import Counter
from pathlib import Path

RULES = tomllib.loads((Path(__file__).parents[2] / "companion/games/eruption/rules.toml").read_text(encoding="utf-8"))

COMPASS = RULES["board"]["directions"]
MOVES = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}
BACK = {"N": "S", "NE": "SW", "SE": "NW", "S": "N", "SW": "NE", "NW": "SE"}
ISLAND = {
    (int(x), y) for x, ranges in RULES["board"]["columns"].items() for low, high in ranges for y in range(low, high + 1)
}
VOLCANO = {tuple(hex_) for hex_ in RULES["board"]["volcano"]}
TILE = {tile["slug"]: tile for tile in RULES["tiles"]}
CARD = {card["slug"]: card for card in RULES["cards"]}
BOX_WALLS = {wall["slug"]: wall["count"] for wall in RULES["walls"]}


def across(hex_, edge):
    dx, dy = MOVES[edge]
    return hex_[0] + dx, hex_[1] + dy


EXITS = {((x, y), COMPASS[d]) for x, y, d in RULES["board"]["volcano_exits"]}
"""Lava exits, as the hex outside and its edge towards the volcano."""
VILLAGE_EDGES = {v["slug"]: [((x, y), COMPASS[d]) for x, y, d in v["edges"]] for v in RULES["villages"]}


def lava(tile, rotation):
    """The edges on which a tile shows lava."""
    return {COMPASS[(edge + rotation) % 6] for edge in TILE[tile]["edges"]}


def shown(board, hex_, edge):
    """What lies across an edge: True lava, False none, None nothing that could be compared."""
    other = across(hex_, edge)
    if other in board:
        return BACK[edge] in lava(*board[other])
    if other in VOLCANO:
        return (hex_, edge) in EXITS
    return None


def mismatched(board):
    """The edges at which two things that touch do not match."""
    return [
        (hex_, edge)
        for hex_, tile in board.items()
        for edge in COMPASS
        if shown(board, hex_, edge) not in (None, edge in lava(*tile))
    ]


def cut_off(board):
    """The tiles that no lava reaches from the volcano or from an eruption tile."""
    reached = {hex_ for hex_, (tile, _) in board.items() if TILE[tile].get("source")}
    reached |= {hex_ for hex_, edge in EXITS if hex_ in board and edge in lava(*board[hex_])}
    growing = True
    while growing:
        fresh = {
            across(hex_, edge)
            for hex_ in reached
            for edge in lava(*board[hex_])
            if across(hex_, edge) in board and shown(board, hex_, edge)
        } - reached
        reached |= fresh
        growing = bool(fresh)
    return set(board) - reached


def valid(board):
    return not mismatched(board) and not cut_off(board)


def board_of(state):
    return {tuple(tile["hex"]): (tile["tile"], tile["rotation"]) for tile in state["tiles"]}


# --- what may be done ---


def placements(state, tile):
    """Hex and rotation of every legal placement of a lava tile."""
    board, barred = board_of(state), {tuple(hex_) for hex_ in state["barred"]}
    return {
        (hex_, rotation)
        for hex_ in ISLAND - set(board) - barred
        for rotation in range(6)
        if valid({**board, hex_: (tile, rotation)})
    }


def eruptions(state):
    board = board_of(state)
    source = next(slug for slug, tile in TILE.items() if tile.get("source"))
    return {hex_ for hex_ in ISLAND - set(board) if valid({**board, hex_: (source, 0)})}


def replacements(state, tile):
    board = board_of(state)
    return {(hex_, rotation) for hex_ in board for rotation in range(6) if valid({**board, hex_: (tile, rotation)})}


def turns(state):
    """Hex and new rotation of every legal Aftershock."""
    board, must_change = board_of(state), state["options"].get("aftershock_must_change_edges")
    return {
        (hex_, rotation)
        for hex_, (tile, now) in board.items()
        for rotation in range(6)
        if rotation != now
        and valid({**board, hex_: (tile, rotation)})
        and not (must_change and lava(tile, rotation) == lava(tile, now))
    }


def removals(state):
    board = board_of(state)
    return {hex_ for hex_ in board if valid({other: tile for other, tile in board.items() if other != hex_})}


def walled(state):
    return {(tuple(wall["hex"]), wall["edge"]): wall["wall"] for wall in state["walls"]}


def flow_sites(state):
    """Sides on which lava flows out towards an empty hex, walled or not."""
    board = board_of(state)
    flows = {(hex_, edge) for hex_, tile in board.items() for edge in lava(*tile)}
    flows |= {(across(hex_, edge), BACK[edge]) for hex_, edge in EXITS}
    return {(hex_, edge) for hex_, edge in flows if across(hex_, edge) in ISLAND - set(board)}


def village_sites(state, seat):
    return VILLAGE_EDGES[state["seats"][seat]["village"]]


def wall_sites(state, seat):
    """Where the seat may build."""
    return (flow_sites(state) | set(village_sites(state, seat))) - set(walled(state))


def arrangements(state, seat):
    """Every other way in which the walls of the seat's village could stand, as sorted tuples of (hex, edge, wall)."""
    sites = village_sites(state, seat)
    now = {side: wall for side, wall in walled(state).items() if side in sites}
    found = {
        tuple(sorted((*side, wall) for side, wall in zip(places, kinds, strict=True)))
        for places in itertools.combinations(sites, len(now))
        for kinds in set(itertools.permutations(now.values()))
    }
    return found - {tuple(sorted((*side, wall) for side, wall in now.items()))}


# --- the whole list ---


def legal(state):
    """The legal actions of the seat that decides, in wire form."""
    decision = state["decision"]
    seat = decision["seat"]
    return list(LISTS[decision["kind"]](state, seat))


def _place_tile(state, seat):
    for hex_, rotation in placements(state, state["drawn"]):
        yield {"type": "place_tile", "hex": list(hex_), "rotation": rotation}


def _place_eruption(state, seat):
    for hex_ in eruptions(state):
        yield {"type": "place_eruption", "hex": list(hex_)}


def _replace_tile(state, seat):
    for hex_, rotation in replacements(state, state["drawn"]):
        yield {"type": "replace_tile", "hex": list(hex_), "rotation": rotation}


def _extra_tile(state, seat):
    yield {"type": "pass"}
    yield from _draw(state, seat) if state["options"].get("forecast") else [{"type": "draw_tile"}]


def _draw(state, seat):
    for i, stack in enumerate(state["stacks"]):
        if stack["size"]:
            yield {"type": "draw_tile", "stack": i}


def _walls(state, seat):
    yield {"type": "pass"}
    for action in _buildings(state, seat):
        yield {"type": "build_wall", **action}


def _buildings(state, seat):
    for wall, n in state["seats"][seat]["stockpile"].items():
        for hex_, edge in wall_sites(state, seat) if n else ():
            yield {"hex": list(hex_), "edge": edge, "wall": wall}


def cards_to_name(state, seat):
    """The cards that the seat may name, with how many of each."""
    hand = state["seats"][seat]["hand"]
    if state["options"]["cards"] == "app":
        return Counter({card: n for card, n in hand.items() if n})
    if not hand["hidden"]:
        return Counter()
    box = Counter({slug: card["count"] for slug, card in CARD.items()})
    if state["options"].get("no_rain"):
        del box["rain"]
    return box - Counter(state["card_discard"])


def hand_size(state, seat):
    return sum(state["seats"][seat]["hand"].values())


def _discard(state, seat):
    for card in cards_to_name(state, seat):
        yield {"type": "discard", "card": card}


def stack_tiles(state):
    """How many lava tiles could still be drawn."""
    spare = state["tile_discard"] if state["options"].get("last_standing") else {}
    sources = sum(n for tile, n in spare.items() if TILE[tile].get("source"))
    return sum(state["stack"].values()) + sum(spare.values()) - sources


def _cards(state, seat):
    limit = RULES["turn"]["hand_limit"]
    if state["options"]["hand_limit"] != "block" or hand_size(state, seat) <= limit:
        yield {"type": "pass"}
    named = cards_to_name(state, seat)
    for card in named:
        yield {"type": "trade", "card": card}
        for effect in EFFECTS[card](state, seat):
            yield {"type": "play", "card": card, **effect}
    if stack_tiles(state) and hand_size(state, seat) >= RULES["turn"]["trade_two"]:
        for pair in itertools.combinations_with_replacement(sorted(named), 2):
            if all(named[card] >= n for card, n in Counter(pair).items()):
                yield {"type": "trade_two", "cards": list(pair)}
    for mate in team_mates(state, seat):
        hidden = {"hidden"} if hand_size(state, seat) else set()
        for card in named if state["options"]["cards"] == "app" else hidden:
            yield {"type": "give", "to": mate, "card": card}
        for wall, n in state["seats"][seat]["stockpile"].items():
            if n:
                yield {"type": "give", "to": mate, "wall": wall}


def team_mates(state, seat):
    n = len(state["seats"])
    match state["options"].get("clans"):
        case "pairs":
            return {(seat + n // 2) % n}
        case "halves":
            return {mate for mate in range(n) if (mate < n // 2) == (seat < n // 2)} - {seat}
    return set()


def _if_stack(state, seat):
    return [{}] if stack_tiles(state) else []


def _relocations(state, seat):
    for walls in arrangements(state, seat):
        yield {"walls": [{"hex": list(hex_), "edge": edge, "wall": wall} for hex_, edge, wall in walls]}


EFFECTS = {
    "lava_flow": _if_stack,
    "reinforce": _buildings,
    "relocate": _relocations,
    "aftershock": lambda state, seat: ({"hex": list(hex_), "rotation": r} for hex_, r in turns(state)),
    "rain": lambda state, seat: [{}],
    "sinkhole": lambda state, seat: ({"hex": list(hex_)} for hex_ in removals(state)),
    "volcanic_bomb": lambda state, seat: ({"hex": list(hex_), "edge": edge} for hex_, edge in walled(state)),
    "quake": lambda state, seat: _if_stack(state, seat) if state["tiles"] else [],
}

LISTS = {
    "place_tile": _place_tile,
    "place_eruption": _place_eruption,
    "replace_tile": _replace_tile,
    "extra_tile": _extra_tile,
    "draw": _draw,
    "walls": _walls,
    "cards": _cards,
    "discard": _discard,
}
