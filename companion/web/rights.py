"""What the phone that asks may do with a table as a whole: put it aside, delete it, take it home as a file."""

from __future__ import annotations

from companion.tables.errors import NoPlace, NotHost
from companion.tables.play import Table
from companion.tables.seats import Company
from companion.web import device
from companion.web.errors import Refused
from companion.web.i18n import gettext as _

NOBODY = -1
"""The seat of somebody who may see no hand."""


def is_host(company: Company, phone: str | None) -> bool:
    """Whether a phone is the host's; at a table that nobody has joined every phone is as good as that."""
    person = company.by_device(phone)
    return company.open or (person is not None and person.host)


def check_host(company: Company) -> None:
    """See that the phone that asks is the host's. Raises NotHost."""
    if not is_host(company, device.device()):
        raise NotHost()


def check_export(table: Table) -> None:
    """See that the phone that asks may have the table as a file, which holds every hand dealt so far.

    Raises:
        NoPlace: it is none of the table's people.
        Refused: hands of others are inside, 409.
    """
    company, person = table.company, table.company.by_device(device.device())
    if company.open:
        return
    if person is None:
        raise NoPlace()
    hidden = not table.over and table.position.secret()
    seated = any(one.seat is not None and not one.host for one in company.people)
    if hidden and (seated or not person.host):
        sentence = _("The file would hold everybody’s cards. Save it when the game is over.")
        raise Refused("hands_inside", sentence, 409)


def may_export(table: Table) -> bool:
    """Whether the phone that asks may have the table as a file."""
    try:
        check_export(table)
    except (NoPlace, Refused):
        return False
    return True
