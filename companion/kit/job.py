"""Makes a kit: options in, a file out, and how far it is on the way."""

from __future__ import annotations

import gc
import gettext as translations
import logging
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from companion.files import write_atomically
from companion.games.eruption.data import RULES
from companion.kit.cache import FaceCache, default_folder
from companion.kit.calibration import Profiles
from companion.kit.choosing import chosen
from companion.kit.errors import N_, Gettext, KitError
from companion.kit.export import export
from companion.kit.forms import Forms
from companion.kit.games import KITS
from companion.kit.options import KitOptions
from companion.kit.pieces import Kit
from companion.kit.plan import Plan, plan
from companion.kit.shipped import Shipped
from companion.resources import PACKAGE

if TYPE_CHECKING:
    from companion.kit.drawing import Drawing

log = logging.getLogger(__name__)

BATCH = 16
"""How many faces are laid out together."""


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


def sheets_of(options: KitOptions, *, game: str = RULES.game.slug, profiles: Profiles | None = None) -> Plan:
    """Which sheets a kit has, without drawing anything: how much paper it takes.

    Raises:
        KitError: as `make` does for options that make no sense together.
    """
    options = resolved(options, profiles)
    say = translator(options.language)
    return plan(_kit(game, options, say), options, say)


def make(
    options: KitOptions,
    out: Path,
    progress: Report = lambda _: None,
    *,
    game: str = RULES.game.slug,
    cache: Path | None = None,
    shipped: Path | None = None,
    profiles: Profiles | None = None,
) -> int:
    """Print `game` into the file `out`, as `options` ask for; the number of its bytes.

    The file is there whole or not at all; the same options give the same bytes. `progress` is called before each step.
    `cache` is the folder for faces, by default that of `companion.kit.cache.default_folder`; `shipped` the one with
    those that come with Tableside. It takes seconds of CPU when faces are missing: a server runs it in another process
    (`python -m companion.kit`).

    Raises:
        KitError: `unknown_game`; `unknown_printer`; `unknown_piece`; `unknown_version`, `nothing_has_changed`;
            `nothing_to_print`, when the options leave no pieces; `too_large`, for the paper; `cannot_write`;
            `cannot_draw`, when WeasyPrint's libraries are missing and no faces like these came with Tableside.
    """
    options = resolved(options, profiles)
    say = translator(options.language)
    kit = _kit(game, options, say)
    _check_target(out)
    steps = _Steps(progress)
    if options.export == "reading":
        steps.next(say("Drawing: %(pieces)s") % {"pieces": kit.title})
        data = _reading(kit, options, say)
    else:
        sheets = plan(kit, options, say)
        store = FaceCache(cache or default_folder(), kit, options.faces)
        forms = _Faces(kit, options, say, steps, store, shipped).forms()
        steps.next(say("Putting the sheets together"))
        data = export(sheets, forms, say, steps.next)
    steps.next(say("Writing the file"))
    try:
        write_atomically(out, data)
    except OSError as error:
        raise _cannot_write(out, error) from error
    steps.finish(say("Done"))
    return len(data)


def resolved(options: KitOptions, profiles: Profiles | None = None) -> KitOptions:
    """The options with the calibration of the printer that they name.

    Raises:
        KitError: `unknown_printer`, `bad_printers`.
    """
    if not options.printer:
        return options
    profile = (profiles or Profiles()).get(options.printer)
    return msgspec.structs.replace(
        options,
        printer="",
        calibration=options.calibration or profile.calibration,
        orientation=profile.orientation if options.orientation == "auto" else options.orientation,
    )


def _kit(game: str, options: KitOptions, say: Gettext) -> Kit:
    """What is to be printed of a game. Raises KitError."""
    if game not in KITS:
        raise KitError(
            "unknown_game",
            N_("There is no kit of a game “%(game)s”; there is one of: %(allowed)s."),
            game=game[:40],
            allowed=", ".join(KITS),
        )
    kit = chosen(KITS[game](KITS[game].checked(options), say), options)
    if not kit.groups() and options.export != "calibration":
        raise KitError("nothing_to_print", N_("These options leave nothing to print: choose more pieces or the board."))
    return kit


