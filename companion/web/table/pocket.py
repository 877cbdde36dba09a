"""The hand in the pocket: a player's own cards, on their own phone, while it is not about cards.

As a row of small pictures under the panel, and as a page that tells both uses of each card.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape

from companion.games.eruption.data import CARD_SLUGS
from companion.web.table.drawings import card, icon
from companion.web.table.moment import Moment
from companion.web.table.naming import card_name
from companion.web.table.speech import gettext as _
from companion.web.table.speech import language, ngettext
from companion.web.table.viewer import Audience

Cards = tuple[tuple[str, int], ...]
"""Cards by slug, in the order of the rules, with how many of each."""


def cards(now: Moment, seat: int) -> Cards:
    """The cards that a seat holds."""
    held = now.hand(seat)
    return tuple((slug, held[slug]) for slug in CARD_SLUGS if held.get(slug))


def row(now: Moment, audience: Audience) -> str:
    """The pocket of a phone that has a seat."""
    assert audience.seat is not None
    held = cards(now, audience.seat)
    if audience.covered:
        return _covered(language(), now.table.code, audience.seat, sum(count for _slug, count in held))
    return _row(language(), now.table.code, held)


@lru_cache(256)
def _row(locale: str, code: str, held: Cards) -> str:
    if not held:
        none = escape(_("You hold no cards."))
        return f'<p class="pocket none">{icon("cards")}{none}</p>'
    label = escape(_("Your cards: %(cards)s", cards=", ".join(_called(slug, count) for slug, count in held)))
    pictures = "".join(
        f"<span>{card(slug, 'cardart tiny')}{f'<i>×{count}</i>' if count > 1 else ''}</span>" for slug, count in held
    )
    cover = escape(_("Cover my cards"))
    return (
        f'<div class="pocket"><a href="/t/{code}/hand" hx-boost="false" aria-label="{label}">{pictures}</a>'
        f'<form method="post" action="/t/{code}/cover">'
        f'<button class="button quiet square" aria-label="{cover}">{icon("eye-off")}</button></form></div>'
    )


@lru_cache(256)
def _covered(locale: str, code: str, seat: int, number: int) -> str:
    words = ngettext("%(num)d card, covered", "%(num)d cards, covered", number)
    show = escape(_("Show"))
    return (
        f'<form class="pocket covered" method="post" action="/t/{code}/here">'
        f'<input type="hidden" name="seat" value="{seat}">'
        f"<button>{icon('cards')}<span>{escape(words)}</span><b>{show}</b></button></form>"
    )


def _called(slug: str, count: int) -> str:
    return f"{card_name(slug)} ×{count}" if count > 1 else card_name(slug)


def seat_form(code: str, where: str, seat: int, word: str, kind: str = "", css: str = "") -> str:
    """A button that says something about a seat: that its player is here, that the host plays for it."""
    named = f' class="{css}"' if css else ""
    return (
        f'<form method="post" action="/t/{code}/{where}"{named}><input type="hidden" name="seat" value="{seat}">'
        f'<button class="button {kind}">{escape(word)}</button></form>'
    )
