"""What comes with Tableside for its kits: the usual faces in every language, and the record of what they look like.

`script/faces` runs this after a change of art, words or rules data that people will print. A version that was given out
stays in the record for ever; `--new` begins the next one.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from companion.files import write_atomically
from companion.kit import shipped, versions
from companion.kit.cache import SUFFIX, FaceCache, file_name
from companion.kit.choices import CHOICES
from companion.kit.games import KITS
from companion.kit.job import translator
from companion.kit.options import PARTS, KitOptions
from companion.kit.pieces import Kit
from companion.kit.versions import WORDLESS, Record

if TYPE_CHECKING:
    from companion.kit.drawing import Drawing


def kits(game: str) -> Iterator[tuple[KitOptions, Kit]]:
    """The whole kit in its usual look, in each language."""
    for language in CHOICES["language"]:
        options = KitOptions(language=language, pieces=PARTS)  # type: ignore[arg-type]
        yield options, KITS[game](options, translator(language))


def record(game: str) -> Record:
    """What the kit looks like now."""
    faces: dict[str, dict[str, str]] = {}
    counts: dict[str, int] = {}
    for options, kit in kits(game):
        counts = {piece.front.key: piece.count for section in kit.sections for piece in section.pieces}
        for group, drawings in _drawings(kit, options).items():
            language = WORDLESS if group in kit.wordless else options.language
            own = faces.setdefault(language, {})
            style = import_module(f"companion.kit.{game}_faces").style(options.faces)
            below = {drawing.slug: drawing.body for drawing in drawings}
            grounds = {drawing.ground for drawing in drawings}
            own.update(
                {
                    f"{group}.{drawing.slug}": _digest(drawing, below.get(drawing.ground, ""), style)
                    for drawing in drawings
                    if drawing.slug not in grounds
                }
            )
    return Record(counts, faces)


def _drawings(kit: Kit, options: KitOptions) -> Mapping[str, Sequence[Drawing]]:
    faces = import_module(f"companion.kit.{kit.game}_faces")
    say = translator(options.language)
    return {group: faces.GROUPS[group](options.faces, say) for group in kit.groups()}


def _digest(drawing: Drawing, ground: str, style: str) -> str:
    """What tells a face from what it was before: all that it is drawn from, with what lies under it. A style sheet only
    matters to words."""
    words = "" if 'class="whole"' in drawing.body else style
    text = f"{drawing.width:.3f} {drawing.height:.3f} {ground}{drawing.body} {words}"
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:10]


def draw(game: str, root: Path) -> None:
    """Draw the usual faces into the folder `root` and drop older ones."""
    from companion.kit.drawing import draw as drawn

    wanted = set()
    for options, kit in kits(game):
        store = FaceCache(root, kit, options.faces)
        missing = [group for group in kit.groups() if store.load(group) is None]
        wanted |= {file_name(kit, group, options.faces) for group in kit.groups()}
        if missing:
            style = import_module(f"companion.kit.{game}_faces").style(options.faces)
            groups = {group: drawings for group, drawings in _drawings(kit, options).items() if group in missing}
            for group, pdf in zip(groups, drawn(groups, options.language, style), strict=True):
                store.store(group, pdf)
    for file in root.glob(f"{game}-*{SUFFIX}"):
        if file.name not in wanted:
            file.unlink()


def write(game: str, new: bool) -> int:
    """Bring the record up to date; the number of the version that it ends with."""
    now, known = record(game), dict(versions.records(game))
    number = versions.newest(game)
    if not number or (new and known[number] != now):
        number += 1
    known[number] = now
    data = msgspec.json.encode({str(n): known[n] for n in sorted(known)}, order="sorted")
    versions.FOLDER.mkdir(exist_ok=True)
    write_atomically(versions.FOLDER / f"{game}.json", msgspec.json.format(data, indent=1) + b"\n")
    versions.records.cache_clear()
    return number


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="script/faces", description=__doc__)
    parser.add_argument("--new", action="store_true", help="begin a new version instead of changing the newest")
    parser.add_argument("--record", action="store_true", help="only write the record, draw nothing")
    parsed = parser.parse_args(arguments)
    for game in KITS:
        number = write(game, parsed.new)
        if not parsed.record:
            draw(game, shipped.FOLDER)
        size = sum(file.stat().st_size for file in shipped.FOLDER.glob("*")) if shipped.FOLDER.is_dir() else 0
        print(f"{game}: version {number}, {size / 1e6:.1f} MB of faces")
    return 0


if __name__ == "__main__":
    sys.exit(main())
