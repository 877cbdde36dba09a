"""What the other pages of a table of Eruption show: history, rules, corrections, the end and the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.contract import Position
from companion.games.eruption.data import CARD_SLUGS, RULES, TILE_SLUGS, zone_of
from companion.tables.play import Entry, Table
from companion.web.table import corrections, ending, forms, gates, helping, island, past, pocket
from companion.web.table import history as told
from companion.web.table import records as counted
from companion.web.table.choice import NOTHING, Choice, read_choice, site_text
from companion.web.table.moment import Moment
from companion.web.table.naming import hex_name, site_name, tile_name
from companion.web.table.pages import Form, Sheet
from companion.web.table.speech import SPEAKER
from companion.web.table.speech import gettext as _
from companion.web.table.viewer import Viewer
from companion.words import eruption as words


def history(now: Moment, entries: Sequence[Entry]) -> Sheet:
    """What happened, by turns."""
    return "table/history.html", {"turns": told.turns(entries, now.state["seats"], now.table.names)}


def then(table: Table, position: Position, entries: list[Entry], n: int) -> Sheet:
    """The board as it was after entry n."""
    return "table/past.html", {"past": past.past(table, position, entries, n)}


def rules(now: Moment) -> Sheet:
    """The rules for exactly this moment, then all of them in short."""
    shows = {
        "RULES": RULES,
        "helps": helping.helps(now),
        "summary": helping.summary(now),
        "card_text": lambda slug: words.card_text(slug, SPEAKER),
    }
    return "table/rules.html", shows


def hand(now: Moment, seen: Viewer) -> Sheet:
    """The own cards with both their uses."""
    held = () if seen.pocket is None or seen.seat is None else pocket.cards(now, seen.seat)
    shows = {
        "RULES": RULES,
        "cards": [(RULES.card(slug), count) for slug, count in held],
        "covered": seen.covered,
        "seat": seen.seat,
        "limit": RULES.turn.hand_limit,
        "card_text": lambda slug: words.card_text(slug, SPEAKER),
    }
    return "table/hand.html", shows


def more(now: Moment, seen: Viewer) -> Sheet:
    """Everything that is not needed with every tap."""
    seats = [
        {
            **seat,
            "name": now.table.names[i],
            "zone": zone_of(seat["temperature"]),
            "cards": sum(seat["hand"].values()),
            "active": i == now.active,
        }
        for i, seat in enumerate(now.state["seats"])
    ]
    uncovered = now.private and (seen.hand(now) is not None or seen.pocket is not None)
    left = sum(now.state["stack"].values())
    return "table/more.html", {"RULES": RULES, "seats": seats, "left": left, "uncovered": uncovered}


def fair(now: Moment, entries: Sequence[Entry]) -> Sheet:
    """The promise about dice and draws, and after the end its proof."""
    return "table/fair.html", {"counted": counted.records(entries, now.state), "records": counted}


def end(now: Moment, entries: Sequence[Entry]) -> Sheet:
    """How the game went: the ranking so far or at the end, the heat, the duels, the dice."""
    state, names = now.state, now.table.names
    found = counted.records(entries, state)
    villages = [seat["village"] for seat in state["seats"]]
    heat = ", ".join(f"{name} {seat['temperature']}" for name, seat in zip(names, state["seats"], strict=True))
    chart = counted.chart(found, villages, _("The heat of each village over the game. Now: %(heat)s", heat=heat))
    places = ending.places(now.table.position.ranking(), state["seats"], names)
    shows = {"RULES": RULES, "places": places, "counted": found, "records": counted, "chart": chart}
    return "table/end.html", shows


# --- the table differs ------------------------------------------------------------------------------------------------


def check_hand(now: Moment, seen: Viewer, form: Form) -> None:
    """See that it is the own hand that is corrected, and only by putting cards back: whether there are more of a card
    hangs on the hands of others, so that any answer would tell of them. Raises Refused.
    """
    seat = forms.whole(form, "seat", 0, len(now.table.names) - 1)
    gates.own_hand(seen, now, seat)
    held = now.hand(seat)
    if any(forms.whole(form, name, 0, corrections.MOST) > held.get(name, 0) for name in CARD_SLUGS if name in form):
        raise forms.refuse(_("The app deals the cards: a hand can only be corrected by putting cards back."))


def _picked(form: Form) -> Choice:
    """What is picked, in an address or in a form that was refused."""
    turned = form.get("r", form.get("rotation", ""))
    return read_choice({"hex": form.get("hex", ""), "tile": form.get("tile", ""), "r": turned})


def differs(now: Moment, seen: Viewer, form: Form, wrong: Sequence[Any]) -> Sheet:
    """What can be set to what lies on the table."""
    state, choice = now.state, _picked(form)
    lying = now.tiles.get(choice.hex) if choice.hex else None
    slug = choice.tile or (lying[0] if lying else None)
    rotation = choice.rotation if choice.rotation is not None else lying[1] if lying else 0
    owner = seen.hand(now)
    if owner is None and seen.mode(now) != "handover":
        owner = seen.pocket
    marks = []
    if choice.hex:
        marks.append(island.hex_mark(choice.hex, "picked"))
        if slug and (slug, rotation) != lying:
            marks.insert(0, island.tile(choice.hex, slug, rotation, "ghost"))
    for one in wrong:
        hex_, site = island.edge_of(one)
        marks += [island.mark(site, "wrong")] if site else [island.hex_mark(hex_, "wrong")] if hex_ else []
    shows = {
        "RULES": RULES,
        "choice": choice,
        "lying": lying,
        "slug": slug,
        "rotation": rotation,
        "place": hex_name(choice.hex) if choice.hex else "",
        "patterns": [(tile, tile_name(tile), NOTHING.but(hex=choice.hex, tile=tile).query()) for tile in TILE_SLUGS],
        "turned": NOTHING.but(hex=choice.hex, tile=slug, rotation=(rotation + 1) % 6).query() if slug else "",
        "sites": [
            (site_text(site), site_name(site), now.walls.get(site, "none"))
            for site in (corrections.sites_round(choice.hex) if choice.hex else ())
        ],
        "own": now.hand(owner) if now.private and owner is not None else None,
        "owner": owner,
        "layers": [
            island.layer("b-land", past.tiles(state)),
            island.layer("b-walls", past.walls(state)),
            island.layer("b-marks", marks),
            island.layer("b-lit", _hex_links(), _("The island")),
        ],
        "phases": [(phase, _(RULES.phases[phase])) for phase in corrections.TURN_PHASES],
        "degrees": range(0, RULES.meter.max + 1, RULES.meter.step),
        "definitions": island.definitions(),
    }
    return "table/differs.html", shows


def _hex_links() -> list[str]:
    return [
        island.hex_link(hex_, NOTHING.but(hex=hex_).query(), hex_name(hex_), "") for hex_ in island.GEOMETRY.centres
    ]
