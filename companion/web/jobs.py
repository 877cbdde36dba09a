"""Kits in the making: each in a process of its own, a few at once, the others in a line; none takes for ever."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Literal

import msgspec

from companion.kit.options import KitOptions, as_words
from companion.resources import PACKAGE
from companion.web.logs import log

State = Literal["waiting", "running", "done", "failed"]

LONGEST_LINE = 12
"""How many kits may wait."""
KEPT = 24
"""How many finished kits stay on the disk; the oldest go first."""


class LineFull(Exception):
    """Too many kits wait already."""


class Step(msgspec.Struct):
    """A line of what the kit's process prints."""

    done: int = 0
    total: int = 1
    text: str = ""
    file: str = ""
    bytes: int = 0
    error: str = ""


@dataclass
class Job:
    """One kit. `key` names what is printed: whoever asks for the same gets the same file. `error` is a stable code."""

    key: str
    game: str
    options: KitOptions
    file: Path
    state: State = "waiting"
    step: Step = field(default_factory=Step)
    error: str = ""
    sentence: str = ""

    @property
    def over(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in ("done", "failed")


class KitJobs:
    """All kits in the making and lately made. `folder` keeps the files; one kit may take `seconds`."""

    def __init__(self, folder: Path, at_once: int, seconds: float, program: Sequence[str] = ()) -> None:
        self.folder = folder
        self.at_once = at_once
        self.seconds = seconds
        self.program = tuple(program) or (sys.executable, "-m", "companion.kit")
        self._jobs: dict[str, Job] = {}
        self._line: list[Job] = []
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._lock = threading.Lock()
        # By a server that has ended, and by kits that ended with it half written: nobody knows them any more.
        for left in (*folder.glob("*.pdf"), *folder.glob(".*.pdf-*")):
            left.unlink(missing_ok=True)

    def ask(self, game: str, options: KitOptions) -> Job:
        """The job that prints this: one that is there already, or a new one at the end of the line.

        Raises:
            LineFull: too many wait.
        """
        key = key_of(game, options)
        with self._lock:
            job = self._jobs.get(key)
            if job is not None and not (job.state == "failed" or (job.state == "done" and not job.file.exists())):
                return job
            if len(self._line) >= LONGEST_LINE:
                raise LineFull
            self.folder.mkdir(parents=True, exist_ok=True)
            job = self._jobs[key] = Job(key, game, options, self.folder / f"{key}.pdf")
            self._line.append(job)
            self._next()
        return job

    def get(self, key: str) -> Job | None:
        """The job of that key."""
        return self._jobs.get(key)

    def place(self, job: Job) -> int:
        """How many kits are in front of a waiting one."""
        with self._lock:
            return self._line.index(job) if job in self._line else 0

    def close(self) -> None:
        """Stop everything."""
        with self._lock:
            self._line.clear()
            for process in self._running.values():
                process.kill()

    def _next(self) -> None:
        """Start what may start; the lock is held."""
        while self._line and len(self._running) < self.at_once:
            job = self._line.pop(0)
            try:
                process = self._start(job)
            except OSError as error:
                job.state, job.error = "failed", "cannot_start"
                log.error("kit", key=job.key, error=str(error))
                continue
            job.state = "running"
            self._running[job.key] = process
            threading.Thread(target=self._follow, args=(job, process), daemon=True).start()

    def _start(self, job: Job) -> subprocess.Popen[bytes]:
        command = [*self.program, job.game, "-o", str(job.file), "--json"]
        command += ["--cache", str(self.folder / "faces")]
        command += [f"--{name.replace('_', '-')}={word}" for name, word in as_words(job.options).items()]
        if nice := shutil.which("nice"):  # a tap on a phone comes before a page of a kit
            command = [nice, "-n", "10", *command]
        return subprocess.Popen(command, cwd=PACKAGE.parent, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)

    def _follow(self, job: Job, process: subprocess.Popen[bytes]) -> None:
        """Read what the process says until it ends, or its time is up."""
        late = threading.Timer(self.seconds, self._too_late, (job, process))
        late.start()
        try:
            with process:
                assert process.stdout
                self._listen(job, process.stdout)
        finally:
            late.cancel()
            with self._lock:
                self._running.pop(job.key, None)
                if job.state == "running":
                    whole = process.returncode == 0 and job.file.exists()
                    job.state, job.error = ("done", "") if whole else ("failed", job.error or "broken_off")
                self._clean()
                self._next()
        log.info("kit", key=job.key, state=job.state, error=job.error, bytes=job.step.bytes)

    @staticmethod
    def _listen(job: Job, lines: IO[bytes]) -> None:
        for line in lines:
            try:
                step = msgspec.json.decode(line, type=Step)
            except msgspec.MsgspecError:
                continue
            if step.error:
                job.error, job.sentence = step.error, step.text
            elif step.bytes:
                job.step.bytes = step.bytes
            else:
                job.step = step

    @staticmethod
    def _too_late(job: Job, process: subprocess.Popen[bytes]) -> None:
        job.error = "too_slow"
        process.kill()

    def _clean(self) -> None:
        """Forget the oldest finished jobs, with their files; the lock is held."""
        over = [job for job in self._jobs.values() if job.over]
        for job in over[: max(0, len(over) - KEPT)]:
            job.file.unlink(missing_ok=True)
            del self._jobs[job.key]


def key_of(game: str, options: KitOptions) -> str:
    """What names a kit: a hash of all that it depends on."""
    return hashlib.sha256(msgspec.json.encode([game, options])).hexdigest()[:16]
