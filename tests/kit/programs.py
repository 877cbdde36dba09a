"""Kits made by a process of their own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from companion.kit.cache import _sources


def modules_of_the_usual_kit(out: Path, **folders: Path) -> set[str]:
    """Which modules a new process has loaded when it has made the usual kit.

    It takes the sources of the faces for unchanged since these tests began, so nobody need stop editing meanwhile.
    """
    known = {("eruption", language): _sources("eruption", language) for language in ("en", "any")}
    given = "".join(f", {name}=Path({str(folder)!r})" for name, folder in folders.items())
    program = (
        "import sys; from pathlib import Path; from companion.kit import cache; "
        f"cache._sources = lambda *key: {known!r}[key]; "
        "from companion.kit.job import make; from companion.kit.options import KitOptions; "
        f"make(KitOptions(), Path({str(out)!r}){given}); "
        "print(*sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    return set(run.stdout.split())
