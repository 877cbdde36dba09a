"""What must hold in every game, whatever its options and however it is played (rules section 10)."""

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

from companion.games.contract import BadAction, IllegalAction, to_wire
from tests.rules import invariants, players, slow
from tests.rules.cases import canonical

GAME = players.GAME


@st.composite
def any_options(draw):
    chosen = {slug: draw(st.sampled_from(values)) for slug, values in players.CHOICES.items()}
    n = draw(st.integers(2, 6))
    if chosen["clans"]:
        chosen["last_standing"] = False
        n = draw(st.sampled_from([4, 6]))
    villages = draw(st.permutations(sorted(slow.VILLAGE_EDGES)))[:n]
    return {**chosen, "villages": villages, "start": draw(st.integers(0, n - 1))}


class AnyGame(RuleBasedStateMachine):
    """A game from some moment on: legal actions are played, and everything that must hold is looked at."""

    @initialize(options=any_options(), seed=st.integers(0, 2**32), played=st.integers(0, 250))
    def begin(self, options, seed, played):
        self.start = GAME.new(options)[0]
        self.position = self.start.copy()
        self.actions = []
        rng = random.Random(seed)
        while len(self.actions) < played and (action := players.move(self.position, rng)) is not None:
            self.position.apply(action)
            self.actions.append(action)
        self.watch = invariants.Watch(self.position.view())

    @precondition(lambda self: self.position.decision() is not None)
    @rule(seed=st.integers(0, 2**32))
    def play(self, seed):
        action = players.move(self.position, random.Random(seed))
        events = to_wire(self.position.apply(action))
        self.actions.append(action)
        self.watch.see(self.position.view(), events)

    @rule(data=st.data())
    def every_listed_action_applies_to_a_copy(self, data):
        actions = self.position.legal() or [action for action, _ in self.position.outcomes()]
        before = self.position.view()
        for action in actions if len(actions) < 12 else data.draw(st.lists(st.sampled_from(actions), max_size=12)):
            other = self.position.copy()
            assert other.check(action) is None
            pushed = other.copy()
            assert to_wire(other.apply(action)) == to_wire(pushed.push(action))
            assert pushed.view() == other.view()
            invariants.check(other.view())
        assert self.position.view() == before, "a copy was not independent"

    @rule(seed=st.integers(0, 2**32))
    def what_is_refused_changes_nothing(self, seed):
        before = self.position.view()
        listed = self.position.legal() or [action for action, _ in self.position.outcomes()]
        listed = {canonical(action) for action in to_wire(listed)}
        rng = random.Random(seed)
        for wire in (players.anything(rng) for _ in range(10)):
            if canonical(wire) not in listed and "stack" not in wire:
                with pytest.raises((IllegalAction, BadAction)):
                    self.position.apply(GAME.action(wire))
        assert self.position.view() == before

    @rule()
    def what_is_loaded_goes_on_like_what_was_saved(self):
        before = self.position.view()
        loaded, _ = GAME.load(before)
        assert loaded.view() == before
        assert loaded.decision() == self.position.decision()
        assert as_set(loaded.legal()) == as_set(self.position.legal())
        assert loaded.outcomes() == self.position.outcomes()
        actions = self.position.legal() or [action for action, _ in self.position.outcomes()]
        for action in random.Random(len(self.actions)).sample(actions, min(3, len(actions))):
            ours = self.position.copy()
            assert to_wire(ours.apply(action)) == to_wire(loaded.copy().apply(action))

    @rule()
    def the_same_actions_lead_to_the_same_state(self):
        again = self.start.copy()
        for action in self.actions:
            again.apply(GAME.action(to_wire(action)))
        assert again.view() == self.position.view()

    @rule()
    def a_seat_sees_no_other_hand(self):
        whole = self.position.view()
        for seat in range(len(whole["seats"])):
            seen = self.position.view(seat)
            assert set(seen["deck"]) <= {"hidden"}
            for other, entry in enumerate(seen["seats"]):
                if other == seat:
                    assert entry["hand"] == whole["seats"][seat]["hand"]
                else:
                    assert entry["hand"] == {"hidden": sum(whole["seats"][other]["hand"].values())}

    @rule()
    def everybody_has_a_place(self):
        ranking = self.position.ranking()
        assert sorted(entry["seat"] for entry in ranking) == list(range(len(self.position.view()["seats"])))
        assert [(entry["place"], entry["seat"]) for entry in ranking] == sorted(
            (entry["place"], entry["seat"]) for entry in ranking
        )
        assert ranking[0]["place"] == 1

    @invariant()
    def the_state_is_sound(self):
        invariants.check(self.position.view())


def as_set(actions):
    return {canonical(action) for action in to_wire(actions)}


def hold(examples):
    run_state_machine_as_test(
        AnyGame,
        settings=settings(
            max_examples=examples, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )


def test_every_game_keeps_the_rules():
    hold(60)


@pytest.mark.slow
def test_every_game_keeps_the_rules_for_long():
    hold(600)


def whole_games(seed, count):
    """Games from the deal to the ranking; the states at which an end must have been looked for."""
    rng = random.Random(seed)
    for _ in range(count):
        chosen = players.options(rng)
        watch = None
        for n, (position, _, events) in enumerate(players.game(rng, chosen)):
            assert n < 20_000, f"a game without end: {chosen}"
            state = position.view()
            invariants.check(state)
            if watch is None:
                watch = invariants.Watch(state)
            else:
                watch.see(state, events)
        assert state["phase"] == "over"
        assert [event["type"] for event in events][-1] == "game_over"
        assert events[-1]["ranking"] == position.ranking()


def test_whole_games_keep_the_rules():
    whole_games(1, 12)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_hundreds_of_whole_games_keep_the_rules(seed):
    whole_games(1000 + seed, 40)
