"""Taps on a running server: games played over HTTP as a phone plays them, beside an empty route of the same server.

    python bench/taps.py [--seconds 20]

A tap is what a finger causes: a hex picked, a ghost turned, a tile laid, a card played, dice rolled, the phone given
away. The players choose at random among what the page offers, look at a turn or two before they confirm, and have the
app's dice, tiles and cards. One table and 30 tables take turns with the empty route, so that whatever else the machine
does hits all. The exit status is 1 if

- taps a second are below RATIO times the requests a second of the empty route, for one table or for 30,
- the server needs more than CPU_MS of processor time for a tap,
- an answer to a tap has more than TAP_BYTES packed, or a first visit more than VISIT_BYTES: the page, styles, scripts,
  art, and the fonts of the page's language.
"""

import argparse
import gzip
import html
import os
import random
import re
import secrets
import statistics
import subprocess
import sys
import tempfile
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from urllib.parse import quote

import gevent
from gevent import socket

RATIO = 0.4
CPU_MS = 1.0
TAP_BYTES = 15_000
VISIT_BYTES = 150_000
EMPTY = "/healthz"
TABLES = 30
ROUND_SECONDS, WARM_SECONDS = 2.0, 3.0
MOST_GAMES_A_SECOND = 6
"""Of random taps, with room to spare: as many tables are prepared."""
HEADERS = "Host: 127.0.0.1\r\nAccept: text/html\r\nAccept-Encoding: gzip\r\n"

LIT = re.compile(r'<a class="(?:lit|near|site|target)[^"]*" href="([^"]*)"')
FORM = re.compile(r'<form method="post" action="([^"]+)"[^>]*>(.*?)</form>', re.S)
FIELD = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')
BUTTON = re.compile(r"<button[^>]*>")
LINK = re.compile(r'<a class="(?:playcard|button main big|button square)[^"]*" href="(\?[^"]*)"')
LENGTH = re.compile(rb"\r\nContent-Length: (\d+)", re.I)
COOKIE = re.compile(rb"\r\nSet-Cookie: ([^;]+)", re.I)
FONT = re.compile(r'url\("?([^")]+)')
CONFIRM = re.compile(">(?:Place it|Build|Turn it|Swap it|Remove it|Destroy it)</button>")
HAVE = re.compile(r'id="have" name="have" value="([^"]*)"')


class Phone:
    """One connection that stays open, as a browser's does; counts the packed bytes of each answer."""

    def __init__(self, port):
        self.port, self.cookie = port, ""
        self.jar = {}
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def request(self, method, path, form=None, htmx=True):
        """The answer's status, body, packed bytes and header. Kept cheap: the clock runs for both sides."""
        body = "" if form is None else "&".join(f"{k}={_quoted(v)}" for k, v in form.items())
        head = f"{method} {path} HTTP/1.1\r\n{HEADERS}"
        head += "HX-Request: true\r\n" if htmx else ""
        head += f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        if form is not None:
            head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        self.socket.sendall(f"{head}\r\n{body}".encode())
        data = b""
        while b"\r\n\r\n" not in data:
            data += self._more()
        head, _, data = data.partition(b"\r\n\r\n")
        if length := LENGTH.search(head):
            while len(data) < int(length[1]):
                data += self._more()
        for cookie in COOKIE.findall(head):
            name, _, value = cookie.decode().partition("=")
            self.jar[name] = value
            self.cookie = "; ".join(f"{name}={value}" for name, value in self.jar.items() if value)
        packed = len(data)
        if b"Content-Encoding: gzip" in head:
            data = gzip.decompress(data)
        return int(head[9:12]), data, packed, head.decode("latin-1")

    def _more(self):
        more = self.socket.recv(65536)
        assert more, "the server closed the connection"
        return more


@lru_cache(10_000)
def _quoted(value):
    return quote(str(value))


