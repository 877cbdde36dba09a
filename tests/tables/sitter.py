"""Sits down at every seat that it finds free, and says which it got: run by the tests as a process of its own.

Arguments: the store's URL, the code, the name of its phone.
"""

from __future__ import annotations

import sys

from companion.tables import errors, seating
from companion.tables.log import Store
from companion.tables.play import Tables
from tests.tables.race import RACE

NOW = 1_000_000_000_000


def main(url, code, phone):
    tables = Tables(Store(url, busy_ms=10_000), {"race": RACE})
    seats = len(tables.open(code).names)
    print("ready", flush=True)
    sys.stdin.readline()
    for seat in range(seats):
        try:
            tables.arrange(code, seating.sit(f"{phone}-{seat}", phone, seat, seats, "", NOW))
        except errors.SeatTaken:
            continue
        print(seat, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
