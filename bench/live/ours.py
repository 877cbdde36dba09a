"""Our server and the tables on it."""

import os
from pathlib import Path

from taps import Server

from companion.tables.log import Store
from live import games
from live.phones import Phone, Table

LIFTED = {"TABLESIDE_ADDRESS_STREAMS": "3600", "TABLESIDE_TABLE_STREAMS": "3600"}
"""Limits that are no part of what is measured."""
GAMES = 16
"""Games that are rehearsed for each number of players; more tables play them again."""
WATCHERS = 16
"""Idle phones at a table, beside those that have a seat."""


class Ours:
    """`companion serve` with its data in a folder, its tables made beside it as another process may."""

    def __init__(self, folder):
        os.environ.update(LIFTED)
        self.server = Server(Path(folder))
        self.store = Store(f"sqlite:///{Path(folder) / 'data' / 'tables.sqlite'}")
        self.log = Path(folder) / "log"
        self._scripts, self._made = {}, 0

    @property
    def port(self):
        """Where it listens."""
        return self.server.port

    @property
    def pids(self):
        """Its processes."""
        return self.server.pids

    def code(self, players):
        """A new table with its script."""
        if players not in self._scripts:
            self._scripts[players] = games.write(players, GAMES)
        script = self._scripts[players][self._made % GAMES]
        self._made += 1
        return games.set_up(self.store, script), script

    def table(self, players):
        """A new table with all its phones."""
        code, script = self.code(players)
        return Table(self.port, code, script)

    def idle(self, number):
        """So many phones that look on and do nothing, spread over tables."""
        phones = []
        while len(phones) < number:
            code, script = self.code(4)
            phones += [Phone(self.port, code, seat) for seat in (*range(script.players), *["watch"] * WATCHERS)]
        for phone in phones:
            phone.look()
            phone.listen()
        return phones

    def memory(self):
        """Megabytes that its processes have in memory."""
        lines = (line for pid in self.pids for line in Path(f"/proc/{pid}/status").read_text().splitlines())
        return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024

    def troubles(self):
        """Lines of the log that tell of an error."""
        words = ("error", "critical", "Traceback")
        return [line for line in self.log.read_text().splitlines() if any(word in line for word in words)]

    def stop(self):
        """End it."""
        self.store.close()
        self.server.stop()
