"""The calibration sheet: scales on the front, verniers on the back, read against the light to a tenth of a millimetre.

The back is drawn mirrored, so that its numbers read rightly from the front. Two scales for x lie far apart on the
upright middle line of the paper, one for y lies in its middle: from them come x, y and the angle.
"""

from __future__ import annotations

from pikepdf import Array, Dictionary, Name, String

from companion.kit.calibration import Matrix, correction
from companion.kit.canvas import BLACK, GREY, POINTS, WHITE, Canvas
from companion.kit.errors import Gettext
from companion.kit.forms import Forms
from companion.kit.labels import Labels, draw_labels
from companion.kit.lettering import Lettering
from companion.kit.options import Backs
from companion.kit.paper import Area, Page, pages, turns_upside_down
from companion.kit.plan import TURNED, Plan
from companion.kit.sheets import DUPLEX, save

ARMS = ((114.592, 0.25), (57.296, 0.5), (28.648, 1.0))
"""How far the scales for x lie from the middle, and the degrees that a millimetre between them then means."""
REACH = 10
"""Millimetres that a scale measures to either side."""
VERNIER = 0.9
"""The pitch of a vernier whose every line stands for a tenth of a millimetre."""
TEXT, SMALL, LEAST = 3.6, 2.4, 2.12
LEADING, BETWEEN = 1.45, 1.2
BOX = (22.0, 9.0)


def arm_of(page: Page) -> tuple[float, float]:
    """One of ARMS: the longest that fits a page."""
    room = page.content.height / 2 - 9
    return next((arm for arm in ARMS if arm[0] < room), ARMS[-1])


