"""Everything that Abduction can say to people has a sentence."""

import json
import random
import typing
from pathlib import Path

import pytest

from companion.games.abduction import events
from companion.games.abduction.data import RULES
from companion.games.abduction.legal import ANSWERS, LEGAL
from companion.games.contract import BadState
from companion.words import abduction as words
from companion.words.common import ENGLISH, SHARED_PROBLEMS, Speaker
from tests.rules import cases
from tests.rules.abduction import players

GAME = players.GAME
TAGS = {kind.__struct_config__.tag for kind in typing.get_args(events.AnyEvent)}


def said(sentence):
    assert sentence.endswith(".") and " " in sentence and "%(" not in sentence
    return sentence


def told(seeds):
    for seed in seeds:
        for _, _, happened in players.game(random.Random(seed)):
            yield from happened


def test_every_event_of_games_with_any_options_is_told_in_a_sentence():
    seen = set()
    for event in told(range(600)):
        seen.add(event["type"])
        said(words.event(event, ["Ann"]))
    assert TAGS - seen == {"corrected"}
    said(words.event({"type": "corrected", "members": ["hand"]}, ["Ann"]))


def test_the_same_in_another_language_changes_nothing_but_the_words():
    upper = Speaker(lambda text: text.replace("Turn", "Zug"), ENGLISH.ngettext)
    assert words.event({"type": "turn_started", "part": 1, "turn": 3}, (), upper) == "Zug 3."


@pytest.mark.parametrize("case", list(cases.read("abduction*.jsonl")), ids=lambda case: case["id"])
def test_every_refusal_is_explained_in_a_sentence(case):
    if "refused" in case:
        with pytest.raises(BadState) as refusal:
            GAME.load(case["load"])
        said(words.problem(refusal.value.problem))
        return
    position, _ = GAME.load(case["load"])
    for step in case.get("do", ()):
        if isinstance(step.get("error"), str):
            said(words.problem(position.check(GAME.action(step["action"]))))
        elif "error" not in step:
            position.apply(GAME.action(step["action"]))


def test_no_sentence_waits_for_a_problem_that_never_comes():
    sources = "".join(path.read_text("utf-8") for path in Path(events.__file__).parent.glob("*.py"))
    assert [slug for slug in words._PROBLEMS if f'"{slug}"' not in sources] == []
    assert not set(words._PROBLEMS) & set(SHARED_PROBLEMS)


def test_every_decision_has_a_name():
    kinds = {kind for answered in ANSWERS.values() for kind in answered}
    assert kinds >= set(LEGAL)
    for kind in kinds:
        assert words.decision_name(kind) != kind


def test_cards_effects_and_digits_have_names():
    for card in RULES.cards:
        said(words.card_text(card.slug))
        assert words.card_name(card.slug)
    assert [words.digit_name(place) for place in (0, 1, 6)] == ["ones", "tens", "digit 7"]


def test_problems_and_events_are_plain_data():
    for event in told([1]):
        json.dumps(event)
