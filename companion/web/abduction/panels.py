"""The panel at the bottom: for each decision what there is to do, why, and what would follow."""

from __future__ import annotations

from companion.games.abduction import advice, turn
from companion.games.abduction.data import CARD_INDEX, CARD_SLUGS, RULES
from companion.web.abduction import preview, telling
from companion.web.abduction.asks import Button, Card, Cards, Fields, thousands
from companion.web.abduction.cautions import caution
from companion.web.abduction.pick import NOTHING, Pick
from companion.web.abduction.pictures import face
from companion.web.abduction.stage import Show
from companion.web.table.speech import SPEAKER, ngettext
from companion.web.table.speech import gettext as _
from companion.web.table.stage import Line
from companion.words import abduction as words


def name(slug: str) -> str:
    """What a card is called."""
    return words.card_name(slug, SPEAKER)


def news(show: Show) -> list[Line]:
    """What the last action brought, while nothing is picked."""
    return telling.lines(show.moment) if not show.picked and not show.say else []


def held(cards: list[int]) -> list[tuple[int, str]]:
    """Cards of a zone in the order of the rules: how many, and the name of each."""
    return [(n, CARD_SLUGS[card]) for card, n in enumerate(cards) if n]


def tools(show: Show, hint: bool = True) -> list[tuple[str, str, str]]:
    """A hint, if there is something to choose; the face-down card, while it may be turned up."""
    found: list[tuple[str, str, str]] = []
    if show.mode != "play":
        return found
    if show.kind == "play" and turn.can_turn_up(show.state):
        found.append((Pick(look="face").query(), "eye", _("The face-down card")))
    if hint:
        found.append((Pick(look="hint").query(), "hint", _("A hint")))
    return found


def warnings(show: Show) -> list[str]:
    """What would go wrong, in sentences."""
    found = {one.slug: one for one in advice.cautions(show.state)}
    found.pop("turn_up_loses", None)  # said before it is turned up
    if "overflow_loses" in found or "abduct_loses" in found:
        found.pop("last_decoy", None)
    return [caution(one) for one in found.values()]


# --- chance -----------------------------------------------------------------------------------------------------------


def drawing(show: Show) -> Cards:
    """A card was drawn on the table: which?"""
    state = show.state
    if state.kind == "face_down":
        heading = _("Turn the face-down card over. Which is it?")
    else:
        heading = ngettext("Draw %(num)d card. Which came?", "Draw %(num)d cards. Which came first?", state.drawing)
        if state.drawing < min(RULES.turn.draw, state.drawing + state.deck_size) and _drawn(show):
            heading = ngettext("%(num)d more card. Which came?", "%(num)d more cards. Which came next?", state.drawing)
    possible = {action.card for action, _weight in show.moment.table.position.outcomes()}
    cards = [
        Card(
            slug,
            name(slug),
            face(slug),
            1,
            _("%(n)s left", n=state.deck[CARD_INDEX[slug]]),
            fields={"type": "card", "card": slug} if slug in possible else {},
        )
        for slug in CARD_SLUGS
    ]
    hand = telling.cards(slug for n, slug in held(state.hand) for _n in range(n))
    why = _("In your hand: %(cards)s", cards=hand) if hand and state.kind == "card" else ""
    return Cards(heading, news(show), show.say, why, cards=cards, small=True)


def _drawn(show: Show) -> bool:
    """Whether a card of this draw lies in the hand already."""
    return bool(show.moment.news) and show.moment.news[-1]["type"] == "card_drawn"


# --- the play phase ---------------------------------------------------------------------------------------------------


def choose(show: Show) -> Cards:
    """Saucers or cows (option kind_fixed)."""
    buttons = [
        Button(_("Saucers") if group == "ufo" else _("Cows"), {"type": "choose", "kind": group}, True)
        for group in turn.groups(show.state)
    ]
    hand = _hand(show, frozenset())
    why = _("All of the kind that you choose must be placed.")
    return Cards(_("Saucers or cows?"), news(show), show.say, why, warnings(show), tools(show), "", [], hand, buttons)


def play(show: Show) -> Cards:
    """Cards to place; at the end of the phase what comes then."""
    state = show.state
    possible = frozenset(CARD_SLUGS[card] for card in turn.placeable(state))
    cards = [
        Card(
            slug,
            name(slug),
            face(slug),
            state.to_place[CARD_INDEX[slug]] if state.playing else n,
            (look := preview.placing(state, slug)).text,
            look.bad,
            slug in _fresh(show),
            fields={"type": "place", "card": slug},
        )
        for n, slug in held(state.hand)
        if slug in possible
    ]
    if not cards and turn.can_pass(state) and preview.passing(state)[0].kind == "discard":
        return discard(show)
    heading, why = _play_heading(show, bool(cards))
    buttons = _go_on(show) if turn.can_pass(state) else []
    others = _hand(show, possible)
    return Cards(heading, news(show), show.say, why, warnings(show), tools(show), "", cards, others, buttons)


