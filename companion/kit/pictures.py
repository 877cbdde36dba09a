"""A kit as pictures for virtual tables: every face cut out, on a transparent ground, or every sheet; 300 dpi."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator

import pypdfium2
from pikepdf import Dictionary

from companion.kit.canvas import POINTS, Canvas
from companion.kit.errors import Gettext
from companion.kit.forms import Forms
from companion.kit.paper import Area
from companion.kit.pieces import Piece
from companion.kit.plan import Plan
from companion.kit.sheets import save

DPI = 300
LARGEST_SIDE = 600.0
"""Beyond so many mm a picture has half as many dots an inch: it would not fit into a virtual table's limits."""

Step = Callable[[str, int], None]


def faces(plan: Plan, forms: Forms, say: Gettext, step: Step) -> Iterator[tuple[str, bytes]]:
    """A picture of each face once, by its kind and name; the board whole."""
    cut = _cut_out(plan, forms)
    step(say("Taking pictures of the pieces"), 1)
    with _document(cut.data) as document:
        for number, name in enumerate(cut.names):
            yield f"{name}.png", _picture(document[number], transparent=True)


def sheets(pdf: bytes, plan: Plan, say: Gettext, step: Step) -> Iterator[tuple[str, bytes]]:
    """A picture of each page of a kit."""
    pages = plan.printed()
    step(say("Taking pictures of the sheets"), 1)
    with _document(pdf) as document:
        for number, printed in enumerate(pages, 1):
            side = "" if printed.which == "only" else f"-{printed.which}"
            yield f"sheet-{printed.number:02}{side}.png", _picture(document[number - 1])


class _CutOut:
    """A document with a page for each face, no larger than its outline."""

    def __init__(self, forms: Forms) -> None:
        self._forms = forms
        self.names: list[str] = []
        self.data = b""

    def add(
        self, key: str, scale: tuple[float, float], size: tuple[float, float], piece: Piece | None, name: str = ""
    ) -> None:
        """A face on a page of `size` mm, clipped to the outline of its piece, under another name if one is given."""
        width, height = size
        canvas = Canvas(height)
        if piece:
            canvas.clip(*piece.shape.outline(), width / 2, height / 2)
        else:
            canvas.clip_area(Area(0, 0, width, height))
        canvas.face(key, width / 2, height / 2, self._forms.size(key), False, scale)
        pdf = self._forms.pdf
        page = pdf.add_blank_page(page_size=(width * POINTS, height * POINTS))
        page.Resources = Dictionary(XObject=Dictionary({f"/{key}": self._forms.form(key)}))
        page.Contents = pdf.make_stream(canvas.stream())
        self.names.append(name or key.replace(".", "/", 1))


def _cut_out(plan: Plan, forms: Forms) -> _CutOut:
    kit, out, seen = plan.kit, _CutOut(forms), set[str]()
    if kit.board:
        out.add(kit.board.key, (kit.board_scale, kit.board_scale), kit.board_mm, None)
    for section in kit.sections:
        for piece in section.pieces:
            for face in (piece.front, piece.back):
                if face and face.key not in seen:
                    seen.add(face.key)
                    out.add(face.key, forms.scale(face.key, piece.scale), piece.shape.size, piece)
    for booklet in kit.booklets:
        for number, face in enumerate(booklet.pages, 1):  # so that they lie in their order in a folder too
            out.add(face.key, (1.0, 1.0), booklet.size, None, f"{face.group}/page-{number:02}")
    out.data = save(forms.pdf)
    return out


class _document:
    """Opens a PDF for pictures and closes it."""

    def __init__(self, data: bytes) -> None:
        self._document = pypdfium2.PdfDocument(data)

    def __enter__(self) -> pypdfium2.PdfDocument:
        return self._document

    def __exit__(self, *_: object) -> None:
        self._document.close()


def _picture(page: pypdfium2.PdfPage, transparent: bool = False) -> bytes:
    """A page as PNG that knows its own size."""
    dpi = DPI if max(page.get_size()) <= LARGEST_SIDE * POINTS else DPI / 2
    ground = (0, 0, 0, 0) if transparent else (255, 255, 255, 255)
    bitmap = page.render(scale=dpi / 72, fill_color=ground, maybe_alpha=transparent)
    image = bitmap.to_pil()
    out = io.BytesIO()
    image.save(out, "PNG", dpi=(dpi, dpi), compress_level=6)
    image.close()
    bitmap.close()
    page.close()
    return out.getvalue()
