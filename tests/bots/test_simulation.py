"""Many games of a bot: the same from the same seed whatever the number of processes, told, drawn, and stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.art import histogram
from companion.bots import simulation
from companion.bots.simulation import Played
from companion.cli import main

SVG = "{http://www.w3.org/2000/svg}"


def test_the_same_seed_gives_the_same_scores_on_any_number_of_processes():
    alone = {game.number: game for game in simulation.run("abduction", "random", 12, 5, processes=1)}
    together = {game.number: game for game in simulation.run("abduction", "random", 12, 5, processes=2)}
    assert alone == together
    assert set(alone) == set(range(12))
    other = {game.number: game for game in simulation.run("abduction", "random", 12, 6, processes=2)}
    assert other != alone


def test_the_summary_counts_and_orders():
    played = [Played(2, 50, False, 9), Played(0, 0, True, 9), Played(1, 10, False, 9), Played(3, 20, False, 9)]
    found = simulation.summary("abduction", "random", 7, played)
    assert found.scores == [0, 10, 50, 20]
    assert (found.games, found.lost, found.best, found.median, found.mean) == (4, 1, 50, 15, 20)
    assert found.lower == 7.5 and found.upper == 27.5
    one = simulation.summary("abduction", "random", 7, played[:1])
    assert (one.lower, one.median, one.upper) == (50, 50, 50)


def test_the_drawing_has_a_bar_for_each_number_of_digits():
    shown = histogram.bars([0, 0, 0, 7, 12, 99, 100, 1234567], lost=2)
    assert [(bar.label, bar.games) for bar in shown[:4]] == [
        ("lost", 2),
        ("0 to 9", 2),
        ("from 10", 2),
        ("from 100", 1),
    ]
    assert [bar.games for bar in shown[4:]] == [0, 0, 0, 1]
    root = ElementTree.fromstring(histogram.draw("A <title>", "a & b", [0, 5, 12], 1))
    assert root.find(f"{SVG}title").text == "A <title>"
    assert len([bar for bar in root.findall(f"{SVG}rect") if bar.get("stroke")]) == 3


def test_the_command_says_what_came_of_it_and_draws(tmp_path, capsys):
    assert main(["simulate", "abduction", "--games", "6", "--bot", "random", "--svg", str(tmp_path / "a.svg")]) == 0
    said = capsys.readouterr().out
    assert "median" in said and "lost" in said
    ElementTree.parse(tmp_path / "a.svg")
    assert main(["simulate", "abduction", "--games", "6", "--bot", "random", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == len(found["scores"]) == 6


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["go"], "eruption, abduction"),
        (["eruption"], "abduction"),
        (["abduction", "--bot", "best"], "sensible"),
        (["abduction", "--games", "0"], "--games"),
        (["abduction", "--games", "1", "--bot", "random", "--svg", "/nowhere/a.svg"], "/nowhere/a.svg"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(arguments, named, capsys):
    assert main(["simulate", *arguments]) == 2
    told = capsys.readouterr().err
    assert named in told and told.count("\n") == 1


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM], ids=["interrupt", "terminate"])
def test_who_stops_it_stops_all_processes(kind):
    command = [sys.executable, "-m", "companion.cli", "simulate", "abduction", "--games", "5000", "--bot", "rollout"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, env=os.environ
    )
    while not children(process.pid):
        time.sleep(0.1)
    time.sleep(1)
    if kind == signal.SIGINT:
        os.killpg(process.pid, kind)  # what a terminal does
    else:
        process.terminate()
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in err and out == b""
    until = time.monotonic() + 20
    while children(process.pid):  # one that was just told to end may still be at it
        assert time.monotonic() < until
        time.sleep(0.1)


def children(group):
    """The other processes of a process group."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, _parent, its_group = (folder / "stat").read_text().rpartition(")")[2].split()[:3]
        except OSError:  # it has just ended
            continue
        if int(its_group) == group and int(folder.name) != group and state != "Z":
            found.append(folder.name)
    return found
