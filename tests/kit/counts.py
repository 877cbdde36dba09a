"""How many of each face a kit prints, from the rules data alone."""

from __future__ import annotations

from companion.games.eruption.data import RULES

ONE_EACH = {village.slug: 1 for village in RULES.villages}
MATERIALS = {wall.slug: wall.count for wall in RULES.walls}
PARTS: dict[str, dict[str, int]] = {
    "tiles": {tile.slug: tile.count for tile in RULES.tiles},
    "cards": {card.slug: card.count for card in RULES.cards},
    "walls": MATERIALS,
    "markers": ONE_EACH,
    "aids": ONE_EACH,
    "dice": {"white": 1, "orange": 1},
    "standing_walls": MATERIALS,
    "standees": ONE_EACH,
    "pad": {"game": RULES.print.pads},
    "patterns": {"all": 1},
}
"""Part -> face -> how many. Boxes are as many as the tiles need."""
TWO_SIDED = ("tiles", "cards", "walls", "markers")
STANDARD = ("tiles", "cards", "walls", "markers", "aids", "dice")
"""Of the standard kit, beside the board and the booklet."""


def counts(*parts: str) -> dict[str, int]:
    """Key of a face -> how many."""
    return {f"{part}.{slug}": n for part in parts for slug, n in PARTS[part].items()}


def behind(key: str) -> str | None:
    """The face on the back of another."""
    part, slug = key.split(".")
    if part == "tiles":
        return "tiles.eruption_back" if RULES.tile(slug).source else "tiles.back"
    if part == "cards":
        return "cards.back"
    return key if part in ("walls", "markers") else None


def is_back(key: str) -> bool:
    """Whether a face is nothing but a back."""
    return key.endswith("back")
