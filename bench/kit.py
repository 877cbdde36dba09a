"""What a printed kit costs: CPU seconds, peak memory and bytes, cold (no face drawn) and warm, beside typst and Cairo.

`python bench/kit.py` runs each several times in processes of their own, prints the medians, and ends with 1 when a
budget is missed. The peers draw the same pages from the same SVG files; they keep nothing between runs, so each has one
line. A kit whose faces came with Tableside is a warm one, though it is the first.

This process imports nothing large: a child's peak memory begins with that of its parent.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGES, TYPST, CAIRO = (str(ROOT / "bench" / f"kit_{name}.py") for name in ("pages", "typst", "cairo"))
RUNS = 5
OTHERWISE = [
    "--paper=a3",
    "--backs=by-hand",
    "--calibration=1,-1,0.4",
    "--hexes=rows",
    "--gutter=1",
    "--registration=silhouette-4",
    "--board=quad",
    "--tile-width=40",
    "--lines=corners",
]
POSTER = ["--pieces", "board", "--board", "poster", "--guide", "no"]


@dataclass(frozen=True)
class Cost:
    """Of one run; memory in MB (10^6 bytes), as the kernel counts the process's peak."""

    cpu: float
    wall: float
    memory: float
    size: int


@dataclass(frozen=True)
class Budget:
    """What a run may cost at most; `size` in KB (10^3 bytes)."""

    cpu: float
    memory: float
    size: float = 1000.0


BUDGETS = {
    "cold": Budget(3.0, 100.0),
    "warm": Budget(0.3, 50.0),
    "poster, cold": Budget(2.0, 100.0),
    "warm, every option": Budget(0.3, 50.0),
}


def run(arguments: list[str], out: Path) -> Cost:
    """Run a program that writes `out`, and ask the kernel what it cost."""
    started = time.perf_counter()
    child = os.posix_spawn(sys.executable, [sys.executable, *arguments], {**os.environ, "PYTHONPATH": str(ROOT)})
    _, status, usage = os.wait4(child, 0)
    if status:
        sys.exit(f"{' '.join(arguments)} ended with {os.waitstatus_to_exitcode(status)}.")
    cpu = usage.ru_utime + usage.ru_stime
    return Cost(cpu, time.perf_counter() - started, usage.ru_maxrss * 1024 / 1e6, out.stat().st_size)


def measure(folder: Path) -> dict[str, list[Cost]]:
    """Every variant, the runs of all of them taking turns, so that a busy moment of the machine meets all."""
    out = folder / "kit.pdf"
    # Faces that came with Tableside would make a cold kit warm.
    os.environ["COMPANION_KIT_FACES"] = str(folder / "nothing")
    kit = ["-m", "companion.kit", "eruption", "-o", str(out), "--quiet", "--cache"]
    costs: dict[str, list[Cost]] = {}
    for n in range(RUNS):
        cache, board = str(folder / f"faces{n}"), str(folder / f"board{n}")
        costs.setdefault("cold", []).append(run([*kit, cache], out))
        costs.setdefault("warm", []).append(run([*kit, cache], out))
        costs.setdefault("warm, other paper and duplex", []).append(
            run([*kit, cache, "--paper", "letter", "--backs", "duplex-short"], out)
        )
        costs.setdefault("warm, every option", []).append(
            run(
                [*kit, cache, *OTHERWISE],
                out,
            )
        )
        costs.setdefault("poster, cold", []).append(run([*kit, board, *POSTER], out))
        costs.setdefault("poster, warm", []).append(run([*kit, board, *POSTER], out))
        costs.setdefault("typst", []).append(run([TYPST, str(folder)], folder / "typst.pdf"))
        costs.setdefault("Cairo", []).append(run([CAIRO, str(folder)], folder / "cairo.pdf"))
    return costs


def main() -> int:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        # What the peers read is made once and not counted.
        run([PAGES, folder], Path(folder) / "pages.json")
        run([TYPST, folder, "prepare"], Path(folder) / "sheets.typ")
        costs = measure(Path(folder))
    print(f"{'A4 kit, medians of ' + str(RUNS):32} {'CPU s':>7} {'wall s':>7} {'peak MB':>8} {'KB':>6}")
    failed = []
    for name, runs in costs.items():
        cpu, wall, memory, size = (
            statistics.median(getattr(cost, part) for cost in runs) for part in ("cpu", "wall", "memory", "size")
        )
        print(f"{name:32} {cpu:7.2f} {wall:7.2f} {memory:8.1f} {size / 1000:6.0f}")
        budget = BUDGETS.get(name) or BUDGETS.get(name.split(",")[0])
        if budget and (cpu > budget.cpu or memory > budget.memory or size / 1000 > budget.size):
            failed.append(
                f"{name}: at most {budget.cpu} s of CPU, {budget.memory:.0f} MB of memory and {budget.size:.0f} KB"
            )
    for line in failed:
        print("MISSED", line)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
