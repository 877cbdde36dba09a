"""What the other pages of a table of Abduction show: history, the field as it was, rules, and the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from companion.games.abduction.data import RULES
from companion.games.abduction.position import AbductionPosition
from companion.games.contract import Position
from companion.tables.play import Entry, Table
from companion.web.abduction import field, helping, strip, tally, telling
from companion.web.abduction import history as told
from companion.web.abduction.pictures import face, sign
from companion.web.abduction.stage import state_of
from companion.web.table.moment import Moment
from companion.web.table.pages import Sheet
from companion.web.table.past import Past
from companion.web.table.speech import SPEAKER
from companion.words import abduction as words


def history(entries: Sequence[Entry]) -> Sheet:
    """What happened, by turns."""
    return "table/history.html", {"turns": told.turns(entries)}


def past(table: Table, position: Position, entries: list[Entry], n: int) -> Sheet:
    """The field as it was after entry n."""
    state = cast(AbductionPosition, position).state
    line = [entry.n for entry in entries if entry.line]
    shown = Past(
        {
            "turn": strip.strip(state, position.decision() is None),
            "tally": tally.tally(state),
            "field": field.field(state, links=False),
        },
        telling.tell(entries[n].events, told.QUIET)[:6],
        n,
        max((other for other in line if other < n), default=None),
        min((other for other in line if other > n), default=None),
        sum(other > n for other in line) if n in line else None,
        table.version,
    )
    hand = [(n, face(RULES.cards[card].slug, "cardface tiny")) for card, n in enumerate(state.hand) if n]
    return "abduction/past.html", {"past": shown, "hand": hand}


def rules(now: Moment) -> Sheet:
    """The rules for exactly this moment, then all of them in short."""
    shows = {
        "helps": helping.helps(now),
        "summary": helping.summary(now),
        "options": helping.unusual(now),
        "RULES": RULES,
        "face": face,
        "sign": sign,
        "card_text": lambda slug: words.card_text(slug, SPEAKER),
    }
    return "abduction/rules.html", shows


def more(now: Moment) -> Sheet:
    """Everything that is not needed with every tap."""
    state = state_of(now)
    heaps = [
        (
            zone,
            [
                (n, face(RULES.cards[card].slug, "cardface tiny"), words.card_name(RULES.cards[card].slug, SPEAKER))
                for card, n in enumerate(cards)
                if n
            ],
        )
        for zone, cards in (("discard", state.discard), ("removed", state.removed))
    ]
    return "abduction/more.html", {"heaps": dict(heaps), "uncovered": False}
