"""What a maker would be sorry not to have been told before printing."""

from __future__ import annotations

from companion.kit.calibration import Profiles
from companion.kit.errors import KitError
from companion.kit.options import KitOptions
from companion.kit.plan import TURNED
from companion.web.i18n import gettext as _

NARROW = 4.5
"""Margins in mm that many printers cannot reach."""
SHEETS = ("sheets", "png-sheets")


def cautions(options: KitOptions, profiles: Profiles) -> list[str]:
    """Sentences, the gravest first."""
    told = []
    if options.export == "sheets":
        told += _of_cutting(options)
        told += _of_backs(options, profiles)
        if options.margin < NARROW:
            told.append(_("Many printers cannot print so near the edge; lines of text there may be lost."))
    if not options.faces.shipped and options.tile_width != KitOptions().tile_width and options.only:
        told.append(_("These pieces will fit a board of the same width of tiles only."))
    return told


def _of_cutting(options: KitOptions) -> list[str]:
    if options.lines == "none" and options.cut_file == "none":
        return [_("Nothing will show where to cut: choose cut lines, or files for a cutting machine.")]
    if options.cut_file != "none" and options.registration == "none":
        return [_("Without its marks a cutting machine does not find the pieces on the printed sheet.")]
    if options.registration != "none" and options.cut_file == "none":
        return [_("The sheets get marks for a cutting machine, but there will be no files for it.")]
    return []


def _of_backs(options: KitOptions, profiles: Profiles) -> list[str]:
    if options.backs not in (*TURNED, "by-hand"):
        return []
    if options.gutter < 1 and not options.printer and not options.calibration:
        return [
            _("Without a gap, backs that are a millimetre off show on the pieces beside: measure your printer first.")
        ]
    if options.printer:
        try:
            profile = profiles.get(options.printer)
        except KitError:
            return []
        if options.orientation not in ("auto", profile.orientation):
            return [_("This printer was measured with the paper the other way round; its backs may still be off.")]
    return []
