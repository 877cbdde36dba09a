"""What is picked on the page and not yet done: it lives in the page's address, so that a reload keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import quote

from companion.games.eruption.data import (
    CARD_INDEX,
    CELL_INDEX,
    DIRECTION_INDEX,
    DIRECTIONS,
    RULES,
    TILE_INDEX,
    WALL_INDEX,
)
from companion.games.hexes import Hex

DICE = tuple(str(pips) for pips in range(1, RULES.dice.sides + 1))
Site = tuple[int, int, int]
"""An edge of a cell as x, y and direction (0 to 5)."""


class Choice(NamedTuple):
    """A tile's hex and rotation, a card and its needs, a wall's site and material; None where nothing is picked yet."""

    hex: Hex | None = None
    rotation: int | None = None
    site: Site | None = None
    card: str | None = None
    """The card that is looked at."""
    play: str | None = None
    """The card whose target is chosen on the board."""
    wall: str | None = None
    tile: str | None = None
    moves: tuple[tuple[Site, Site], ...] = ()
    """Walls moved by Relocate, as from and to."""
    give: bool = False
    white: int | None = None
    """The white die of a duel, tapped in before the orange one."""

    def query(self) -> str:
        """The choice as a query string with its question mark; an empty choice is a lone question mark."""
        parts = []
        if self.card:
            parts.append(f"card={self.card}")
        if self.play:
            parts.append(f"play={self.play}")
        if self.give:
            parts.append("give=1")
        if self.white:
            parts.append(f"white={self.white}")
        if self.hex:
            parts.append(f"hex={self.hex[0]},{self.hex[1]}")
        if self.rotation is not None:
            parts.append(f"r={self.rotation}")
        if self.site:
            parts.append(f"site={site_text(self.site)}")
        if self.wall:
            parts.append(f"wall={self.wall}")
        if self.tile:
            parts.append(f"tile={self.tile}")
        if self.moves:
            parts.append("moves=" + quote("~".join(f"{site_text(a)}~{site_text(b)}" for a, b in self.moves), safe=",~"))
        return "?" + "&".join(parts)

    def but(self, **changes: object) -> Choice:
        """The same with some picks changed."""
        return self._replace(**changes)  # type: ignore[arg-type]


NOTHING = Choice()


def read_choice(args: Mapping[str, str]) -> Choice:
    """The choice in a page's address. What cannot be read, or is no hex, card or wall of the game, is left out."""
    if not args:
        return NOTHING
    rotation, white = args.get("r", ""), args.get("white", "")
    return Choice(
        hex=read_hex(args.get("hex", "")),
        rotation=int(rotation) if rotation in ("0", "1", "2", "3", "4", "5") else None,
        site=read_site(args.get("site", "")),
        card=_one_of(args.get("card"), CARD_INDEX),
        play=_one_of(args.get("play"), CARD_INDEX),
        wall=_one_of(args.get("wall"), WALL_INDEX),
        tile=_one_of(args.get("tile"), TILE_INDEX),
        moves=_read_moves(args.get("moves", "")),
        give=args.get("give") == "1",
        white=int(white) if white in DICE else None,
    )


def read_hex(text: str) -> Hex | None:
    """A cell written `x,y`, or None."""
    x, _, y = text.partition(",")
    if len(text) > 5 or not (x.isascii() and x.isdigit() and y.isascii() and y.isdigit()):
        return None
    hex_ = int(x), int(y)
    return hex_ if hex_ in CELL_INDEX else None


def site_text(site: Site) -> str:
    """A site as it is written in addresses and fields: `6,3,NE`."""
    return f"{site[0]},{site[1]},{DIRECTIONS[site[2]]}"


def read_site(text: str) -> Site | None:
    """A site written `x,y,NE`, or None."""
    place, _, edge = text.rpartition(",")
    hex_ = read_hex(place)
    return (*hex_, DIRECTION_INDEX[edge]) if hex_ and edge in DIRECTION_INDEX else None


def _read_moves(text: str) -> tuple[tuple[Site, Site], ...]:
    sites = [read_site(part) for part in text[:400].split("~")]
    pairs = zip(sites[::2], sites[1::2], strict=False)
    return tuple((a, b) for a, b in pairs if a and b)


def _one_of(text: str | None, known: Mapping[str, int]) -> str | None:
    return text if text in known else None
