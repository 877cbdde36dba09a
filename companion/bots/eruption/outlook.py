"""What lava and walls are worth to a seat, in degrees of its own village: made once for each choice.

A flow that has come to a village will heat it in each damage phase to come; a flow that may still come counts by how
near its tip is, over empty hexes. Degrees of a rival count in the seat's favour, those of the leaders the most. All of
it is a guess, good enough to tell a good tile from a bad one, and cheap enough for hundreds of looks a millisecond.
"""

from __future__ import annotations

from functools import cache

from companion.games.eruption.data import (
    ACROSS,
    ERUPTION,
    LINKS,
    N_HEXES,
    NEIGHBOURS,
    RESOURCE,
    RULES,
    VILLAGE_EDGES,
    VILLAGE_MASK,
    VILLAGE_OF_SIDE,
    VILLAGE_SIDES,
)
from companion.games.eruption.state import State
from companion.games.hexes import ALL_EDGES, directions_of, opposite

AHEAD = 4
"""So many damage phases of a village are looked ahead at most."""
ARRIVES = 0.4
"""The part of a village edge's heat that a flow counts for when its next hex is the edge's."""
FADES = 0.35
"""What is left of that with each hex further away."""
REACH = 4
"""From so many hexes away a flow counts."""
EXPOSED = 0.06
"""The part for an edge of a hex that is still empty, whether or not lava is near."""
TILES_A_TURN = 1.2
"""So many lava tiles a turn takes, with those that cards bring."""
MATE = 0.6
"""What a degree of a team mate counts of one's own."""
CARD = 9.0
"""What a card more in the hand is worth."""
WALL = (3.0, 4.5, 6.0)
"""What one more wall in the stockpile is worth by material, when there is none; LAST_WALL when there are MANY_WALLS."""
LAST_WALL = (0.5, 1.0, 1.5)
MANY_WALLS = 3

_EDGES: tuple[tuple[tuple[int, int, int], ...], ...] = tuple(
    tuple((d, cell * 6 + d, VILLAGE_OF_SIDE[cell * 6 + d]) for d in directions_of(VILLAGE_MASK[cell]))
    for cell in range(N_HEXES)
)
"""The village edges of each hex: (direction, side, village)."""


@cache
def hold(ties_to_wall: bool) -> tuple[float, ...]:
    """The chance of a wall of each material to hold against one roll. Source: rules 2.3."""
    faces = range(1, RULES.dice.sides + 1)
    return tuple(
        sum(white + wall.bonus + ties_to_wall > orange for white in faces for orange in faces) / len(faces) ** 2
        for wall in RULES.walls
    )


@cache
def heats(ties_to_wall: bool) -> tuple[tuple[float, ...], ...]:
    """The heat to expect of a flow over 0, 1, 2 … damage phases: through an open edge (last), and by a wall's material.

    A wall that burns costs a little, and leaves the edge open.
    """
    meter = RULES.meter
    rows = []
    for chance in hold(ties_to_wall):
        row = [0.0]
        for phases in range(1, AHEAD + 1):
            burnt = meter.burnt_wall + meter.open_flow * (phases - 1)
            row.append((1 - chance) * burnt + chance * row[-1])
        rows.append(tuple(row))
    return (*rows, tuple(float(meter.open_flow * phases) for phases in range(AHEAD + 1)))


