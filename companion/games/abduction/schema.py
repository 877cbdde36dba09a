"""JSON Schema (2020-12) of what Abduction speaks on the wire: options, states, actions, events."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.abduction.actions import AnyAction
from companion.games.abduction.data import BOX, CARD_SLUGS, COW_SIDE, RULES, UFOS
from companion.games.abduction.events import AnyEvent
from companion.games.contract import Wire

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_REF = "#/$defs/{name}"


def schema() -> Wire:
    """One schema: an object with the properties options, state, action, event, each of them usable by its `$ref`."""
    (action, event), found = msgspec.json.schema_components((AnyAction, AnyEvent), ref_template=_REF)
    defs: dict[str, Any] = dict(found)
    for union in (action, event):
        union.pop("discriminator", None)  # a word of OpenAPI, none of JSON Schema
    defs |= {"Action": action, "Event": event, "Options": _options(), "State": _state(), "Cards": _cards()}
    names = ("options", "state", "action", "event")
    return {
        "$schema": DIALECT,
        "title": RULES.game.name,
        "type": "object",
        "properties": {name: {"$ref": _REF.format(name=name.title())} for name in names},
        "$defs": defs,
    }


def _options() -> Wire:
    players = RULES.game.players
    properties: Wire = {"players": {"type": "integer", "minimum": players.min, "maximum": players.max}}
    for option in RULES.options:
        properties[option.slug] = {
            "enum": [None, *option.values],
            "default": option.values[0],
            "title": option.name,
            "description": option.text,
        }
    return {"title": "Options", "type": "object", "properties": properties, "additionalProperties": False}


def _cards() -> Wire:
    counts = {
        slug: {"type": "integer", "minimum": 0, "maximum": most} for slug, most in zip(CARD_SLUGS, BOX, strict=True)
    }
    return {"title": "Cards", "description": "How many of each card.", "type": "object", "properties": counts,
            "additionalProperties": False}  # fmt: skip


def _state() -> Wire:
    from companion.games.abduction.load import KINDS

    cards = {"$ref": "#/$defs/Cards"}
    ufo = {"enum": [CARD_SLUGS[card] for card in UFOS]}
    cow = {"enum": [CARD_SLUGS[card] for card in COW_SIDE]}
    natural = {"type": "integer", "minimum": 0}
    decision = {
        "type": ["object", "null"],
        "properties": {"by": {"enum": ["seat", "chance"]}, "kind": {"enum": list(KINDS)}, "seat": {"const": 0}},
        "required": ["by", "kind"],
    }
    column = {
        "type": "object",
        "properties": {"card": ufo, "size": {"type": "integer", "minimum": 1}},
        "required": ["card"],
    }
    properties: Wire = {
        "game": {"const": RULES.game.slug},
        "options": {"$ref": "#/$defs/Options"},
        "part": {"enum": [1, 2]},
        "turn": natural,
        "phase": {"enum": list(RULES.phases)},
        "decision": decision,
        "active": {"const": 0},
        "seats": {"type": "array", "items": {"type": "object"}},
        "hand": cards,
        "ufos": {"type": "array", "items": column},
        "cows": {"type": "array", "items": {"type": "array", "items": cow, "minItems": 1}},
        "score": {"type": "array", "items": cards},
        "fresh_decoys": natural,
        "hangar": natural,
        "discard": cards,
        "removed": cards,
        "deck": cards,
        "deck_size": natural,
        "face_down": {
            "type": "object",
            "properties": {"used": {"type": "boolean"}, "card": {"enum": [None, *CARD_SLUGS]}},
        },
        "drawing": natural,
        "playing": {"enum": [None, *RULES.groups]},
        "to_place": cards,
        "resume": {"enum": ["play", "abduct"]},
        "then": {"enum": ["play", "discard", "end"]},
        "digit": natural,
        "lost": {"type": "boolean"},
    }
    return {"title": "State", "type": "object", "properties": properties}
