"""Finishes the tags of a document to read: what is only for the eye becomes an artifact, headers say what they head.

WeasyPrint tags every picture as a figure, also one whose `alt` is empty, and tells no scope of a table's headers.
PDF/UA-1 (ISO 14289-1, 7.3 and 7.5) wants the first left out of what is read aloud, and the second told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pikepdf
from pikepdf import Array, Dictionary, Name

FIGURE = rb"/Figure\s*<<\s*/MCID (%d)\s*>>\s*BDC"


def finish(pdf: pikepdf.Pdf) -> None:
    """Take pictures without a text out of the structure, and give headers their scope."""
    root = pdf.Root.StructTreeRoot
    numbers = {_objgen(page.obj): number for number, page in enumerate(pdf.pages)}
    shown: dict[int, list[int]] = {}
    for parent, element in list(_elements(root)):
        if Name.Figure == element.S and "/Alt" not in element:
            shown.setdefault(numbers[_objgen(element.Pg)], []).extend(int(kid) for kid in element.K)
            parent.K = Array([kid for kid in parent.K if _objgen(kid) != element.objgen])
        elif element.S == Name.TH:
            scope = Name.Column if Name.THead == parent.P.S else Name.Row
            element.A = Dictionary(O=Name.Table, Scope=scope)
    _drop_empty(root)
    for number, marks in shown.items():
        page = pdf.pages[number]
        page.contents_coalesce()
        content = page.Contents.read_bytes()
        for mark in marks:
            content, found = re.subn(FIGURE % mark, b"/Artifact BMC", content)
            if found != 1:
                raise ValueError(f"Picture {mark} of page {number + 1} stands {found} times in its content.")
            root.ParentTree.Nums[2 * number + 1][mark] = None
        page.Contents = pdf.make_stream(content)


def _elements(parent: pikepdf.Object) -> Iterator[tuple[pikepdf.Object, pikepdf.Object]]:
    """Every element with its parent, parents first."""
    for kid in parent.get("/K", []):
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield parent, kid
            yield from _elements(kid)


def _drop_empty(parent: pikepdf.Object) -> bool:
    """Drop elements in which nothing is left, but for the cells of tables; whether anything is left in `parent`."""
    if "/K" not in parent:
        return True
    kept = [
        kid
        for kid in parent.K
        if not (isinstance(kid, pikepdf.Dictionary) and "/S" in kid) or _drop_empty(kid) or kid.S in (Name.TD, Name.TH)
    ]
    parent.K = Array(kept)
    return bool(kept)


def _objgen(kid: object) -> tuple[int, int]:
    return kid.objgen if isinstance(kid, pikepdf.Object) else (0, 0)
