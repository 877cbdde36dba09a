"""What is picked on the page and not yet done: it lives in the page's address, so that a reload keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.games.abduction.data import CARD_INDEX, CARD_SLUGS

MOST = 9
"""As many cards of a kind as an address may name: no kind has more."""


class Pick(NamedTuple):
    """What is looked at, and the cards that are to be discarded."""

    look: str = ""
    """One of LOOKS; empty for the decision itself."""
    drop: tuple[tuple[str, int], ...] = ()
    """Cards to discard at the end of the turn, with how many of each."""

    def query(self) -> str:
        """The choice as a query string with its question mark; an empty choice is a lone question mark."""
        parts = [f"look={self.look}"] if self.look else []
        if self.drop:
            parts.append("drop=" + ",".join(f"{slug}.{n}" for slug, n in self.drop))
        return "?" + "&".join(parts)

    def dropping(self, slug: str) -> int:
        """How many cards of a kind are to be discarded."""
        return dict(self.drop).get(slug, 0)

    def with_drop(self, slug: str, number: int) -> Pick:
        """The same with so many cards of a kind to be discarded."""
        drop = {**dict(self.drop), slug: number}
        return self._replace(look="", drop=tuple((name, drop[name]) for name in CARD_SLUGS if drop.get(name)))


NOTHING = Pick()
LOOKS = ("face", "best", "hint", "odds")
"""The face-down card before it is turned up; the best way to carry; a hint; what may come."""


def read_pick(asked: Mapping[str, str]) -> Pick:
    """The choice in a page's address. What cannot be read is left out."""
    if not asked:
        return NOTHING
    look = asked.get("look", "")
    drop = {}
    for part in asked.get("drop", "")[:200].split(","):
        slug, _dot, number = part.partition(".")
        if slug in CARD_INDEX and len(number) == 1 and number.isascii() and number.isdigit() and number != "0":
            drop[slug] = int(number)
    kept = tuple((slug, drop[slug]) for slug in CARD_SLUGS if slug in drop)
    return Pick(look if look in LOOKS else "", kept)
