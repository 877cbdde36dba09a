"""Where a printer puts the backs: measured once on a sheet held against the light, kept under the printer's name.

A calibration is what is read off, not what is done about it: how far the back lies to the right of and below the place
where it belongs, as seen from the front, and how far it is turned clockwise. Sheets move their backs the other way.
"""

from __future__ import annotations

import os
import re
from math import cos, radians, sin
from pathlib import Path
from typing import Literal

import msgspec
import platformdirs

from companion.files import read_at_most, write_atomically
from companion.kit.errors import N_, KitError

ENVIRONMENT = "TABLESIDE_PRINTERS"
FARTHEST, WIDEST = 10.0, 5.0
"""The most that a back may be off, in mm and in degrees: beyond it the paper was fed wrongly."""
LARGEST_FILE = 1 << 20

Matrix = tuple[float, float, float, float, float, float]
"""x' = ax + by + e, y' = cx + dy + f, in mm from the top left."""


class Calibration(msgspec.Struct, frozen=True):
    """How far backs are off, seen from the front against the light: mm to the right and down, degrees clockwise."""

    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0

    def __str__(self) -> str:
        """As people write it: `0.5,-1.2,0.3`."""
        return ",".join(f"{value:g}" for value in (self.x, self.y, self.angle))

    def __bool__(self) -> bool:
        """Whether there is anything to do."""
        return self != STRAIGHT


STRAIGHT = Calibration()


def correction(calibration: Calibration, width: float, height: float, over: bool) -> Matrix:
    """How backs are moved on a page of that size so that they lie behind their fronts after all.

    The front sees a back mirrored: left to right, or top to bottom where the paper turns `over` a level edge. So the
    angle has the other sign on the back, and so has one of x and y. The paper turns about its middle.
    """
    turn = radians(calibration.angle)
    cosine, sine = cos(turn), sin(turn)
    dx, dy = (-calibration.x, calibration.y) if over else (calibration.x, -calibration.y)
    x, y = width / 2, height / 2
    # First the shift, then the turn about the middle of the page.
    from_middle_x, from_middle_y = dx - x, dy - y
    return (
        cosine,
        -sine,
        sine,
        cosine,
        cosine * from_middle_x - sine * from_middle_y + x,
        sine * from_middle_x + cosine * from_middle_y + y,
    )


class Profile(msgspec.Struct, frozen=True):
    """A printer, and how its paper lay when it was measured."""

    calibration: Calibration = STRAIGHT
    orientation: Literal["portrait", "landscape"] = "portrait"


class Profiles:
    """The printers of this machine, in a JSON file that the app and the command line share."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or default_file()

    def all(self) -> dict[str, Profile]:
        """Every printer by its name, in the order of the alphabet.

        Raises:
            KitError: `bad_printers`, when the file is there and cannot be read.
        """
        try:
            data = read_at_most(self.file, LARGEST_FILE)
            return dict(sorted(msgspec.json.decode(data, type=dict[str, Profile]).items()))
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.MsgspecError) as error:
            raise KitError(
                "bad_printers",
                N_("The printers in %(file)s cannot be read: %(reason)s. Mend or delete the file."),
                file=str(self.file),
                reason=str(error)[:200],
            ) from error

    def get(self, name: str) -> Profile:
        """The printer of that name.

        Raises:
            KitError: `unknown_printer`, with those that there are; `bad_printers`.
        """
        known = self.all()
        if name not in known:
            raise KitError(
                "unknown_printer",
                N_("There is no printer “%(name)s”; there is: %(allowed)s. Print the calibration sheet to add one."),
                name=name[:40],
                allowed=", ".join(known) or "–",
            )
        return known[name]

    def save(self, name: str, profile: Profile) -> None:
        """Keep a printer, in place of an older one of that name.

        Raises:
            KitError: `bad_printer_name`; `cannot_save_printer`; `bad_printers`.
        """
        if not is_name(name):
            raise KitError(
                "bad_printer_name",
                N_("“%(name)s” is no name for a printer: take 1 to 40 letters, digits, spaces or any of - _ . ( )."),
                name=name[:40],
            )
        self._write({**self.all(), name: profile})

    def remove(self, name: str) -> None:
        """Forget a printer. Raises KitError as `get` and `save` do."""
        self.get(name)
        self._write({other: profile for other, profile in self.all().items() if other != name})

    def _write(self, profiles: dict[str, Profile]) -> None:
        data = msgspec.json.format(msgspec.json.encode(dict(sorted(profiles.items()))), indent=2)
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self.file, data + b"\n")
        except OSError as error:
            raise KitError(
                "cannot_save_printer",
                N_("The printer cannot be saved in %(file)s: %(reason)s."),
                file=str(self.file),
                reason=error.strerror or str(error),
            ) from error


def is_name(name: str) -> bool:
    """Whether a printer may be called so."""
    return bool(re.fullmatch(r"[\w.()-][\w .()-]{0,38}[\w.()-]|[\w.()-]", name))


def default_file() -> Path:
    """Where printers are kept: `TABLESIDE_PRINTERS`, or the data folder that the server has when it is given none."""
    return Path(
        os.environ.get(ENVIRONMENT) or platformdirs.user_data_path("tableside", appauthor=False) / "printers.json"
    )
