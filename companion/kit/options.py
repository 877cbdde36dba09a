"""What can be asked of a kit: one typed object for the page, the command line and the link, read from words.

`companion.kit.choices` lists every option with its kind, its values and a line of help; this module holds the values
themselves. Names and values that are none are refused by name, with what is allowed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

import msgspec

from companion.games.eruption.data import RULES
from companion.kit.calibration import STRAIGHT, Calibration

Orientation = Literal["auto", "portrait", "landscape"]
Board = Literal["both", "poster", "single", "quad", "none"]
Backs = Literal["duplex-long", "duplex-short", "by-hand", "fold", "none"]
Lines = Literal["solid", "dashed", "corners", "none"]
Hexes = Literal["separate", "rows"]
Registration = Literal["none", "silhouette-3", "silhouette-4"]
CutFile = Literal["none", "svg", "dxf"]
Look = Literal["colour", "ink-saver", "grey"]
Art = Literal["day", "night"]
Part = Literal[
    "board",
    "tiles",
    "cards",
    "aids",
    "walls",
    "markers",
    "dice",
    "booklet",
    "standing_walls",
    "standees",
    "patterns",
    "pad",
    "boxes",
]
Language = Literal["en", "ja", "zh_Hant_TW"]
Booklet = Literal["pages", "fold"]
Export = Literal["sheets", "print-on-demand", "png-faces", "png-sheets", "reading", "calibration"]

PARTS: tuple[Part, ...] = get_args(Part)
STANDARD: tuple[Part, ...] = ("board", "tiles", "cards", "aids", "walls", "markers", "dice", "booklet")
"""The standard kit: all that a table needs. The other parts are for those who want them finer."""


class Wanted(msgspec.Struct, frozen=True):
    """What `only` asks for: a kind of piece (`tile`), one piece of it (`fan_5`) or all; so many, or all that it has."""

    kind: str
    piece: str = ""
    count: int = 0

    def __str__(self) -> str:
        """As people write it: `tile:fan_5=2`."""
        return self.kind + (f":{self.piece}" if self.piece else "") + (f"={self.count}" if self.count else "")


class FaceOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The part of the options that faces are drawn by. All others only move faces about."""

    language: Language = "en"
    look: Look = "colour"
    art: Art = "day"
    large_print: bool = False
    card_mm: tuple[float, float] = RULES.print.card_mm
    tile_mm: float = RULES.print.tile_width_mm
    no_rain: bool = False

    @property
    def shipped(self) -> bool:
        """Whether faces like these come with Tableside, so that nothing need be drawn."""
        return self == FaceOptions(language=self.language)


class KitOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a kit is printed. Lengths are in millimetres."""

    paper: str = "a4"
    """A name of `companion.kit.formats.PAPERS`, or `WxH`."""
    margin: float = 5.0
    """What stays blank all round: no less than what the printer cannot reach."""
    orientation: Orientation = "auto"
    tile_width: float = RULES.print.tile_width_mm
    """From flat to flat. Board, walls and markers grow with the tiles."""
    board: Board = "both"
    """`poster`: pages to glue together; `single`: one large page for a copy shop; `both` of these; `quad`: four parts
    that fold up."""
    backs: Backs = "duplex-long"
    printer: str = ""
    """A named profile whose calibration is used; see `companion.kit.calibration.Profiles`."""
    calibration: Calibration = STRAIGHT
    """Where the printer puts backs, as read off the calibration sheet; the backs are moved the other way."""
    lines: Lines = "solid"
    gutter: float = 3.0
    """Between neighbours; 0 lets them share their cuts."""
    hexes: Hexes = "separate"
    """`rows`: tip to tip and shifted, so that every edge lies on a straight cut right across the sheet."""
    registration: Registration = "none"
    mark_inset: float = 10.0
    cut_file: CutFile = "none"
    card: str = "poker"
    """A name of `companion.kit.formats.CARDS`, or `WxH`."""
    corner: float = RULES.print.card_corner_mm
    look: Look = "colour"
    art: Art = "day"
    large_print: bool = False
    language: Language = "en"
    pieces: tuple[Part, ...] = STANDARD
    only: tuple[Wanted, ...] = ()
    """Only these, for what was lost; nothing means all of `pieces`."""
    since: int = 0
    """Only what has changed since this version of the kit, which every sheet carries; 0 means everything."""
    no_rain: bool = False
    """The variant without Rain: its cards are not printed."""
    booklet: Booklet = "fold"
    """`fold`: two pages a side, in the order in which the folded booklet has them."""
    guide: bool = True
    """A first page that says how to print and what to check."""
    export: Export = "sheets"

    def wants(self, part: str) -> bool:
        """Whether `part` is to be printed."""
        return part in self.pieces

    @property
    def faces(self) -> FaceOptions:
        """What the faces depend on."""
        from companion.kit.formats import card_size

        return FaceOptions(
            language=self.language,
            look=self.look,
            art=self.art,
            large_print=self.large_print,
            card_mm=card_size(self.card),
            tile_mm=self.tile_width,
            no_rain=self.no_rain,
        )

    @property
    def suffix(self) -> str:
        """The end of the file's name: what is more than one file comes as a ZIP."""
        several = self.export.startswith("png") or (self.export == "sheets" and self.cut_file != "none")
        return ".zip" if several else ".pdf"


def read_options(given: Mapping[str, Any]) -> KitOptions:
    """Options from words, as a command line, a form or a link has them; lists may be lists, or words between commas.

    Values of the right type are taken too, so that `read_options(as_words(options)) == options`.

    Raises:
        KitError: `unknown_option`, `bad_option` or `no_pieces`, naming what is allowed.
    """
    from companion.kit.choices import read

    return KitOptions(**read(given))


def as_words(options: KitOptions) -> dict[str, str]:
    """The options that are not as usual, as words for a link or a command line: `read_options` reads them back."""
    from companion.kit.choices import OPTIONS

    usual = KitOptions()
    return {
        option.name: option.write(getattr(options, option.name))
        for option in OPTIONS
        if getattr(options, option.name) != getattr(usual, option.name)
    }
