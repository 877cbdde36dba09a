"""Whole games through the pages, without scripts, by whatever the panel offers."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.tables import transfer
from companion.tables.play import Table

from .conftest import Player

MOST = 900


def play_on(player: Player, opened: Callable[[Player], Table]) -> Table:
    for _step in range(MOST):
        table = opened(player)
        if table.over:
            return table
        player.tap()
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("cards", ["app", "table"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_is_played_to_its_end_by_what_the_page_offers(
    begin: Callable[..., Player], opened: Callable[[Player], Table], cards: str, seed: int
) -> None:
    player = begin(cards=cards, seed=seed)
    table = play_on(player, opened)
    row = table.position.ranking()[0]
    panel = player.panel().replace("\u202f", "")
    assert ("Lost" in panel) == row["lost"]
    assert f'<p class="final-score">{row["score"]}</p>' in panel
    assert "Play again" in panel
    for page in ("/end", "/history", "/fair", "/rules", "/more", "/differs", "/at/5"):
        player.page(page)


def test_a_game_under_all_other_house_rules_is_played_to_its_end(
    begin: Callable[..., Player], opened: Callable[[Player], Table]
) -> None:
    from companion.games.abduction.data import RULES

    player = begin(seed=3, **{option.slug: option.values[1] for option in RULES.options})
    assert play_on(player, opened).over
    assert "House rules of this table" in player.page("/rules")


def test_a_finished_game_is_taken_home_brought_back_and_proven(
    app: Flask, client: FlaskClient, begin: Callable[..., Player], opened: Callable[[Player], Table]
) -> None:
    player = begin(seed=4)
    score = play_on(player, opened).position.ranking()[0]["score"]
    file = client.get(f"/t/{player.code}/export").data
    assert transfer.verify(json.loads(file), app.extensions["tables"].games).ok
    again = app.extensions["tables"].import_(json.loads(file))
    assert again.position.ranking()[0]["score"] == score


def test_play_again_sets_the_same_table_up_once_more(
    client: FlaskClient, begin: Callable[..., Player], opened: Callable[[Player], Table]
) -> None:
    player = begin(seed=5, carry="may")
    play_on(player, opened)
    where, fields = next((where, fields) for where, fields in player.buttons() if where.endswith("/rematch"))
    first = client.post(where, data=fields)
    assert first.status_code == 303
    fresh = Player(client, first.location.rpartition("/")[2], player.rng)
    assert opened(fresh).options["carry"] == "may"
    assert "To the rematch" in player.panel()
    assert opened(fresh).game.slug == "abduction"
