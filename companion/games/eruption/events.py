"""What happens in Eruption: each event has the fields that a person needs to retell it.

A wall is `{"hex": [x, y], "edge": "N", "wall": "straw"}`; in `wall_gained` it is its material or null.
"""

from __future__ import annotations

from typing import Any

from companion.games.contract import Event, Wire

HexName = list[int]


class FlowDamage(Event, frozen=True, gc=False, tag="flow_damage"):
    """Open flows heat a village in its damage phase."""

    seat: int
    flows: int
    degrees: int


class Duel(Event, frozen=True, gc=False, tag="duel"):
    """A wall is tested: white die and bonus against the orange one."""

    wall: Wire
    white: int
    orange: int
    bonus: int
    held: bool


class Temperature(Event, frozen=True, gc=False, tag="temperature", rename={"from_": "from"}):
    """A marker moves; `cause` is flows, burnt_wall, eruption or rain."""

    seat: int
    from_: int
    to: int
    cause: str


class ZoneEntered(Event, frozen=True, gc=False, tag="zone_entered"):
    """A marker has come into a hotter zone."""

    seat: int
    zone: int


class EruptionClaimed(Event, frozen=True, gc=False, tag="eruption_claimed"):
    """A village takes the eruption tile of a zone."""

    seat: int
    zone: int


class TileDrawn(Event, frozen=True, gc=False, tag="tile_drawn"):
    """A lava tile is in the active player's hand."""

    seat: int
    tile: str


class TileReturned(Event, frozen=True, gc=False, tag="tile_returned"):
    """A tile goes back into the stack: it fits nowhere (no_fit), or the walls held everywhere (barred)."""

    tile: str
    reason: str


class TilePlaced(Event, frozen=True, gc=False, tag="tile_placed"):
    """A tile lies on the island."""

    seat: int
    hex: HexName
    tile: str
    rotation: int


class TileRotated(Event, frozen=True, gc=False, tag="tile_rotated", rename={"from_": "from"}):
    """An Aftershock turns a tile."""

    hex: HexName
    tile: str
    from_: int
    rotation: int


class TileReplaced(Event, frozen=True, gc=False, tag="tile_replaced"):
    """A Quake swaps a tile; `old` goes to the tile discard."""

    hex: HexName
    tile: str
    rotation: int
    old: str


class TileRemoved(Event, frozen=True, gc=False, tag="tile_removed"):
    """A Sinkhole takes a tile."""

    hex: HexName
    tile: str


class TileDiscarded(Event, frozen=True, gc=False, tag="tile_discarded"):
    """An eruption tile finds no room."""

    tile: str
    reason: str


class StackDiscarded(Event, frozen=True, gc=False, tag="stack_discarded"):
    """The rest of the stack leaves the game (dead_stack, burn_out); `tiles` are counts."""

    tiles: dict[str, int]
    reason: str


class StackReshuffled(Event, frozen=True, gc=False, tag="stack_reshuffled"):
    """The discarded lava tiles are the stack again; `tiles` are counts."""

    tiles: dict[str, int]


class NoTileFits(Event, frozen=True, gc=False, tag="no_tile_fits"):
    """No tile of the stack fits anywhere, and nothing is drawn."""


class WallBuilt(Event, frozen=True, gc=False, tag="wall_built"):
    """A wall is built from a stockpile."""

    seat: int
    wall: Wire


class WallRemoved(Event, frozen=True, gc=False, tag="wall_removed"):
    """A wall goes to the supply."""

    wall: Wire
    cause: str


class WallsMoved(Event, frozen=True, gc=False, tag="walls_moved"):
    """A village's walls after a Relocate."""

    seat: int
    walls: list[Any]


class WallGained(Event, frozen=True, gc=False, tag="wall_gained"):
    """A wall comes into a stockpile, perhaps a weaker one than `wanted`, or none (null)."""

    seat: int
    wall: str | None
    wanted: str


class CardGained(Event, frozen=True, gc=False, tag="card_gained"):
    """A card comes into a hand; which one only its owner may see. `cause` is deal, zone or contact."""

    seat: int
    cause: str


class CardPlayed(Event, frozen=True, gc=False, tag="card_played"):
    """A card is played for its effect."""

    seat: int
    card: str


class CardTraded(Event, frozen=True, gc=False, tag="card_traded"):
    """A card is discarded for a wall, or with another for a tile (`bought` is wall or tile)."""

    seat: int
    card: str
    bought: str


class CardDiscarded(Event, frozen=True, gc=False, tag="card_discarded"):
    """A card above the hand limit goes."""

    seat: int
    card: str


class DeckReshuffled(Event, frozen=True, gc=False, tag="deck_reshuffled"):
    """The discard pile is the deck again."""

    cards: int


class Gift(Event, frozen=True, gc=False, tag="gift", omit_defaults=True):
    """A team mate gets a card or a wall. A card is named only to those who may know it."""

    seat: int
    to: int
    card: str | None = None
    wall: str | None = None


class TurnStarted(Event, frozen=True, gc=False, tag="turn_started"):
    """The next turn begins."""

    seat: int
    turn: int


class FinalRound(Event, frozen=True, gc=False, tag="final_round"):
    """The last round begins (burn_out, stack_out); `to_play` have one turn left each."""

    reason: str
    to_play: list[int]


class GameOver(Event, frozen=True, gc=False, tag="game_over"):
    """The end, with the ranking."""

    ranking: list[Any]


class Corrected(Event, frozen=True, gc=False, tag="corrected"):
    """The state was set to what lies on the table; `changed` names its members."""

    changed: list[str]


AnyEvent = (
    FlowDamage
    | Duel
    | Temperature
    | ZoneEntered
    | EruptionClaimed
    | TileDrawn
    | TileReturned
    | TilePlaced
    | TileRotated
    | TileReplaced
    | TileRemoved
    | TileDiscarded
    | StackDiscarded
    | StackReshuffled
    | NoTileFits
    | WallBuilt
    | WallRemoved
    | WallsMoved
    | WallGained
    | CardGained
    | CardPlayed
    | CardTraded
    | CardDiscarded
    | DeckReshuffled
    | Gift
    | TurnStarted
    | FinalRound
    | GameOver
    | Corrected
)