class Player:
    """Plays random games at one table after the other."""

    def __init__(self, port, seed):
        self.phone, self.rng = Phone(port), random.Random(seed)
        self.taps, self.bytes, self.times = 0, [], []
        self.lit = self.panel = self.have = self.code = self.last = ""
        self.fresh = []

    def sit_down(self):
        """Look at a new table for the first time."""
        if not self.fresh:
            self.prepare(1)
        assert self.fresh, "too few tables were prepared"
        self.code = self.fresh.pop(0)
        _, page, _, _ = self.phone.request("GET", f"/t/{self.code}", htmx=False)
        self.look(page.decode())

    def prepare(self, tables):
        """Make some tables, each but the first a rematch: how many new ones a phone may make is limited.

        The game before is finished for the rematch, and the finish taken back.
        """
        if not self.last:
            self.last = self.moved("/new/eruption", {"players": 3, "command": f"bench-{secrets.token_hex(8)}"})
            self.fresh.append(self.last)
        while len(self.fresh) < tables:
            before = f"/t/{self.last}"
            self.phone.request("POST", f"{before}/finish", self.command(0), htmx=False)
            self.last = self.moved(f"{before}/rematch", self.command(1))
            self.phone.request("POST", f"{before}/undo", self.command(1), htmx=False)
            self.fresh.append(self.last)

    def command(self, version):
        """The fields of a command."""
        return {"id": f"bench-{secrets.token_hex(8)}", "version": version}

    def moved(self, path, form):
        """Send a form that leads to a table; its code."""
        status, page, _, head = self.phone.request("POST", path, form, htmx=False)
        assert status == 303, f"{path}: {status} {page[:300]}"
        return re.search(r"Location: (\S+)", head)[1].rpartition("/")[2]

    def look(self, page):
        """Take in a page, or the pieces of one."""
        self.have = HAVE.search(page)[1]
        if (start := page.find('<section id="panel"')) >= 0:
            self.panel = page[start : page.index("</section>", start)]
        if (start := page.find('<svg id="b-lit"')) >= 0:
            self.lit = page[start : page.index("</svg>", start)]

    def tap(self):
        """One tap, timed."""
        if not self.code or 'class="ranking"' in self.panel:
            self.sit_down()
        method, path, form = self.choose()
        start = perf_counter()
        status, page, packed, _ = self.phone.request(method, path, form)
        self.times.append(perf_counter() - start)
        assert status == 200, f"{method} {path} {form}: {status} {page[:300]}"
        self.taps += 1
        self.bytes.append(packed)
        self.look(page.decode())

    def choose(self):
        """What a finger could do now: pick something, turn or move it once or twice, confirm it; or another button."""
        panel, chance = self.panel, self.rng.random()
        picked = CONFIRM.search(panel)
        if not picked and chance < 0.8 and (picks := LIT.findall(self.lit)):
            return "GET", self.address(self.rng.choice(picks)), None
        if chance < 0.5 and (links := LINK.findall(panel)):
            return "GET", self.address(self.rng.choice(links)), None
        forms = FORM.findall(panel)
        if not forms:
            return "GET", self.address(self.rng.choice(LIT.findall(self.lit) + LINK.findall(panel))), None
        action, body = forms[0] if picked else self.rng.choice(forms)
        form = {name: html.unescape(value) for name, value in FIELD.findall(body)}
        return "POST", action, {**form, "have": self.have}

    def address(self, query):
        """A link of the board as htmx asks for it."""
        return f"/t/{self.code}{html.unescape(query)}&have={self.have}"


def cpu_seconds(pids):
    """Processor time of some processes with all their threads."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def family(pid):
    """A process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(one for child in map(int, children) for one in family(child))]


class Server:
    """The companion as it is served at home, with its log in a file."""

    def __init__(self, folder):
        self.log = (folder / "log").open("w")
        command = [sys.executable, "-m", "companion.cli", "serve", "--host", "127.0.0.1", "--port", str(free_port())]
        self.port = int(command[-1])
        self.process = subprocess.Popen([*command, "--data", str(folder / "data")], stdout=self.log, stderr=self.log)
        for _ in range(600):
            try:
                Phone(self.port).request("GET", EMPTY)
                break
            except OSError:
                gevent.sleep(0.05)
        self.pids = family(self.process.pid)

    def stop(self):
        """End it."""
        self.process.terminate()
        self.process.wait()
        self.log.close()


