"""Many games of one bot, on all processors, for the scores that come of them. The same seed gives the same scores."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from random import Random
from statistics import fmean, quantiles
from typing import Any

import msgspec

from companion.bots.registry import by_name
from companion.games.registry import games
from companion.games.sampling import pick

_AT_ONCE = 20
"""Games that a process is given at a time, at most."""


class Played(msgspec.Struct, frozen=True):
    """A game that was played to its end."""

    number: int
    score: int
    lost: bool
    actions: int


class Summary(msgspec.Struct, frozen=True):
    """What many games came to; a lost game has the score 0. `lower` and `upper` are the quartiles."""

    game: str
    bot: str
    seed: int
    games: int
    lost: int
    best: int
    upper: float
    median: float
    lower: float
    mean: float
    scores: list[int]


class Stopped(Exception):
    """The simulation was told to stop."""


def play(slug: str, bot: str, seed: int, number: int, stop: Event | None = None) -> Played:
    """One game. Raises Stopped."""
    player, rng = by_name()[slug][bot], Random(f"{seed} {number}")
    position, _ = games()[slug].new({})
    actions = 0
    while (decision := position.decision()) is not None:
        if stop is not None and stop.is_set():
            raise Stopped
        if decision.by == "chance":
            position.push(pick(position.outcomes(), rng.getrandbits(64)))
            continue
        position.push(player.choose(position, decision.seat or 0, rng))
        actions += 1
    row = position.ranking()[0]
    return Played(number, row["score"], row["lost"], actions)


def has_scores(slug: str) -> bool:
    """Whether a game is one whose scores can be compared over games: for one player, and with a score."""
    ranking = games()[slug].new({})[0].ranking()
    return len(ranking) == 1 and "score" in ranking[0]


def run(slug: str, bot: str, count: int, seed: int, processes: int | None = None) -> Generator[Played, None, None]:
    """So many games, as they end. Who stops asking stops all processes soon."""
    processes = min(processes or os.cpu_count() or 1, count)
    context = get_context("spawn")  # threads of the caller, such as one that draws a bar, are no business of the others
    stop = context.Event()
    size = max(1, min(_AT_ONCE, count // (4 * processes)))
    with ProcessPoolExecutor(processes, context, initializer=_begin, initargs=(stop,)) as pool:
        try:
            parts = [range(i, min(i + size, count)) for i in range(0, count, size)]
            for done in as_completed([pool.submit(_part, slug, bot, seed, part) for part in parts]):
                yield from done.result()
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def summary(slug: str, bot: str, seed: int, played: list[Played]) -> Summary:
    """What the games came to. There must be one at least."""
    scores = [game.score for game in sorted(played, key=lambda game: game.number)]
    lower, median, upper = quantiles(scores, n=4, method="inclusive") if len(scores) > 1 else scores * 3
    lost = sum(game.lost for game in played)
    return Summary(slug, bot, seed, len(scores), lost, max(scores), upper, median, lower, fmean(scores), scores)


# --- in the other processes -------------------------------------------------------------------------------------------

_stop: Event | None = None


def _begin(stop: Any) -> None:
    """An interrupt from the keyboard is for the first process, which tells the others."""
    global _stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stop = stop


def _part(slug: str, bot: str, seed: int, numbers: range) -> list[Played]:
    try:
        return [play(slug, bot, seed, number, _stop) for number in numbers]
    except Stopped:
        return []
