"""The table's dice and decks: committed to before the first draw, the same after an undo, open to anybody's check.

Each table has a secret seed of 32 bytes. Its SHA-256 is shown from the start, the seed itself once the game is over.
The n-th outcome of a kind (tile, card, duel …) on the table's current line is chosen by the first 8 bytes of
HMAC-SHA256(seed, "kind:n"), n counting from 0. So what an undo takes back comes again when it is played again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import TypeVar

from companion.games.sampling import pick

SEED_BYTES = 32

T = TypeVar("T")


def new_seed() -> bytes:
    """A secret seed for a table."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """What is shown from the start: the SHA-256 of the seed, in hex."""
    return hashlib.sha256(seed).hexdigest()


def number(seed: bytes, kind: str, n: int) -> int:
    """The 64-bit number behind the n-th outcome of a kind."""
    return int.from_bytes(hmac.digest(seed, f"{kind}:{n}".encode(), "sha256")[:8], "big")


def outcome(seed: bytes, kind: str, n: int, outcomes: Sequence[tuple[T, int]]) -> T:
    """The n-th outcome of a kind, among weighted `outcomes`."""
    return pick(outcomes, number(seed, kind, n))


def start_roll(seed: bytes, seats: int, sides: int) -> tuple[int, list[list[int]]]:
    """The seat that starts, and the rounds of dice that chose it: the highest starts, a tie is rolled again.

    Each round has a number for each seat, 0 where a seat no longer rolls. The kind of these outcomes is `start`.
    """
    rounds: list[list[int]] = []
    left, drawn = list(range(seats)), 0
    faces = [(face, 1) for face in range(1, sides + 1)]
    while len(left) > 1:
        dice = [0] * seats
        for seat in left:
            dice[seat] = outcome(seed, "start", drawn, faces)
            drawn += 1
        rounds.append(dice)
        left = [seat for seat in left if dice[seat] == max(dice)]
    return left[0], rounds
