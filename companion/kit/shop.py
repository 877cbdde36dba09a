"""Pages for a print shop: one face a page with its bleed, front and back in turn, once for every copy.

As PDF/X-1a:2003 wherever the faces allow it: in process colours, without transparency or pictures. Faces that are
partly transparent come as an ordinary PDF with the same boxes; such a file does not claim to be more.
"""

from __future__ import annotations

import io
from decimal import Decimal

import pikepdf
from pikepdf import Array, Dictionary, Name, Operator, String

from companion.kit.canvas import POINTS, Canvas
from companion.kit.errors import N_, Gettext, KitError
from companion.kit.forms import Forms
from companion.kit.paper import Area
from companion.kit.pieces import Face, Piece
from companion.kit.plan import Plan
from companion.kit.separation import separated

BLEED = 3.175
"""An eighth of an inch, which most shops want; less where a face has less."""
STANDARD = "PDF/X-1a:2003"
CONDITION = "FOGRA39"
"""Coated paper in offset, as the registry of colour conditions names it."""
DATED = "D:20260101000000Z"
"""PDF/X wants a date, and the same kit is to have the same bytes."""
COLOURS = {"rg": "k", "RG": "K"}
FOREIGN = {"cs", "CS", "sc", "SC", "scn", "SCN", "sh", "BI", "ri"}
"""Operators that may bring other colours along."""


def for_a_shop(plan: Plan, forms: Forms, say: Gettext) -> bytes:
    """The whole file.

    Raises:
        KitError: `nothing_to_print`, when only the board is asked for.
    """
    pieces = [piece for section in plan.kit.sections for piece in section.pieces]
    if not pieces:
        raise KitError("nothing_to_print", N_("These options leave no pieces for a print shop: choose some."))
    faces = {face.key: face for piece in pieces for face in (piece.front, piece.back) if face}
    plain = all(_is_plain(forms.form(key)) for key in faces)
    if plain:
        for key in faces:
            _separate(forms.form(key), set())
    for piece in pieces:
        pages = [_page(piece, face, bleed, forms) for face, bleed in _sides(piece)]
        for page in pages * piece.count:
            forms.pdf.pages.append(page)
    _describe(plan, forms.pdf, plain, say)
    out = io.BytesIO()
    forms.pdf.save(
        out,
        deterministic_id=True,
        object_stream_mode=pikepdf.ObjectStreamMode.disable,
        force_version="1.4",
    )
    forms.pdf.close()
    return out.getvalue()


def _sides(piece: Piece) -> list[tuple[Face, float]]:
    return [(piece.front, BLEED), *([(piece.back, BLEED)] if piece.back else [])]


def _page(piece: Piece, face: Face, most: float, forms: Forms) -> pikepdf.Page:
    """One face: the whole page is bleed, the trim box what is left of it."""
    width, height = piece.shape.size
    drawn, scale = forms.size(face.key), forms.scale(face.key, piece.scale)
    bleed = max(0.0, min(most, (drawn[0] * scale[0] - width) / 2, (drawn[1] * scale[1] - height) / 2))
    canvas = Canvas(height + 2 * bleed)
    with canvas.saved():
        canvas.clip_area(Area(0, 0, width + 2 * bleed, height + 2 * bleed))
        canvas.face(face.key, width / 2 + bleed, height / 2 + bleed, drawn, False, scale)
    whole = Array([0, 0, round((width + 2 * bleed) * POINTS, 4), round((height + 2 * bleed) * POINTS, 4)])
    trim = [bleed, bleed, bleed + width, bleed + height]
    return pikepdf.Page(
        forms.pdf.make_indirect(
            Dictionary(
                Type=Name.Page,
                MediaBox=whole,
                BleedBox=whole,
                TrimBox=Array([round(value * POINTS, 4) for value in trim]),
                Resources=Dictionary(XObject=Dictionary({f"/{face.key}": forms.form(face.key)})),
                Contents=forms.pdf.make_stream(canvas.stream()),
            )
        )
    )


def _is_plain(form: pikepdf.Object, deep: int = 0) -> bool:
    """Whether a face is opaque and has no colours but those that can be separated."""
    resources = form.get("/Resources", Dictionary())
    for state in resources.get("/ExtGState", Dictionary()).values():
        if float(state.get("/ca", 1)) < 1 or float(state.get("/CA", 1)) < 1 or state.get("/SMask", "/None") != "/None":
            return False
    if "/Group" in form and deep > 4:
        return False
    if any(str(step.operator) in FOREIGN for step in pikepdf.parse_content_stream(form)):
        return False
    return all(
        inner.get("/Subtype") == "/Form" and _is_plain(inner, deep + 1)
        for inner in resources.get("/XObject", Dictionary()).values()
    )


def _separate(form: pikepdf.Object, done: set[tuple[int, int]]) -> None:
    """Give a face, and what it is made of, process colours."""
    if form.objgen in done:
        return
    done.add(form.objgen)
    steps: list[pikepdf.ContentStreamInstruction | pikepdf.ContentStreamInlineImage] = []
    for step in pikepdf.parse_content_stream(form):
        name = str(step.operator)
        if name in COLOURS:
            inks = separated(*(float(value) for value in step.operands))
            operands = Array([Decimal(f"{ink:.4f}") for ink in inks])
            steps.append(pikepdf.ContentStreamInstruction(operands, Operator(COLOURS[name])))
        else:
            steps.append(step)
    form.write(pikepdf.unparse_content_stream(steps))
    if "/Group" in form:  # opaque, so it changes nothing
        del form["/Group"]
    for inner in form.get("/Resources", Dictionary()).get("/XObject", Dictionary()).values():
        _separate(inner, done)


def _describe(plan: Plan, pdf: pikepdf.Pdf, plain: bool, say: Gettext) -> None:
    info = pdf.docinfo
    info["/Title"] = String(say("%(game)s: printed copy") % {"game": plan.kit.title})
    info["/Creator"] = String("Tableside")
    info["/Producer"] = String("Tableside")
    pdf.Root.Lang = String(plan.options.language.replace("_", "-"))
    if not plain:
        return
    info["/CreationDate"] = info["/ModDate"] = String(DATED)
    info["/Trapped"] = Name("/False")
    info["/GTS_PDFXVersion"] = String(STANDARD)
    pdf.Root.OutputIntents = Array(
        [
            Dictionary(
                Type=Name.OutputIntent,
                S=Name.GTS_PDFX,
                OutputCondition=String("Offset, coated paper"),
                OutputConditionIdentifier=String(CONDITION),
                RegistryName=String("http://www.color.org"),
                Info=String(CONDITION),
            )
        ]
    )
