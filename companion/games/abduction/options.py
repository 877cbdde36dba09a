"""The options of a game, read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from companion.games.abduction.data import RULES
from companion.games.contract import BadState, Problem


class Options(msgspec.Struct, frozen=True, rename={"pass_": "pass"}):
    """The choices that a game is played with; rules.toml tells what each means."""

    pass_: bool
    kind_fixed: Literal["first_card", "start"]
    taken_saucer: Literal["keep", "place"]
    herd_again: bool
    packed_stack: bool
    shot_stack: bool
    blue_optional: bool
    cow_effect: Literal["matching", "all"]
    cow_effect_counter: bool
    empty_abduction: bool
    carry: Literal["must", "may"]
    second_part: Literal["keep", "clear"]
    counter_attack: Literal["columns", "one"]
    counter_order: Literal["before", "after"]

    def wire(self) -> dict[str, Any]:
        """The options as they stand in a state; reading them back gives the same options."""
        wire: dict[str, Any] = msgspec.to_builtins(self)
        return {"players": RULES.game.players.default, **wire}


def read_options(wire: Mapping[str, Any] | None) -> Options:
    """Read options; what is missing or null takes its default.

    Raises:
        BadState: an option is unknown or has a value that it cannot have.
    """
    given: Mapping[str, Any] = {} if wire is None else wire
    if not isinstance(given, Mapping):
        raise BadState("options", Problem("not_an_object"))
    known = {option.slug: option for option in RULES.options}
    players = RULES.game.players
    for name in given:
        if name not in known and name != "players":
            raise BadState(f"options.{name}", Problem("unknown_option", {"option": str(name)}))
    count = given.get("players")
    if count is not None and (type(count) is not int or not players.min <= count <= players.max):
        about = {"option": "players", "min": players.min, "max": players.max}
        raise BadState("options.players", Problem("option_range", about))
    values: dict[str, Any] = {}
    for slug, option in known.items():
        value = given.get(slug)
        if value is None:
            value = option.values[0]
        elif not any(type(value) is type(allowed) and value == allowed for allowed in option.values):
            about = {"option": slug, "values": list(option.values)}
            raise BadState(f"options.{slug}", Problem("option_value", about))
        values[slug] = value
    return msgspec.convert(values, Options)
