"""docs/abduction-engine.md names all there is, and nothing that there is not."""

import json
import re
import typing
from pathlib import Path

import pytest

from companion.games.abduction import actions, events, load
from companion.games.abduction.data import RULES
from companion.games.abduction.legal import ANSWERS
from companion.games.contract import BadState
from tests.rules import cases
from tests.rules.abduction import players

GAME = players.GAME
TEXT = (Path(__file__).parents[3] / "docs/abduction-engine.md").read_text(encoding="utf-8")


def section(title):
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", TEXT, re.M | re.S)
    return found.group(1)


def named(text):
    return set(re.findall(r"`([a-z_0-9]+)`", text))


def column(title, number):
    """What stands in a column of the tables of a section."""
    rows = [line.split(" | ") for line in section(title).splitlines() if line.startswith("| ")]
    return {name for row in rows for name in re.findall(r"`([a-z_]+)`", row[number].strip("| "))}


def tags(union):
    return {kind.__struct_config__.tag for kind in typing.get_args(union)}


def test_every_action_is_there_and_no_other():
    told = set(re.findall(r'"type": "([a-z_]+)"', section("Actions")))
    assert told == tags(actions.AnyAction)


def test_every_event_is_there_with_its_members():
    told = column("Events", 0)
    assert told == tags(events.AnyEvent)
    for kind in typing.get_args(events.AnyEvent):
        row = next(
            line for line in section("Events").splitlines() if line.startswith(f"| `{kind.__struct_config__.tag}` ")
        )
        assert set(kind.__struct_fields__) <= named(row), row


def test_every_decision_is_there_with_its_answers():
    assert column("Decisions", 1) == set(load.KINDS)
    assert {kind for kinds in ANSWERS.values() for kind in kinds} == set(load.KINDS)
    assert column("Actions", 0) == set(load.KINDS)


def test_every_refusal_of_an_action_is_there():
    seen = {
        step["error"]
        for case in cases.read("abduction*.jsonl")
        for step in case.get("do", ())
        if isinstance(step.get("error"), str)
    }
    told = column("Refusals", 0)
    assert seen <= told
    source = (Path(load.__file__).parent / "legal.py").read_text("utf-8")
    source += (Path(load.__file__).parent / "position.py").read_text("utf-8")
    assert told == set(re.findall(r'Problem\(\s*"([a-z_]+)"', source))


def test_every_option_is_there_with_its_values_the_default_first():
    rows = dict(re.findall(r"^\| `([a-z_]+)` \| ([^|]*) \|", section("Options"), re.M))
    assert list(rows) == [option.slug for option in RULES.options]
    for option in RULES.options:
        values = [json.dumps(v) if isinstance(v, bool) else v for v in option.values]
        assert re.findall(r"`([a-z_]+)`", rows[option.slug]) == values


def test_every_member_of_a_state_is_there_and_the_example_is_one():
    example = json.loads(re.search(r"```json\n(.*?)```", section("State"), re.S).group(1))
    position, happened = GAME.load(example)
    assert happened == []
    view = position.view()
    assert list(example) == list(view)
    assert {**view, "options": None} == {**example, "options": None}
    assert all(phase in named(section("State")) for phase in RULES.phases)


def test_every_card_kind_and_effect_is_named():
    told = named(section("Names"))
    assert {card.slug for card in RULES.cards} - told == {"cow_2", "cow_3", "cow_4"}
    assert set(RULES.effects) | set(RULES.groups) <= told


@pytest.mark.parametrize("path", ["hand", "cows"])
def test_what_is_said_of_refused_states_is_so(path):
    wrong = {"hand": {"hand": {"red": 10}}, "cows": {"cows": [["cow_1"], ["cow_1", "cow_2"]]}}[path]
    with pytest.raises(BadState):
        GAME.load(wrong)


def test_its_lines_are_short():
    assert all(len(line) <= 160 or line.startswith("| `") for line in TEXT.splitlines())
