"""A table as a file: it comes back as it was, nothing false is let in, and the dice can be proven."""

from __future__ import annotations

import copy
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.tables import chance, errors, transfer
from companion.tables.play import Kit, Tables
from tests.tables.conftest import GAMES, command, play, seeds

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


def sealed(data):
    """The file with the digest that its content has."""
    return {**data, "digest": transfer.digest(data)}


def a_game(tables, kit, **options):
    """A whole game with undone and redone steps and a correction."""
    table = tables.create("race", {"players": 3, "goal": 14, **options}, ["Ann", "Ben", "Cem"], kit, start_roll="app")
    table = play(tables, table, 8, seed=1)
    table = tables.undo(table.code, command(table), 5)
    table = tables.redo(table.code, command(table), 2)
    table = play(tables, table, 3, seed=2)
    table = tables.correct(table.code, command(table), {"scores": [1, 2]})
    return play(tables, table, 200, seed=3)


@pytest.fixture
def ended(tables):
    table = a_game(tables, Kit())
    assert table.over
    return tables.export(table.code)


@pytest.fixture
def running(tables, new):
    return tables.export(play(tables, new(goal=1000), 6).code)


@pytest.mark.parametrize("kit", [Kit(dice, tiles) for dice in ("app", "table") for tiles in ("app", "table")])
@pytest.mark.parametrize("cards", ["app", "table"])
def test_a_finished_table_comes_back_as_it_was_and_is_proven(tables, kit, cards):
    table = a_game(tables, kit, cards=cards)
    data = transfer.read(transfer.write(tables.export(table.code)))
    again = tables.import_(data)
    assert again.code != table.code
    assert again.over
    assert again.seed == table.seed
    assert again.position.view() == table.position.view()
    assert tables.history(again.code) == tables.history(table.code)
    proof = transfer.verify(data, GAMES)
    assert (proof.ok, proof.unproven, proof.reopened, proof.problems) == (True, 0, False, [])
    assert proof.draws >= sum(sum(entry["sampled"]) for entry in data["log"])


def test_a_running_table_shows_no_seed_and_goes_on_with_a_new_one(tables, running):
    assert running["seed"] is None
    assert running["result"] is None
    table = tables.import_(running)
    assert table.last.kind == "import"
    assert table.last.commitment == table.commitment != running["commitment"]
    assert not table.over
    table = tables.undo(table.code, command(table), 2)
    table = tables.finish(table.code, command(play(tables, table, 10)))
    proof = transfer.verify(tables.export(table.code), GAMES)
    assert proof.ok
    assert proof.unproven > 0
    assert proof.draws > 0


def test_a_table_finished_early_comes_back_finished(tables, table):
    table = tables.finish(table.code, command(table))
    again = tables.import_(tables.export(table.code))
    assert (again.over, again.finished_early, again.seed) == (True, True, table.seed)


def test_a_game_that_went_on_after_its_end_says_so(tables, table):
    table = tables.finish(table.code, command(table))
    table = tables.undo(table.code, command(table))
    table = tables.finish(table.code, command(play(tables, table, 3)))
    proof = transfer.verify(tables.export(table.code), GAMES)
    assert (proof.ok, proof.reopened) == (True, True)


def test_a_running_game_cannot_be_proven_yet(running):
    proof = transfer.verify(running, GAMES)
    assert not proof.ok
    assert [problem.path for problem in proof.problems] == ["$.seed"]


def test_one_changed_outcome_is_found_by_the_proof(tables, ended):
    n, index = next(
        (entry["n"], index)
        for entry in ended["log"]
        for index, action in enumerate(entry["actions"])
        if action["type"] == "card" and entry["sampled"][index] and entry["n"] > 0
    )
    card = ended["log"][n]["actions"][index]
    card["card"] = {"hop": "leap", "leap": "hop"}[card["card"]]
    proof = transfer.verify(sealed(ended), GAMES)
    assert not proof.ok
    assert proof.problems[0].path.startswith(f"$.log[{n}].actions[{index}]")


def test_a_seed_that_is_not_the_one_committed_to_is_found(ended):
    proof = transfer.verify(sealed({**ended, "seed": chance.new_seed().hex()}), GAMES)
    assert not proof.ok
    assert proof.problems[0].path == "$.seed"


def first(ended, kind):
    return next(entry for entry in ended["log"] if entry["kind"] == kind)


