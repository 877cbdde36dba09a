"""The command `companion`: the server, the rules as a program, the kit, and tables in and out.

Status 0: done. 1: it could not be done. 2: the command line makes no sense. Each failure is one sentence on stderr.
"""

from __future__ import annotations

import argparse
import errno
import io
import os
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from companion import __version__

if TYPE_CHECKING:
    from companion.tables.play import Tables
    from companion.web.settings import Settings

Command = Callable[[argparse.Namespace], int]


class Failure(Exception):
    """Something that could not be done, told to the person in one sentence."""

    def __init__(self, sentence: str, status: int = 1) -> None:
        super().__init__(sentence)
        self.status = status


class Parser(argparse.ArgumentParser):
    """A parser that complains in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the command line, and where to read more."""
        self.exit(2, f"{self.prog}: {message.rstrip('.')}. Try {self.prog} --help.\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in arguments
    _prepare_streams()
    status = 0
    try:
        status = _run(arguments)
        sys.stdout.flush()  # here a reader who has left is no error; on Python's way out it would be one
        return status
    except Failure as failure:
        print(failure, file=sys.stderr)
        return failure.status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _drop_output()
        return status
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _OUTPUT_ERRORS and error.filename is None:
            print(f"The output cannot be written: {error.strerror}.", file=sys.stderr)
            _drop_output()
        elif debug:
            traceback.print_exc()
        else:
            print(_sentence(error), file=sys.stderr)
        return 1


def _run(arguments: list[str]) -> int:
    """Find the command and run it."""
    try:
        if arguments[:1] == ["kit"]:  # it has a command line of its own
            return kit(arguments[1:])
        options = parser().parse_args([a for a in arguments if a != "--debug"])
        return int(options.run(options))
    except SystemExit as stop:  # argparse: --help, --version, or a command line that makes no sense
        return stop.code if isinstance(stop.code, int) else 1


_OUTPUT_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def _prepare_streams() -> None:
    """Have all three streams, whatever was closed; what an output has no letters for is written as an escape."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115 (until the end)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 (until the end)
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _drop_output() -> None:
    """Python flushes once more on its way out: there must be something to flush to."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _sentence(error: Exception) -> str:
    """What an exception says to a person; what nobody foresaw goes into a file."""
    from companion.tables.errors import TableError

    if isinstance(error, TableError):
        return str(error)
    return f"Something went wrong inside the companion. {_keep_traceback()}"


def _keep_traceback() -> str:
    """Write the traceback of the running exception to a file, and say where."""
    try:
        import platformdirs

        path = platformdirs.user_log_path("tableside", appauthor=False, ensure_exists=True) / "companion.log"
        handle = path.open("a")
    except OSError:
        try:
            descriptor, name = tempfile.mkstemp(prefix="companion-", suffix=".log", text=True)
        except OSError:
            return "There is no place to write down what exactly; --debug shows it here."
        path, handle = Path(name), os.fdopen(descriptor, "w")
    with handle:
        handle.write(f"{time.strftime('%Y-%m-%dT%H:%M:%S%z')} companion {__version__} {sys.argv[1:]}\n")
        traceback.print_exc(file=handle)
    return f"What exactly is in {path}; --debug shows it here."


def parser() -> Parser:
    """All commands and their options."""
    from companion.web.settings import Settings

    top = Parser(prog="companion", description="The phone companion and the print shop for board games.")
    top.add_argument("--version", action="version", version=f"Tableside {__version__}")
    top.add_argument("--debug", action="store_true", help="show the traceback of an unexpected error")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, run: Command, help_: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=help_, description=help_, allow_abbrev=False)
        sub.set_defaults(run=run)
        return sub

    def keeps_data(sub: argparse.ArgumentParser) -> argparse.ArgumentParser:
        sub.add_argument("--data", help="the folder that keeps the tables")
        sub.add_argument("--database", help="the address of the database, when it is not a file in that folder")
        return sub

    serve_ = command("serve", serve, "Serve the companion to the phones of this network.")
    for setting in fields(Settings):
        flag = f"--{setting.name.replace('_', '-')}"
        if isinstance(setting.default, bool):
            serve_.add_argument(flag, action="store_const", const="on", help=setting.metadata["help"])
        else:
            serve_.add_argument(flag, metavar=setting.name.upper(), help=setting.metadata["help"])
    command("engine", engine, "Offer a game's rules to a program: JSON-RPC 2.0, a line a message.").add_argument("game")
    commands.add_parser("kit", help="Print a game: a PDF with the board and every piece at true scale.")
    keeps_data(command("tables", tables, "List the tables.")).add_argument(
        "--archived", action="store_true", help="list the archived ones"
    )
    export_ = keeps_data(command("export", export, "Write a table as JSON: its options, its log and its result."))
    export_.add_argument("code", help="the table's code")
    export_.add_argument("-o", "--output", default="-", help="the file to write; - is standard output, the default")
    import_ = keeps_data(command("import", import_table, "Set up the table of an exported file."))
    import_.add_argument("file", help="the file; - is standard input")
    verify_ = command("verify", verify, "Prove that every draw and roll of an exported table followed from its seed.")
    verify_.add_argument("file", help="the file; - is standard input")
    simulate_ = command("simulate", simulate, "Let a bot play many games, and say how the scores are spread.")
    simulate_.add_argument("game")
    simulate_.add_argument("--games", type=int, default=200, help="how many (default: %(default)s)")
    simulate_.add_argument("--bot", help="which bot plays; without it, the one that plays at tables")
    simulate_.add_argument("--seed", type=int, default=1, help="the same seed gives the same games (default: 1)")
    simulate_.add_argument("--svg", metavar="FILE", help="draw the scores into this file")
    simulate_.add_argument("--json", action="store_true", help="print everything as JSON")
    doctor_ = command("doctor", doctor, "Say what is there and what is missing on this machine.")
    for setting in (f for f in fields(Settings) if f.name in ("data", "host", "port")):
        doctor_.add_argument(f"--{setting.name}", metavar=setting.name.upper(), help=setting.metadata["help"])
    command("version", version, "Say which version this is.")
    return top


