"""Live tables on a running server: what a tap costs until the last phone of the table shows it, beside boardgame.io.

    python bench/live.py [--peer FOLDER | --no-peer] [--rounds 5] [--seconds 2] [--idle 1000]

Tables of Eruption with the app's tiles, dice and cards; each phone has a seat, a cookie, an address and an open stream
of its own. The phone whose turn it is sends what a finger would: an action that the rules allow, or a roll; a tap's
time runs until all phones of the table have got its result. All tables tap without a pause, so beyond one table the
times are those of a server that has more to do than it can. boardgame.io plays moves of its own small game in the same
way, and the sizes take turns with it and with an empty route, so that whatever else the machine does hits all. Its
server writes nothing to a disk; ours has written each tap before it answers. Printed are medians of the rounds. Then
all is measured once more with many idle phones connected. The exit status is 1 if

- a tap takes more than CPU_MS of the server's processor time, or more than PEER_CPU of a move of boardgame.io,
- the median or the 99th percentile of a tap's time is not below boardgame.io's, at any size,
- the median at one table is more than EMPTY_TIMES that of the empty route,
- with idle phones a figure gets worse by more than WORSE, or they take more than IDLE_MB,
- a tap while phones drop their streams and come again takes more than STARVED_MS,
- a table at its end is not what was rehearsed, or the log tells of an error.
"""

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

from live import peer as peers
from live.ours import Ours
from live.phones import play
from taps import Phone as Plain
from taps import cpu_seconds

SIZES = ((1, 6), (8, 4), (32, 4))
CPU_MS, PEER_CPU, EMPTY_TIMES, WORSE, IDLE_MB, STARVED_MS = 1.0, 0.5, 4.0, 1.2, 300, 20
EMPTY = "/healthz"
MOST_TAPS, GAME_TAPS, MATCH_MOVES = 3600, 95, 60
"""Taps a second that are prepared for, taps of a short game, and moves of a match of the peer."""


class Figures:
    """What some rounds have shown, by name; the median counts."""

    def __init__(self):
        self.rounds = {}

    def add(self, times, seconds, cpu=None):
        """Note a round: the time of each tap in s, how long it lasted, the server's processor time in s."""
        times = sorted(1000 * one for one in times)
        shown = {
            name: times[min(int(len(times) * share), len(times) - 1)]
            for name, share in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))
        }
        shown["rate"] = len(times) / seconds
        if cpu is not None:
            shown["cpu"] = 1000 * cpu / len(times)
        for name, value in shown.items():
            self.rounds.setdefault(name, []).append(value)

    def __getattr__(self, name):
        return statistics.median(self.rounds[name])


def measured(pids, what, seconds):
    """The times that something gives, how long it took, and the processor time of some processes."""
    cpu, start = cpu_seconds(pids), time.perf_counter()
    times = what(seconds)
    return times, time.perf_counter() - start, cpu_seconds(pids) - cpu


def live_round(ours, size, seconds, figures):
    """Our tables for so long."""
    tables, players = size
    each = 2 + int(seconds * MOST_TAPS / GAME_TAPS / tables)
    places = [[ours.table(players) for _ in range(each)] for _ in range(tables)]
    time.sleep(0.2)
    figures.add(*measured(ours.pids, lambda wanted: play(places, wanted), seconds))
    wrong = [table.code for tables in places for table in tables if not told(ours, table)]
    for tables in places:
        for table in tables:
            table.close()
    return wrong


def told(ours, table):
    """Whether a table stands where it was rehearsed to stand."""
    pulse = ours.store.pulse(table.code)
    return pulse is not None and pulse.last == table.version


def empty_round(port, seconds, figures):
    """The empty route for so long."""
    phone, times = Plain(port), []
    ends = time.perf_counter() + seconds
    while (start := time.perf_counter()) < ends:
        phone.request("GET", EMPTY)
        times.append(time.perf_counter() - start)
    phone.socket.close()
    figures.add(times, seconds)


def starved(ours):
    """The slowest tap, in ms, while the phones of another table drop their streams and come again."""
    table, others, worst = ours.table(4), ours.table(4).phones, 0.0
    for _ in range(6):
        for phone in others:
            phone.listen()
        time.sleep(0.4)
        worst = max(worst, *play([[table]], 0))
        for phone in others:
            phone.stream.close()
    table.close()
    return 1000 * worst


