"""A store in a file of its own, tables of the tiny game, and verbs to play at them."""

from __future__ import annotations

import hashlib
import itertools
import random

import pytest

from companion.games.contract import to_wire
from companion.tables.log import Store
from companion.tables.play import Command, Kit, Tables
from tests.tables.race import RACE

GAMES = {"race": RACE}
_ids = itertools.count()


def seeds(start=0):
    """Seeds that are the same at every run, so that a test fails always or never."""
    numbers = itertools.count(start)
    return lambda: hashlib.sha256(str(next(numbers)).encode()).digest()


def command(table):
    """A new command for the table as it is."""
    return Command(f"command-{next(_ids)}", table.version)


def play(tables, table, steps=1, seed=0):
    """Some random legal steps, fewer if the game ends."""
    rng = random.Random(seed)
    for _ in range(steps):
        if table.over:
            break
        if table.asks == "roll":
            table = tables.roll(table.code, command(table))
        else:
            table = tables.act(table.code, command(table), answer(table, rng))
    return table


def answer(table, rng):
    """A random legal answer, on the wire."""
    if table.asks == "seat":
        return to_wire(rng.choice(table.position.legal()))
    return to_wire(rng.choice([outcome for outcome, _ in table.position.outcomes()]))


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path}/tables.db"


@pytest.fixture
def store(url):
    store = Store(url)
    yield store
    store.close()


@pytest.fixture
def tables(store):
    return Tables(store, GAMES, seeds=seeds())


@pytest.fixture
def new(tables):
    """Make a table of the tiny game."""

    def make(names=("Ann", "Ben"), kit=Kit(), **options):  # noqa: B008
        return tables.create("race", {"players": len(names), **options}, names, kit)

    return make


@pytest.fixture
def table(new):
    return new()
