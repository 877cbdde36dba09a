"""Reads and checks rules.toml; the tables that follow from it.

Cells are small integers: the 60 placeable hexes first, in the order of the columns, then the volcano's. A side is
`cell * 6 + direction`.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from companion.games.hexes import ALL_EDGES, STEPS, Hex, mask_of, neighbour, opposite, rotated
from companion.games.info import Frozen, GameInfo, Option

RULES_FILE = Path(__file__).with_name("rules.toml")


class Board(Frozen, frozen=True):
    """The island. Edges are `(x, y, direction)`."""

    directions: tuple[str, ...]
    steps: tuple[Hex, ...]
    centre: Hex
    volcano: tuple[Hex, ...]
    volcano_exits: tuple[tuple[int, int, int], ...]
    columns: dict[str, tuple[tuple[int, int], ...]]
    resources: dict[str, tuple[Hex, ...]]


class Village(Frozen, frozen=True):
    """A village; its edges from left to right as the owner sits behind it (rules 1.5)."""

    slug: str
    name: str
    sign: str
    sign_name: str
    colour: str
    edges: tuple[tuple[int, int, int], ...]


class Tile(Frozen, frozen=True):
    """A pattern of lava; `edges` at rotation 0."""

    slug: str
    name: str
    edges: tuple[int, ...]
    count: int
    source: bool = False


class Wall(Frozen, frozen=True):
    """A material: what it adds to the white die, what it counts in a tie."""

    slug: str
    name: str
    count: int
    bonus: int
    tiebreak: int


class Card(Frozen, frozen=True):
    """An action card and the wall that it trades for."""

    slug: str
    name: str
    count: int
    trade: str
    text: str


class Dice(Frozen, frozen=True):
    """A duel's two dice, and whose each is."""

    sides: int
    white: str
    orange: str


class Meter(Frozen, frozen=True):
    """The burn meter, in degrees."""

    max: int
    step: int
    zones: tuple[int, ...]
    open_flow: int
    burnt_wall: int
    eruption: int
    rain: int


class Turn(Frozen, frozen=True):
    """Numbers of the set-up and the turn; the lists go by zone, from none to 3."""

    deal: int
    hand_limit: int
    stockpile: dict[str, int]
    trade_two: int
    stacks: int
    extra_tiles: tuple[int, ...]
    free_cards: tuple[int, ...]
    walls: tuple[int, ...]


class Clans(Frozen, frozen=True):
    """With how many players there can be teams."""

    players: tuple[int, ...]


class Preset(Frozen, frozen=True):
    """A named set of options."""

    slug: str
    name: str
    options: dict[str, str | bool]


class Box(Frozen, frozen=True):
    """How the boxes for cards and tiles are made, in millimetres."""

    card_thickness_mm: float
    tile_thickness_mm: float
    clearance_mm: float
    tongue_mm: float
    flap_mm: float
    largest_mm: tuple[float, float]


class Print(Frozen, frozen=True):
    """Sizes of the printed pieces, in millimetres; hexes are measured from flat to flat."""

    tile_width_mm: float
    board_clearance_mm: float
    card_mm: tuple[float, float]
    card_corner_mm: float
    wall_mm: tuple[float, float]
    marker_mm: float
    standing_wall_mm: tuple[float, float, float]
    standee_mm: tuple[float, float, float]
    die_mm: float
    flap_mm: float
    aid_mm: tuple[float, float]
    large_aid_mm: tuple[float, float]
    pad_mm: tuple[float, float]
    pads: int
    bleed_mm: float
    card_bleed_mm: float
    back_bleed_mm: float
    safe_mm: float
    box: Box


class Rules(Frozen, frozen=True):
    """The whole of rules.toml."""

    game: GameInfo
    board: Board
    villages: tuple[Village, ...]
    seats: dict[str, tuple[str, ...]]
    tiles: tuple[Tile, ...]
    walls: tuple[Wall, ...]
    cards: tuple[Card, ...]
    dice: Dice
    meter: Meter
    turn: Turn
    clans: Clans
    phases: dict[str, str]
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    print: Print

    def village(self, slug: str) -> Village:
        """The village of that name."""
        return self.villages[VILLAGE_INDEX[slug]]

    def tile(self, slug: str) -> Tile:
        """The tile of that name."""
        return self.tiles[TILE_INDEX[slug]]

    def wall(self, slug: str) -> Wall:
        """The wall of that name."""
        return self.walls[WALL_INDEX[slug]]

    def card(self, slug: str) -> Card:
        """The card of that name."""
        return self.cards[CARD_INDEX[slug]]


