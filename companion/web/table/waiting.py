"""The panel of a phone that does not decide just now: whose turn it is, what they decide, and what happened.

It goes to all other phones with every tap, so it is put together from strings, and most of them are kept.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape

from companion.games.eruption.data import RULES
from companion.web.table import telling
from companion.web.table.choice import NOTHING
from companion.web.table.drawings import sign
from companion.web.table.moment import Moment
from companion.web.table.naming import site_name, tile_name, wall_name
from companion.web.table.pocket import seat_form
from companion.web.table.scene import LAYING, Scene
from companion.web.table.speech import gettext as _
from companion.web.table.speech import language
from companion.web.table.viewer import HAND_KINDS, by_app

TILE_KINDS = frozenset({*LAYING, "tile", "draw", "extra_tile"})
"""Decisions before which a player looks at the own cards."""


def body(scene: Scene) -> str:
    """What stands below the news."""
    now, audience = scene.moment, scene.audience
    village = now.state["seats"][now.active]["village"]
    if audience.mode == "covered":
        show = seat_form(now.table.code, "here", now.active, _("Show my cards"), "main big")
        when = _("It is your turn: show them when nobody looks.")
        return _who(sign(village, "sign big"), _("Your cards are covered"), when) + f'<div class="act">{show}</div>'
    drawn = _way_to_people(language(), now.table.code, village)
    if now.table.company.open:
        drawn = sign(village, "sign big")
    noted = audience.seat == now.active or (audience.host and now.active in now.table.company.bots)  # elsewhere on it
    return _who(drawn, doing(now), "" if noted else _why(now), _take_over(scene))


def _who(drawn: str, heading: str, why: str, aside: str = "") -> str:
    small = f'<p class="soft small">{escape(why)}</p>' if why else ""
    return f'<div class="who">{drawn}<div><h2 id="todo">{escape(heading)}</h2>{small}</div>{aside}</div>'


@lru_cache(1024)
def _way_to_people(locale: str, code: str, village: str) -> str:
    label = escape(_("People"))
    return f'<a hx-boost="false" href="/t/{code}/people" aria-label="{label}">{sign(village, "sign big")}</a>'


def _why(now: Moment) -> str:
    """Why somebody else than the player acts, if that is so."""
    company, active = now.table.company, now.active
    name = now.table.names[active]
    if by_app(now):
        return _("The app plays for %(name)s.", name=name)
    if active in company.stand_ins:
        return _stands_in(now, active)
    if company.owner(active) is None and now.decision is not None:
        return _("The phone of the host plays for %(name)s.", name=name)
    return ""


def _stands_in(now: Moment, seat: int) -> str:
    """That the host plays for somebody."""
    company, names = now.table.company, now.table.names
    person = company.by_id(company.stand_ins[seat])
    if person is None or (person.seat is None and not person.name):
        return _("The host plays for %(name)s.", name=names[seat])
    host = person.name if person.seat is None else names[person.seat]
    return _("%(host)s plays for %(name)s.", host=host, name=names[seat])


def _take_over(scene: Scene) -> str:
    """What the host can do about somebody who does not play. Styles hide stepping in while their phone is connected."""
    now, seat = scene.moment, scene.moment.active
    company = now.table.company
    if not scene.audience.host or company.open or now.decision is None:
        return ""
    if seat in company.bots:
        return seat_form(now.table.code, "back", seat, _("Stop the app"))
    if company.owner(seat) is None or scene.viewer.holds(seat):
        return ""
    return seat_form(now.table.code, "stand-in", seat, _("Step in"), css=f"step-in of-seat-{seat}")


# --- who plays for whom -----------------------------------------------------------------------------------------------


def notes(scene: Scene) -> str:
    """Who plays for whom, on the phones that can end it; nothing where everybody plays for themselves."""
    now, audience = scene.moment, scene.audience
    company, own, active = now.table.company, audience.seat, now.active
    if now.decision is None or not (company.stand_ins or company.bots):
        return ""
    code, lines = now.table.code, ""
    if own is not None and (own in company.stand_ins or own in company.bots):
        told = _("The app plays for you.") if own in company.bots else _stands_in_for_you(now, own)
        lines = _note(told, seat_form(code, "back", own, _("I am back")))
    if audience.mode in ("play", "covered") and own != active and scene.viewer.holds(active):
        name = now.table.names[active]
        lines += _note(_("You play for %(name)s.", name=name), seat_form(code, "back", active, _("Give back")))
    return lines


def _stands_in_for_you(now: Moment, own: int) -> str:
    company = now.table.company
    person = company.by_id(company.stand_ins[own])
    name = now.table.names[person.seat] if person and person.seat is not None else person.name if person else ""
    return _("%(host)s plays for you.", host=name) if name else _("The host plays for you.")


def _note(text: str, form: str) -> str:
    return f'<div class="note"><span>{escape(text)}</span>{form}</div>'


def whose(scene: Scene) -> str:
    """On a phone that may tap for others: that it is somebody else's turn."""
    now, audience = scene.moment, scene.audience
    if audience.mode != "play" or audience.seat == now.active or now.table.company.owner(now.active) is None:
        return ""
    if scene.viewer.holds(now.active):  # a note says so
        return ""
    text = _("%(name)s's turn: you may tap as well.", name=now.table.names[now.active])
    return f'<p class="soft small">{escape(text)}</p>'


# --- what is going on -------------------------------------------------------------------------------------------------


def doing(now: Moment) -> str:
    """What the player whose turn it is decides just now."""
    decision, name = now.decision, now.table.names[now.active]
    if decision is None:
        return _("The game is over")
    match decision.kind:
        case "duel" if decision.wall:
            wall = wall_name(decision.wall["wall"]).lower()
            place = site_name(telling.site(decision.wall))
            return _("%(name)s rolls for the %(wall)s wall at %(place)s", name=name, wall=wall, place=place)
        case "place_tile":
            return _("%(name)s lays the %(tile)s", name=name, tile=tile_name(now.state["drawn"]))
        case "place_eruption":
            return _("%(name)s places the eruption tile", name=name)
        case "replace_tile":
            return _("%(name)s swaps a tile for the %(tile)s", name=name, tile=tile_name(now.state["drawn"]))
        case "tile" | "draw":
            return _("%(name)s draws a tile", name=name)
        case "extra_tile":
            return _("%(name)s may lay a second tile", name=name)
        case "cards":
            return _("%(name)s plays cards or keeps them", name=name)
        case "discard":
            limit = RULES.turn.hand_limit
            return _("%(name)s discards down to %(limit)s cards", name=name, limit=limit)
        case "walls":
            return _("%(name)s builds walls", name=name)
    return _("It is %(name)s's turn", name=name)


def shows_pocket(scene: Scene) -> bool:
    """Whether the own hand lies under the panel: not while something is picked, nor where the panel is about cards.

    A phone that goes round for a seat without a phone of its own is in other hands then.
    """
    now, audience = scene.moment, scene.audience
    if audience.seat is None or not now.private or now.decision is None:
        return False
    if audience.mode == "wait":
        return True
    if audience.mode != "play" or scene.choice != NOTHING or now.table.company.owner(now.active) is None:
        return False
    if now.active == audience.seat:
        return now.decision.kind in TILE_KINDS
    return now.decision.kind not in HAND_KINDS
