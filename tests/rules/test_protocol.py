"""The engine protocol's methods, told on a tiny game: what each answers, undo and sampling."""

import pytest

from companion.engine import SNAPSHOT_EVERY

# --- methods ---


@pytest.mark.parametrize("method", ["state", "legal", "apply", "sample", "undo", "ranking", "explain"])
def test_without_a_game_there_is_nothing_to_ask(client, method):
    assert client.error(method, action={"type": "die", "pips": 1}, actions=1)["code"] == -32002


def test_the_schema_needs_no_game(client):
    assert "$defs" in client.result("schema")


def test_new_gives_events_and_state(client):
    assert set(client.result("new")) == {"events", "state"}


def test_a_wrong_option_has_its_path_and_keeps_the_game(racing):
    racing.result("apply", action={"type": "die", "pips": 2})
    error = racing.error("new", options={"goal": 0})
    assert error["code"] == -32001
    assert error["data"]["path"] == "options.goal"
    assert error["data"]["message"]
    assert racing.result("state")["state"]["pips"] == 2
    assert racing.result("undo", actions=1)


def test_a_wrong_state_has_its_path_and_keeps_the_game(racing):
    assert racing.error("load", state={"at": [1]})["data"]["path"] == "at"
    assert racing.result("state")["state"]["at"] == [0, 0]


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("new", {"options": 5}),
        ("new", {"options": []}),
        ("new", {"seed": "7"}),
        ("new", {"seed": True}),
        ("new", {"seed": 1.5}),
        ("load", {}),
        ("load", {"state": None}),
        ("load", {"state": []}),
        ("state", {"seat": 2}),
        ("state", {"seat": -1}),
        ("state", {"seat": "0"}),
        ("state", {"seat": True}),
        ("state", {"seat": 0.0}),
        ("apply", {}),
        ("apply", {"action": None}),
        ("apply", {"action": "die"}),
        ("apply", {"action": {"type": "fly"}}),
        ("apply", {"action": {"type": "die"}}),
        ("explain", {}),
        ("explain", {"action": {"type": "fly"}}),
        ("undo", {}),
        ("undo", {"actions": 0}),
        ("undo", {"actions": -1}),
        ("undo", {"actions": 2}),
        ("undo", {"actions": True}),
        ("undo", {"actions": 1.0}),
        ("undo", {"actions": "1"}),
        ("undo", {"actions": None}),
        ("undo", {"actions": 10**400}),
    ],
)
def test_wrong_params_are_named_so_and_keep_the_game(racing, method, params):
    racing.result("apply", action={"type": "die", "pips": 2})
    assert racing.error(method, **params)["code"] == -32602
    assert racing.result("state")["state"]["pips"] == 2


def test_a_seat_sees_its_own_view(racing):
    assert racing.result("state", seat=1)["state"]["seen_by"] == 1
    assert racing.result("state")["state"]["seen_by"] is None


def test_legal_lists_outcomes_of_chance_with_weights(racing):
    outcomes = racing.result("legal")["outcomes"]
    assert outcomes == [{"action": {"type": "die", "pips": n}, "weight": n} for n in (1, 2, 3)]


def test_legal_lists_the_actions_of_a_seat_and_none_at_the_end(racing):
    racing.result("apply", action={"type": "die", "pips": 1})
    assert racing.result("legal") == {"actions": [{"type": "step", "steps": n} for n in (0, 1)]}
    racing.result("load", state={"at": [10, 0]})
    assert racing.result("legal") == {"actions": []}


def test_an_illegal_action_names_rule_sentence_and_place(racing):
    racing.result("apply", action={"type": "die", "pips": 1})
    error = racing.error("apply", action={"type": "step", "steps": 2})
    assert error["code"] == -32000
    assert error["data"]["rule"] == "too_far"
    assert error["data"]["message"]
    assert error["data"]["where"] == [[0, 1]]
    assert racing.result("state")["state"]["turn"] == 0


