"""The kinds of option: how each is read from words, written as words, and told to programs."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from companion.kit.calibration import FARTHEST, WIDEST, Calibration, is_name
from companion.kit.errors import N_, KitError
from companion.kit.formats import parse
from companion.kit.options import Wanted

TRUE, FALSE = ("yes", "true", "on", "1"), ("no", "false", "off", "0", "")
MOST_COPIES = 99


@dataclass(frozen=True, kw_only=True)
class Option:
    """One thing that can be chosen. `label`, `help` and the labels of values are English sources of the catalogues."""

    kind: ClassVar[str] = "text"
    name: str
    group: str
    """Where a page shows it: `paper`, `board`, `backs`, `cutting`, `pieces`, `look` or `file`."""
    label: str
    help: str

    @property
    def allowed(self) -> str:
        """What may be given, for a refusal."""
        raise NotImplementedError

    def read(self, value: Any) -> Any:
        """The value that words stand for.

        Raises:
            KitError: `bad_option`, with what is allowed.
        """
        raise NotImplementedError

    def write(self, value: Any) -> str:
        """The words that stand for a value."""
        return str(value)

    def usual(self, value: Any) -> Any:
        """What of a default this option has."""
        return value

    def about(self) -> dict[str, Any]:
        """What programs need to know beside name, kind, default and help."""
        return {}

    def refuse(self, value: object) -> KitError:
        """The refusal of a value."""
        return KitError(
            "bad_option",
            N_("“%(value)s” cannot be chosen for the option %(name)s; choose one of: %(allowed)s."),
            value=str(value)[:40],
            name=self.name,
            allowed=self.allowed,
        )


@dataclass(frozen=True, kw_only=True)
class Choice(Option):
    """One of some words."""

    kind: ClassVar[str] = "choice"
    values: Mapping[str, str]
    """Value -> what people read."""

    @property
    def allowed(self) -> str:
        """All of them."""
        return ", ".join(self.values)

    def read(self, value: Any) -> Any:
        """One of the words, as it is."""
        if not isinstance(value, str) or value not in self.values:
            raise self.refuse(value)
        return value

    def about(self) -> dict[str, Any]:
        """The words."""
        return {"values": list(self.values), "labels": dict(self.values)}


@dataclass(frozen=True, kw_only=True)
class Choices(Choice):
    """One or more of some words, in the order in which they are listed."""

    kind: ClassVar[str] = "choices"

    def read(self, value: Any) -> tuple[str, ...]:
        """A list of words, or words between commas."""
        words = [word.strip() for word in value.split(",")] if isinstance(value, str) else value
        if not isinstance(words, list | tuple):
            raise self.refuse(value)
        chosen = {super(Choices, self).read(word) for word in words if word != ""}
        if not chosen:
            raise KitError(
                "no_pieces",
                N_("No pieces are chosen; choose one or more of: %(allowed)s."),
                allowed=self.allowed,
            )
        return tuple(word for word in self.values if word in chosen)

    def write(self, value: Any) -> str:
        """Words between commas."""
        return ",".join(value)

    def usual(self, value: Any) -> Any:
        """Those of the words that there are."""
        return tuple(word for word in value if word in self.values)


@dataclass(frozen=True, kw_only=True)
class Switch(Option):
    """Yes or no."""

    kind: ClassVar[str] = "switch"
    allowed: ClassVar[str] = "yes, no"

    def read(self, value: Any) -> bool:
        """What people write for yes and no."""
        word = str(value).lower()
        if word not in TRUE + FALSE:
            raise self.refuse(value)
        return word in TRUE

    def write(self, value: Any) -> str:
        """Yes or no."""
        return "yes" if value else "no"


@dataclass(frozen=True, kw_only=True)
class Number(Option):
    """A number between two others; `unit` is `mm` or nothing, `step` how finely a page offers it."""

    kind: ClassVar[str] = "number"
    low: float
    high: float
    step: float = 1.0
    unit: str = "mm"

    @property
    def allowed(self) -> str:
        """From the least to the most."""
        return f"{self.low:g}–{self.high:g} {self.unit}".strip()

    def read(self, value: Any) -> float:
        """A number, with a point or a comma, with or without its unit."""
        word = str(value).strip().lower().removesuffix(self.unit).strip().replace(",", ".")
        if isinstance(value, bool) or not re.fullmatch(r"\d{1,4}(\.\d{1,6})?", word):
            raise self.refuse(value)
        number = float(word)
        if not self.low <= number <= self.high:
            raise self.refuse(value)
        return number

    def write(self, value: Any) -> str:
        """Without needless zeros."""
        return f"{value:g}"

    def about(self) -> dict[str, Any]:
        """Its bounds."""
        return {"low": self.low, "high": self.high, "step": self.step, "unit": self.unit}


@dataclass(frozen=True, kw_only=True)
class Version(Number):
    """The number of a version of the kit, as sheets carry it; 0 stands for none."""

    kind: ClassVar[str] = "version"
    low: float = 0
    high: float = 9999
    unit: str = ""

    def read(self, value: Any) -> int:
        """A whole number."""
        number = super().read(value)
        if number != int(number):
            raise self.refuse(value)
        return int(number)


@dataclass(frozen=True, kw_only=True)
class Size(Choice):
    """A size with a name, or `WxH` in millimetres."""

    kind: ClassVar[str] = "size"
    low: float
    high: float

    @property
    def allowed(self) -> str:
        """The names, and how to write another."""
        return f"{', '.join(self.values)}, WxH ({self.low:g}–{self.high:g} mm)"

    def read(self, value: Any) -> str:
        """A name, or a size written as simply as it can be."""
        if isinstance(value, str) and value in self.values:
            return value
        try:
            sides = parse(str(value))
        except ValueError:
            raise self.refuse(value) from None
        if not all(math.isfinite(side) and self.low <= side <= self.high for side in sides):
            raise self.refuse(value)
        return "x".join(f"{round(side, 3):g}" for side in sides)

    def about(self) -> dict[str, Any]:
        """Names and bounds."""
        return {**super().about(), "low": self.low, "high": self.high, "unit": "mm"}


@dataclass(frozen=True, kw_only=True)
class Readings(Option):
    """What was read off the calibration sheet."""

    kind: ClassVar[str] = "calibration"
    allowed: ClassVar[str] = f"X,Y,ANGLE (−{FARTHEST:g}–{FARTHEST:g} mm, −{WIDEST:g}–{WIDEST:g}°)"

    def read(self, value: Any) -> Calibration:
        """Two or three numbers between commas; the angle may be left out."""
        if isinstance(value, Calibration):
            return value
        words = [word.strip().replace("−", "-") for word in str(value).split(",")] if value else ["0", "0"]
        if len(words) not in (2, 3) or not all(re.fullmatch(r"[+-]?\d{1,2}(\.\d{1,4})?", word) for word in words):
            raise self.refuse(value)
        x, y, angle = (*map(float, words), 0.0)[:3]
        if max(abs(x), abs(y)) > FARTHEST or abs(angle) > WIDEST:
            raise self.refuse(value)
        return Calibration(x + 0.0, y + 0.0, angle + 0.0)


@dataclass(frozen=True, kw_only=True)
class Printer(Option):
    """The name of a printer that was measured."""

    kind: ClassVar[str] = "printer"
    allowed: ClassVar[str] = N_("the name of a printer")

    def read(self, value: Any) -> str:
        """A name; whether there is such a printer shows when the kit is made."""
        if not isinstance(value, str) or (value and not is_name(value)):
            raise self.refuse(value)
        return value


@dataclass(frozen=True, kw_only=True)
class Pieces(Option):
    """Single pieces and how many: `tile:fan_5=2,card:rain`."""

    kind: ClassVar[str] = "only"
    allowed: ClassVar[str] = "KIND, KIND:PIECE, KIND:PIECE=NUMBER"
    pattern: re.Pattern[str] = field(
        default=re.compile(r"(?P<kind>[a-z][a-z_-]*)(?::(?P<piece>[a-z0-9_]+))?(?:=(?P<count>\d{1,2}))?"), repr=False
    )

    def read(self, value: Any) -> tuple[Wanted, ...]:
        """A list, or text between commas; which pieces a game has is not known here."""
        words = value.split(",") if isinstance(value, str) else value
        if not isinstance(words, list | tuple):
            raise self.refuse(value)
        return tuple(self._wanted(word) for word in words if word != "")

    def _wanted(self, word: object) -> Wanted:
        if isinstance(word, Wanted):
            return word
        match = self.pattern.fullmatch(str(word).strip())
        if not match or (match["count"] and not 0 < int(match["count"]) <= MOST_COPIES):
            raise self.refuse(word)
        return Wanted(match["kind"], match["piece"] or "", int(match["count"] or 0))

    def write(self, value: Any) -> str:
        """Text between commas."""
        return ",".join(map(str, value))
