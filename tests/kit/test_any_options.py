"""Whatever options are put together: a kit, or a refusal that says what is wrong."""

from __future__ import annotations

import pikepdf
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.kit.choices import OPTIONS
from companion.kit.errors import KitError
from companion.kit.job import make, sheets_of
from companion.kit.options import read_options
from companion.kit.plan import Backs, Fronts

REFUSALS = {
    "too_large",
    "nothing_to_print",
    "nothing_to_cut",
    "unknown_piece",
    "unknown_version",
    "unknown_printer",
    "nothing_has_changed",
    "cards_too_small",
}
DRAWN = {"look", "art", "large_print", "language", "export", "printer", "since", "no_rain"}
"""What changes the faces, and what a test elsewhere looks at."""


def words(option):
    if option.kind in ("choice", "choices"):
        return st.sampled_from(list(option.values))
    if option.kind == "size":
        sizes = st.tuples(st.integers(int(option.low) + 1, 400), st.integers(int(option.low) + 1, 400))
        own = sizes.filter(lambda s: option.name == "paper" or max(s) <= option.high).map(lambda s: f"{s[0]}x{s[1]}")
        return st.sampled_from(list(option.values)) | own
    if option.kind in ("number", "version"):
        steps = int((option.high - option.low) / option.step)
        return st.integers(0, steps).map(lambda n: f"{option.low + n * option.step:g}")
    return {
        "switch": st.sampled_from(["yes", "no"]),
        "calibration": st.tuples(*[st.integers(-49, 49)] * 3).map(lambda t: ",".join(f"{n / 10:g}" for n in t)),
        "printer": st.just(""),
        "only": st.sampled_from(["", "tile", "card:rain=2", "wall:straw=99,tile:fan_5"]),
    }[option.kind]


ANY = {option.name: words(option) for option in OPTIONS if option.name != "since"}
SHEETS = {name: given for name, given in ANY.items() if name not in {*DRAWN, "card", "pieces"}}


def refusal(ask):
    """The refusal that something ends with: one of those that there may be."""
    try:
        ask()
    except KitError as error:
        if error.code not in REFUSALS:
            raise
        return error.code
    return ""


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.fixed_dictionaries({}, optional=ANY))
def test_any_options_have_a_plan_or_a_reason(given):
    if refusal(lambda: sheets_of(read_options(given))):
        return
    plan = sheets_of(read_options(given))
    assert plan.sheets == len({p.number for p in plan.printed() if p.home})
    for leaf in plan.leaves:
        for side in (leaf.front, leaf.back):
            content = side.content if side else None
            for sheet in (
                (content.sheet, getattr(content, "backs", None)) if isinstance(content, Fronts | Backs) else ()
            ):
                for slot in sheet.slots if sheet else ():
                    width, height = slot.shape.size
                    assert slot.x - width / 2 >= -1e-6 and slot.x + width / 2 <= side.page.width + 1e-6
                    assert slot.y - height / 2 >= -1e-6 and slot.y + height / 2 <= side.page.height + 1e-6


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.fixed_dictionaries({}, optional=SHEETS))
def test_any_options_of_the_sheets_make_a_sound_file_and_the_same_one_twice(shelf, tmp_path_factory, given):
    makes_a_sound_file_twice(shelf, tmp_path_factory.mktemp("any") / "kit", given)


@pytest.mark.slow
@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.fixed_dictionaries({}, optional=SHEETS))
def test_a_great_many_options_of_the_sheets_do(shelf, tmp_path_factory, given):
    makes_a_sound_file_twice(shelf, tmp_path_factory.mktemp("any") / "kit", given)


def makes_a_sound_file_twice(shelf, out, given):
    options = read_options({**given, "pieces": "board,tiles,cards,walls,markers"})
    if refusal(lambda: make(options, out, cache=shelf.cache)):
        return
    first = out.read_bytes()
    make(options, out, cache=shelf.cache)
    assert out.read_bytes() == first
    if options.suffix == ".pdf":
        with pikepdf.open(out) as pdf:
            assert pdf.check_pdf_syntax() == []
            assert len(pdf.pages) == len(sheets_of(options).printed())


@pytest.mark.parametrize("export", ["print-on-demand", "png-faces", "calibration", "sheets"])
def test_every_export_of_the_smallest_kit_is_made(shelf, tmp_path, export):
    options = read_options({"export": export, "only": "marker:red=1"})
    assert make(options, tmp_path / "kit", cache=shelf.cache) == (tmp_path / "kit").stat().st_size
