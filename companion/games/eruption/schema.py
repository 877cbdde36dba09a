"""JSON Schema of what Eruption speaks on the wire."""

from __future__ import annotations

from companion.games.contract import Wire


def schema() -> Wire:
    """placeholder"""
    return {}
