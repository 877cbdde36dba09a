"""What people read about a game of Eruption: names, what happened, and why something cannot be.

Problems and events come as the rules tell them (slugs and numbers); the sentences are made here, in the reader's
language, and `names` gives what the seats are called at this table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.games.contract import Problem
from companion.games.eruption.data import RULES, VILLAGE_SLUGS
from companion.words.common import ENGLISH, N_, SHARED_PROBLEMS, Speaker, literal

# --- names ------------------------------------------------------------------------------------------------------------


def tile_name(slug: str, speak: Speaker = ENGLISH) -> str:
    """The name of a tile."""
    return speak.gettext(RULES.tile(slug).name)


def wall_name(slug: str, speak: Speaker = ENGLISH) -> str:
    """The name of a wall's material."""
    return speak.gettext(RULES.wall(slug).name)


def card_name(slug: str, speak: Speaker = ENGLISH) -> str:
    """The name of a card; of an unknown one, that it is a card."""
    return speak.gettext(N_("a card")) if slug == "hidden" else speak.gettext(RULES.card(slug).name)


def card_text(slug: str, speak: Speaker = ENGLISH) -> str:
    """What a card does, in one sentence or two."""
    return speak.gettext(RULES.card(slug).text).format(rain=RULES.meter.rain)


def village_name(slug: str, speak: Speaker = ENGLISH) -> str:
    """The name of a village: its colour."""
    return speak.gettext(RULES.village(slug).name)


def hex_name(hex_: Sequence[int]) -> str:
    """What a hex is called: its column and row."""
    return f"{hex_[0]},{hex_[1]}"


# --- what happened ----------------------------------------------------------------------------------------------------

Event = Mapping[str, Any]


def event(wire: Event, names: Sequence[str], speak: Speaker = ENGLISH) -> str:
    """One event, as it stands in the log, in one sentence. `names` are the seats' names."""
    tell = _EVENTS.get(wire["type"])
    if tell is None:
        return str(wire["type"])
    return tell(wire, {"seat": names[wire["seat"]]} if "seat" in wire else {}, names, speak)


_Teller = Callable[[Event, dict[str, Any], Sequence[str], Speaker], str]


def _material(slug: str, speak: Speaker) -> str:
    """The name of a material in the middle of a sentence."""
    return wall_name(slug, speak).lower()


def _wall(wire: Event, speak: Speaker) -> str:
    return _material(wire["wall"], speak)


def _simple(message: str, **fields: str) -> _Teller:
    """A sentence with the seat, and fields of the event named by what they are (wall, tile, card, hex, number)."""
    readers: dict[str, Callable[[Any, Speaker], object]] = {
        "tile": lambda value, speak: tile_name(value, speak),
        "wall": lambda value, speak: _wall(value, speak),
        "card": lambda value, speak: card_name(value, speak),
        "hex": lambda value, speak: hex_name(value),
        "number": lambda value, speak: value,
    }

    def tell(wire: Event, values: dict[str, Any], names: Sequence[str], speak: Speaker) -> str:
        for field, kind in fields.items():
            values[field] = readers[kind](wire[field], speak)
        return speak.gettext(message) % values

    return tell


def _by(field: str, messages: Mapping[Any, str], **fields: str) -> _Teller:
    """One sentence of several, by the value of a field."""
    tellers = {value: _simple(message, **fields) for value, message in messages.items()}

    def tell(wire: Event, values: dict[str, Any], names: Sequence[str], speak: Speaker) -> str:
        return tellers[wire[field]](wire, values, names, speak)

    return tell


def _flow_damage(wire: Event, values: dict[str, Any], names: Sequence[str], speak: Speaker) -> str:
    message = speak.ngettext(
        "%(seat)s has %(flows)d open flow: +%(degrees)d.",
        "%(seat)s has %(flows)d open flows: +%(degrees)d.",
        wire["flows"],
    )
    return message % {**values, "flows": wire["flows"], "degrees": wire["degrees"]}


