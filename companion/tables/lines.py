"""The lines of a log: which entries count after undo and redo, and the position after any of them.

The entries form a tree: each act lies behind the entry that was the head when it was made. An undo moves the head
towards the root, a redo back, a new act grows a branch. Nothing is ever cut off, so the position after any entry can
be had: from the nearest one that is kept in memory or as a snapshot, and the actions since.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from companion.games.contract import Game, Wire
from companion.tables.dealer import Mark

KEEP_EVERY = 8192
"""A position is kept in memory once in so many bytes of the entries on a line."""
KEEP_RECENT = 16
"""And so many of the last ones, for undo in no time."""

NOTES = frozenset({"undo", "redo", "import"})
"""Kinds of entries that are no step of a line."""


class Broken(Exception):
    """Entry `n` cannot be read or replayed."""

    def __init__(self, n: int) -> None:
        super().__init__(f"entry {n} cannot be replayed")
        self.n = n


class Kept(msgspec.Struct, frozen=True):
    """A mark as it is stored in a snapshot."""

    rules_version: int
    view: Wire
    counts: dict[str, int]


def rules_version(game: Game) -> int:
    """The version of a game's rules; positions and events of different versions are not compared."""
    return game.rules_version


def kept(game: Game, mark: Mark) -> bytes:
    """A mark for the store."""
    return msgspec.json.encode(Kept(rules_version(game), mark.position.view(), dict(mark.counts)))


def advance(game: Game, mark: Mark, actions: Sequence[object], sampled: Sequence[bool]) -> tuple[Mark, list[Any]]:
    """The mark after some more actions on the wire, and their events.

    Raises:
        BadAction, IllegalAction, BadState: the actions cannot follow.
    """
    position, counts, events = mark.position.copy(), dict(mark.counts), []
    for action, by_app in zip(actions, sampled, strict=True):
        if by_app:
            decision = position.decision()
            if decision is None or decision.by != "chance":
                raise ValueError("the app can only answer chance")
            counts[decision.kind] = counts.get(decision.kind, 0) + 1
        events += position.apply(game.action(action))
    return Mark(position, counts), events


class Lines:
    """The tree of a log. `actions_of(n)` gives the actions of an entry on the wire, and which the app answered."""

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Any],
        actions_of: Callable[[int], tuple[Sequence[object], Sequence[bool]]],
        snapshots: Mapping[int, bytes] | None = None,
    ) -> None:
        self._game = game
        self._options = options
        self._actions_of = actions_of
        self._snapshots = dict(snapshots or {})
        self._parents: list[int] = []
        self._depths: list[int] = []
        self._sizes: list[int] = []
        self._heads: list[int] = []
        self._redo: list[int] = []
        self._marks: dict[int, Mark] = {}
        self._recent: deque[int] = deque()

    def __len__(self) -> int:
        return len(self._heads)

    @property
    def head(self) -> int:
        """The last step of the current line."""
        return self._heads[-1]

    def head_after(self, n: int) -> int:
        """What was the last step of the line when entry n had been written."""
        return self._heads[n]

    def depth(self, n: int) -> int:
        """How many steps of its line lie before step n."""
        return self._depths[n]

    def before(self, n: int) -> int:
        """The step that step n lies behind."""
        return self._parents[n]

    def path(self, n: int) -> list[int]:
        """The steps from the start to step n."""
        steps = [n]
        while n > 0:
            n = self._parents[n]
            steps.append(n)
        return steps[::-1]

    def undone_by(self, steps: int) -> list[int] | None:
        """The steps that an undo would take back, the last first; None if there are fewer."""
        return self.path(self.head)[: -steps - 1 : -1] if 0 < steps <= self._depths[self.head] else None

    def redone_by(self, steps: int) -> list[int] | None:
        """The steps that a redo would bring back, in order; None if there are fewer."""
        return self._redo[: -steps - 1 : -1] if 0 < steps <= len(self._redo) else None

    @property
    def next_redo(self) -> int | None:
        """The step that a redo would bring back."""
        return self._redo[-1] if self._redo else None

    def append(self, kind: str, steps: int | None, size: int, mark: Mark | None = None) -> None:
        """Take note of the next entry, of `size` bytes, with the position after it if it is known.

        Raises:
            Broken: it takes back or brings back what is not there.
        """
        n = len(self._heads)
        head = self._heads[-1] if self._heads else -1
        parent, depth = head, 0
        if kind == "undo":
            undone = self.undone_by(steps or 1) if n else None
            if undone is None:
                raise Broken(n)
            self._redo += undone
            head = self._parents[undone[-1]]
        elif kind == "redo":
            redone = self.redone_by(steps or 1)
            if redone is None:
                raise Broken(n)
            del self._redo[-len(redone) :]
            head = redone[-1]
        elif kind not in NOTES:
            self._redo.clear()
            depth = self._depths[head] + 1 if n else 0
            head = n
        self._parents.append(parent)
        self._depths.append(depth)
        self._sizes.append(size + (self._sizes[parent] if n else 0))
        self._heads.append(head)
        if mark is not None and head == n:
            self._keep(n, mark)

    def mark(self, n: int) -> Mark:
        """The position after step n.

        Raises:
            Broken: an entry on the way there cannot be replayed.
        """
        ahead: list[int] = []
        mark = self._kept(n)
        while mark is None and n > 0:
            ahead.append(n)
            n = self._parents[n]
            mark = self._kept(n)
        if mark is None:
            mark = self._replayed(0, None)
            self._keep(0, mark)
        for n in reversed(ahead):
            mark = self._replayed(n, mark)
            self._keep(n, mark)
        return mark

    def _replayed(self, n: int, mark: Mark | None) -> Mark:
        try:
            if mark is None:
                mark = Mark(self._game.new(self._options)[0], {})
            return advance(self._game, mark, *self._actions_of(n))[0]
        except Exception as error:
            raise Broken(n) from error

    def _kept(self, n: int) -> Mark | None:
        mark = self._marks.get(n)
        if mark is None and n in self._snapshots:
            mark = self._loaded(self._snapshots.pop(n))
            if mark is not None:
                self._keep(n, mark)
        return mark

    def _loaded(self, snapshot: bytes) -> Mark | None:
        """A snapshot's mark, if the rules of today read it as those of then wrote it."""
        try:
            kept = msgspec.json.decode(snapshot, type=Kept)
            if kept.rules_version != rules_version(self._game):
                return None
            position, _ = self._game.load(kept.view)
            return Mark(position, kept.counts) if msgspec.to_builtins(position.view()) == kept.view else None
        except Exception:  # whatever is wrong with it, the log has everything
            return None

    def _keep(self, n: int, mark: Mark) -> None:
        self._marks[n] = mark
        self._recent.append(n)
        if len(self._recent) > KEEP_RECENT:
            old = self._recent.popleft()
            if old not in self._recent and not self._worth_keeping(old):
                self._marks.pop(old, None)

    def _worth_keeping(self, n: int) -> bool:
        """Whether much lies between step n and the last position kept before it."""
        return n == 0 or self._sizes[n] // KEEP_EVERY > self._sizes[self._parents[n]] // KEEP_EVERY
