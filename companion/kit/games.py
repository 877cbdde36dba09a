"""The games that can be printed, and what of the print shop each has: its parts, and the options that it lacks.

Whatever shows options asks `options_of`; whatever makes a kit asks `checked`, so that an option that a game does not
have is refused by its name wherever it comes from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from companion.games.abduction.data import RULES as ABDUCTION
from companion.games.eruption.data import RULES as ERUPTION
from companion.kit import abduction, eruption
from companion.kit.choices import BY_NAME, OPTIONS
from companion.kit.errors import N_, Gettext, KitError
from companion.kit.kinds import Choices, Option
from companion.kit.options import PARTS, STANDARD, KitOptions
from companion.kit.pieces import Kit


@dataclass(frozen=True)
class Printable:
    """A game that can be printed; called with options it is the kit of all that they ask for."""

    name: str
    kit: Callable[[KitOptions, Gettext], Kit]
    parts: Mapping[str, str]
    """Its parts and what people call them: some of `companion.kit.options.PARTS`."""
    lacks: frozenset[str] = frozenset()
    """Options that mean nothing for it."""
    labels: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Option -> label and help, where the usual ones do not suit it."""

    def __call__(self, options: KitOptions, say: Gettext) -> Kit:
        """What `options` ask for."""
        return self.kit(options, say)

    @property
    def standard(self) -> tuple[str, ...]:
        """The parts of its standard kit."""
        return tuple(part for part in STANDARD if part in self.parts)

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that it has, in its own words."""
        return tuple(self._own(option) for option in OPTIONS if option.name not in self.lacks)

    def _own(self, option: Option) -> Option:
        label, text = self.labels.get(option.name, (option.label, option.help))
        option = replace(option, label=label, help=text)
        return replace(option, values=dict(self.parts)) if isinstance(option, Choices) else option

    def checked(self, options: KitOptions) -> KitOptions:
        """The same options, where all of them mean something for this game.

        The standard kit, and all pieces, are what the game has of them.

        Raises:
            KitError: `not_of_this_game`, with the options that it has; `bad_option`, for pieces that it has not.
        """
        usual = KitOptions()
        for name in sorted(self.lacks):
            if getattr(options, name) != getattr(usual, name):
                raise KitError(
                    "not_of_this_game",
                    N_("The kit of %(game)s has no option “%(name)s”; its options are: %(allowed)s."),
                    game=self.name,
                    name=name,
                    allowed=", ".join(option.name for option in self.options),
                )
        foreign = [part for part in options.pieces if part not in self.parts]
        if foreign and not set(options.pieces) >= set(STANDARD):
            raise self._own(BY_NAME["pieces"]).refuse(foreign[0])
        return options


KITS: dict[str, Printable] = {
    ERUPTION.game.slug: Printable(
        ERUPTION.game.name,
        eruption.kit,
        {part: BY_NAME["pieces"].values[part] for part in PARTS},  # type: ignore[attr-defined]
    ),
    ABDUCTION.game.slug: Printable(
        ABDUCTION.game.name,
        abduction.kit,
        {"board": N_("Mat"), "cards": N_("Cards"), "aids": N_("Summaries"), "boxes": N_("Box")},
        lacks=frozenset({"tile_width", "hexes", "no_rain", "booklet"}),
        labels={
            "board": (
                N_("The mat"),
                N_("Pages to glue together, four parts that fold up, or one large page for a copy shop."),
            ),
            "card": (N_("Cards"), N_("The size of the cards, to fit your sleeves. The mat and the box follow it.")),
            "only": (
                N_("Only these"),
                N_("What was lost, and how many of it: card:cow_5=2,card:decoy."),
            ),
        },
    ),
}
"""The games that can be printed."""


def options_of(game: str) -> tuple[Option, ...]:
    """The options of a game's kit in its own words; of a game without a kit all that there are."""
    return KITS[game].options if game in KITS else OPTIONS