class BrokenRules(Exception):
    """rules.toml is not what it should be; the sentence says where."""


def read(file: Path = RULES_FILE) -> Rules:
    """Read a rules file and check that it fits together.

    Raises:
        BrokenRules: it cannot be read, or contradicts itself.
    """
    try:
        with file.open("rb") as stream:
            raw: dict[str, Any] = tomllib.load(stream)
        rules = msgspec.convert(raw, Rules, strict=False)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise BrokenRules(f"The rules file {file.name} cannot be used: {error}.") from error
    _check(rules, file.name)
    return rules


def _check(rules: Rules, name: str) -> None:
    def require(condition: bool, what: str) -> None:
        if not condition:
            raise BrokenRules(f"The rules file {name} contradicts itself: {what}.")

    walls = {wall.slug for wall in rules.walls}
    villages = {village.slug for village in rules.villages}
    for things in (rules.villages, rules.tiles, rules.walls, rules.cards, rules.options, rules.presets):
        slugs = [thing.slug for thing in things]
        require(len(set(slugs)) == len(slugs), f"a name stands twice in {slugs}")
    require(rules.board.steps == STEPS, "the steps of the directions are not those of a flat-top hex grid")
    require(set(rules.board.resources) <= walls, "a resource is no wall")
    require(all(card.trade in walls for card in rules.cards), "a card trades for an unknown wall")
    require(set(rules.turn.stockpile) <= walls, "the stockpile has an unknown wall")
    require(all(set(seats) <= villages for seats in rules.seats.values()), "a seat has no village")
    require(
        all(str(n) in rules.seats for n in range(rules.game.players.min, rules.game.players.max + 1)),
        "a number of players has no seats",
    )
    require(all(set(tile.edges) <= set(range(6)) for tile in rules.tiles), "a tile has an edge that is none")
    require(any(tile.source for tile in rules.tiles), "there is no eruption tile")
    require(list(rules.meter.zones) == sorted(rules.meter.zones), "the zones are not in order")
    names = {option.slug for option in rules.options}
    require(all(set(preset.options) <= names for preset in rules.presets), "a preset has an unknown option")
    hexes = {(int(x), y) for x, spans in rules.board.columns.items() for a, b in spans for y in range(a, b + 1)}
    edges = [edge for village in rules.villages for edge in village.edges] + list(rules.board.volcano_exits)
    require(all((x, y) in hexes and d in range(6) for x, y, d in edges), "an edge lies off the island")
    require(len(set(edges)) == len(edges), "an edge stands twice")


RULES = read()

DIRECTIONS = RULES.board.directions
DIRECTION_INDEX = {name: d for d, name in enumerate(DIRECTIONS)}
HEXES: tuple[Hex, ...] = tuple(
    (int(x), y) for x, spans in RULES.board.columns.items() for first, last in spans for y in range(first, last + 1)
)
VOLCANO: tuple[Hex, ...] = RULES.board.volcano
CELLS: tuple[Hex, ...] = HEXES + VOLCANO
CELL_INDEX: dict[Hex, int] = {hex_: cell for cell, hex_ in enumerate(CELLS)}
N_HEXES = len(HEXES)

TILE_SLUGS = tuple(tile.slug for tile in RULES.tiles)
TILE_INDEX = {slug: i for i, slug in enumerate(TILE_SLUGS)}
ERUPTION = next(i for i, tile in enumerate(RULES.tiles) if tile.source)
LAVA_TILES = tuple(i for i, tile in enumerate(RULES.tiles) if not tile.source)
WALL_SLUGS = tuple(wall.slug for wall in RULES.walls)
WALL_INDEX = {slug: i for i, slug in enumerate(WALL_SLUGS)}
CARD_SLUGS = tuple(card.slug for card in RULES.cards)
CARD_INDEX = {slug: i for i, slug in enumerate(CARD_SLUGS)}
VILLAGE_SLUGS = tuple(village.slug for village in RULES.villages)
VILLAGE_INDEX = {slug: i for i, slug in enumerate(VILLAGE_SLUGS)}

MASKS: tuple[tuple[int, ...], ...] = tuple(
    tuple(rotated(mask_of(tile.edges), r) for r in range(6)) for tile in RULES.tiles
)
"""Lava edges of a tile in a rotation, as a mask: MASKS[tile][rotation]."""

ALIKE: tuple[tuple[int, ...], ...] = tuple(
    tuple(sum(1 << r for r in range(6) if masks[r] == masks[rotation]) for rotation in range(6)) for masks in MASKS
)
"""The rotations, as a mask, in which a tile looks as in a rotation: ALIKE[tile][rotation]."""

