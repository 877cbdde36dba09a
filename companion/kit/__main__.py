"""`companion kit eruption -o eruption.pdf`: a kit from the command line; the server runs it in a process of its own.

With `--json` standard output is for programs, an object a line. Each step is `{"done": 2, "total": 7, "text": "..."}`;
the last line says what was made, `{"game": ..., "bytes": ..., "sheets": ..., "pages": ..., "pieces": ..., "sections":
..., "version": ..., "files": [{"file": ..., "kind": "pdf", "bytes": ...}]}`, or what went wrong, `{"error": code,
"text": sentence, "template": ..., "about": {...}}`.

Status 0: done. 1: it could not be done. 2: the command line makes no sense. 130: stopped by Ctrl-C.
"""

from __future__ import annotations

import argparse
import logging
import shutil
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from companion.kit import printers
from companion.kit.choices import BY_NAME, OPTIONS, listed
from companion.kit.errors import N_, KitError
from companion.kit.games import KITS, options_of
from companion.kit.job import make, translator
from companion.kit.kinds import Switch
from companion.kit.options import KitOptions, read_options
from companion.kit.outcome import counts, pages_in, produce
from companion.kit.terminal import line, teller

FAILED, MISUSED, STOPPED = 1, 2, 130
MISUSES = frozenset(
    {
        *(
            "unknown_option",
            "bad_option",
            "no_pieces",
            "unknown_game",
            "nothing_to_print",
            "nothing_to_cut",
            "cards_too_small",
        ),
        *("unknown_piece", "unknown_version", "unknown_printer", "bad_printer_name", "bad_output", "too_large"),
        "not_of_this_game",
    }
)
"""What another command line would mend."""
PROGRAM = "companion kit"
EXAMPLES = """examples:
  companion kit eruption -o eruption.pdf
  companion kit eruption -o eruption.pdf --paper letter --backs fold --look ink-saver
  companion kit eruption -o lost.pdf --only tile:fan_5=2,card:rain
  companion kit eruption -o folder/ --registration silhouette-3 --cut-file dxf
  companion kit eruption -o calibration.pdf --export calibration
  companion kit printers save "Inkjet at home" --calibration 0.5,-1.2,0.3
  companion kit --list-options
"""

log = logging.getLogger(__name__)


class Parser(argparse.ArgumentParser):
    """Says in one sentence what is wrong."""

    def error(self, message: str) -> NoReturn:
        """The sentence, and where to read more."""
        self.exit(MISUSED, f"{self.prog}: {message.rstrip('.')}. Try {self.prog} --help.\n")


