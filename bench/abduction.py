"""How fast Abduction is: random actions a second, what a position costs, and how long a hint takes.

    python bench/abduction.py [--seconds 10] [--seed 1]

Times are those of the processor, so that whatever else the machine does counts little. The status is 1 when a hint
takes longer than it may: a player waits for it.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from time import process_time

from companion.bots.abduction import SensibleBot, hints
from companion.games.registry import games
from companion.games.sampling import pick

GAME = games()["abduction"]
HINT_SECONDS = 1.0


def play_random(seconds, rng):
    """Random games for about so many processor seconds: actions, games, seconds spent."""
    actions = played = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        position, _ = GAME.new({})
        while True:
            if legal := position.legal():
                position.push(legal[int(rng.random() * len(legal))])
            elif outcomes := position.outcomes():
                position.push(pick(outcomes, rng.getrandbits(64)))
            else:
                break
            actions += 1
        played += 1
    return actions, played, spent


def decisions(count, rng):
    """Positions in which the player of a sensible game decides something."""
    found = []
    bot = SensibleBot()
    while len(found) < count:
        position, _ = GAME.new({})
        while (decision := position.decision()) is not None:
            if decision.by == "chance":
                position.push(pick(position.outcomes(), rng.getrandbits(64)))
                continue
            if len(position.legal()) > 1 and rng.random() < 0.1:
                found.append(position.copy())
            position.push(bot.choose(position, 0, rng))
    return found[:count]


def milliseconds(function, positions):
    """How long each call keeps a processor busy, sorted."""
    times = []
    for position in positions:
        start = process_time()
        function(position)
        times.append(1000 * (process_time() - start))
    return sorted(times)


def main():
    """Everything; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10, help="for the random games (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the random choices (default: %(default)s)")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    play_random(0.5, rng)  # warm up
    actions, played, spent = play_random(options.seconds, rng)
    print(f"random games              {actions / spent:10,.0f} actions/s   {played / spent:8,.1f} games/s")
    positions = decisions(40, rng)
    slowest = 0.0
    for what, function in (
        ("legal actions", lambda position: position.legal()),
        ("copy of a position", lambda position: position.copy()),
        ("state on the wire", lambda position: position.view()),
        ("choice of the sensible bot", lambda position: SensibleBot().choose(position, 0, rng)),
        ("hint", lambda position: hints(position, 1)),
    ):
        times = milliseconds(function, positions)
        slowest = times[-1] / 1000
        print(f"{what:26}{statistics.median(times):10,.3f} ms in the middle{times[-1]:10,.3f} ms at most")
    if slowest > HINT_SECONDS:
        print(f"Too slow: a hint took {slowest:.2f} s, and {HINT_SECONDS} is allowed.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