def _fresh(show: Show) -> set[str]:
    """Cards that have just come into the hand."""
    return {event["card"] for event in show.moment.news if event["type"] in ("card_drawn", "saucer_taken")}


def _hand(show: Show, but: frozenset[str]) -> list[Card]:
    """The cards of the hand that are not to be placed now."""
    state, found = show.state, []
    for n, slug in held(state.hand):
        left = n - (state.to_place[CARD_INDEX[slug]] if state.playing else n) if slug in but else n
        if left:
            found.append(Card(slug, name(slug), face(slug), left, fresh=slug in _fresh(show)))
    return found


def _play_heading(show: Show, any_cards: bool) -> tuple[str, str]:
    state = show.state
    kind = advice.kind(state)
    if not any_cards:
        if not any(state.hand):
            return _("Your hand is empty."), ""
        return _("All placed. What now?"), ""
    if kind.why == "settled":
        left = sum(state.to_place)
        group = kind.kinds[0]
        if group == "ufo":
            return ngettext("%(num)d saucer to place", "%(num)d saucers to place", left), _settled(show)
        return ngettext("%(num)d cow to place", "%(num)d cows to place", left), _settled(show)
    if len(kind.kinds) > 1:
        return _("Play saucers or cows: tap the first."), _("Once you begin with a kind, all of it must be placed.")
    heading = _("Play your saucers: tap the first.") if kind.kinds[0] == "ufo" else _("Play your cows: tap the first.")
    if kind.why == "choice":
        return heading, ""
    return heading, words.kind_reason(kind.kinds[0], kind.why, SPEAKER)


def _settled(show: Show) -> str:
    """Why this kind is played, as it was settled in this turn."""
    for event in reversed(show.moment.story.turn):
        if event["type"] == "kind_settled":
            return "" if event["why"] == "choice" else words.kind_reason(event["kind"], event["why"], SPEAKER)
    return ""


def _go_on(show: Show) -> list[Button]:
    """The end of the play phase, with what is decided next, if that is to abduct or not."""
    state = show.state
    after, _events = preview.passing(state)
    if after.kind == "process":
        raid = preview.raid(after)
        return [
            Button(_("Abduct"), {"type": "pass", "then": "abduct"}, True, raid_note(raid), raid.lost),
            Button(_("Leave them"), {"type": "pass", "then": "leave"}),
        ]
    if state.overflow:
        return [Button(_("Go on, and lose the field"), {"type": "pass"}, bad=True)]
    if not any(state.hand):
        return [Button(_("Next turn"), {"type": "pass"}, True)]
    return [Button(_("Go on"), {"type": "pass"}, True)]


def raid_note(raid: preview.Raid) -> str:
    """What an abduction would bring, in a few words."""
    if raid.lost:
        return _("loses the game")
    return f"{thousands(raid.before)} → {thousands(raid.after)}"


def process(show: Show) -> Cards:
    """To abduct, or to leave everything lying."""
    raid = preview.raid(show.state)
    buttons = [
        Button(_("Abduct"), {"type": "abduct"}, True, raid_note(raid), raid.lost),
        Button(_("Leave them"), {"type": "leave"}),
    ]
    why = "; ".join(raid.gains)
    hand = _hand(show, frozenset())
    return Cards(_("Abduct now?"), news(show), show.say, why, warnings(show), tools(show), "", [], hand, buttons)


# --- the end of the turn ----------------------------------------------------------------------------------------------


def discard(show: Show) -> Cards:
    """Any cards of the hand may go. Where nothing else is to be decided the play phase ends with the same tap."""
    state, choice = show.state, show.choice
    cards, going = [], 0
    for n, slug in held(state.hand):
        gone = min(choice.dropping(slug), n)
        going += gone
        after = choice.with_drop(slug, (gone + 1) % (n + 1)).query()
        mark = "" if not gone else "×" if n == 1 else f"{gone}×"
        cards.append(Card(slug, name(slug), face(slug), n, _("goes") if gone else "", False, False, after, mark=mark))
    chosen = ",".join(f"{slug}.{min(n, state.hand[CARD_INDEX[slug]])}" for slug, n in choice.drop)
    if going:
        text = ngettext("Discard %(num)d, next turn", "Discard %(num)d, next turn", going)
    else:
        text = _("Keep all, next turn")
    fields: Fields = {"type": "discards", "drop": chosen}
    if show.kind == "play":
        fields["first"] = "pass"
    if going < sum(state.hand):  # with an empty hand the turn is over anyway
        fields["last"] = "pass"
    return Cards(
        _("End of the turn: tap cards that shall go."),
        news(show),
        show.say,
        "",
        warnings(show),
        tools(show),
        NOTHING.query() if choice.drop else "",
        cards,
        [],
        [Button(text, fields, True)],
    )


def looked(show: Show, look: str) -> str:
    """The link to a look."""
    return Pick(look=look).query()
