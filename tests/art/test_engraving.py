"""The ink saver: fills become outlines and hatches."""

from __future__ import annotations

import re
from math import cos, hypot, radians, sin
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.art.engraving import engrave, hatched, shape
from companion.art.palette import inks, mixed
from companion.art.press import Press
from companion.games.eruption.data import RULES


def lines(path: str) -> list[tuple[float, float, float, float]]:
    numbers = r"(-?\d*\.?\d+)"
    return [tuple(map(float, found)) for found in re.findall(rf"M{numbers} {numbers}L{numbers} {numbers}", path)]


@given(st.integers(-90, 90), st.floats(0.5, 3))
def test_a_hatch_fills_a_disc_with_parallel_lines_that_end_at_its_edge(degrees, spacing):
    found = lines(hatched(shape("M-10 0a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z"), spacing, degrees))
    along = cos(radians(degrees)), sin(radians(degrees))
    assert abs(len(found) - 20 / spacing) <= 2
    for ax, ay, bx, by in found:
        length = hypot(bx - ax, by - ay)
        assert 9.7 < hypot(ax, ay) < 10.1 and 9.7 < hypot(bx, by) < 10.1
        if length > 1:
            assert abs((bx - ax) * along[1] - (by - ay) * along[0]) < 0.02 * length + 0.02


def test_a_hole_is_not_hatched():
    ring = shape("M-10-10H10V10H-10ZM-5-5H5V5H-5Z")
    for ax, ay, bx, by in lines(hatched(ring, 1.3, 0, evenodd=True)):
        middle = (ax + bx) / 2, (ay + by) / 2
        assert max(map(abs, middle)) > 5
    solid = lines(hatched(ring, 1.3, 0))
    assert any(max(abs((ax + bx) / 2), abs((ay + by) / 2)) < 5 for ax, ay, bx, by in solid)


@pytest.mark.parametrize("tile", [tile.slug for tile in RULES.tiles])
def test_an_engraved_tile_is_black_on_white(tile):
    colours = {
        value
        for element in ElementTree.fromstring(Press("saver").tile(tile)).iter()
        for name, value in element.attrib.items()
        if name in ("fill", "stroke")
    }
    assert colours <= {"#000", "#fff", "#777", "none"}


def test_a_line_is_thinned_to_less_than_half_a_millimetre():
    drawn = svg_of('<path d="M0 0H9" fill="none" stroke="ink:ink" stroke-width="3"/>')
    assert float(drawn[0].get("stroke-width")) == pytest.approx(0.4)


def test_a_band_stays_white_between_two_thin_lines():
    drawn = svg_of(
        '<path d="M0 0H9" fill="none" stroke="ink:ink" stroke-width="9"/>'
        '<path d="M1 1H2" fill="ink:land"/>'
        '<path d="M0 0H9" fill="none" stroke="ink:paper" stroke-width="4"/>'
    )
    assert [(path.get("stroke"), float(path.get("stroke-width"))) for path in (drawn[0], drawn[2])] == [
        ("#000", pytest.approx(4.8)),
        ("#fff", pytest.approx(4)),
    ]


def test_lines_are_as_thin_on_paper_however_a_drawing_is_scaled():
    drawn = svg_of(
        '<g transform="translate(1 2) scale(.5)"><g transform="rotate(30) scale(.2)">'
        '<path d="M0 0H9" fill="none" stroke="ink:crust" stroke-width="90"/></g></g>'
    )
    assert float(drawn[0][0][0].get("stroke-width")) * 0.1 == pytest.approx(0.4)


def svg_of(body: str) -> ElementTree.Element:
    """A drawing of 10 mm, engraved."""
    return ElementTree.fromstring(
        engrave(f'<svg xmlns="http://www.w3.org/2000/svg" width="10mm" viewBox="0 0 10 10">{body}</svg>')
    )


def test_every_ink_that_the_saver_names_exists():
    import tomllib

    from companion.resources import folder

    saver = tomllib.loads((folder("print") / "palette.toml").read_text("utf-8"))["saver"]
    for kind in ("fill", "stroke"):
        assert set(saver[kind]) <= set(mixed("day"))


def test_what_has_no_ink_is_left_alone():
    document = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="10mm" viewBox="0 0 10 10"><path d="M0 0H5" fill="none"/></svg>'
    )
    assert ElementTree.fromstring(engrave(document))[0].attrib == {"d": "M0 0H5", "fill": "none"}
    assert set(inks("saver")) == set(mixed("day"))


def test_grey_is_as_light_as_the_colour():
    from companion.art.palette import luminance

    for name, colour in mixed("day").items():
        assert luminance(mixed("grey")[name]) == pytest.approx(luminance(colour), abs=0.006)
        assert len({mixed("grey")[name][i : i + 2] for i in (1, 3, 5)}) == 1
