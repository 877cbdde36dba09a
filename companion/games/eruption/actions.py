"""The actions of Eruption as they stand on the wire."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from companion.games.contract import Action, BadAction
from companion.games.eruption.data import CARD_SLUGS, DIRECTIONS, RULES, TILE_SLUGS, WALL_SLUGS

HexName = tuple[int, int]
Rotation = Annotated[int, msgspec.Meta(ge=0, le=5)]
Die = Annotated[int, msgspec.Meta(ge=1, le=RULES.dice.sides)]
Stack = Annotated[int, msgspec.Meta(ge=0, lt=RULES.turn.stacks)]
HIDDEN = "hidden"
# The names come from the rules data, so the literals are made when the module is read.
EdgeName = Literal[DIRECTIONS]  # type: ignore[valid-type]
TileName = Literal[TILE_SLUGS]  # type: ignore[valid-type]
WallName = Literal[WALL_SLUGS]  # type: ignore[valid-type]
CardName = Literal[CARD_SLUGS]  # type: ignore[valid-type]
CardOrHidden = Literal[(*CARD_SLUGS, HIDDEN)]  # type: ignore[valid-type]


class WallAt(msgspec.Struct, frozen=True, gc=False):
    """A wall: the cell that it stands on, the edge that it blocks, its material."""

    hex: HexName
    edge: EdgeName
    wall: WallName


class _Seated(Action, frozen=True, gc=False, kw_only=True):
    seat: int | None = None


class PlaceTile(_Seated, frozen=True, gc=False, tag="place_tile"):
    """Lay the drawn lava tile (rules 4.4)."""

    hex: HexName
    rotation: Rotation


class PlaceEruption(_Seated, frozen=True, gc=False, tag="place_eruption"):
    """Lay a claimed eruption tile (rules 4.3)."""

    hex: HexName


class ReplaceTile(_Seated, frozen=True, gc=False, tag="replace_tile"):
    """Put the tile of a Quake in place of another (rules 6.2)."""

    hex: HexName
    rotation: Rotation


class DrawTile(_Seated, frozen=True, gc=False, tag="draw_tile"):
    """Take the optional tile of zone 3; with the forecast, take the top of a stack."""

    stack: Stack | None = None


class Play(_Seated, frozen=True, gc=False, tag="play"):
    """Play a card for its effect; which other members it has depends on the card."""

    card: CardName
    hex: HexName | None = None
    rotation: Rotation | None = None
    edge: EdgeName | None = None
    wall: WallName | None = None
    walls: tuple[WallAt, ...] | None = None


PLAY_MEMBERS: dict[str, tuple[str, ...]] = {
    "aftershock": ("hex", "rotation"),
    "sinkhole": ("hex",),
    "volcanic_bomb": ("hex", "edge"),
    "reinforce": ("hex", "edge", "wall"),
    "relocate": ("walls",),
}
"""What the play of a card must say beyond the card."""


class Trade(_Seated, frozen=True, gc=False, tag="trade"):
    """Discard a card for the wall printed on it."""

    card: CardName


class TradeTwo(_Seated, frozen=True, gc=False, tag="trade_two"):
    """Discard two cards for one more lava tile."""

    cards: tuple[CardName, CardName]


class Discard(_Seated, frozen=True, gc=False, tag="discard"):
    """Discard a card above the hand limit."""

    card: CardName


class BuildWall(_Seated, frozen=True, gc=False, tag="build_wall"):
    """Build a wall from the stockpile (rules 4.8)."""

    hex: HexName
    edge: EdgeName
    wall: WallName


class Give(_Seated, frozen=True, gc=False, tag="give"):
    """Give a card or a wall to a team mate (clans)."""

    to: int
    card: CardOrHidden | None = None
    wall: WallName | None = None


class Pass(_Seated, frozen=True, gc=False, tag="pass"):
    """End an optional step."""


class TileOutcome(_Seated, frozen=True, gc=False, tag="tile"):
    """Chance: a tile comes off the stack."""

    tile: TileName


class CardOutcome(_Seated, frozen=True, gc=False, tag="card"):
    """Chance: a card comes off the deck."""

    card: CardOrHidden


class Roll(_Seated, frozen=True, gc=False, tag="roll"):
    """Chance: the dice of a duel."""

    white: Die
    orange: Die


class Correct(_Seated, frozen=True, tag="correct"):
    """The table and the app differ: a JSON merge patch (RFC 7396) on the state."""

    set: dict[str, Any]


AnyAction = (
    PlaceTile
    | PlaceEruption
    | ReplaceTile
    | DrawTile
    | Play
    | Trade
    | TradeTwo
    | Discard
    | BuildWall
    | Give
    | Pass
    | TileOutcome
    | CardOutcome
    | Roll
    | Correct
)


class _Read(msgspec.Struct):
    """Around an action: msgspec works a struct out once, but a bare union each time, thirty times as slowly."""

    action: AnyAction


def read_action(wire: object) -> AnyAction:
    """Read an action from its wire form; unknown members are ignored.

    Raises:
        BadAction: it is none of the actions above.
    """
    if isinstance(wire, dict) and wire.get("type") == "play":
        # Members of other cards are unknown members here.
        known = ("type", "seat", "card", *PLAY_MEMBERS.get(str(wire.get("card")), ()))
        wire = {name: value for name, value in wire.items() if name in known}
    try:
        action = msgspec.convert({"action": wire}, _Read).action
    except msgspec.ValidationError as error:
        raise BadAction(str(error).replace("$.action", "$").removesuffix(" - at `$`")) from None
    if isinstance(action, Play):
        missing = [name for name in PLAY_MEMBERS.get(action.card, ()) if getattr(action, name) is None]
        if missing:
            raise BadAction(f"A play of {action.card} needs `{missing[0]}`")
    if isinstance(action, Give) and (action.card is None) == (action.wall is None):
        raise BadAction("A gift is one card or one wall: give either `card` or `wall`")
    return action
