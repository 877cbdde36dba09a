"""The state of a game of Eruption: small integers in lists, copied in a few microseconds."""

from __future__ import annotations

from companion.games.contract import Wire
from companion.games.eruption.data import (
    ACROSS,
    CARD_SLUGS,
    CELLS,
    CHANGES,
    DIRECTIONS,
    EXIT_MASK,
    MASKS,
    N_HEXES,
    ROCK_MASK,
    RULES,
    TILE_SLUGS,
    VILLAGE_EDGES,
    WALL_SLUGS,
    zone_of,
)
from companion.games.eruption.decision import Decision
from companion.games.eruption.options import Options
from companion.games.hexes import opposite

N_TILES, N_CARDS, N_WALLS = len(TILE_SLUGS), len(CARD_SLUGS), len(WALL_SLUGS)
CHANCE_KINDS = frozenset({"tile", "card", "duel"})
EMPTY_KEYS = tuple(must << 6 | must_not for must, must_not in zip(EXIT_MASK, ROCK_MASK, strict=True))


class Seat:
    """What a player has. `hand` counts cards by kind, or is all zero with `hidden` cards at the table."""

    __slots__ = ("burnt", "eruption_tiles", "hand", "hidden", "stockpile", "temperature", "village")

    def __init__(self, village: int) -> None:
        self.village = village
        self.temperature = 0
        self.stockpile = [RULES.turn.stockpile.get(slug, 0) for slug in WALL_SLUGS]
        self.hand = [0] * N_CARDS
        self.hidden = 0
        self.eruption_tiles: list[int] = []
        self.burnt = False

    def copy(self) -> Seat:
        """An independent copy."""
        twin = Seat.__new__(Seat)
        twin.village = self.village
        twin.temperature = self.temperature
        twin.stockpile = self.stockpile[:]
        twin.hand = self.hand[:]
        twin.hidden = self.hidden
        twin.eruption_tiles = self.eruption_tiles[:]
        twin.burnt = self.burnt
        return twin

    @property
    def cards(self) -> int:
        """How many cards the hand has."""
        return self.hidden + sum(self.hand)

    @property
    def zone(self) -> int:
        """The danger zone, 0 to 3."""
        return zone_of(self.temperature)


