"""How a table begins: what it is made with, and its first entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.contract import Game
from companion.tables import chance, errors, names
from companion.tables.dealer import Kit, Mark, Run
from companion.tables.table import Body, Made

MAX_SEATS = 12


def made(
    game: Game,
    options: Mapping[str, Any],
    typed: Sequence[str],
    defaults: Sequence[str],
    kit: Kit,
    start_roll: bool,
) -> Made:
    """What a table is made with, checked: the names fit the seats of the game.

    Raises:
        BadCommand: too many names, not as many as seats, or a kit that cannot be.
        BadState: options that the game refuses.
    """
    if not isinstance(kit, Kit) or not all(whose in ("app", "table") for whose in (kit.dice, kit.tiles)):
        raise errors.BadCommand(reason="kit")
    if isinstance(typed, str) or not all(isinstance(name, str) for name in typed):
        raise errors.BadCommand(reason="names")
    wanted = seats_of(game, options, len(typed))
    if len(typed) != wanted or not 0 < wanted <= MAX_SEATS:
        raise errors.BadCommand(reason="number of names")
    return Made(dict(options), kit, names.seats(typed, defaults), start_roll)


def seats_of(game: Game, options: Mapping[str, Any], otherwise: int) -> int:
    """How many seats the game has with these options; `otherwise` for a game that does not say. Raises BadState."""
    view = game.new(options)[0].view()
    return len(view["seats"]) if "seats" in view else otherwise


def begin(game: Game, made: Made, seed: bytes) -> tuple[Made, Body, Mark]:
    """The first entry: the starting seat rolled if that was asked for, and whatever the app does at once dealt.

    The game's `start_roll` is the name of its option for the starting seat and the sides of its dice.

    Raises:
        BadState: options that the game refuses.
    """
    rounds: list[list[int]] = []
    rule = game.start_roll
    if made.start_roll and rule is not None:
        option, sides = rule
        seat, rounds = chance.start_roll(seed, len(made.names), sides)
        made = Made({**made.options, option: seat}, made.kit, made.names, start_roll=True)
    position, events = game.new(made.options)
    run = Run(game, made.kit, seed, Mark(position, {}))
    run.settle()
    body = Body(run.actions, run.sampled, [*events, *run.events], rounds, chance.commitment(seed))
    return made, body, run.mark
