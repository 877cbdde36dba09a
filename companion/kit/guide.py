"""The first page of a kit: how to print it and what to check, in three steps with a drawing each."""

from __future__ import annotations

from dataclasses import dataclass

from companion.kit import diagrams
from companion.kit.canvas import BLACK, GREY, Canvas
from companion.kit.errors import Gettext
from companion.kit.formats import PAPER_NAMES, paper_size
from companion.kit.lettering import Lettering
from companion.kit.marks import THICK
from companion.kit.paper import REGISTRATION, Area, Page
from companion.kit.plan import TURNED, Plan

TEXT, LARGE = 3.7, 4.0
"""Heights of letters, as usual and in large print: their em in mm, 10 and 11 points and a little."""
LEAST = 2.15
LEADING = 1.45
TITLE = 6.5
PICTURE = 52.0
"""Width of the drawings beside the steps."""
TARGET = 14.0
"""From the foot of the content up to the middle of the mark that shows whether both sides agree."""


@dataclass
class _Pen:
    """Writes down a column."""

    canvas: Canvas
    lettering: Lettering
    left: float
    top: float
    width: float
    size: float

    def write(self, text: str, bold: bool = False, size: float = 0.0) -> None:
        """A paragraph."""
        size = size or self.size
        for line in self.lettering.wrapped(text, size, self.width, bold):
            self.top += size * LEADING
            self.canvas.text(self.lettering, line, self.left, self.top - size * 0.4, size, bold)


def target(page: Page) -> tuple[float, float]:
    """Where the mark lies on the front."""
    return page.width / 2, page.content.bottom - TARGET


def draw_guide(canvas: Canvas, page: Page, plan: Plan, version: int, lettering: Lettering, say: Gettext) -> None:
    """The whole page, on small paper in smaller letters."""
    least = LARGE if plan.options.large_print else LEAST
    share, fits = 1.0, False
    while not fits:
        attempt = Canvas(page.height)
        fits = _draw(attempt, page, plan, version, lettering, say, share) or share * TEXT <= least
        share -= 0.05
    canvas.add(attempt)


def _draw(
    canvas: Canvas, page: Page, plan: Plan, version: int, lettering: Lettering, say: Gettext, share: float
) -> bool:
    """Draw it at a share of its usual size, and tell whether it fits."""
    area, options = page.content, plan.options
    size = (LARGE if options.large_print else TEXT) * share
    picture_width = PICTURE * share
    pen = _Pen(canvas, lettering, area.left + 4, area.top + 2, area.width - 8, size)
    pen.write(say("%(game)s: how to print this kit") % {"game": plan.kit.title}, bold=True, size=TITLE * share)
    pen.write(_summary(plan, version, say))
    pen.top += 3
    steps = (
        (say("1. Print this page alone and measure it"), _measure(plan, say), diagrams.draw_measuring),
        (say("2. See to the backs"), _backs(plan, say), _turning(plan)),
        (say("3. Print the rest and cut it out"), _cutting(plan, say), diagrams.draw_cutting),
    )
    for heading, paragraphs, picture in steps:
        top = pen.top
        own = _Pen(canvas, lettering, pen.left + picture_width + 5, top + 2, pen.width - picture_width - 5, size)
        own.write(heading, bold=True, size=size * 1.15)
        for paragraph in paragraphs:
            own.write(paragraph)
        picture(canvas, pen.left, top + 3, picture_width)
        pen.top = max(own.top, top + picture_width * 0.75) + 4
        canvas.lines([((pen.left, pen.top - 1), (pen.left + pen.width, pen.top - 1))], GREY, 0.15)
    pen.top += 2
    pen.left += size * 1.6
    for line in _contents(plan, say):
        pen.write(line)
        box = Area(pen.left - size * 1.6, pen.top - size * 1.15, size * 0.9, size * 0.9)
        canvas.frame(box, BLACK, 0.2)
    if options.backs in TURNED:
        diagrams.draw_ring(canvas, *target(page))
        words = say("The cross on the other side belongs into this ring.")
        canvas.text(lettering, words, (page.width - lettering.width(words, size)) / 2, area.bottom - 2, size)
    return pen.top <= (area.bottom - TARGET - 9 if options.backs in TURNED else area.bottom)


def draw_back(canvas: Canvas, x: float, y: float) -> None:
    """The mark on the back of that page."""
    diagrams.draw_cross(canvas, x, y)


