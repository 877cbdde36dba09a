"""The worker: a process that works the line off, each kit in a process of its own.

`python -m companion.web.kits.worker FOLDER --at-once 1 --seconds 180 …`. It lives as long as its standard input is
open, which ends with the server however that ends, or until the line was empty for a while: then the server starts it
again for the next order. A kit's process gives all of its memory back when it ends, can be stopped at any moment, and
takes nobody with it when it breaks.
"""

from __future__ import annotations

import argparse
import json
import logging
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

import msgspec

from companion.kit.options import read_options
from companion.resources import PACKAGE
from companion.web.kits import shelf
from companion.web.kits.ledger import Job, Ledger, Result
from companion.web.kits.line import Line

WATCH_SECONDS = 0.2
"""How often it is looked whether a kit is still wanted."""
PICTURE_SECONDS = 60.0
PICTURES_AT_ONCE = 8
IDLE_SECONDS = 600.0
"""How long the worker waits for more before it makes room."""
KIT = (sys.executable, "-m", "companion.kit")
PREVIEWS = (sys.executable, "-m", "companion.kit.previews")

log = logging.getLogger("companion.kits")


class Step(msgspec.Struct):
    """A line of what the kit's process prints."""

    done: int = 0
    total: int = 1
    text: str = ""
    bytes: int = 0
    sheets: int = 0
    pages: int = 0
    pieces: int = 0
    error: str = ""
    template: str = ""
    about: dict[str, Any] = {}


class Worker:
    """Makes kits and takes their pictures until it is stopped. `program` is what makes a kit."""

    def __init__(self, kept: shelf.Shelf, at_once: int, seconds: float, program: Sequence[str] = KIT) -> None:
        self.shelf = kept
        self.ledger = Ledger(kept.ledger)
        self.line = Line(kept.folder, self.make, self.draw)
        self.seconds = seconds
        self.program = tuple(program)
        self.busy = 0
        self.last = time.monotonic()
        """When something was last begun or finished."""
        self._stopping = threading.Event()
        self._consumers = self.line.consumers(at_once)

    def start(self) -> None:
        """Take up what a dead worker left, and begin."""
        for job in self.ledger.recover(self.line.tickets()):
            self.line.kit(job.key, job.ticket)
        self.shelf.tidy(self.ledger)
        for consumer in self._consumers:
            consumer.start()

    def stop(self) -> None:
        """Stop what is being made, which is taken up again by the next worker, and end all threads."""
        self._stopping.set()
        for consumer in self._consumers:
            consumer.stop(graceful=True)
        self.line.close()

    def idle(self) -> bool:
        """Whether nothing was to be done for long."""
        return not self.busy and time.monotonic() - self.last > IDLE_SECONDS and not self.ledger.pending()

    # --- kits ----------------------------------------------------------------------------------------------------

    def make(self, key: str, ticket: str) -> None:
        """Make a kit, unless nobody wants it any more."""
        job = self.ledger.begin(key, ticket)
        if job is None or self._stopping.is_set():
            return
        self.busy += 1
        try:
            self._make(job)
        except Exception:
            log.exception("The kit %s failed.", key)
            self.ledger.finish(job, "failed", error="internal")
        finally:
            self.busy -= 1
            self.last = time.monotonic()
        self.shelf.tidy(self.ledger)

    def _make(self, job: Job) -> None:
        options = read_options(job.words)
        file = self.shelf.file(job.key, options.suffix)
        command = [*self.program, job.game, "-o", str(file), "--json", "--cache", str(self.shelf.faces)]
        command += [f"--{name.replace('_', '-')}={word}" for name, word in job.words.items()]
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            process = _run(command, subprocess.PIPE)
        except OSError as error:
            log.error("The kit %s cannot be started: %s", job.key, error)
            self.ledger.finish(job, "failed", error="cannot_start")
            return
        watch = _Watch(self, process, job)
        watch.start()
        with process:
            assert process.stdout
            last = self._listen(job, process.stdout)
        watch.join()
        if self._stopping.is_set():
            self.ledger.put_back(job)
            return
        if watch.why:
            self.ledger.finish(job, "cancelled" if watch.why == "cancelled" else "failed", error=watch.why)
        elif last.error:
            about = json.dumps(last.about)
            self.ledger.finish(job, "failed", error=last.error, sentence=last.text, template=last.template, about=about)
        elif process.returncode or not last.bytes or not file.exists():
            log.error("The kit %s broke off with status %s.", job.key, process.returncode)
            self.ledger.finish(job, "failed", error="broken_off")
        else:
            self.ledger.finish(job, "done", Result(last.bytes, last.sheets, last.pages, last.pieces))

    def _listen(self, job: Job, lines: IO[bytes]) -> Step:
        """Write down each step; the last line, which says how it ended."""
        last = Step()
        for line in lines:
            try:
                last = msgspec.json.decode(line, type=Step)
            except msgspec.MsgspecError:
                continue
            if last.text and not last.error:
                self.ledger.step(job, last.done, last.total, last.text)
        return last

    def given_up(self, job: Job, begun: float) -> str:
        """Why a running kit is to be stopped now, if it is."""
        if self._stopping.is_set():
            return "stopping"
        if time.monotonic() - begun > self.seconds:
            return "too_slow"
        return "cancelled" if self.ledger.stopped(job) else ""

    # --- pictures ------------------------------------------------------------------------------------------------

    def draw(self, key: str, first: int) -> None:
        """Take pictures of a finished kit, from a page on, unless they are there."""
        job = self.ledger.get(key)
        if job is None or job.state != "done" or self._stopping.is_set():
            return
        file, folder = self.shelf.file(key, job.options.suffix), self.shelf.pictures(key)
        if (folder / f"{first}.png").exists():
            return
        self.busy += 1
        try:
            command = [*PREVIEWS, str(file), str(folder), "--first", str(first), "--count", str(PICTURES_AT_ONCE)]
            with _run(command, subprocess.DEVNULL) as process:
                try:
                    process.wait(PICTURE_SECONDS)
                except subprocess.TimeoutExpired:
                    process.kill()
                    log.error("The pictures of the kit %s took too long.", key)
        finally:
            self.busy -= 1
            self.last = time.monotonic()