def _duel(wire: Event, values: dict[str, Any], names: Sequence[str], speak: Speaker) -> str:
    strength = wire["white"] + wire["bonus"]
    if wire["held"]:
        message = N_("%(wall)s wall: %(white)d + %(bonus)d against %(orange)d. It holds.")
        if strength == wire["orange"]:
            message = N_("%(wall)s wall: %(white)d + %(bonus)d against %(orange)d. A tie is the wall's here: it holds.")
    elif strength == wire["orange"]:
        message = N_("%(wall)s wall: %(white)d + %(bonus)d against %(orange)d. A tie is the lava's: it burns.")
    else:
        message = N_("%(wall)s wall: %(white)d + %(bonus)d against %(orange)d. It burns.")
    return speak.gettext(message) % {
        "wall": wall_name(wire["wall"]["wall"], speak),
        **{name: wire[name] for name in ("white", "bonus", "orange")},
    }


def _wall_gained(wire: Event, values: dict[str, Any], names: Sequence[str], speak: Speaker) -> str:
    values["wanted"] = _material(wire["wanted"], speak)
    if wire["wall"] is None:
        return speak.gettext(N_("%(seat)s would get a %(wanted)s wall, but no wall is left.")) % values
    values["wall"] = _material(wire["wall"], speak)
    if wire["wall"] != wire["wanted"]:
        return speak.gettext(N_("%(seat)s gets a %(wall)s wall: no %(wanted)s is left.")) % values
    return speak.gettext(N_("%(seat)s gets a %(wall)s wall.")) % values


def _gift(wire: Event, values: dict[str, Any], names: Sequence[str], speak: Speaker) -> str:
    values["to"] = names[wire["to"]]
    if wire.get("wall"):
        values["wall"] = _material(wire["wall"], speak)
        return speak.gettext(N_("%(seat)s gives %(to)s a %(wall)s wall.")) % values
    return speak.gettext(N_("%(seat)s gives %(to)s a card.")) % values


def _game_over(wire: Event, values: dict[str, Any], names: Sequence[str], speak: Speaker) -> str:
    winners = [names[row["seat"]] for row in wire["ranking"] if row["place"] == 1]
    message = speak.ngettext("The game is over. %(winners)s wins.", "The game is over. %(winners)s win.", len(winners))
    return message % {"winners": ", ".join(winners)}


def _tiles_in(message: str) -> _Teller:
    def tell(wire: Event, values: dict[str, Any], names: Sequence[str], speak: Speaker) -> str:
        return speak.gettext(message) % {"tiles": sum(wire["tiles"].values())}

    return tell


def _stack_discarded(wire: Event, values: dict[str, Any], names: Sequence[str], speak: Speaker) -> str:
    messages = {
        "dead_stack": N_("None of the last %(tiles)d tiles fits: they leave the game."),
        "burn_out": N_("A village has burnt out: the last %(tiles)d tiles leave the game."),
    }
    return _tiles_in(messages[wire["reason"]])(wire, values, names, speak)