class Run:
    """All rounds of one measurement, and what of it misses its mark."""

    def __init__(self, ours, peer, rounds, seconds):
        self.ours, self.peer, self.rounds, self.seconds = ours, peer, rounds, seconds
        self.misses = []

    def miss(self, wrong, sentence):
        """Note a mark that was missed, if it was."""
        if wrong:
            self.misses.append(sentence)

    def measure(self, with_peer):
        """Figures by size, of ours and of the peer, and those of the empty route."""
        mine, theirs = ({size: Figures() for size in SIZES} for _ in range(2))
        empty = Figures()
        for size in SIZES:  # to warm up
            self.miss(live_round(self.ours, size, self.seconds / 4, Figures()), f"{size}: a table is not as rehearsed")
            if with_peer:
                self._peer_round(size, Figures())
        for _ in range(self.rounds):
            for size in SIZES:
                wrong = live_round(self.ours, size, self.seconds, mine[size])
                self.miss(wrong, f"{wrong} are not as rehearsed")
                if with_peer:
                    self._peer_round(size, theirs[size])
                empty_round(self.ours.port, self.seconds / 4, empty)
        return mine, theirs, empty

    def _peer_round(self, size, figures):
        self.peer.ready(size, 2 + int(self.seconds * MOST_TAPS / MATCH_MOVES / size[0]))
        figures.add(*measured(self.peer.pids, lambda wanted: self.peer.play(size, wanted), self.seconds))

    def compare(self):
        """Ours beside the peer and the empty route."""
        mine, theirs, empty = self.measure(self.peer is not None)
        for size in SIZES:
            name = "{} x {}".format(*size)
            show(name, mine[size])
            self.miss(mine[size].cpu > CPU_MS, f"{name}: {mine[size].cpu:.2f} ms of processor time, not {CPU_MS}")
            if self.peer is not None:
                show("  boardgame.io", theirs[size])
                ratios = {
                    what: getattr(mine[size], what) / getattr(theirs[size], what) for what in ("cpu", "p50", "p99")
                }
                print("  ours / boardgame.io: " + ", ".join(f"{what} {ratio:.2f}" for what, ratio in ratios.items()))
                for what, most in (("cpu", PEER_CPU), ("p50", 1.0), ("p99", 1.0)):
                    self.miss(
                        ratios[what] > most, f"{name}: {what} is {ratios[what]:.2f} of boardgame.io's, not {most}"
                    )
        times = mine[SIZES[0]].p50 / empty.p50
        print(
            f"empty route: p50 {empty.p50:.2f} ms; a tap at one table takes {times:.1f} times that "
            f"(at most {EMPTY_TIMES:g})"
        )
        self.miss(times > EMPTY_TIMES, f"a tap takes {times:.1f} times the empty route, not {EMPTY_TIMES:g}")
        return mine

    def crowd(self, before, number):
        """Once more with many idle phones; `before` are the figures without them."""
        empty = self.ours.memory()
        phones = self.ours.idle(number)
        time.sleep(2)
        used = self.ours.memory() - empty
        print(f"{len(phones)} idle phones: {used:.0f} MB (at most {IDLE_MB}), {1024 * used / len(phones):.0f} kB each")
        self.miss(used > IDLE_MB, f"idle phones take {used:.0f} MB, not {IDLE_MB}")
        mine, _, _ = self.measure(False)
        for size in SIZES:
            name = "{} x {} beside them".format(*size)
            show(name, mine[size])
            for what in ("cpu", "p50", "p99"):
                ratio = getattr(mine[size], what) / getattr(before[size], what)
                self.miss(ratio > WORSE, f"{name}: {what} is {ratio:.2f} of that without them, not {WORSE}")
        for phone in phones:
            phone.close()


def show(name, figures):
    """Print some figures."""
    print(
        f"{name}: {figures.rate:.0f} taps/s, {figures.cpu:.2f} ms of server CPU a tap, "
        f"p50 {figures.p50:.2f}, p95 {figures.p95:.2f}, p99 {figures.p99:.2f} ms",
        flush=True,
    )


def main():
    """Measure, print, and say by the exit status whether all is as it should be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peer", type=Path, default=peers.FOLDER, help="the folder with boardgame.io")
    parser.add_argument("--no-peer", action="store_true", help="measure ours alone")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each size in each round")
    parser.add_argument("--idle", type=int, default=1000, help="idle phones; 0 leaves that part out")
    given = parser.parse_args()
    if not given.no_peer and (how := peers.missing(given.peer)):
        sys.exit(how)
    peer = None if given.no_peer else peers.Peer(given.peer.resolve())
    with tempfile.TemporaryDirectory() as folder:
        ours = Ours(folder)
        try:
            run = Run(ours, peer, given.rounds, given.seconds)
            before = run.compare()
            worst = starved(ours)
            print(
                f"a tap while phones drop their streams and come again: {worst:.1f} ms at most (at most {STARVED_MS})"
            )
            run.miss(worst > STARVED_MS, f"a tap among phones that come and go took {worst:.1f} ms, not {STARVED_MS}")
            if given.idle:
                run.crowd(before, given.idle)
            troubles = ours.troubles()
            run.miss(troubles, f"the log tells of {len(troubles)} errors: {troubles[:3]}")
        finally:
            ours.stop()
            if peer is not None:
                peer.stop()
    for sentence in run.misses:
        print(f"MISSED {sentence}")
    sys.exit(bool(run.misses))


if __name__ == "__main__":
    main()
