"""The rules and aids to read on a screen: tags that a screen reader can follow (PDF/UA-1, the Matterhorn protocol)."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pikepdf
import pytest
from pdfua import validate

from companion.games.eruption.data import RULES
from companion.kit.job import make
from companion.kit.options import read_options
from tests.kit.matrix import slow

PAINTED = {"Tj", "TJ", "Do", "f", "f*", "F", "S", "s", "B", "B*", "b", "b*", "sh", "'", '"'}


@pytest.fixture(
    scope="module", params=[("en", False), *slow(("ja", False)), ("zh_Hant_TW", False), *slow(("en", True))], ids=str
)
def document(request, tmp_path_factory):
    """The file, its language, and whether it is in large print."""
    language, large = request.param
    out = tmp_path_factory.mktemp("reading") / "rules.pdf"
    make(read_options({"export": "reading", "language": language, "large_print": large}), out, cache=out.parent)
    return out, language


def elements(parent):
    """Every element of the structure, in the order in which it is read."""
    for kid in parent.get("/K", []):
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield kid
            yield from elements(kid)


def test_a_checker_finds_nothing_wrong(document):
    # Its check of heading levels raises by itself on arrays; the next but one test does that.
    report = validate(str(document[0]))
    found = [f"{finding.rule_id}: {finding.message}" for finding in report.findings]
    assert found == []


def test_it_says_what_it_is_and_in_which_language(document):
    file, language = document
    with pikepdf.open(file) as pdf:
        assert pdf.Root.Lang == language.replace("_", "-")
        assert pdf.Root.MarkInfo.Marked is True
        assert pdf.Root.ViewerPreferences.DisplayDocTitle is True
        with pdf.open_metadata() as metadata:
            assert metadata["pdfuaid:part"] == "1"
            assert metadata["dc:title"]


def test_headings_begin_with_the_title_and_leave_no_level_out(document):
    with pikepdf.open(document[0]) as pdf:
        levels = [
            int(str(element.S)[2:])
            for element in elements(pdf.Root.StructTreeRoot)
            if re.fullmatch(r"/H[1-6]", str(element.S))
        ]
    assert levels[0] == 1
    assert all(later <= earlier + 1 for earlier, later in pairwise(levels))
    assert len(levels) > 20


def test_every_chapter_and_every_aid_has_a_bookmark(document):
    with pikepdf.open(document[0]) as pdf, pdf.open_outline() as outline:

        def count(items):
            return sum(1 + count(item.children) for item in items)

        found = Counter(str(e.S) for e in elements(pdf.Root.StructTreeRoot))
        assert count(outline.root) == found["/H1"] + found["/H2"]
        assert found["/H1"] == 1 + len(RULES.villages)
        titles = [item.title for item in outline.root]
        assert len(titles) == len(set(titles)) == found["/H1"]


def test_every_picture_that_is_read_says_what_it_shows(document):
    with pikepdf.open(document[0]) as pdf:
        figures = [element for element in elements(pdf.Root.StructTreeRoot) if str(element.S) == "/Figure"]
        assert len(figures) > 20
        assert all(str(figure.get("/Alt", "")).strip() for figure in figures)


def test_everything_painted_is_either_tagged_or_an_artifact(document):
    with pikepdf.open(document[0]) as pdf:
        for number, page in enumerate(pdf.pages, 1):
            depth, marks = 0, set()
            for operands, operator in pikepdf.parse_content_stream(page):
                if str(operator) in ("BDC", "BMC"):
                    depth += 1
                    if str(operator) == "BDC" and "/MCID" in operands[1]:
                        marks.add(int(operands[1].MCID))
                elif str(operator) == "EMC":
                    depth -= 1
                elif str(operator) in PAINTED:
                    assert depth, f"page {number}: {operator} is neither"
            owners = pdf.Root.StructTreeRoot.ParentTree.Nums[2 * number - 1]
            assert marks == {mark for mark, owner in enumerate(owners) if owner is not None}


def test_headers_of_tables_say_what_they_head(document):
    with pikepdf.open(document[0]) as pdf:
        headers = [element for element in elements(pdf.Root.StructTreeRoot) if str(element.S) == "/TH"]
        assert {str(header.A.Scope) for header in headers} == {"/Column", "/Row"}


def test_the_same_rules_have_the_same_bytes(document, tmp_path):
    file, language = document
    if language == "en":
        large = "large" in str(file) or len(pikepdf.open(file).pages) > 20
        again = tmp_path / "again.pdf"
        make(read_options({"export": "reading", "large_print": large}), again, cache=tmp_path)
        assert again.read_bytes() == file.read_bytes()
