"""Case files: a position, actions and what must come of them, one JSON object a line (see tests/cases/)."""

import json
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "cases"
COUNTS = {
    *("hand", "stockpile", "stack", "tile_discard", "deck", "card_discard", "supply"),
    *("discard", "removed", "to_place", "score"),
}
SETS = {"tiles", "walls", "barred"}


def read(pattern="*.jsonl"):
    """All cases of the files that match, each with `id`, `load` and what it asks."""
    for file in sorted(FOLDER.glob(pattern)):
        for line in file.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


class Refused(Exception):
    """A refusal of a driver: `slug` of an illegal action, JSON-RPC `code` and, of a state, its `path`."""

    def __init__(self, code, slug=None, path=None):
        super().__init__(f"{code} {slug or path or ''}")
        self.code, self.slug, self.path = code, slug, path


def run(case, driver):
    """Run one case. A driver has load and apply (both give events), state, legal, and raises Refused."""
    if "refused" in case:
        with pytest.raises(Refused) as caught:
            driver.load(case["load"])
        assert caught.value.code == -32001, caught.value
        assert caught.value.path.startswith(case["refused"]), caught.value.path
        return
    events = list(driver.load(case["load"]))
    for step in case.get("do", []):
        if "error" in step:
            refuse(driver, step)
        else:
            try:
                events += driver.apply(step["action"])
            except Refused as refusal:
                raise AssertionError(f"{step['action']} was refused: {refusal}") from None
    match(driver.state(), case.get("expect", {}), "state")
    if "legal" in case:
        match_legal(driver.legal(), case["legal"])
    match_events(events, case.get("events", []))


def refuse(driver, step):
    before, wanted = driver.state(), step["error"]
    with pytest.raises(Refused) as caught:
        driver.apply(step["action"])
    assert wanted in (caught.value.code, caught.value.slug), f"{step['action']}: {caught.value}, not {wanted}"
    assert driver.state() == before, f"{step['action']} was refused and changed the state"


def match(actual, expected, path, key=None):
    """Compare on the members that are expected; counts as a whole, a missing one being 0; some lists as sets."""
    if isinstance(expected, dict):
        assert isinstance(actual, dict), f"{path}: {actual!r} instead of {expected!r}"
        if key in COUNTS:
            assert counts(actual) == counts(expected), f"{path}: {counts(actual)} instead of {counts(expected)}"
            return
        for name, value in expected.items():
            assert name in actual, f"{path}.{name} is missing"
            match(actual[name], value, f"{path}.{name}", name)
    elif isinstance(expected, list) and key in SETS:
        assert as_set(actual) == as_set(expected), f"{path}: {actual} instead of {expected}"
    elif isinstance(expected, list):
        assert isinstance(actual, list), f"{path}: {actual!r} instead of {expected!r}"
        assert len(actual) == len(expected), f"{path}: {actual} instead of {expected}"
        for i, (a, e) in enumerate(zip(actual, expected, strict=True)):
            match(a, e, f"{path}[{i}]", key)
    else:
        assert same(actual, expected), f"{path}: {actual!r} instead of {expected!r}"


def same(a, b):
    return a == b and isinstance(a, bool) == isinstance(b, bool)


def counts(members):
    return {name: n for name, n in members.items() if n}


def as_set(things):
    return sorted(json.dumps(thing, sort_keys=True) for thing in things)


def canonical(action):
    """An action such that equal ones are equal: `walls` and `cards` in it are sets."""
    inner = action.get("action", action)
    inner = {name: as_set(value) if name in {"walls", "cards"} else value for name, value in inner.items()}
    return json.dumps({**action, "action": inner} if "action" in action else inner, sort_keys=True)


def match_legal(actual, expected):
    weighed = any("weight" in entry for entries in expected.values() for entry in entries)
    if not weighed:
        actual = [entry.get("action", entry) for entry in actual]
    have = [canonical(entry) for entry in actual]
    assert len(set(have)) == len(have), "an action is listed twice"
    for entry in expected.get("include", []):
        assert canonical(entry) in have, f"not legal: {entry}"
    for entry in expected.get("exclude", []):
        assert canonical(entry) not in have, f"legal: {entry}"
    if "equal" in expected:
        wanted = [canonical(entry) for entry in expected["equal"]]
        missing, surplus = set(wanted) - set(have), set(have) - set(wanted)
        assert sorted(have) == sorted(wanted), f"missing: {sorted(missing)}; too many: {sorted(surplus)}"


def match_events(events, expected):
    """The expected events must occur in this order, others between them."""
    at = 0
    for wanted in expected:
        while at < len(events) and not agrees(events[at], wanted):
            at += 1
        assert at < len(events), f"event {wanted} did not occur (in this order) in {[e['type'] for e in events]}"
        at += 1


def agrees(event, wanted):
    try:
        match(event, wanted, "event")
    except AssertionError:
        return False
    return True