def test_explain_says_no_more_than_needed(racing):
    racing.result("apply", action={"type": "die", "pips": 1})
    assert racing.result("explain", action={"type": "step", "steps": 1}) == {"legal": True}
    refusal = racing.result("explain", action={"type": "step", "steps": 2})
    assert set(refusal) == {"legal", "rule", "message", "where"}
    assert refusal["legal"] is False
    assert racing.result("state")["state"]["turn"] == 0


def test_a_correction_that_cannot_be_is_an_invalid_state(racing):
    error = racing.error("apply", action={"type": "correct", "set": {"at": 3}})
    assert error["code"] == -32001
    assert error["data"]["path"] == "at"


def test_a_mistake_in_a_game_is_an_internal_error_and_takes_nothing(racing, caplog):
    racing.result("apply", action={"type": "die", "pips": 2})
    assert racing.error("apply", action={"type": "crash"})["code"] == -32603
    assert racing.error("load", state={"crash": 1})["code"] == -32603
    assert racing.result("state")["state"] == {"at": [0, 0], "goal": 10, "turn": 0, "pips": 2, "seen_by": None}
    assert racing.result("undo", actions=1)["state"]["pips"] is None
    assert "a mistake in the game" in caplog.text


# --- undo and sampling ---


def play(client, rounds):
    """Sample and step; the states before each action."""
    states = []
    for _ in range(rounds):
        states.append(client.result("state")["state"])
        assert len(client.result("sample")["actions"]) == 1
        states.append(client.result("state")["state"])
        client.result("apply", action={"type": "step", "steps": 0})
    return states


@pytest.mark.parametrize("back", [1, 2, 3, SNAPSHOT_EVERY - 1, SNAPSHOT_EVERY, SNAPSHOT_EVERY + 1, 200])
def test_undo_takes_back_as_many_actions_as_told(racing, back):
    states = play(racing, 100)
    assert racing.result("undo", actions=back) == {"state": states[-back]}
    for _ in range(200 - back):
        states.pop()
        if len(states) > back:
            assert racing.result("undo", actions=1)["state"] == states[-back]


def test_undo_stops_at_new_and_load(racing):
    play(racing, 2)
    racing.result("load", state={"at": [3, 0]})
    assert racing.error("undo", actions=1)["code"] == -32602


def test_undo_of_more_than_there_was_takes_nothing(racing):
    play(racing, 2)
    before = racing.result("state")
    assert racing.error("undo", actions=5)["code"] == -32602
    assert racing.result("state") == before
    assert racing.result("undo", actions=4)["state"]["turn"] == 0


def dice(client, rounds):
    found = []
    for _ in range(rounds):
        found += [action["pips"] for action in client.result("sample")["actions"]]
        client.result("apply", action={"type": "step", "steps": 0})
    return found


def test_the_same_seed_gives_the_same_chance(client):
    rolls = []
    for seed in (1, 1, 2, -1, 0, 2**64, 10**400):
        client.result("new", seed=seed)
        rolls.append(dice(client, 40))
    assert rolls[0] == rolls[1]
    assert len({tuple(roll) for roll in rolls}) == 6


def test_sampling_follows_the_weights(client):
    client.result("new", seed=3)
    rolls = dice(client, 3000)
    for pips in (1, 2, 3):
        assert abs(rolls.count(pips) - 500 * pips) < 5 * (500 * pips) ** 0.5


def test_undo_never_rolls_anew(racing):
    rolls = dice(racing, 30)
    racing.result("undo", actions=40)
    assert dice(racing, 20) == rolls[10:]


def test_chance_told_by_hand_does_not_use_up_the_seed(client):
    client.result("new", seed=5)
    rolls = dice(client, 5)
    client.result("new", seed=5)
    client.result("apply", action={"type": "die", "pips": 3})
    client.result("apply", action={"type": "step", "steps": 0})
    assert dice(client, 5) == rolls


def test_sample_at_a_seats_decision_does_nothing(racing):
    racing.result("sample")
    before = racing.result("state")["state"]
    assert racing.result("sample") == {"actions": [], "events": [], "state": before}


def test_sample_at_the_end_does_nothing(racing):
    racing.result("load", state={"at": [10, 0]})
    assert racing.result("sample")["actions"] == []
