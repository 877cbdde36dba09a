"""What can go wrong with a kit, in one sentence for a person and a code for a program."""

from __future__ import annotations

from collections.abc import Callable

Gettext = Callable[[str], str]


def N_(text: str) -> str:
    """Mark `text` for translation where no language is known yet."""
    return text


class KitError(Exception):
    """A kit that cannot be made. `code` is stable; `sentence` is for a person.

    The template is an English source of the catalogues, with `%(name)s` places that `about` fills.
    """

    def __init__(self, code: str, template: str, **about: object) -> None:
        super().__init__(template % about)
        self.code = code
        self.template = template
        self.about = about

    def sentence(self, gettext: Gettext) -> str:
        """The sentence in the language of `gettext`."""
        return gettext(self.template) % self.about
