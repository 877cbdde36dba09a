"""The piles beside the field: the deck, the face-down card, the discard pile, and what left the game."""

from __future__ import annotations

from html import escape

from companion.games.abduction.data import CARD_SLUGS
from companion.games.abduction.state import State
from companion.web.abduction.pictures import sprite
from companion.web.table.speech import gettext as _
from companion.web.table.speech import ngettext

LEFT, STEP = 271, 43
UPPER, LOWER = 8, 120
WIDTH, HEIGHT = 38, 53


def piles(state: State, links: bool) -> str:
    """All four; with `links` the deck tells what may come, and the face-down card asks to be turned up."""
    top = next((CARD_SLUGS[card] for card in reversed(range(len(CARD_SLUGS))) if state.discard[card]), "")
    removed = sum(state.removed)
    return "".join(
        [
            _deck(state, links),
            _face_down(state, links),
            _pile(LEFT, LOWER, f"face-{top}" if top else "", _("Discards"), _count(sum(state.discard))),
            _pile(LEFT + STEP, LOWER, "back" if removed else "", _("Gone"), _count(removed), "gone"),
        ]
    )


def _deck(state: State, links: bool) -> str:
    size = state.deck_size
    label = ngettext(
        "%(num)d card in the deck: see what may come", "%(num)d cards in the deck: see what may come", size
    )
    link = "?look=odds" if links else ""
    return _pile(LEFT, UPPER, "back" if size else "", _("Deck"), _count(size), "deck", link, label)


def _face_down(state: State, links: bool) -> str:
    x = LEFT + STEP
    if state.used:
        name = f"face-{CARD_SLUGS[state.face_down]}" if state.face_down >= 0 else ""
        return _pile(x, UPPER, name, _("Turned up"), "", "spent")
    link = "?look=face" if links and state.kind == "play" and state.deck_size else ""
    mark = '<g class="count"><circle r="11"/><text y="5">?</text></g>'
    return _pile(x, UPPER, "back", _("Face down"), mark, "secret", link, _("Turn the face-down card over"))


def _count(number: int) -> str:
    return f'<g class="count"><rect x="-13" y="9" width="26" height="17" rx="8.5"/><text y="22">{number}</text></g>'


def _pile(x: int, y: int, drawing: str, name: str, mark: str, css: str = "", link: str = "", label: str = "") -> str:
    """A pile, drawn round its middle."""
    drawn = (
        f'<use href="{sprite()}#{drawing}" x="{-WIDTH / 2:g}" y="{-HEIGHT / 2:g}" width="{WIDTH}" height="{HEIGHT}"/>'
        f'<rect class="edge" x="{-WIDTH / 2:g}" y="{-HEIGHT / 2:g}" width="{WIDTH}" height="{HEIGHT}" rx="2.5"/>'
        if drawing
        else ""
    )
    box = f'<rect class="slots" x="{-WIDTH / 2:g}" y="{-HEIGHT / 2:g}" width="{WIDTH}" height="{HEIGHT}" rx="3"/>'
    body = f'{box}{drawn}{mark}<text class="name" y="{HEIGHT / 2 + 12:g}">{escape(name)}</text>'
    place = f'transform="translate({x + WIDTH / 2:g} {y + HEIGHT / 2:g})"'
    if link:
        reach = '<rect class="reach" x="-22" y="-34" width="44" height="84"/>'
        return f'<a href="{link}" class="pile {css}" aria-label="{escape(label)}" {place}>{reach}{body}</a>'
    return f'<g class="pile {css}" {place}>{body}</g>'
