"""Who may do what at a table. Every command names its gate where it is registered, so that none can be without one."""

from __future__ import annotations

from collections.abc import Callable

from companion.tables.errors import NotHost, Stale
from companion.tables.play import Command, Table
from companion.web.errors import Refused
from companion.web.house import tables
from companion.web.table import forms
from companion.web.table.moment import Moment, moment
from companion.web.table.speech import gettext as _
from companion.web.table.viewer import HAND_KINDS, Viewer, by_app, viewer

Gate = Callable[[Viewer, Moment], None]
"""Raises what it refuses. It is asked only for a page that is up to date: all others are refused by the table."""

SECRETS = frozenset({"play", "trade", "trade_two", "discard", "give"})
"""Actions from a hand, which only its player may take."""


def check(code: str, command: Command, gate: Gate) -> Viewer:
    """See that the phone that asks may do what it asks for; without a question to the database where that can be.

    Returns who asks.

    Raises:
        NoPlace, NotHost, Refused: it may not.
        Stale: it is for a version that the table has not reached.
        NoSuchTable, StoreError.
    """
    table = standing(code, command.version)
    now = moment(table)
    seen = viewer(now)
    player(seen, now)
    if command.version == table.version:  # else the table refuses it as outdated, or has done it already
        gate(seen, now)
    elif command.version > table.version:  # no page showed that yet: by the time of the tap it might be true
        raise Stale(table)
    return seen


def standing(code: str, version: int) -> Table:
    """The table as this process knows it, if that is not older than a page of it."""
    known = tables().known(code)
    return known if known is not None and known.version >= version else tables().open(code)


def player(seen: Viewer, now: Moment) -> None:
    """All but watchers. Raises Refused."""
    if not seen.plays:
        raise Refused("watching", _("You are watching this game. Take a seat to play."), 403)


def host(seen: Viewer, now: Moment) -> None:
    """The host. Raises NotHost."""
    if not seen.host:
        raise NotHost()


def turn(seen: Viewer, now: Moment) -> None:
    """Whoever may act for the seat whose turn it is, in what is open to everybody's eyes. Raises Refused."""
    if now.decision is None:
        return
    name = now.table.names[now.active]
    if by_app(now):
        raise Refused("not_your_turn", _("It is %(name)s's turn, and the app plays for %(name)s.", name=name), 409)
    if not seen.may_act(now):
        raise Refused("not_your_turn", _("It is %(name)s's turn.", name=name), 409)


def action(seen: Viewer, now: Moment) -> None:
    """The gate of an action: what comes from a hand is for its player alone. Raises Refused."""
    turn(seen, now)
    decision = now.decision
    if decision is None or not now.private or seen.hand(now) == now.active:
        return
    if decision.kind in HAND_KINDS or forms.sent().get("type") in SECRETS:
        raise _covered(seen, now, now.active)


def own_hand(seen: Viewer, now: Moment, seat: int) -> None:
    """Whoever has this seat's hand before their eyes. Raises Refused."""
    if seat not in (seen.pocket, seen.hand(now)):
        raise _covered(seen, now, seat)


def _covered(seen: Viewer, now: Moment, seat: int) -> Refused:
    name = now.table.names[seat]
    if seen.holds(seat):
        return Refused("covered", _("Your cards are covered. Show them first."), 409)
    if seen.company.owner(seat) is not None:
        return Refused("covered", _("These cards are %(name)s's, and %(name)s has them at hand.", name=name), 409)
    return Refused("covered", _("These cards are %(name)s's. Give the phone on first.", name=name), 409)
