"""The case files, through the rules in this process and through a real engine process."""

import pytest

from companion.games.registry import games
from tests.rules import cases
from tests.rules.drivers import Engine, InProcess

CASES = list(cases.read("eruption*.jsonl"))


def test_case_ids_are_unique():
    ids = [case["id"] for case in CASES]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case):
    cases.run(case, InProcess(games()["eruption"]))


@pytest.fixture(scope="module")
def engine():
    with Engine("eruption") as engine:
        yield engine


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case_through_the_engine(case, engine):
    cases.run(case, engine)
