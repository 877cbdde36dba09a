"""What a kit consists of: pieces with their faces and numbers, in sections; a board to be cut into pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.kit.shapes import Shape


@dataclass(frozen=True)
class Face:
    """The name of a picture that is drawn once: `slug` within its `group`. Faces of a group share their fonts."""

    group: str
    slug: str

    @property
    def key(self) -> str:
        """Its name among all faces of a kit, and on the sheets."""
        return f"{self.group}.{self.slug}"


@dataclass(frozen=True)
class Piece:
    """A kind of piece: so many of one front and back. Bleed is in mm."""

    name: str
    front: Face
    shape: Shape
    count: int
    bleed: float
    back: Face | None = None
    back_bleed: float = 0.0
    scale: float = 1.0
    """How much larger than drawn its faces are printed; `shape` and bleeds have that size already."""

    @property
    def kind(self) -> str:
        """What a person calls all pieces of its kind, in the singular: `tile`."""
        return self.front.group.removesuffix("s")

    @property
    def slug(self) -> str:
        """Its name among them: `fan_5`."""
        return self.front.slug


@dataclass(frozen=True)
class Section:
    """Pieces whose sheets belong together, under one bookmark."""

    title: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Booklet:
    """Pages to read one after another; their faces all have one size."""

    title: str
    pages: tuple[Face, ...]
    size: tuple[float, float]

    @property
    def kind(self) -> str:
        """What a person calls it: `booklet`."""
        return self.pages[0].group


@dataclass(frozen=True)
class Kit:
    """All that is printed of a game; `board` is the face that is cut into pages.

    Sizes are those of the game's rules data: `companion.kit.choosing` lets the pieces grow with the tiles.
    """

    game: str
    title: str
    board: Face | None
    sections: tuple[Section, ...]
    names: dict[str, str]
    """What the pieces of a group of faces are called together."""
    wordless: frozenset[str]
    """Groups of faces that look the same in every language."""
    grows: frozenset[str] = frozenset()
    """Groups that are larger when the tiles are."""
    varies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Group -> what it is drawn anew for beside language and look: names of `companion.kit.options.FaceOptions`."""
    board_mm: tuple[float, float] = (0.0, 0.0)
    """Width and height of the board."""
    board_scale: float = 1.0
    """How much larger than drawn the board is printed; `board_mm` has that size already."""
    tile_mm: float = 0.0
    """The width of a tile for which all sizes are."""
    clearance_mm: float = 0.0
    """How much wider a hex of the board is than a tile, however large that is."""
    booklets: tuple[Booklet, ...] = ()

    def groups(self) -> tuple[str, ...]:
        """The groups of faces that are needed, in the order of the sheets."""
        faces = [self.board] if self.board else []
        for section in self.sections:
            for piece in section.pieces:
                faces += [piece.front] + ([piece.back] if piece.back else [])
        for booklet in self.booklets:
            faces += booklet.pages
        return tuple(dict.fromkeys(face.group for face in faces))
