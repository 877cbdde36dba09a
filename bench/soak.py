"""Tables of bots that play for long while phones look on, come and go: nothing may grow, break or get lost.

    python bench/soak.py [--minutes 10] [--tables 20]

At each table the app plays for everybody; the host's phone and some that watch follow by their streams, and now and
then one drops its stream and comes again. A game that is over is followed by the next. The exit status is 1 if

- the server has grown by more than GROWTH_MB after the first minute (a tenth of the time where that is shorter),
- the log tells of an error,
- a table's log, exported, does not lead to what its phones were shown, or contradicts the rules or the secret seed,
- a phone was told of no move for QUIET_SECONDS, though its game goes on.
"""

import argparse
import random
import re
import select
import sys
import tempfile
import time

from live.ours import Ours
from live.phones import Phone

from companion.games.registry import games
from companion.tables import transfer
from companion.tables.play import Tables

GROWTH_MB, QUIET_SECONDS = 8.0, 60.0
SAMPLE_SECONDS = 2.0
WATCHERS = 3
SHOWN = re.compile(rb'name=\\?"have\\?" value=\\?"[^"\\]*\\?" data-at=\\?"(\d+)\.')
HEAT = re.compile(rb'<b aria-hidden="true">(\d+)</b>')


class Place:
    """Where one game after the other is played, and its phones."""

    def __init__(self, ours):
        self.code, self.script = ours.code(4)
        self.phones = [Phone(ours.port, self.code, seat) for seat in (0, *["watch"] * WATCHERS)]
        self.host, self.games, self.moves, self.last = self.phones[0], 1, 0, time.monotonic()
        for seat in range(4):
            head, body = self.host.request("POST", f"/t/{self.code}/people/bot", f"seat={seat}&on=1")
            assert head.startswith(b"HTTP/1.1 303"), (head, body[:500])
        for phone in self.phones:
            phone.look()
            phone.listen()

    def follow(self, phone):
        """Take in what a stream brings."""
        data = phone.stream.recv(1 << 18)
        assert data, f"{self.code}: the server closed a stream"
        phone.buffer += data
        if b"\n\n" in phone.buffer and phone.take() is not None:
            self.moves += phone is self.host
            self.last = time.monotonic()

    def over(self):
        """Whether the game has ended, as its page says."""
        _, body = self.host.request("GET", f"/t/{self.code}")
        return b'class="ranking"' in body

    def again(self):
        """On to the next game, with all phones."""
        version = int(SHOWN.search(self.host.request("GET", f"/t/{self.code}")[1])[1])
        form = f"id=soak-{self.code}-{self.games}&version={version}"
        head, _ = self.host.request("POST", f"/t/{self.code}/rematch", form)
        self.code = re.search(rb"\r\nLocation: \S*/t/(\w+)", head)[1].decode()
        self.games, self.last = self.games + 1, time.monotonic()
        for phone in self.phones:
            phone.stream.close()
            phone.code, phone.shows = self.code, (-1, 0)
            phone.look()
            phone.listen()


def soak(ours, places, minutes, samples):
    """Follow the games for so long, noting the server's memory."""
    rng = random.Random(1)
    ends = time.monotonic() + 60 * minutes
    begin, sample, stir, look = time.monotonic(), 0.0, 0.0, 0.0
    while (now := time.monotonic()) < ends:
        by_number = {phone.stream.fileno(): (place, phone) for place in places for phone in place.phones}
        ready, _, _ = select.select(list(by_number), [], [], 0.2)
        for number in ready:
            place, phone = by_number[number]
            place.follow(phone)
        if now >= sample:
            sample = now + SAMPLE_SECONDS
            samples.append((now - begin, ours.memory()))
        if now >= stir:
            stir = now + 1.0
            phone = rng.choice(rng.choice(places).phones)
            phone.stream.close()
            phone.shows = (-1, 0)
            phone.look()
            phone.listen()
        if now >= look:
            look = now + 3.0
            for place in places:
                if now - place.last > 3.0 and place.over():
                    place.again()
                assert now - place.last < QUIET_SECONDS, f"{place.code} stands still"


def grown(samples, minutes):
    """By how many megabytes the server has grown after the first minute: last tenth beside the first behind it."""
    settled = min(1.0, minutes / 10) * 60
    behind = [memory for at, memory in samples if at >= settled]
    tenth = max(len(behind) // 10, 1)
    return sum(behind[-tenth:]) / tenth - sum(behind[:tenth]) / tenth


def by_minute(samples):
    """The first sample of each minute, and the last."""
    firsts = {}
    for at, memory in samples:
        firsts.setdefault(int(at // 60), memory)
    return [*firsts.values(), samples[-1][1]]


def faults(ours, places):
    """Tables whose log does not lead to what is shown."""
    tables, found = Tables(ours.store, games()), []
    shown = {}
    for place in places:
        _, body = place.host.request("GET", f"/t/{place.code}")
        shown[place.code] = int(SHOWN.search(body)[1]), [int(degrees) for degrees in HEAT.findall(body)]
    for info in tables.all():
        data = tables.export(info.code)
        try:  # the seed of a game is in its export when the game is over, to prove all that the app drew
            found += [f"{info.code}: {problem}" for problem in (transfer.verify(data).problems if info.over else ())]
            transfer.check(data)
        except transfer.BadTransfer as problem:
            found.append(f"{info.code}: {problem}")
        if info.code in shown:
            version, heat = shown[info.code]
            position = tables.at(info.code, version)
            if heat != [seat["temperature"] for seat in position.view(-1)["seats"]]:
                found.append(f"{info.code}: its page shows {heat} at {version}")
    return found


def main():
    """Play, look, and say by the exit status whether all is as it should be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--tables", type=int, default=20)
    given = parser.parse_args()
    misses, samples = [], []
    with tempfile.TemporaryDirectory() as folder:
        ours = Ours(folder)
        try:
            places = [Place(ours) for _ in range(given.tables)]
            soak(ours, places, given.minutes, samples)
            growth = grown(samples, given.minutes)
            wrong = faults(ours, places)
            played, moves = sum(place.games for place in places), sum(place.moves for place in places)
            print(f"{given.tables} tables, {played} games, {moves} moves in {given.minutes:g} minutes")
            print("memory by minute: " + ", ".join(f"{memory:.0f}" for memory in by_minute(samples)) + " MB")
            print(f"after the first minute it grew by {growth:.1f} MB (at most {GROWTH_MB:g})")
            if growth > GROWTH_MB:
                misses.append(f"the server has grown by {growth:.1f} MB")
            misses += wrong
            misses += ours.troubles()
        finally:
            ours.stop()
    for sentence in misses:
        print(f"MISSED {sentence}")
    print("all logs lead to what was shown, no error in the log" if not misses else f"{len(misses)} missed")
    sys.exit(bool(misses))


if __name__ == "__main__":
    main()
