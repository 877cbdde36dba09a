"""Every option of a kit: the one list from which command line, page, link and refusals are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.kit.errors import N_, KitError
from companion.kit.formats import CARD_NAMES, CARD_RANGE, PAPER_NAMES, PAPER_RANGE
from companion.kit.kinds import Choice, Choices, Number, Option, Pieces, Printer, Readings, Size, Switch, Version
from companion.kit.options import KitOptions

OPTIONS: tuple[Option, ...] = (
    # --- the paper -----------------------------------------------------------------------------------------------
    Size(
        name="paper",
        group="paper",
        label=N_("Paper"),
        help=N_("The paper in the printer."),
        values=PAPER_NAMES,
        low=PAPER_RANGE[0],
        high=PAPER_RANGE[1],
    ),
    Choice(
        name="orientation",
        group="paper",
        label=N_("Orientation"),
        help=N_("Automatic turns the paper so that fewest sheets are needed."),
        values={"auto": N_("Automatic"), "portrait": N_("Upright"), "landscape": N_("Across")},
    ),
    Number(
        name="margin",
        group="paper",
        label=N_("Margin"),
        help=N_("What stays blank at the edges of the paper, for most printers cannot reach them."),
        low=3,
        high=25,
        step=0.5,
    ),
    Switch(
        name="guide",
        group="paper",
        label=N_("First page with advice"),
        help=N_("A first page says how to print and what to check, in three steps."),
    ),
    # --- the board -----------------------------------------------------------------------------------------------
    Choice(
        name="board",
        group="board",
        label=N_("The board"),
        help=N_("Pages to glue together, four parts that fold up, or one large page for a copy shop."),
        values={
            "both": N_("Pages to glue, and one large page"),
            "poster": N_("Pages to glue"),
            "quad": N_("Four parts to fold up"),
            "single": N_("One large page"),
            "none": N_("No board"),
        },
    ),
    Number(
        name="tile_width",
        group="board",
        label=N_("Width of a tile"),
        help=N_("From flat side to flat side. Board, walls and markers grow with the tiles."),
        low=25,
        high=60,
    ),
    # --- backs ---------------------------------------------------------------------------------------------------
    Choice(
        name="backs",
        group="backs",
        label=N_("Backs"),
        help=N_("How your printer turns the paper. Most turn it over the long edge."),
        values={
            "duplex-long": N_("Both sides, long edge"),
            "duplex-short": N_("Both sides, short edge"),
            "by-hand": N_("All fronts, then all backs, turned by hand"),
            "fold": N_("Beside the fronts, to fold over and glue"),
            "none": N_("No"),
        },
    ),
    Printer(
        name="printer",
        group="backs",
        label=N_("Printer"),
        help=N_("A printer whose calibration you have saved."),
    ),
    Readings(
        name="calibration",
        group="backs",
        label=N_("Calibration"),
        help=N_("What you read off the calibration sheet: mm to the right, mm down, degrees clockwise."),
    ),
    # --- cutting -------------------------------------------------------------------------------------------------
    Choice(
        name="lines",
        group="cutting",
        label=N_("Cut lines"),
        help=N_("What shows where to cut."),
        values={
            "solid": N_("Lines"),
            "dashed": N_("Dashed lines"),
            "corners": N_("Marks at the corners"),
            "none": N_("None"),
        },
    ),
    Number(
        name="gutter",
        group="cutting",
        label=N_("Gap between pieces"),
        help=N_("0 saves cuts and paper: neighbours share them. More forgives a knife that slips."),
        low=0,
        high=20,
        step=0.5,
    ),
    Choice(
        name="hexes",
        group="cutting",
        label=N_("Tiles"),
        help=N_("In rows, tip to tip, every edge lies on a straight cut right across the sheet."),
        values={"separate": N_("Each by itself"), "rows": N_("In rows with straight cuts")},
    ),
    Choice(
        name="registration",
        group="cutting",
        label=N_("Marks for a cutting machine"),
        help=N_("Three marks suit all Silhouette machines but the Cameo 5 Alpha, which wants four."),
        values={
            "none": N_("None"),
            "silhouette-3": N_("Silhouette, three marks"),
            "silhouette-4": N_("Silhouette, four marks"),
        },
    ),
    Number(
        name="mark_inset",
        group="cutting",
        label=N_("Marks from the edge"),
        help=N_("How far the marks lie inside the paper; a sheet feeder wants 15.9 mm or more."),
        low=10,
        high=25,
        step=0.1,
    ),
    Choice(
        name="cut_file",
        group="cutting",
        label=N_("Files for a cutting machine"),
        help=N_("One for each sheet, beside the PDF in a ZIP. Silhouette Studio's free edition opens DXF only."),
        values={"none": N_("None"), "svg": "SVG", "dxf": "DXF"},
    ),
    Size(
        name="card",
        group="cutting",
        label=N_("Cards"),
        help=N_("The size of the cards, to fit your sleeves."),
        values=CARD_NAMES,
        low=CARD_RANGE[0],
        high=CARD_RANGE[1],
    ),
    Number(
        name="corner",
        group="cutting",
        label=N_("Round corners"),
        help=N_("The radius of the corners of cards; 0 for sharp ones."),
        low=0,
        high=8,
        step=0.5,
    ),
    # --- the look ------------------------------------------------------------------------------------------------
    Choice(
        name="look",
        group="look",
        label=N_("Ink"),
        help=N_("The ink saver draws outlines and hatches with a quarter of the ink at most."),
        values={"colour": N_("Colour"), "ink-saver": N_("Ink saver"), "grey": N_("Grey")},
    ),
    Choice(
        name="art",
        group="look",
        label=N_("Art"),
        help=N_("The island by day or by night."),
        values={"day": N_("Day"), "night": N_("Night")},
    ),
    Switch(
        name="large_print",
        group="look",
        label=N_("Large print"),
        help=N_("No text is smaller than 11 points."),
    ),
    Choice(
        name="language",
        group="look",
        label=N_("Language of the pieces"),
        help=N_("The language of cards, summaries and labels."),
        values={"en": "English", "ja": "日本語", "zh_Hant_TW": "繁體中文"},
    ),
    # --- the pieces ----------------------------------------------------------------------------------------------
    Choices(
        name="pieces",
        group="pieces",
        label=N_("Pieces"),
        help=N_("What to print."),
        values={
            "board": N_("Board"),
            "tiles": N_("Lava tiles"),
            "cards": N_("Action cards"),
            "aids": N_("Player aids"),
            "walls": N_("Walls"),
            "markers": N_("Markers"),
            "dice": N_("Dice to fold"),
            "booklet": N_("Rules"),
            "standing_walls": N_("Walls to fold"),
            "standees": N_("Markers to fold"),
            "patterns": N_("The patterns"),
            "pad": N_("Score pad"),
            "boxes": N_("Boxes"),
        },
    ),
    Pieces(
        name="only",
        group="pieces",
        label=N_("Only these"),
        help=N_("What was lost, and how many of it: tile:fan_5=2,card:rain."),
    ),
    Version(
        name="since",
        group="pieces",
        label=N_("Only what has changed since version"),
        help=N_("The version of the kit stands on each of your sheets; 0 prints everything."),
    ),
    Switch(
        name="no_rain",
        group="pieces",
        label=N_("Without Rain"),
        help=N_("Leave out the Rain cards."),
    ),
    Choice(
        name="booklet",
        group="pieces",
        label=N_("The rules"),
        help=N_("A booklet of folded sheets, or two pages side by side in their order."),
        values={"fold": N_("A booklet to fold"), "pages": N_("Pages in their order")},
    ),
    # --- the file ------------------------------------------------------------------------------------------------
    Choice(
        name="export",
        group="file",
        label=N_("Make"),
        help=N_("Sheets for your printer; or cards for a print shop; or pictures for a virtual table."),
        values={
            "sheets": N_("Sheets"),
            "print-on-demand": N_("Cards for a print shop, one a page"),
            "png-faces": N_("A picture of each piece"),
            "png-sheets": N_("A picture of each sheet"),
            "reading": N_("Rules and player aids to read on a screen"),
            "calibration": N_("The calibration sheet"),
        },
    ),
)
BY_NAME: dict[str, Option] = {option.name: option for option in OPTIONS}
CHOICES: dict[str, tuple[str, ...]] = {
    option.name: tuple(option.values) for option in OPTIONS if isinstance(option, Choice)
}
"""The values of every option that has a list of them, the default first."""


def read(given: Mapping[str, Any]) -> dict[str, Any]:
    """The values that words stand for. Raises KitError, as `companion.kit.options.read_options` says."""
    for name in given:
        if name not in BY_NAME:
            raise KitError(
                "unknown_option",
                N_("A kit has no option “%(name)s”; its options are: %(allowed)s."),
                name=str(name)[:40],
                allowed=", ".join(BY_NAME),
            )
    return {name: BY_NAME[name].read(value) for name, value in given.items()}


def listed(options: Sequence[Option] = OPTIONS) -> list[dict[str, Any]]:
    """Options, by default all, for programs: name, kind, default, one line of help, and values or bounds."""
    usual = KitOptions()
    return [
        {
            "name": option.name,
            "kind": option.kind,
            "group": option.group,
            "default": option.write(option.usual(getattr(usual, option.name))),
            "label": option.label,
            "help": option.help,
            **option.about(),
        }
        for option in options
    ]
