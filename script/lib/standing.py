"""Writes companion/web/abduction/standing.toml from the games of a simulation on standard input:

companion simulate abduction --bot sensible --games 3000 --seed 1 --json | python script/lib/standing.py
"""

import json
import sys
from collections import Counter
from pathlib import Path
from textwrap import fill

FILE = Path(__file__).resolve().parents[2] / "companion" / "web" / "abduction" / "standing.toml"
TEXT = """\
# The scores of many games by the app's own player, by which people see where they stand. Made anew, when that player
# changes, by script/lib/standing.py:
# companion simulate abduction --bot {bot} --games {games} --seed {seed} --json | python script/lib/standing.py

bot = "{bot}"
games = {games}
lost = {lost}
# of a game that is not lost: how many have a score of one digit, two, and so on
digits = {digits}
# the score that each percent of all games stays below, from 0 to 100
percentiles = [
{percentiles},
]
"""


def main() -> None:
    """Read, count, write."""
    found = json.load(sys.stdin)
    scores = sorted(found["scores"])
    lengths = Counter(len(str(score)) for score in scores[found["lost"] :])
    digits = [lengths[length] for length in range(1, max(lengths) + 1)]
    percentiles = [scores[min(percent * len(scores) // 100, len(scores) - 1)] for percent in range(101)]
    lines = fill(", ".join(map(str, percentiles)), 116, initial_indent="    ", subsequent_indent="    ")
    FILE.write_text(TEXT.format(**found, digits=digits, percentiles=lines), encoding="utf-8")


if __name__ == "__main__":
    main()
