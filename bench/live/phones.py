"""Phones at a table, byte by byte: each has a connection for its taps, one for its stream, and an address of its own.

One loop waits for all connections. It does as little as can be, since it shares the machine with the server.
"""

import gzip
import re
import select
import socket
from itertools import count
from time import perf_counter

HEAD = "Host: 127.0.0.1\r\nAccept: text/html\r\nAccept-Language: en\r\n"
LENGTH = re.compile(rb"\r\nContent-Length: (\d+)", re.I)
COOKIE = re.compile(rb"\r\nSet-Cookie: (device=[^;]+)", re.I)
HAVE = re.compile(rb'name="have" value="([^"]*)"')
EVENT = re.compile(rb"event: (?:table|people)\nid: (\d+)\.(\d+)")
BASE = re.compile(rb'"base":"([^"]*)"')
KEY = re.compile(rb'name=\\"have\\" value=\\"([^"\\]*)')
AFTER = 1 << 30
"""In place of the people's number, for a page that an answer has brought up to date."""
PATIENCE = 20
"""Seconds in which anything must be answered."""
_addresses = (f"127.{10 + n // 64000}.{n // 250 % 256}.{1 + n % 250}" for n in count())


def connect(port, address):
    """A connection from one of the machine's own addresses."""
    made = socket.socket()
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    made.settimeout(PATIENCE)
    made.bind((address, 0))
    made.connect(("127.0.0.1", port))
    return made


