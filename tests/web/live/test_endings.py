"""How streams end with the server, and what becomes of phones that vanish or do not read."""

from __future__ import annotations

import os
import resource
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.games.registry import games
from companion.tables.log import Store
from companion.tables.play import Tables
from tests.web.conftest import free_port
from tests.web.live.conftest import Hall, Listener, LiveServer

ENOUGH = 1000


class Roomy(LiveServer):
    """A server with room for many streams, and a slower heart."""

    def command(self) -> list[str]:
        return [*super().command(), "--table-streams", "3600", "--address-streams", "3600", "--heartbeat", "5"]


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Hall]:
    """A hall with a server of its own, that a test may end."""
    server = Roomy(tmp_path / "data", free_port())
    server.start()
    store = Store(f"sqlite:///{server.data / 'tables.sqlite'}")
    hall = Hall(Tables(store, games()), server)
    yield hall
    for listener in hall.listeners:
        listener.close()
    server.kill()
    store.close()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_stop_says_goodbye_and_ends(own: Hall, how: signal.Signals) -> None:
    code = own.new().code
    listeners = [own.follow(code) for _ in range(20)]
    for listener in listeners:
        listener.next("table")
    assert own.server.process
    os.killpg(own.server.process.pid, how)  # as a terminal does to all that runs in it
    own.server.process.wait(5)
    for listener in listeners:
        assert listener.rest()[-1].name == "bye"
    assert "Traceback" not in own.server.log and "graceful" not in own.server.log, own.server.log


@pytest.mark.slow
def test_a_thousand_streams_do_not_keep_the_server_from_ending(own: Hall) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    code = own.new().code
    listeners = [own.follow(code) for _ in range(ENOUGH)]
    for listener in listeners:
        listener.next("table")
    assert own.server.process
    own.server.process.terminate()
    own.server.process.wait(5)
    assert all(listener.rest()[-1].name == "bye" for listener in listeners)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.slow
def test_a_phone_that_never_reads_is_cut_off_and_disturbs_nobody(own: Hall) -> None:
    code = own.new().code
    ada = own.follow(code)
    ada.next("table")
    deaf = own.listen(code, buffer=2048)
    worker = _worker(own.server)
    before = _memory(worker)
    for _ in range(60):  # far more than waits for one phone
        own.tap(code)
        assert ada.next("table")
        own.untap(code)
        assert ada.next("table")
    assert _memory(worker) - before < 30_000
    time.sleep(15)  # the server gives up: what was under way comes, and then the end
    read = 0
    with suppress(ConnectionError):
        while more := deaf.socket.recv(1 << 20):
            read += len(more)
    assert 0 < read < 1 << 20
    assert ada.next("hb")
    assert "Traceback" not in own.server.log, own.server.log
    deaf.close()


@pytest.mark.slow
def test_phones_that_never_read_do_not_keep_the_server_from_ending(own: Hall) -> None:
    code = own.new().code
    deaf = [own.listen(code, buffer=2048) for _ in range(5)]
    for _ in range(60):  # far more than waits for one of them
        own.tap(code)
        own.untap(code)
    assert own.server.process
    own.server.process.terminate()
    own.server.process.wait(7)
    for listener in deaf:
        listener.close()


def test_a_phone_that_hangs_up_without_a_word_is_away_after_a_moment(own: Hall) -> None:
    code = own.new().code
    own.sit(code, "ada", 0)
    own.sit(code, "ben", 1)
    ada = own.follow(code, "ada")
    ada.next("table")
    ben = own.follow(code, "ben")
    assert "Ben: connected" in ada.next("people").html
    ben.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # a reset, as by a crash
    ben.close()
    assert "Ben: away" in ada.next("people").html


def test_a_restarted_server_goes_on_where_the_phone_is(own: Hall) -> None:
    code = own.new().code
    first = own.follow(code).next("table")
    own.server.kill()
    own.move(code)
    own.server.start()
    again = own.follow(code, query=f"?have={first.key}").next("table")
    assert again.json["base"] is None and again.json["at"] == "1.0"


def _worker(server: LiveServer) -> int:
    assert server.process
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    return int(children[0])


def _memory(process: int) -> int:
    """Resident memory in kB."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])


def test_whoever_reads_slowly_gets_the_newest_state_and_not_every_one(own: Hall) -> None:
    code = own.new().code
    slow = Listener(own.server.port, f"/t/{code}/live")
    own.listeners.append(slow)
    slow.head()
    slow.next("table")
    for _ in range(15):
        own.move(code)
        time.sleep(0.01)
    version = own.open(code).version
    told = 0
    while slow.next("table").json["at"] != f"{version}.0":
        told += 1
    assert told < 15
