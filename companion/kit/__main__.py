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

from companion.kit.errors import KitError
from companion.kit.job import KITS, Progress, make, translator
from companion.kit.options import CHOICES, KitOptions, read_options

FAILED, MISUSED = 1, 2
MISUSES = {"unknown_option", "bad_option", "no_pieces", "unknown_game", "nothing_to_print"}

log = logging.getLogger(__name__)


class _Parser(argparse.ArgumentParser):
    """Says in one sentence what is wrong."""

    def error(self, message: str) -> NoReturn:
        self.exit(MISUSED, f"{self.prog}: {message} See {self.prog} --help.\n")


def parser() -> argparse.ArgumentParser:
    """The command line."""
    defaults = KitOptions()
    parser = _Parser(prog="companion kit", description="Print a game: its board and every piece at true scale.")
    parser.add_argument("game", help=f"one of: {', '.join(KITS)}")
    parser.add_argument("-o", "--output", required=True, type=Path, metavar="FILE", help="the PDF to write")
    texts = {
        "paper": "the paper",
        "board": "as a poster of pages to glue together, or as a single large page for a copy shop",
        "backs": "over which edge the printer turns the paper, or no backs",
        "language": "the language of cards, summaries and labels",
    }
    for name, text in texts.items():
        choices = ", ".join(CHOICES[name])
        parser.add_argument(
            f"--{name}",
            default=getattr(defaults, name),
            metavar=name.upper(),
            help=f"{text}; one of: {choices} (%(default)s)",
        )
    parser.add_argument(
        "--pieces", default=",".join(defaults.pieces), help="what to print, between commas: %(default)s (all of it)"
    )
    parser.add_argument("--no-rain", action="store_true", help="leave out the Rain cards")
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
        say = translator(str(parsed.language))
        sentence = say("Something went wrong inside the kit; the log has the details.")
        return _fail(parsed.progress, "internal", sentence)


def run(parsed: argparse.Namespace) -> int:
    """Make the kit; 0 when it is there, 1 when it could not be made, 2 when the command line makes no sense."""
    given: dict[str, Any] = {name: getattr(parsed, name) for name in KitOptions.__struct_fields__}
    report = {"text": _show, "json": lambda step: _line(done=step.done, total=step.total, text=step.text)}.get(
        parsed.progress, lambda _: None
    )
    say = translator(str(given["language"]))
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
