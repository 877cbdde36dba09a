"""Whole games by what the pages offer: every tap is answered, whatever is played with."""

from __future__ import annotations

import random

import pytest

from companion.tables.play import Kit

APP, OURS = Kit(), Kit(dice="table", tiles="table")


@pytest.mark.parametrize(
    ("players", "kit", "options"),
    [
        (2, APP, {}),
        (3, OURS, {"cards": "table"}),
        (4, APP, {"clans": "pairs", "forecast": True}),
        (4, OURS, {"clans": "halves", "hand_limit": "block", "cards": "table", "unlimited_walls": True}),
        (5, APP, {"preset": "bga", "ties_to_wall": True, "redraw_retests_walls": True}),
        (6, APP, {"no_rain": True, "dead_stack": "skip", "new_contacts": "net", "aftershock_must_change_edges": True}),
        (3, Kit(tiles="table"), {"forecast": True}),
        (3, APP, {"last_standing": True}),
    ],
)
def test_a_whole_game_can_be_tapped_through(new_table, tapper, players, kit, options):
    table = new_table(players, kit, **options)
    hand, rng = tapper(table), random.Random(7)
    limit = 400 if options.get("last_standing") else 4000
    while not hand.over and hand.taps < limit:
        hand.tap_anything(rng)
    assert hand.over or "last_standing" in options
    for sheet in ("history", "more", "rules", "differs", "fair", "end", "at/0", "at/40", "export"):
        assert hand.client.get(f"/t/{table.code}/{sheet}").status_code == 200, sheet
