"""Who is listening to which table, and the call that wakes them. The call says only that there is something new:
whoever wakes looks at the table itself, so a call that was missed, or came twice, does no harm.

In one process this is all; what other processes write is noticed in the log, once a second while anybody listens.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from itertools import count
from types import TracebackType

from companion.tables.errors import StoreError
from companion.tables.log import Store

LOOK_SECONDS = 1.0
"""How often the log is looked at for what other processes wrote."""
GRACE_SECONDS = 4.0
"""A phone that reloads its page has not gone."""
MOST_GONE, MOST_TABLES = 100, 2000
"""How many phones that have gone are remembered, and for how many tables."""
EVERY = ""
"""The code under which somebody listens to all tables."""


class Subscription:
    """One listener. Leaving its `with` block ends it."""

    def __init__(
        self, hub: Hub, code: str, device: str | None, address: str, wake: Callable[[str], None] | None = None
    ) -> None:
        """`wake` is called with the code of a table that calls, by a listener that does not wait itself."""
        self.code, self.device, self.address = code, device, address
        self.codes: set[str] = set()
        """Tables that called since the last `wait`."""
        self._hub, self._wake = hub, wake
        self._called = threading.Event()

    def call(self, code: str) -> None:
        """Wake the listener."""
        if self._wake is not None:
            self._wake(code)
            return
        self.codes.add(code)
        self._called.set()

    def wait(self, timeout: float | None = None) -> set[str]:
        """Sleep until something is new, or for so many seconds; the codes of the tables that called."""
        self._called.wait(timeout)
        self._called.clear()
        codes, self.codes = self.codes, set()
        return codes

    def __enter__(self) -> Subscription:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._hub.leave(self)


class Hub:
    """All listeners of this process."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._listeners: dict[str, dict[int, Subscription]] = {}
        self._gone: dict[str, dict[str, float]] = {}
        """When phones that are not connected went, by table and device."""
        self._by_address: Counter[str] = Counter()
        self._stamps: dict[str, int] = {}
        self._calls = count()
        self._lock = threading.Lock()
        self._looking = False
        self._began = clock()
        self.closed = False
        """Whether the server is stopping: listeners say goodbye."""
        self.elsewhere: set[str] = set()
        """Tables that another process may have written to since somebody looked, and took them out of here."""

    def subscribe(
        self, code: str, device: str | None = None, address: str = "", wake: Callable[[str], None] | None = None
    ) -> Subscription:
        """Begin to listen to a table, or with the code EVERY to all; the others at the table hear who came."""
        subscription = Subscription(self, code, device, address, wake)
        came = device is not None and device not in self.present(code)
        with self._lock:
            self._stamps[code] = next(self._calls)
            self._listeners.setdefault(code, {})[id(subscription)] = subscription
            self._by_address[address] += 1
            look, self._looking = not self._looking, True
        if look:
            threading.Thread(target=self._look, name="log-watch", daemon=True).start()
        if came and code != EVERY:
            self.publish(code)
        return subscription

    def leave(self, subscription: Subscription) -> None:
        """End a subscription."""
        with self._lock:
            listeners = self._listeners.get(subscription.code, {})
            if listeners.pop(id(subscription), None) is None:
                return
            if not listeners:
                self._listeners.pop(subscription.code, None)
                self._stamps.pop(subscription.code, None)
            self._by_address[subscription.address] -= 1
            if not self._by_address[subscription.address]:
                del self._by_address[subscription.address]
            here = any(one.device == subscription.device for one in listeners.values())
            if subscription.device:
                self._note(subscription.code, subscription.device)
        if subscription.device and not here and subscription.code != EVERY:
            self.publish(subscription.code)

    def publish(self, code: str) -> None:
        """Something of this table is new: its log, its people, or who is connected."""
        for key in (code, EVERY):
            listeners = self._listeners.get(key)
            if listeners:
                self._stamps[key] = next(self._calls)
                for subscription in list(listeners.values()):
                    subscription.call(code)

    def stamp(self, code: str) -> int | None:
        """A number that is another one after each call: what was worked out since the last need not be again."""
        return self._stamps.get(code)

    def seen(self, code: str, device: str, stays: float = 0.0) -> None:
        """A device that does not listen is here, and `stays` for so many seconds; the others are told who came."""
        came = device not in self.present(code)
        with self._lock:
            self._note(code, device, stays)
        if came:
            self.publish(code)

    def present(self, code: str) -> set[str]:
        """The devices that are connected to a table, or were a moment ago."""
        with self._lock:
            here = {one.device for one in self._listeners.get(code, {}).values() if one.device}
            soon = self._clock() - GRACE_SECONDS
            return here | {device for device, when in self._gone.get(code, {}).items() if when > soon}

    def away_for(self, code: str, device: str) -> float:
        """For how many seconds a device has not been connected; infinite where that is not known."""
        if any(one.device == device for one in self._listeners.get(code, {}).values()):
            return 0.0
        when = self._gone.get(code, {}).get(device)
        return float("inf") if when is None else max(self._clock() - when, 0.0)

    def silent_for(self, code: str, device: str) -> float:
        """For how many seconds nothing was heard of a device for certain: since it went, or since this server began."""
        return min(self.away_for(code, device), self._clock() - self._began)

    def count(self, code: str) -> int:
        """How many listen to a table."""
        return len(self._listeners.get(code, ()))

    def count_from(self, address: str) -> int:
        """How many listen from one address."""
        return self._by_address[address]

    def close(self) -> None:
        """The server stops: wake all, so that they say goodbye."""
        self.closed = True
        for code in list(self._listeners):
            for subscription in list(self._listeners.get(code, {}).values()):
                subscription.call(code)

    def _note(self, code: str, device: str, stays: float = 0.0) -> None:
        """Remember when a phone went, or will have gone, within bounds; the lock is held."""
        gone = self._gone.pop(code, {})
        gone.pop(device, None)
        gone[device] = self._clock() + stays
        self._gone[code] = gone
        for kept, most in ((gone, MOST_GONE), (self._gone, MOST_TABLES)):
            if len(kept) > most:
                del kept[next(iter(kept))]  # the one of longest ago

    def _look(self) -> None:
        """Call those whose table another process wrote to; until nobody listens."""
        seen: int | None = None
        while not self.closed:
            try:
                last, codes = self._store.written_since(1 << 62 if seen is None else seen)
            except StoreError:  # busy or broken: whoever taps is told; look again later
                codes = []
            else:
                seen = last
            for code in codes:
                if code in self._listeners:
                    self.elsewhere.add(code)
                self.publish(code)
            time.sleep(LOOK_SECONDS)
            with self._lock:
                if not self._listeners:
                    self._looking = False
                    return
