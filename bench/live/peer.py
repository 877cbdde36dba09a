"""boardgame.io's server with phones at it: the yardstick. Nothing of it is kept here; it comes from npm."""

import json
import os
import subprocess
import time
from pathlib import Path
from urllib.request import urlopen

from taps import family, free_port

HERE = Path(__file__).parent
FOLDER = HERE / "peer"
HOW = """\
boardgame.io is not there yet. To compare with it, once:

    npm install --prefix {folder}

--no-peer measures ours alone."""


def missing(folder):
    """What to do where the peer is not there; None where it is."""
    there = (Path(folder) / "node_modules" / "boardgame.io").exists()
    return None if there else HOW.format(folder=folder)


class Peer:
    """The peer's server, and for each size of tables a process with all phones."""

    def __init__(self, folder):
        self.folder, self.port = str(folder), free_port()
        self.environ = {**os.environ, "NODE_ENV": "production"}
        quiet = subprocess.DEVNULL
        command = ["node", "server.cjs", str(self.port)]
        self.process = subprocess.Popen(command, cwd=folder, env=self.environ, stdout=quiet, stderr=quiet)
        self.drivers = {}
        for _ in range(200):
            try:
                with urlopen(f"http://127.0.0.1:{self.port}/empty", timeout=5):
                    break
            except OSError:
                time.sleep(0.05)
        self.pids = family(self.process.pid)

    def _ask(self, size, order):
        if size not in self.drivers:
            command = ["node", str(HERE / "peer.cjs"), self.folder, str(self.port), *map(str, size)]
            pipe = subprocess.PIPE
            self.drivers[size] = subprocess.Popen(command, env=self.environ, stdin=pipe, stdout=pipe, text=True)
        driver = self.drivers[size]
        driver.stdin.write(f"{order}\n")
        driver.stdin.flush()
        line = driver.stdout.readline()
        assert line, "the peer's phones have ended"
        return json.loads(line)

    def ready(self, size, matches):
        """Have so many unplayed matches at each table, all phones connected."""
        self._ask(size, f"ready {matches}")

    def play(self, size, seconds):
        """Play for so long: the time of each move in s."""
        return [time / 1000 for time in self._ask(size, f"play {seconds}")["times"]]

    def stop(self):
        """End it."""
        for driver in self.drivers.values():
            driver.stdin.close()
            driver.wait()
        self.process.terminate()
        self.process.wait()
