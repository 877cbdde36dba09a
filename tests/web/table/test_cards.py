"""Each card with its target chosen on the board, its other uses, the limit of the hand, and gifts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.games.eruption.data import RULES
from tests.web.table.conftest import House
from tests.web.table.positions import AT_GATE, CHANNEL, FACING_VILLAGE, seats
from tests.web.table.taps import Phone

pytestmark = pytest.mark.browser

ARGUED = {"tiles": CHANNEL, "walls": [FACING_VILLAGE, AT_GATE], "phase": "cards"}
State = dict[str, Any]


def lit(tap: Phone, x: int, y: int) -> None:
    """Tap a hex that is lit."""
    expect(tap.board.locator("#b-lit").get_by_role("link", name=re.compile(f"^Hex {x},{y},"))).not_to_have_count(0)
    tap.hex_tap(x, y)


def rain(tap: Phone) -> None:
    tap.press("Play")


def lava_flow(tap: Phone) -> None:
    tap.press("Play").asks("Tap a lit hex").follow(re.compile("^Show the first")).press("Place it")
    while tap.button("Roll").count():
        tap.press("Roll")


def reinforce(tap: Phone) -> None:
    tap.follow("Play").asks("Tap a site for the extra wall")
    tap.tap(tap.site("gate 2 of Orange")).follow(re.compile("Stone")).press("Build")


def relocate(tap: Phone) -> None:
    tap.follow("Play").asks("Tap a wall of your village")
    tap.tap(tap.site("Straw wall, gate 1 of Orange")).asks("Tap the gate where the straw wall goes")
    tap.tap(tap.site("gate 3 of Orange")).press("Leave them so")


def aftershock(tap: Phone) -> None:
    tap.follow("Play").asks("Tap the tile to turn")
    lit(tap, 6, 2)
    tap.says("1 wall falls").press("Turn it")


def sinkhole(tap: Phone) -> None:
    tap.follow("Play").asks("Tap the tile to remove")
    tap.hex_tap(6, 3).says("Other tiles would lose their way")
    lit(tap, 6, 2)
    tap.asks("Remove the tile of hex 6,2?").says("1 wall falls").press("Remove it")


def volcanic_bomb(tap: Phone) -> None:
    tap.follow("Play").asks("Tap the wall to destroy")
    tap.tap(tap.site("Wood wall, hex 6,2")).asks("Destroy the wood wall at hex 6,2, north?").press("Destroy it")


def quake(tap: Phone) -> None:
    tap.press("Play").asks("Tap the tile to swap").follow(re.compile("^Show the first")).press("Swap it")


def tiles(state: State) -> dict[tuple[int, ...], tuple[str, int]]:
    return {tuple(tile["hex"]): (tile["tile"], tile["rotation"]) for tile in state["tiles"]}


def walls(state: State) -> set[tuple[str, ...]]:
    return {(f"{wall['hex'][0]},{wall['hex'][1]}", wall["edge"], wall["wall"]) for wall in state["walls"]}


WOOD, STRAW = ("6,2", "N", "wood"), ("7,0", "NW", "straw")
PLAYS: dict[Callable[[Phone], None], Callable[[State], bool]] = {
    rain: lambda now: now["seats"][0]["temperature"] == 70 - RULES.meter.rain,
    lava_flow: lambda now: len(now["tiles"]) == 3,
    reinforce: lambda now: ("6,1", "N", "stone") in walls(now) and now["seats"][0]["stockpile"].get("stone", 0) == 0,
    relocate: lambda now: walls(now) == {WOOD, ("6,1", "NW", "straw")},
    aftershock: lambda now: tiles(now)[6, 2] in (("branch_right", 2), ("branch_right", 3)) and walls(now) == {STRAW},
    sinkhole: lambda now: (6, 2) not in tiles(now) and walls(now) == {STRAW},
    volcanic_bomb: lambda now: walls(now) == {STRAW},
    quake: lambda now: tiles(now) != {(6, 3): ("wide_bend", 1), (6, 2): ("branch_right", 0)} and len(tiles(now)) == 2,
}


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: play.__name__)
def test_a_card_is_played_with_its_target_chosen_on_the_board(
    tap: Phone, house: House, play: Callable[[Phone], None]
) -> None:
    slug = play.__name__
    table = house.set(**ARGUED, seats=seats(temperature=70, hand={slug: 1}))
    tap.open(table.code).follow(re.compile(f"^{RULES.card(slug).name}"))
    expect(tap.heading).to_have_text(RULES.card(slug).name)
    play(tap)
    now = house.state(table.code)
    assert PLAYS[play](now), now
    assert now["card_discard"] == {slug: 1}
    tap.page.get_by_role("link", name="History").tap()
    expect(tap.page.get_by_text(f"Ada plays {RULES.card(slug).name}.").first).to_be_visible()


def test_cards_that_cannot_be_played_say_why_and_can_still_be_traded(tap: Phone, house: House) -> None:
    hand = {"relocate": 1, "volcanic_bomb": 1, "sinkhole": 1}
    table = house.set(phase="cards", seats=seats(hand=hand))
    tap.open(table.code)
    for name, why in (
        ("Relocate", "No wall stands at your village."),
        ("Volcanic Bomb", "No wall stands on the island."),
        ("Sinkhole", "No tile lies on the island yet."),
    ):
        tap.follow(re.compile(f"^{name}")).says(why)
        expect(tap.button("Play")).to_be_disabled()
        expect(tap.button("Trade")).to_be_enabled()
        tap.follow("Back to the cards")
    assert house.open(table.code).version == table.version


def test_a_card_is_traded_for_its_wall(tap: Phone, house: House) -> None:
    table = house.set(phase="cards", seats=seats(hand={"rain": 1, "quake": 1}))
    tap.open(table.code).follow(re.compile("^Rain")).press("Trade").says("Ada gets a wood wall.")
    seat = house.state(table.code)["seats"][0]
    assert seat["stockpile"]["wood"] == RULES.turn.stockpile["wood"] + 1
    assert {card: n for card, n in seat["hand"].items() if n} == {"quake": 1}


def test_two_cards_buy_a_tile(tap: Phone, house: House) -> None:
    table = house.set(**ARGUED, seats=seats(hand={"rain": 1, "quake": 2}))
    tap.open(table.code).follow(re.compile("^Quake")).says("Or two cards for a tile")
    expect(tap.panel.get_by_role("button", name="Quake")).to_be_visible()
    tap.press("Rain").asks("Tap a lit hex").follow(re.compile("^Show the first")).press("Place it")
    while tap.button("Roll").count():
        tap.press("Roll")
    state = house.state(table.code)
    assert len(state["tiles"]) == 3
    assert state["card_discard"] == {"rain": 1, "quake": 1}


def test_cards_above_the_limit_are_discarded_by_taps(tap: Phone, house: House) -> None:
    table = house.set(phase="cards", seats=seats(hand={"rain": 2, "quake": 2, "relocate": 1}))
    tap.open(table.code).press("Done with cards").asks("Keep 3 cards: discard 2.")
    tap.press(re.compile("^Rain")).asks("Keep 3 cards: discard 1.").press(re.compile("^Relocate"))
    expect(tap.button("End turn")).to_be_visible()
    state = house.state(table.code)
    assert sum(state["seats"][0]["hand"].values()) == RULES.turn.hand_limit
    assert state["card_discard"] == {"rain": 1, "relocate": 1}


def test_where_the_limit_blocks_the_phase_ends_only_below_it(tap: Phone, house: House) -> None:
    table = house.set(options={"hand_limit": "block"}, phase="cards", seats=seats(hand={"rain": 2, "quake": 2}))
    tap.open(table.code).asks("You may keep 3 cards: play or trade until you do.")
    expect(tap.button("Done with cards")).to_have_count(0)
    tap.follow(re.compile("^Rain")).press("Trade").press("Done with cards")
    expect(tap.button("End turn")).to_be_visible()


def test_a_gift_goes_to_the_team_mate(tap: Phone, house: House) -> None:
    options = {"clans": "pairs"}
    table = house.set(4, options=options, phase="cards", seats=seats(4, hand={"rain": 1, "quake": 1}))
    tap.open(table.code).follow("Give").asks("What do you give?")
    expect(tap.panel.get_by_role("button", name=re.compile("to (Ben|Dan)"))).to_have_count(0)
    tap.press("Rain to Chika").says("Ada gives Chika a card.")
    tap.follow("Give").press(re.compile("^Stone wall to Chika"))
    mate = house.state(table.code)["seats"][2]
    assert mate["hand"].get("rain") == 1
    assert mate["stockpile"]["stone"] == RULES.turn.stockpile["stone"] + 1


def test_a_target_is_left_again_without_losing_the_card(tap: Phone, house: House) -> None:
    table = house.set(**ARGUED, seats=seats(hand={"aftershock": 1}))
    tap.open(table.code).follow(re.compile("^Aftershock")).follow("Play")
    tap.hex_tap(6, 2).follow("Back to the card").asks("Aftershock").follow("Back to the cards")
    assert house.open(table.code).version == table.version
