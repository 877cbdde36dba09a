"""What this machine has of what Tableside needs; for each thing that is missing, the line to type.

Nothing of Tableside besides `resources` is imported here, and heavy packages only when it is known that they will load:
the doctor must be able to speak when everything else is broken.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import errno
import os
import shutil
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from companion.resources import PACKAGE, folder

Say = Callable[[str], str]

PYTHON = (3, 11)
LIBRARIES = {
    "gobject-2.0": ("libgobject-2.0.so.0", "libglib2.0-0"),
    "pango-1.0": ("libpango-1.0.so.0", "libpango-1.0-0"),
    "pangoft2-1.0": ("libpangoft2-1.0.so.0", "libpangoft2-1.0-0"),
    "harfbuzz": ("libharfbuzz.so.0", "libharfbuzz0b"),
    "harfbuzz-subset": ("libharfbuzz-subset.so.0", "libharfbuzz-subset0"),
    "fontconfig": ("libfontconfig.so.1", "libfontconfig1"),
}
"""What WeasyPrint loads: each library's name, its file on Linux, and the Debian package that brings it."""
PROGRAMS = {"chromium": "chromium", "pdftoppm": "poppler-utils", "git": "git"}
"""Programs that only the tests use, and the Debian packages that bring them."""


@dataclass(frozen=True)
class Finding:
    """One thing looked at. `remedy` is a line to type or a sentence, empty when all is well."""

    slug: str
    ok: bool
    sentence: str
    remedy: str = ""
    needed: bool = True  # False: only tests or developers miss it


def examine(data: Path, host: str, port: int, say: Say = str) -> list[Finding]:
    """Look at everything: the installation, the data folder, and the address that the server would listen at.

    `say` translates. Nothing is changed, but for the data folder, which is made when it is not there.
    """
    findings = [python(say), *packages(say), libraries(say), *files(say), catalogues(say), data_folder(data, say)]
    findings.append(port_is_free(host, port, say))
    if all(finding.ok for finding in findings if finding.slug in ("libraries", "fonts", "package-weasyprint")):
        findings.append(drawing(say))
    return [*findings, *programs(say)]


def report(findings: list[Finding], say: Say = str) -> str:
    """The findings as lines for a terminal, and a verdict."""
    lines = []
    for finding in findings:
        mark = "ok" if finding.ok else "--" if finding.needed else "  "
        lines.append(f"{mark}  {finding.sentence}")
        if finding.remedy:
            lines.append(f"      {finding.remedy}")
    lines += ["", say("All is well.") if healthy(findings) else say("Something is missing: see the lines marked --.")]
    return "\n".join(lines)


def healthy(findings: list[Finding]) -> bool:
    """Whether everything is there that playing and printing need."""
    return all(finding.ok for finding in findings if finding.needed)


def python(say: Say) -> Finding:
    """Whether Python is new enough."""
    here = ".".join(str(part) for part in sys.version_info[:3])
    if sys.version_info >= PYTHON:
        return Finding("python", True, say("Python {version}").format(version=here))
    wanted = ".".join(str(part) for part in PYTHON)
    sentence = say("Python {version} is too old: {wanted} or newer is needed.").format(version=here, wanted=wanted)
    return Finding("python", False, sentence, _install(say, f"python{wanted}"))


def packages(say: Say) -> Iterator[Finding]:
    """Whether the Python packages that Tableside asks for are there, in versions that it can use."""
    again = f"{sys.executable} -m pip install --force-reinstall tableside"
    if (PACKAGE.parent / "script" / "server").is_file():
        again = "rm -r .venv && script/server"
    try:
        wanted = metadata.requires("tableside") or []
        from packaging.requirements import Requirement
    except (metadata.PackageNotFoundError, ImportError):
        yield Finding("packages", False, say("Tableside is not installed completely."), again)
        return
    requirements = [Requirement(line) for line in wanted]
    missing = False
    for requirement in requirements:
        if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
            continue
        slug = f"package-{requirement.name.lower()}"
        try:
            version = metadata.version(requirement.name)
        except metadata.PackageNotFoundError:
            missing = True
            yield Finding(slug, False, say("The package {name} is missing.").format(name=requirement.name), again)
            continue
        if not requirement.specifier.contains(version, prereleases=True):
            missing = True
            sentence = say("The package {name} has version {version}, but {wanted} is needed.")
            sentence = sentence.format(name=requirement.name, version=version, wanted=str(requirement.specifier))
            yield Finding(slug, False, sentence, again)
    if not missing:
        yield Finding("packages", True, say("{count} Python packages").format(count=len(requirements)))


