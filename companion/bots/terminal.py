"""`companion simulate`: many games of a bot, a bar while they run, and what they came to."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from companion.art import histogram
from companion.bots import simulation
from companion.bots.registry import by_name
from companion.bots.simulation import Played, Summary
from companion.files import write_atomically
from companion.games.registry import games

MOST_GAMES = 1_000_000


class BadWish(Exception):
    """Something that cannot be simulated, or written, told in one sentence."""


def run(slug: str, bot: str | None, count: int, seed: int, svg: str | None, as_json: bool) -> None:
    """Play, and print what came of it; with `svg` draw it into that file.

    Raises:
        BadWish: there is no such game or bot, or the file cannot be written.
        KeyboardInterrupt: it was stopped; all processes have ended.
    """
    bots = by_name().get(slug)
    if bots is None:
        raise BadWish(f"There is no game {slug!r}. The games are: {', '.join(games())}.")
    bot = bot or next(iter(bots))
    if bot not in bots:
        raise BadWish(f"There is no bot {bot!r} for {slug}. The bots are: {', '.join(bots)}.")
    if not simulation.has_scores(slug):
        able = [name for name in games() if simulation.has_scores(name)]
        raise BadWish(f"{games()[slug].name} has no score to compare games by. Simulate one of: {', '.join(able)}.")
    if not 1 <= count <= MOST_GAMES:
        raise BadWish(f"--games must be from 1 to {MOST_GAMES}.")
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)  # else the other processes would be left behind
    try:
        with closing(simulation.run(slug, bot, count, seed)) as running:
            played = list(_with_bar(running, count, f"{slug}, {bot}"))
    finally:
        signal.signal(signal.SIGTERM, before)
    found = simulation.summary(slug, bot, seed, played)
    if svg is not None:
        _draw(found, svg)
    if as_json:
        print(msgspec.json.encode(found).decode())
    else:
        print("\n".join(report(found)))


def report(found: Summary) -> list[str]:
    """The lines that say what the games came to."""
    share = 100 * found.lost / found.games
    rows = [
        ("games", f"{found.games:,}"),
        ("lost", f"{found.lost:,} ({share:.0f}%)"),
        ("best", f"{found.best:,}"),
        ("upper quartile", f"{found.upper:,.0f}"),
        ("median", f"{found.median:,.0f}"),
        ("lower quartile", f"{found.lower:,.0f}"),
        ("mean", f"{found.mean:,.0f}"),
    ]
    return [f"{games()[found.game].name}, played by {found.bot}, seed {found.seed}"] + [
        f"  {name:<16}{value:>20}" for name, value in rows
    ]


def _draw(found: Summary, svg: str) -> None:
    name = games()[found.game].name
    counted = "1 game" if found.games == 1 else f"{found.games:,} games"
    note = (
        f"median {found.median:,.0f}, half of them from {found.lower:,.0f} to {found.upper:,.0f}, best {found.best:,}"
    )
    drawing = histogram.draw(f"{name}: {counted} of the bot {found.bot}", note, found.scores, found.lost)
    try:
        write_atomically(Path(svg), drawing.encode())
    except OSError as error:
        raise BadWish(f"{svg} cannot be written: {error.strerror}.") from None


def _with_bar(running: Iterator[Played], count: int, what: str) -> Iterator[Played]:
    """The games, with a bar on stderr where a person looks at it."""
    if not sys.stderr.isatty():
        yield from running
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bars:
        task = bars.add_task(what, total=count)
        for game in running:
            bars.advance(task)
            yield game
