"""The end: the ranking with its reasons."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from companion.games.eruption.data import RULES, WALL_SLUGS
from companion.web.table.panels import about
from companion.web.table.scene import Scene
from companion.web.table.speech import gettext as _
from companion.web.table.stage import Panel


class Place(msgspec.Struct, frozen=True):
    """One seat of the ranking. `sum` is its tie-break as a sum, when somebody has the same temperature."""

    place: int
    name: str
    village: str
    temperature: int
    sum: str = ""
    burnt: bool = False
    average: str = ""


class Over(Panel, frozen=True):
    """The game is over: who won and why."""

    template: ClassVar[str] = "over"
    places: list[Place] = msgspec.field(default_factory=list)
    early: bool = False
    next_code: str = ""
    """The rematch, once the host has made it."""
    host: bool = False


def places(ranking: list[dict[str, Any]], seats: list[dict[str, Any]], names: tuple[str, ...]) -> list[Place]:
    """The ranking for people; a tie-break is worked out only for those who need it."""
    temperatures = [row["temperature"] for row in ranking]
    teams: dict[int, list[dict[str, Any]]] = {}
    for row in ranking:
        if "team" in row:
            teams.setdefault(row["team"], []).append(row)
    return [
        Place(
            row["place"],
            names[row["seat"]],
            seats[row["seat"]]["village"],
            row["temperature"],
            tiebreak(row) if temperatures.count(row["temperature"]) > 1 else "",
            bool(row.get("burnt")),
            _average(teams[row["team"]]) if "team" in row else "",
        )
        for row in ranking
    ]


def tiebreak(row: dict[str, Any]) -> str:
    """The sum of a tie-break: each wall's value, less the flows, as in `3 + 2 - 2 = 3`."""
    values = [str(RULES.wall(slug).tiebreak) for slug in reversed(WALL_SLUGS) for _n in range(row["walls"][slug])]
    left = " + ".join(values) or "0"
    return f"{left} − {row['flows']} = {row['tiebreak']}".replace("= -", "= −")


def _average(rows: list[dict[str, Any]]) -> str:
    return f"{sum(row['temperature'] for row in rows) / len(rows):g}"


def over(scene: Scene) -> Over:
    """The panel at the end."""
    table = scene.moment.table
    rows = places(table.position.ranking(), scene.moment.state["seats"], table.names)
    first = [row.name for row in rows if row.place == 1]
    heading = (
        _("%(name)s wins", name=first[0]) if len(first) == 1 else _("%(names)s win together", names=", ".join(first))
    )
    return Over(heading, [], about(scene), rows, table.finished_early, table.info.next_code or "", scene.viewer.host)