def parser() -> Parser:
    """The command line; its options are those of `companion.kit.choices`."""
    usual = {option["name"]: option["default"] for option in listed()}
    parser = Parser(
        prog=PROGRAM,
        description="Print a game: its board and every piece at true scale.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("game", nargs="?", help=f"one of: {', '.join(KITS)}; or “printers”, for saved calibrations")
    parser.add_argument("-o", "--output", metavar="FILE", help="the file to write, or a folder; - is standard output")
    parser.add_argument("--json", action="store_true", help="tell progress and result as lines of JSON")
    parser.add_argument("--quiet", action="store_true", help="tell nothing but what goes wrong")
    parser.add_argument("--list-options", action="store_true", help="list every option with its values, and end")
    parser.add_argument("--cache", type=Path, metavar="FOLDER", help="where to keep what was drawn, for the next time")
    for option in OPTIONS:
        switch: dict[str, Any] = {"nargs": "?", "const": "yes"} if isinstance(option, Switch) else {}
        flags = [flag(option.name), *(["--profile"] if option.name == "printer" else [])]
        parser.add_argument(
            *flags,
            dest=option.name,
            default=argparse.SUPPRESS,
            metavar=option.name.upper(),
            help=f"{option.help} {option.allowed}; {usual[option.name] or '–'}".replace("%", "%%"),
            **switch,
        )
    return parser


def flag(name: str) -> str:
    """An option as the command line has it."""
    return f"--{name.replace('_', '-')}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; what nobody foresaw goes to the log with its traceback."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return run(arguments)
    except Exception:
        log.exception("The kit failed.")
        sentence = N_("Something went wrong inside the kit; the log has the details.")
        return _fail("--json" in arguments, KitError("internal", sentence), "en")


def run(arguments: list[str]) -> int:
    """Do what the command line says."""
    arguments = printers.tied(arguments)
    if arguments[:1] == ["printers"]:
        try:
            return printers.run(arguments[1:], Parser(prog=f"{PROGRAM} printers", allow_abbrev=False))
        except KitError as error:
            return _fail("--json" in arguments, error, "en")
    parsed, rest = parser().parse_known_args(arguments)
    if parsed.list_options:
        print(_list(parsed.game or "", parsed.json), end="")
        return 0
    given: dict[str, Any] = {name: getattr(parsed, name) for name in BY_NAME if name in parsed}
    language = str(given.get("language", "en"))
    try:
        options = _options(parsed, rest, given)
        return _make(parsed, options)
    except KitError as error:
        return _fail(parsed.json, error, language)
    except BrokenPipeError:  # whoever read the progress has left
        return FAILED
    except KeyboardInterrupt:
        _fail(parsed.json, KitError("stopped", N_("Stopped; nothing was written.")), language)
        return STOPPED


def _options(parsed: argparse.Namespace, rest: list[str], given: dict[str, Any]) -> KitOptions:
    """The options; a word that is none is refused by its name. Raises KitError."""
    given |= {word[2:].partition("=")[0].replace("-", "_"): "" for word in rest if word.startswith("--")}
    if rest and all(name in BY_NAME for name in given):
        parser().error(f"“{rest[0][:40]}” belongs to no option")
    if not parsed.game:
        parser().error(f"name a game, one of: {', '.join(KITS)}")
    options = read_options(given)
    if not parsed.output:
        parser().error("say with -o FILE where the kit is to go")
    if parsed.output == "-" and parsed.json:
        parser().error("standard output cannot take both the kit and --json")
    return options


def _make(parsed: argparse.Namespace, options: KitOptions) -> int:
    """Make the kit and say what was made."""
    with teller(parsed.json, parsed.quiet) as bar:
        if parsed.output == "-":
            sys.stdout.flush()
            make(options, Path("/dev/stdout"), bar.step, game=parsed.game, cache=parsed.cache)
            return 0
        # As typed: whether it ends with / says whether it is a folder.
        out = parsed.output
        if out.endswith("/"):
            _folder(Path(out))
        amount = counts(options, parsed.game)
        files = produce(options, Path(out), bar.step, parsed.game, parsed.cache)
    size = sum(file.bytes for file in files)
    if not amount.pages:
        whole = Path(files[0].file)
        amount = msgspec.structs.replace(amount, pages=pages_in(whole) if len(files) == 1 else len(files))
    if parsed.json:
        line(game=parsed.game, bytes=size, **msgspec.to_builtins(amount), files=msgspec.to_builtins(files))
    elif not parsed.quiet:
        say = translator(options.language)
        sheets = say("%(n)d sheet") if amount.sheets == 1 else say("%(n)d sheets")
        told = f"{sheets % {'n': amount.sheets}}, " if amount.sheets else ""
        more = f" (+{len(files) - 1})" if len(files) > 1 else ""
        print(f"{files[0].file}{more}: {told}{size / 1000:.0f} kB")
    return 0


def _folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KitError(
            "cannot_write",
            N_("The PDF cannot be written to %(file)s: %(reason)s."),
            file=str(folder),
            reason=error.strerror or str(error),
        ) from error


def _list(game: str, as_json: bool) -> str:
    """Every option of a game, or all that there are; for programs or for people."""
    of_game = {option.name: option for option in options_of(game)}
    options = listed(tuple(of_game.values()))
    if as_json:
        return msgspec.json.format(msgspec.json.encode(options), indent=2).decode() + "\n"
    width = min(shutil.get_terminal_size((100, 24)).columns, 110)
    lines = []
    for option in options:
        lines.append(f"{flag(option['name'])} {of_game[option['name']].allowed}")
        lines.append(f"    {option['help']} Usually {option['default'] or '–'}.")
        for value, label in option.get("labels", {}).items():
            lines.append(f"      {value:14} {label}")
        lines.append("")
    wrapped = (textwrap.wrap(text, width, subsequent_indent=" " * 8) or [""] for text in lines)
    return "\n".join(part for parts in wrapped for part in parts)


def _fail(as_json: bool, error: KitError, language: str) -> int:
    sentence = error.sentence(translator(language))
    if as_json:
        about = {name: value if isinstance(value, int) else str(value) for name, value in error.about.items()}
        line(error=error.code, text=sentence, template=error.template, about=about)
    else:
        print(f"{PROGRAM}: {sentence}", file=sys.stderr)
    return MISUSED if error.code in MISUSES else FAILED


if __name__ == "__main__":
    sys.exit(main())
