"""JSON Schema (2020-12) of what Eruption speaks on the wire: options, states, actions, events."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.contract import Wire
from companion.games.eruption.actions import HIDDEN, PLAY_MEMBERS, AnyAction
from companion.games.eruption.data import (
    CARD_SLUGS,
    CELLS,
    DIRECTIONS,
    LAVA_TILES,
    RULES,
    TILE_SLUGS,
    VILLAGE_SLUGS,
    WALL_SLUGS,
)
from companion.games.eruption.events import AnyEvent
from companion.games.eruption.load import CAUSES, KINDS

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_REF = "#/$defs/{name}"


def schema() -> Wire:
    """One schema: an object with the properties options, state, action, event, each of them usable by its `$ref`."""
    (action, event), found = msgspec.json.schema_components((AnyAction, AnyEvent), ref_template=_REF)
    defs: dict[str, Any] = dict(found)
    defs["Play"] = _play(defs["Play"])
    for union in (action, event):
        union.pop("discriminator", None)  # a word of OpenAPI, none of JSON Schema
    # Members that no action knows are ignored, so the schema allows them, as JSON Schema does by default.
    defs |= {"Action": action, "Event": event, "Options": _options(), "State": _state(), **_parts()}
    return {
        "$schema": DIALECT,
        "title": RULES.game.name,
        "type": "object",
        "properties": {
            name: {"$ref": _REF.format(name=name.title())} for name in ("options", "state", "action", "event")
        },
        "$defs": defs,
    }


def _play(play: Wire) -> Wire:
    """A play says what its card needs."""
    members = play["properties"]
    seat = {"seat": members["seat"], "type": members["type"]}

    def member(name: str) -> Any:
        return next(choice for choice in members[name]["anyOf"] if choice.get("type") != "null")

    return {
        "title": "Play",
        "description": play.get("description", ""),
        "oneOf": [
            {
                "type": "object",
                "properties": {
                    **seat,
                    "card": {"const": card},
                    **{name: member(name) for name in PLAY_MEMBERS.get(card, ())},
                },
                "required": ["type", "card", *PLAY_MEMBERS.get(card, ())],
            }
            for card in CARD_SLUGS
        ],
    }


def _options() -> Wire:
    players = RULES.game.players
    properties: Wire = {
        "players": {"type": "integer", "minimum": players.min, "maximum": players.max},
        "villages": {
            "type": "array",
            "items": {"enum": list(VILLAGE_SLUGS)},
            "uniqueItems": True,
            "minItems": players.min,
            "maxItems": players.max,
        },
        "start": {"type": "integer", "minimum": 0, "maximum": players.max - 1, "default": 0},
        "preset": {"enum": [preset.slug for preset in RULES.presets], "default": RULES.presets[0].slug},
    }
    for option in RULES.options:
        if set(option.values) == {False, True}:
            entry: Wire = {"type": ["boolean", "null"], "default": option.values[0]}
        else:
            entry = {"enum": [None, *(value for value in option.values if value)], "default": option.values[0] or None}
        properties[option.slug] = {**entry, "title": option.name, "description": option.text}
    return {"title": "Options", "type": "object", "properties": properties, "additionalProperties": False}


def _counts(names: tuple[str, ...]) -> Wire:
    return {
        "type": "object",
        "properties": {name: {"type": "integer", "minimum": 0} for name in names},
        "additionalProperties": False,
    }


def _object(required: tuple[str, ...] = (), **properties: Any) -> Wire:
    return {"type": "object", "properties": properties, **({"required": list(required)} if required else {})}


def _nullable(value: Wire) -> Wire:
    return {"anyOf": [value, {"type": "null"}]}


def _list(items: Wire) -> Wire:
    return {"type": "array", "items": items}


def _parts() -> dict[str, Wire]:
    lava = [TILE_SLUGS[tile] for tile in LAVA_TILES]
    seat = {"type": "integer", "minimum": 0, "maximum": RULES.game.players.max - 1}
    return {
        "Hex": {"type": "array", "prefixItems": [{"type": "integer"}] * 2, "items": False, "minItems": 2},
        "Rotation": {"type": "integer", "minimum": 0, "maximum": len(DIRECTIONS) - 1},
        "SeatNumber": seat,
        "LavaTile": {"enum": lava},
        "Wall": _object(
            ("hex", "edge", "wall"),
            hex={"enum": [list(cell) for cell in CELLS]},
            edge={"enum": list(DIRECTIONS)},
            wall={"enum": list(WALL_SLUGS)},
        ),
        "Cards": _counts((*CARD_SLUGS, HIDDEN)),
        "Tiles": _counts(TILE_SLUGS),
        "Walls": _counts(WALL_SLUGS),
        "Decision": _object(
            ("by", "kind"),
            by={"enum": ["seat", "chance"]},
            kind={"enum": list(KINDS)},
            seat=seat,
            wall={"$ref": _REF.format(name="Wall")},
            stack={"type": "integer", "minimum": 0, "maximum": RULES.turn.stacks - 1},
        ),
    }


def _state() -> Wire:
    def ref(name: str) -> Wire:
        return {"$ref": _REF.format(name=name)}

    meter, zones = RULES.meter, len(RULES.meter.zones)
    flag = {"type": "boolean"}
    number = {"type": "integer", "minimum": 0}
    seat = _object(
        village={"enum": list(VILLAGE_SLUGS)},
        temperature={"type": "integer", "minimum": 0, "maximum": meter.max, "multipleOf": meter.step},
        stockpile=ref("Walls"),
        hand=ref("Cards"),
        eruption_tiles=_list({"type": "integer", "minimum": 1, "maximum": zones}),
        burnt=flag,
    )
    return {
        "title": "State",
        "description": "What `state` gives and `load` takes; every member may be missing in a partial `load`.",
        **_object(
            game={"const": RULES.game.slug},
            options=ref("Options"),
            turn={"type": "integer", "minimum": 1},
            active=ref("SeatNumber"),
            phase={"enum": list(RULES.phases)},
            decision=_nullable(ref("Decision")),
            seats=_list(seat),
            tiles=_list(
                _object(
                    ("hex", "tile", "rotation"),
                    hex=ref("Hex"),
                    tile={"enum": list(TILE_SLUGS)},
                    rotation=ref("Rotation"),
                )
            ),
            walls=_list(ref("Wall")),
            drawn=_nullable(ref("LavaTile")),
            drawn_from=_nullable(number),
            barred=_list(ref("Hex")),
            stack=ref("Tiles"),
            stacks=_list(_object(("size",), top=_nullable(ref("LavaTile")), size=number)),
            resume=_nullable(ref("Decision")),
            tile_discard=ref("Tiles"),
            deck=ref("Cards"),
            card_discard=ref("Cards"),
            supply=_nullable(ref("Walls")),
            eruption_claims={**_list(_nullable(ref("SeatNumber"))), "minItems": zones, "maxItems": zones},
            progress=_object(extra_tile=flag, zone_card=flag, walls_built=number, walls_extra=number),
            cards_due=_list({"enum": list(CAUSES[1:])}),
            placing=_nullable(_object(("hex", "rotation"), hex=ref("Hex"), rotation=ref("Rotation"), lost=flag)),
            quaking=flag,
            final_round=_nullable(
                _object(("reason",), reason={"enum": ["burn_out", "stack_out"]}, to_play=_list(ref("SeatNumber")))
            ),
            free_setup=flag,
        ),
    }
