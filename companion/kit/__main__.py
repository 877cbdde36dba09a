"""`python -m companion.kit eruption -o eruption.pdf`: a kit in a process of its own.

With `--progress json` each step is a line of JSON on standard output: `{"done": 2, "total": 7, "text": "..."}`; the
last is `{"file": "...", "bytes": 123456}` or, with status 1 or 2, `{"error": code, "text": sentence}`. Without it the
steps are shown on standard error when that is a terminal.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from companion.kit.choices import OPTIONS, listed
from companion.kit.errors import KitError
from companion.kit.job import KITS, Progress, make, translator
from companion.kit.options import read_options

FAILED, MISUSED = 1, 2
MISUSES = {"unknown_option", "bad_option", "no_pieces", "unknown_game", "nothing_to_print"}

log = logging.getLogger(__name__)


class _Parser(argparse.ArgumentParser):
    """Says in one sentence what is wrong."""

    def error(self, message: str) -> NoReturn:
        self.exit(MISUSED, f"{self.prog}: {message} See {self.prog} --help.\n")


class _List(argparse.Action):
    """`--list-options`: every option as JSON, and nothing else."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(json.dumps(listed(), ensure_ascii=False, indent=2))
        parser.exit()


def parser() -> argparse.ArgumentParser:
    """The command line."""
    usual = {option["name"]: option["default"] for option in listed()}
    parser = _Parser(prog="companion kit", description="Print a game: its board and every piece at true scale.")
    parser.add_argument("game", help=f"one of: {', '.join(KITS)}")
    parser.add_argument("-o", "--output", required=True, type=Path, metavar="FILE", help="the PDF to write")
    for option in OPTIONS:
        switch: dict[str, Any] = {"nargs": "?", "const": "yes"} if option.kind == "switch" else {}
        parser.add_argument(
            f"--{option.name.replace('_', '-')}",
            default=argparse.SUPPRESS,
            metavar=option.name.upper(),
            help=f"{option.help} {option.allowed}; {usual[option.name] or '–'}".replace("%", "%%"),
            **switch,
        )
    parser.add_argument("--list-options", action=_List, nargs=0, help="list every option as JSON")
    parser.add_argument("--cache", type=Path, metavar="FOLDER", help="where to keep what was drawn, for the next time")
    parser.add_argument("--progress", choices=("text", "json", "none"), default="text", help="how to tell the progress")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the kit; what nobody foresaw goes to the log with its traceback."""
    parsed = parser().parse_args(arguments)
    try:
        return run(parsed)
    except Exception:
        log.exception("The kit failed.")
        say = translator(str(getattr(parsed, "language", "en")))
        sentence = say("Something went wrong inside the kit; the log has the details.")
        return _fail(parsed.progress, "internal", sentence)


def run(parsed: argparse.Namespace) -> int:
    """Make the kit; 0 when it is there, 1 when it could not be made, 2 when the command line makes no sense."""
    given: dict[str, Any] = {option.name: getattr(parsed, option.name) for option in OPTIONS if option.name in parsed}
    report = {"text": _show, "json": lambda step: _line(done=step.done, total=step.total, text=step.text)}.get(
        parsed.progress, lambda _: None
    )
    say = translator(str(given.get("language", "en")))
    try:
        options = read_options(given)
        size = make(options, parsed.output, report, game=parsed.game, cache=parsed.cache)
    except KitError as error:
        return _fail(parsed.progress, error.code, error.sentence(say))
    except KeyboardInterrupt:
        return _fail(parsed.progress, "stopped", say("Stopped; nothing was written."))
    except BrokenPipeError:  # whoever read the progress has left
        return _fail("text", "stopped", say("Stopped; nothing was written."))
    if parsed.progress == "json":
        _line(file=str(parsed.output), bytes=size)
    return 0


def _show(step: Progress) -> None:
    """One line on a terminal that is written over and over."""
    if sys.stderr.isatty():
        end = "\n" if step.done == step.total else ""
        print(f"\r\033[K[{step.done}/{step.total}] {step.text}", end=end, file=sys.stderr, flush=True)


def _line(**members: object) -> None:
    print(json.dumps(members, ensure_ascii=False), flush=True)


def _fail(progress: str, code: str, sentence: str) -> int:
    if progress == "json":
        _line(error=code, text=sentence)
    else:
        clear = "\r\033[K" if sys.stderr.isatty() else ""
        print(f"{clear}companion kit: {sentence}", file=sys.stderr)
    return MISUSED if code in MISUSES else FAILED


if __name__ == "__main__":
    sys.exit(main())