def free_port():
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def measure(server, workers, seconds):
    """Let all workers tap for so long: taps, seconds, processor seconds."""
    ends = perf_counter() + seconds
    done = [0]

    def work(tap):
        while perf_counter() < ends:
            tap()
            done[0] += 1

    start, cpu = perf_counter(), cpu_seconds(server.pids)
    gevent.joinall([gevent.spawn(work, tap) for tap in workers], raise_error=True)
    return done[0], perf_counter() - start, cpu_seconds(server.pids) - cpu


def other(font):
    """Whether a font is for a page in another language, which a browser does not ask for."""
    return re.search(r"-(jp|tc)-", font) is not None


def first_visit(port):
    """Packed bytes of a table's page with all that it loads: styles and what they load, scripts, pictures."""
    player = Player(port, 1)
    player.sit_down()
    _, page, total, _ = player.phone.request("GET", f"/t/{player.code}", htmx=False)
    page = page.decode()
    seen, todo = set(), re.findall(r'(?:src|href)="(/(?:static|art)/[^"#]*)', page)
    while todo:
        path = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        status, body, packed, head = player.phone.request("GET", path, htmx=False)
        assert status == 200, f"{path}: {status}"
        total += packed
        if "Content-Type: text/css" in head:
            folder = path.rpartition("/")[0]
            todo += [os.path.normpath(f"{folder}/{name}") for name in FONT.findall(body.decode()) if not other(name)]
    return total, len(seen)


def main():
    """Measure, print, and say by the exit status whether all is as it should be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--seconds", type=float, default=20.0, help="for one table and for 30, and for the empty route beside each"
    )
    seconds = parser.parse_args().seconds
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            for tables in (1, TABLES):
                failed |= compare(server, tables, seconds)
            visit, files = first_visit(server.port)
        finally:
            server.stop()
    print(f"first visit: {visit / 1000:.1f} kB packed in {files + 1} files (at most {VISIT_BYTES / 1000:.0f})")
    failed |= visit > VISIT_BYTES
    sys.exit(failed)


def compare(server, tables, seconds):
    """Print the figures for some tables beside the empty route; whether they miss a mark."""
    players = [Player(server.port, seed) for seed in range(tables)]
    empties = [Phone(server.port) for _ in range(tables)]
    taps = [player.tap for player in players]
    empty = [lambda phone=phone: phone.request("GET", EMPTY) for phone in empties]
    for player in players:
        player.prepare(2 + round(seconds * MOST_GAMES_A_SECOND / tables))
        player.sit_down()
    measure(server, taps, WARM_SECONDS)
    for player in players:
        player.times.clear()
        player.bytes.clear()
    rounds = max(round(seconds / ROUND_SECONDS), 1)
    played, idle = [], []
    for _ in range(rounds):
        played.append(measure(server, taps, ROUND_SECONDS))
        idle.append(measure(server, empty, ROUND_SECONDS))
    rate, empty_rate = (sum(n for n, _, _ in runs) / sum(s for _, s, _ in runs) for runs in (played, idle))
    cpu, empty_cpu = (1000 * sum(c for _, _, c in runs) / sum(n for n, _, _ in runs) for runs in (played, idle))
    times = sorted(1000 * time for player in players for time in player.times)
    sizes = sorted(size for player in players for size in player.bytes)
    ratio = rate / empty_rate
    p50, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
    print(f"{tables} table{'s' * (tables > 1)}: {len(times)} taps")
    print(f"  {rate:.0f} taps/s, empty route {empty_rate:.0f}/s: ratio {ratio:.2f} (at least {RATIO})")
    print(f"  p50 {p50:.2f} ms, p99 {p99:.2f} ms")
    print(f"  server CPU {cpu:.2f} ms a tap (at most {CPU_MS}), empty route {empty_cpu:.2f} ms")
    print(f"  {statistics.mean(sizes):.0f} bytes a tap on average, {sizes[-1]} at most (at most {TAP_BYTES})")
    return ratio < RATIO or cpu > CPU_MS or sizes[-1] > TAP_BYTES


if __name__ == "__main__":
    main()
