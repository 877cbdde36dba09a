"""From a form or a link to the options of a kit and back: the fields of a page, and what its buttons stand for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import url_for
from werkzeug.datastructures import MultiDict

from companion.kit.calibration import Profiles
from companion.kit.choices import BY_NAME
from companion.kit.errors import KitError
from companion.kit.kinds import Choice, Choices, Number, Option, Size, Switch
from companion.kit.options import STANDARD, KitOptions, as_words, read_options
from companion.kit.versions import newest
from companion.web.i18n import gettext as _
from companion.web.i18n import language
from companion.web.printshop.common import known

OWN = "own"
"""What is chosen of a list of sizes when it is none of them; the size is in the field NAME_own then."""
PAGE_FIELDS = frozenset({"set", "show", "poll", "cut", "what", "lang", "saved", "device"})
"""Fields that are none of the kit's. `set` says that a form was sent, in which an empty box sends nothing."""

CUTTING: dict[str, dict[str, str]] = {
    "knife": {"lines": "solid", "gutter": "3", "hexes": "separate", "registration": "none", "cut_file": "none"},
    "straight": {"lines": "solid", "gutter": "0", "hexes": "rows", "registration": "none", "cut_file": "none"},
    "machine": {
        "lines": "none",
        "gutter": "3",
        "hexes": "separate",
        "registration": "silhouette-3",
        "cut_file": "svg",
    },
}
"""How somebody cuts, and the options that this means."""
EVERYTHING = {"pieces": ",".join(STANDARD), "only": "", "since": "0"}


@dataclass(frozen=True)
class Field:
    """An option as a page shows it. `words` are values with what people read; `text` is what is chosen."""

    option: Option
    label: str
    help: str
    words: list[tuple[str, str]]
    text: str
    usual: bool

    @property
    def name(self) -> str:
        """The name of the option."""
        return self.option.name

    @property
    def kind(self) -> str:
        """What kind of field it is: the kind of the option, and a choice of few is `few`."""
        few = len(self.words) <= 3 and sum(len(word) for _, word in self.words) < 30
        return "few" if self.option.kind == "choice" and few else self.option.kind

    @property
    def own(self) -> str:
        """A size that has no name."""
        return "" if self.text in dict(self.words) else self.text


def fields(game: str, options: KitOptions, profiles: Profiles) -> dict[str, Field]:
    """Every option that a game has, by its name."""
    usual = KitOptions(language=language())  # type: ignore[arg-type]
    found = {}
    for option in known(game).options:
        words = [(value, _(word)) for value, word in option.values.items()] if isinstance(option, Choice) else []
        if option.name == "printer":
            words = [("", _("None of these")), *((name, name) for name in _names(profiles))]
        value = getattr(options, option.name)
        text = option.write(value)
        found[option.name] = Field(
            option, _(option.label), _(option.help), words, text, value == getattr(usual, option.name)
        )
    return found


def _names(profiles: Profiles) -> list[str]:
    try:
        return list(profiles.all())
    except KitError:  # the page of the printers says so
        return []


def read(given: MultiDict[str, str], game: str) -> KitOptions:
    """The options of a form or a link; what is not given is as usual, in the language of the page.

    Raises:
        KitError: as `companion.kit.options.read_options` does.
    """
    return read_options(_words(given, game))


def tried(given: MultiDict[str, str], game: str) -> tuple[KitOptions, KitError | None]:
    """The options as far as they can be read, and what was wrong with the first that cannot: nothing else is lost."""
    words, problem = _words(given, game), None
    while True:
        try:
            return read_options(words), problem
        except KitError as error:
            problem = problem or error
            name = str(error.about.get("name", "pieces"))
            if words.pop(name, None) is None:
                return read_options({"language": language()}), problem


def _words(given: MultiDict[str, str], game: str) -> dict[str, Any]:
    """What a form or a link says about each option."""
    words: dict[str, Any] = {"language": language()}
    has = {option.name: option for option in known(game).options}
    for name in given:
        base = name.removesuffix("_own")
        if name in PAGE_FIELDS or (name != base and isinstance(BY_NAME.get(base), Size)):
            continue
        option, value = BY_NAME.get(name), given[name].strip()
        if isinstance(option, Choices):
            words[name] = ",".join(given.getlist(name))
        elif isinstance(option, Size) and value == OWN:
            words[name] = given.get(f"{name}_own", "").strip()
        elif value or not isinstance(option, Number):  # an empty number is one that nobody chose
            words[name] = value
    if "set" in given:
        words |= {name: "no" for name, option in has.items() if isinstance(option, Switch) and name not in given}
        words.setdefault("pieces", "")
    words |= {name: word for name, word in CUTTING.get(given.get("cut", ""), {}).items() if name in has}
    if given.get("what") == "everything":
        words |= EVERYTHING
    if given.get("what") == "new":
        words["only"] = ""
        if words.get("since", "0") in ("", "0"):
            words["since"] = str(newest(game))
    return words


def cutting_of(game: str, options: KitOptions) -> str:
    """Which of CUTTING the options are; nothing where they are none of these."""
    has = {option.name for option in known(game).options}
    for slug, words in CUTTING.items():
        if all(BY_NAME[name].write(getattr(options, name)) == word for name, word in words.items() if name in has):
            return slug
    return ""


def query(options: KitOptions) -> dict[str, Any]:
    """The options for the address of a page: those that are not as usual, and always the language."""
    return {"language": options.language, **as_words(options)}


def link(game: str, options: KitOptions, external: bool = False) -> str:
    """The address of the form that is filled in so."""
    return url_for("print.shop", game=game, _external=external, **query(options))


def changed(options: KitOptions, words: Mapping[str, str]) -> KitOptions:
    """The options with some of them replaced. Raises KitError."""
    return read_options({**as_words(options), **words})


def drawn_as_usual(options: KitOptions) -> KitOptions:
    """The options with pieces that came with Tableside, and need not be drawn."""
    usual = KitOptions()
    words = {"look": usual.look, "art": usual.art, "large_print": "no", "card": usual.card, "no_rain": "no"}
    return changed(options, words)
