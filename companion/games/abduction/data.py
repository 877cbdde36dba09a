"""Reads and checks rules.toml; the tables that follow from it. Cards are small integers, in the order of the file."""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.games.info import Frozen, GameInfo, Option

RULES_FILE = Path(__file__).with_name("rules.toml")
EFFECTS = ("clear_decoys", "swap_saucer", "herd", "abduct", "clear_one_decoy")
UFO, COW, DECOY = "ufo", "cow", "decoy"


class Card(Frozen, frozen=True):
    """A kind of card: `value` is what it counts in the score, `effect` what it does as the face-down card."""

    slug: str
    group: str
    name: str
    count: int
    value: int
    effect: str


class Turn(Frozen, frozen=True):
    """The numbers of a turn (rules 5)."""

    draw: int
    many: int
    columns: int
    hangar: int
    base: int
    counter: int


class Mat(Frozen, frozen=True):
    """The mat on which cards of any size lie, in mm."""

    room_mm: float
    peek_mm: float
    fan_mm: float
    levels: int
    digits: int
    fan: int


class Box(Frozen, frozen=True):
    """The box for the cards, in mm."""

    card_thickness_mm: float
    clearance_mm: float
    tongue_mm: float
    flap_mm: float


class Print(Frozen, frozen=True):
    """Sizes of the printed copy, in mm."""

    card_mm: tuple[float, float]
    card_corner_mm: float
    summary_mm: tuple[float, float]
    large_summary_mm: tuple[float, float]
    bleed_mm: float
    card_bleed_mm: float
    back_bleed_mm: float
    safe_mm: float
    mat: Mat
    box: Box


class Rules(Frozen, frozen=True):
    """The whole file."""

    game: GameInfo
    cards: tuple[Card, ...]
    effects: dict[str, str]
    turn: Turn
    groups: dict[str, str]
    phases: dict[str, str]
    options: tuple[Option, ...]
    print: Print

    def card(self, slug: str) -> Card:
        """The card of that name. Raises KeyError."""
        return self.cards[CARD_INDEX[slug]]


def read(path: Path = RULES_FILE) -> Rules:
    """Read and check the rules data. Raises ValueError for data that no game can be played with."""
    rules = msgspec.toml.decode(path.read_bytes(), type=Rules)
    slugs = [card.slug for card in rules.cards]
    if len(set(slugs)) != len(slugs):
        raise ValueError(f"{path.name}: two cards have the same slug")
    for card in rules.cards:
        if card.group not in (UFO, COW, DECOY) or card.effect not in rules.effects or card.count < 0:
            raise ValueError(f"{path.name}: {card.slug} has an unknown group or effect, or no count")
        if not 0 < card.value < rules.turn.base:
            raise ValueError(f"{path.name}: {card.slug} must count less than a digit holds, or carrying never ends")
    if [card.group for card in rules.cards].count(DECOY) != 1 or set(rules.effects) != set(EFFECTS):
        raise ValueError(f"{path.name}: there must be one kind of decoy, and exactly the effects that the rules know")
    if any(len(option.values) < 2 for option in rules.options):
        raise ValueError(f"{path.name}: an option needs two values or more")
    return rules


RULES = read()
CARD_SLUGS = tuple(card.slug for card in RULES.cards)
CARD_INDEX = {slug: i for i, slug in enumerate(CARD_SLUGS)}
N_CARDS = len(CARD_SLUGS)
VALUES = tuple(card.value for card in RULES.cards)
BOX = tuple(card.count for card in RULES.cards)
"""How many of each card there are."""
UFOS = tuple(i for i, card in enumerate(RULES.cards) if card.group == UFO)
COWS = tuple(i for i, card in enumerate(RULES.cards) if card.group == COW)
DECOY_CARD = next(i for i, card in enumerate(RULES.cards) if card.group == DECOY)
COW_SIDE = (*COWS, DECOY_CARD)
"""What lies in the row of cows: decoys belong to them."""
