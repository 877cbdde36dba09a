"""The worker: kits in the order in which they came, so many at once, none for ever; and what dies is taken up again."""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.kit.options import KitOptions
from companion.web.kits.ledger import Job, Ledger, LineFull
from companion.web.kits.line import Line
from companion.web.kits.shelf import Shelf
from companion.web.kits.worker import Worker
from companion.web.kits.workshop import Workshop
from companion.web.settings import Settings
from tests.web.printshop_helpers import CRASHING, FAILING, IDLE, QUICK, SLOW, shelf, wait_for, wait_until

Start = Callable[..., Worker]


@pytest.fixture
def workshop(settings: Settings) -> Iterator[Workshop]:
    """Orders, with a worker that does nothing."""
    found = Workshop(settings)
    found.program = IDLE
    yield found
    found.close()


@pytest.fixture
def start(workshop: Workshop) -> Iterator[Start]:
    """Starts workers of this test, and ends them."""
    started: list[Worker] = []

    def begin(program: str, at_once: int = 1, seconds: float = 30) -> Worker:
        worker = Worker(workshop.shelf, at_once, seconds, (sys.executable, "-c", program))
        started.append(worker)
        worker.start()
        return worker

    yield begin
    for worker in started:
        worker.stop()


def walls(**options: object) -> KitOptions:
    return KitOptions(pieces=("walls",), **options)  # type: ignore[arg-type]


def several(workshop: Workshop, count: int) -> list[Job]:
    return [workshop.order("eruption", walls(gutter=float(n)), f"phone {n}") for n in range(count)]


def states(workshop: Workshop, jobs: list[Job]) -> list[str]:
    found = [workshop.ledger.get(job.key) for job in jobs]
    return [job.state if job else "gone" for job in found]


@pytest.mark.parametrize("at_once", [1, 3])
def test_so_many_are_made_at_once_and_the_others_wait_in_their_order(
    workshop: Workshop, start: Start, at_once: int
) -> None:
    jobs = several(workshop, 5)
    start(SLOW, at_once)
    wanted = ["running"] * at_once + ["waiting"] * (5 - at_once)
    wait_until(lambda: states(workshop, jobs) == wanted)
    assert [workshop.place(job) for job in jobs if workshop.ledger.get(job.key).state == "waiting"] == list(  # type: ignore[union-attr]
        range(5 - at_once)
    )
    time.sleep(0.5)
    assert states(workshop, jobs) == wanted


def test_a_kit_that_takes_too_long_is_stopped_and_the_next_one_starts(workshop: Workshop, start: Start) -> None:
    first, second = several(workshop, 2)
    start(SLOW, seconds=0.5)
    assert wait_for(workshop, first, "failed").error == "too_slow"
    wait_for(workshop, second, "running", "failed")


def test_a_running_kit_that_nobody_wants_is_stopped_with_its_process(workshop: Workshop, start: Start) -> None:
    first, second = several(workshop, 2)
    told = "pathlib.Path(sys.argv[sys.argv.index('-o') + 1]).write_text(str(os.getpid()))"
    worker = start(f"import os, pathlib, sys\n{told}\n{SLOW}")
    wait_for(workshop, first, "running")
    file = workshop.file(first)
    wait_until(lambda: file.exists() and file.read_text())
    pid = int(file.read_text())
    workshop.cancel(first, "phone 0")
    wait_for(workshop, first, "cancelled")
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    wait_for(workshop, second, "running")
    workshop.cancel(second, "somebody else")
    assert not worker.ledger.stopped(second)


def test_a_waiting_kit_that_nobody_wants_is_never_begun(workshop: Workshop, start: Start) -> None:
    first, second, third = several(workshop, 3)
    workshop.cancel(second, "phone 1")
    start(QUICK)
    wait_for(workshop, third, "done")
    assert states(workshop, [first, second, third]) == ["done", "cancelled", "done"]


def test_a_kit_that_was_given_up_can_be_ordered_again_at_once(workshop: Workshop, start: Start) -> None:
    (job,) = several(workshop, 1)
    start(SLOW)
    wait_for(workshop, job, "running")
    workshop.cancel(job, "phone 0")
    again = workshop.order("eruption", walls(gutter=0.0), "phone 0")
    assert again.key == job.key
    assert again.ticket != job.ticket
    wait_until(lambda: (now := workshop.ledger.get(job.key)) and now.state == "running" and now.ticket == again.ticket)