EDITS = {
    "no file": lambda d: d.clear(),
    "another format": lambda d: d.update(format="save-game"),
    "a newer version": lambda d: d.update(version=2),
    "no log": lambda d: d.pop("log"),
    "an empty log": lambda d: d.update(log=[]),
    "a log cut off": lambda d: d["log"].pop(),
    "a log with a gap": lambda d: d["log"].pop(3),
    "entries swapped": lambda d: d["log"].insert(1, d["log"].pop(2)),
    "another result": lambda d: d["result"][0].update(score=99),
    "no result": lambda d: d.update(result=None),
    "another seat": lambda d: first(d, "act").update(seat=5),
    "a wrong type": lambda d: first(d, "act").update(actions="pass"),
    "an action that is none": lambda d: first(d, "act")["actions"].__setitem__(0, {"type": "fly"}),
    "an illegal action": lambda d: first(d, "act")["actions"].__setitem__(0, {"type": "tile", "tile": "one"}),
    "an event made up": lambda d: first(d, "act")["events"].append({"type": "happened"}),
    "an outcome left out": lambda d: (first(d, "create")["actions"].pop(), first(d, "create")["sampled"].pop()),
    "flags that do not fit": lambda d: first(d, "act")["sampled"].append(True),
    "a draw by hand": lambda d: first(d, "create")["sampled"].__setitem__(0, False),
    "an undo too far": lambda d: first(d, "undo").update(steps=99),
    "a redo too far": lambda d: first(d, "redo").update(steps=99),
    "an undo by a seat that is none": lambda d: first(d, "undo").update(seat=9),
    "an undo with actions": lambda d: first(d, "undo").update(actions=[{"type": "pass"}], sampled=[False]),
    "a line that is none": lambda d: first(d, "act").update(line=not first(d, "act")["line"]),
    "another start": lambda d: d["options"].update(start=(d["options"]["start"] + 1) % 3),
    "other dice for the start": lambda d: first(d, "create")["start_roll"].append([1, 2, 3]),
    "an unknown option": lambda d: d["options"].update(speed=9),
    "options of a wrong kind": lambda d: d["options"].update(players="three"),
    "a seat more": lambda d: d["seats"].append("Dee"),
    "a dangerous name": lambda d: d["seats"].__setitem__(0, "\u202eAnn"),
    "another commitment": lambda d: d.update(commitment="0" * 64),
    "another seed": lambda d: d.update(seed="0" * 64),
    "a seed that is none": lambda d: d.update(seed="seed"),
    "a time that is none": lambda d: d.update(created="yesterday"),
    "a time out of range": lambda d: d["log"][1].update(at="0001-01-01T00:00:00Z"),
    "an unknown kind": lambda d: d["log"][1].update(kind="dance"),
    "a kind of set-up twice": lambda d: d["log"][1].update(kind="create"),
    "another kit": lambda d: d["kit"].update(tiles="ours"),
    "too many entries": lambda d: d.update(log=d["log"][:1] * 20_001),
    "too many bytes": lambda d: d["options"].update(more="x" * 2_000_001),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_file_is_refused_with_a_sentence_and_a_path(tables, ended, edit):
    EDITS[edit](ended)
    if ended:
        ended = sealed(ended)
    before = [info.code for info in tables.all()]
    with pytest.raises(errors.BadTransfer) as refused:
        tables.import_(ended)
    assert refused.value.path.startswith("$")
    assert str(refused.value).endswith(".")
    assert [info.code for info in tables.all()] == before
    assert not transfer.verify(ended, GAMES).ok


def test_an_edit_without_a_new_digest_is_refused(tables, ended):
    ended["seats"][0] = "Zoe"
    with pytest.raises(errors.BadTransfer) as refused:
        tables.import_(ended)
    assert refused.value.path == "$.digest"


def test_a_running_game_must_not_show_a_seed(tables, new):
    table = play(tables, new(goal=1000), 3)
    data = sealed({**tables.export(table.code), "seed": table.row.seed.hex()})
    with pytest.raises(errors.BadTransfer):
        tables.import_(data)


def test_a_game_that_is_not_here_is_named(store, ended):
    with pytest.raises(errors.NoSuchGame) as refused:
        Tables(store, {}).import_(ended)
    assert "race" in str(refused.value)
    assert not transfer.verify(ended, {}).ok


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b"nonsense", b" " * 2_000_001, b"1e999"])
def test_bytes_that_are_no_file_are_refused(content):
    with pytest.raises(errors.BadTransfer):
        transfer.check(transfer.read(content), GAMES)


def test_a_file_cut_off_anywhere_is_refused(ended):
    content = transfer.write(ended)
    for end in random.Random(1).sample(range(len(content) - 2), 50):
        with pytest.raises(errors.BadTransfer):
            transfer.check(transfer.read(content[:end]), GAMES)


def places(value, path=()):
    """The paths of all values inside a JSON value."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from places(part, (*path, key))


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_no_edit_at_all_gives_anything_but_a_refusal_or_a_sound_table(whole, data):
    file = copy.deepcopy(whole)
    for _ in range(data.draw(st.integers(1, 3))):
        *path, key = data.draw(st.sampled_from([path for path in places(file) if path and path != ("digest",)]))
        inside = file
        for step in path:
            inside = inside[step]
        inside[key] = data.draw(JSON)
    file = json.loads(json.dumps(file))
    try:
        checked = transfer.check(sealed(file), GAMES)
    except (errors.BadTransfer, errors.NoSuchGame):
        return
    assert checked.made.names


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    from companion.tables.log import Store

    store = Store(f"sqlite:///{tmp_path_factory.mktemp('whole')}/tables.db")
    tables = Tables(store, GAMES, seeds=seeds())
    data = tables.export(a_game(tables, Kit()).code)
    store.close()
    return data