def _summary(plan: Plan, version: int, say: Gettext) -> str:
    options = plan.options
    width, height = paper_size(options.paper)
    name = PAPER_NAMES.get(options.paper, "")
    paper = f"{name} ({width:g} × {height:g} mm)".strip() if name else f"{width:g} × {height:g} mm"
    count = say("%(n)d sheet") if plan.sheets == 1 else say("%(n)d sheets")
    about = {"sheets": count % {"n": plan.sheets}, "paper": paper, "width": f"{options.tile_width:g}"}
    text = (
        say("%(sheets)s of %(paper)s, tiles %(width)s mm wide") if plan.kit.tile_mm else say("%(sheets)s of %(paper)s")
    )
    text %= about
    release = say("version %(n)d") % {"n": version}
    return f"{text} · {release}" if version else text


def _contents(plan: Plan, say: Gettext) -> list[str]:
    """What the kit consists of: sheets for this printer, and what is for another."""
    lines = []
    for title, count in plan.sections.items():
        sheets = say("%(n)d sheet") if count == 1 else say("%(n)d sheets")
        lines.append(f"{title}: {sheets % {'n': count}}")
    return lines + [f"{leaf.front.title}: {leaf.front.names}" for leaf in plan.leaves if not leaf.home]


def _measure(plan: Plan, say: Gettext) -> list[str]:
    both = plan.options.backs in TURNED
    first = say("Print pages 1 and 2, on both sides of one sheet.") if both else say("Print page 1.")
    edge = {
        "duplex-long": say("Let the printer turn the paper over its long edge."),
        "duplex-short": say("Let the printer turn the paper over its short edge."),
    }.get(plan.options.backs, "")
    return [
        f"{first} {edge}".strip(),
        say("Choose “actual size” or 100 %, never “fit to page”."),
        say("The black and white bar at the foot must be 100 mm long. If it is not, the kit will not fit together."),
    ]


def _backs(plan: Plan, say: Gettext) -> list[str]:
    match plan.options.backs:
        case "none":
            return [say("This kit has no backs: print on one side of the paper.")]
        case "fold":
            return [
                say("Fronts and backs lie side by side. Fold each sheet along the line in the middle, print outwards."),
                say("Glue both halves together, let them dry under a pile of books, and only then cut."),
            ]
        case "by-hand":
            single, fronts, backs = plan.hand()
            words = [say("Print pages %(a)d to %(b)d: they have no backs.") % {"a": single[0], "b": single[-1]}]
            if fronts:
                words += [
                    say("Print the fronts, pages %(a)d to %(b)d.") % {"a": fronts[0], "b": fronts[-1]},
                    say(
                        "Turn the whole stack over its long edge, like a page of a book, put it back into the tray, "
                        "and print the backs, pages %(a)d to %(b)d."
                    )
                    % {"a": backs[0], "b": backs[-1]},
                    say("Try it with one sheet: front and back carry the same number. If not, reverse the stack."),
                ]
            return words
        case _:
            return [
                say("Hold this page against the light: the cross of the back must lie in the ring below."),
                say("If it is off by more than 1 mm, print the calibration sheet, read it off and save your printer."),
                say("If it is at another end of the paper, choose the other edge in the print dialogue."),
            ]


def _turning(plan: Plan) -> diagrams.Picture:
    return {
        "none": diagrams.draw_single,
        "fold": diagrams.draw_folding,
        "by-hand": diagrams.draw_stack,
        "duplex-short": diagrams.draw_short_edge,
    }.get(plan.options.backs, diagrams.draw_long_edge)


def _cutting(plan: Plan, say: Gettext) -> list[str]:
    options = plan.options
    words = [
        say("Cards: paper of 200 to 300 g/m², or thinner in sleeves. Tiles and board: glued on board of 1.5 to 2 mm.")
        if plan.kit.tile_mm
        else say("Cards: paper of 200 to 300 g/m², or thinner in sleeves. The rest: any firm paper.")
    ]
    if options.registration != "none":
        words.append(
            say("Marks for Silhouette Studio: length %(length)g mm, thickness %(thick)g mm, inset %(inset)g mm.")
            % {"length": REGISTRATION, "thick": THICK, "inset": options.mark_inset}
        )
    if options.cut_file != "none":
        words.append(
            say("In the cut files cut the layer “cut”, score “fold”, and switch off “paper”, the sheet’s edge.")
        )
    if options.lines == "none":
        words.append(say("There are no cut lines: cut with your machine and the files that came with this kit."))
    else:
        words.append(say("Cut along the lines with a sharp knife and a steel ruler, in several light strokes."))
        words.append(say("Fold where the line is dashed and dotted, scored with the back of the knife before."))
    return words
