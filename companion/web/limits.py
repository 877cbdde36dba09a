"""How often one address may do what costs something: making tables, taking in files, printing kits."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field

from flask import current_app, request

from companion.web.errors import Refused
from companion.web.i18n import gettext as _

WINDOW_SECONDS = 60.0
MOST = {"create": 60, "import": 30, "kit": 12, "join": 120}
"""How often within the window: far above what people do, far below what would hurt."""
MOST_ADDRESSES = 10_000


@dataclass
class Limits:
    """When each address did each thing lately. One process serves everybody, so memory is enough."""

    done: dict[tuple[str, str], deque[float]] = field(default_factory=dict)

    def check(self, what: str, who: str, now: float) -> bool:
        """Note one more time; whether it is still within the limit."""
        times = self.done.setdefault((what, who), deque())
        while times and times[0] <= now - WINDOW_SECONDS:
            times.popleft()
        if len(times) >= MOST[what]:
            return False
        times.append(now)
        if len(self.done) > MOST_ADDRESSES:
            self.done = {key: kept for key, kept in self.done.items() if kept and kept[-1] > now - WINDOW_SECONDS}
        return True


def check(what: str) -> None:
    """Note that this request's address does `what` once more.

    Raises:
        Refused: too often, 429.
    """
    limits: Limits = current_app.extensions.setdefault("limits", Limits())
    if not limits.check(what, request.remote_addr or "", time.monotonic()):
        raise Refused("too_often", _("That was a lot at once. Wait a minute and try again."), 429)