_EVENTS: dict[str, _Teller] = {
    "flow_damage": _flow_damage,
    "duel": _duel,
    "temperature": _by(
        "cause",
        {
            "flows": N_("%(seat)s heats up from %(from)d to %(to)d."),
            "burnt_wall": N_("A burnt wall heats %(seat)s from %(from)d to %(to)d."),
            "eruption": N_("The eruption heats %(seat)s from %(from)d to %(to)d."),
            "rain": N_("Rain cools %(seat)s from %(from)d to %(to)d."),
        },
        **{"from": "number", "to": "number"},
    ),
    "zone_entered": _simple(N_("%(seat)s is in danger zone %(zone)d now."), zone="number"),
    "eruption_claimed": _simple(N_("%(seat)s takes the eruption tile of zone %(zone)d."), zone="number"),
    "tile_drawn": _simple(N_("%(seat)s draws a tile: %(tile)s."), tile="tile"),
    "tile_returned": _by(
        "reason",
        {
            "no_fit": N_("%(tile)s fits nowhere and goes back into the stack."),
            "barred": N_("Walls held everywhere: %(tile)s goes back into the stack."),
        },
        tile="tile",
    ),
    "tile_placed": _simple(N_("%(seat)s places %(tile)s on %(hex)s."), tile="tile", hex="hex"),
    "tile_rotated": _simple(N_("%(tile)s on %(hex)s is turned."), tile="tile", hex="hex"),
    "tile_replaced": _simple(N_("%(tile)s takes the place of %(old)s on %(hex)s."), tile="tile", old="tile", hex="hex"),
    "tile_removed": _simple(N_("%(tile)s on %(hex)s sinks into the ground."), tile="tile", hex="hex"),
    "tile_discarded": _simple(N_("There is no room for the eruption tile: it leaves the game.")),
    "stack_discarded": _stack_discarded,
    "stack_reshuffled": _tiles_in(N_("%(tiles)d discarded tiles are shuffled into a new stack.")),
    "no_tile_fits": _simple(N_("No tile of the stack fits anywhere.")),
    "wall_built": _simple(N_("%(seat)s builds a %(wall)s wall."), wall="wall"),
    "wall_removed": _by(
        "cause",
        {
            "duel": N_("A %(wall)s wall falls to the lava."),
            "bypass": N_("The lava leads round a %(wall)s wall: it goes."),
            "eruption": N_("The eruption sweeps a %(wall)s wall away."),
            "damage": N_("A %(wall)s wall burns."),
            "aftershock": N_("The aftershock topples a %(wall)s wall."),
            "quake": N_("The quake topples a %(wall)s wall."),
            "sinkhole": N_("A %(wall)s wall sinks with its tile."),
            "volcanic_bomb": N_("The bomb hits a %(wall)s wall."),
        },
        wall="wall",
    ),
    "walls_moved": _simple(N_("%(seat)s rearranges the village's walls.")),
    "wall_gained": _wall_gained,
    "card_gained": _by(
        "cause",
        {
            "deal": N_("%(seat)s is dealt a card."),
            "zone": N_("%(seat)s draws the free card of the danger zone."),
            "contact": N_("%(seat)s draws a card for lava at a village."),
        },
    ),
    "card_played": _simple(N_("%(seat)s plays %(card)s."), card="card"),
    "card_traded": _by(
        "bought",
        {
            "wall": N_("%(seat)s trades %(card)s for a wall."),
            "tile": N_("%(seat)s trades %(card)s for a tile."),
        },
        card="card",
    ),
    "card_discarded": _simple(N_("%(seat)s discards %(card)s."), card="card"),
    "deck_reshuffled": _simple(N_("The discarded cards are shuffled into a new deck.")),
    "gift": _gift,
    "turn_started": _simple(N_("Turn %(turn)d: %(seat)s."), turn="number"),
    "final_round": _by(
        "reason",
        {
            "burn_out": N_("A village has burnt out: the others have one more turn."),
            "stack_out": N_("The last tile is drawn: everybody has one more turn."),
        },
    ),
    "game_over": _game_over,
    "corrected": _simple(N_("The app was set to what lies on the table.")),
}

# --- why it cannot be -------------------------------------------------------------------------------------------------


def problem(found: Problem, speak: Speaker = ENGLISH, names: Sequence[str] | None = None) -> str:
    """Why an action, a state or an option is refused, and what to do, in one sentence."""
    message = _PROBLEMS.get(found.slug) or SHARED_PROBLEMS.get(found.slug)
    if message is None:
        return found.slug
    return speak.gettext(message) % _about(found, speak, names)


_HOLDERS: dict[str, Callable[[str, Speaker], str]] = {"card": card_name, "wall": _material, "tile": tile_name}


def _about(found: Problem, speak: Speaker, names: Sequence[str] | None) -> dict[str, Any]:
    values = dict(found.about)
    for key, name in _HOLDERS.items():
        if key in values:
            values[key] = name(values[key], speak)
    if values.get("village") in VILLAGE_SLUGS:
        values["village"] = village_name(values["village"], speak)
    for key in ("seat", "to"):
        if isinstance(values.get(key), int):
            seat = values[key]
            known = names is not None and 0 <= seat < len(names)
            values[key] = names[seat] if names is not None and known else speak.gettext(N_("seat %d")) % (seat + 1)
    if "values" in values:
        values["values"] = ", ".join(literal(value) for value in values["values"])
    if "kind" in values:
        values["kind"] = speak.gettext(_DECISIONS.get(values["kind"], values["kind"]))
    if "phase" in values:
        values["phase"] = speak.gettext(RULES.phases[values["phase"]])
    return values


