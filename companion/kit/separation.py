"""Colours of the screen as process inks on coated paper, well enough for flat art, without a colour profile.

The model is Neugebauer's: dots of the inks cover the paper by chance, each overprint of solid inks has a colour of its
own, and their light adds up; a dot prints larger than it is. What the solids look like is common knowledge of printers
for the condition FOGRA39. Black takes over most of what the three inks share, and all of what is grey: so text is one
ink, sharp whatever the register, and no place gets more ink than shops allow.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import sqrt

Inks = tuple[float, float, float, float]
Light = tuple[float, float, float]

SOLIDS = {
    (0, 0, 0): "#ffffff",
    (1, 0, 0): "#009ee0",
    (0, 1, 0): "#e2007a",
    (0, 0, 1): "#ffed00",
    (1, 1, 0): "#312783",
    (1, 0, 1): "#009640",
    (0, 1, 1): "#e30613",
    (1, 1, 1): "#383432",
}
"""Cyan, magenta, yellow -> how their solids look on each other."""
BLACK = "#1d1d1b"
GAIN = 0.68
"""How dots grow: one of half the area covers two thirds."""
MOST = 2.4
"""The most ink in one place: 240 %."""
SHARES = (0.6, 0.7, 0.8, 0.9, 1.0)
"""How much of the grey in a colour is printed in black: as little as the limit allows."""
NEUTRAL = 0.065
"""How far apart the parts of a grey are at most."""
ROUNDS, HALVINGS, CLOSE = 12, 6, 0.004
"""How often the inks are adjusted to each other, how finely black is sought, and what counts as the same light."""


@cache
def separated(red: float, green: float, blue: float) -> Inks:
    """Cyan, magenta, yellow and black, each from 0 to 1, of a colour of the screen."""
    light = _linear(red), _linear(green), _linear(blue)
    if max(red, green, blue) - min(red, green, blue) < NEUTRAL:
        return 0.0, 0.0, 0.0, _dot(_black(sum(light) / 3))
    whole = _most_black(light)
    for share in SHARES:
        black = _dot(whole * share)
        cyan, magenta, yellow = (_dot(area) for area in _areas(light, whole * share))
        if cyan + magenta + yellow + black <= MOST:
            return cyan, magenta, yellow, black
    less = (MOST - black) / (cyan + magenta + yellow)
    return cyan * less, magenta * less, yellow * less, black


def seen(inks: Inks) -> Light:
    """How inks look on the screen: red, green and blue, each from 0 to 1."""
    mixed = _mixed(*map(_area, inks))
    return _encoded(mixed[0]), _encoded(mixed[1]), _encoded(mixed[2])


def _most_black(light: Light) -> float:
    """The most black with which the other inks still make a colour; none where they cannot make it anyhow."""
    low, high = 0.0, _black(max(light))
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        made = _mixed(*_areas(light, middle), middle)
        if all(abs(a - b) < CLOSE for a, b in zip(made, light, strict=True)):
            low = middle
        else:
            high = middle
    return low


def _areas(light: Light, black: float) -> tuple[float, float, float]:
    """What three inks must cover beside so much black: each in turn gets right the light that it takes most of."""
    areas = [0.0, 0.0, 0.0]
    for _ in range(ROUNDS):
        for n in range(3):
            a, b = (_mixed(*areas[:n], end, *areas[n + 1 :], black)[n] for end in (0.0, 1.0))
            areas[n] = min(1.0, max(0.0, (a - light[n]) / (a - b))) if a - b > 1e-9 else 0.0
    return areas[0], areas[1], areas[2]


def _mixed(*areas: float) -> Light:
    """The light from paper of which cyan, magenta, yellow and black cover so much."""
    total = [0.0, 0.0, 0.0]
    for solid, light in _solids().items():
        weight = 1.0
        for covered, area in zip(solid, areas, strict=True):
            weight *= area if covered else 1 - area
        for n in range(3):
            total[n] += weight * light[n]
    return total[0], total[1], total[2]


@cache
def _solids() -> dict[tuple[int, int, int, int], Light]:
    """All sixteen overprints as light; black on a colour is as much darker as on paper."""
    black = _light(BLACK)
    solids: dict[tuple[int, int, int, int], Light] = {}
    for inks in product((0, 1), repeat=3):
        light = _light(SOLIDS[inks])  # type: ignore[index]
        solids[(*inks, 0)] = light  # type: ignore[index]
        solids[(*inks, 1)] = (light[0] * black[0], light[1] * black[1], light[2] * black[2])  # type: ignore[index]
    return solids


def _black(light: float) -> float:
    """How much of the paper black covers where so much light is left."""
    least = _light(BLACK)[0]
    return min(1.0, max(0.0, (1 - light) / (1 - least)))


def _area(dot: float) -> float:
    """What a dot covers when it is printed."""
    return dot + GAIN * dot * (1 - dot)


def _dot(area: float) -> float:
    """The dot that covers so much."""
    grown = 1 + GAIN
    return (grown - sqrt(grown * grown - 4 * GAIN * area)) / (2 * GAIN)


def _light(colour: str) -> Light:
    parts = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    red, green, blue = (_linear(part) for part in parts)
    return red, green, blue


def _linear(part: float) -> float:
    """Light of a part of a colour of the screen (IEC 61966-2-1)."""
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _encoded(light: float) -> float:
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
