"""The field as one drawing: saucers in the sky over cows on the meadow, and the piles beside them.

Whatever lies there fits: stacks and columns move together where they grow, and columns beyond the third crowd into the
danger zone. Each card has an id by its kind and number, so that what stays glides to its new place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

from companion.games.abduction.data import CARD_SLUGS, RULES
from companion.games.abduction.state import State
from companion.web.abduction import piles
from companion.web.abduction.pictures import sprite
from companion.web.table.speech import SPEAKER
from companion.web.table.speech import gettext as _
from companion.words import abduction as words

WIDTH, HEIGHT = 360, 246
CARD = (54, 75)
LEFT, STEP, GROUND = 9, 64, 106
"""Where the first column begins, from one column to the next, and the horizon."""
ZONE = LEFT + RULES.turn.columns * STEP - 5
"""Where the danger zone begins."""
ZONE_WIDTH = 64
STACK, DEPTH = 26, 62
"""How far the last card of a stack of saucers, or of a column of cows, may lie from the first."""

Cards = list[tuple[int, int, str, str]]
"""Cards where they lie: left, top, slug, and a class."""


def field(state: State, fresh: Sequence[dict[str, object]] = (), links: bool = True) -> str:
    """The piece `field`. `fresh` are the last events: cards that have just come land; `links` lead to looks."""
    ufos, cows = _ufos(state), _cows(state)
    landed = next((str(e["card"]) for e in fresh if e["type"] == "card_placed"), "")
    body = [
        _ground(state),
        _slots(state),
        _danger(state),
        _beams(state),
        _lay(ufos, landed),
        _lay(cows, landed),
        _levels(state),
        _sizes(state),
        piles.piles(state, links),
    ]
    label = escape(said(state))
    return (
        f'<svg id="field" class="layer field" viewBox="0 0 {WIDTH} {HEIGHT}" role="group" aria-label="{label}" '
        f'hx-swap-oob="true">{"".join(body)}</svg>'
    )


def said(state: State) -> str:
    """The field in words, for those who listen."""
    ufos = "; ".join(f"{name(card)} ×{size}" if size > 1 else name(card) for card, size in state.ufos)
    cows = "; ".join(", ".join(map(name, column)) for column in state.cows)
    return _("Saucers: %(ufos)s. Cows: %(cows)s.", ufos=ufos or _("none"), cows=cows or _("none"))


def name(card: int) -> str:
    """What a card is called, by its index."""
    return words.card_name(CARD_SLUGS[card], SPEAKER)


def _column(k: int, columns: int) -> int:
    """Where a column begins: those beyond the third share the danger zone."""
    if k < RULES.turn.columns:
        return LEFT + k * STEP
    beyond = columns - RULES.turn.columns
    step = min(22, (ZONE_WIDTH - 10 - 34) // max(beyond - 1, 1)) if beyond > 1 else 0
    return ZONE + 7 + (k - RULES.turn.columns) * step


def _ufos(state: State) -> Cards:
    found: Cards = []
    for k, (card, size) in enumerate(state.ufos):
        gap = min(9.0, STACK / max(size - 1, 1))
        top = GROUND - 3 - CARD[1]
        found += [(_column(k, len(state.ufos)), round(top - i * gap), CARD_SLUGS[card], "") for i in range(size)]
    return found


def _cows(state: State) -> Cards:
    found: Cards = []
    for k, column in enumerate(state.cows):
        gap = min(24.0, DEPTH / max(len(column) - 1, 1))
        left = _column(k, len(state.cows))
        found += [(left, round(GROUND + 3 + i * gap), CARD_SLUGS[card], "") for i, card in enumerate(column)]
    return found


def _lay(cards: Cards, landed: str) -> str:
    """The cards, each with an id of its own; the last one of the kind that was just placed lands."""
    number: Counter[str] = Counter()
    last = max((i for i, card in enumerate(cards) if card[2] == landed), default=-1)
    out = []
    for i, (x, y, slug, _css) in enumerate(cards):
        number[slug] += 1
        css = ' class="landing"' if i == last else ""
        out.append(
            f'<use id="f-{slug}-{number[slug]}" data-glide href="{sprite()}#face-{slug}" x="{x}" y="{y}" '
            f'width="{CARD[0]}" height="{CARD[1]}"{css}/>'
        )
    return "".join(out)


def _ground(state: State) -> str:
    return (
        f'<path class="sky" d="M0 0H{WIDTH}V{GROUND}H0Z"/>'
        f'<path class="grass" d="M0 {GROUND - 2}Q90 {GROUND - 8} 180 {GROUND}T{WIDTH} {GROUND - 3}V{HEIGHT}H0Z"/>'
        '<path class="stars" d="M24 9h.1M78 16h.1M131 7h.1M168 20h.1M212 10h.1M243 17h.1M290 8h.1M336 14h.1M58 5h.1"/>'
        '<path class="tufts" d="M30 236l3-9l3 9M92 228l3-9l3 9M160 239l3-9l3 9M292 238l3-9l3 9M344 226l3-9l3 9"/>'
    )


def _slots(state: State) -> str:
    """The places where nothing lies yet."""
    boxes = []
    for there, y in ((len(state.ufos), GROUND - 3 - CARD[1]), (len(state.cows), GROUND + 3)):
        for k in range(there, RULES.turn.columns):
            boxes.append(f"M{LEFT + k * STEP} {y}h{CARD[0]}v{CARD[1]}h-{CARD[0]}Z")
    return f'<path class="slots" d="{"".join(boxes)}"/>'


def _danger(state: State) -> str:
    """The place of a fourth column: hatched, and loud as soon as something lies there."""
    most = RULES.turn.columns
    parts = []
    for over, top, height in (
        (len(state.ufos) > most, 4, GROUND - 6),
        (len(state.cows) > most, GROUND + 1, HEIGHT - GROUND - 5),
    ):
        css = "danger on" if over else "danger"
        hatch = "".join(
            f"M{ZONE} {y + 12}L{min(ZONE + ZONE_WIDTH, ZONE + y + 12 - top)} {max(top, y + 12 - ZONE_WIDTH)}"
            for y in range(top, top + height - 11, 12)
        )
        x, y = ZONE + ZONE_WIDTH / 2, top + height - 16
        mark = f'<path class="mark" d="M{x:g} {y - 9:g}l10 17h-20ZM{x:g} {y - 3:g}v5M{x:g} {y + 5:g}v.1"/>'
        parts.append(
            f'<g class="{css}"><rect x="{ZONE}" y="{top}" width="{ZONE_WIDTH}" height="{height}" rx="6"/>'
            f'<path d="{hatch}"/>{mark}</g>'
        )
    return "".join(parts)


def _beams(state: State) -> str:
    """A beam in each column that has both saucers and cows."""
    beams = "".join(
        f"M{_column(k, state.matched) + 12} {GROUND - 6}h{CARD[0] - 24}l9 16h-{CARD[0] - 6}Z"
        for k in range(min(state.matched, RULES.turn.columns))
    )
    return f'<path class="beams" d="{beams}"/>' if beams else ""


def _levels(state: State) -> str:
    """What each level of a deep column is worth; its card too, where it is hardly seen."""
    out = []
    for k, column in enumerate(state.cows):
        if len(column) < 2:
            continue
        gap = min(24.0, DEPTH / (len(column) - 1))
        right = _column(k, len(state.cows)) + CARD[0] - 2
        for i, card in enumerate(column):
            y = round(GROUND + 9 + i * gap)
            worth = f"×{10**i}" if i < 4 else f"×10{_SUPERSCRIPT[i % 10]}"
            crowded = gap < 18 and i < len(column) - 1
            text, width = (f"{RULES.cards[card].value}{worth}", 42) if crowded else (worth, 30)
            box = f'<rect x="{right - width}" y="{y - 5}" width="{width}" height="12" rx="6"/>'
            out.append(f'<g class="level">{box}<text x="{right - width / 2:g}" y="{y + 4}">{text}</text></g>')
    return "".join(out)


_SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹"


def _sizes(state: State) -> str:
    """How many saucers a stack has."""
    out = []
    for k, (_card, size) in enumerate(state.ufos):
        if size > 1:
            x, top = _column(k, len(state.ufos)) + CARD[0] - 2, round(min(9.0 * (size - 1), STACK))
            y = GROUND + 2 - CARD[1] - top
            out.append(f'<g class="size"><circle cx="{x}" cy="{y}" r="9"/><text x="{x}" y="{y + 4}">{size}</text></g>')
    return "".join(out)
