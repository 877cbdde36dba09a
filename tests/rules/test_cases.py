"""The case files, through the rules in this process and through a real engine process."""

from contextlib import ExitStack

import pytest

from companion.games.registry import games
from tests.rules import cases
from tests.rules.drivers import Engine, InProcess

CASES = [(slug, case) for slug in games() for case in cases.read(f"{slug}*.jsonl")]


def name(value):
    return value if isinstance(value, str) else value["id"]


def test_every_game_has_cases():
    assert {slug for slug, _ in CASES} == set(games())


@pytest.mark.parametrize("slug", games())
def test_case_ids_are_unique(slug):
    ids = [case["id"] for game, case in CASES if game == slug]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize(("slug", "case"), CASES, ids=name)
def test_case(slug, case):
    cases.run(case, InProcess(games()[slug]))


@pytest.fixture(scope="module")
def engines():
    with ExitStack() as stack:
        yield {slug: stack.enter_context(Engine(slug)) for slug in games()}


@pytest.mark.parametrize(("slug", "case"), CASES, ids=name)
def test_case_through_the_engine(slug, case, engines):
    cases.run(case, engines[slug])
