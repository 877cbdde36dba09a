"""What a build adds to the package: compiled translations, and the folders that lie beside it in a checkout."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("templates", "static", "print")


def compile_catalogues(root: Path) -> list[Path]:
    """Write a messages.mo beside each messages.po under `root`/companion/locale; return them."""
    targets = []
    for source in sorted((root / "companion" / "locale").glob("*/LC_MESSAGES/messages.po")):
        with source.open("rb") as po:
            catalogue = read_po(po, locale=source.parts[-3])
        targets.append(source.with_suffix(".mo"))
        with targets[-1].open("wb") as mo:
            write_mo(mo, catalogue)
    return targets


class Files(BuildHookInterface[Any]):
    """Hatchling finds this class by its base."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile and pack the translations, which no repository holds; pack pages, styles, art and fonts.

        An editable installation uses them where they lie (see companion/resources.py), and so takes no copies.
        """
        root = Path(self.root)
        build_data["artifacts"] += [path.relative_to(root).as_posix() for path in compile_catalogues(root)]
        if version != "editable":
            build_data["force_include"] |= {str(root / name): f"companion/files/{name}" for name in FOLDERS}


if __name__ == "__main__":
    compile_catalogues(Path(__file__).resolve().parent)
