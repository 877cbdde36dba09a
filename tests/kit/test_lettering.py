"""The text of labels: compared with fontTools, glyph by glyph."""

from __future__ import annotations

import io

import pytest
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

from companion.kit.errors import KitError
from companion.kit.lettering import Lettering
from companion.kit.truetype import TrueType
from companion.resources import folder

FILES = sorted((folder("print") / "fonts").glob("*.ttf"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_characters_and_widths_are_those_of_the_font(file):
    ours, theirs = TrueType(file.read_bytes()), TTFont(io.BytesIO(file.read_bytes()))
    expected = {code: theirs.getGlyphID(name) for code, name in theirs.getBestCmap().items()}
    assert ours.glyphs == expected
    for code, name in theirs.getBestCmap().items():
        assert ours.advance(ours.glyphs[code]) == theirs["hmtx"][name][0]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_subset_is_a_sound_font_with_the_same_outlines(file):
    whole = TTFont(io.BytesIO(file.read_bytes()))
    ours = TrueType(file.read_bytes())
    wanted = [ours.glyphs[code] for code in sorted(ours.glyphs)[::7]]
    small = TTFont(io.BytesIO(ours.subset(wanted)), checkChecksums=2)
    assert small["maxp"].numGlyphs == whole["maxp"].numGlyphs
    for glyph in wanted:
        assert outline(small, glyph) == outline(whole, glyph)
    assert len(ours.subset(wanted[:3])) < len(file.read_bytes()) / 3


def outline(font, glyph):
    pen = DecomposingRecordingPen(font.getGlyphSet())
    font.getGlyphSet()[font.getGlyphName(glyph)].draw(pen)
    return pen.value


def test_each_character_is_set_in_the_first_font_that_has_it():
    assert [font for font, _ in Lettering("ja").runs("Sheet 3 壁 4")] == [
        "NotoSans-Regular",
        "NotoSansJP-Regular",
        "NotoSans-Regular",
    ]


def test_a_character_that_no_font_has_is_named():
    with pytest.raises(KitError, match="SNOWMAN") as error:
        Lettering("en").runs("a ☃")
    assert error.value.code == "missing_glyph"
