"""The panel of a phone that does not decide just now: whose turn it is, what they decide, and what happened.

It goes to all other phones with every tap, so it is put together from strings, and most of them are kept.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape

from companion.games.eruption.data import RULES
from companion.web.table import pocket, telling
from companion.web.table.choice import NOTHING
from companion.web.table.drawings import icon, sign
from companion.web.table.moment import Moment
from companion.web.table.naming import site_name, tile_name, wall_name
from companion.web.table.scene import Scene
from companion.web.table.speech import gettext as _
from companion.web.table.speech import language
from companion.web.table.viewer import HAND_KINDS, by_app


def body(scene: Scene) -> str:
    """What stands below the news."""
    now, audience = scene.moment, scene.audience
    company = now.table.company
    if audience.mode == "covered":
        return _own(now)
    village = now.state["seats"][now.active]["village"]
    why = _why(now)
    small = f'<p class="soft small">{escape(why)}</p>' if why else ""
    people = ""
    if audience.host and not company.open:
        people = _people(language(), now.table.code)
    head = (
        f'<div class="who">{sign(village, "sign big")}<div><h2 id="todo">{escape(doing(now))}</h2>{small}</div>'
        f"{people}</div>"
    )
    return head + _take_over(scene)


def _own(now: Moment) -> str:
    """The own cards are wanted, and covered."""
    village = now.state["seats"][now.active]["village"]
    return (
        f'<div class="who">{sign(village, "sign big")}<div><h2 id="todo">{escape(_("Your cards are covered"))}</h2>'
        f'<p class="soft small">{escape(_("It is your turn: show them when nobody looks."))}</p></div></div>'
        f'<div class="act">{pocket.seat_form(now.table.code, "here", now.active, _("Show my cards"), "main big")}</div>'
    )


def _why(now: Moment) -> str:
    """Why somebody else than the player acts, if that is so."""
    company, active = now.table.company, now.active
    name = now.table.names[active]
    if by_app(now):
        return _("The app plays for %(name)s.", name=name)
    if active in company.stand_ins:
        return stands_in(now, active)
    if company.owner(active) is None and now.decision is not None:
        return _("The phone of the host plays for %(name)s.", name=name)
    return ""


def stands_in(now: Moment, seat: int) -> str:
    """That the host plays for somebody."""
    person = now.table.company.by_id(now.table.company.stand_ins[seat])
    name = now.table.names[seat]
    if person is None or not (host := person.name):
        return _("The host plays for %(name)s.", name=name)
    return _("%(host)s plays for %(name)s.", host=host, name=name)


def _take_over(scene: Scene) -> str:
    """What the host can do about somebody who does not play."""
    now, seat = scene.moment, scene.moment.active
    company = now.table.company
    if not scene.audience.host or company.open or now.decision is None:
        return ""
    name = now.table.names[seat]
    if seat in company.bots:
        return f'<div class="act">{pocket.seat_form(now.table.code, "back", seat, _("Stop the app"), "")}</div>'
    if company.owner(seat) is None or scene.viewer.holds(seat):
        return ""
    word = _("Play for %(name)s", name=name)
    return f'<div class="act">{pocket.seat_form(now.table.code, "stand-in", seat, word, "")}</div>'


@lru_cache(256)
def _people(locale: str, code: str) -> str:
    label = escape(_("People"))
    return (
        f'<a class="button quiet square" hx-boost="false" href="/t/{code}/people" aria-label="{label}">'
        f"{icon('people')}</a>"
    )


def notes(scene: Scene) -> str:
    """Who plays for whom, on the phones that this is about; nothing where everybody plays for themselves."""
    now, audience = scene.moment, scene.audience
    company, own, active = now.table.company, audience.seat, now.active
    lines = []
    if own is not None and now.decision is not None and (own in company.stand_ins or own in company.bots):
        bot = own in company.bots
        text = _("The app plays for you.") if bot else _("The host plays for you.")
        lines.append(_note(text, pocket.seat_form(now.table.code, "back", own, _("I am back"), "")))
    if audience.mode == "play" and own != active and company.owner(active) is not None:
        name = now.table.names[active]
        if scene.viewer.holds(active):
            stop = pocket.seat_form(now.table.code, "back", active, _("Give back"), "")
            lines.append(_note(_("You play for %(name)s.", name=name), stop))
        else:
            lines.append(_note(_("%(name)s's turn: you may tap as well.", name=name), ""))
    return "".join(lines)


def _note(text: str, form: str) -> str:
    return f'<div class="note"><span>{escape(text)}</span>{form}</div>'


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
    """Whether the own hand lies under the panel: always while nothing is picked, but in the own card phase."""
    now = scene.moment
    if scene.audience.seat is None or not now.private or now.decision is None:
        return False
    if scene.mode != "play":
        return scene.mode != "covered"
    if now.active == scene.audience.seat:
        return scene.choice == NOTHING and now.decision.kind not in (*HAND_KINDS, "walls")
    return scene.choice == NOTHING
