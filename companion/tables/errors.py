"""What can go wrong at a table. Each error has a stable `code` for programs and one sentence for a person.

The sentence is kept as its English source with places for values, so that a page can translate it:
`gettext(error.sentence).format(**error.about)`. `str(error)` is the English.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from companion.tables.names import clean

if TYPE_CHECKING:
    from companion.tables.table import Table


def N_(sentence: str) -> str:
    """Mark a sentence for the translators; it is translated where it is shown."""
    return sentence


class TableError(Exception):
    """Something a table refuses. Nothing has changed."""

    code: ClassVar[str] = "table_error"
    sentence: str = N_("The table could not do that.")

    def __init__(self, **about: str | int) -> None:
        self.about = about
        super().__init__(self.sentence.format(**about))


class NoSuchTable(TableError):
    """No table has this code, or no longer."""

    code = "no_such_table"
    sentence = N_("There is no table {table}. Check the code, or look for it in the list of tables.")

    def __init__(self, table: str) -> None:
        super().__init__(table=clean(table))  # as somebody typed it


class NoSuchEntry(TableError):
    """The log has no entry of this number."""

    code = "no_such_entry"
    sentence = N_("Table {table} has no entry {n}.")


class NoSuchGame(TableError):
    """A table of a game that this installation does not know."""

    code = "no_such_game"
    sentence = N_("This installation does not know the game {game}. A newer version may.")


class TableBroken(TableError):
    """A row of the log cannot be read, or does not follow the rules of this version."""

    code = "table_broken"
    sentence = N_("Table {table} cannot be shown: entry {n} of its log does not follow the rules of this version.")


class BadCommand(TableError):
    """A command whose id or version cannot be, or a set-up that cannot be."""

    code = "bad_command"
    sentence = N_("This request cannot be understood ({reason}). Reload the page and try again.")


class TooLong(TableError):
    """The log or an entry has reached its limit."""

    code = "too_long"
    sentence = N_("The log of this table is full. Finish it and start a rematch.")


class Moved(TableError):
    """An error that carries the table as it is now."""

    def __init__(self, table: Table) -> None:
        self.table = table
        super().__init__()


class Stale(Moved):
    """The command was made for an older version; `table` is the fresh one."""

    code = "stale"
    sentence = N_("The table has moved on. Here it is as it stands now; nothing of yours was done.")


class Over(Moved):
    """The game is over, or was finished early."""

    code = "over"
    sentence = N_("This game is over. Undo the last step to play on, or start a rematch.")


class NotOver(Moved):
    """A rematch of a game that still runs."""

    code = "not_over"
    sentence = N_("This game is not over yet. Finish it first, then start the rematch.")


class NothingToUndo(Moved):
    """There are fewer steps than that to take back."""

    code = "nothing_to_undo"
    sentence = N_("There is nothing more to take back.")


class NothingToRedo(Moved):
    """There are fewer steps than that to bring back."""

    code = "nothing_to_redo"
    sentence = N_("There is nothing to bring back: nothing was taken back, or something new was played since.")


class NotHost(TableError):
    """Only the host may do that."""

    code = "not_host"
    sentence = N_("Only the host of this table can do that. Ask the host, or become host when their phone has gone.")


class NoPlace(TableError):
    """Somebody who is none of the people of this table."""

    code = "no_place"
    sentence = N_("You have no place at this table now. Take a seat, or watch.")


class SeatTaken(TableError):
    """Somebody else sits there."""

    code = "seat_taken"
    sentence = N_("{name} sits there already. Choose a free seat, or watch.")


class NoSuchSeat(TableError):
    """The table has no such seat, or nobody sits there."""

    code = "no_such_seat"
    sentence = N_("There is no such seat at this table now. Look at the seats again and choose one.")


class NoSuchPerson(TableError):
    """Nobody at this table has this id."""

    code = "no_such_person"
    sentence = N_("That person has left the table. Here is who is there now.")


class Locked(TableError):
    """Nobody new may come."""

    code = "locked"
    sentence = N_("The host has locked this table. Ask the host to open it for a moment.")


class WrongPin(TableError):
    """The PIN is missing or wrong."""

    code = "wrong_pin"
    sentence = N_("This table has a PIN, and that was not it. Ask the host for the PIN.")


class Crowded(TableError):
    """The table has as many people as it can."""

    code = "crowded"
    sentence = N_("This table is full: nobody more can come.")


class BadTicket(TableError):
    """A link to another phone that was used, is too old or never was one."""

    code = "bad_ticket"
    sentence = N_("This link has been used, or is too old. Make a new one on the phone that has the seat.")


class StoreError(TableError):
    """The database cannot be used. Nothing has changed."""

    code = "store_error"
    sentence = N_("The tables cannot be reached in {place}: {reason}.")


class StoreAddress(StoreError):
    """An address that names no database that we can use."""

    code = "store_address"
    sentence = N_("{place} is no address for the tables: it must be like sqlite:///folder/tables.db.")


class StoreForeign(StoreError):
    """The file is no database, or another program's."""

    code = "store_foreign"
    sentence = N_("{place} is not a file of Tableside. Choose another place for the tables, or move this file away.")


class StoreVersion(StoreError):
    """The file was made by a newer version."""

    code = "store_version"
    sentence = N_("{place} was made by a newer Tableside (its tables have version {found}, this one reads {known}).")


class StoreCorrupt(StoreError):
    """The file is damaged."""

    code = "store_corrupt"
    sentence = N_("{place} is damaged. Put a backup in its place, or move it away to start with no tables.")


class StoreBusy(StoreError):
    """Another process holds the database for too long. Trying again helps."""

    code = "store_busy"
    sentence = N_("The tables are busy just now. Nothing was done; try again in a moment.")


class StoreFull(StoreError):
    """No room is left on the disk."""

    code = "store_full"
    sentence = N_("The disk of the server is full. Nothing was done; make room there, then try again.")


class StoreReadOnly(StoreError):
    """The database or its folder may not be written."""

    code = "store_read_only"
    sentence = N_("{place} may not be written. Give the server the right to write there.")


class BadTransfer(TableError):
    """A file that is no export of a table, or contradicts itself or the rules; `path` is where: `$.log[3].seat`."""

    code = "bad_transfer"

    def __init__(self, path: str, sentence: str, **about: str | int) -> None:
        self.path = path
        self.sentence = sentence
        super().__init__(path=path, **about)
