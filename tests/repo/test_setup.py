"""What script/server and script/test install, and what they say where they may not."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.repo.tracked import ROOT, tracked

SETUP = (ROOT / "script" / "lib" / "setup.sh").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
RUN = [Requirement(text) for text in PROJECT["project"]["dependencies"]]
TEST, BUILD = ([Requirement(text) for text in PROJECT["dependency-groups"][group]] for group in ("test", "build"))
LOCKED = re.compile(r"^([\w.-]+)==(\S+)(?: ; .*)? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE)


def debian(*packages: str, stubs: str, anybody: bool = False) -> subprocess.CompletedProcess[str]:
    """Ask the set-up for Debian packages, with shell functions in place of programs; `anybody`: not as root."""
    script = f"{SETUP}\n{stubs}\ndebian {' '.join(packages)}"
    user = "nobody" if anybody and os.geteuid() == 0 else None
    return subprocess.run(
        ["bash", "-c", script, "script/server"], cwd="/", user=user, capture_output=True, text=True, check=False
    )


def test_a_package_that_is_there_is_not_installed_again() -> None:
    done = debian("bash", stubs="env() { echo 'must not be called' >&2; }")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_where_a_password_is_needed_one_command_is_printed() -> None:
    done = debian("bash", "no-such-thing", "nor-this", stubs="sudo() { return 1; }", anybody=True)
    assert done.returncode == 1
    commands = [line for line in done.stderr.splitlines() if "apt-get" in line]
    assert len(commands) == 1
    assert "apt-get install --yes no-such-thing nor-this" in commands[0]


def test_what_is_missing_is_installed_through_sudo_where_it_asks_for_no_password() -> None:
    stubs = 'sudo() { shift; "$@"; }; env() { shift; echo "$*" >&3; }; exec 3>&1'
    done = debian("bash", "no-such-thing", stubs=stubs, anybody=True)
    assert done.returncode == 0
    update, install = done.stdout.splitlines()
    assert update.endswith("update")
    assert install.endswith("install --yes --no-install-recommends no-such-thing")


def test_an_installation_that_fails_says_why() -> None:
    done = debian("no-such-thing", stubs="sudo() { shift; \"$@\"; }; env() { echo 'the mirror is away'; return 1; }")
    assert done.returncode == 1
    assert "the mirror is away" in done.stderr
    assert "run script/server again" in done.stderr


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_every_locked_package_has_a_version_and_hashes_and_no_address(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    entries = [line for line in text.splitlines() if re.match(r"\w", line)]
    assert len(LOCKED.findall(text)) == len(entries) > 0
    assert "://" not in text


@pytest.mark.parametrize(
    ("name", "wanted"), [("requirements.lock", RUN + BUILD), ("requirements-dev.lock", RUN + BUILD + TEST)]
)
def test_the_lock_file_has_what_the_project_asks_for(name: str, wanted: list[Requirement]) -> None:
    locked: dict[str, list[str]] = {}
    for package, version, _ in LOCKED.findall((ROOT / name).read_text("utf-8")):
        locked.setdefault(canonicalize_name(package), []).append(version)
    for requirement in wanted:
        versions = locked.get(canonicalize_name(requirement.name), [])
        assert versions, f"{requirement.name}: run script/lock"
        assert all(version in requirement.specifier for version in versions), f"{requirement}: run script/lock"


def test_tests_run_with_the_versions_that_people_run() -> None:
    run, test = (
        {(a, b) for a, b, _ in LOCKED.findall((ROOT / f"requirements{x}.lock").read_text())} for x in ("", "-dev")
    )
    assert run <= test


def imports(path: Path) -> set[str]:
    """The packages outside the standard library that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    top = ROOT / path.relative_to(ROOT).parts[0]
    beside = {other.stem for folder in (top, path.parent) for other in folder.iterdir()}  # found before any package
    return found - sys.stdlib_module_names - beside - {"companion", "tests", "bench", "script"}


def brought(wanted: list[Requirement]) -> set[str]:
    """What is asked for, with what each of that asks for itself: Werkzeug comes with Flask, by its own account."""
    asked = {canonicalize_name(requirement.name) for requirement in wanted}
    with_it = (Requirement(text) for name in asked for text in metadata.requires(name) or [] if "extra ==" not in text)
    return asked | {canonicalize_name(requirement.name) for requirement in with_it}


@pytest.mark.parametrize(
    ("folder", "wanted"),
    [("companion", RUN), ("tests", RUN + BUILD + TEST), ("bench", RUN + TEST), ("script", RUN + TEST)],
)
def test_the_project_asks_for_every_package_that_its_sources_import(folder: str, wanted: list[Requirement]) -> None:
    distributions = metadata.packages_distributions()
    there = brought(wanted)
    unasked = {
        (path.relative_to(ROOT).as_posix(), module)
        for path in tracked(f"{folder}/*.py")
        for module in imports(path)
        if not there & {canonicalize_name(name) for name in distributions.get(module, [module])}
    }
    assert unasked == set()


def test_rules_need_the_standard_library_and_msgspec_alone() -> None:
    assert set().union(*(imports(path) for path in tracked("companion/games/*.py"))) == {"msgspec"}
