"""Random play of Eruption beside random play of python-chess, in one run on one machine.

    python bench/engine.py [--seconds 20]

A move of ours lists the legal actions (or the outcomes of chance), picks one and applies it; a move of chess lists the
legal moves, picks one and pushes it. Rounds of both take turns and seconds are those of the processor, so that whatever
else the machine does hits both alike. The exit status is 1 if Eruption makes fewer than WANTED times as many moves.
"""

import argparse
import random
import statistics
import sys
import tracemalloc
from time import process_time

import chess

from companion.games.registry import games
from companion.games.sampling import pick

WANTED = 4.0
CHESS_PLIES = 80
ROUND_SECONDS = 0.25
GAME = games()["eruption"]


def play_eruption(seconds, rng):
    """Whole random games for about so many seconds: all actions, seats' actions, games and seconds."""
    acted = by_seats = played = 0
    random, bits = rng.random, rng.getrandbits
    start = process_time()
    while (spent := process_time() - start) < seconds:
        position, _ = GAME.new({"players": rng.randint(2, 6)})
        legal, outcomes, push = position.legal, position.outcomes, position.push
        while True:
            if actions := legal():
                push(actions[int(random() * len(actions))])
                by_seats += 1
            elif drawn := outcomes():
                push(pick(drawn, bits(64)))
            else:
                break
            acted += 1
        played += 1
    return acted, by_seats, played, spent


def play_chess(seconds, rng):
    """Random games of chess for about so many seconds: moves and seconds."""
    moves = 0
    random = rng.random
    start = process_time()
    while (spent := process_time() - start) < seconds:
        board = chess.Board()
        for _ in range(CHESS_PLIES):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(legal[int(random() * len(legal))])
            moves += 1
    return moves, spent


def compare(seconds, seed):
    """Rates of both over interleaved rounds; the ratio for all actions."""
    rounds = max(2, round(seconds / (2 * ROUND_SECONDS)))
    ours, theirs = [], []
    rng = random.Random(seed)
    play_eruption(2, rng), play_chess(0.5, rng)  # warm up: the rules make their tables when first asked
    for _ in range(rounds):
        ours.append(play_eruption(ROUND_SECONDS, rng))
        theirs.append(play_chess(ROUND_SECONDS, rng))
    spent = sum(round_[3] for round_ in ours)
    chess_rate = sum(moves for moves, _ in theirs) / sum(spent for _, spent in theirs)
    rate = sum(round_[0] for round_ in ours) / spent
    seat_rate = sum(round_[1] for round_ in ours) / spent
    spread = [o[0] / o[3] / (c[0] / c[1]) for o, c in zip(ours, theirs, strict=True)]
    print(f"python-chess, list(board.legal_moves) and push   {chess_rate:10,.0f} moves/s")
    print(f"Eruption, all actions                            {rate:10,.0f} actions/s   {rate / chess_rate:5.2f} times")
    print(f"Eruption, the seats' actions alone               {seat_rate:10,.0f} actions/s   ", end="")
    print(f"{seat_rate / chess_rate:5.2f} times")
    print(f"  ratio round by round: median {statistics.median(spread):.2f}, {min(spread):.2f} to {max(spread):.2f}")
    print(f"whole random games                               {sum(o[2] for o in ours) / spent:10,.1f} games/s")
    return rate / chess_rate


def middle_games(n, rng):
    """Positions that wait for a drawn tile to be placed, with 12 to 24 tiles on the island."""
    found = []
    while len(found) < n:
        position, _ = GAME.new({"players": 4})
        while actions := position.legal() or [action for action, _ in position.outcomes()]:
            position.apply(rng.choice(actions))
            decision = position.decision()
            if decision and decision.kind == "place_tile" and 12 <= len(position.view()["tiles"]) <= 24:
                found.append(position.copy())
                break
    return found


def microseconds(function, positions, repeats=200):
    """The best of several means over the positions."""
    means = []
    for _ in range(7):
        start = process_time()
        for _ in range(repeats):
            for position in positions:
                function(position)
        means.append((process_time() - start) / repeats / len(positions))
    return 1e6 * min(means)


def memory(position):
    """Bytes that a copy of a position takes."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    copies = [position.copy() for _ in range(1000)]
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) / len(copies)


def main():
    """The whole comparison; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20, help="for the comparison (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the random choices (default: %(default)s)")
    options = parser.parse_args()
    if options.seconds <= 0:
        parser.error("--seconds must be more than 0")
    ratio = compare(options.seconds, options.seed)
    positions = middle_games(20, random.Random(options.seed))
    listed = statistics.mean(len(position.legal()) for position in positions)
    for what, function in (
        (f"all legal placements of a drawn tile, {listed:.0f} of them", lambda position: position.legal()),
        ("copy() of a position", lambda position: position.copy()),
        ("view() of a position", lambda position: position.view()),
    ):
        print(f"{what:48} {microseconds(function, positions):10.1f} microseconds")
    print(f"{'memory of a position':48} {memory(positions[0]):10,.0f} bytes")
    if ratio < WANTED:
        print(f"Too slow: {ratio:.2f} times python-chess, {WANTED} are wanted.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