NEIGHBOURS: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple(
        (d, CELL_INDEX[neighbour(hex_, d)])
        for d in range(6)
        if neighbour(hex_, d) in CELL_INDEX and CELL_INDEX[neighbour(hex_, d)] < N_HEXES
    )
    for hex_ in CELLS
)
"""(direction, cell) of the placeable hexes round each cell."""

LINKS: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(tuple(other for d, other in around if mask >> d & 1) for mask in range(ALL_EDGES + 1))
    for around in NEIGHBOURS
)
"""The placeable cells across the edges of a mask: LINKS[cell][mask]."""

CHANGES: tuple[tuple[tuple[tuple[int, int, int], ...], ...], ...] = tuple(
    tuple(
        tuple(
            (other, ~(0b1000001 << opposite(d)), 0b1000000 << opposite(d) if mask >> d & 1 else 1 << opposite(d))
            for d, other in around
        )
        for mask in range(ALL_EDGES + 1)
    )
    for around in NEIGHBOURS
)
"""What a tile with the lava edges `mask` does to the keys of its neighbours: (cell, bits kept, bits set) each."""

ACROSS: tuple[int, ...] = tuple(CELL_INDEX.get(neighbour(hex_, d), -1) for hex_ in CELLS for d in range(6))
"""The cell across each side; -1 for village, sea and beyond."""

_EXITS = {(x, y, d) for x, y, d in RULES.board.volcano_exits}
EXIT_MASK: tuple[int, ...] = tuple(mask_of(d for d in range(6) if (*hex_, d) in _EXITS) for hex_ in HEXES)
"""Edges of each hex that meet a lava exit of the volcano."""
ROCK_MASK: tuple[int, ...] = tuple(
    mask_of(d for d in range(6) if neighbour(hex_, d) in VOLCANO and (*hex_, d) not in _EXITS) for hex_ in HEXES
)
"""Edges of each hex that meet the volcano's bare rock."""
VOLCANO_MASK: tuple[int, ...] = tuple(
    mask_of(d for d in range(6) if (*neighbour(hex_, d), opposite(d)) in _EXITS) for hex_ in VOLCANO
)
"""Edges of each volcano cell that are lava exits."""

VILLAGE_SIDES: tuple[tuple[int, ...], ...] = tuple(
    tuple(CELL_INDEX[x, y] * 6 + d for x, y, d in village.edges) for village in RULES.villages
)
"""Sides of each village, from its owner's left to the right."""
VILLAGE_EDGES: tuple[tuple[tuple[int, int, int], ...], ...] = tuple(
    tuple((side, *divmod(side, 6)) for side in sides) for sides in VILLAGE_SIDES
)
"""The same as (side, cell, direction)."""
VILLAGE_OF_SIDE: dict[int, int] = {side: v for v, sides in enumerate(VILLAGE_SIDES) for side in sides}
VILLAGE_MASK: tuple[int, ...] = tuple(
    mask_of(d for d in range(6) if cell * 6 + d in VILLAGE_OF_SIDE) for cell in range(N_HEXES)
)
"""Edges of each hex that face a village."""

RESOURCE: tuple[int, ...] = tuple(
    next((WALL_INDEX[kind] for kind, hexes in RULES.board.resources.items() if hex_ in hexes), -1) for hex_ in HEXES
)
"""The wall that a tile placed on the hex earns; -1 for none."""

FITS: tuple[tuple[int, ...], ...] = tuple(
    tuple(
        sum(1 << r for r in range(6) if MASKS[tile][r] & must == must and not MASKS[tile][r] & must_not)
        for must in range(ALL_EDGES + 1)
        for must_not in range(ALL_EDGES + 1)
    )
    for tile in range(len(RULES.tiles))
)
"""Rotations, as a mask, in which a tile shows lava on all edges of `must` and on none of `must_not`:
FITS[tile][must << 6 | must_not]."""

FITTING_TILES: tuple[int, ...] = tuple(
    mask_of(tile for tile in LAVA_TILES if FITS[tile][key]) for key in range((ALL_EDGES + 1) ** 2)
)
"""The lava tiles, as a mask, that fit a hex in some rotation: FITTING_TILES[must << 6 | must_not]."""


_ZONES = tuple(
    sum(degrees >= start for start in RULES.meter.zones) for degrees in range(0, RULES.meter.max + 1, RULES.meter.step)
)


def zone_of(temperature: int) -> int:
    """The danger zone of a temperature in degrees: 0 (none) to 3 (rules 2.4)."""
    return _ZONES[temperature // RULES.meter.step]
