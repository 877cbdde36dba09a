"""What a kit comes as: a PDF of sheets, with files for a cutting machine in a ZIP, or pictures, or pages for a shop."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterable

from companion.kit import cutfiles, cutting
from companion.kit.errors import N_, Gettext, KitError
from companion.kit.forms import Forms
from companion.kit.plan import Fronts, Plan

Step = Callable[[str, int], None]
"""Says what begins now, and how many steps more than were counted so far there will be."""


def export(plan: Plan, forms: Forms, say: Gettext, step: Step) -> bytes:
    """The bytes of the file that the options ask for.

    Raises:
        KitError: `nothing_to_print`, when there is nothing of which it could be made.
    """
    match plan.options.export:
        case "print-on-demand":
            from companion.kit.shop import for_a_shop

            return for_a_shop(plan, forms, say)
        case "png-faces":
            from companion.kit.pictures import faces

            return pack(faces(plan, forms, say, step))
        case "png-sheets":
            from companion.kit.pictures import sheets
            from companion.kit.sheets import Book

            return pack(sheets(Book(plan, forms, say).write(), plan, say, step))
        case "calibration":
            from companion.kit.measuring import Measuring

            return Measuring(plan, forms, say).write()
    from companion.kit.sheets import Book

    book = Book(plan, forms, say).write()
    if plan.options.cut_file == "none":
        return book
    return pack([(f"{plan.kit.game}.pdf", book), *cut_files(plan)])


def cut_files(plan: Plan) -> Iterable[tuple[str, bytes]]:
    """A file for each sheet with pieces, named by the number of the sheet.

    Raises:
        KitError: `nothing_to_cut`.
    """
    write, options = cutfiles.WRITERS[plan.options.cut_file], plan.options
    found = False
    for number, leaf in enumerate(plan.leaves, 1):
        if isinstance(leaf.front.content, Fronts):
            found = True
            yield f"cut/sheet-{number:02}.{options.cut_file}", write(cutting.cuts(leaf.front.content.sheet))
    if not found:
        raise KitError(
            "nothing_to_cut", N_("There is nothing for a machine to cut: choose more pieces than the board.")
        )


def pack(files: Iterable[tuple[str, bytes]]) -> bytes:
    """A ZIP without dates: the same files make the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files:
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            stored = name.endswith((".png", ".pdf"))
            entry.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return out.getvalue()
