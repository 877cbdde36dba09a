"""What the server has of the kits: it takes orders, keeps the worker alive, and looks up how far everything is."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec

from companion.kit.calibration import Profiles
from companion.kit.job import resolved
from companion.kit.options import KitOptions, as_words
from companion.resources import PACKAGE, folder
from companion.web.kits.ledger import Job, Ledger, LineFull
from companion.web.kits.line import Line
from companion.web.kits.shelf import KEY, Shelf
from companion.web.kits.worker import PICTURES_AT_ONCE
from companion.web.logs import log
from companion.web.settings import Settings

WATCH_SECONDS = 0.5
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""How long a worker that died at once is left alone."""
STOP_SECONDS = 5.0
ASKED_AGAIN_SECONDS = 20.0
"""When pictures are asked for again that have not come."""

__all__ = ["Job", "LineFull", "Workshop"]


class Workshop:
    """All kits of an installation."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.shelf = Shelf(settings.data / "kits", settings.faces, settings.kit_days, settings.kit_megabytes)
        self.profiles = Profiles(settings.printers_file)
        self.program: Sequence[str] = (sys.executable, "-m", "companion.web.kits.worker")
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._pictures: dict[tuple[str, int], float] = {}
        self._ledger: Ledger | None = None
        self._line: Line | None = None

    # --- orders --------------------------------------------------------------------------------------------------

    def order(self, game: str, options: KitOptions, who: str, firm: bool = True) -> Job:
        """Order a kit for `who`: what is there already, or is on its way, is not made again.

        `firm` is false for one that is only to be looked at: it is given up when the same person looks at another.

        Raises:
            LineFull: too many wait.
            KitError: a printer that there is not.
            OSError, sqlite3.Error: there is no room.
        """
        options = resolved(options, self.profiles)
        key = key_of(game, options)
        if not firm:
            self.ledger.withdraw(who, but=key)
        job = self.ledger.get(key)
        if job and job.state == "done" and not self.file(job).exists():
            self.ledger.forget([key])
        new = self.ledger.order(key, game, as_words(options), who, firm, self.settings.kit_line)
        if new:
            self.line.kit(new.key, new.ticket)
        self._see_to_worker()
        found = new or self.ledger.get(key)
        assert found
        return found

    def ready(self, game: str, options: KitOptions) -> Job | None:
        """The kit of these options, if it is there or on its way. Raises KitError."""
        return self.get(key_of(game, resolved(options, self.profiles)))

    def get(self, key: str) -> Job | None:
        """The kit of a key; one that was given up or thrown away is none."""
        job = self.ledger.get(key) if KEY.fullmatch(key) else None
        if job and job.state == "done" and not self.file(job).exists():
            return None
        if job and not job.over:
            self._see_to_worker()
        return job

    def cancel(self, job: Job, who: str) -> None:
        """`who` does not want it any more; it stops unless somebody else does."""
        self.ledger.withdraw(who, job.key)

    def place(self, job: Job) -> int:
        """How many kits are in front of a waiting one."""
        return self.ledger.before(job) if job.state == "waiting" else 0

    def file(self, job: Job) -> Path:
        """The finished kit."""
        return self.shelf.file(job.key, job.options.suffix)

    # --- pictures ------------------------------------------------------------------------------------------------

    def picture(self, job: Job, name: str, number: int = 1) -> Path | None:
        """A picture of a finished kit, if it was taken already; else it will be. `number` is that of its page."""
        file = self.shelf.pictures(job.key) / name
        if file.exists():
            return file
        first = (number - 1) // PICTURES_AT_ONCE * PICTURES_AT_ONCE + 1
        now = time.monotonic()
        if now - self._pictures.get((job.key, first), -ASKED_AGAIN_SECONDS) >= ASKED_AGAIN_SECONDS:
            self._pictures = {asked: at for asked, at in self._pictures.items() if now - at < ASKED_AGAIN_SECONDS}
            self._pictures[job.key, first] = now
            self.line.pictures(job.key, first)
            self._see_to_worker()
        return None

    # --- the worker ----------------------------------------------------------------------------------------------

    @property
    def ledger(self) -> Ledger:
        """Opened when it is first needed."""
        if self._ledger is None or not self._ledger.file.exists():
            self._ledger = Ledger(self.shelf.ledger)
        return self._ledger

    @property
    def line(self) -> Line:
        """Opened when it is first needed."""
        if self._line is None:
            self._line = Line(self.shelf.folder)
        return self._line

    def resume(self) -> None:
        """Go on with what a server that has ended left in the line."""
        if self.shelf.ledger.exists() and self.ledger.pending():
            self._see_to_worker()

    def close(self) -> None:
        """End the worker; what it was doing is taken up again when the server is back."""
        self._closed.set()
        with self._lock:
            process, self._process = self._process, None
        if process:
            _end(process)

    def _see_to_worker(self) -> None:
        """Start the worker, and somebody who watches it, if there is none."""
        with self._lock:
            if self._process is not None or self._closed.is_set():
                return
            self._process = self._start()
            if self._process:
                threading.Thread(target=self._watch, daemon=True).start()

    def _start(self) -> subprocess.Popen[bytes] | None:
        settings, shelf = self.settings, self.shelf
        command = [*self.program, str(shelf.folder), "--at-once", str(settings.kit_jobs)]
        command += ["--seconds", str(settings.kit_seconds), "--days", str(shelf.days)]
        command += ["--megabytes", str(shelf.megabytes)]
        command += ["--faces", str(shelf.own_faces)] if shelf.own_faces else []
        try:
            process = subprocess.Popen(
                command,
                cwd=PACKAGE.parent,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                process_group=0,  # Ctrl-C is for the server, which says when to end
            )
        except OSError as error:
            log.error("kit worker", error=str(error))
            return None
        log.info("kit worker started", pid=process.pid)
        threading.Thread(target=_relay, args=(process,), daemon=True).start()
        return process

    def _watch(self) -> None:
        """Start the worker anew when it ends while there is something to do."""
        pause = FIRST_PAUSE
        while not self._closed.wait(WATCH_SECONDS):
            process = self._process
            if process is None:
                return
            if process.poll() is None:
                continue
            _end(process)  # closes its pipe
            pending = self.ledger.pending()
            log.info("kit worker ended", status=process.returncode, pending=pending)
            if process.returncode == 0 and not pending:
                with self._lock:
                    self._process = None
                return
            if process.returncode:
                log.warning("kit worker broke", status=process.returncode, again_in=pause)
                if self._closed.wait(pause):
                    return
                pause = min(2 * pause, LONGEST_PAUSE)
            with self._lock:
                if self._closed.is_set():
                    return
                self._process = self._start()


def _relay(process: subprocess.Popen[bytes]) -> None:
    """What the worker and its kits complain about goes to the log, in the log's own form."""
    assert process.stderr
    with process.stderr:
        for line in process.stderr:
            log.warning("kit worker says", line=line.decode("utf-8", "replace").rstrip())


def _end(process: subprocess.Popen[bytes]) -> None:
    """Let a worker end by itself, or end it."""
    with suppress(OSError):
        if process.stdin:
            process.stdin.close()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def key_of(game: str, options: KitOptions) -> str:
    """What names a kit: a hash of all that it depends on."""
    return hashlib.sha256(msgspec.json.encode([game, release(), options])).hexdigest()[:16]


@cache
def release() -> str:
    """A hash of all that kits are made of and by: after an update the old ones are not what is asked for."""
    digest = hashlib.sha256()
    for root in (
        PACKAGE / "kit",
        PACKAGE / "art",
        PACKAGE / "words",
        PACKAGE / "games",
        PACKAGE / "locale",
        folder("print"),
    ):
        for file in sorted(root.rglob("*")):
            if file.is_file() and file.suffix not in (".pyc", ".faces", ".po"):
                digest.update(f"\n{file.relative_to(root)}\n".encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()
