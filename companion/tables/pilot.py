"""What the app does at a table for the seats that it plays: one action at a time, as one command, and only its own.

Which action is chosen hangs on the table's code and version alone, so two processes that play for the same seat at the
same moment wish for the same thing, and their commands have the same id.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from companion.games.contract import Bot, to_wire
from companion.tables import errors
from companion.tables.play import Tables
from companion.tables.table import Command, Entry, Table


class Pilot:
    """Plays for the seats that a table's company gives to the app."""

    def __init__(self, tables: Tables, bots: Mapping[str, Bot]) -> None:
        """`bots` by the slug of their game."""
        self._tables = tables
        self._bots = bots

    def turn(self, table: Table) -> int | None:
        """The seat that the app has to act for now; None where a person must, or nobody.

        The app's dice are rolled for such a seat too. Dice, tiles and cards that lie on the table are for people.
        """
        bots = table.company.bots
        if not bots or table.over or table.game.slug not in self._bots:
            return None
        seat: int | None = None
        if table.asks == "seat":
            decision = table.position.decision()
            seat = decision.seat if decision is not None else None
        elif table.asks == "roll":
            seat = table.position.view().get("active")
        return seat if seat in bots else None

    def play(self, code: str) -> Entry | None:
        """Take one action if it is the app's to take: what stands in the log of it, None when nothing was to be done.

        Raises:
            StoreError, TableBroken, NoSuchGame: the table cannot be read or written just now.
        """
        try:
            table = self._tables.open(code)
            seat = self.turn(table)
            return None if seat is None else self._act(table, seat)
        except (errors.Moved, errors.NoSuchTable, errors.TooLong):  # somebody was faster, or there is nothing to play
            return None

    def _act(self, table: Table, seat: int) -> Entry | None:
        command = Command(f"bot-{table.version:06}-{seat}", table.version)
        if table.asks == "roll":
            return self._tables.roll(table.code, command).last
        rng = Random(f"{table.code} {table.version}")
        action = self._bots[table.game.slug].choose(table.position, seat, rng)
        if action is None:  # it hangs on what only people can see
            return None
        return self._tables.act(table.code, command, to_wire(action)).last
