"""Where pages, styles, art and fonts lie: beside the package in a checkout, inside it in an installed wheel."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """The folder `templates`, `static` or `print`.

    Raises:
        FileNotFoundError: the installation is incomplete.
    """
    for root in (PACKAGE / "files", PACKAGE.parent):
        if (root / name).is_dir():
            return root / name
    raise FileNotFoundError(f"The folder {name} is missing from this installation of Tableside: install it again.")