def test_the_line_has_an_end(workshop: Workshop) -> None:
    several(workshop, workshop.settings.kit_line)
    with pytest.raises(LineFull):
        workshop.order("eruption", walls(margin=9.0), "one more")
    workshop.order("eruption", walls(gutter=1.0), "one more")  # that one waits already


@pytest.mark.parametrize(("program", "error"), [(FAILING, "cannot_draw"), (CRASHING, "broken_off"), ("", "broken_off")])
def test_a_failure_is_told_and_the_kit_can_be_tried_again(
    workshop: Workshop, start: Start, program: str, error: str
) -> None:
    (job,) = several(workshop, 1)
    start(program)
    failed = wait_for(workshop, job, "failed")
    assert failed.error == error
    if program is FAILING:
        assert failed.template % failed.about == "Missing: Pango."
    again = workshop.order("eruption", walls(gutter=0.0), "phone 0")
    assert again.ticket != failed.ticket
    assert again.state == "waiting"


def test_a_file_that_is_gone_is_made_again(workshop: Workshop, start: Start) -> None:
    (job,) = several(workshop, 1)
    start(QUICK)
    wait_for(workshop, job, "done")
    workshop.file(job).unlink()
    assert workshop.get(job.key) is None
    again = workshop.order("eruption", walls(gutter=0.0), "phone 0")
    wait_for(workshop, again, "done")
    assert workshop.file(again).exists()


def test_what_a_worker_was_doing_is_taken_up_by_the_next(workshop: Workshop) -> None:
    first, second = several(workshop, 2)
    worker = Worker(workshop.shelf, 1, 30, (sys.executable, "-c", SLOW))
    worker.start()
    wait_for(workshop, first, "running")
    worker.stop()
    assert states(workshop, [first, second]) == ["waiting", "waiting"]
    worker = Worker(workshop.shelf, 1, 30, (sys.executable, "-c", QUICK))
    worker.start()
    wait_for(workshop, second, "done")
    wait_for(workshop, first, "done")
    worker.stop()


def test_a_server_that_is_stopped_often_does_not_wear_a_kit_out(workshop: Workshop) -> None:
    (job,) = several(workshop, 1)
    for program in (SLOW, SLOW, SLOW, QUICK):
        worker = Worker(workshop.shelf, 1, 30, (sys.executable, "-c", program))
        worker.start()
        wait_for(workshop, job, "running", "done")
        if program is not QUICK:
            worker.stop()
    wait_for(workshop, job, "done")
    worker.stop()


def test_a_kit_under_which_workers_die_has_failed(workshop: Workshop) -> None:
    (job,) = several(workshop, 1)
    for _ in range(2):
        (again,) = workshop.ledger.recover(frozenset())
        assert workshop.ledger.begin(again.key, again.ticket)
    assert workshop.ledger.recover(frozenset()) == []
    failed = workshop.ledger.get(job.key)
    assert failed
    assert (failed.state, failed.error) == ("failed", "broken_off")


def test_what_an_attempt_reports_that_was_given_up_is_not_written_down(workshop: Workshop) -> None:
    (job,) = several(workshop, 1)
    begun = workshop.ledger.begin(job.key, job.ticket)
    assert begun
    workshop.cancel(job, "phone 0")
    again = workshop.order("eruption", walls(gutter=0.0), "phone 0")
    workshop.ledger.step(begun, 3, 4, "Late")
    workshop.ledger.finish(begun, "done")
    now = workshop.ledger.get(again.key)
    assert now
    assert (now.state, now.done) == ("waiting", 0)


@pytest.mark.parametrize("name", ["kits.sqlite", "queue.sqlite"])
def test_a_damaged_file_is_begun_anew(settings: Settings, name: str) -> None:
    folder = settings.data / "kits"
    folder.mkdir(parents=True)
    (folder / name).write_bytes(b"SQLite format 3\0" + b"\xa5" * 8000)
    workshop = Workshop(settings)
    workshop.program = IDLE
    job = workshop.order("eruption", walls(), "phone")
    assert workshop.place(job) == 0
    assert Line(folder).tickets() == {job.ticket}
    workshop.close()


