"""The set-up of a table of Eruption: what the form of a new table says, and what it shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol, cast

from werkzeug.datastructures import MultiDict

from companion.games.eruption.data import RULES, VILLAGE_SLUGS, Village
from companion.games.info import Option
from companion.tables.play import Kit
from companion.tables.seats import LONGEST_PIN, plain_pin
from companion.web.i18n import gettext as _

ROLL = "roll"
"""The value of the field `start` that lets the dice decide."""
SHORTEST_PIN = 4
CARDS = "cards"
"""The option that stands with the dice and the tiles: whose cards are used."""

Value = str | bool
Who = Literal["app", "table"]


@dataclass(frozen=True)
class Setup:
    """A table that could be started. Villages stand in the order round the island, which is the order of turns."""

    villages: tuple[str, ...]
    names: Mapping[str, str]
    start: str
    kit: Kit
    preset: str
    options: Mapping[str, Value]

    def chosen(self) -> dict[str, Any]:
        """The options as the rules want them: those that differ from the preset."""
        usual = preset_options(self.preset)
        given: dict[str, Any] = {slug: value for slug, value in self.options.items() if value != usual[slug]}
        given |= {"villages": list(self.villages), "preset": self.preset}
        if self.start != ROLL:
            given["start"] = self.villages.index(self.start)
        return given

    def seat_names(self) -> list[str]:
        """The names by seat; empty where nobody gave one."""
        return [self.names.get(slug, "") for slug in self.villages]


class HasValues(Protocol):
    """An option of any game, as far as its values go."""

    @property
    def values(self) -> tuple[Value, ...]:
        """The values that it can have, the default first."""


class BadForm(Exception):
    """A form that holds something it did not offer. `sentence` is translated."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def preset_options(slug: str) -> dict[str, Value]:
    """Every option under a preset."""
    preset = next(p for p in RULES.presets if p.slug == slug)
    return {option.slug: preset.options.get(option.slug, option.values[0]) for option in RULES.options}


def usual(players: int = RULES.game.players.default) -> Setup:
    """What is usually right."""
    preset = RULES.presets[0].slug
    return Setup(RULES.seats[str(players)], {}, ROLL, Kit(), preset, preset_options(preset))


def read(form: MultiDict[str, str]) -> Setup:
    """The set-up that a sent form describes; the usual one when nothing was sent.

    The buttons `players` and `preset` stand for what they fill in.

    Raises:
        BadForm: a field has a value that it did not offer.
    """
    setup = usual()
    if "set" in form:
        villages = tuple(slug for slug in VILLAGE_SLUGS if slug in form.getlist("village"))
        if set(form.getlist("village")) - set(villages):
            raise BadForm(_("There is no such village on this island."))
        names = {slug: form.get(f"name-{slug}", "") for slug in VILLAGE_SLUGS}
        kit = Kit(dice=_who(form, "dice"), tiles=_who(form, "tiles"))
        preset = _one_of(form, "preset-set", [p.slug for p in RULES.presets], RULES.presets[0].slug)
        options = {option.slug: _option(form, option) for option in RULES.options}
        start = _one_of(form, "start", [ROLL, *VILLAGE_SLUGS], ROLL)
        setup = Setup(villages, names, start, kit, preset, options)
    if "players" in form:
        players = _one_of(form, "players", list(RULES.seats), "")
        setup = replace(setup, villages=RULES.seats[players])
    if "preset" in form:
        preset = _one_of(form, "preset", [p.slug for p in RULES.presets], "")
        kept = {CARDS: setup.options[CARDS]}
        setup = replace(setup, preset=preset, options={**preset_options(preset), **kept})
    if setup.start not in setup.villages:
        setup = replace(setup, start=ROLL)
    return setup


def check(setup: Setup) -> None:
    """See that there are as many players as the game takes. What else the rules want they say themselves.

    Raises:
        BadForm: there are not.
    """
    limits = RULES.game.players
    if not limits.min <= len(setup.villages) <= limits.max:
        raise BadForm(
            _("Choose %(min)d to %(max)d villages on the picture, one for each player.", min=limits.min, max=limits.max)
        )


def read_pin(form: MultiDict[str, str]) -> str | None:
    """The PIN of a form; None where the field is empty.

    Raises:
        BadForm: it is no PIN.
    """
    pin = plain_pin(form.get("pin", ""))
    if pin and not (pin.isdecimal() and SHORTEST_PIN <= len(pin) <= LONGEST_PIN):
        raise BadForm(
            _("A PIN has %(min)d to %(max)d digits. Leave it empty for none.", min=SHORTEST_PIN, max=LONGEST_PIN)
        )
    return pin or None


def option_word(value: Value) -> str:
    """An option's value as a form has it."""
    return value if isinstance(value, str) else "on" if value else "off"


def is_switch(option: HasValues) -> bool:
    """Whether an option is on or off."""
    return set(option.values) == {True, False}


def village(slug: str) -> Village:
    """The village of that name, for templates."""
    return RULES.village(slug)


def _option(form: MultiDict[str, str], option: Option) -> Value:
    if is_switch(option):
        return _one_of(form, option.slug, ["on", "off"], "off") == "on"
    words = {option_word(value): value for value in option.values}
    return words[_one_of(form, option.slug, list(words), option_word(option.values[0]))]


def _who(form: MultiDict[str, str], name: str) -> Who:
    return cast(Who, _one_of(form, name, ["app", "table"], "app"))


def _one_of(form: MultiDict[str, str], name: str, words: list[str], otherwise: str) -> str:
    word = form.get(name, otherwise)
    if word not in words:
        raise BadForm(_("“%(word)s” cannot be chosen for “%(name)s”.", word=word[:40], name=name))
    return word
