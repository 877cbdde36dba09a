"""How scores are spread, as a drawing: a bar for each number of digits, and one for the games that were lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from companion.art.palette import mixed

WIDTH, HEIGHT = 720, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 24, 84, 72
_FONT = "system-ui, sans-serif"


class Bar(NamedTuple):
    """A bar: how many games it stands for, and what is written under it."""

    games: int
    label: str
    lost: bool = False


def bars(scores: Sequence[int], lost: int) -> list[Bar]:
    """The lost games, then those whose score has one digit, two, and so on. A lost game stands in `scores` as a 0."""
    digits = Counter(len(str(score)) for score in scores)
    digits[1] -= lost
    most = max((number for number, games in digits.items() if games > 0), default=1)
    rest = [Bar(digits[number], _range(number)) for number in range(1, most + 1)]
    return [Bar(lost, "lost", True), *rest]


def _range(digits: int) -> str:
    """The scores with so many digits, in as few letters as can be."""
    if digits == 1:
        return "0 to 9"
    return f"from {_short(10 ** (digits - 1))}"


def _short(number: int) -> str:
    for power, letter in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if number >= power:
            return f"{number // power}{letter}"
    return str(number)


def draw(title: str, note: str, scores: Sequence[int], lost: int) -> str:
    """The drawing, an SVG that needs nothing else."""
    inks = mixed("day")
    ink, paper = inks["ink"], inks["paper"]
    shown = bars(scores, lost)
    most = max(bar.games for bar in shown) or 1
    step = (WIDTH - _LEFT - _RIGHT) / len(shown)
    floor, room = HEIGHT - _BOTTOM, HEIGHT - _TOP - _BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
        f' role="img" font-family="{_FONT}" font-size="14" fill="{ink}">',
        f"<title>{escape(title)}</title><desc>{escape(note)}</desc>",
        f'<defs><pattern id="lost" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<rect width="8" height="8" fill="{paper}"/><rect width="3" height="8" fill="{ink}"/></pattern></defs>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{paper}"/>',
        f'<text x="{_LEFT}" y="34" font-size="20" font-weight="bold">{escape(title)}</text>',
        f'<text x="{_LEFT}" y="58">{escape(note)}</text>',
    ]
    for i, bar in enumerate(shown):
        height = room * bar.games / most
        x, y = _LEFT + i * step, floor - height
        fill = "url(#lost)" if bar.lost else inks["land"]
        if bar.games:
            parts.append(
                f'<rect x="{x + step * 0.1:.1f}" y="{y:.1f}" width="{step * 0.8:.1f}" height="{height:.1f}"'
                f' fill="{fill}" stroke="{ink}"/>'
            )
        middle = x + step / 2
        share = 100 * bar.games / max(1, len(scores))
        parts.append(f'<text x="{middle:.1f}" y="{y - 6:.1f}" text-anchor="middle">{share:.0f}%</text>')
        parts.append(f'<text x="{middle:.1f}" y="{floor + 22}" text-anchor="middle">{escape(bar.label)}</text>')
    parts.append(f'<path d="M{_LEFT} {floor}H{WIDTH - _RIGHT}" stroke="{ink}" fill="none"/>')
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 16}" text-anchor="middle">final score</text></svg>')
    return "\n".join(parts) + "\n"