def read_settings(options: argparse.Namespace) -> Settings:
    """The settings of the environment, and over them those of the command line."""
    from companion.web.settings import BadSettings, Settings

    given = {f.name: getattr(options, f.name, None) for f in fields(Settings)}
    try:
        return Settings.read(None, **given)
    except BadSettings as error:
        raise Failure(str(error), 2) from None


def settings_of(options: argparse.Namespace) -> Settings:
    """The settings, with the data folder made."""
    from companion.web.settings import BadSettings

    settings = read_settings(options)
    try:
        settings.prepare()
    except BadSettings as error:
        raise Failure(str(error), 2) from None
    return settings


def open_tables(options: argparse.Namespace) -> Tables:
    """The tables that the options name."""
    from companion.games.registry import games
    from companion.tables.log import Store
    from companion.tables.play import Tables

    return Tables(Store(settings_of(options).database_url), games=games())


def serve(options: argparse.Namespace) -> int:
    """Serve until told to stop."""
    settings = settings_of(options)
    from gevent import monkey  # type: ignore[import-untyped]

    monkey.patch_all()  # before anything else makes a lock or a socket
    from companion.web import server
    from companion.web.settings import BadSettings

    try:
        server.serve(settings)
    except BadSettings as error:
        raise Failure(str(error), 2) from None
    return 0


def engine(options: argparse.Namespace) -> int:
    """Serve a game's rules on stdin and stdout."""
    from companion.engine import main as engine_main

    return engine_main(options.game)


def kit(arguments: list[str]) -> int:
    """Print a game."""
    from companion.kit.__main__ import run

    return run([a for a in arguments if a != "--debug"])


def tables(options: argparse.Namespace) -> int:
    """List tables, a line each: code, when it was last used (UTC), how it stands, who plays."""
    for info in open_tables(options).all(archived=options.archived):
        state = "finished early" if info.finished_early else "over" if info.over else "running"
        print(f"{info.code}  {info.updated[:16].replace('T', ' ')}  {state:<14}  {', '.join(info.names)}")
    return 0


def export(options: argparse.Namespace) -> int:
    """Write a table to a file."""
    from companion.files import write_atomically
    from companion.tables import transfer

    content = transfer.write(open_tables(options).export(options.code))
    if options.output == "-":
        sys.stdout.buffer.write(content)
        return 0
    try:
        write_atomically(Path(options.output), content)
    except OSError as error:
        raise Failure(f"{options.output} cannot be written: {error.strerror}.") from None
    return 0


def import_table(options: argparse.Namespace) -> int:
    """Set up a table from a file, and say its code."""
    from companion.tables.errors import BadTransfer, NoSuchGame

    try:
        print(open_tables(options).import_(read_export(options.file)).code)
    except (BadTransfer, NoSuchGame) as error:
        raise Failure(f"{options.file}: {error}") from None
    return 0


def verify(options: argparse.Namespace) -> int:
    """Check the draws and rolls of an exported table; each contradiction is a line, and status 1."""
    from companion.tables import transfer
    from companion.tables.errors import BadTransfer

    try:
        found = transfer.verify(read_export(options.file))
    except BadTransfer as error:
        raise Failure(f"{options.file}: {error}") from None
    for problem in found.problems:
        print(f"{options.file}: {problem.path}: {problem}", file=sys.stderr)
    if not found.ok:
        return 1
    print(f"Proven: all {found.draws} draws and rolls of the app followed from the seed ({found.checks} checks).")
    if found.unproven:
        print(f"{found.unproven} draws and rolls from before an import cannot be proven.")
    if found.reopened:
        print("The game went on after its seed could be seen.")
    return 0


def read_export(name: str) -> object:
    """What an exported file says; standard input for `-`. Raises BadTransfer where it is no JSON."""
    from companion.files import read_at_most
    from companion.tables import transfer

    most = transfer.MAX_BYTES
    try:
        return transfer.read(sys.stdin.buffer.read(most + 1) if name == "-" else read_at_most(Path(name), most))
    except OSError as error:
        raise Failure(f"{name} cannot be read: {error.strerror}.") from None


def simulate(options: argparse.Namespace) -> int:
    """Let a bot play many games."""
    from companion.bots import terminal

    try:
        terminal.run(options.game, options.bot, options.games, options.seed, options.svg, options.json)
    except terminal.BadWish as wish:
        raise Failure(str(wish), 2) from None
    return 0


def doctor(options: argparse.Namespace) -> int:
    """Look over this machine."""
    from companion.doctor import examine, healthy, report

    settings = read_settings(options)
    findings = examine(settings.data, settings.host, settings.port)
    print(report(findings))
    return 0 if healthy(findings) else 1


def version(options: argparse.Namespace) -> int:
    """Say which version this is."""
    print(f"Tableside {__version__}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
