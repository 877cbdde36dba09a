"""How the command line tells how far a kit is: a bar for a terminal, a line of JSON a step for programs, or nothing."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from companion.kit.job import Progress

if TYPE_CHECKING:
    from rich.progress import Progress as Bars


class Quiet:
    """Tells nothing."""

    def __enter__(self) -> Quiet:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to tidy up."""

    def step(self, step: Progress) -> None:
        """What happens now."""


class Lines(Quiet):
    """A line of JSON a step, on standard output."""

    def step(self, step: Progress) -> None:
        """`{"done": 2, "total": 7, "text": "Drawing: cards"}`."""
        line(done=step.done, total=step.total, text=step.text)


class Bar(Quiet):
    """A bar on standard error, which is gone when the kit is there."""

    def __enter__(self) -> Bar:
        # Only a person waits for this import.
        from rich.console import Console
        from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bars

        columns = (BarColumn(), TaskProgressColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
        self._bars: Bars = Bars(*columns, console=Console(stderr=True, markup=False), transient=True)
        self._task = self._bars.add_task("", total=None)
        self._bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bars.stop()

    def step(self, step: Progress) -> None:
        """Move the bar, and say what happens now."""
        self._bars.update(self._task, completed=step.done, total=step.total, description=step.text)


def teller(as_json: bool, quiet: bool) -> Quiet:
    """What suits: a bar only where somebody can see it."""
    if as_json:
        return Lines()
    return Bar() if not quiet and sys.stderr.isatty() else Quiet()


def line(**members: object) -> None:
    """Tell programs something."""
    print(json.dumps(members, ensure_ascii=False), flush=True)