class Outlook:
    """A state as one seat sees it, with what things in it are worth. `looked` counts the changes that were weighed."""

    def __init__(self, state: State, seat: int) -> None:
        """`state` is what `seat` may see; it stays as it is."""
        self.state = state
        self.seat = seat
        self.me = state.seats[seat]
        self.looked = 0
        options = state.options
        self._hold, self._heats = hold(options.ties_to_wall), heats(options.ties_to_wall)
        self.phases = [0] * len(RULES.villages)
        """How many damage phases each village has before it, looked at most AHEAD far."""
        self.price = [0.0] * len(RULES.villages)
        """What a degree of each village is worth to the seat."""
        for index, other in enumerate(state.seats):
            self.phases[other.village] = self._phases(index)
            self.price[other.village] = self._price(index)
        self.village = self.me.village
        self.tip = self._tips()
        """What a flow is worth whose next hex this is, for each empty hex."""

    def _phases(self, index: int) -> int:
        state = self.state
        if state.seats[index].burnt:
            return 0
        if state.final_reason is not None:
            return int(index in state.to_play)
        if state.options.last_standing:
            return AHEAD
        rounds = sum(state.stack) / TILES_A_TURN / len(state.seats)
        return min(AHEAD, 1 + round(rounds))

    def _price(self, index: int) -> float:
        state, other = self.state, self.state.seats[index]
        if index == self.seat:
            return -1.0
        if state.options.team(index) == state.options.team(self.seat):
            return -MATE
        if len(state.seats) == 2:
            return 1.0
        if self.leads and other.zone == len(RULES.meter.zones):
            return 0.6  # who burns out now ends the game while this seat leads
        ahead = (self.me.temperature + 60 - other.temperature) / 120
        return 0.25 + 0.35 * min(1.0, max(0.0, ahead))

    @property
    def leads(self) -> bool:
        """Whether nobody is cooler."""
        return all(self.me.temperature <= other.temperature for other in self.state.seats)

    @property
    def last_turn(self) -> bool:
        """Whether the seat has no turn after this one."""
        return self.phases[self.village] == 0

    def _tips(self) -> list[float]:
        tip = [0.0] * N_HEXES
        for village, price in enumerate(self.price):
            if price and self.phases[village]:
                for cell, heat in self._near(village).items():
                    tip[cell] += price * heat
        return tip

    def _near(self, village: int) -> dict[int, float]:
        """The heat that a flow promises to a village, by the empty hex that the flow points at."""
        tile = self.state.tile
        found: dict[int, float] = {}
        for side, cell, _ in VILLAGE_EDGES[village]:
            if tile[cell] < 0:
                found[cell] = found.get(cell, 0.0) + ARRIVES * self.heat(side, village)
        last = found.copy()
        for _ in range(REACH):
            fresh: dict[int, float] = {}
            for cell, heat in last.items():
                heat *= FADES
                for other in LINKS[cell][ALL_EDGES]:
                    if tile[other] < 0 and heat > found.get(other, 0.0):
                        found[other] = fresh[other] = heat
            last = fresh
        return found

    # --- heat at an edge ---

    def heat(self, side: int, village: int) -> float:
        """The heat that lava at a village's edge brings, as the edge is."""
        return self._heats[self.state.walls.get(side, -1)][self.phases[village]]

    def _edge(self, side: int, village: int, lava: bool, empty: bool) -> float:
        """What an edge is worth in a state of its hex."""
        price = self.price[village]
        if not price:
            return 0.0
        if lava:
            return price * self.heat(side, village)
        return price * EXPOSED * self.heat(side, village) if empty else 0.0

    def threat(self, side: int) -> float:
        """How sure it is that lava comes to an own edge: 1 where it is."""
        state, (cell, direction) = self.state, divmod(side, 6)
        if state.tile[cell] >= 0:
            return 1.0 if state.mask(cell) >> direction & 1 else 0.03
        return 0.45 if state.key[cell] >> 6 else 0.12

    def saves(self, side: int, wall: int) -> float:
        """The heat that a wall of a material keeps from an own edge that has none."""
        phases = self.phases[self.village]
        return self.threat(side) * (self._heats[-1][phases] - self._heats[wall][phases])

    # --- flows ---

    def openness(self, cell: int, flows: int, shut: int) -> float:
        """How open the way into an empty hex is: 1 for a flow without a wall, else the chance of a wall to fail."""
        if not flows:
            return 0.0
        if flows & ~shut:
            return 1.0
        held = 1.0
        for direction in directions_of(shut):
            held *= self._hold[self.state.walls[ACROSS[cell * 6 + direction] * 6 + opposite(direction)]]
        return 1.0 - held

    def breach(self, cell: int) -> float:
        """The chance that a tile comes to lie on an empty hex that lava points at, walls and all."""
        return self.openness(cell, self.state.key[cell] >> 6, self.state.shut[cell])

    def change(self, cell: int, mask: int | None) -> float:
        """What it is worth that the hex has lava at the edges of `mask` from now on; None: that no tile lies there."""
        self.looked += 1
        state, tile, key, shut = self.state, self.state.tile, self.state.key, self.state.shut
        empty, before, after = tile[cell] < 0, state.mask(cell), mask or 0
        worth = 0.0
        for direction, side, village in _EDGES[cell]:
            worth += self._edge(side, village, bool(after >> direction & 1), mask is None)
            worth -= self._edge(side, village, bool(before >> direction & 1), empty)
        for direction, other in NEIGHBOURS[cell]:
            if tile[other] < 0 and (before | after) >> direction & 1 and (stake := self.tip[other]):
                bit, flows = 1 << opposite(direction), key[other] >> 6
                now = flows | bit if after >> direction & 1 else flows & ~bit
                worth += stake * (
                    self.openness(other, now, shut[other] & ~bit) - self.openness(other, flows, shut[other])
                )
        if empty:
            worth -= self.tip[cell] * self.breach(cell)
        elif mask is None and key[cell] >> 6:
            worth += self._opened(cell)
        return worth

    def _opened(self, cell: int) -> float:
        """What a flow is worth whose next hex this would be, if its tile were gone: judged by its neighbours."""
        worth = sum(ARRIVES * self.price[village] * self.heat(side, village) for _, side, village in _EDGES[cell])
        around = [self.tip[other] for other in LINKS[cell][ALL_EDGES] if self.state.tile[other] < 0]
        return worth + (FADES * max(around, key=abs) if around else 0.0)

    # --- tiles and walls ---

    def laying(self, cell: int, tile: int, rotation_mask: int) -> float:
        """What it is worth to lay a tile with the lava edges `rotation_mask` on an empty hex: lava, cards, the wall."""
        worth = self.change(cell, rotation_mask)
        if not self.me.burnt:
            worth += CARD * (rotation_mask & VILLAGE_MASK[cell]).bit_count() * (not self.last_turn)
            if RESOURCE[cell] >= 0:
                worth += self.gain(RESOURCE[cell])
        return worth if tile == ERUPTION else worth * self.breach(cell)

    def turning(self, cell: int, mask: int) -> float:
        """What it is worth that the tile of a hex shows lava at the edges of `mask` instead."""
        new = mask & ~self.state.mask(cell) & VILLAGE_MASK[cell]
        return self.change(cell, mask) + (0.0 if self.last_turn else CARD * new.bit_count())

    def gain(self, wanted: int) -> float:
        """What it is worth to get a wall, or the weaker one that the supply has. Source: rules 4.6."""
        supply = self.state.supply
        kind = wanted if supply is None else next((k for k in range(wanted, -1, -1) if supply[k]), None)
        if kind is None:
            return 0.0
        if self.last_turn:
            return LAST_WALL[kind]
        spare = min(MANY_WALLS, sum(self.me.stockpile)) / MANY_WALLS
        return WALL[kind] + spare * (LAST_WALL[kind] - WALL[kind])

    def shutting(self, side: int, wall: int) -> float:
        """What it is worth to stand a wall on an own edge or on a flow, the wall itself not counted."""
        self.looked += 1
        if side in VILLAGE_OF_SIDE:
            return self.saves(side, wall)
        cell = ACROSS[side]
        flows, shut = self.state.key[cell] >> 6, self.state.shut[cell] | 1 << opposite(side % 6)
        if flows & ~shut or not self.tip[cell]:
            return 0.0
        held = self._hold[wall] * (1.0 - self.breach(cell) if self.state.shut[cell] else 1.0)
        return self.tip[cell] * -held

    def bombing(self, side: int) -> float:
        """What it is worth that the wall on a side goes."""
        self.looked += 1
        village = VILLAGE_OF_SIDE.get(side)
        if village is not None:
            phases = self.phases[village]
            more = self._heats[-1][phases] - self._heats[self.state.walls[side]][phases]
            return self.price[village] * self.threat(side) * more
        cell = ACROSS[side]
        flows, shut = self.state.key[cell] >> 6, self.state.shut[cell]
        return self.tip[cell] * (self.openness(cell, flows, shut & ~(1 << opposite(side % 6))) - self.breach(cell))

    def own_sides(self) -> tuple[int, ...]:
        """The edges of the seat's own village."""
        return VILLAGE_SIDES[self.village]
