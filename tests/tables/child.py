"""Plays at a table until it is killed, and says what was accepted: run by the tests as a process of its own.

Arguments: the store's URL, the code, a name that makes the command ids its own, how many entries to make (0: no end).
"""

from __future__ import annotations

import sys

from companion.tables import errors
from companion.tables.log import Store
from companion.tables.play import Command, Tables
from tests.tables.race import RACE


def main(url, code, name, most):
    tables = Tables(Store(url, busy_ms=10_000), {"race": RACE})
    table = tables.open(code)
    made = tries = 0
    while made < most or not most:
        tries += 1
        command = Command(f"{name}-{tries:06}", table.version)
        try:
            if tries % 7 == 0 and table.can_undo:
                table = tables.undo(code, command)
            else:
                table = tables.act(code, command, {"type": "pass"})
        except errors.Stale as stale:
            table = stale.table
            print("stale", flush=True)
        else:
            made += 1
            print(table.version, command.id, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
