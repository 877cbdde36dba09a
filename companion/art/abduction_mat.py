"""Where things lie on the mat of Abduction: places for cards of one size. Millimetres from the top left."""

from __future__ import annotations

from functools import cache
from random import Random

import msgspec

from companion.games.abduction.data import RULES

MAT = RULES.print.mat
EDGE = 10.0
"""From the mat's edge to the outermost places."""
LABEL = 9.0
"""Room above a place for its name."""
GAP = 5.0
BESIDE = 14.0
"""Between the three parts of the mat: piles, field, score."""
DIGIT = 24.0
"""Width of the names of the digits."""
CORNER = 3.0


class Place(msgspec.Struct, frozen=True):
    """An outline: `fill` and `line` are inks."""

    path: str
    line: str
    fill: str = ""
    thick: float = 0.7
    dash: str = ""


class Word(msgspec.Struct, frozen=True):
    """A text: which, and the box that it stands in. `kind` is a class of print/abduction/mat.css."""

    text: str
    left: float
    top: float
    width: float
    height: float
    kind: str
    number: int = 0


class Picture(msgspec.Struct, frozen=True):
    """A drawing of a card, small."""

    name: str
    x: float
    y: float
    scale: float
    value: int = 0


class Mat(msgspec.Struct, frozen=True):
    """All of it."""

    width: float
    height: float
    split: float
    """Where the score begins."""
    horizon: float
    places: list[Place]
    words: list[Word]
    drawings: list[Picture]
    stars: list[tuple[float, float, float]]
    tufts: str

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        return self.width, self.height


