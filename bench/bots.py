"""What a bot's choice costs: the sensible player of Eruption beside the random one, in one run on one machine.

    python bench/bots.py [--games 60]

Whole games among four bots of one kind take turns with those of the other; a choice is timed by itself, in seconds of
the processor. The exit status is 1 if the sensible player takes more than MEAN milliseconds for an action on average,
more than MOST for one in a hundred, or more than TIMES as long as the random one.
"""

import argparse
import gc
import random
import statistics
import sys
from time import process_time_ns

from companion.bots.chance import RandomBot
from companion.bots.registry import bots
from companion.games.registry import games
from companion.games.sampling import pick

MEAN, MOST, TIMES = 3.0, 10.0, 15.0
GAME = games()["eruption"]
KINDS = {"random": RandomBot(), "sensible": bots()["eruption"]}


def play(bot, options, rng, spent):
    """A whole game among bots of one kind; adds the milliseconds of each choice to `spent`, by the kind of decision."""
    position, _ = GAME.new(options)
    while (decision := position.decision()) is not None:
        if decision.by == "chance":
            position.push(pick(position.outcomes(), rng.getrandbits(64)))
            continue
        start = process_time_ns()
        action = bot.choose(position, decision.seat, rng)
        spent.setdefault(decision.kind, []).append((process_time_ns() - start) / 1e6)
        position.push(action)


def measure(count, seed):
    """The milliseconds of all choices of both kinds, and their processor seconds for whole games."""
    times = {name: {} for name in KINDS}
    seconds = dict.fromkeys(KINDS, 0.0)
    rng = random.Random(seed)
    for bot in KINDS.values():
        play(bot, {"players": 4}, rng, {})  # warm up: the rules make their tables when first asked
    for number in range(count):
        for name, bot in KINDS.items():
            options = {"players": 2 + number % 5, "forecast": number % 7 == 6}
            start = process_time_ns()
            play(bot, options, rng, times[name])
            seconds[name] += (process_time_ns() - start) / 1e9
    return times, seconds


def percentile(values, part):
    """The value below which that part of the values lies."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def main():
    """Both players; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=60, help="of each kind (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the games (default: %(default)s)")
    options = parser.parse_args()
    if options.games < 1:
        parser.error("--games must be 1 or more")
    gc.disable()  # a pause of the collector is nobody's choice
    times, seconds = measure(options.games, options.seed)
    every = {name: [ms for values in kinds.values() for ms in values] for name, kinds in times.items()}
    for name, values in every.items():
        print(
            f"{name:9} {len(values):7,} choices   mean {statistics.mean(values):6.3f} ms   "
            f"p50 {percentile(values, 0.5):6.3f}   p99 {percentile(values, 0.99):6.3f}   max {max(values):6.3f}   "
            f"{options.games / seconds[name]:6.1f} games/s"
        )
    for kind, values in sorted(times["sensible"].items()):
        ours, theirs = statistics.mean(values), statistics.mean(times["random"].get(kind, [0.0]))
        print(f"  {kind:15} {ours:6.3f} ms against {theirs:6.3f}")
    mean, most = statistics.mean(every["sensible"]), percentile(every["sensible"], 0.99)
    ratio = mean / statistics.mean(every["random"])
    print(f"the sensible player takes {ratio:.1f} times as long as the random one")
    if mean > MEAN or most > MOST or ratio > TIMES:
        print(f"Too slow: {MEAN} ms on average, {MOST} ms in 99 of 100 and {TIMES} times are allowed.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
