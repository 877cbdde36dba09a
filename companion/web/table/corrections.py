"""The table and the app differ: what a person says lies on the table, as a merge patch on the state.

A list stands whole in a merge patch (RFC 7396); null takes a member away, so that the rules work it out anew: stack,
deck and supply are then the box less what lies elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.eruption.data import CELL_INDEX, DIRECTION_INDEX, DIRECTIONS, N_HEXES, RULES
from companion.games.hexes import Hex, neighbour, opposite
from companion.web.table import forms
from companion.web.table.choice import read_hex, read_site
from companion.web.table.speech import gettext as _

Wire = dict[str, Any]
MOST = 99
TURN_PHASES = ("damage", "tile", "cards", "walls")


def patch(state: Wire, form: Mapping[str, str]) -> Wire:
    """The patch that a form asks for; `state` is the whole state on the wire.

    Raises:
        Refused: a field is missing or cannot be.
    """
    make = _PATCHES.get(form.get("what", ""))
    if make is None:
        raise forms.refuse(_("The companion does not know this kind of correction."))
    return make(state, form)


def _seat(state: Wire, form: Mapping[str, str]) -> int:
    return forms.whole(form, "seat", 0, len(state["seats"]) - 1)


def _with_seat(state: Wire, index: int, **changes: Any) -> Wire:
    return {"seats": [{**seat, **changes} if i == index else seat for i, seat in enumerate(state["seats"])]}


def _temperature(state: Wire, form: Mapping[str, str]) -> Wire:
    return _with_seat(state, _seat(state, form), temperature=forms.whole(form, "degrees", 0, RULES.meter.max))


def _stockpile(state: Wire, form: Mapping[str, str]) -> Wire:
    counts = {wall.slug: forms.whole(form, wall.slug, 0, MOST) for wall in RULES.walls}
    return _with_seat(state, _seat(state, form), stockpile=counts) | _supply(state)


def _hand(state: Wire, form: Mapping[str, str]) -> Wire:
    if state["options"]["cards"] == "table":
        hand = {"hidden": forms.whole(form, "hidden", 0, MOST)}
    else:
        hand = {card.slug: forms.whole(form, card.slug, 0, MOST) for card in RULES.cards if card.slug in form}
    return _with_seat(state, _seat(state, form), hand=hand) | {"deck": None}


def _turn(state: Wire, form: Mapping[str, str]) -> Wire:
    phase = form.get("phase", "")
    if phase not in TURN_PHASES:
        raise forms.refuse(_("Choose one of the four phases of a turn."))
    made: Wire = {"active": _seat(state, form), "phase": phase, "decision": None, "progress": None}
    made |= {"placing": None, "quaking": None, "barred": None, "cards_due": None}
    if state["drawn"] is not None:
        made |= {"drawn": None, "stack": None}
        if "stacks" in state:
            made |= {"stacks": None, "resume": None, "drawn_from": None}
    return made


def _tile(state: Wire, form: Mapping[str, str]) -> Wire:
    hex_ = read_hex(form.get("hex", ""))
    if hex_ is None or CELL_INDEX[hex_] >= N_HEXES:
        raise forms.refuse(_("There is no such hex on the island."))
    slug = form.get("tile", "")
    others = [tile for tile in state["tiles"] if tuple(tile["hex"]) != hex_]
    if slug == "none":
        return {"tiles": others, "stack": None} | _walls(state, _off_tile(state, hex_))
    if slug not in {tile.slug for tile in RULES.tiles}:
        raise forms.refuse(_("There is no such tile."))
    tile = {"hex": list(hex_), "tile": slug, "rotation": forms.whole(form, "rotation", 0, 5)}
    kept = [wall for wall in _off_tile(state, hex_) if not _faces(wall, hex_)]
    return {"tiles": [*others, tile], "stack": None} | _walls(state, kept)


def _off_tile(state: Wire, hex_: Hex) -> list[Wire]:
    """The walls but those that stand on the hex's tile; a village's walls stand on no tile."""
    return [
        wall
        for wall in state["walls"]
        if tuple(wall["hex"]) != hex_ or neighbour(hex_, DIRECTION_INDEX[wall["edge"]]) not in CELL_INDEX
    ]


def _faces(wall: Wire, hex_: Hex) -> bool:
    return neighbour((wall["hex"][0], wall["hex"][1]), DIRECTION_INDEX[wall["edge"]]) == hex_


def _wall(state: Wire, form: Mapping[str, str]) -> Wire:
    site = read_site(form.get("site", ""))
    if site is None:
        raise forms.refuse(_("There is no such edge on the island."))
    material = form.get("wall", "")
    here = {"hex": [site[0], site[1]], "edge": DIRECTIONS[site[2]]}
    others = [wall for wall in state["walls"] if (wall["hex"], wall["edge"]) != (here["hex"], here["edge"])]
    if material == "none":
        return _walls(state, others)
    if material not in {wall.slug for wall in RULES.walls}:
        raise forms.refuse(_("There is no such wall."))
    return _walls(state, [*others, {**here, "wall": material}])


def _walls(state: Wire, walls: list[Wire]) -> Wire:
    return {"walls": walls} | _supply(state)


def _supply(state: Wire) -> Wire:
    """The supply is the box less what lies elsewhere, unless walls are without number."""
    return {} if state["supply"] is None else {"supply": None}


_PATCHES: dict[str, Callable[[Wire, Mapping[str, str]], Wire]] = {
    "temperature": _temperature,
    "stockpile": _stockpile,
    "hand": _hand,
    "turn": _turn,
    "tile": _tile,
    "wall": _wall,
}


def sites_round(hex_: Hex) -> list[tuple[int, int, int]]:
    """The edges round a hex on which walls may stand: those that point at it, and those of a village."""
    found = []
    for direction in range(6):
        across = neighbour(hex_, direction)
        if across in CELL_INDEX:
            found.append((*across, opposite(direction)))
        elif _village(hex_, direction):
            found.append((*hex_, direction))
    return found


def _village(hex_: Hex, direction: int) -> bool:
    return any((*hex_, direction) in village.edges for village in RULES.villages)
