"""What can be asked of a kit, checked: names and values that are none are refused by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, get_args

import msgspec

from companion.kit.errors import N_, KitError

Paper = Literal["a4", "letter"]
Board = Literal["both", "poster", "single", "none"]
Backs = Literal["duplex-long", "duplex-short", "none"]
Part = Literal["board", "tiles", "cards", "walls", "markers", "summary"]
Language = Literal["en", "ja", "zh_Hant_TW"]

PARTS: tuple[Part, ...] = get_args(Part)
CHOICES: dict[str, tuple[str, ...]] = {
    "paper": get_args(Paper),
    "board": get_args(Board),
    "backs": get_args(Backs),
    "pieces": PARTS,
    "language": get_args(Language),
}
"""The values of every option that has a list of them, the default first; `pieces` takes several."""

TRUE, FALSE = ("yes", "true", "on", "1"), ("no", "false", "off", "0", "")


class KitOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a kit is printed."""

    paper: Paper = "a4"
    board: Board = "both"
    """`poster`: pages to glue together; `single`: one large page for a copy shop, which print dialogues leave out."""
    backs: Backs = "duplex-long"
    """Over which edge of the paper the printer turns it, or no backs at all."""
    pieces: tuple[Part, ...] = PARTS
    language: Language = "en"
    no_rain: bool = False
    """The variant without Rain: its cards are not printed."""

    def wants(self, part: Part) -> bool:
        """Whether `part` is to be printed."""
        return part in self.pieces


def read_options(given: Mapping[str, Any]) -> KitOptions:
    """Options from words, as a command line or a form has them; `pieces` may be a list or words between commas.

    Raises:
        KitError: `unknown_option` or `bad_option`, naming what is allowed.
    """
    fields = KitOptions.__struct_fields__
    for name in given:
        if name not in fields:
            raise KitError(
                "unknown_option",
                N_("A kit has no option “%(name)s”; its options are: %(allowed)s."),
                name=str(name)[:40],
                allowed=", ".join(fields),
            )
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name == "no_rain":
            values[name] = _switch(name, value)
        elif name == "pieces":
            values[name] = _parts(value)
        else:
            values[name] = _choice(name, value)
    return KitOptions(**values)


def _choice(name: str, value: object) -> str:
    if not isinstance(value, str) or value not in CHOICES[name]:
        raise KitError(
            "bad_option",
            N_("“%(value)s” cannot be chosen for the option %(name)s; choose one of: %(allowed)s."),
            value=str(value)[:40],
            name=name,
            allowed=", ".join(CHOICES[name]),
        )
    return value


def _parts(value: object) -> tuple[str, ...]:
    words: Iterable[object] = value.split(",") if isinstance(value, str) else ()
    if isinstance(value, list | tuple):
        words = value
    chosen = {_choice("pieces", word.strip() if isinstance(word, str) else word) for word in words}
    if not chosen:
        raise KitError(
            "no_pieces",
            N_("No pieces are chosen; choose one or more of: %(allowed)s."),
            allowed=", ".join(PARTS),
        )
    return tuple(part for part in PARTS if part in chosen)


def _switch(name: str, value: object) -> bool:
    word = str(value).lower()
    if word in TRUE or word in FALSE:
        return word in TRUE
    raise KitError(
        "bad_option",
        N_("“%(value)s” cannot be chosen for the option %(name)s; choose one of: %(allowed)s."),
        value=str(value)[:40],
        name=name,
        allowed="yes, no",
    )
