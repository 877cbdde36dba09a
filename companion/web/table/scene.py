"""What one phone shows of a table: the moment, what is picked on the page, and who looks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from companion.games.contract import Problem
from companion.games.eruption.data import ERUPTION, MASKS, TILE_INDEX, TILE_SLUGS
from companion.games.hexes import Hex
from companion.web.table.choice import NOTHING as EMPTY
from companion.web.table.choice import Choice, Site
from companion.web.table.moment import Moment
from companion.web.table.once import once
from companion.web.table.stage import Stage
from companion.web.table.targets import CardUse, Targets

LAYING = ("place_tile", "place_eruption", "replace_tile")
NOTHING = CardUse()


@dataclass(frozen=True)
class Ghost:
    """A tile shown where it is not yet: its hex, pattern and rotation."""

    hex: Hex
    tile: str
    rotation: int


class Scene(Stage):
    """Everything that the page of Eruption is drawn from."""

    nothing: ClassVar[Choice] = EMPTY
    choice: Choice

    @property
    def targets(self) -> Targets:
        """What can be done, by place."""
        return self.moment.targets

    @once
    def card(self) -> str | None:
        """The card whose target is chosen on the board, where it may be played."""
        played = self.kind == "cards" and not self.idle and self.choice.play in self.targets.cards
        return self.choice.play if played else None

    @once
    def use(self) -> CardUse:
        """What that card can do."""
        return self.targets.cards.get(self.card, NOTHING) if self.card else NOTHING

    @once
    def turns(self) -> dict[Hex, tuple[int, ...]]:
        """Hexes where a tile can be laid, swapped or turned, with the rotations."""
        if self.idle:
            return {}
        return self.targets.turns if self.kind in LAYING else self.use.turns

    @once
    def hexes(self) -> dict[Hex, int]:
        """The hexes that are lit, with the number of ways."""
        if self.turns:
            return {hex_: len(rotations) for hex_, rotations in self.turns.items()}
        return dict.fromkeys(self.use.hexes, 1)

    @once
    def sites(self) -> dict[Site, tuple[str, ...]]:
        """Sites where a wall can be built, with the materials."""
        if self.idle:
            return {}
        return self.targets.sites if self.kind == "walls" else self.use.sites

    @property
    def site(self) -> Site | None:
        """The picked site, if something can be done there."""
        site = self.choice.site
        return site if site in self.sites or site in self.use.walls else None

    @property
    def asks_hex(self) -> bool:
        """Whether a tap on a hex would do something."""
        return not self.idle and (self.kind in LAYING or self.card in ("aftershock", "sinkhole"))

    @once
    def tile(self) -> str | None:
        """The pattern that is to be laid."""
        if self.kind == "place_eruption":
            return TILE_SLUGS[ERUPTION]
        if self.kind in LAYING:
            return str(self.moment.state["drawn"])
        return None

    @once
    def rotation(self) -> int | None:
        """The rotation of the ghost: the picked one if it is legal, else the first legal one."""
        turns = self.turns.get(self.choice.hex) if self.choice.hex else None
        if not turns:
            return None
        return self.choice.rotation if self.choice.rotation in turns else turns[0]

    @once
    def ghost(self) -> Ghost | None:
        """The tile that is shown where it may be laid."""
        hex_ = self.choice.hex
        if hex_ is None or self.rotation is None:
            return None
        if self.card == "aftershock":
            return Ghost(hex_, self.moment.tiles[hex_][0], self.rotation)
        return Ghost(hex_, self.tile, self.rotation) if self.tile else None

    @once
    def action(self) -> dict[str, Any] | None:
        """What confirming would do with the picked hex, as an action on the wire."""
        hex_ = self.choice.hex
        if hex_ is None or hex_ not in self.hexes:
            return None
        action: dict[str, Any] = {"type": self.kind} if self.card is None else {"type": "play", "card": self.card}
        action["hex"] = list(hex_)
        if self.rotation is not None and self.kind != "place_eruption":
            action["rotation"] = self.rotation
        return action

    @once
    def problem(self) -> Problem | None:
        """Why nothing can be done on the hex that was tapped."""
        hex_ = self.choice.hex
        if hex_ is None or not self.asks_hex or hex_ in self.hexes:
            return None
        return best_refusal(self.moment, self._tries(hex_))

    def _tries(self, hex_: Hex) -> list[dict[str, Any]]:
        place = list(hex_)
        match self.kind:
            case "place_eruption":
                return [{"type": "place_eruption", "hex": place}]
            case "place_tile" | "replace_tile":
                return [{"type": self.kind, "hex": place, "rotation": r} for r in range(6)]
        if self.card == "aftershock":
            now = self.moment.tiles.get(hex_)
            return [
                {"type": "play", "card": "aftershock", "hex": place, "rotation": r}
                for r in range(6)
                if not now or r != now[1]
            ]
        return [{"type": "play", "card": self.card, "hex": place}]


def best_refusal(moment: Moment, tries: list[dict[str, Any]]) -> Problem | None:
    """The refusal that is nearest to legal: the one with the fewest edges or hexes at fault."""
    position, game = moment.table.position, moment.table.game
    refusals = [problem for wire in tries if (problem := position.check(game.action(wire)))]
    return min(refusals, key=lambda problem: len(problem.where), default=None)


@lru_cache(4096)
def looks(tile: str, rotations: tuple[int, ...]) -> tuple[int, ...]:
    """The rotations that look different, the lowest of each look."""
    masks = MASKS[TILE_INDEX[tile]]
    first: dict[int, int] = {}
    for rotation in rotations:
        first.setdefault(masks[rotation], rotation)
    return tuple(first.values())
