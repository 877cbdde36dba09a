"""`companion kit printers`: the calibrations that were saved, one for each printer and paper."""

from __future__ import annotations

import argparse
from typing import Any

import msgspec

from companion.kit.calibration import Profile, Profiles
from companion.kit.choices import BY_NAME
from companion.kit.terminal import line


def run(arguments: list[str], parser: argparse.ArgumentParser) -> int:
    """List printers, save one or forget one. Raises KitError."""
    parser.description = "Printers whose backs were measured with the calibration sheet; --printer NAME uses one."
    parser.add_argument("--json", action="store_true", help="tell it as JSON")
    parser.set_defaults(do="list")
    actions = parser.add_subparsers(title="actions", metavar="ACTION", dest="do")
    actions.add_parser("list", help="list them (this is what happens without an action)")
    save = actions.add_parser("save", help="save what you read off the calibration sheet")
    save.add_argument("name")
    save.add_argument(
        "--calibration", required=True, metavar="X,Y,ANGLE", help="mm to the right, mm down, degrees clockwise"
    )
    save.add_argument(
        "--orientation", default="portrait", choices=("portrait", "landscape"), help="how the sheet was printed"
    )
    actions.add_parser("forget", help="forget one").add_argument("name")
    parsed = parser.parse_args(arguments)
    profiles = Profiles()
    match parsed.do:
        case "save":
            profile = Profile(BY_NAME["calibration"].read(parsed.calibration), parsed.orientation)
            profiles.save(parsed.name, profile)
        case "forget":
            profiles.remove(parsed.name)
    known = profiles.all()
    if parsed.json:
        line(file=str(profiles.file), printers=msgspec.to_builtins(known))
    else:
        for name, profile in known.items():
            print(f"{name}: {_told(profile)}")
    return 0


def tied(arguments: list[str]) -> list[str]:
    """The arguments, with a value that begins with a minus sign tied to its option: it is none itself."""
    spelled: list[str] = []
    for argument in arguments:
        if spelled and spelled[-1] == "--calibration":
            spelled[-1] += f"={argument}"
        else:
            spelled.append(argument)
    return spelled


def _told(profile: Profile) -> str:
    values: Any = profile.calibration
    return f"{values.x:+g} mm, {values.y:+g} mm, {values.angle:+g}°, {profile.orientation}"
