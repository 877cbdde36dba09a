"""Puts the sheets of a kit into one PDF: faces, marks and labels on every side, backs behind fronts, bookmarks."""

from __future__ import annotations

import io

import pikepdf
from pikepdf import Array, Dictionary, Name, OutlineItem, String

from companion.kit import guide, layout, marks, seams
from companion.kit.calibration import correction
from companion.kit.canvas import POINTS, Canvas
from companion.kit.errors import Gettext
from companion.kit.forms import Forms
from companion.kit.imposition import Spread
from companion.kit.labels import Labels, draw_labels
from companion.kit.lettering import Lettering
from companion.kit.paper import Page, pages, turns_upside_down
from companion.kit.plan import Backs, Fronts, Guide, Part, Plan, Printed, Side, Whole
from companion.kit.versions import newest

LAP = 0.15
"""How far the bleeds of neighbours overlap in the gap: where they only met, a viewer would show a white hair."""
DUPLEX = {"duplex-long": Name.DuplexFlipLongEdge, "duplex-short": Name.DuplexFlipShortEdge}


class Book:
    """A kit on its way to paper."""

    def __init__(self, plan: Plan, forms: Forms, gettext: Gettext) -> None:
        self._plan = plan
        self._kit = plan.kit
        self._options = plan.options
        self._forms = forms
        self._pdf = forms.pdf
        self._say = gettext
        self._lettering = Lettering(plan.options.language)
        self._version = newest(plan.kit.game)
        self._measured = pages(plan.options)[0]
        """How the paper lies for which the calibration holds."""

    def write(self) -> bytes:
        """The finished PDF: the same bytes for the same faces and options."""
        printed = self._plan.printed()
        bookmarks = [
            OutlineItem(page.side.bookmark, number) for number, page in enumerate(printed) if page.side.bookmark
        ]
        canvases = [self._page(page) for page in printed]
        fonts = self._lettering.embed(self._pdf)
        for page, canvas in canvases:
            resources = Dictionary()
            if canvas.faces:
                resources.XObject = Dictionary({f"/{key}": self._forms.form(key) for key in sorted(canvas.faces)})
            if canvas.fonts:
                resources.Font = Dictionary({f"/{name}": fonts[name] for name in sorted(canvas.fonts)})
            page.Resources = resources
            page.Contents = self._pdf.make_stream(canvas.stream())
        with self._pdf.open_outline() as outline:
            outline.root.extend(bookmarks)
        self._describe(printed)
        return save(self._pdf)

    # --- what is on a side ---------------------------------------------------------------------------------------

    def _page(self, printed: Printed) -> tuple[pikepdf.Page, Canvas]:
        side = printed.side
        canvas = Canvas(side.page.height)
        self._draw(canvas, side)
        if not isinstance(side.content, Spread):
            draw_labels(canvas, side.page, self._labels(printed), self._lettering, self._options.large_print)
        size = (side.page.width * POINTS, side.page.height * POINTS)
        return self._pdf.add_blank_page(page_size=size), canvas

    def _draw(self, canvas: Canvas, side: Side) -> None:
        match side.content:
            case Fronts(sheet, backs):
                self._draw_slots(canvas, sheet)
                if backs:
                    self._draw_slots(canvas, backs)
                marks.draw_cuts(canvas, sheet, self._options.lines)
                marks.draw_folds(canvas, sheet)
                marks.draw_registration(canvas, side.page, self._options.registration)
            case Backs(sheet):
                with canvas.saved():
                    self._correct(canvas, side.page)
                    self._draw_slots(canvas, sheet)
            case Part():
                self._draw_part(canvas, side.content)
            case Whole(place):
                assert self._kit.board
                scale = self._kit.board_scale
                canvas.face(
                    self._kit.board.key, *place.middle, self._forms.size(self._kit.board.key), False, (scale,) * 2
                )
                marks.draw_corners(canvas, place)
            case Spread():
                self._draw_spread(canvas, side.content)
            case Guide(back=False):
                guide.draw_guide(canvas, side.page, self._plan, self._version, self._lettering, self._say)
            case Guide(back=True):
                x, y = guide.target(side.page)
                over = turns_upside_down(side.page, self._options.backs)
                with canvas.saved():
                    self._correct(canvas, side.page)
                    guide.draw_back(canvas, *((x, side.page.height - y) if over else (side.page.width - x, y)))
            case None:
                pass

    def _draw_slots(self, canvas: Canvas, sheet: layout.Sheet) -> None:
        lap = min(LAP, sheet.gap / 2)
        for slot in sheet.slots:
            with canvas.saved():
                if slot.hull:
                    canvas.clip(slot.hull[0], [(point,) for point in slot.hull[1:]])
                else:
                    canvas.clip_area(slot.cell.grown(lap, sheet.area))
                canvas.clip(*slot.shape.outline(slot.bleed), slot.x, slot.y)
                key, scale = slot.face.key, self._forms.scale(slot.face.key, slot.piece.scale)
                canvas.face(key, slot.x, slot.y, self._forms.size(key), slot.upside_down, scale)

    def _draw_part(self, canvas: Canvas, part: Part) -> None:
        assert self._kit.board
        window, (width, height) = part.window, self._kit.board_mm
        with canvas.saved():
            canvas.clip_area(window.place)
            key, scale = self._kit.board.key, self._kit.board_scale
            x, y = window.on_page(width / 2, height / 2)
            canvas.face(key, x, y, self._forms.size(key), False, (scale, scale))
        seams.draw_seams(canvas, part.poster, window)
        if len(part.poster.windows) > 1 or part.poster.quarter:
            seams.draw_map(canvas, part.poster.page, part.poster, window)

    def _draw_spread(self, canvas: Canvas, spread: Spread) -> None:
        """Two pages of a booklet; the whole of it upside down where the paper turns over a level edge."""
        sign = -1 if spread.upside_down else 1
        x, y = spread.page.width / 2, spread.page.height / 2
        with canvas.saved():
            if spread.back:
                self._correct(canvas, spread.page)
            for face, aside in ((spread.left, -1), (spread.right, 1)):
                if face:
                    canvas.face(
                        face.key,
                        x + sign * aside * spread.size[0] / 2,
                        y,
                        self._forms.size(face.key),
                        spread.upside_down,
                        (spread.scale, spread.scale),
                    )

    def _correct(self, canvas: Canvas, page: Page) -> None:
        """Move a back to where the printer's error puts it behind its front."""
        if self._options.calibration and (page.width > page.height) == (self._measured.width > self._measured.height):
            over = turns_upside_down(page, self._options.backs)
            canvas.move(correction(self._options.calibration, page.width, page.height, over))

    # --- words ---------------------------------------------------------------------------------------------------

    def _labels(self, printed: Printed) -> Labels:
        side = printed.side
        sheet = self._say("For a copy shop")
        if printed.home:
            sheet = {
                "only": self._say("Sheet %(n)d of %(m)d"),
                "front": self._say("Sheet %(n)d of %(m)d, front"),
                "back": self._say("Sheet %(n)d of %(m)d, back"),
            }[printed.which] % {"n": printed.number, "m": self._plan.sheets}
        if self._version:
            sheet += " · " + self._say("version %(n)d") % {"n": self._version}
        return Labels(
            title=f"{self._kit.title} · {side.title}",
            sheet=sheet,
            names=side.names,
            scale=self._say("Print at 100 %, do not fit to the page."),
            ruler=self._say("This bar is 100 mm long."),
        )

    # --- the document --------------------------------------------------------------------------------------------

    def _describe(self, printed: list[Printed]) -> None:
        """Title, language, and what a print dialogue should start with: true scale, both sides, home pages."""
        pdf, options = self._pdf, self._options
        pdf.docinfo["/Title"] = String(self._say("%(game)s: printed copy") % {"game": self._kit.title})
        pdf.docinfo["/Creator"] = String("Tableside")
        pdf.Root.Lang = String(options.language.replace("_", "-"))
        pdf.Root.PageMode = Name.UseOutlines
        hints = Dictionary(
            DisplayDocTitle=True,
            PrintScaling=Name("/None"),
            Duplex=DUPLEX.get(options.backs, Name.Simplex),
            PickTrayByPDFSize=True,
        )
        first = sum(page.home and not (options.backs == "by-hand" and page.which == "back") for page in printed)
        if 0 < first < len(printed):
            hints.PrintPageRange = Array([1, first])
        pdf.Root.ViewerPreferences = hints


def save(pdf: pikepdf.Pdf) -> bytes:
    """The bytes of a finished PDF, as few as can be and always the same."""
    out = io.BytesIO()
    compact = pikepdf.ObjectStreamMode.generate
    pdf.save(out, min_version="1.7", object_stream_mode=compact, deterministic_id=True)
    pdf.close()
    return out.getvalue()
