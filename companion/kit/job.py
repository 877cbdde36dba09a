"""Makes a kit: options in, a PDF out, and how far it is on the way."""

from __future__ import annotations

import gettext as translations
import logging
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import msgspec

from companion.files import write_atomically
from companion.games.eruption.data import RULES
from companion.kit import eruption
from companion.kit.cache import FaceCache, default_folder
from companion.kit.errors import N_, Gettext, KitError
from companion.kit.options import KitOptions
from companion.kit.pieces import Kit
from companion.kit.sheets import Book
from companion.resources import PACKAGE

log = logging.getLogger(__name__)

KITS: dict[str, Callable[[KitOptions, Gettext], Kit]] = {RULES.game.slug: eruption.kit}
"""The games that can be printed."""


class Progress(msgspec.Struct, frozen=True):
    """How far a kit is: `done` of `total` steps, and what is being done, as a sentence."""

    done: int
    total: int
    text: str


Report = Callable[[Progress], None]


def translator(language: str) -> Gettext:
    """The `gettext` of a language; English where its catalogue is missing."""
    catalogue = translations.translation("messages", PACKAGE / "locale", [language], fallback=True)
    # A catalogue's header is the translation of the empty text.
    return lambda text: catalogue.gettext(text) if text else ""


def make(
    options: KitOptions,
    out: Path,
    progress: Report = lambda _: None,
    *,
    game: str = RULES.game.slug,
    cache: Path | None = None,
) -> int:
    """Print `game` into the file `out`, as `options` ask for; the number of its bytes.

    The file is there whole or not at all; the same options give the same bytes. `progress` is called before each step.
    `cache` is the folder for faces, by default that of `companion.kit.cache.default_folder`. It takes seconds of CPU
    when faces are missing: a server runs it in another process (`python -m companion.kit`).

    Raises:
        KitError: `unknown_game`; `nothing_to_print`, when the options leave no pieces; `cannot_write`; `cannot_draw`,
            when WeasyPrint's libraries are missing.
    """
    if game not in KITS:
        raise KitError(
            "unknown_game",
            N_("There is no kit of a game “%(game)s”; there is one of: %(allowed)s."),
            game=game[:40],
            allowed=", ".join(KITS),
        )
    _check_target(out)
    say = translator(options.language)
    kit = KITS[game](options, say)
    groups = kit.groups()
    if not groups:
        raise KitError("nothing_to_print", N_("These options leave nothing to print: choose more pieces or the board."))
    store = FaceCache(cache or default_folder(), kit, options.faces)
    found = {group: pdf for group in groups if (pdf := store.load(group)) is not None}
    missing = [group for group in groups if group not in found]
    steps = _Steps(progress, bool(missing) + len(missing) + 2)
    if missing:
        steps.next(say("Getting ready to draw"))
        drawn = _draw(game, missing, options, say)
        for group in missing:
            steps.next(say("Drawing: %(pieces)s") % {"pieces": kit.names[group]})
            found[group] = next(drawn)
            store.store(group, found[group])
    steps.next(say("Putting the sheets together"))
    book = Book(kit, options, say)
    for group in groups:
        book.add_faces(group, found[group])
    data = book.write()
    steps.next(say("Writing the file"))
    try:
        write_atomically(out, data)
    except OSError as error:
        raise _cannot_write(out, error) from error
    steps.finish(say("Done"))
    return len(data)


class _Steps:
    """Counts the steps of a kit."""

    def __init__(self, report: Report, total: int) -> None:
        self._report = report
        self._total = total
        self._done = 0

    def next(self, text: str) -> None:
        """Say what begins now."""
        self._report(Progress(self._done, self._total, text))
        self._done += 1

    def finish(self, text: str) -> None:
        """Say that all is done."""
        self._report(Progress(self._total, self._total, text))


def _draw(game: str, groups: list[str], options: KitOptions, say: Gettext) -> Iterator[bytes]:
    """The faces of each group, drawn one group after another."""
    try:
        faces = import_module(f"companion.kit.{game}_faces")
        from companion.kit.drawing import draw
    except OSError as error:
        raise KitError(
            "cannot_draw",
            N_("The libraries that draw the pieces are missing; “companion doctor” says how to get them. (%(reason)s)"),
            reason=str(error).splitlines()[0][:200],
        ) from error
    drawings = {group: faces.GROUPS[group](options.faces, say) for group in groups}
    return draw(drawings, options.language, faces.style(options.faces))


def _check_target(out: Path) -> None:
    """Say what is wrong with the file before the work and not after it."""
    if out.is_dir():
        raise KitError("cannot_write", N_("%(file)s is a folder: give the name of a file."), file=str(out))
    if not out.parent.is_dir():
        raise KitError(
            "cannot_write",
            N_("The PDF cannot be written to %(file)s: there is no folder %(folder)s."),
            file=str(out),
            folder=str(out.parent),
        )


def _cannot_write(out: Path, error: OSError) -> KitError:
    return KitError(
        "cannot_write",
        N_("The PDF cannot be written to %(file)s: %(reason)s."),
        file=str(out),
        reason=error.strerror or str(error),
    )
