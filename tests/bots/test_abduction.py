"""Players of Abduction: legal always, the same from the same seed, blind to what nobody knows, and better than luck."""

from __future__ import annotations

import random
from statistics import median

import pytest

from companion.bots.abduction import RolloutBot, SensibleBot, hints, policy
from companion.bots.chance import RandomBot
from companion.bots.registry import bots, by_name
from companion.games.contract import to_wire
from companion.games.sampling import pick
from tests.rules.abduction import players

GAME = players.GAME
QUICK = 300
"""Work for a choice that takes no time; the choice is worse, and just as legal."""
BOTS = {"sensible": SensibleBot(), "rollout": RolloutBot(QUICK), "random": RandomBot()}


def play(bot, rng, options=None):
    """A whole game; yields every position that the bot decides, with its action."""
    position, _ = GAME.new(options or {})
    while (decision := position.decision()) is not None:
        if decision.by == "chance":
            position.push(pick(position.outcomes(), rng.getrandbits(64)))
            continue
        action = bot.choose(position, 0, rng)
        yield position, action
        position.apply(action)
    yield position, None


def positions(seed, games, every=7):
    """Decisions of random games with any options."""
    rng = random.Random(seed)
    for _ in range(games):
        for n, (position, _, _) in enumerate(players.game(rng)):
            if n % every == 0 and position.legal():
                yield position.copy()


@pytest.mark.parametrize("name", BOTS)
def test_whole_games_with_any_options_are_played_legally(name):
    rng = random.Random(4)
    for _ in range(2 if name == "rollout" else 12):
        for position, action in play(BOTS[name], rng, players.options(rng)):
            assert action is None or position.check(action) is None


@pytest.mark.parametrize("name", BOTS)
def test_the_same_position_and_seed_give_the_same_action_and_change_nothing(name):
    for position in positions(5, 2):
        before = position.view()
        loaded, _ = GAME.load(before)
        first = BOTS[name].choose(position, 0, random.Random(7))
        assert BOTS[name].choose(loaded, 0, random.Random(7)) == first
        assert position.view() == before


def test_every_action_has_a_hint_and_the_same_seed_gives_the_same_hints():
    for position in positions(6, 2, every=15):
        found = hints(position, 3, work=QUICK, games=QUICK)
        assert sorted(map(repr, (hint.action for hint in found))) == sorted(map(repr, position.legal()))
        assert hints(position, 3, work=QUICK, games=QUICK) == found
        for hint in found:
            assert hint.games >= 1 and 0 <= hint.lost <= 1 and hint.score >= 0
        assert to_wire(found)


def test_the_work_for_a_hint_is_bounded(monkeypatch):
    done = []
    carry_out = policy.carry_out
    monkeypatch.setattr(policy, "carry_out", lambda state, action: (done.append(1), carry_out(state, action)))
    longest = 250  # no game of these players is longer
    for position in positions(7, 2, every=25):
        done.clear()
        hints(position, 1, work=2000, games=1000)
        assert len(done) <= 3000 + (len(position.legal()) + 2) * longest * 2


def test_nothing_is_decided_nothing_is_hinted():
    position, _ = GAME.new({})
    assert hints(position, 1) == []
    over, _ = GAME.load({"phase": "over"})
    assert hints(over, 1) == []
    assert SensibleBot().choose(over, 0, random.Random(1)) is None


def test_what_is_obvious_is_seen():
    certain = GAME.load({"phase": "process", "hangar": 4, "ufos": [{"card": "red", "size": 1}],
                         "cows": [["cow_1"], ["decoy"]], "hand": {"red": 1}})[0]  # fmt: skip
    assert to_wire(SensibleBot().choose(certain, 0, random.Random(1)))["type"] == "leave"
    assert to_wire(hints(certain, 1, 2000, 100)[0].action)["type"] == "leave"
    rich = GAME.load({"phase": "process", "ufos": [{"card": "red", "size": 1}, {"card": "blue", "size": 1}],
                      "cows": [["cow_5", "cow_5"], ["cow_4"]], "hand": {"red": 1}})[0]  # fmt: skip
    assert to_wire(SensibleBot().choose(rich, 0, random.Random(1)))["type"] == "abduct"
    carry = GAME.load({"phase": "carry", "hand": {"red": 1}, "score": [{"cow_5": 2}, {"cow_5": 1, "cow_4": 1}]})[0]
    assert to_wire(hints(carry, 1, 500, 100)[0].action) == {"type": "carry", "card": "cow_4"}


def scores(bot, seed, games):
    rng = random.Random(seed)
    found = []
    for _ in range(games):
        for position, _ in play(bot, rng):  # noqa: B007 (the last of them)
            pass
        found.append(position.ranking()[0]["score"])
    return found


def test_looking_to_the_end_of_the_turn_is_better_than_luck():
    sensible, luck = scores(SensibleBot(), 8, 30), scores(RandomBot(), 8, 30)
    assert sum(score > 0 for score in sensible) > 2 * sum(score > 0 for score in luck)
    assert max(sensible) > 100 * max(luck)


@pytest.mark.slow
def test_looking_some_turns_ahead_is_better_still():
    ahead, sensible = scores(RolloutBot(2000), 9, 16), scores(SensibleBot(), 9, 100)
    assert median(ahead) > median(sensible)


def test_each_game_has_named_bots_and_the_first_plays_at_tables():
    assert list(by_name()["abduction"]) == ["sensible", "rollout", "random"]
    assert type(bots()["abduction"]) is SensibleBot
    assert all("random" in named for named in by_name().values())