class State:
    """Everything that the table knows.

    `tile` and `rotation` go by hex, -1 for an empty one. `key` holds for each hex `must << 6 | must_not`: the edges
    where a neighbour or the volcano shows lava, and those where it shows none. `frontier` are the empty hexes that
    some lava points at; `shut` has a bit for each lava edge into a hex that a wall blocks. `walls` maps sides to
    materials. `duels` are the sides whose walls are still to be tested.
    """

    __slots__ = (
        "active",
        "barred",
        "card_discard",
        "cards_due",
        "claims",
        "deck",
        "deck_hidden",
        "drawn",
        "drawn_from",
        "duels",
        "extra_tile",
        "final_reason",
        "free_setup",
        "frontier",
        "key",
        "kind",
        "options",
        "phase",
        "placing",
        "player",
        "quaking",
        "removable",
        "resume",
        "rotation",
        "seats",
        "shut",
        "stack",
        "stacks",
        "supply",
        "tile",
        "tile_discard",
        "to_play",
        "turn",
        "turning_up",
        "walls",
        "walls_built",
        "walls_extra",
        "zone_card",
    )

    def __init__(self, options: Options) -> None:
        self.options = options
        self.turn = 1
        self.phase = "damage"
        self.kind: str | None = None
        self.seats = [Seat(village) for village in options.villages]
        self.activate(options.start)
        self.tile = [-1] * N_HEXES
        self.rotation = [0] * N_HEXES
        self.key = list(EMPTY_KEYS)
        self.frontier = {cell for cell in range(N_HEXES) if EMPTY_KEYS[cell] >> 6}
        self.shut = [0] * N_HEXES
        self.removable: tuple[int, ...] | None = None  # placement.removable remembers it until a tile changes
        self.walls: dict[int, int] = {}
        self.drawn = -1
        self.drawn_from = -1
        self.barred = 0
        self.stack = [0 if tile.source else tile.count for tile in RULES.tiles]
        self.tile_discard = [0] * N_TILES
        self.deck = [card.count for card in RULES.cards]
        self.deck_hidden = 0
        self.card_discard = [0] * N_CARDS
        self.supply: list[int] | None = [wall.count for wall in RULES.walls]
        self.claims: list[int | None] = [None] * len(RULES.meter.zones)
        self.extra_tile = False
        self.zone_card = False
        self.walls_built = 0
        self.walls_extra = 0
        self.cards_due: list[str] = []
        self.placing: tuple[int, int, bool] | None = None
        self.duels: list[int] = []
        self.quaking = False
        self.final_reason: str | None = None
        self.to_play: list[int] = []
        self.stacks: list[list[int]] | None = None  # of the forecast: [top or -1, size]
        self.turning_up = -1
        self.resume: str | None = None
        self.free_setup = False

    def copy(self) -> State:
        """An independent copy."""
        twin = State.__new__(State)
        twin.options = self.options
        twin.turn = self.turn
        twin.phase = self.phase
        twin.kind = self.kind
        twin.seats = [seat.copy() for seat in self.seats]
        twin.activate(self.active)
        twin.tile = self.tile[:]
        twin.rotation = self.rotation[:]
        twin.key = self.key[:]
        twin.frontier = self.frontier.copy()
        twin.shut = self.shut[:]
        twin.removable = self.removable
        twin.walls = self.walls.copy()
        twin.drawn = self.drawn
        twin.drawn_from = self.drawn_from
        twin.barred = self.barred
        twin.stack = self.stack[:]
        twin.tile_discard = self.tile_discard[:]
        twin.deck = self.deck[:]
        twin.deck_hidden = self.deck_hidden
        twin.card_discard = self.card_discard[:]
        twin.supply = self.supply and self.supply[:]
        twin.claims = self.claims[:]
        twin.extra_tile = self.extra_tile
        twin.zone_card = self.zone_card
        twin.walls_built = self.walls_built
        twin.walls_extra = self.walls_extra
        twin.cards_due = self.cards_due[:]
        twin.placing = self.placing
        twin.duels = self.duels[:]
        twin.quaking = self.quaking
        twin.final_reason = self.final_reason
        twin.to_play = self.to_play[:]
        twin.stacks = self.stacks and [stack[:] for stack in self.stacks]
        twin.turning_up = self.turning_up
        twin.resume = self.resume
        twin.free_setup = self.free_setup
        return twin

    # --- the island ---

    def put(self, cell: int, tile: int, rotation: int) -> None:
        """Lay a tile on an empty hex, or instead of the one that lies there."""
        self.tile[cell] = tile
        self.rotation[cell] = rotation
        self.removable = None
        key, tiles, frontier = self.key, self.tile, self.frontier
        frontier.discard(cell)
        for other, kept, bits in CHANGES[cell][MASKS[tile][rotation]]:
            key[other] = changed = key[other] & kept | bits
            if tiles[other] < 0:
                if changed >> 6:
                    frontier.add(other)
                else:
                    frontier.discard(other)

    def take(self, cell: int) -> None:
        """Take the tile of a hex away."""
        self.tile[cell] = -1
        self.rotation[cell] = 0
        self.removable = None
        for other, kept, _ in CHANGES[cell][0]:
            self.key[other] &= kept
            if not self.key[other] >> 6:
                self.frontier.discard(other)
        if self.key[cell] >> 6:
            self.frontier.add(cell)

    def mask(self, cell: int) -> int:
        """The lava edges of the tile on a hex; 0 for an empty one."""
        tile = self.tile[cell]
        return MASKS[tile][self.rotation[cell]] if tile >= 0 else 0

    def set_wall(self, side: int, wall: int) -> None:
        """Stand a wall on a side."""
        self.walls[side] = wall
        cell = ACROSS[side]
        if cell >= 0:
            self.shut[cell] |= 1 << opposite(side % 6)

    def clear_wall(self, side: int) -> int:
        """Take a wall away; its material."""
        cell = ACROSS[side]
        if cell >= 0:
            self.shut[cell] &= ~(1 << opposite(side % 6))
        return self.walls.pop(side)

    def flows(self, seat: Seat) -> list[int]:
        """The sides of a seat's village that lava touches, from left to right."""
        tiles, rotations = self.tile, self.rotation
        return [
            side
            for side, cell, direction in VILLAGE_EDGES[seat.village]
            if tiles[cell] >= 0 and MASKS[tiles[cell]][rotations[cell]] >> direction & 1
        ]

    # --- who decides ---

    def activate(self, seat: int) -> None:
        """The turn is that seat's."""
        self.active = seat
        self.player = self.seats[seat]

    def dealt(self) -> int | None:
        """The seat that is dealt the next card of the set-up, None when everybody has theirs."""
        players = len(self.seats)
        for i in range(players):
            seat = (self.options.start + i) % players
            if self.seats[seat].cards < RULES.turn.deal:
                return seat
        return None

    def decision(self) -> Decision | None:
        """The decision that the game waits for."""
        return self.decision_of(self.kind, self.turning_up)

    def decision_of(self, kind: str | None, turning_up: int) -> Decision | None:
        """The decision of a kind, as it would stand now."""
        if kind is None:
            return None
        if kind == "tile":
            return Decision("chance", kind, stack=turning_up if turning_up >= 0 else None)
        if kind == "card":
            seat = self.dealt() if self.phase == "deal" else self.active
            return Decision("chance", kind, seat=seat)
        if kind == "duel":
            return Decision("chance", kind, wall=self.wall_wire(self.duels[0]))
        return Decision("seat", kind, seat=self.active)

    def wall_wire(self, side: int) -> Wire:
        """A standing wall as `{"hex", "edge", "wall"}`."""
        x, y = CELLS[side // 6]
        return {"hex": [x, y], "edge": DIRECTIONS[side % 6], "wall": WALL_SLUGS[self.walls[side]]}


def counts(numbers: list[int], slugs: tuple[str, ...]) -> dict[str, int]:
    """Counts by name, without those of 0."""
    return {slug: n for slug, n in zip(slugs, numbers, strict=True) if n}
