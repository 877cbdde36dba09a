"""Games played before anything is measured: the taps that make them, to be sent to a server that has the same seeds.

The clock of the measurement then runs for the server alone, and the phones need no rules. The players choose at random
among what the rules allow, first what to do and then how, since the ways to move walls would drown everything else.
"""

import random
import tempfile
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import msgspec

from companion.games.registry import games
from companion.tables.log import Store
from companion.tables.play import Command, Kit, Tables

GAME = "eruption"
VILLAGES = {4: 4, 6: 6}


class Tap(NamedTuple):
    """What one finger sends: by whom, where to, and the fields of the action (none when the app rolls)."""

    seat: int
    path: str
    fields: str


class Script(NamedTuple):
    """A whole game by the seed that the table must have."""

    seed: bytes
    players: int
    taps: list[Tap]


def write(players: int, number: int) -> list[Script]:
    """Some games for so many players."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{Path(folder) / 'rehearsal.sqlite'}")
        scripts = [_play(store, players, random.Random(f"{players} {n}")) for n in range(number)]
        store.close()
    return scripts


def set_up(store: Store, script: Script) -> str:
    """A table for a script: the code."""
    tables = Tables(store, games(), seeds=lambda: script.seed)
    return _new(tables, script.players).code


def _new(tables: Tables, players: int):
    from companion.games.eruption.data import RULES

    villages = list(RULES.seats[str(players)])
    return tables.create(GAME, {"villages": villages, "cards": "app"}, [""] * players, Kit(), defaults=villages)


def _play(store: Store, players: int, rng: random.Random) -> Script:
    seed = rng.randbytes(32)
    tables = Tables(store, games(), seeds=lambda: seed)
    table = _new(tables, players)
    taps = []
    while not table.over:
        decision, command = table.position.decision(), Command(f"rehearsed-{table.version}", table.version)
        if table.asks == "roll":
            taps.append(Tap(table.position.view(-1)["active"], "roll", "count=1"))
            table = tables.roll(table.code, command)
        else:
            action = _choose(rng, table.position.legal())
            taps.append(Tap(decision.seat, "act", _fields(action)))
            table = tables.act(table.code, command, action)
    return Script(seed, players, taps)


def _choose(rng, legal):
    ways = {}
    for action in msgspec.to_builtins(list(legal)):
        ways.setdefault((action["type"], action.get("card") if action["type"] == "play" else None), []).append(action)
    return rng.choice(ways[rng.choice(list(ways))])


def _fields(action):
    """An action as the page's form sends it."""
    fields = {**action}
    if "edge" in fields:
        x, y = fields.pop("hex")
        fields["site"] = f"{x},{y},{fields.pop('edge')}"
    if "hex" in fields:
        fields["hex"] = "{},{}".format(*fields["hex"])
    if "cards" in fields:
        fields["cards"] = ",".join(fields["cards"])
    if "walls" in fields:
        fields["walls"] = "~".join(f"{w['hex'][0]},{w['hex'][1]},{w['edge']},{w['wall']}" for w in fields["walls"])
    fields = {name: value for name, value in fields.items() if name != "seat" and value is not None}
    return "&".join(f"{name}={quote(str(value))}" for name, value in fields.items())
