"""Kits, each printed once for all tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.kit.job import make
from companion.kit.options import read_options
from tests.kit.faces import Faces
from tests.kit.reading import Side, read


class Shelf:
    """Prints kits on demand, with faces drawn once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.cache = root / "faces"
        self._files: dict[tuple, Path] = {}
        self._sides: dict[Path, list[Side]] = {}

    def file(self, game: str = "eruption", **options) -> Path:
        """The PDF of a kit with these options."""
        key = (game, *sorted(options.items()))
        if key not in self._files:
            out = self.root / f"kit{len(self._files)}.pdf"
            make(read_options(options), out, game=game, cache=self.cache)
            self._files[key] = out
        return self._files[key]

    def sides(self, **options) -> list[Side]:
        """Its pages, read back."""
        file = self.file(**options)
        if file not in self._sides:
            self._sides[file] = read(file)
        return self._sides[file]


@pytest.fixture(scope="module", autouse=True)
def drawn_anew(tmp_path_factory):
    """Without the faces that come along: the tests of drawing draw."""
    before = os.environ.get("COMPANION_KIT_FACES")
    os.environ["COMPANION_KIT_FACES"] = str(tmp_path_factory.mktemp("none"))
    yield
    os.environ.pop("COMPANION_KIT_FACES") if before is None else os.environ.update(COMPANION_KIT_FACES=before)


@pytest.fixture(scope="session")
def shelf(tmp_path_factory) -> Shelf:
    return Shelf(tmp_path_factory.mktemp("kit"))


@pytest.fixture(scope="session")
def faces(tmp_path_factory) -> Faces:
    return Faces(tmp_path_factory.mktemp("faces"))


@pytest.fixture
def command(shelf):
    """Runs the kit as a program; its faces are drawn already."""

    def run(*arguments: str, cache: Path = shelf.cache) -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, "-m", "companion.kit", *arguments, "--cache", str(cache)],
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def pytest_collection_modifyitems(items) -> None:
    """Under xdist all of these run in one process, which draws the faces once."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("kit"))