def answer(connection):
    """The head and the body of the next answer."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += _more(connection)
    head, _, body = data.partition(b"\r\n\r\n")
    length = LENGTH.search(head)
    while len(body) < int(length[1]):
        body += _more(connection)
    return head, body


def _more(connection):
    more = connection.recv(65536)
    assert more, "the server closed the connection"
    return more


class Phone:
    """A phone of one person at one table."""

    def __init__(self, port, code, seat):
        """Come to the table: to a seat (a number), or to `watch`."""
        self.port, self.code, self.address = port, code, next(_addresses)
        self.connection = connect(port, self.address)
        self.stream, self.buffer, self.cookie = None, b"", ""
        self.shows, self.key = (-1, 0), b""
        head, body = self.request("POST", f"/t/{code}/join", f"seat={seat}&name=Phone {seat}")
        assert head.startswith(b"HTTP/1.1 303"), (head, body[:500])
        self.cookie = COOKIE.search(head)[1].decode()

    def request(self, method, path, form=""):
        """Ask for something and wait for it; on a new connection where the old one was idle for too long."""
        asked = self.bytes(method, path, form, "")
        try:
            self.connection.sendall(asked)
            return answer(self.connection)
        except (ConnectionError, AssertionError):
            self.connection.close()
            self.connection = connect(self.port, self.address)
            self.connection.sendall(asked)
            return answer(self.connection)

    def bytes(self, method, path, form="", more="Accept-Encoding: gzip\r\nHX-Request: true\r\n"):
        """A request as it goes out."""
        head = f"{method} {path} HTTP/1.1\r\n{HEAD}{more}"
        head += f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        if method == "POST":
            head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(form)}\r\n"
        return f"{head}\r\n{form}".encode()

    def look(self):
        """Load the page, for what it shows."""
        head, body = self.request("GET", f"/t/{self.code}")
        assert head.startswith(b"HTTP/1.1 200"), (head, body[:500])
        self.key = HAVE.search(body)[1]

    def listen(self):
        """Open the stream, and wait for what comes first."""
        self.stream, self.buffer = connect(self.port, self.address), b""
        self.stream.sendall(self.bytes("GET", f"/t/{self.code}/live?as=&have={self.key.decode()}&tab=phone", more=""))
        while b"\n\n" not in self.buffer:
            self.buffer += _more(self.stream)
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        self.take()

    def take(self):
        """Take in the events that have come whole: the newest version among them, if any."""
        version = None
        *events, self.buffer = self.buffer.split(b"\n\n")
        for event in events:
            if found := EVENT.search(event):
                version = int(found[1])
                key = KEY.search(event)
                if key and (version, int(found[2])) >= self.shows:
                    base = BASE.search(event)
                    assert base is None or base[1] == self.key, f"for a phone that shows something else: {event[:200]}"
                    self.shows, self.key = (version, int(found[2])), key[1]
            else:
                assert b"event: hb" in event, event[:300]
        return version

    def close(self):
        """Leave."""
        self.connection.close()
        if self.stream is not None:
            self.stream.close()


class Table:
    """A table on which one game is played, from the script that belongs to its seed."""

    def __init__(self, port, code, script):
        self.code, self.script, self.version = code, script, 0
        self.phones = [Phone(port, code, seat) for seat in range(script.players)]
        for phone in self.phones:
            phone.look()
            phone.listen()
        self.reset()

    def reset(self):
        """Forget who has got what."""
        self.missing, self.tapper, self.start, self.answer = set(), None, 0.0, b""

    @property
    def over(self):
        """Whether the game has been played."""
        return self.version == len(self.script.taps)

    def tap(self):
        """Send the next tap."""
        tap = self.script.taps[self.version]
        self.tapper = self.phones[tap.seat]
        form = (
            f"id=bench-{self.code}-{self.version}&version={self.version}&{tap.fields}&have={self.tapper.key.decode()}"
        )
        request = self.tapper.bytes("POST", f"/t/{self.code}/{tap.path}", form)
        self.version += 1
        self.missing, self.answer = set(self.phones), b""
        self.start = perf_counter()
        self.tapper.connection.send(request)

    def arrived(self, phone, streamed):
        """Something can be read: whether with it the last phone has what the tap brought."""
        if streamed:
            data = phone.stream.recv(1 << 18)
            assert data, "the server closed a stream"
            phone.buffer += data
            version = phone.take() if b"\n\n" in phone.buffer else None
            if version != self.version or phone is self.tapper:
                return False
        else:
            self.answer += _more(phone.connection)
            head, blank, body = self.answer.partition(b"\r\n\r\n")
            length = LENGTH.search(head)
            if not blank or len(body) < int(length[1]):
                return False
            assert head.startswith(b"HTTP/1.1 200"), (head, body[:500], self.script.taps[self.version - 1])
            if b"Content-Encoding: gzip" in head:
                body = gzip.decompress(body)
            if found := HAVE.search(body):
                phone.shows, phone.key = (self.version, AFTER), found[1]
        if phone not in self.missing:
            return False
        self.missing.discard(phone)
        return not self.missing

    def close(self):
        """All leave."""
        for phone in self.phones:
            phone.close()


def play(places, seconds):
    """Play at all places at once for so long, each with its tables one after the other: the time of each tap in s."""
    poll, by_number, times = select.epoll(), {}, []
    for place, tables in enumerate(places):
        for table in tables:
            for phone in table.phones:
                for streamed in (False, True):
                    connection = phone.stream if streamed else phone.connection
                    by_number[connection.fileno()] = place, table, phone, streamed
                    poll.register(connection.fileno(), select.EPOLLIN)
    waiting = [[table for table in tables if not table.over] for tables in places]
    ends = perf_counter() + seconds
    for tables in waiting:
        tables[0].tap()
    playing = len(waiting)
    while playing:
        ready = poll.poll(PATIENCE)
        assert ready, "nothing came for long"
        for number, _ in ready:
            place, table, phone, streamed = by_number[number]
            if not table.arrived(phone, streamed):
                continue
            now = perf_counter()
            times.append(now - table.start)
            if now >= ends:
                playing -= 1
                continue
            tables = waiting[place]
            if table.over:
                tables.pop(0)
                assert tables, "too few tables were made ready"
            tables[0].tap()
    poll.close()
    return times