def libraries(say: Say) -> Finding:
    """Whether the system's libraries that draw text into PDFs can be loaded."""
    missing = [name for name, (file, _) in LIBRARIES.items() if not _loads(name, file)]
    if not missing:
        return Finding("libraries", True, say("Pango {version}, which draws the PDFs").format(version=_pango_version()))
    sentence = say("PDFs cannot be made: {names} cannot be loaded.").format(names=", ".join(missing))
    return Finding("libraries", False, sentence, _install(say, *(LIBRARIES[name][1] for name in missing), mac="pango"))


def files(say: Say) -> Iterator[Finding]:
    """Whether pages, styles, art and the fonts of the printed copy are there."""
    for name in ("templates", "static", "print"):
        try:
            folder(name)
        except FileNotFoundError as error:
            yield Finding(name, False, str(error))
            return
    yield Finding("files", True, say("Pages, styles and art"))
    sheet = folder("print") / "fonts" / "fonts.css"
    fonts = [sheet.parent / part.split('"')[0] for part in sheet.read_text("utf-8").split('url("')[1:]]
    lost = [font.name for font in fonts if not font.is_file()]
    if lost:
        sentence = say("Fonts of the printed copy are missing: {names}.").format(names=", ".join(lost))
        yield Finding("fonts", False, sentence, "script/fonts")
    else:
        yield Finding("fonts", True, say("{count} fonts of the printed copy").format(count=len(fonts)))


def catalogues(say: Say) -> Finding:
    """Whether the translations are compiled."""
    languages = [path.name for path in sorted((PACKAGE / "locale").iterdir()) if path.is_dir()]
    lost = [name for name in languages if not (PACKAGE / "locale" / name / "LC_MESSAGES" / "messages.mo").is_file()]
    if lost:
        sentence = say("Translations are not compiled: {names}.").format(names=", ".join(lost))
        return Finding("catalogues", False, sentence, "script/translate compile")
    return Finding("catalogues", True, say("Translations: {names}").format(names=", ".join(languages)))


def data_folder(data: Path, say: Say) -> Finding:
    """Whether tables can be kept in `data`."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        if not os.access(data, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        sentence = say("Tables cannot be kept in {folder}: {reason}.").format(folder=data, reason=error.strerror)
        return Finding("data", False, sentence, "companion serve --data ~/tableside")
    return Finding("data", True, say("Tables are kept in {folder}").format(folder=data))


def port_is_free(host: str, port: int, say: Say) -> Finding:
    """Whether a server could listen there now."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen(1)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            sentence = say("Port {port} is in use; perhaps the companion runs already.").format(port=port)
        else:
            sentence = say("Nothing can listen at {host}, port {port}: {reason}.")
            sentence = sentence.format(host=host, port=port, reason=error.strerror)
        return Finding("port", False, sentence, f"companion serve --port {port + 1 if 1024 <= port < 65535 else 8001}")
    return Finding("port", True, say("Port {port} is free").format(port=port))


def drawing(say: Say) -> Finding:
    """Whether a PDF really comes out."""
    try:
        import weasyprint

        pdf = weasyprint.HTML(string="<p>Tableside</p>").write_pdf()
    except Exception as error:  # whatever a broken library does, the person gets a sentence
        return Finding("drawing", False, say("Drawing a PDF failed: {reason}.").format(reason=error))
    return Finding("drawing", bool(pdf), say("A PDF was drawn"))


def programs(say: Say) -> Iterator[Finding]:
    """Programs that only the tests need."""
    for program, package in PROGRAMS.items():
        if shutil.which(program):
            yield Finding(program, True, say("{program}, for the tests").format(program=program), needed=False)
        else:
            sentence = say("{program} is missing; only the tests need it.").format(program=program)
            yield Finding(program, False, sentence, _install(say, package), needed=False)


def _loads(name: str, file: str) -> bool:
    try:
        found: str | None = file if sys.platform == "linux" else ctypes.util.find_library(name)
        return found is not None and bool(ctypes.CDLL(found))
    except OSError:
        return False


def _pango_version() -> str:
    file = LIBRARIES["pango-1.0"][0] if sys.platform == "linux" else ctypes.util.find_library("pango-1.0")
    version = ctypes.CDLL(file).pango_version_string
    version.restype = ctypes.c_char_p
    text: bytes = version()
    return text.decode("ascii")


def _install(say: Say, *debian: str, mac: str = "") -> str:
    """The line that installs Debian packages, or what stands in for it on other systems."""
    if shutil.which("apt-get"):
        command = f"apt-get install --yes {' '.join(debian)}"
        if os.geteuid() == 0:
            return command
        return f"sudo {command}" if shutil.which("sudo") else f"su - -c '{command}'"
    if sys.platform == "darwin":
        return f"brew install {mac or ' '.join(debian)}"
    return say("Install it with your system's package manager; Debian calls it {names}.").format(
        names=", ".join(debian)
    )
