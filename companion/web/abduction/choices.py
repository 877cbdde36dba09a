"""The panels of choices among cards that lie somewhere: blue, a decoy to clear, what escapes, what is carried."""

from __future__ import annotations

from companion.games.abduction import abduct, advice
from companion.games.abduction.actions import Release
from companion.games.abduction.data import CARD_SLUGS, DECOY_CARD, UFOS
from companion.games.abduction.state import digit_sum
from companion.web.abduction import preview
from companion.web.abduction.asks import Button, Card, Cards, thousands
from companion.web.abduction.panels import name, news, tools, warnings
from companion.web.abduction.pick import Pick
from companion.web.abduction.pictures import face
from companion.web.abduction.stage import Show
from companion.web.table.speech import SPEAKER
from companion.web.table.speech import gettext as _
from companion.words import abduction as words


def blue(show: Show) -> Cards:
    """Discard a saucer of the field, or take one of the discard pile."""
    state, cards = show.state, list[Card]()
    for column, (card, size) in enumerate(state.ufos):
        slug = CARD_SLUGS[card]
        caption = _("leaves %(n)s", n=size - 1) if size > 1 else _("column %(n)s goes", n=column + 1)
        label = _("%(card)s of column %(n)s goes", card=name(slug), n=column + 1)
        cards.append(
            Card(slug, label, face(slug), size, caption, fields={"type": "remove", "column": column}, mark="−")
        )
    for card in UFOS:
        if state.discard[card]:
            slug = CARD_SLUGS[card]
            label = _("Take: %(card)s", card=name(slug))
            n = state.discard[card]
            cards.append(
                Card(slug, label, face(slug), n, _("into the hand"), fields={"type": "take", "card": slug}, mark="+")
            )
    buttons = [Button(_("Neither"), {"type": "pass"})] if state.options.blue_optional else []
    heading = _("Blue: discard a saucer, or take one")
    why = _("− discards from the field, + takes from the discard pile.")
    return Cards(heading, news(show), show.say, why, warnings(show), tools(show), "", cards, [], buttons)


def clear(show: Show) -> Cards:
    """The face-down card was a decoy: one decoy goes."""
    state, decoy = show.state, CARD_SLUGS[DECOY_CARD]
    cards = []
    if state.hangar:
        cards.append(Card(decoy, _("Of the hangar"), face(decoy), state.hangar, _("hangar"), fields={"type": "clear"}))
    for place, digit in enumerate(state.score):
        if digit[DECOY_CARD]:
            where = words.digit_name(place, SPEAKER)
            label = _("Of the %(digit)s", digit=where)
            cards.append(
                Card(decoy, label, face(decoy), digit[DECOY_CARD], where, fields={"type": "clear", "digit": place})
            )
    return Cards(_("Discard one decoy: which?"), news(show), show.say, "", [], tools(show), "", cards)


def release(show: Show) -> Cards:
    """A decoy of an earlier turn lets a card of the score escape."""
    state, found = show.state, []
    for place, card in abduct.escapes(state):
        slug = CARD_SLUGS[card]
        after = preview.settled(preview.tried(state, Release(digit=place, card=slug))[0])
        label = _("%(card)s of the %(digit)s", card=name(slug), digit=words.digit_name(place, SPEAKER))
        caption = f"{words.digit_name(place, SPEAKER)} → {thousands(after)}"
        fields: dict[str, str | int] = {"type": "release", "digit": place, "card": slug}
        found.append((after, Card(slug, label, face(slug), state.score[place][card], caption, fields=fields)))
    cards = [card for _after, card in sorted(found, key=lambda pair: -pair[0])]
    why = _("A decoy that was in the score before lets one card go. The number is the score that can be had then.")
    return Cards(_("Which card escapes?"), news(show), show.say, why, [], tools(show), "", cards)


def carry(show: Show) -> Cards:
    """A digit of ten or more passes a card on."""
    state = show.state
    digit = state.score[state.digit]
    ways = advice.ways(state)
    asked = show.look == "best"
    most = ways[0].best if ways else 0
    order = {way.card: way for way in ways}
    cards = []
    for card, n in enumerate(digit):
        slug = CARD_SLUGS[card]
        if not n or slug not in order:
            continue
        way = order[slug]
        total = thousands(way.best) if way.best == way.worst else _("up to %(n)s", n=thousands(way.best))
        mark = "★" if asked and way.best == most else ""
        cards.append(
            Card(
                slug,
                _("%(card)s moves up", card=name(slug)),
                face(slug),
                n,
                total,
                fields={"type": "carry", "card": slug},
                mark=mark,
            )
        )
    buttons = [Button(_("Leave it so"), {"type": "pass"})] if state.options.carry == "may" else []
    heading = _(
        "The %(digit)s come to %(sum)s: which card moves up?",
        digit=words.digit_name(state.digit, SPEAKER),
        sum=digit_sum(digit),
    )
    why = _("It keeps its value there. The number is the total that this leads to.")
    best = [(Pick(look="best").query(), "trophy", _("Mark the best"))] if not asked and show.mode == "play" else []
    return Cards(heading, news(show), show.say, why, [], best, "", cards, [], buttons)