def decision_name(kind: str, speak: Speaker = ENGLISH) -> str:
    """What the game waits for, such as "a lava tile to be placed"."""
    return speak.gettext(_DECISIONS.get(kind, kind))


_DECISIONS = {
    "place_eruption": N_("the eruption tile to be placed"),
    "place_tile": N_("the lava tile to be placed"),
    "extra_tile": N_("the choice of a second tile"),
    "replace_tile": N_("a tile to be swapped"),
    "cards": N_("cards to be played"),
    "walls": N_("walls to be built"),
    "discard": N_("a card to be discarded"),
    "draw": N_("a stack to be chosen"),
    "tile": N_("a tile to be drawn"),
    "card": N_("a card to be drawn"),
    "duel": N_("the dice"),
}

_PROBLEMS = {
    # actions
    "off_board": N_("No tile can lie there: choose one of the hexes of the island."),
    "occupied": N_("A tile lies there already: choose an empty hex."),
    "edge_mismatch": N_("Lava must meet lava, and plain must meet plain: turn the tile or choose another hex."),
    "not_connected": N_("No lava flows into that hex: choose one that a flow points at."),
    "barred": N_("The walls held here against this tile: choose another hex."),
    "no_such_tile": N_("No %(tile)s is left in the stack: look at the tile again."),
    "no_such_card": N_("There is no %(card)s to be had: look at the cards again."),
    "no_wall": N_("No %(wall)s wall is in the stockpile: choose another one."),
    "wall_site": N_(
        "No wall can stand there: walls stand on flows that point at an empty hex, and at the own village."
    ),
    "wall_present": N_("A wall stands there already: choose another place."),
    "no_wall_there": N_("No wall stands there: choose one of the walls on the island."),
    "cut_off": N_("Other tiles would lose their way to the volcano: choose another tile."),
    "unchanged": N_("That would change nothing: choose something that does."),
    "stack_empty": N_("No lava tiles are left to draw: use the card in another way."),
    "no_target": N_("There is nothing there for it to act on: choose another target."),
    "hand_limit": N_("%(cards)d cards are too many: play or trade until %(limit)d are left."),
    "not_yours": N_("That belongs to somebody else: choose your own village, or a team mate."),
    # states and options
    "not_a_hex": N_("Something else than a hex stands here: give [x, y]."),
    "clans_players": N_("Clans need an even number of villages: play with one of %(values)s players."),
    "clans_last_standing": N_("Clans and the last one standing cannot be played together: choose one of them."),
    "villages_players": N_("The villages must be as many as the players: choose %(players)d."),
    "unknown_village": N_("There is no such village: choose one of %(values)s."),
    "village_twice": N_("Two seats cannot have the village %(village)s: choose another one."),
    "other_village": N_("This seat has the village %(village)s: change the options to give it another."),
    "seats_players": N_("There must be as many seats as players: give %(players)d."),
    "out_of_range_open": N_("The number is too small: give at least %(min)d."),
    "off_the_meter": N_("The burn meter has a space every %(step)d degrees: choose one of them."),
    "zone_twice": N_("The eruption tile of zone %(zone)d is held twice: take one away."),
    "two_in_one_place": N_("Two things stand in one place: take one of them away."),
    "more_than_the_box": N_("The box holds only %(count)d of %(name)s: take some away."),
    "more_cards_than_the_box": N_("The box holds only %(count)d cards: take some away."),
    "stacks_number": N_("The forecast has %(number)d stacks: give all of them."),
    "stacks_sum": N_("The sizes of the stacks must make %(total)d tiles together: correct them."),
    "top_not_in_stack": N_("A top must be one of the tiles of the stack: correct it."),
    "seat_twice": N_("A seat stands twice in the list: take one away."),
    "claims_number": N_("There are %(number)d zones: give the claim of each."),
    "claim_of_other": N_("%(seat)s holds the eruption tile of zone %(zone)d: the claim must say so."),
    "not_in_this_phase": N_("That cannot be in the phase %(phase)s: correct one of them."),
    "nothing_drawn": N_("No lava tile is drawn that could be placed: say which one is."),
    "no_duel": N_("No walls are to be tested at that hex: leave the placement out."),
}