def finished(ledger: Ledger, kept: Shelf, n: int, age: float = 0, size: int = 1000) -> str:
    """A finished kit of that size, last used so many seconds ago."""
    key = f"{n:016x}"
    job = ledger.order(key, "eruption", {}, "phone", True, 99)
    assert job
    assert ledger.begin(key, job.ticket)
    ledger.finish(job, "done")
    file = kept.file(key, ".pdf")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"x" * size)
    picture = kept.pictures(key) / "1.png"
    picture.parent.mkdir(parents=True, exist_ok=True)
    picture.write_bytes(b"x" * size)
    with sqlite3.connect(kept.ledger) as connection:
        connection.execute("update kit set used = used - ? where key = ?", (age, key))
    connection.close()
    return key


def names(kept: Shelf, what: str) -> set[str]:
    return {file.name.partition(".")[0] for file in kept.folder.glob(f"{what}/*")}


def test_old_kits_go_with_their_pictures(tmp_path: Path) -> None:
    kept = shelf(tmp_path, days=7)
    ledger = Ledger(kept.ledger)
    finished(ledger, kept, 1, age=8 * 86400)
    young = finished(ledger, kept, 2, age=6 * 86400)
    kept.tidy(ledger)
    assert names(kept, "files") == names(kept, "pictures") == {young}
    assert [key for key, _ in ledger.finished()] == [young]


def test_when_room_is_short_the_least_used_go_first_and_the_newest_stays(tmp_path: Path) -> None:
    kept = shelf(tmp_path, megabytes=1)
    ledger = Ledger(kept.ledger)
    keys = [finished(ledger, kept, n, age=100 - n, size=150_000) for n in range(5)]
    kept.tidy(ledger)
    assert names(kept, "files") == set(keys[3:])
    huge = finished(ledger, kept, 9, size=2_000_000)
    kept.tidy(ledger)
    assert names(kept, "files") == {huge}


def test_files_that_no_kit_owns_go_when_they_are_old(tmp_path: Path) -> None:
    kept = shelf(tmp_path)
    ledger = Ledger(kept.ledger)
    own = finished(ledger, kept, 1)
    half, old = kept.file("a" * 16, ".pdf").with_name(f".{'a' * 16}.pdf-xyz"), kept.file("b" * 16, ".pdf")
    for file in (half, old):
        file.write_bytes(b"x")
    os.utime(old, (0, 0))
    kept.tidy(ledger)
    assert names(kept, "files") == {own, ""}
    assert half.exists()


def test_faces_take_no_more_than_their_share(tmp_path: Path) -> None:
    kept = shelf(tmp_path, megabytes=1)
    kept.faces.mkdir(parents=True)
    for n in range(5):
        file = kept.faces / f"{n}.faces"
        file.write_bytes(b"x" * 80_000)
        os.utime(file, (1000 + n, 1000 + n))
    kept.tidy(Ledger(kept.ledger))
    assert sorted(file.name for file in kept.faces.iterdir()) == ["3.faces", "4.faces"]


@pytest.fixture
def real(settings: Settings) -> Iterator[Workshop]:
    """A workshop with the worker that the server has."""
    found = Workshop(settings)
    yield found
    found.close()


def pid_of(workshop: Workshop) -> int:
    assert workshop._process
    return workshop._process.pid


def test_a_worker_that_is_killed_is_started_again_and_goes_on(real: Workshop) -> None:
    job = real.order("eruption", KitOptions(art="night"), "phone")
    wait_for(real, job, "running")
    first = pid_of(real)
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: real._process and real._process.pid != first)
    assert wait_for(real, job, "done", "failed").state == "done"


def test_a_worker_ends_with_the_server_however_that_ends(real: Workshop) -> None:
    job = real.order("eruption", walls(), "phone")
    wait_for(real, job, "done", "failed")
    process = real._process
    assert process
    assert process.stdin
    process.stdin.close()  # what happens when a server is killed
    assert process.wait(20) == 0
