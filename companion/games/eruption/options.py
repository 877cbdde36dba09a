"""The options of a game, read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.games.contract import BadState, Problem
from companion.games.eruption.data import RULES, VILLAGE_INDEX, VILLAGE_SLUGS


class Options(msgspec.Struct, frozen=True):
    """The choices that a game is played with, presets resolved.

    `villages` are indices of RULES.villages in turn order, `start` a seat; the others are those of the rules data.
    """

    villages: tuple[int, ...]
    start: int
    preset: str
    cards: str
    no_rain: bool
    clans: str | None
    last_standing: bool
    forecast: bool
    ties_to_wall: bool
    redraw_retests_walls: bool
    dead_stack: str
    unlimited_walls: bool
    claim: str
    aftershock_must_change_edges: bool
    new_contacts: str
    zone_card: str
    hand_limit: str

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.villages)

    @property
    def real_cards(self) -> bool:
        """Whether the cards lie on the table and the app does not know them."""
        return self.cards == "table"

    def team(self, seat: int) -> int:
        """The number of a seat's team: its own number without clans."""
        if self.clans is None:
            return seat
        half = self.players // 2
        return seat % half if self.clans == "pairs" else seat // half

    def wire(self) -> dict[str, Any]:
        """The options as they stand in a state; reading them back gives the same options."""
        wire = msgspec.to_builtins(self)
        wire["villages"] = [VILLAGE_SLUGS[village] for village in self.villages]
        return {"players": self.players, **wire}


def _bad(path: str, slug: str, **about: Any) -> BadState:
    return BadState(f"options.{path}" if path else "options", Problem(slug, about))


def _integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def read_options(wire: Mapping[str, Any] | None, seats: list[Any] | None = None) -> Options:
    """Read options; `seats` are those of a loaded state, whose number and villages count where none are given.

    Raises:
        BadState: an option is unknown or has a value that it cannot have.
    """
    given = {} if wire is None else wire
    if not isinstance(given, Mapping):
        raise _bad("", "not_an_object")
    known = {option.slug: option for option in RULES.options}
    for name in given:
        if name not in known and name not in ("players", "villages", "start", "preset"):
            raise _bad(str(name), "unknown_option", option=str(name))
    presets = {preset.slug: preset for preset in RULES.presets}
    preset = given.get("preset")
    if preset is None:
        preset = RULES.presets[0].slug
    if not isinstance(preset, str) or preset not in presets:
        raise _bad("preset", "option_value", option="preset", values=list(presets))
    values: dict[str, Any] = {}
    for slug, option in known.items():
        value = given.get(slug)
        if value is None:
            value = presets[preset].options.get(slug, option.values[0])
        elif not any(value is allowed or (type(value) is str and value == allowed) for allowed in option.values):
            raise _bad(slug, "option_value", option=slug, values=list(option.values))
        values[slug] = value
    values["clans"] = values["clans"] or None
    villages = _villages(given, seats)
    start = given.get("start")
    if start is None:
        start = 0
    if not _integer(start) or not 0 <= start < len(villages):
        raise _bad("start", "option_range", option="start", min=0, max=len(villages) - 1)
    if values["clans"] and len(villages) not in RULES.clans.players:
        raise _bad("clans", "clans_players", values=list(RULES.clans.players))
    if values["clans"] and values["last_standing"]:
        raise _bad("last_standing", "clans_last_standing")
    return Options(villages=villages, start=start, preset=preset, **values)


def _villages(given: Mapping[str, Any], seats: list[Any] | None) -> tuple[int, ...]:
    lowest, highest = RULES.game.players.min, RULES.game.players.max
    players, villages = given.get("players"), given.get("villages")
    if players is not None and not (_integer(players) and lowest <= players <= highest):
        raise _bad("players", "option_range", option="players", min=lowest, max=highest)
    if villages is None:
        if players is None:
            players = len(seats) if seats is not None else RULES.game.players.default
            if not lowest <= players <= highest:
                raise BadState("seats", Problem("option_range", {"option": "players", "min": lowest, "max": highest}))
        names = list(RULES.seats[str(players)])
        for i, seat in enumerate((seats or [])[: len(names)]):
            village = seat.get("village") if isinstance(seat, Mapping) else None
            if village is not None:
                names[i] = village
        return _village_indices(names, "seats[{}].village")
    if not isinstance(villages, list | tuple):
        raise _bad("villages", "not_a_list")
    if players is not None and len(villages) != players:
        raise _bad("villages", "villages_players", players=players)
    if not lowest <= len(villages) <= highest:
        raise _bad("villages", "option_range", option="villages", min=lowest, max=highest)
    return _village_indices(list(villages), "options.villages[{}]")


def _village_indices(names: list[Any], path: str) -> tuple[int, ...]:
    for i, name in enumerate(names):
        if not isinstance(name, str) or name not in VILLAGE_INDEX:
            raise BadState(path.format(i), Problem("unknown_village", {"values": list(VILLAGE_SLUGS)}))
        if name in names[:i]:
            raise BadState(path.format(i), Problem("village_twice", {"village": name}))
    return tuple(VILLAGE_INDEX[name] for name in names)