class _Watch(threading.Thread):
    """Stops a kit that nobody wants any more, or that takes too long; `why` says which."""

    def __init__(self, worker: Worker, process: subprocess.Popen[bytes], job: Job) -> None:
        super().__init__(daemon=True)
        self._worker = worker
        self._process = process
        self._job = job
        self.why = ""

    def run(self) -> None:
        """Look now and then."""
        begun = time.monotonic()
        while True:
            try:
                self._process.wait(WATCH_SECONDS)
                return
            except subprocess.TimeoutExpired:
                self.why = self._worker.given_up(self._job, begun)
                if self.why:
                    self._process.kill()
                    return


def _run(command: list[str], out: int) -> subprocess.Popen[bytes]:
    """Start a program with low priority: a tap on a phone comes before a page of a kit."""
    if nice := shutil.which("nice"):
        command = [nice, "-n", "10", *command]
    return subprocess.Popen(command, cwd=PACKAGE.parent, stdin=subprocess.DEVNULL, stdout=out)


def _await_end(end: threading.Event) -> None:
    """Wait until the server is gone, or closes the pipe."""
    sys.stdin.buffer.read()
    end.set()


def main(arguments: Sequence[str] | None = None) -> int:
    """Work until standard input ends, a signal comes, or there was nothing to do for long."""
    parser = argparse.ArgumentParser(prog="companion.web.kits.worker")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--at-once", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=180)
    parser.add_argument("--days", type=float, default=7)
    parser.add_argument("--megabytes", type=float, default=500)
    parser.add_argument("--faces", type=Path)
    parsed = parser.parse_args(arguments)
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    kept = shelf.Shelf(parsed.folder, parsed.faces, parsed.days, parsed.megabytes)
    worker = Worker(kept, parsed.at_once, parsed.seconds)
    end = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: end.set())
    threading.Thread(target=_await_end, args=(end,), daemon=True).start()
    worker.start()
    while not end.wait(1.0) and not worker.idle():
        pass
    worker.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
