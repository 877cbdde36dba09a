"""The store's side of the people of a table: read, and changed in one transaction."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from companion.tables import codes, errors
from companion.tables.log import Store
from companion.tables.schema import COMPANIES, DEVICES, TABLES
from companion.tables.seating import Change
from companion.tables.seats import Company

LATEST = 8
"""How many tables are looked through for a name."""

_READ = sa.select(COMPANIES.c.body).where(COMPANIES.c.table_id == sa.bindparam("id"))


def company(store: Store, table_id: int, code: str) -> Company:
    """The people of a table. Raises TableBroken, StoreError."""
    with store.connection() as connection:
        return _read(connection, table_id, code)


def company_of(store: Store, code: str) -> Company:
    """The people of a table, even if its log cannot be read. Raises NoSuchTable, TableBroken, StoreError."""
    pulse = store.pulse(codes.read(code) or "")
    if pulse is None:
        raise errors.NoSuchTable(table=code)
    return company(store, pulse.id, code)


def arrange(store: Store, table_id: int, code: str, change: Change) -> Company:
    """Carry out a change on the company as it is now.

    Raises:
        NoSuchTable: the table is gone.
        TableError: what the change refuses. Nothing has changed.
    """
    with store.transaction() as connection:
        if connection.scalar(sa.select(TABLES.c.id).where(TABLES.c.id == table_id)) is None:
            raise errors.NoSuchTable(table=code)
        before = _read(connection, table_id, code)
        after = change(before)
        if after == before:
            return before
        after = after.but(revision=before.revision + 1)
        write(connection, table_id, after)
    return after


def write(connection: sa.Connection, table_id: int, company: Company) -> None:
    """Write the people of a table, in the caller's transaction."""
    connection.execute(sa.delete(COMPANIES).where(COMPANIES.c.table_id == table_id))
    connection.execute(sa.delete(DEVICES).where(DEVICES.c.table_id == table_id))
    body = msgspec.json.encode(company)
    connection.execute(sa.insert(COMPANIES), {"table_id": table_id, "revision": company.revision, "body": body})
    if company.people:
        devices = [{"table_id": table_id, "device": person.device} for person in company.people]
        connection.execute(sa.insert(DEVICES), devices)


def places(store: Store, device: str | None) -> tuple[dict[str, Company], set[str]]:
    """The people of the tables where this phone has a place, by code; and the codes of all tables with people."""
    own = (
        sa.select(TABLES.c.code, COMPANIES.c.body)
        .join(DEVICES, DEVICES.c.table_id == TABLES.c.id)
        .join(COMPANIES, COMPANIES.c.table_id == TABLES.c.id)
        .where(DEVICES.c.device == device)
    )
    owned = sa.select(TABLES.c.code).join(DEVICES).distinct()
    with store.connection() as connection:
        return {code: _listed(body) for code, body in connection.execute(own)}, set(connection.scalars(owned))


def name_of(store: Store, device: str | None) -> str:
    """What the person with this phone was called at their latest tables; empty where they never gave a name."""
    latest = (
        sa.select(COMPANIES.c.body)
        .join(DEVICES, DEVICES.c.table_id == COMPANIES.c.table_id)
        .where(DEVICES.c.device == device)
        .order_by(COMPANIES.c.table_id.desc())
        .limit(LATEST)
    )
    with store.connection() as connection:
        people = [_listed(body).by_device(device) for body in connection.scalars(latest)]
    return next((person.name for person in people if person is not None and person.name), "")


def _listed(body: bytes) -> Company:
    """People for a list; none where they cannot be read, which is told when the table is opened."""
    try:
        return msgspec.json.decode(body, type=Company)
    except (msgspec.MsgspecError, TypeError):
        return Company()


def _read(connection: sa.Connection, table_id: int, code: str) -> Company:
    body = connection.scalar(_READ, {"id": table_id})
    if body is None:
        return Company()
    try:
        return msgspec.json.decode(body, type=Company)
    except (msgspec.MsgspecError, TypeError) as error:
        raise errors.TableBroken(table=code, n=0) from error
