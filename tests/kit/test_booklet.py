"""The rules: what they say agrees with the rules data, and what they show with the rules."""

from __future__ import annotations

import pytest

from companion.games.eruption.data import HEXES, MASKS, RULES, VOLCANO, VOLCANO_MASK
from companion.games.hexes import neighbour, opposite
from companion.kit.eruption import kit
from companion.kit.eruption_booklet import SITUATIONS
from companion.kit.options import KitOptions
from tests.kit.faces import opened

LEGAL = [name for name in SITUATIONS if name not in ("edge", "alone")]


@pytest.fixture
def text(faces):
    """The words of all pages, in one line."""

    def read(**options) -> str:
        with opened(faces.draw("booklet", **options)[0]) as pages:
            return " ".join(" ".join(page.extract_text() for page in pages).split())

    return read


# --- figures -----------------------------------------------------------------------------------------------------


def lava(situation, hex_, direction) -> bool | None:
    """Whether there is lava on that edge of a hex; None where nothing lies."""
    for where, slug, turns in situation.tiles:
        if where == hex_:
            return bool(MASKS[[tile.slug for tile in RULES.tiles].index(slug)][turns] >> direction & 1)
    if hex_ in VOLCANO:
        return bool(VOLCANO_MASK[VOLCANO.index(hex_)] >> direction & 1)
    return None


def misfits(situation) -> list[tuple]:
    """Edges between tiles, or a tile and the volcano, that do not match."""
    return [
        (hex_, d)
        for hex_, _, _ in situation.tiles
        for d in range(6)
        if (other := lava(situation, neighbour(hex_, d), opposite(d))) is not None and other != lava(situation, hex_, d)
    ]


def linked(situation, from_beyond=True) -> bool:
    """Whether every tile is joined to the volcano or to an eruption tile, or to lava beyond the picture."""
    reached = {hex_ for hex_, slug, _ in situation.tiles if RULES.tile(slug).source}
    reached |= {
        hex_
        for hex_, _, _ in situation.tiles
        for d in range(6)
        if lava(situation, hex_, d)
        and (lava(situation, neighbour(hex_, d), opposite(d)) and neighbour(hex_, d) in VOLCANO)
    }
    beyond = {
        hex_
        for hex_, _, _ in situation.tiles
        for d in range(6)
        if lava(situation, hex_, d) and neighbour(hex_, d) not in situation.hexes and neighbour(hex_, d) in HEXES
    }
    reached |= beyond if from_beyond else set()
    growing = True
    while growing:
        more = {
            hex_
            for hex_, _, _ in situation.tiles
            for d in range(6)
            if hex_ not in reached and neighbour(hex_, d) in reached and lava(situation, hex_, d)
        }
        growing, reached = bool(more), reached | more
    return all(hex_ in reached for hex_, _, _ in situation.tiles)


@pytest.mark.parametrize("name", LEGAL)
def test_a_figure_shows_what_the_rules_allow(name):
    situation = SITUATIONS[name]
    assert not misfits(situation)
    assert linked(situation)
    for hex_, direction, _ in situation.walls:
        beyond = neighbour(hex_, direction)
        village = (*hex_, direction) in {edge for v in RULES.villages for edge in v.edges}
        if village:
            assert any((*hex_, direction) in RULES.village(slug).edges for slug in situation.villages)
        else:
            assert lava(situation, hex_, direction), "a flow's wall stands on lava"
            assert beyond in HEXES and lava(situation, beyond, 0) is None, "it faces an empty hex"


def test_the_figure_of_an_edge_that_does_not_fit_shows_lava_against_ground():
    assert misfits(SITUATIONS["edge"])


def test_the_figure_of_a_tile_without_link_matches_but_touches_no_lava():
    assert not misfits(SITUATIONS["alone"])
    assert not linked(SITUATIONS["alone"], from_beyond=False)


def test_the_figures_of_walls_in_the_way_show_one_open_flow_and_none():
    for name, open_flows in (("open", 1), ("walled", 0)):
        situation = SITUATIONS[name]
        ((target, _),) = situation.marks
        flows = [
            (neighbour(target, d), opposite(d)) for d in range(6) if lava(situation, neighbour(target, d), opposite(d))
        ]
        walled = {(hex_, d) for hex_, d, _ in situation.walls}
        assert len(flows) == 2
        assert sum(flow not in walled for flow in flows) == open_flows


def test_the_figure_of_damage_has_one_open_flow_and_one_wall_that_meets_lava():
    situation = SITUATIONS["damage"]
    edges = [edge for slug in situation.villages for edge in RULES.village(slug).edges]
    touched = [(x, y, d) for x, y, d in edges if lava(situation, (x, y), d)]
    walled = {(*hex_, d) for hex_, d, _ in situation.walls}
    assert [edge in walled for edge in touched].count(False) == 1
    assert [edge in walled for edge in touched].count(True) == 1


# --- words -------------------------------------------------------------------------------------------------------


def test_the_rules_have_the_numbers_of_the_rules_data(text):
    found, meter, turn = text(), RULES.meter, RULES.turn
    lava_tiles = [tile for tile in RULES.tiles if not tile.source]
    assert f"{sum(tile.count for tile in lava_tiles)} lava tiles in {len(lava_tiles)} patterns" in found
    assert f"{sum(card.count for card in RULES.cards)} action cards" in found
    assert f"{len(HEXES)} hexes take tiles" in found
    assert f"+{meter.open_flow}°" in found and f"+{meter.burnt_wall}°" in found
    assert f"rises by {meter.eruption}°" in found and f"on {meter.max}°" in found
    assert f"deal {turn.deal} to each" in found and f"at most {turn.hand_limit} cards" in found
    for wall in RULES.walls:
        assert f"{wall.count} × {wall.name}" in found
    for card in RULES.cards:
        assert all(word in found for word in card.name.split())
        assert card.text.format(rain=meter.rain).split(".")[0].split()[0] in found
    for villages in RULES.seats.values():
        assert " · ".join(RULES.village(slug).name for slug in villages) in found.replace("  ", " ")


def test_a_variant_without_rain_does_not_speak_of_rain(text):
    without = text(no_rain=True)
    assert "Rain" in text()
    assert "Rain" not in without and "cools by" not in without
    cards = sum(card.count for card in RULES.cards if card.slug != "rain")
    assert f"{cards} action cards" in without


@pytest.mark.parametrize("large", [False, True])
def test_a_booklet_has_whole_sheets_of_four_pages(faces, large):
    (booklet,) = kit(KitOptions(large_print=large, pieces=("booklet",)), lambda message: message).booklets
    assert len(booklet.pages) % 4 == 0
    _, drawn = faces.draw("booklet", large_print=large)
    assert sorted(page.slug for page in booklet.pages) == sorted(drawn)


def test_every_page_but_the_cover_has_its_number_and_none_is_empty(faces):
    file, names = faces.draw("booklet")
    with opened(file) as pages:
        for page, name in zip(pages, names, strict=True):
            words = page.extract_text().split()
            assert len(words) > 8
            if name != "p1":
                assert words[-1] == name[1:]