class Measuring:
    """The two sides of the sheet."""

    def __init__(self, plan: Plan, forms: Forms, say: Gettext) -> None:
        self._plan = plan
        self._options = plan.options
        self._pdf = forms.pdf
        self._say = say
        self._lettering = Lettering(plan.options.language)
        backs = plan.options.backs
        self._backs: Backs = backs if backs in (*TURNED, "by-hand") else "duplex-long"
        self._page = pages(plan.options)[0]
        self._arm, self._degrees = arm_of(self._page)

    def write(self) -> bytes:
        """The finished PDF."""
        canvases = [self._front(), self._back()]
        fonts = self._lettering.embed(self._pdf)
        for canvas in canvases:
            page = self._pdf.add_blank_page(page_size=(self._page.width * POINTS, self._page.height * POINTS))
            page.Resources = Dictionary(Font=Dictionary({f"/{name}": fonts[name] for name in sorted(canvas.fonts)}))
            page.Contents = self._pdf.make_stream(canvas.stream())
        self._pdf.docinfo["/Title"] = String(self._say("Calibration sheet"))
        self._pdf.docinfo["/Creator"] = String("Tableside")
        self._pdf.Root.Lang = String(self._options.language.replace("_", "-"))
        self._pdf.Root.ViewerPreferences = Dictionary(
            DisplayDocTitle=True,
            PrintScaling=Name("/None"),
            Duplex=DUPLEX.get(self._backs, Name.Simplex),
            PickTrayByPDFSize=True,
            PrintPageRange=Array([1, 1 if self._backs == "by-hand" else 2]),
        )
        return save(self._pdf)

    def _front(self) -> Canvas:
        page, say = self._page, self._say
        canvas = Canvas(page.height)
        x, y = page.width / 2, page.height / 2
        for at, words in ((y - self._arm, say("x at the top")), (y + self._arm, say("x at the foot"))):
            self._scale(canvas, x, at, words)
        self._scale(canvas, x, y, say("y"), upright=True)
        self._explain(canvas, page)
        draw_labels(canvas, page, self._labels(say("Front")), self._lettering)
        return canvas

    def _back(self) -> Canvas:
        """What is seen through the paper: drawn as the front sees it, then mirrored, then moved by the calibration."""
        page = self._page
        canvas = Canvas(page.height)
        x, y = page.width / 2, page.height / 2
        over = turns_upside_down(page, self._backs)
        mirrored: Matrix = (1, 0, 0, -1, 0, page.height) if over else (-1, 0, 0, 1, page.width, 0)
        with canvas.saved():
            if self._options.calibration:
                canvas.move(correction(self._options.calibration, page.width, page.height, over))
            canvas.move(mirrored)
            self._vernier(canvas, x, y - self._arm)
            self._vernier(canvas, x, y + self._arm)
            self._vernier(canvas, x, y, upright=True)
        draw_labels(canvas, page, self._labels(self._say("Back")), self._lettering)
        return canvas

    # --- scales --------------------------------------------------------------------------------------------------

    def _scale(self, canvas: Canvas, x: float, y: float, words: str, upright: bool = False) -> None:
        """Millimetres with 0 at x, y; the lines stand above the middle, or left of it."""

        def at(along: float, across: float) -> tuple[float, float]:
            return (x + across, y + along) if upright else (x + along, y + across)

        lettering = self._lettering
        canvas.lines([(at(-REACH, 0), at(REACH + 10, 0))], GREY, 0.1)
        for millimetre in range(-REACH, REACH + 11):
            long = millimetre % 5 == 0 and millimetre <= REACH
            canvas.lines([(at(millimetre, 0), at(millimetre, -4.5 if long else -3))], BLACK, 0.15)
            if long:
                text = f"{millimetre:+d}".replace("-", "−") if millimetre else "0"
                width = lettering.width(text, SMALL)
                px, py = at(millimetre, -5.2)
                if upright:
                    canvas.text(lettering, text, px - width, py + SMALL * 0.36, SMALL)
                else:
                    canvas.text(lettering, text, px - width / 2, py, SMALL)
        px, py = at(-REACH, 0)
        width = lettering.width(words, TEXT, bold=True)
        if upright:
            canvas.text(lettering, words, px - width / 2, py - 3, TEXT, bold=True)
        else:
            canvas.text(lettering, words, px - width - 4, py - 1, TEXT, bold=True)

    def _vernier(self, canvas: Canvas, x: float, y: float, upright: bool = False) -> None:
        """Eleven lines below the middle, or right of it: the first shows the millimetre, the one that meets a line of
        the front shows the tenth."""

        def at(along: float, across: float) -> tuple[float, float]:
            return (x + across, y + along) if upright else (x + along, y + across)

        lettering = self._lettering
        for tenth in range(11):
            long = tenth in (0, 5, 10)
            canvas.lines([(at(tenth * VERNIER, 0), at(tenth * VERNIER, 4.5 if long else 3))], BLACK, 0.15)
            if long:
                text = str(tenth)
                px, py = at(tenth * VERNIER, 6.8)
                width = lettering.width(text, SMALL)
                if upright:
                    canvas.text(lettering, text, px - 1.6, py + SMALL * 0.36, SMALL)
                else:
                    canvas.text(lettering, text, px - width / 2, py, SMALL)
        tip = [at(0, 0), at(-0.8, 2), at(0.8, 2)]
        canvas.shape(tip, BLACK)

    # --- words ---------------------------------------------------------------------------------------------------

    def _explain(self, canvas: Canvas, page: Page) -> None:
        """What to do, left of the middle above the scale for y and below it."""
        say, area = self._say, page.content
        degrees = f"{self._degrees:g}"
        above = [
            say("1. Print both pages on one sheet as you print the kit: the same printer, tray, paper and edge."),
            say("2. Hold it against the light, this side towards you. Through the paper you see short scales."),
            say(
                "3. At each of the three places read where the arrow of the back stands: the whole millimetre to the "
                "left of it (for y: above it), and as the tenth the number of the line that meets a line of the front."
            ),
        ]
        below = [
            say("x = half of (top + foot)"),
            say("y as it is read"),
            say("angle = %(degrees)s × (top − foot)") % {"degrees": degrees},
            say("4. Save the three numbers under the printer’s name, or give them to the command line:"),
            "--calibration=x,y," + say("angle"),
        ]
        if self._options.calibration:
            below.append(
                say("This sheet was moved by %(calibration)s already; it should read 0. Add what it still reads.")
                % {"calibration": self._options.calibration}
            )
        middle = page.width / 2, page.height / 2
        if self._arm > ARMS[1][0]:
            upper = Area(area.left + 4, middle[1] - self._arm + 14, area.width - 8, self._arm - REACH - 22)
            lower = Area(area.left + 4, middle[1] + REACH + 14, area.width - 8, self._arm - REACH - 22)
        elif page.width > page.height:  # beside the scales, whose names stand left of them
            upper = Area(area.left + 2, area.top + 2, middle[0] - area.left - 46, area.height - 4)
            lower = Area(middle[0] + 26, area.top + 2, area.right - middle[0] - 28, area.height - 4)
        else:
            upper = Area(area.left + 2, middle[1] - self._arm + 9, area.width - 4, self._arm - REACH - 15)
            lower = Area(area.left + 2, middle[1] + REACH + 11, area.width - 4, self._arm - REACH - 19)
        self._column(canvas, above, upper)
        boxes = lower.width > 120 and lower.height > 5 * BOX[1]
        self._column(canvas, below, Area(lower.left, lower.top, lower.width * (0.6 if boxes else 1), lower.height))
        if boxes:
            self._boxes(canvas, lower.right - BOX[0], lower.top + 2)

    def _column(self, canvas: Canvas, paragraphs: list[str], area: Area) -> None:
        """Paragraphs under each other, in letters that are small enough."""
        lettering = self._lettering
        size = lettering.fitting(paragraphs, (LEAST, TEXT), area.width, area.height, LEADING, BETWEEN)
        top = area.top
        for text in paragraphs:
            for line in lettering.wrapped(text, size, area.width):
                top += size * LEADING
                canvas.text(lettering, line, area.left, top - size * 0.4, size)
            top += BETWEEN

    def _boxes(self, canvas: Canvas, left: float, top: float) -> None:
        """Places to write the readings and the results down."""
        say = self._say
        for n, words in enumerate((say("top"), say("foot"), "x", "y", say("angle"))):
            box = Area(left, top + n * BOX[1], BOX[0], BOX[1] - 2)
            canvas.fill(box, WHITE)
            canvas.frame(box, BLACK, 0.2)
            width = self._lettering.width(words, TEXT)
            canvas.text(self._lettering, words, box.left - width - 2, box.top + 4.8, TEXT)

    def _labels(self, side: str) -> Labels:
        edge = {
            "duplex-long": self._say("Both sides, long edge"),
            "duplex-short": self._say("Both sides, short edge"),
            "by-hand": self._say("Turned by hand over the long edge"),
        }[self._backs]
        return Labels(
            title=self._say("Calibration sheet"),
            sheet=side,
            names=edge,
            scale=self._say("Print at 100 %, do not fit to the page."),
            ruler=self._say("This bar is 100 mm long."),
        )
