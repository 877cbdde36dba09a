"""Eruption: hex tiles of lava, walls, dice and action cards, for 2 to 6 villages round a volcano.

The rules are read from `rules.toml` by `data`, which the printed copy needs alone; the game itself is loaded when
somebody asks for it.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.games.eruption.position import ERUPTION

__all__ = ["ERUPTION"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from companion.games.eruption import position

        return position.ERUPTION
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
