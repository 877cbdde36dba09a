"""The wheel is complete: built from a fresh sdist, it serves pages and prints in an empty environment."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.repo.tracked import ROOT, tracked

pytestmark = pytest.mark.xdist_group("package")

RENDER = """
import sys
from pathlib import Path
from companion.web.app import create_app
from companion.web.settings import Settings

client = create_app(Settings(data=Path(sys.argv[1]))).test_client()
for language in ("en", "ja", "zh_Hant_TW"):
    page = client.get(f"/?lang={language}")
    assert page.status_code == 200, page.status
    Path(sys.argv[1], f"{language}.html").write_text(page.text, "utf-8")
"""


def run(*command: str | Path, cwd: Path, environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist of what is committed, and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("package")
    for path in tracked():
        target = folder / "checkout" / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, folder / "checkout", cwd=folder)
    return folder


@pytest.fixture(scope="module")
def installed(built: Path) -> Path:
    """The programs of an empty environment that got the locked packages and the wheel, far from the checkout."""
    environment = built / "environment"
    python = environment / "bin" / "python"
    run(sys.executable, "-m", "venv", "--without-pip", environment, cwd=built)
    uv = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", python]
    run(*uv, "--require-hashes", "-r", ROOT / "requirements.lock", cwd=built)
    run(*uv, "--no-deps", "--offline", next(built.glob("*.whl")), cwd=built)
    shutil.rmtree(built / "checkout")
    return environment / "bin"


def test_the_wheel_has_pages_styles_art_fonts_translations_and_rules(built: Path) -> None:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        names = set(wheel.namelist())
    for folder in ("templates", "static", "print"):
        for path in tracked(folder):
            assert f"companion/files/{path.relative_to(ROOT).as_posix()}" in names
    for path in tracked("companion"):
        assert path.relative_to(ROOT).as_posix() in names
    for catalogue in tracked("companion/locale/*/LC_MESSAGES/messages.po"):
        assert catalogue.relative_to(ROOT).with_suffix(".mo").as_posix() in names
    assert not [name for name in names if name.startswith(("tests/", "script/", "bench/"))]


def test_the_sdist_has_what_building_and_testing_need(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    wanted = {path.relative_to(ROOT).as_posix() for path in tracked() if path.relative_to(ROOT).parts[0] != "docs"}
    assert wanted - names - {".ci/run"} == set()
    assert not [name for name in names if name.endswith((".mo", ".pyc"))]


def test_pages_come_out_of_an_installed_wheel_in_every_language(installed: Path, tmp_path: Path) -> None:
    run(installed / "python", "-I", "-c", RENDER, tmp_path, cwd=tmp_path, environment={"PATH": "/usr/bin:/bin"})
    pages = {language: (tmp_path / f"{language}.html").read_text("utf-8") for language in ("en", "ja", "zh_Hant_TW")}
    assert len(set(pages.values())) == 3
    assert 'lang="ja"' in pages["ja"]


def test_a_pdf_comes_out_of_an_installed_wheel(installed: Path, tmp_path: Path) -> None:
    home = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    run(installed / "companion", "kit", "eruption", "-o", "kit.pdf", cwd=tmp_path, environment=home)
    assert (tmp_path / "kit.pdf").read_bytes().startswith(b"%PDF-")
    fonts = run("pdffonts", tmp_path / "kit.pdf", cwd=tmp_path)
    assert "Tableside-Display" in fonts


def test_the_installed_command_says_the_version_of_its_package(installed: Path, tmp_path: Path) -> None:
    said = run(installed / "companion", "--version", cwd=tmp_path, environment={"PATH": "", "HOME": str(tmp_path)})
    ask = "import importlib.metadata as m; print(m.version('tableside'))"
    assert said.split()[-1] == run(installed / "python", "-c", ask, cwd=tmp_path).strip()