@cache
def mat_layout(card: tuple[float, float]) -> Mat:
    """The mat for cards of this size."""
    wide, high = card[0] + MAT.room_mm, card[1] + MAT.room_mm
    places: list[Place] = []
    words: list[Word] = []
    drawings: list[Picture] = []
    top = EDGE + LABEL

    # The piles: deck, discard pile, face-down card, one below the other, with their names upon them.
    for n, text in enumerate(("deck", "discard", "slot")):
        y = EDGE + n * (high + GAP)
        places.append(Place(_rounded(EDGE, y, wide, high), "on_plate", "dusk", 0.9, "3 2.4" if text == "slot" else ""))
        words.append(Word(text, EDGE, y + 3, wide, LABEL, "on middle"))
        words.append(Word(f"{text}_note", EDGE + 3, y + high - 22, wide - 6, 20, "note on"))
        if text != "discard":
            drawings.append(Picture("back", EDGE + wide / 2, y + high * 0.43, wide * 0.0072))

    # The field: saucers over cows, the stacks of which grow away from each other.
    left = EDGE + wide + BESIDE
    field = RULES.turn.columns * wide + (RULES.turn.columns - 1) * GAP
    saucers = top + MAT.peek_mm
    cows = saucers + high + GAP
    words.append(Word("saucers", left, EDGE, field, LABEL, "on"))
    for n in range(RULES.turn.columns):
        x = left + n * (wide + GAP)
        places.append(Place(_tab(x, saucers, wide, -MAT.peek_mm), "star", "", 0.6, "2 2"))
        places.append(Place(_rounded(x, saucers, wide, high), "star", "dusk_light", 0.9))
        drawings.append(Picture(("red", "blue", "yellow")[n % 3], x + wide / 2, saucers + high * 0.46, wide * 0.0062))
        words.append(Word("column", x, saucers + high - 13, wide, 11, "number on", n + 1))
        places.append(Place(_rounded(x, cows, wide, high), "ink", "meadow", 0.9))
        drawings.append(Picture("cow", x + wide / 2, cows + high * 0.5, wide * 0.0058, 3 + n % 2))
    for level in range(1, MAT.levels):
        y = cows + high + (level - 1) * MAT.peek_mm
        places.append(Place(_tab(left, y, wide, MAT.peek_mm), "ink", "", 0.6, "2 2"))
        words.append(Word("digit", left + 3, y, wide - 6, MAT.peek_mm, "level meadow", level))
    words.append(Word("digit", left + 3, cows + 1, wide - 6, 10, "level meadow", 0))
    deep = cows + high + (MAT.levels - 1) * MAT.peek_mm
    aside, beside = left + wide + GAP, field - wide - GAP

    # The hangar: as many places as lose the game, each over the edge of the next.
    hangar = cows + high + GAP + LABEL
    step = (beside - wide) / (RULES.turn.hangar - 1)
    words.append(Word("hangar", aside, hangar - LABEL, beside, LABEL, "meadow"))
    for n in range(RULES.turn.hangar):
        last = n == RULES.turn.hangar - 1
        x = aside + n * step
        places.append(Place(_rounded(x, hangar, wide, high), "ink", "muzzle" if last else "ply", 0.9))
        words.append(Word("place", x, hangar + 2, step, 12, "number", n + 1))
    words.append(Word("lost", aside + beside - wide + 3, hangar + high - 22, wide - 6, 20, "note low"))
    drawings.append(Picture("decoy", aside + beside - wide / 2, hangar + high * 0.5, wide * 0.0062))
    words.append(Word("cows_note", left, deep + 3, wide, hangar + high - deep - 3, "text meadow"))

    # The score: a row to each digit, from the ones at the foot upwards.
    split = left + field + BESIDE / 2
    row = split + BESIDE / 2 + DIGIT
    length = wide + (MAT.fan - 1) * MAT.fan_mm
    height = max(hangar + high, EDGE + 3 * high + 2 * GAP) + EDGE
    width = row + length + EDGE
    for digit in range(MAT.digits):
        y = height - EDGE - high - digit * (high + GAP)
        open_top = digit == MAT.digits - 1
        path = f"M{_n(row)} 0V{_n(y + high)}H{_n(row + length)}V0" if open_top else _rounded(row, y, length, high)
        places.append(Place(path, "ink", "" if open_top else "paper_shade", 0.9))
        seen = max(y, 0.0) + 3
        middle = y + high * 0.55 if not open_top else (y + high) * 0.76
        for n in range(1, MAT.fan):
            x = row + n * MAT.fan_mm
            places.append(Place(f"M{_n(x)} {_n(seen)}V{_n(y + high - 3)}", "sand_mark", "", 0.4, "1.5 2.5"))
        words.append(Word("power", row - DIGIT, middle - 16, DIGIT - 2, 16, "power", 10**digit))
        words.append(Word("digit", row - DIGIT, middle, DIGIT - 2, 7, "digit", digit))
        if not open_top:
            arrow = row - DIGIT / 2 - 3
            places.append(
                Place(f"M{_n(arrow)} {_n(y + 16)}V{_n(y - 4)}M{_n(arrow - 4)} {_n(y + 1)}l4 -5l4 5", "ink", "", 1.2)
            )
            words.append(Word("carry", arrow + 3, y + 3, DIGIT / 2, 8, "carry"))
    words.append(Word("score", split + 4, 3, DIGIT + 2, LABEL, "ink"))

    random = Random("abduction")
    horizon = cows - GAP / 2
    stars = [
        (
            _r(random.uniform(4, split - 4)),
            _r(random.uniform(EDGE + LABEL + 2, horizon - 16)),
            random.choice((0.7, 1, 1.4)),
        )
        for _ in range(60)
    ]
    spots = [(random.uniform(6, split - 8), random.uniform(horizon + 16, height - 8)) for _ in range(70)]
    tufts = "".join(
        f"M{_n(x)} {_n(y)}l-1.6 -3.4m3.2 .8l1.4 -3m-3 4.4v-5"
        for x, y in spots
        if not (y > cows and left - 4 < x < aside + 4)  # where the levels and their note stand
    )
    return Mat(_r(width), _r(height), _r(split), _r(horizon), places, words, drawings, stars, tufts)


def _rounded(x: float, y: float, width: float, height: float) -> str:
    """A place with round corners."""
    r = CORNER
    right, foot, arc = x + width, y + height, f"A{r:g} {r:g} 0 0 1"
    return (
        f"M{_n(x + r)} {_n(y)}H{_n(right - r)}{arc} {_n(right)} {_n(y + r)}V{_n(foot - r)}"
        f"{arc} {_n(right - r)} {_n(foot)}H{_n(x + r)}{arc} {_n(x)} {_n(foot - r)}V{_n(y + r)}"
        f"{arc} {_n(x + r)} {_n(y)}Z"
    )


def _tab(x: float, y: float, width: float, out: float) -> str:
    """What a further card shows of itself beyond the edge at `y`: upwards where `out` is less than 0."""
    r, sign = CORNER, 1 if out > 0 else -1
    sweep = 0 if out > 0 else 1
    end = y + out
    return (
        f"M{_n(x)} {_n(y - sign * r)}V{_n(end - sign * r)}A{r:g} {r:g} 0 0 {sweep} {_n(x + r)} {_n(end)}"
        f"H{_n(x + width - r)}A{r:g} {r:g} 0 0 {sweep} {_n(x + width)} {_n(end - sign * r)}V{_n(y - sign * r)}"
    )


def _r(value: float) -> float:
    return round(value, 2)


def _n(value: float) -> str:
    return f"{round(value, 2):g}"
