"""What must hold in every game of Abduction, whatever its options and however it is played (rules section 10)."""

import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from jsonschema import Draft202012Validator

from companion.engine import Session
from companion.games.contract import IllegalAction, to_wire
from tests.rules.abduction import players, slow
from tests.rules.cases import canonical

GAME = players.GAME
SCHEMA = GAME.schema()
VALID = {
    name: Draft202012Validator({"$defs": SCHEMA["$defs"], **SCHEMA["properties"][name]})
    for name in ("options", "state", "action", "event")
}


def listed(position):
    """What the position says is legal, by seat or by chance."""
    return position.legal() or [action for action, _ in position.outcomes()]


def names(actions):
    return {canonical(action) for action in to_wire(actions)}


class AnyGame(RuleBasedStateMachine):
    """A game from some moment on: legal actions are played, and everything that must hold is looked at."""

    @initialize(
        chosen=st.fixed_dictionaries({slug: st.sampled_from(values) for slug, values in players.CHOICES.items()}),
        plain=st.booleans(),
        seed=st.integers(0, 2**32),
        played=st.integers(0, 250),
    )
    def begin(self, chosen, plain, seed, played):
        rng = random.Random(seed)
        self.chosen = players.options(rng) if plain else chosen
        self.start = GAME.new(self.chosen)[0]
        self.position = self.start.copy()
        self.actions = []
        self.watch = slow.Watch(self.position.view())
        self.watch.turns[1] = 1
        while len(self.actions) < played and (action := players.move(self.position, rng)) is not None:
            self.act(action)

    def act(self, action):
        events = to_wire(self.position.apply(action))
        self.actions.append(to_wire(action))
        self.watch.see(self.position.view(), self.actions[-1], events)
        return events

    @precondition(lambda self: self.position.decision() is not None)
    @rule(seed=st.integers(0, 2**32))
    def play(self, seed):
        events = self.act(players.move(self.position, random.Random(seed)))
        VALID["action"].validate(self.actions[-1])
        VALID["state"].validate(self.position.view())
        for event in events:
            VALID["event"].validate(event)

    @rule()
    def every_listed_action_applies_to_a_copy(self):
        before = self.position.view()
        for action in listed(self.position):
            other = self.position.copy()
            assert other.check(action) is None
            pushed = other.copy()
            assert to_wire(other.apply(action)) == to_wire(pushed.push(action))
            assert pushed.view() == other.view()
            slow.check(other.view())
        assert self.position.view() == before, "a copy was not independent"

    @rule()
    def what_is_listed_is_what_check_allows_and_all_else_changes_nothing(self):
        before = self.position.view()
        allowed = names(listed(self.position))
        for wire in players.every_action(before):
            problem = self.position.check(GAME.action(wire))
            assert (problem is None) == (canonical(wire) in allowed), (wire, problem)
            if problem is not None:
                with pytest.raises(IllegalAction):
                    self.position.apply(GAME.action(wire))
        assert self.position.view() == before

    @rule()
    def what_is_loaded_goes_on_like_what_was_saved(self):
        before = self.position.view()
        loaded, events = GAME.load(before)
        assert events == []
        assert loaded.view() == before
        assert loaded.decision() == self.position.decision()
        assert loaded.legal() == self.position.legal()
        assert loaded.outcomes() == self.position.outcomes()
        for action in listed(self.position):
            ours = self.position.copy()
            assert to_wire(ours.apply(action)) == to_wire(loaded.copy().apply(action))

    @rule()
    def an_empty_correction_changes_nothing(self):
        corrected = self.position.copy()
        corrected.apply(GAME.action({"type": "correct", "set": {}}))
        assert corrected.view() == self.position.view()

    @rule(back=st.integers(1, 80))
    def the_engine_takes_actions_back(self, back):
        session = Session(GAME)
        session.call("new", {"options": self.chosen})
        states = [session.call("state", {})["state"]]
        states += [session.call("apply", {"action": action})["state"] for action in self.actions]
        assert states[-1] == self.position.view()
        if self.actions:
            back = min(back, len(self.actions))
            assert session.call("undo", {"actions": back})["state"] == states[-1 - back]

    @invariant()
    def the_state_is_sound(self):
        state = self.position.view()
        slow.check(state)
        if state["decision"] and state["decision"]["by"] == "seat":
            assert names(self.position.legal()) == {canonical(action) for action in slow.legal(state)}
        elif state["decision"]:
            assert state["drawing"] or state["decision"]["kind"] == "face_down"
            weights = {action.card: weight for action, weight in self.position.outcomes()}
            known = state["face_down"]["card"]
            forced = state["decision"]["kind"] == "face_down" and known is not None
            assert weights == ({known: 1} if forced else state["deck"])


def hold(examples):
    run_state_machine_as_test(
        AnyGame,
        settings=settings(
            max_examples=examples, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )


def test_every_game_keeps_the_rules():
    hold(60)


@pytest.mark.slow
def test_every_game_keeps_the_rules_for_long():
    hold(600)


def whole_games(seed, count):
    rng = random.Random(seed)
    ends = set()
    for _ in range(count):
        chosen = players.options(rng)
        for n, (position, action, events) in enumerate(players.game(rng, chosen)):
            assert n < 2000, f"a game without end: {chosen}"
            state = position.view()
            slow.check(state)
            if action is None:
                watch = slow.Watch(state)
                watch.turns[1] = 1
            else:
                watch.see(state, to_wire(action), events)
        assert [event["type"] for event in events][-1] == "game_over"
        assert position.ranking() == [{"seat": 0, "place": 1, **state["seats"][0]}]
        ends.add(events[-1]["reason"])
    assert ends == {"deck", "hangar"}


def test_whole_games_keep_the_rules():
    whole_games(1, 150)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_thousands_of_whole_games_keep_the_rules(seed):
    whole_games(1000 + seed, 500)


def test_part_one_has_nineteen_turns():
    turns = set()
    for seed in range(40):
        events = [event for _, _, happened in players.game(random.Random(seed), {}) for event in happened]
        if any(event["type"] == "part_two" for event in events):
            turns.add(sum(event["type"] == "turn_started" and event["part"] == 1 for event in events))
    assert turns == {19}


def test_the_schema_is_one():
    Draft202012Validator.check_schema(SCHEMA)
    for slug, values in players.CHOICES.items():
        for value in values:
            VALID["options"].validate({slug: value})
    for wrong in ({"clans": "pairs"}, {"carry": "never"}, {"players": 2}):
        assert not VALID["options"].is_valid(wrong)
    for wrong in ({}, {"type": "fly"}, {"type": "place", "card": "cow_6"}, {"type": "remove", "column": -1}):
        assert not VALID["action"].is_valid(wrong)
