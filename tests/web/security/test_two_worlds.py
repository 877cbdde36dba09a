"""Two tables that differ in hidden cards alone: nobody else can tell one from the other, whatever they ask for."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.games.eruption.data import CARD_SLUGS
from companion.tables.play import Command, Tables
from tests.web.security.answers import events, every_page
from tests.web.table.conftest import SEED
from tests.web.table.many import BEN, CHIKA, HOST, Party, Phone

OWN = {"hand": {"relocate": 1}}
WORLDS = ({"sinkhole": 1, "aftershock": 2}, {"rain": 2, "volcanic_bomb": 1})
"""What Ben holds."""
RANDOM = re.compile(r'(name="(?:id|have|command|device|person)" value=")[^"]*|(/come/)[\w-]+|(?<="base":")[^"]*')
PUBLIC = frozenset({"place_tile", "place_eruption", "build_wall", "pass", "roll"})
TRIES: tuple[dict[str, Any], ...] = (
    *({"where": "/act", "type": "play", "card": card, "hex": "6,3"} for card in CARD_SLUGS),
    *({"where": "/act", "type": "trade", "card": card} for card in CARD_SLUGS),
    *({"where": "/act", "type": "discard", "card": card} for card in CARD_SLUGS),
    *({"where": "/correct", "what": "hand", "seat": seat, "rain": n} for seat in range(3) for n in (0, 2, 5)),
    *({"where": "/correct", "what": "hand", "seat": 2, "relocate": n} for n in range(2, 6)),
    {"where": "/act", "type": "trade_two", "cards": "sinkhole,aftershock"},
    {"where": "/act", "type": "give", "to": 2, "card": "sinkhole"},
    {"where": "/here", "seat": 1},
    {"where": "/correct", "what": "temperature", "seat": 1, "degrees": 999},
    {"where": "/correct", "what": "tile", "hex": "6,3", "tile": "none"},
    {"where": "/people/pass"},
    {"where": "/stand-in", "seat": 7},
    {"where": "/people/bot", "seat": 9},
    {"where": "/rematch"},
)


def world(app: Flask, hidden: dict[str, int], **state: Any) -> tuple[Party, list[Phone]]:
    """A table where it is Ben's turn, with some people to look at it."""
    tables: Tables = app.extensions["tables"]
    tables._seeds = lambda: SEED  # the same dice and tiles in both
    party = Party(app)
    seats = [{"hand": {"quake": 1}}, {"hand": hidden}, OWN]
    ada, _ben, chika = party.sit(HOST, BEN, CHIKA, active=1, seats=seats, **state)
    return party, [ada, chika, party.seat("Wim", None), party.stranger()]


def plain(code: str, answer: TestResponse) -> tuple[object, ...]:
    """An answer without what is another one each time."""
    headers = {name: value for name, value in answer.headers if name not in ("X-Request-Id", "Date", "Set-Cookie")}
    text = answer.get_data(as_text=True).replace(answer.headers["X-Request-Id"], "").replace('\\"', '"')
    headers = {name: value.replace(code, "CODE") for name, value in headers.items()}
    return answer.status_code, headers, RANDOM.sub(r"\1\2", text.replace(code, "CODE"))


def told(party: Party, phone: Phone) -> Iterator[tuple[str, object]]:
    """All that a phone is told."""
    for path, answer in every_page(party.app, phone):
        yield path, plain(party.code, answer)
    for look in ("", "&as=board"):
        query = f"?at=0.0{look}"
        yield f"news{query}", plain(party.code, phone.get(f"/news{query}", Accept="application/json"))
        stream = phone.client.get(phone.path(f"/live{query}"), buffered=False)
        if stream.status_code == 200:
            yield (
                f"live{query}",
                RANDOM.sub(r"\1\2", events(stream, 1)[0].replace('\\"', '"').replace(party.code, "CODE")),
            )


@pytest.mark.parametrize(
    "phase", ["cards", pytest.param("walls", marks=pytest.mark.slow), pytest.param("tile", marks=pytest.mark.slow)]
)
def test_what_others_are_told_hangs_on_no_hand(app: Flask, phase: str) -> None:
    state = {"phase": phase, "drawn": "trident" if phase == "tile" else None}
    first, second = (world(app, hidden, **state) for hidden in WORLDS)
    for one, other in zip(first[1], second[1], strict=True):
        for (path, here), (_path, there) in zip(told(first[0], one), told(second[0], other), strict=True):
            assert here == there, (one.name, path)
        for number, form in enumerate(TRIES):
            fields = {**form, "id": f"try-number-{number}-of-{one.name}"}
            for version in (None, 99):
                answers = []
                for phone in (one, other):
                    sent = dict(fields)
                    answers.append(plain(phone.party.code, phone.post(sent.pop("where"), version, **sent)))
                assert answers[0] == answers[1], (one.name, form)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 5))])
def test_what_watchers_are_told_of_a_game_hangs_on_no_card_drawn(app: Flask, seed: int) -> None:
    rng = random.Random(seed)
    first, second = (world(app, hidden, phase="walls") for hidden in WORLDS)
    moves = drawn = 0
    while moves < 40 and (action := public_move(first[0], second[0], rng)) is not None:
        for party, _phones in (first, second):
            act(party, action)
        moves += 1
        seats = [party.table.position.view()["seats"] for party, _phones in (first, second)]
        drawn += [seat["hand"] for seat in seats[0]] != [seat["hand"] for seat in seats[1]]
        if moves % 8 == 0:
            for one, other in zip(first[1][2:], second[1][2:], strict=True):
                for (path, here), (_path, there) in zip(told(first[0], one), told(second[0], other), strict=True):
                    assert here == there, (moves, one.name, path)
    assert moves >= 8
    assert drawn


def public_move(first: Party, second: Party, rng: random.Random) -> dict[str, Any] | None:
    """Something that can be done at both tables, and that all may see."""
    if first.table.asks in ("roll", "app"):
        return {}
    legal = [[msgspec.to_builtins(one) for one in party.table.position.legal()] for party in (first, second)]
    both = [one for one in legal[0] if one in legal[1] and one["type"] in PUBLIC]
    return rng.choice(both) if both else None


def act(party: Party, action: dict[str, Any]) -> None:
    table = party.table
    command = Command(f"move-number-{table.version}", table.version)
    if action:
        party.tables.act(party.code, command, action)
    else:
        party.tables.roll(party.code, command)
