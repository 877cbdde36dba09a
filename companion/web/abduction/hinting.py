"""The process that works hints out: a question a line comes in, an answer a line goes out.

`python -m companion.web.abduction.hinting`. It lives as long as its standard input is open and questions come.
"""

from __future__ import annotations

import select
import sys

import msgspec

from companion.bots.abduction import hints
from companion.games.abduction import ABDUCTION
from companion.games.contract import to_wire
from companion.web.abduction.hints import Hint, Question

IDLE_SECONDS = 600.0


def answer(question: Question) -> list[Hint]:
    """What came of each action."""
    position, _events = ABDUCTION.load(question.state)
    return [
        Hint(to_wire(one.action), one.score, 10**one.digits - 1, one.lost, one.games)
        for one in hints(position, question.seed)
    ]


def main() -> None:
    """Answer until nobody asks any more."""
    source = sys.stdin.buffer
    while select.select([source], [], [], IDLE_SECONDS)[0]:
        line = source.readline()
        if not line:
            return
        found = answer(msgspec.json.decode(line, type=Question))
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
