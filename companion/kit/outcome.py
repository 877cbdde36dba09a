"""Where a kit goes and what it is: one file, or the files of a ZIP laid out beside each other; counted."""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pikepdf

from companion.files import write_atomically
from companion.kit.errors import N_, KitError
from companion.kit.job import Report, make, sheets_of
from companion.kit.options import KitOptions
from companion.kit.versions import newest

CUT = "cut/"
"""Where the files for a cutting machine lie in a ZIP."""


class Written(msgspec.Struct, frozen=True):
    """A file that was written; `kind` is `pdf`, `cut`, `png` or `zip`."""

    file: str
    kind: str
    bytes: int


class Counts(msgspec.Struct, frozen=True):
    """What a kit amounts to."""

    sheets: int
    """Pieces of paper for a home printer; 0 where nothing is laid out on sheets."""
    pages: int
    """Pages of the PDF, or pictures."""
    pieces: int
    """Pieces, a board or a booklet counting as one."""
    sections: dict[str, int]
    """Section -> sheets."""
    version: int
    """The version of the kit, which stands on each sheet."""


def counts(options: KitOptions, game: str) -> Counts:
    """What a kit will amount to, before it is made. `options` name no printer.

    Raises:
        KitError: as `companion.kit.job.make` does.
    """
    plan = sheets_of(options, game=game)
    kit = plan.kit
    copies = sum(piece.count for section in kit.sections for piece in section.pieces)
    pieces = copies + bool(kit.board) + len(kit.booklets)
    on_sheets = options.export in ("sheets", "png-sheets")
    return Counts(
        sheets=plan.sheets if on_sheets else 0,
        pages=len(plan.printed()) if on_sheets else 0,
        pieces=pieces if options.export != "calibration" else 0,
        sections=plan.sections if on_sheets else {},
        version=newest(game),
    )


def pages_in(file: Path) -> int:
    """The pages of a PDF, or the pictures in a ZIP of them."""
    if not zipfile.is_zipfile(file):
        with pikepdf.open(file) as pdf:
            return len(pdf.pages)
    with zipfile.ZipFile(file) as archive:
        return sum(name.endswith(".png") for name in archive.namelist())


def produce(options: KitOptions, out: Path, progress: Report, game: str, cache: Path | None) -> list[Written]:
    """Make a kit at `out`: a file, or a folder that gets all of its files.

    Several files need a folder or the name of a ZIP; beside a PDF its cut files go into a folder of the same name.

    Raises:
        KitError: `bad_output`; and as `companion.kit.job.make` does.
    """
    several = options.suffix != ".pdf"
    folder = out.is_dir() or str(out).endswith("/") or (several and not out.suffix and not out.exists())
    if not several:
        return [_one(options, out / f"{game}.pdf" if folder else out, progress, game, cache)]
    if not folder and out.suffix.lower() == ".zip":
        return [_one(options, out, progress, game, cache)]
    beside = options.export == "sheets" and out.suffix.lower() == ".pdf"
    if not folder and not beside:
        raise KitError(
            "bad_output",
            N_("These options make several files: give a folder, or a name that ends with .zip, instead of %(file)s."),
            file=str(out),
        )
    with tempfile.TemporaryDirectory() as scratch:
        packed = Path(scratch) / "kit.zip"
        make(options, packed, progress, game=game, cache=cache)
        return list(_laid_out(packed, out, folder))


def _one(options: KitOptions, out: Path, progress: Report, game: str, cache: Path | None) -> Written:
    size = make(options, out, progress, game=game, cache=cache)
    return Written(str(out), options.suffix[1:], size)


def _laid_out(packed: Path, out: Path, folder: bool) -> Iterator[Written]:
    """The files of a ZIP in a folder, or beside the PDF `out`."""
    with zipfile.ZipFile(packed) as archive:
        for name in archive.namelist():
            if folder:
                file = out / name
            elif name.startswith(CUT):
                file = out.with_name(f"{out.stem}-cut") / name.removeprefix(CUT)
            else:
                file = out
            data = archive.read(name)
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
                write_atomically(file, data)
            except OSError as error:
                raise KitError(
                    "cannot_write",
                    N_("The PDF cannot be written to %(file)s: %(reason)s."),
                    file=str(file),
                    reason=error.strerror or str(error),
                ) from error
            yield Written(str(file), "cut" if name.startswith(CUT) else file.suffix[1:], len(data))
