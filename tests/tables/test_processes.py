"""Processes that die, and processes that play at one table at once."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time

import pytest

from companion.tables import errors
from companion.tables.log import Store
from companion.tables.play import Command, Tables
from tests.tables.conftest import GAMES


def start(url, code, name, most=0):
    """A process that plays."""
    arguments = [sys.executable, "-m", "tests.tables.child", url, code, name, str(most)]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)


def accepted(child):
    """The versions and command ids that a process has said were accepted; the last line may be torn."""
    lines = child.stdout.read().split("\n")[:-1]
    return [(int(version), id_) for version, id_ in (line.split() for line in lines if line != "stale")]


def kill_in_mid_play(url, code, name, rng):
    """What a process had answered when it was killed at some moment of its play."""
    with start(url, code, name) as child:
        try:
            version, id_ = child.stdout.readline().split()
            time.sleep(rng.uniform(0, 0.12))
        finally:
            child.kill()
        return [(int(version), id_), *accepted(child)]


def killed(url, times):
    """Kill a playing process again and again; every answered command must be in the log, once."""
    store = Store(url)
    code = Tables(store, GAMES).create("race", {"goal": 10**9}, ["Ann", "Ben"]).code
    store.close()
    rng, said = random.Random(5), []
    for number in range(times):
        said += kill_in_mid_play(url, code, f"child{number:03}", rng)
        store = Store(url)
        table = Tables(store, GAMES).open(code)
        stored = {record.command: record.n for record in store.records(table.row.id)}
        assert {id_: n for n, id_ in said}.items() <= stored.items()
        assert len({n for n, _ in said}) == len(said)
        assert store.faults() == []
        store.close()
    assert len(said) > 10 * times


def test_a_killed_process_loses_no_answered_command(url):
    killed(url, 5)


@pytest.mark.slow
def test_a_process_killed_a_hundred_times_loses_no_answered_command(url):
    for part in range(10):
        killed(f"{url}-{part}", 10)


def test_of_two_processes_in_the_same_moment_one_wins(url):
    store = Store(url)
    tables = Tables(store, GAMES)
    code = tables.create("race", {"goal": 10**9}, ["Ann", "Ben"]).code
    with start(url, code, "first-one", 150) as one, start(url, code, "other-one", 150) as other:
        said = [accepted(child) for child in (one, other)]
    assert (one.returncode, other.returncode) == (0, 0)
    versions = sorted(n for one in said for n, _ in one)
    assert versions == list(range(1, 301))
    table = tables.open(code)
    assert table.version == 300
    assert {r.n: r.command for r in store.records(table.row.id, 0)} == {n: id_ for one in said for n, id_ in one}
    store.close()


def test_threads_at_one_table_take_turns(tables, new):
    table = new(goal=1000)
    wins, lost = [], []

    def tap(name):
        for number in range(40):
            now = tables.open(table.code)
            try:
                wins.append(
                    tables.act(table.code, Command(f"{name}-{number:06}", now.version), {"type": "pass"}).version
                )
            except errors.Stale:
                lost.append(name)

    threads = [threading.Thread(target=tap, args=(f"thread-{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(wins) + len(lost) == 160
    assert tables.open(table.code).version == len(wins) == len(tables.history(table.code)) - 1
