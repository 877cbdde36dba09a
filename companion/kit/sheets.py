"""Puts the sheets of a kit into one PDF: faces, marks and labels on every side, backs behind fronts, bookmarks."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import pikepdf
from pikepdf import Array, Dictionary, Name, OutlineItem, String

from companion.kit import layout, marks
from companion.kit.canvas import POINTS, Canvas
from companion.kit.errors import Gettext
from companion.kit.lettering import Lettering
from companion.kit.options import KitOptions
from companion.kit.paper import STRIP, UNREACHABLE, Area, Page
from companion.kit.pieces import Face, Kit, Section
from companion.kit.poster import Poster, Window, poster

LAP = 0.15
"""How far the bleeds of neighbours overlap in the gap: where they only met, a viewer would show a white hair."""
DUPLEX = {"duplex-long": Name.DuplexFlipLongEdge, "duplex-short": Name.DuplexFlipShortEdge, "none": Name.Simplex}


@dataclass(frozen=True)
class _Side:
    """A page to be written: its size, who draws it, and its labels but for the number of the sheet."""

    page: Page
    draw: Callable[[Canvas], None] | None
    labels: marks.Labels
    bookmark: str = ""


@dataclass(frozen=True)
class _Leaf:
    """A piece of paper: front and back. `home` is false for paper that no home printer takes."""

    front: _Side
    back: _Side | None
    home: bool = True


class Book:
    """A kit on its way to paper."""

    def __init__(self, kit: Kit, options: KitOptions, gettext: Gettext) -> None:
        self._kit = kit
        self._options = options
        self._say = gettext
        self._pdf = pikepdf.new()
        self._forms: dict[str, pikepdf.Object] = {}
        self._lettering = Lettering(options.language)

    def add_faces(self, group: str, pdf: bytes) -> None:
        """Take over a group of faces as `companion.kit.cache` keeps them."""
        with pikepdf.open(io.BytesIO(pdf)) as source:
            for slug, form in self._pdf.copy_foreign(source.make_indirect(source.Root.Faces)).items():
                self._forms[Face(group, slug[1:]).key] = form

    def write(self) -> bytes:
        """The finished PDF: the same bytes for the same faces and options."""
        leaves = self._leaves()
        total = len(leaves)
        bookmarks: list[OutlineItem] = []
        canvases: list[tuple[pikepdf.Page, Canvas]] = []
        for count, leaf in enumerate(leaves, 1):
            for side, which in ((leaf.front, "front"), (leaf.back, "back")):
                if side is None:
                    continue
                if side.bookmark:
                    bookmarks.append(OutlineItem(side.bookmark, len(canvases)))
                canvases.append(self._page(side, self._sheet_label(count, total, which)))
        fonts = self._lettering.embed(self._pdf)
        for page, canvas in canvases:
            resources = Dictionary()
            if canvas.faces:
                resources.XObject = Dictionary({f"/{key}": self._forms[key] for key in sorted(canvas.faces)})
            if canvas.fonts:
                resources.Font = Dictionary({f"/{name}": fonts[name] for name in sorted(canvas.fonts)})
            page.Resources = resources
            page.Contents = self._pdf.make_stream(canvas.stream())
        with self._pdf.open_outline() as outline:
            outline.root.extend(bookmarks)
        self._describe(leaves)
        out = io.BytesIO()
        compact = pikepdf.ObjectStreamMode.generate
        self._pdf.save(out, min_version="1.7", object_stream_mode=compact, deterministic_id=True)
        self._pdf.close()
        return out.getvalue()

    # --- which sides there are -----------------------------------------------------------------------------------

    def _leaves(self) -> list[_Leaf]:
        leaves: list[_Leaf] = []
        if self._kit.board and self._options.board in ("poster", "both"):
            leaves += self._poster()
        for section in self._kit.sections:
            leaves += self._section(section)
        if self._kit.board and self._options.board in ("single", "both"):
            leaves.append(self._whole_board())
        return leaves

    def _section(self, section: Section) -> list[_Leaf]:
        leaves: list[_Leaf] = []
        for sheet in layout.sheets(section.pieces, self._options.paper):
            front = _Side(
                sheet.page,
                partial(self._draw_front, sheet=sheet),
                self._labels(section.title, self._names(sheet)),
                "" if leaves else section.title,
            )
            back = layout.back(sheet, self._options.backs) if self._options.backs != "none" else None
            leaves.append(
                _Leaf(
                    front,
                    _Side(
                        sheet.page,
                        partial(self._draw_slots, sheet=back),
                        self._labels(section.title, self._say("Backs")),
                    )
                    if back
                    else self._empty(sheet.page),
                )
            )
        return leaves

    def _poster(self) -> list[_Leaf]:
        assert self._kit.board
        sheet = poster(*self._size(self._kit.board), self._options.paper)
        leaves: list[_Leaf] = []
        for window in sheet.windows:
            title = f"{self._kit.names[self._kit.board.group]} {window.label}"
            names = self._say("Cut along the dashed lines and glue onto the flaps of the neighbours, mark on mark.")
            if not window.row and not window.column:
                names = self._say("Leave this page whole: its neighbours are glued onto its flaps, mark on mark.")
            front = _Side(
                sheet.page,
                partial(self._draw_window, sheet=sheet, window=window),
                self._labels(title, names if len(sheet.windows) > 1 else ""),
                "" if leaves else self._kit.names[self._kit.board.group],
            )
            leaves.append(_Leaf(front, self._empty(sheet.page)))
        return leaves

    def _whole_board(self) -> _Leaf:
        assert self._kit.board
        width, height = self._size(self._kit.board)
        border = 2 * UNREACHABLE
        page = Page(width + 2 * border, height + 2 * (border + STRIP))
        title = self._say("%(board)s in one piece") % {"board": self._kit.names[self._kit.board.group]}
        names = self._say("For a copy shop: %(width)d × %(height)d mm. The print dialogue leaves this page out.") % {
            "width": round(page.width),
            "height": round(page.height),
        }
        place = Area((page.width - width) / 2, (page.height - height) / 2, width, height)
        return _Leaf(
            _Side(page, partial(self._draw_board, place=place), self._labels(title, names), title), None, False
        )

    def _empty(self, page: Page) -> _Side | None:
        """The back of a sheet without backs: in a duplex print it must be there, or the next front would be."""
        if self._options.backs == "none":
            return None
        return _Side(page, None, self._labels(self._say("This side stays empty."), ""))

    # --- what is on a side ---------------------------------------------------------------------------------------

    def _page(self, side: _Side, sheet_label: str) -> tuple[pikepdf.Page, Canvas]:
        canvas = Canvas(side.page.height)
        if side.draw:
            side.draw(canvas)
        marks.draw_labels(canvas, side.page, replace(side.labels, sheet=sheet_label), self._lettering)
        size = (side.page.width * POINTS, side.page.height * POINTS)
        return self._pdf.add_blank_page(page_size=size), canvas

    def _draw_front(self, canvas: Canvas, sheet: layout.Sheet) -> None:
        self._draw_slots(canvas, sheet)
        for block in sheet.blocks:
            marks.draw_cuts(canvas, block)

    def _draw_slots(self, canvas: Canvas, sheet: layout.Sheet) -> None:
        for slot in sheet.slots:
            with canvas.saved():
                canvas.clip_area(slot.cell.grown(LAP, sheet.page.content))
                canvas.clip(*slot.shape.outline(slot.bleed), slot.x, slot.y)
                canvas.face(slot.face.key, slot.x, slot.y, self._size(slot.face), slot.upside_down)

    def _draw_window(self, canvas: Canvas, sheet: Poster, window: Window) -> None:
        assert self._kit.board
        width, height = self._size(self._kit.board)
        with canvas.saved():
            canvas.clip_area(window.place)
            canvas.face(
                self._kit.board.key,
                window.place.left - window.picture.left + width / 2,
                window.place.top - window.picture.top + height / 2,
                (width, height),
            )
        marks.draw_seams(canvas, sheet, window)
        if len(sheet.windows) > 1:
            marks.draw_map(canvas, sheet.page, sheet, window)

    def _draw_board(self, canvas: Canvas, place: Area) -> None:
        assert self._kit.board
        size = (place.width, place.height)
        canvas.face(self._kit.board.key, place.left + place.width / 2, place.top + place.height / 2, size)
        marks.draw_corners(canvas, place)

    def _size(self, face: Face) -> tuple[float, float]:
        """Width and height of a face in mm, bleed included."""
        left, bottom, right, top = (float(value) for value in self._forms[face.key].BBox)
        return (right - left) / POINTS, (top - bottom) / POINTS

    # --- words ---------------------------------------------------------------------------------------------------

    def _labels(self, title: str, names: str) -> marks.Labels:
        return marks.Labels(
            title=f"{self._kit.title} · {title}",
            sheet="",
            names=names,
            scale=self._say("Print at 100 %, do not fit to the page."),
            ruler=self._say("This bar is 100 mm long."),
        )

    def _sheet_label(self, count: int, total: int, side: str) -> str:
        if self._options.backs == "none":
            text = self._say("Sheet %(n)d of %(m)d")
        elif side == "front":
            text = self._say("Sheet %(n)d of %(m)d, front")
        else:
            text = self._say("Sheet %(n)d of %(m)d, back")
        return text % {"n": count, "m": total}

    def _names(self, sheet: layout.Sheet) -> str:
        """The pieces of a sheet, with how many of each."""
        counts: dict[str, int] = {}
        for slot in sheet.slots:
            counts[slot.piece.name] = counts.get(slot.piece.name, 0) + 1
        return " · ".join(f"{count} × {name}" for name, count in counts.items())

    # --- the document --------------------------------------------------------------------------------------------

    def _describe(self, leaves: list[_Leaf]) -> None:
        """Title, language, and what a print dialogue should start with: true scale, both sides, home pages."""
        pdf, options = self._pdf, self._options
        pdf.docinfo["/Title"] = String(self._say("%(game)s: printed copy") % {"game": self._kit.title})
        pdf.docinfo["/Creator"] = String("Tableside")
        pdf.Root.Lang = String(options.language.replace("_", "-"))
        pdf.Root.PageMode = Name.UseOutlines
        hints = Dictionary(
            DisplayDocTitle=True, PrintScaling=Name("/None"), Duplex=DUPLEX[options.backs], PickTrayByPDFSize=True
        )
        home = sum(1 + (leaf.back is not None) for leaf in leaves if leaf.home)
        if 0 < home < len(pdf.pages):
            hints.PrintPageRange = Array([1, home])
        pdf.Root.ViewerPreferences = hints
