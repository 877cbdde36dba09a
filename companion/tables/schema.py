"""The tables of the database, and whether a file is ours: made, opened or refused."""

from __future__ import annotations

import sqlalchemy as sa

from companion.tables import errors

VERSION = 2
"""Of the schema; kept in the file's `user_version`."""

APPLICATION_ID = 0x7AB1E51D
"""Tells our files from other programs' SQLite files."""

METADATA = sa.MetaData()

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("code", sa.String, nullable=False, unique=True),
    sa.Column("game", sa.String, nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("made", sa.LargeBinary, nullable=False),  # JSON: options, kit, names
    sa.Column("created", sa.BigInteger, nullable=False),  # milliseconds since 1970, UTC
    sa.Column("seed", sa.LargeBinary, nullable=False),
    sa.Column("command", sa.String, unique=True),  # the command that made it, so that a double tap makes one
    sa.Column("archived", sa.Boolean, nullable=False, default=False),
    sa.Column("over", sa.Boolean, nullable=False, default=False),
    sa.Column("finished_early", sa.Boolean, nullable=False, default=False),
    sa.Column("next_code", sa.String),  # of the rematch
    sqlite_autoincrement=True,  # the id of a deleted table does not come back
)

ENTRIES = sa.Table(
    "entries",
    METADATA,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),  # milliseconds since 1970, UTC
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("steps", sa.Integer),  # of an undo or redo
    sa.Column("command", sa.String),
    sa.Column("body", sa.LargeBinary, nullable=False),  # JSON: actions, sampled, events …
    sa.UniqueConstraint("table_id", "n"),
    sa.UniqueConstraint("table_id", "command"),
)

SNAPSHOTS = sa.Table(
    "snapshots",
    METADATA,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),  # JSON: view, counts, rules version
    sa.UniqueConstraint("table_id", "n"),
)

COMPANIES = sa.Table(
    "companies",
    METADATA,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),  # JSON: the people and their settings
)

DEVICES = sa.Table(
    "devices",
    METADATA,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    sa.Column("device", sa.String, nullable=False, index=True),  # which tables a phone has a place at
    sa.UniqueConstraint("table_id", "device"),
)


def prepare(connection: sa.Connection, place: str) -> None:
    """Make the tables in an empty file, see that the file's are ours, add those that an older version did not have.

    The connection commits by itself.

    Raises:
        StoreForeign: the file belongs to another program.
        StoreVersion: a newer version of this program made it.
    """
    if _is_ours(connection, place):
        return
    connection.exec_driver_sql("BEGIN IMMEDIATE")  # and look again: another process may have been making them
    try:
        if not _is_ours(connection, place):
            METADATA.create_all(connection)
            connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")
    except BaseException:
        connection.exec_driver_sql("ROLLBACK")
        raise
    connection.exec_driver_sql("COMMIT")


def _is_ours(connection: sa.Connection, place: str) -> bool:
    """Whether the file has all our tables; False when some are to be made. Raises StoreForeign, StoreVersion."""
    application = connection.exec_driver_sql("PRAGMA application_id").scalar()
    found = connection.exec_driver_sql("PRAGMA user_version").scalar() or 0
    filled = bool(connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar())
    if application != APPLICATION_ID and (filled or application):
        raise errors.StoreForeign(place=place)
    if found > VERSION:
        raise errors.StoreVersion(place=place, found=found, known=VERSION)
    return filled and found == VERSION