class _Steps:
    """Counts the steps of a kit: how many there are shows as they are known."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self.total = 2
        self._done = 0

    def next(self, text: str, more: int = 0) -> None:
        """Say what begins now, and that there will be `more` steps than were counted so far."""
        self.total += more
        self._report(Progress(self._done, self.total, text))
        self._done += 1

    def finish(self, text: str) -> None:
        """Say that all is done."""
        self._report(Progress(self.total, self.total, text))


class _Faces:
    """Gets the faces of a kit: kept ones, those that came with Tableside, or new ones."""

    def __init__(
        self, kit: Kit, options: KitOptions, say: Gettext, steps: _Steps, store: FaceCache, shipped: Path | None
    ) -> None:
        self._kit = kit
        self._options = options
        self._say = say
        self._steps = steps
        self._store = store
        self._shipped = Shipped(kit, options.faces, shipped)

    def forms(self) -> Forms:
        """All of them.

        Raises:
            KitError: `cannot_draw`.
        """
        groups = () if self._options.export == "calibration" else self._kit.groups()
        found: dict[str, bytes] = {}
        for group in groups:
            pdf = self._store.load(group) or self._shipped.load(group)
            if pdf is not None:
                found[group] = pdf
        stretched: dict[str, tuple[float, float]] = {}
        missing = [group for group in reversed(groups) if group not in found]
        if missing:
            try:
                self._draw(missing, found)
            except KitError as error:
                for group in missing:
                    found[group], stretched[group] = self._instead(group, error)
        forms = Forms()
        for group in groups:
            forms.add(group, found[group], stretched.get(group, (1.0, 1.0)))
        return forms

    def _draw(self, missing: list[str], found: dict[str, bytes]) -> None:
        self._steps.next(self._say("Getting ready to draw"), more=1 + len(missing))
        drawn = _draw(self._kit.game, missing, self._options, self._say)
        for group in missing:
            self._steps.next(self._say("Drawing: %(pieces)s") % {"pieces": self._kit.names[group]})
            found[group] = next(drawn)
            self._store.store(group, found[group])

    def _instead(self, group: str, error: KitError) -> tuple[bytes, tuple[float, float]]:
        """What came with Tableside, for want of what should be drawn. Raises the error when it would not do."""
        found = self._shipped.nearest(group)
        if found is None:
            raise error
        log.warning("The faces of %s cannot be drawn here; those that came with Tableside are taken.", group)
        return found


def _draw(game: str, groups: list[str], options: KitOptions, say: Gettext) -> Iterator[bytes]:
    """The faces of each group, drawn one group after another."""
    faces, drawing = _artists(game)
    style = faces.style(options.faces)

    def batches() -> Iterator[bytes]:
        """A document holds many faces at once; one of all of them would take more memory than a kit may."""
        batch: dict[str, Sequence[Drawing]] = {}
        for group in groups:
            drawings = faces.GROUPS[group](options.faces, say)
            if batch and sum(map(len, batch.values())) + len(drawings) > BATCH:
                yield from drawing.draw(batch, options.language, style)
                batch = {}
                gc.collect()
            batch[group] = drawings
        yield from drawing.draw(batch, options.language, style)

    return batches()


def _reading(kit: Kit, options: KitOptions, say: Gettext) -> bytes:
    """The pages of a game that are read, tagged."""
    faces, drawing = _artists(kit.game)
    drawings = {group: pages(options.faces, say) for group, pages in faces.READING.items()}
    title = say("%(game)s: rules") % {"game": kit.title}
    document: bytes = drawing.reading(drawings, options.language, faces.style(options.faces), title)
    return document


def _artists(game: str) -> tuple[Any, Any]:
    """The module with a game's faces, and that which draws: imported when something is to be drawn.

    Raises:
        KitError: `cannot_draw`.
    """
    try:
        return import_module(f"companion.kit.{game}_faces"), import_module("companion.kit.drawing")
    except OSError as error:
        raise KitError(
            "cannot_draw",
            N_(
                "The libraries that draw are missing, and only the usual look of the pieces came with Tableside; "
                "“companion doctor” says how to get them. (%(reason)s)"
            ),
            reason=str(error).splitlines()[0][:200],
        ) from error


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
