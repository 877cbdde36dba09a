"""What a game was like: the heat of each village over the turns, the duels, the dice against what they should do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from companion.games.eruption.data import RULES
from companion.tables.play import Entry
from companion.web.table.island import piece
from companion.web.table.naming import odds

METER = RULES.meter
WIDTH, HEIGHT, LEFT, RIGHT = 340, 200, 26, 20
"""Of the chart, in its own units."""


@dataclass
class Records:
    """Counts over a game."""

    heat: list[list[int]] = field(default_factory=list)
    """Temperatures of each seat, at the start and after each turn."""
    held: int = 0
    lost: int = 0
    expected: float = 0.0
    """How many walls should have held, by their chances."""
    white: list[int] = field(default_factory=list)
    """How often the white die showed 1, 2 and so on."""
    orange: list[int] = field(default_factory=list)

    @property
    def duels(self) -> int:
        """How many duels there were."""
        return self.held + self.lost

    @staticmethod
    def mean(counts: list[int]) -> float:
        """The mean of a die."""
        rolls = sum(counts)
        return sum(pips * n for pips, n in enumerate(counts, 1)) / rolls if rolls else 0.0


FAIR_MEAN = (1 + RULES.dice.sides) / 2
"""What a die shows on average."""


def records(entries: Sequence[Entry], state: dict[str, Any]) -> Records:
    """Go through the line of a log."""
    seats = len(state["seats"])
    found = Records([[0] for _ in range(seats)], white=[0] * RULES.dice.sides, orange=[0] * RULES.dice.sides)
    now = [0] * seats
    for event in (event for entry in entries if entry.line for event in entry.events):
        match event["type"]:
            case "temperature":
                now[event["seat"]] = event["to"]
            case "turn_started" if event["turn"] > 1:
                for seat, heat in enumerate(now):
                    found.heat[seat].append(heat)
            case "duel":
                found.held += event["held"]
                found.lost += not event["held"]
                found.expected += odds(event["wall"]["wall"], state["options"]["ties_to_wall"]) / 100
                found.white[event["white"] - 1] += 1
                found.orange[event["orange"] - 1] += 1
    for seat, row in enumerate(state["seats"]):  # corrections tell no temperatures
        found.heat[seat].append(row["temperature"])
    return found


def chart(found: Records, villages: Sequence[str], label: str) -> str:
    """The heat of each village over the game, each line ending in the village's sign."""
    turns = max(len(found.heat[0]) - 1, 1)

    def x(turn: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * turn / turns, 1)

    def y(degrees: float) -> float:
        return round(HEIGHT - 14 - (HEIGHT - 28) * degrees / METER.max, 1)

    starts = (0, *METER.zones, METER.max)
    ground = "".join(
        f'<rect class="z{zone}" x="{LEFT}" y="{y(starts[zone + 1])}" width="{WIDTH - LEFT - RIGHT}" '
        f'height="{round(y(start) - y(starts[zone + 1]), 1)}"/><text x="{LEFT - 4}" y="{y(start) + 3}">{start}</text>'
        for zone, start in enumerate(starts[:-1])
    )
    lines = []
    ends = sorted(range(len(villages)), key=lambda seat: found.heat[seat][-1])
    places = _apart([y(found.heat[seat][-1]) for seat in ends])
    for seat, place in zip(ends, places, strict=True):
        points = " ".join(f"{x(turn)},{y(heat)}" for turn, heat in enumerate(found.heat[seat]))
        lines.append(
            f'<polyline class="under" points="{points}"/><polyline class="of-{villages[seat]}" points="{points}"/>'
        )
        lines.append(
            f'<use href="{piece("marker-" + villages[seat])}" x="{WIDTH - RIGHT + 2}" y="{place - 8}" '
            f'width="16" height="16"/>'
        )
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
    return f'<svg class="chart" {box} role="img" aria-label="{escape(label)}">{ground}{"".join(lines)}</svg>'


def _apart(places: list[float], least: float = 15.0) -> list[float]:
    """Heights, the lowest on the page first, moved up where two would lie upon each other."""
    out: list[float] = []
    for place in places:
        out.append(min(place, out[-1] - least) if out else place)
    return [round(place, 1) for place in out]


def bars(counts: list[int], colour: str) -> str:
    """How often a die showed each number; a line where each should be."""
    highest = max(*counts, 1)
    fair = sum(counts) / len(counts)
    scale = 44 / max(highest, fair)
    columns = "".join(
        f'<rect x="{i * 22 + 2}" y="{round(50 - n * scale, 1)}" width="16" height="{round(n * scale, 1)}"/>'
        f'<text x="{i * 22 + 10}" y="62">{i + 1}</text>'
        f'<text class="n" x="{i * 22 + 10}" y="{round(47 - n * scale, 1)}">{n}</text>'
        for i, n in enumerate(counts)
    )
    level = round(50 - fair * scale, 1)
    return (
        f'<svg class="bars {colour}" viewBox="0 -12 {22 * len(counts)} 78" aria-hidden="true">{columns}'
        f'<path d="M0 {level}H{22 * len(counts)}"/></svg>'
    )
