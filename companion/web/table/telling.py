"""What happened and what would follow, in the reader's words, for the lines of a panel and of the history."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.contract import Problem
from companion.games.eruption import preview
from companion.games.eruption.data import DIRECTION_INDEX
from companion.web.table.choice import NOTHING, Site
from companion.web.table.moment import Moment
from companion.web.table.moved import moved
from companion.web.table.moved import wished as wished
from companion.web.table.naming import wall_name
from companion.web.table.scene import Scene
from companion.web.table.speech import SPEAKER, ngettext
from companion.web.table.speech import gettext as _
from companion.web.table.stage import Line as Line
from companion.words import eruption as words

QUIET = frozenset({"turn_started", "tile_drawn", "card_gained", "game_over"})
"""Events that the page shows in another way than by a line: whose turn, the tile in hand, the number of cards."""


def site(wire: dict[str, Any]) -> Site:
    """The edge of a wall on the wire."""
    return wire["hex"][0], wire["hex"][1], DIRECTION_INDEX[wire["edge"]]


def problem(what: Problem) -> str:
    """Why something is not possible."""
    return words.problem(what, SPEAKER)


def lines(moment: Moment) -> list[Line]:
    """The news of a moment. When a turn has just begun, what happened before it is left out."""
    return moved(moment) or tell(_begun(moment.news), moment.table.names)


def happened(moment: Moment) -> list[Line]:
    """All that the last action brought, for those who look on."""
    return moved(moment) or tell(moment.news, moment.table.names)


def handover(moment: Moment) -> list[Line]:
    """What the turn before brought, and how this one begins, for the player who gets the phone."""
    if not _has_begun(moment.news):
        return lines(moment)
    before = [Line(line.text) for line in tell(moment.story.last_turn[1:], moment.table.names)]
    return before + tell(moment.story.turn, moment.table.names)


def _has_begun(events: Sequence[dict[str, Any]]) -> bool:
    return any(event["type"] == "turn_started" for event in events)


def _begun(events: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
    for i in range(len(events) - 1, -1, -1):
        if events[i]["type"] == "turn_started":
            return events[i:]
    return events


def tell(events: Sequence[dict[str, Any]], names: tuple[str, ...], quiet: frozenset[str] = QUIET) -> list[Line]:
    """Lines for some events; what belongs together stands in one line."""
    told: list[Line] = []
    gained: dict[int, int] = {}
    duels = any(event["type"] == "duel" for event in events)
    for event in events:
        kind = event["type"]
        if kind == "card_gained":
            if event["cause"] != "deal":
                gained[event["seat"]] = gained.get(event["seat"], 0) + 1
        elif (
            kind in quiet
            or (kind == "temperature" and event["cause"] in ("flows", "burnt_wall"))
            or (kind == "wall_removed" and duels and event["cause"] in ("duel", "damage"))
        ):
            continue
        elif kind == "duel":
            told.append(duel(event))
        else:
            told.append(Line(words.event(event, names, SPEAKER)))
    for seat, number in gained.items():
        told.append(Line(ngettext("%(name)s: %(num)d card", "%(name)s: %(num)d cards", number, name=names[seat])))
    return told


def duel(event: dict[str, Any]) -> Line:
    """Who won a duel, and why."""
    white, bonus, orange = event["white"], event["bonus"], event["orange"]
    total = white + bonus
    left = f"{white} + {bonus}" if bonus else str(white)
    wall = wall_name(event["wall"]["wall"])
    if total == orange:
        text = (
            _(
                "%(wall)s: %(left)s against %(orange)s: a tie is the wall's, it holds.",
                wall=wall,
                left=left,
                orange=orange,
            )
            if event["held"]
            else _(
                "%(wall)s: %(left)s against %(orange)s: a tie is lava's, it falls.", wall=wall, left=left, orange=orange
            )
        )
    elif event["held"]:
        text = _("%(wall)s: %(left)s against %(orange)s: it holds.", wall=wall, left=left, orange=orange)
    else:
        text = _("%(wall)s: %(left)s against %(orange)s: it falls.", wall=wall, left=left, orange=orange)
    return Line(text, white, orange, not event["held"])


def consequences(scene: Scene) -> list[str]:
    """What the picked placement, turn or removal would bring, before it is confirmed."""
    action = scene.action
    if action is None:
        return []
    table = scene.moment.table
    what = preview.consequences(table.position.state, table.game.action(action))  # type: ignore[attr-defined]
    told = []
    if what.duels:
        told += [
            _(
                "duel against %(wall)s, %(chance)s %% to hold",
                wall=wall_name(duel.wall["wall"]).lower(),
                chance=round(100 * duel.hold),
            )
            for duel in what.duels
        ]
        if len(what.duels) > 1:
            told.append(_("all must hold: %(chance)s %%", chance=round(100 * what.hold)))
    if what.cards:
        told.append(ngettext("%(num)d card", "%(num)d cards", what.cards))
    if what.wanted and what.wall:
        told.append(_("1 %(wall)s wall", wall=wall_name(what.wall).lower()))
    elif what.wanted:
        told.append(_("no wall: the supply is empty"))
    if what.falling:
        told.append(ngettext("%(num)d wall falls", "%(num)d walls fall", len(what.falling)))
    if what.heated:
        told.append(
            _(
                "+%(degrees)s for %(names)s",
                degrees=what.degrees,
                names=", ".join(table.names[seat] for seat in what.heated),
            )
        )
    return told


def _is_called(scene: Scene) -> bool:
    """Whether the turn is this phone's: its own, or that of whoever must get it now."""
    return scene.mode == "handover" or scene.audience.seat == scene.moment.active


CUES = (("game_over", "end"), ("tile_placed", "tile"), ("tile_rotated", "tile"), ("wall_built", "wall"))


def cue(scene: Scene) -> str:
    """What a phone may let hear or feel of the last action: the weightiest of its events."""
    if scene.choice != NOTHING or scene.say:
        return ""
    kinds = {event["type"] for event in scene.moment.news}
    duels = [event["held"] for event in scene.moment.news if event["type"] == "duel"]
    if _is_called(scene) and "turn_started" in kinds:
        return "turn"
    if duels:
        return "held" if duels[-1] else "lost"
    return next((name for kind, name in CUES if kind in kinds), "card" if kinds else "")
