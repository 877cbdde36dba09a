"""Draws faces with WeasyPrint: every missing one in a single document, each on a page of its own size.

Importing this module imports WeasyPrint, which costs a second: only a kit with missing faces does.
"""

from __future__ import annotations

import io
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pikepdf
from markupsafe import escape
from weasyprint import HTML
from weasyprint.document import Page
from weasyprint.text.fonts import FontConfiguration

from companion.kit.tagging import finish
from companion.resources import folder

PX = 96 / 25.4
"""CSS pixels in a millimetre."""


@dataclass(frozen=True)
class Drawing:
    """One face: `body` is HTML for a page of `width` x `height` mm, bleed included."""

    slug: str
    width: float
    height: float
    body: str
    ground: str = ""
    """The slug of a drawing of the same group and size that lies under this one: what many faces share is drawn once,
    and is no face itself."""

    @classmethod
    def of_svg(cls, slug: str, size: tuple[float, float], svg: str) -> Drawing:
        """A face that is one picture, which fills its page."""
        data = b64encode(svg.encode("utf-8")).decode("ascii")
        return cls(slug, *size, f'<img class="whole" alt="" src="data:image/svg+xml;base64,{data}">')


def draw(groups: Mapping[str, Sequence[Drawing]], language: str, style: str) -> Iterator[bytes]:
    """Draw groups of faces, one after another: of each a PDF with its faces in the catalogue.

    All groups are laid out as one document, for its style sheets and fonts are read once; but each is written on its
    own, so that its fonts hold its own letters and its bytes do not depend on what else was missing.
    """
    fonts = FontConfiguration()
    document = HTML(string=_html(groups, language, style, "Faces"), base_url=f"{folder('print').as_uri()}/").render(
        font_config=fonts
    )
    _check_count(document.pages, groups)
    pages = iter(document.pages)
    for drawings in groups.values():
        own = [_page_of(drawing, next(pages)) for drawing in drawings]
        yield _faces(document.copy(own).write_pdf(), drawings)


def reading(groups: Mapping[str, Sequence[Drawing]], language: str, style: str, title: str) -> bytes:
    """The same pages as a document to read on a screen or to have read aloud: tagged, with bookmarks (PDF/UA-1)."""
    document = HTML(string=_html(groups, language, style, title), base_url=f"{folder('print').as_uri()}/").render(
        font_config=FontConfiguration(), pdf_variant="pdf/ua-1"
    )
    _check_count(document.pages, groups)
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(document.write_pdf(pdf_variant="pdf/ua-1"))) as pdf:
        finish(pdf)
        compact = pikepdf.ObjectStreamMode.generate
        pdf.Root.PageMode = pikepdf.Name.UseOutlines
        pdf.save(out, object_stream_mode=compact, deterministic_id=True)
    return out.getvalue()


def _check_count(pages: Sequence[Page], groups: Mapping[str, Sequence[Drawing]]) -> None:
    """A face that overflows its page would push all later ones on by one."""
    wanted = sum(map(len, groups.values()))
    if len(pages) != wanted:
        raise ValueError(f"{wanted} faces of {', '.join(groups)} take {len(pages)} pages: one is larger than its own.")


def _page_of(drawing: Drawing, page: Page) -> Page:
    """The page, if it has the size of `drawing`."""
    if abs(page.width - drawing.width * PX) > 0.1 or abs(page.height - drawing.height * PX) > 0.1:
        raise ValueError(f"The face before {drawing.slug} is larger than its page.")
    return page


def _html(groups: Mapping[str, Sequence[Drawing]], language: str, style: str, title: str) -> str:
    sizes: dict[tuple[float, float], str] = {}
    faces = []
    for drawings in groups.values():
        for drawing in drawings:
            page = sizes.setdefault((drawing.width, drawing.height), f"size{len(sizes)}")
            faces.append(f'<section class="face {page}">{drawing.body}</section>')
    rules = "".join(
        f"@page {page}{{size:{w:.4f}mm {h:.4f}mm}}.{page}{{page:{page};height:{h:.4f}mm}}"
        for (w, h), page in sizes.items()
    )
    return (
        f'<!doctype html><html lang="{language.replace("_", "-")}"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title>"
        '<link rel="stylesheet" href="fonts/fonts.css">'
        f"<style>@page{{margin:0}}html,body{{margin:0}}.face{{break-after:page;overflow:hidden}}"
        f".whole{{display:block;width:100%;height:auto}}{rules}{style}</style></head>"
        f"<body>{''.join(faces)}</body></html>"
    )


def _faces(document: bytes, drawings: Sequence[Drawing]) -> bytes:
    """The pages of a document as Form XObjects under their names."""
    grounds = {drawing.ground for drawing in drawings}
    with pikepdf.open(io.BytesIO(document)) as source, pikepdf.new() as target:
        forms = {
            drawing.slug: target.copy_foreign(page.as_form_xobject())
            for drawing, page in zip(drawings, source.pages, strict=True)
        }
        faces = {
            f"/{drawing.slug}": _upon(target, forms[drawing.ground], forms[drawing.slug])
            if drawing.ground
            else forms[drawing.slug]
            for drawing in drawings
            if drawing.slug not in grounds
        }
        target.Root.Faces = pikepdf.Dictionary(faces)
        out = io.BytesIO()
        target.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate, deterministic_id=True)
        return out.getvalue()


def _upon(pdf: pikepdf.Pdf, ground: pikepdf.Object, own: pikepdf.Object) -> pikepdf.Object:
    """One form that draws two, one upon the other."""
    form = pdf.make_stream(b"/Ground Do /Own Do")
    form.Type, form.Subtype, form.BBox = pikepdf.Name.XObject, pikepdf.Name.Form, own.BBox
    form.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Ground=ground, Own=own))
    return form
