"""Where a score stands among those of the app's own player: the share that it beats, and a drawing of all of them."""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from html import escape
from pathlib import Path

import msgspec

from companion.web.table.speech import gettext as _

FILE = Path(__file__).with_name("standing.toml")
WIDTH, HEIGHT, FOOT, HEAD = 340, 150, 30, 16


class Standings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The scores of many games: see standing.toml."""

    bot: str
    games: int
    lost: int
    digits: tuple[int, ...]
    percentiles: tuple[int, ...]


@cache
def known() -> Standings:
    """The scores that are shipped."""
    return msgspec.toml.decode(FILE.read_bytes(), type=Standings)


def standing(points: int) -> str:
    """How many of those games a score beats, in a sentence."""
    beaten = min(bisect_left(known().percentiles, points), 99)
    return _("Better than %(n)s %% of %(games)s games that the app played by itself.", n=beaten, games=known().games)


def chart(points: int | None, lost: bool = False) -> str:
    """How the scores are spread by their number of digits; the column of this game's score is marked."""
    found = known()
    columns = [(_("lost"), found.lost), *((str(i), n) for i, n in enumerate(found.digits, 1))]
    here = -1 if points is None else 0 if lost else min(len(str(points)), len(columns) - 1)
    step, most = WIDTH / len(columns), max(n for _name, n in columns)
    out = []
    for i, (name, n) in enumerate(columns):
        height = max((HEIGHT - FOOT - HEAD) * n / most, 2)
        x, y = i * step, HEIGHT - FOOT - height
        css = ' class="here"' if i == here else ""
        share = f"{100 * n / found.games:.0f} %" if n >= found.games / 200 else "<1 %"
        out.append(
            f'<rect{css} x="{x + 3:.1f}" y="{y:.1f}" width="{step - 6:.1f}" height="{height:.1f}" rx="2"/>'
            f'<text x="{x + step / 2:.1f}" y="{HEIGHT - FOOT + 14}">{escape(name)}</text>'
            f'<text class="share" x="{x + step / 2:.1f}" y="{y - 4:.1f}">{share}</text>'
        )
    word = escape(_("digits of the score"))
    foot = f'<text x="{WIDTH / 2}" y="{HEIGHT - 2}">{word}</text>'
    label = escape(_("How the scores of the app's games are spread"))
    return (
        f'<svg class="spread" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{"".join(out)}{foot}</svg>'
    )
