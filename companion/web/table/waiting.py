"""The panel of a phone that does not decide just now: whose turn it is, what they decide, and what happened.

It goes to all other phones with every tap, so it is put together from strings, and most of them are kept.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape

from companion.web.table.moment import Moment
from companion.web.table.pocket import seat_form
from companion.web.table.speech import gettext as _
from companion.web.table.speech import language
from companion.web.table.stage import Stage
from companion.web.table.viewer import by_app


def body(scene: Stage, drawn: str, doing: str) -> str:
    """What stands below the news: the sign of whose turn it is, and what they decide just now."""
    now, audience = scene.moment, scene.audience
    if audience.mode == "covered":
        show = seat_form(now.table.code, "here", now.active, _("Show my cards"), "main big")
        when = _("It is your turn: show them when nobody looks.")
        return _who(drawn, _("Your cards are covered"), when) + f'<div class="act">{show}</div>'
    if not now.table.company.open:
        drawn = _way_to_people(language(), now.table.code, drawn)
    noted = audience.seat == now.active or (audience.host and now.active in now.table.company.bots)  # elsewhere on it
    return _who(drawn, doing, "" if noted else _why(now), _take_over(scene))


def _who(drawn: str, heading: str, why: str, aside: str = "") -> str:
    small = f'<p class="soft small">{escape(why)}</p>' if why else ""
    return f'<div class="who">{drawn}<div><h2 id="todo">{escape(heading)}</h2>{small}</div>{aside}</div>'


@lru_cache(1024)
def _way_to_people(locale: str, code: str, drawn: str) -> str:
    label = escape(_("People"))
    return f'<a hx-boost="false" href="/t/{code}/people" aria-label="{label}">{drawn}</a>'


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


def _take_over(scene: Stage) -> str:
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


def notes(scene: Stage) -> str:
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


def whose(scene: Stage) -> str:
    """On a phone that may tap for others: that it is somebody else's turn."""
    now, audience = scene.moment, scene.audience
    if audience.mode != "play" or audience.seat == now.active or now.table.company.owner(now.active) is None:
        return ""
    if scene.viewer.holds(now.active):  # a note says so
        return ""
    text = _("%(name)s's turn: you may tap as well.", name=now.table.names[now.active])
    return f'<p class="soft small">{escape(text)}</p>'
