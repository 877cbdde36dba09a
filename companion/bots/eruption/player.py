"""The player: sees what its seat may see, weighs what it may do, and takes the best."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, cast

from companion.bots.eruption import cards, tiles, walls
from companion.bots.eruption.outlook import Outlook
from companion.bots.eruption.sight import seen_by
from companion.games.contract import Position
from companion.games.eruption.cards import PASS
from companion.games.eruption.data import RULES
from companion.games.eruption.position import EruptionPosition


class EruptionBot:
    """Sends lava away from its village and at the leaders, builds where it comes, uses its cards when they help."""

    game: ClassVar[str] = RULES.game.slug

    def choose(self, position: Position, seat: int, rng: Random) -> Any:
        """A legal action for `seat`, whose decision it is; None where it hangs on cards that lie on the table."""
        state = seen_by(cast(EruptionPosition, position).state, seat)
        return self.weigh(Outlook(state, seat), rng)

    def weigh(self, look: Outlook, rng: Random) -> Any:
        """The best action of an outlook, whose seat has to decide."""
        match look.state.kind:
            case "place_tile":
                return tiles.place(look).pick(rng)
            case "place_eruption":
                return tiles.erupt(look).pick(rng)
            case "replace_tile":
                return tiles.replace(look).pick(rng)
            case "draw":
                return tiles.draw(look, EruptionPosition(look.state).legal()).pick(rng)
            case "extra_tile":
                return tiles.take_another(look, EruptionPosition(look.state).legal(), rng)
            case "cards":
                return cards.choose(look, rng)
            case "discard":
                return cards.discard(look, rng)
            case "walls":
                built = walls.build(look)
                return built.pick(rng) if built.worth > 0 else PASS
        return None
